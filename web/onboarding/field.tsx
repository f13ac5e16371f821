import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { type FieldName, labels, type PhotoName, type Typed } from './typed.ts'

type TextName = Exclude<FieldName, 'terms'>

interface Said {
  name: FieldName | PhotoName
  hint?: ReactNode
  error?: string | undefined
}

/** Below a field: what is wrong with it, else its hint. */
export function Below({ name, hint, error }: Said) {
  if (error) {
    return (
      <p id={`${name}-below`} className="field-error">
        <CircleAlert className="icon" aria-hidden="true" />
        {error}
      </p>
    )
  }
  if (!hint) return null
  return (
    <p id={`${name}-below`} className="hint">
      {hint}
    </p>
  )
}

/** What a control says of itself to those who cannot see its frame and its hint. */
export const described = ({ name, hint, error }: Said) => ({
  'aria-invalid': Boolean(error),
  'aria-describedby': error || hint ? `${name}-below` : undefined,
})

export const Optional = () => <span className="optional"> (optional)</span>

interface Props {
  name: TextName
  hint?: ReactNode
  optional?: boolean
  /** Over both columns. */
  wide?: boolean
}

type TextProps = Props &
  Omit<ComponentProps<'input'>, 'name' | 'onChange'> & {
    /** Other fields depend on it. */
    onTyped?: () => void
  }

export function TextField({ name, hint, optional, wide, onTyped, ...input }: TextProps) {
  const { register, formState } = useFormContext<Typed>()
  const error = formState.errors[name]?.message
  return (
    <div className={wide ? 'field all' : 'field'}>
      <label className="label" htmlFor={name}>
        {labels[name]}
        {optional && <Optional />}
      </label>
      <input
        id={name}
        className="input tabular"
        aria-required={!optional}
        {...described({ name, hint, error })}
        {...input}
        {...register(name, { onChange: onTyped })}
      />
      <Below name={name} hint={hint} error={error} />
    </div>
  )
}

type SelectProps = Props & {
  disabled?: boolean
  busy?: boolean
  onPicked?: () => void
  /** The options. */
  children: ReactNode
}

export function SelectField({ name, hint, disabled, busy, onPicked, children }: SelectProps) {
  const { field, fieldState } = useController<Typed, TextName>({ name })
  const error = fieldState.error?.message
  return (
    <div className="field">
      <label className="label" htmlFor={name}>
        {labels[name]}
      </label>
      <select
        id={name}
        className="input"
        aria-required
        aria-busy={busy}
        disabled={disabled}
        {...described({ name, hint, error })}
        ref={field.ref}
        name={name}
        value={field.value}
        onBlur={field.onBlur}
        onChange={(event) => {
          field.onChange(event)
          onPicked?.()
        }}
      >
        {children}
      </select>
      <Below name={name} hint={hint} error={error} />
    </div>
  )
}
