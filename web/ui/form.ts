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
import { newUuid } from '../new-uuid.ts'
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

/** The handler of a form's `submit` event, which ignores further submits while the form is being sent. */
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
 * The data that a form is based on: as loaded when it was opened or, after a conflict, as it is now. Others' changes
 * in the meantime don't affect it, so that nobody overwrites them without being told.
 * @returns the data, the form's error handler, and a function that starts afresh, with the saved data or with the latest
 *   when the form is opened again
 */
export function useLoaded<Value>(
  latest: Value,
): [loaded: Value, onError: (error: Error) => void, reopen: (saved?: Value) => void] {
  const [loaded, setLoaded] = useState(latest)
  const [conflict, setConflict] = useState(false)
  if (conflict && JSON.stringify(loaded) !== JSON.stringify(latest)) {
    setLoaded(latest)
    setConflict(false)
  }
  return [
    loaded,
    (error) => setConflict(error instanceof ApiError && error.code === 'changed_meanwhile'),
    (saved = latest) => setLoaded(saved),
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
  const { run, busy, result, reset } = useAction(action, {
    ...options,
    onError(error, typed) {
      setServerErrors(form, error, fields, fallback)
      onError?.(error, typed)
    },
  })
  return { submit: submitOnce(busy, form.handleSubmit(run)), busy, result, reset }
}

interface PreviewedFormOptions<Input, Effect, Result>
  extends Pick<ActionOptions<Effect, Result>, 'changes'> {
  fields: readonly Path<Input & FieldValues>[]
  look: (typed: Input) => Promise<Effect>
  /** Does the act. `submission_id` stays the same until that has succeeded, so that a repeated request counts only once. */
  enter: (typed: Input, sent: { submission_id: string; expected: Effect }) => Promise<Result>
  onEntered?: () => void
}

/**
 * The form of an act whose effect is shown before it is done: submitting the form asks for the effect, `save` does the act with
 * exactly the values whose effect it is. `effect` is null once something else has been typed, and after the act.
 */
export function usePreviewedForm<
  Input extends FieldValues,
  Output extends FieldValues,
  Effect,
  Result,
>(
  form: UseFormReturn<Input, unknown, Output>,
  { fields, changes = [], look, enter, onEntered }: PreviewedFormOptions<Input, Effect, Result>,
) {
  const [submission_id, setSubmission] = useState(newUuid)
  const looking = useFormAction(
    form,
    async () => {
      const typed = form.getValues()
      return { of: JSON.stringify(typed), typed, effect: await look(typed) }
    },
    { fields },
  )
  const { run, reset, busy, result, error } = useAction(
    ({ typed, effect: expected }: { typed: Input; effect: Effect }) =>
      enter(typed, { submission_id, expected }),
    {
      changes,
      onSuccess() {
        setSubmission(newUuid())
        onEntered?.()
      },
    },
  )
  const isCurrent = looking.result?.of === JSON.stringify(form.watch()) && !result && !error
  const shown = isCurrent ? looking.result : null
  return {
    effect: shown?.effect ?? null,
    submit(event: FormEvent) {
      event.preventDefault()
      // What becomes of an act that is being sent isn't forgotten.
      if (busy) return
      reset()
      looking.submit(event)
    },
    looking: looking.busy,
    save: () => void (shown && run(shown)),
    saving: busy,
    result,
    error,
    /** Forgets what was entered last, for a form that is opened again. */
    forget: reset,
  }
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
