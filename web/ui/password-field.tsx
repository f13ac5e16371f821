import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field, joinClasses, splitFieldProps, type TextFieldProps } from './field.tsx'

/** A `TextField` for a password, with a button that shows what was typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const { field, control } = splitFieldProps(props)
  return <Field {...field}>{(own) => <PasswordInput {...control} {...own} />}</Field>
}

/** A password and a button that shows what was typed. */
export function PasswordInput({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="password-field">
      <input
        {...input}
        className={joinClasses('input', className)}
        type={shown ? 'text' : 'password'}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-controls={input.id}
        onClick={() => setShown(!shown)}
      >
        <Icon className="icon" aria-hidden="true" />
      </button>
    </div>
  )
}
