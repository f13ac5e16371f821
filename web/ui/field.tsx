import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'

/** What the control of a field must carry to belong to its label and its message. */
export interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FieldProps {
  /** Of the control; made up when left out. */
  id?: string | undefined
  label: ReactNode
  optional?: boolean | undefined
  hint?: ReactNode
  /** Takes the hint's place. An empty string marks the field, and the sentence is shown elsewhere. */
  error?: string | null | undefined
  /** Reads an error out as it appears, where focus stays in the field. */
  announce?: boolean | undefined
  /** Beside the message, such as the number of characters left; the control refers to `${id}-aside`. */
  aside?: ReactNode
  /** Ids of more that describes the control. */
  describedBy?: string | undefined
}

/** The hint of the control `id`, or what is wrong with it; the control refers to `${id}-message`. */
export function FieldMessage({
  id,
  hint,
  error,
  announce,
}: Pick<FieldProps, 'hint' | 'error' | 'announce'> & { id: string }) {
  const message = error || hint
  if (!message) return null
  return (
    <p
      // A new element for an error, so that it is announced.
      key={announce ? error || 'hint' : undefined}
      id={`${id}-message`}
      className={error ? 'field-error' : 'hint'}
      role={announce && error ? 'alert' : undefined}
    >
      {error && <CircleAlert className="icon" aria-hidden="true" />}
      <span>{message}</span>
    </p>
  )
}

/** A label, a control, and below it a hint or what is wrong. */
export function Field({
  id: givenId,
  label,
  optional,
  hint,
  error,
  announce,
  aside,
  describedBy,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const message = error || hint
  const described = [message && `${id}-message`, aside && `${id}-aside`, describedBy]
  const text = <FieldMessage id={id} hint={hint} error={error} announce={announce} />
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': typeof error === 'string',
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      {aside ? (
        <div className="field-messages">
          {text}
          <div id={`${id}-aside`}>{aside}</div>
        </div>
      ) : (
        text
      )}
    </div>
  )
}

type Of<Control extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Control>, 'id' | 'aria-invalid' | 'aria-describedby'>

/** Parts what belongs to the field from what belongs to its control. */
function split<Props extends FieldProps>(props: Props) {
  const { id, label, optional, hint, error, announce, aside, describedBy, ...control } = props
  return { field: { id, label, optional, hint, error, announce, aside, describedBy }, control }
}

const join = (name: string, more: string | undefined) => (more ? `${name} ${more}` : name)

/** A single line; a password gets a button that shows it. */
export function TextField(props: Of<'input'>) {
  const { field, control } = split(props)
  return (
    <Field {...field}>
      {(own) =>
        control.type === 'password' ? (
          <PasswordInput {...control} {...own} />
        ) : (
          <input {...control} {...own} className={join('input', control.className)} />
        )
      }
    </Field>
  )
}

/** Several lines in any script. */
export function TextArea(props: Of<'textarea'>) {
  const { field, control } = split(props)
  return (
    <Field {...field}>
      {(own) => (
        <textarea
          dir="auto"
          {...control}
          {...own}
          className={join('input text-box', control.className)}
        />
      )}
    </Field>
  )
}

interface Option {
  value: string
  label: string
}

/** One of a list. `placeholder` is the empty choice. */
export function SelectField({
  options,
  placeholder,
  ...props
}: Of<'select'> & { options: readonly Option[]; placeholder?: string | undefined }) {
  const { field, control } = split(props)
  return (
    <Field {...field}>
      {(own) => (
        <select {...control} {...own} className={join('input', control.className)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A password and a button that shows what was typed. */
export function PasswordInput({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="password-field">
      <input {...input} className={join('input', className)} type={shown ? 'text' : 'password'} />
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
