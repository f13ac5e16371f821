import { errorMessage } from '../ui/error-message.ts'
import { useAct } from '../ui/use-act.ts'
import { ReasonQuestion } from './reason-question.tsx'

interface Props {
  what: string
  send: (reason: string) => Promise<{ message: string }>
  /** With the server's thanks. */
  onTold: (thanks: string) => void
  onClose: () => void
}

/** Why something is reported. */
export function ReportQuestion({ what, send, onTold, onClose }: Props) {
  const { busy, error, act } = useAct<void>()
  return (
    <ReasonQuestion
      title={`Report this ${what}`}
      act={busy ? 'sending...' : 'Send report'}
      label="What is wrong with it?"
      hint="Staff see it with your name; its author does not."
      busy={busy !== null}
      failed={error && errorMessage(error, 'Your report was not sent. Please try again.')}
      onSend={(reason) => void act('report', async () => onTold((await send(reason)).message))}
      onClose={onClose}
    />
  )
}
