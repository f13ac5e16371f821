import { useId, useRef, useState } from 'react'
import { reason_required, reasonForm } from '#contract/posts.ts'
import { failureWords } from '../ui/failure-words.ts'
import { Note } from '../ui/note.tsx'
import { Question } from '../ui/question.tsx'
import { useAct } from '../ui/use-act.ts'
import { TextBox } from './text-box.tsx'

interface Props {
  what: string
  send: (reason: string) => Promise<{ message: string }>
  /** With the server's thanks. */
  onTold: (thanks: string) => void
  onClose: () => void
}

/** Why something is reported. */
export function ReportQuestion({ what, send, onTold, onClose }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { busy, error, act } = useAct<void>()
  const box = useRef<HTMLTextAreaElement>(null)

  function onAct() {
    const read = reasonForm.safeParse({ reason })
    setWrong(read.success ? undefined : (read.error.issues[0]?.message ?? reason_required))
    if (!read.success) return box.current?.focus()
    void act('report', async () => onTold((await send(read.data.reason)).message))
  }
  return (
    <Question
      title={`Report this ${what}`}
      act={busy ? 'sending...' : 'Send report'}
      busy={busy !== null}
      onAct={onAct}
      onClose={onClose}
    >
      <TextBox
        id={id}
        ref={box}
        label="What is wrong with it?"
        hint="Staff see it with your name; its author does not."
        error={wrong}
        rows={3}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {error && (
        <Note kind="error">
          {failureWords(error, 'Your report was not sent. Please try again.')}
        </Note>
      )}
    </Question>
  )
}
