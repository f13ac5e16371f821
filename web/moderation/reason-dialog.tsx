import type { ReactNode } from 'react'
import { MAX_REASON_LENGTH, reasonForm } from '#contract/posts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { errorMessage, isConflict } from '../ui/error-message.ts'
import { TextArea } from '../ui/field.tsx'
import { useSchemaForm } from '../ui/form.ts'
import { Note } from '../ui/note.tsx'

export const takeDownDialog = {
  title: 'Take this post down?',
  action: 'Take down',
  hint: 'The author sees this reason, and can edit the post and send it in again.',
}

interface Props {
  title: string
  /** Label of the button that sends. */
  action: string
  danger?: boolean
  /** Label of the field for the reason. */
  label: string
  /** Hint that says who will read the reason. */
  hint: string
  busy: boolean
  error: Error | null
  /** Error message for a failure for which the server gives none. */
  fallback?: string
  onSend: (reason: string) => void
  onClose: () => void
  /** The post or comment that it is about. */
  children?: ReactNode
}

/** A confirmation that needs a reason: for a report, a rejection or a removal. */
export function ReasonDialog({
  action,
  label,
  hint,
  error,
  fallback = 'That did not work. Please try again.',
  onSend,
  children,
  ...dialog
}: Props) {
  const { register, handleSubmit, clearErrors, formState } = useSchemaForm(reasonForm, {
    defaultValues: { reason: '' },
  })
  const send = handleSubmit(({ reason }) => onSend(reason))
  return (
    <ConfirmDialog {...dialog} confirmLabel={action} onConfirm={() => void send()}>
      {children}
      <TextArea
        label={label}
        hint={hint}
        error={formState.errors.reason?.message}
        rows={3}
        maxLength={MAX_REASON_LENGTH}
        {...register('reason', { onChange: () => clearErrors('reason') })}
      />
      {error && (
        <Note kind={isConflict(error) ? 'information' : 'error'}>
          {errorMessage(error, fallback)}
        </Note>
      )}
    </ConfirmDialog>
  )
}
