import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { most_message_characters } from '#contract/chat.ts'
import { isVisible } from '#rules/visible.ts'

interface Props {
  /** What stood here before the page was left. */
  draft: string
  onDraft: (text: string) => void
  onTyping: () => void
  onSend: (text: string) => void
}

/** Where one writes: Enter sends, Shift and Enter breaks the line. */
export function Composer({ draft, onDraft, onTyping, onSend }: Props) {
  const [text, setText] = useState(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const too_many = text.trim().length - most_message_characters
  const ready = isVisible(text) && too_many <= 0

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
    <form className="send" onSubmit={send}>
      <textarea
        ref={field}
        className="in"
        rows={1}
        dir="auto"
        value={text}
        enterKeyHint="send"
        placeholder="Type your message..."
        aria-label="Your message"
        aria-invalid={too_many > 0}
        aria-describedby={too_many > 0 ? id : undefined}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          // A key that chooses among suggestions sends nothing.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          send(event)
        }}
      />
      <button type="submit" className="btn" disabled={!ready}>
        Send
      </button>
      {too_many > 0 && (
        <p className="err all" id={id} role="alert">
          At most {most_message_characters} characters. Please leave out {too_many}.
        </p>
      )}
    </form>
  )
}

/** An author has chosen nobody yet. */
export const NoComposer = () => (
  <form className="send">
    <textarea
      className="in"
      rows={1}
      placeholder="Type your message..."
      aria-label="Your message"
      disabled
    />
    <button type="submit" className="btn" disabled>
      Send
    </button>
  </form>
)
