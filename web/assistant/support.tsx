import { CircleX, LayoutGrid, ReceiptText, RotateCw, Square, Ticket } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { MAX_QUESTION_LENGTH } from '#contract/assistant.ts'
import { isVisible } from '#rules/visible.ts'
import { BusyIndicator, Button } from '../ui/button.tsx'
import type { Exchange } from './exchange.ts'
import { CallSupport } from './main-menu.tsx'
import { SignInLink } from './prompts.tsx'
import type { MenuOption } from './state.ts'
import { MessageLog } from './transcript.tsx'
import type { Answers } from './use-answers.ts'
import type { Facts } from './use-facts.ts'

const MAX_SUGGESTIONS = 3
/** Within this distance of the bottom the log scrolls along with the growing answer. */
const NEAR_END_PX = 60
/** From this length on, the number of characters left is shown. */
const COUNTER_SHOWN_FROM = 400

interface Props {
  answers: Answers
  facts: Facts
  /** Messages about payments, which may arrive meanwhile. */
  transcript: ReactNode
  scroller: RefObject<HTMLElement | null>
  onChoose: (option: MenuOption) => void
}

/** Questions to support, in free text. Answers are shown as text, never as HTML. */
export function Support({ answers, facts, transcript, scroller, onChoose }: Props) {
  const { exchanges, asking } = answers
  const log = useRef<HTMLDivElement>(null)
  useFollowAnswer(scroller, exchanges)
  // The pressed button is removed, so focus goes to the log.
  const runAndFocusLog = (action: () => void) => {
    action()
    log.current?.focus({ preventScroll: true })
  }
  const suggestions = exchanges.length === 0 ? (facts.assistantData.data?.faq ?? []) : []
  const finished = asking ? undefined : exchanges.at(-1)
  return (
    <>
      <MessageLog ref={log}>
        {transcript}
        {/* Screen readers get the whole answer below, not its pieces one by one. */}
        <div aria-live="off" className="message-log">
          <p className="assistant-message">
            Ask me anything about {facts.company?.name ?? 'the residence'}. Please type no PIN and
            no password.
          </p>
          {exchanges.map((exchange, index) => (
            <ExchangeView
              key={exchange.key}
              exchange={exchange}
              facts={facts}
              last={index === exchanges.length - 1}
              onAgain={() => runAndFocusLog(answers.askAgain)}
              onChoose={onChoose}
            />
          ))}
        </div>
      </MessageLog>
      <p className="visually-hidden" role="status">
        {finished && announcement(finished)}
      </p>
      <div className="assistant-menu">
        {suggestions.slice(0, MAX_SUGGESTIONS).map(({ question }) => (
          <button
            key={question}
            type="button"
            className="menu-option"
            onClick={() => runAndFocusLog(() => answers.ask(question))}
            dir="auto"
          >
            {question}
          </button>
        ))}
        <button type="button" className="menu-option" onClick={() => onChoose('main')}>
          <LayoutGrid className="icon" aria-hidden="true" />
          Main menu
        </button>
      </div>
    </>
  )
}

/** An answer may consist only of a suggested flow. */
const answerText = ({ answer, flow }: Exchange) =>
  answer === '' && flow === 'lost_code' ? 'I can find it by the reference of your payment.' : answer

const announcement = (exchange: Exchange) =>
  [answerText(exchange), exchange.failure, exchange.state === 'stopped' && 'Stopped.']
    .filter(Boolean)
    .join(' ')

interface ExchangeProps extends Pick<Props, 'facts' | 'onChoose'> {
  exchange: Exchange
  last: boolean
  onAgain: () => void
}

function ExchangeView({ exchange, facts, last, onAgain, onChoose }: ExchangeProps) {
  const { question, state, failure, permanent, flow } = exchange
  const answer = answerText(exchange)
  return (
    <>
      <p className="assistant-message own" dir="auto">
        {question}
      </p>
      {answer !== '' && (
        <p className="assistant-message multiline" dir="auto">
          {answer}
        </p>
      )}
      {state === 'asking' && (
        <p className="small muted answer-pending">
          <BusyIndicator />
          {answer === '' ? 'Looking for the answer...' : 'Writing...'}
        </p>
      )}
      {state === 'stopped' && <p className="small muted">Stopped.</p>}
      {failure !== null && (
        <div className="assistant-message card error">
          <p className="message-title">
            <CircleX className="icon" aria-hidden="true" />
            <b>{failure}</b>
          </p>
          <CallSupport company={facts.company}>Stuck? Call</CallSupport>
        </div>
      )}
      {last && !permanent && (state === 'failed' || state === 'stopped') && (
        <Button variant="secondary block" icon={RotateCw} onClick={onAgain}>
          Try again
        </Button>
      )}
      {last && flow === 'sign_in' && <SignInLink flow="support" />}
      {last && flow === 'lost_code' && (
        <Button variant="block" icon={Ticket} onClick={() => onChoose(flow)}>
          Find my code
        </Button>
      )}
      {last && flow === 'history' && (
        <Button variant="block" icon={ReceiptText} onClick={() => onChoose(flow)}>
          Transaction history
        </Button>
      )}
    </>
  )
}

/**
 * Scrolls to a new question, and along with a growing answer for a user who is at the bottom, as long
 * as its beginning stays visible.
 */
function useFollowAnswer(scroller: Props['scroller'], exchanges: Exchange[]) {
  const before = useRef({ count: exchanges.length, height: 0 })
  useLayoutEffect(() => {
    const area = scroller.current
    if (!area) return
    const { count, height } = before.current
    const { scrollHeight, clientHeight, scrollTop } = area
    before.current = { count: exchanges.length, height: scrollHeight }
    const asked = exchanges.length > count
    if (!asked && height - clientHeight - scrollTop > NEAR_END_PX) return
    const answer = [...area.querySelectorAll('.assistant-message.own')].at(-1)?.nextElementSibling
    const top = area.getBoundingClientRect().top + NEAR_END_PX
    const beginning = answer
      ? scrollTop + answer.getBoundingClientRect().top - top
      : Number.POSITIVE_INFINITY
    area.scrollTop = Math.min(scrollHeight, Math.max(scrollTop, beginning))
  }, [scroller, exchanges])
}

/** The field for a question: Enter sends it, Shift and Enter starts a new line. */
export function QuestionForm({ answers }: { answers: Answers }) {
  const { draft, setDraft, asking, ask, stop } = answers
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const length = draft.trim().length
  const excess = length - MAX_QUESTION_LENGTH
  const ready = isVisible(draft) && excess <= 0

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
        aria-invalid={excess > 0}
        aria-describedby={length > COUNTER_SHOWN_FROM ? id : undefined}
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
      {length > COUNTER_SHOWN_FROM && (
        <p
          key={excess > 0 ? 'error' : 'hint'}
          id={id}
          className={excess > 0 ? 'field-error question-length' : 'hint question-length'}
          role={excess > 0 ? 'alert' : undefined}
        >
          {excess > 0
            ? `At most ${MAX_QUESTION_LENGTH} characters. Please leave out ${excess}.`
            : `${length} of ${MAX_QUESTION_LENGTH} characters`}
        </p>
      )}
    </form>
  )
}
