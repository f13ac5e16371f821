import type { ReactNode } from 'react'
import { undoForm } from '#contract/entries.ts'
import { ActionResult } from './action-result.tsx'
import { Button, SubmitButton } from './button.tsx'
import { isConflict } from './error-message.ts'
import { TextField } from './field.tsx'
import { useFormAction, useSchemaForm } from './form.ts'
import { FormError } from './form-error.tsx'
import { useAction } from './use-action.ts'

interface Props<Effect, Result> {
  /** The labels of the button that shows the effect and of the one that takes it back. */
  labels: [look: string, undo: string | ((effect: Effect) => string)]
  /** The subject of the buttons, for screen readers. */
  about?: string
  look: () => Promise<Effect>
  undo: (sent: { reason: string; expected: Effect }) => Promise<Result>
  changes: readonly { path: string }[]
  /** Content that replaces the form afterwards, if the item that was taken back stays on the page. */
  done?: (result: Result) => ReactNode
  children: (effect: Effect) => ReactNode
}

/** Takes something back, after showing the effect (or why it can't be taken back) and asking for a reason. */
export function UndoForm<Effect, Result>({
  labels: [lookLabel, undoLabel],
  about,
  look,
  undo,
  changes,
  done,
  children,
}: Props<Effect, Result>) {
  const form = useSchemaForm(undoForm, { defaultValues: { reason: '' } })
  const { errors } = form.formState
  const looking = useAction(look)
  const effect = looking.result
  const undoing = useFormAction(
    form,
    async ({ reason }) => (effect === null ? null : undo({ reason, expected: effect })),
    {
      fields: ['reason'],
      changes,
      // The effect has changed, so the new one is fetched, or why there is none; the reason stays as it was typed.
      onError: (error) => {
        if (isConflict(error)) void looking.run()
      },
    },
  )
  const after = undoing.result && done?.(undoing.result)
  if (after) return after
  if (effect === null) {
    return (
      <>
        <Button variant="quiet compact" busy={looking.busy} onClick={() => void looking.run()}>
          {lookLabel}
          {about && <span className="visually-hidden"> {about}</span>}
        </Button>
        <ActionResult success={null} error={looking.error} />
      </>
    )
  }
  return (
    <form className="suggestion stack-small" onSubmit={undoing.submit} noValidate>
      {children(effect)}
      <TextField
        label="Reason"
        hint="The tenant sees this reason. Please don’t name anyone else."
        autoFocus
        error={errors.reason?.message}
        announce
        {...form.register('reason')}
      />
      {errors.root?.refused && <FormError id="undo-error">{errors.root.refused.message}</FormError>}
      <div className="row wrap">
        <SubmitButton busy={undoing.busy}>
          {typeof undoLabel === 'string' ? undoLabel : undoLabel(effect)}
        </SubmitButton>
        <Button variant="quiet" onClick={looking.reset}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
