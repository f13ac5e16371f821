import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { reason_required } from '#contract/posts.ts'
import { isVisible } from '#rules/visible.ts'
import { Note } from '../../ui/note.tsx'
import { Question } from '../../ui/question.tsx'
import '../../look/moderation.css'

interface Props {
  title: string
  act: string
  /** Who will read the reason. */
  hint: string
  busy: boolean
  failed: string | null
  onSend: (reason: string) => void
  onClose: () => void
  /** What it is about. */
  children: ReactNode
}

/** A question that wants to know why. */
export function ReasonQuestion({ hint, failed, onSend, children, ...question }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  function send() {
    const given = isVisible(reason)
    setMissing(!given)
    if (given) onSend(reason)
    else document.getElementById(id)?.focus()
  }
  return (
    <Question {...question} danger onAct={send}>
      {children}
      <div className="field">
        <label className="lab" htmlFor={id}>
          Why?
        </label>
        <textarea
          id={id}
          className="in area"
          dir="auto"
          rows={3}
          maxLength={500}
          value={reason}
          aria-invalid={missing}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            setReason(target.value)
            setMissing(false)
          }}
        />
        {missing ? (
          <p id={`${id}-hint`} className="err" role="alert">
            <CircleAlert className="ic" aria-hidden="true" />
            {reason_required}
          </p>
        ) : (
          <p id={`${id}-hint`} className="hint">
            {hint}
          </p>
        )}
      </div>
      {failed && <Note kind="error">{failed}</Note>}
    </Question>
  )
}
