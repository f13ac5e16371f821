import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { MAX_MESSAGE_CHARACTERS } from '#contract/chat.ts'
import { isVisible } from '#rules/visible.ts'
import { CopyButton } from '../ui/copy-button.tsx'

interface Props {
  /** What stood here before the page was left. */
  draft: string
  /** Said above it while nothing can be written; what was typed stays, to be copied. */
  closed: ReactNode
  onDraft: (text: string) => void
  onTyping: () => void
  onSend: (text: string) => void
}

/** Where one writes: Enter sends, Shift and Enter breaks the line. */
export function Composer({ draft, closed, onDraft, onTyping, onSend }: Props) {
  const [text, setText] = useState(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const isClosed = Boolean(closed)
  const too_many = isClosed ? 0 : text.trim().length - MAX_MESSAGE_CHARACTERS
  const ready = !isClosed && isVisible(text) && too_many <= 0

  function change(next: string) {
    setText(next)
    onDraft(next)
    if (isVisible(next)) onTyping()
  }
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (!ready) return
    onSend(text.trim())
    setText('')
    onDraft('')
    field.current?.focus()
  }
  return (
    <>
      {closed}
      {(!isClosed || isVisible(text)) && (
        <form className="chat-send" onSubmit={send}>
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
            aria-invalid={too_many > 0}
            aria-describedby={too_many > 0 ? id : undefined}
            onChange={({ target }) => change(target.value)}
            onKeyDown={(event) => {
              // A key that chooses among suggestions sends nothing.
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              send(event)
            }}
          />
          {isClosed ? (
            <CopyButton text={text} of=" what you typed" className="button secondary" />
          ) : (
            <button type="submit" className="button" disabled={!ready}>
              Send
            </button>
          )}
          {too_many > 0 && (
            <p className="field-error all" id={id} role="alert">
              At most {MAX_MESSAGE_CHARACTERS} characters. Please leave out {too_many}.
            </p>
          )}
        </form>
      )}
    </>
  )
}

/** An author has chosen nobody yet. */
export const NoComposer = () => (
  <form className="chat-send">
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
