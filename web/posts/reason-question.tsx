import { type ReactNode, useId, useRef, useState } from 'react'
import { MAX_REASON_LENGTH, REASON_REQUIRED, reasonForm } from '#contract/posts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextArea } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'

interface Props {
  title: string
  act: string
  danger?: boolean
  /** Asks for the reason. */
  label: string
  /** Who will read the reason. */
  hint: string
  busy: boolean
  failed: string | null
  onSend: (reason: string) => void
  onClose: () => void
  /** What it is about. */
  children?: ReactNode
}

/** A question that wants to know why. */
export function ReasonQuestion({ label, hint, failed, onSend, children, ...question }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  function send() {
    const read = reasonForm.safeParse({ reason })
    setWrong(read.success ? undefined : (read.error.issues[0]?.message ?? REASON_REQUIRED))
    if (read.success) onSend(read.data.reason)
    else box.current?.focus()
  }
  return (
    <ConfirmDialog {...question} onAct={send}>
      {children}
      <TextArea
        id={id}
        ref={box}
        label={label}
        hint={hint}
        error={wrong}
        rows={3}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value)
          setWrong(undefined)
        }}
      />
      {failed && <Note kind="error">{failed}</Note>}
    </ConfirmDialog>
  )
}
