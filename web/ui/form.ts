import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import {
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../api.ts'
import { errorMessage } from './error-message.ts'

/**
 * A form that is validated with a schema of the contract, so that the browser shows the same messages as the
 * server. Fields are validated on submit. Without default values a form keeps what was typed, or filled in
 * by the browser, before hydration.
 */
export const useSchemaForm = <Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodMiniType<Output, Input>,
  options: Omit<UseFormProps<Input, unknown, Output>, 'resolver'> = {},
) =>
  useForm<Input, unknown, Output>({
    reValidateMode: 'onSubmit',
    ...options,
    resolver: zodResolver(schema),
  })

/** The handler of a form's `submit` event; while it is being sent, sending it again does nothing. */
export const submitOnce = (
  busy: boolean,
  send: (event: FormEvent) => unknown,
): ((event: FormEvent) => void) => {
  return (event) => {
    event.preventDefault()
    if (!busy) void send(event)
  }
}

/**
 * Shows the server's errors at their fields and focuses the first of them. An error that belongs to no
 * field of this form becomes `root.refused`, which is shown at the button.
 */
export function setServerErrors<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  fields: readonly Path<Input>[],
  fallback: string,
) {
  const refused = error instanceof ApiError ? error.fields : {}
  const named = fields.filter((field) => refused[field] !== undefined)
  for (const [index, field] of named.entries()) {
    form.setError(field, { message: refused[field] ?? '' }, { shouldFocus: index === 0 })
  }
  if (named.length > 0) return
  const message = error instanceof Error ? errorMessage(error, fallback) : fallback
  form.setError('root.refused', { message })
}
