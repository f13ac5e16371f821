import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { PasswordInput } from '../ui/password-input.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  id: string
  label: string
  optional?: boolean
  hint?: string | undefined
  /** Takes the hint's place. Empty: the field is wrong, and the sentence stands elsewhere. */
  error?: string | undefined
}

/** A label, an input, and below them what helps or what is wrong. */
export function FormField({ id, label, optional, hint, error, ...input }: Props) {
  const told = error || hint
  const described = [told ? `${id}-told` : '', input['aria-describedby'] ?? '']
  const props = {
    ...input,
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {input.type === 'password' ? (
        <PasswordInput {...props} />
      ) : (
        <input className="input" {...props} />
      )}
      {told && (
        <p id={`${id}-told`} className={error ? 'field-error' : 'hint'}>
          {error && <CircleAlert className="icon" aria-hidden="true" />}
          {told}
        </p>
      )}
    </div>
  )
}
