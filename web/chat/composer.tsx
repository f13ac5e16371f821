import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { MAX_MESSAGE_CHARACTERS } from '#contract/chat.ts'
import { isVisible } from '#rules/visible.ts'
import { CopyButton } from '../ui/copy-button.tsx'

interface Props {
  initialText: string
  /** Shown instead of the field while writing is impossible; text typed before stays visible so that it can be copied. */
  closed: ReactNode
  onChange: (text: string) => void
  onTyping: () => void
  onSend: (text: string) => void
}

/** The field for a message: Enter sends, Shift and Enter starts a new line. */
export function Composer({ initialText, closed, onChange, onTyping, onSend }: Props) {
  const [text, setText] = useState(initialText)
  const field = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()
  const isClosed = Boolean(closed)
  const excess = isClosed ? 0 : text.trim().length - MAX_MESSAGE_CHARACTERS
  const canSend = !isClosed && isVisible(text) && excess <= 0

  function change(next: string) {
    setText(next)
    onChange(next)
    if (isVisible(next)) onTyping()
  }
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (!canSend) return
    onSend(text.trim())
    setText('')
    onChange('')
    field.current?.focus()
  }
  return (
    <>
      {closed}
      {(!isClosed || isVisible(text)) && (
        <form className="composer" onSubmit={send}>
          <textarea
            ref={field}
            className="input"
            rows={1}
            dir="auto"
            value={text}
            enterKeyHint="send"
            placeholder="Type your message..."
            readOnly={isClosed}
            aria-label={isClosed ? 'What you typed' : 'Your message'}
            aria-invalid={excess > 0}
            aria-describedby={excess > 0 ? errorId : undefined}
            onChange={({ target }) => change(target.value)}
            onKeyDown={(event) => {
              // While an input method shows suggestions, Enter chooses one.
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              send(event)
            }}
          />
          {isClosed ? (
            <CopyButton text={text} of=" what you typed" className="button secondary" />
          ) : (
            <button type="submit" className="button" disabled={!canSend}>
              Send
            </button>
          )}
          {excess > 0 && (
            <p className="field-error composer-error" id={errorId} role="alert">
              At most {MAX_MESSAGE_CHARACTERS} characters. Please leave out {excess}.
            </p>
          )}
        </form>
      )}
    </>
  )
}

/** Shown to an author who has not chosen a conversation. */
export const DisabledComposer = () => (
  <form className="composer">
    <textarea
      className="input"
      rows={1}
      placeholder="Type your message..."
      aria-label="Your message"
      disabled
    />
    <button type="submit" className="button" disabled>
      Send
    </button>
  </form>
)
