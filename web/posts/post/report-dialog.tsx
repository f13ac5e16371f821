import { reportComment, reportPost } from '#contract/posts.ts'
import { call } from '../../api.ts'
import { ReasonDialog } from '../../moderation/reason-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'

interface Props {
  subject: 'post' | 'comment'
  id: number
  /** Called with the server's message of thanks. */
  onSent: (message: string) => void
  onClose: () => void
}

export function ReportDialog({ subject, id, onSent, onClose }: Props) {
  const { run, busy, error } = useAction(
    (reason: string) =>
      call(subject === 'post' ? reportPost : reportComment, { params: { id }, body: { reason } }),
    { onSuccess: ({ message }) => onSent(message) },
  )
  return (
    <ReasonDialog
      title={`Report this ${subject}`}
      action={busy ? 'sending...' : 'Send report'}
      label="What is wrong with it?"
      hint="Staff see your name; the author doesn’t."
      busy={busy}
      error={error}
      fallback="Your report was not sent. Please try again."
      onSend={(reason) => void run(reason)}
      onClose={onClose}
    />
  )
}
