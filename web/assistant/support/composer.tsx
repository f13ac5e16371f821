import { Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { MAX_QUESTION_LENGTH } from '#contract/assistant.ts'
import { isVisible } from '#rules/visible.ts'
import type { Answers } from './use-answers.ts'

/** From here on it is said how much room is left. */
const near_the_end = 400

/** Where one writes: Enter sends, Shift and Enter breaks the line. */
export function Composer({ answers }: { answers: Answers }) {
  const { draft, setDraft, going, ask, stop } = answers
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const length = draft.trim().length
  const too_many = length - MAX_QUESTION_LENGTH
  const ready = isVisible(draft) && too_many <= 0

  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (going || !ready) return
    ask(draft)
    setDraft('')
    field.current?.focus()
  }
  return (
    <form className="question-form" onSubmit={send}>
      <textarea
        ref={field}
        className="input"
        rows={1}
        dir="auto"
        value={draft}
        enterKeyHint="send"
        aria-label="Your question"
        placeholder="Your question..."
        aria-invalid={too_many > 0}
        aria-describedby={length > near_the_end ? id : undefined}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={(event) => {
          // A key that chooses among suggestions sends nothing.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          send(event)
        }}
      />
      {going ? (
        <button
          type="button"
          className="button secondary"
          onClick={() => {
            stop()
            field.current?.focus()
          }}
        >
          <Square className="icon" aria-hidden="true" />
          Stop
        </button>
      ) : (
        <button type="submit" className="button" disabled={!ready}>
          Send
        </button>
      )}
      {length > near_the_end && (
        <p
          key={too_many > 0 ? 'field-error' : 'hint'}
          id={id}
          className={too_many > 0 ? 'field-error length' : 'hint length'}
          role={too_many > 0 ? 'alert' : undefined}
        >
          {too_many > 0
            ? `At most ${MAX_QUESTION_LENGTH} characters. Please leave out ${too_many}.`
            : `${length} of ${MAX_QUESTION_LENGTH} characters`}
        </p>
      )}
    </form>
  )
}
