import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import '../look/text-box.css'

type Props = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
  id: string
  label: string
  hint?: string | undefined
  /** Takes the hint's place. */
  error?: string | undefined
}

/** A label, a box for several lines in any script, and below it what helps or what is wrong. */
export function TextBox({ id, label, hint, error, ...box }: Props) {
  const told = error || hint
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...box}
        id={id}
        className="input text-box"
        dir="auto"
        aria-invalid={error !== undefined}
        aria-describedby={told ? `${id}-told` : undefined}
      />
      {told && (
        <p id={`${id}-told`} className={error ? 'field-error' : 'hint'}>
          {error && <CircleAlert className="icon" aria-hidden="true" />}
          {told}
        </p>
      )}
    </div>
  )
}
