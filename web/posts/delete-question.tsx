import { isMissing } from '../api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Note } from '../ui/note.tsx'
import { useAct } from '../ui/use-act.ts'

interface Props {
  title: string
  /** What else it means. */
  text: string
  /** Said of a failure that the server says nothing better about. */
  otherwise: string
  remove: () => Promise<unknown>
  onGone: () => void
  onClose: () => void
}

/** Asks before a post or a comment is deleted. */
export function DeleteQuestion({ title, text, otherwise, remove, onGone, onClose }: Props) {
  const { busy, error, act } = useAct<void>()
  const onAct = () =>
    act('delete', async () => {
      await remove().catch((failed: unknown) => {
        // Deleted already, in another tab perhaps: that is what was wanted.
        if (!isMissing(failed)) throw failed
      })
      onGone()
    })
  return (
    <ConfirmDialog
      title={title}
      act={busy ? 'deleting...' : 'Delete'}
      danger
      busy={busy !== null}
      onAct={() => void onAct()}
      onClose={onClose}
    >
      <p>{text}</p>
      {error && <Note kind="error">{errorMessage(error, otherwise)}</Note>}
    </ConfirmDialog>
  )
}
