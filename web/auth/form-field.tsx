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
      <label className="lab" htmlFor={id}>
        {label}
        {optional && <span className="opt"> (optional)</span>}
      </label>
      {input.type === 'password' ? (
        <PasswordInput {...props} />
      ) : (
        <input className="in" {...props} />
      )}
      {told && (
        <p id={`${id}-told`} className={error ? 'err' : 'hint'}>
          {error && <CircleAlert className="ic" aria-hidden="true" />}
          {told}
        </p>
      )}
    </div>
  )
}
