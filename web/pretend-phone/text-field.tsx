import { CircleAlert } from 'lucide-react'
import { type ComponentProps, useId } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  error?: string | undefined
}

/** A label above, what is wrong below. */
export function TextField({ label, error, ...input }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="in num"
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
      />
      {error && (
        <p className="err" id={`${id}-error`} role="alert">
          <CircleAlert className="ic" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}
