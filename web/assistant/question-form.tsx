import { Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { MAX_QUESTION_LENGTH } from '#contract/assistant.ts'
import { containsPin } from '#rules/assistant/pin.ts'
import { isVisible } from '#rules/visible.ts'
import { Button } from '../ui/button.tsx'
import type { Answers } from './use-answers.ts'

const COUNTER_SHOWN_FROM = 400

/** The field for a question: Enter sends it, Shift and Enter starts a new line. */
export function QuestionForm({ answers, online }: { answers: Answers; online: boolean }) {
  const { draft, setDraft, asking, ask, stop } = answers
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const length = draft.trim().length
  const excess = length - MAX_QUESTION_LENGTH
  const hasPin = containsPin(draft)
  const error = hasPin
    ? 'Never share your PIN.'
    : excess > 0 && `At most ${MAX_QUESTION_LENGTH} characters. Please leave out ${excess}.`
  const noted = error || !online || length > COUNTER_SHOWN_FROM
  const ready = online && isVisible(draft) && !error

  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (asking || !ready) return
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
        aria-invalid={Boolean(error)}
        aria-describedby={noted ? id : undefined}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={(event) => {
          // While an input method shows suggestions, Enter chooses one.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          send(event)
        }}
      />
      {asking ? (
        <Button
          variant="secondary"
          icon={Square}
          onClick={() => {
            stop()
            field.current?.focus()
          }}
        >
          Stop
        </Button>
      ) : (
        <Button type="submit" disabled={!ready}>
          Send
        </Button>
      )}
      {noted && (
        <p
          key={error ? 'error' : 'hint'}
          id={id}
          className={error ? 'field-error question-length' : 'hint question-length'}
          role={error ? 'alert' : undefined}
        >
          {error ||
            (!online && 'No network. You can ask when you’re back online.') ||
            `${length} of ${MAX_QUESTION_LENGTH} characters`}
        </p>
      )}
    </form>
  )
}
