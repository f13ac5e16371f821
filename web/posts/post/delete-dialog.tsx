import { isMissing } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'

interface Props {
  title: string
  /** The consequences of the deletion. */
  text: string
  /** Error message for a failure for which the server gives none. */
  fallback: string
  remove: () => Promise<unknown>
  onDeleted: () => void
  onClose: () => void
}

/** Asks for confirmation before a post or a comment is deleted. */
export function DeleteDialog({ title, text, fallback, remove, onDeleted, onClose }: Props) {
  const { run, busy, error } = useAction(
    () =>
      remove().catch((failure: unknown) => {
        // Already deleted, perhaps in another tab.
        if (!isMissing(failure)) throw failure
      }),
    { onSuccess: onDeleted },
  )
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={busy ? 'deleting...' : 'Delete'}
      danger
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{text}</p>
      {error && <Note kind="error">{errorMessage(error, fallback)}</Note>}
    </ConfirmDialog>
  )
}
