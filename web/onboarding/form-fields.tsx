import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { aboutThem } from '#rules/about-them.ts'
import { Field } from '../ui/field.tsx'
import { type FormValues, labels } from './form-model.ts'

/** Whether staff fill in the form for somebody else. */
export const ByStaff = createContext(false)

/** Words every sentence for whoever reads it: the student, or staff. */
export function useWording() {
  const byStaff = use(ByStaff)
  return <Text extends string | undefined>(text: Text): Text | string =>
    byStaff && text ? aboutThem(text) : text
}

type TextFieldName = Exclude<keyof FormValues, 'terms'>

/** Attributes that connect a control outside of `Field` with its message. */
export const messageProps = (name: string, error: string | undefined) => ({
  'aria-invalid': Boolean(error),
  'aria-describedby': error ? `${name}-message` : undefined,
})

type FormTextFieldProps = Omit<ComponentProps<'input'>, 'name' | 'onChange'> & {
  name: TextFieldName
  hint?: string
  optional?: boolean
  /** Called with changes, for fields that depend on this one. */
  onTyped?: () => void
}

/** A single-line field. Its id is its name, so that the error summary can link to it. */
export function FormTextField({ name, hint, optional, onTyped, ...input }: FormTextFieldProps) {
  const { register, formState } = useFormContext<FormValues>()
  const worded = useWording()
  return (
    <Field
      id={name}
      label={labels[name]}
      optional={optional}
      hint={worded(hint)}
      error={worded(formState.errors[name]?.message)}
    >
      {(control) => (
        <input
          className="input tabular"
          aria-required={!optional}
          {...control}
          {...input}
          {...register(name, { onChange: onTyped })}
        />
      )}
    </Field>
  )
}

interface FormSelectProps {
  name: TextFieldName
  disabled?: boolean
  busy?: boolean
  onPicked?: () => void
  /** The `option` elements. */
  children: ReactNode
}

export function FormSelect({ name, disabled, busy, onPicked, children }: FormSelectProps) {
  const { field, fieldState } = useController<FormValues, TextFieldName>({ name })
  const worded = useWording()
  return (
    <Field id={name} label={labels[name]} error={worded(fieldState.error?.message)}>
      {(control) => (
        <select
          className="input"
          aria-required
          aria-busy={busy}
          disabled={disabled}
          {...control}
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
      )}
    </Field>
  )
}
