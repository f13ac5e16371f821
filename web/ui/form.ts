import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useState } from 'react'
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
import { type ActionOptions, useAction } from './use-action.ts'

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
 * What a form is based on: as it was when the form was opened, and after a conflict as it is now. What others save meanwhile
 * doesn't change it, so that nobody overwrites that without being told.
 * @returns what the form is based on, and the handler of its errors
 */
export function useLoaded<Value>(latest: Value): [loaded: Value, onError: (error: Error) => void] {
  const [loaded, setLoaded] = useState(latest)
  const [conflict, setConflict] = useState(false)
  if (conflict && JSON.stringify(loaded) !== JSON.stringify(latest)) {
    setLoaded(latest)
    setConflict(false)
  }
  return [
    loaded,
    (error) => setConflict(error instanceof ApiError && error.code === 'changed_meanwhile'),
  ]
}

interface FormActionOptions<Input, Output, Result> extends ActionOptions<Output, Result> {
  /** The fields at which errors of the server are shown. */
  fields: readonly Path<Input & FieldValues>[]
  /** Error message for a failure for which the server gives none. */
  fallback?: string
}

/** A form that is sent as an action (see `useAction`). Errors of the server are shown in the form. */
export function useFormAction<Input extends FieldValues, Output extends FieldValues, Result>(
  form: UseFormReturn<Input, unknown, Output>,
  action: (typed: Output) => Promise<Result>,
  { fields, fallback, onError, ...options }: FormActionOptions<Input, Output, Result>,
) {
  const { run, busy, result } = useAction(action, {
    ...options,
    onError(error, typed) {
      setServerErrors(form, error, fields, fallback)
      onError?.(error, typed)
    },
  })
  return { submit: submitOnce(busy, form.handleSubmit(run)), busy, result }
}

/**
 * Shows the server's errors at their fields and focuses the first of them. An error that belongs to no
 * field of this form becomes `root.refused`, which is shown at the button.
 */
function setServerErrors<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  error: Error,
  fields: readonly Path<Input>[],
  fallback = 'Something went wrong. Please try again.',
) {
  const refused = error instanceof ApiError ? error.fields : {}
  const named = fields.filter((field) => refused[field] !== undefined)
  for (const [index, field] of named.entries()) {
    form.setError(field, { message: refused[field] ?? '' }, { shouldFocus: index === 0 })
  }
  if (named.length > 0) return
  form.setError('root.refused', { message: errorMessage(error, fallback) })
}
