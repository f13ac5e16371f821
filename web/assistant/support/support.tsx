import { CircleX, LayoutGrid, ReceiptText, RotateCw, Ticket } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { BusyIndicator } from '../../ui/button.tsx'
import { CallSupport } from '../call-support.tsx'
import type { MenuOption } from '../state.ts'
import { MessageLog } from '../talk/message-log.tsx'
import { SignInLink } from '../talk/sign-in-link.tsx'
import type { Facts } from '../use-facts.ts'
import type { Exchange } from './exchange.ts'
import type { Answers } from './use-answers.ts'

interface Props {
  answers: Answers
  facts: Facts
  /** What was said of payments meanwhile. */
  said: ReactNode
  scroller: RefObject<HTMLElement | null>
  onChoose: (option: MenuOption) => void
}

const most_suggestions = 3
/** Whoever is no further than this from the lower edge is at it. */
const near_px = 60

/** Free text, the only place for it (spec 2). What comes back is text, never anything that runs. */
export function Support({ answers, facts, said, scroller, onChoose }: Props) {
  const { exchanges, going } = answers
  const log = useRef<HTMLDivElement>(null)
  useNewestInSight(scroller, exchanges)
  // What was pressed is gone.
  const pressed = (act: () => void) => {
    act()
    log.current?.focus({ preventScroll: true })
  }
  const suggestions = exchanges.length === 0 ? (facts.offer.data?.faq ?? []) : []
  const finished = going ? undefined : exchanges.at(-1)
  return (
    <>
      <MessageLog ref={log}>
        {said}
        {/* Pieces are not announced one by one; the whole answer is, below. */}
        <div aria-live="off" className="log">
          <p className="message">
            Ask me anything about {facts.company?.name ?? 'the residence'}. Please type no PIN and
            no password.
          </p>
          {exchanges.map((one, index) => (
            <Exchanged
              key={one.key}
              exchange={one}
              facts={facts}
              last={index === exchanges.length - 1}
              onAgain={() => pressed(answers.askAgain)}
              onChoose={onChoose}
            />
          ))}
        </div>
      </MessageLog>
      <p className="visually-hidden" role="status">
        {finished && announced(finished)}
      </p>
      <div className="options">
        {suggestions.slice(0, most_suggestions).map(({ question }) => (
          <button
            key={question}
            type="button"
            className="o"
            onClick={() => pressed(() => answers.ask(question))}
            dir="auto"
          >
            {question}
          </button>
        ))}
        <button type="button" className="o" onClick={() => onChoose('main')}>
          <LayoutGrid className="icon" aria-hidden="true" />
          Main menu
        </button>
      </div>
    </>
  )
}

/** What a flow alone means, in words. */
const wordsOf = ({ answer, flow }: Exchange) =>
  answer === '' && flow === 'lost_code' ? 'I can find it by the reference of your payment.' : answer

const announced = (exchange: Exchange) =>
  [wordsOf(exchange), exchange.failure, exchange.state === 'stopped' && 'Stopped.']
    .filter(Boolean)
    .join(' ')

interface ExchangedProps extends Pick<Props, 'facts' | 'onChoose'> {
  exchange: Exchange
  last: boolean
  onAgain: () => void
}

function Exchanged({ exchange, facts, last, onAgain, onChoose }: ExchangedProps) {
  const { question, state, failure, lasting, flow } = exchange
  const answer = wordsOf(exchange)
  return (
    <>
      <p className="message me" dir="auto">
        {question}
      </p>
      {answer !== '' && (
        <p className="message prose" dir="auto">
          {answer}
        </p>
      )}
      {state === 'asking' && (
        <p className="small muted thinking">
          <BusyIndicator />
          {answer === '' ? 'Looking for the answer...' : 'Writing...'}
        </p>
      )}
      {state === 'stopped' && <p className="small muted">Stopped.</p>}
      {failure !== null && (
        <div className="message full error">
          <p className="said">
            <CircleX className="icon" aria-hidden="true" />
            <b>{failure}</b>
          </p>
          <CallSupport company={facts.company}>Stuck? Call</CallSupport>
        </div>
      )}
      {last && !lasting && (state === 'failed' || state === 'stopped') && (
        <button type="button" className="button secondary w-full" onClick={onAgain}>
          <RotateCw className="icon" aria-hidden="true" />
          Try again
        </button>
      )}
      {last && flow === 'sign_in' && <SignInLink flow="support" />}
      {last && flow === 'lost_code' && (
        <button type="button" className="button w-full" onClick={() => onChoose(flow)}>
          <Ticket className="icon" aria-hidden="true" />
          Find my code
        </button>
      )}
      {last && flow === 'history' && (
        <button type="button" className="button w-full" onClick={() => onChoose(flow)}>
          <ReceiptText className="icon" aria-hidden="true" />
          Transaction history
        </button>
      )}
    </>
  )
}

/**
 * A new question comes into sight. An answer is followed by who is at the lower edge, as long as
 * its beginning stays in sight.
 */
function useNewestInSight(scroller: Props['scroller'], exchanges: Exchange[]) {
  const before = useRef({ count: exchanges.length, height: 0 })
  useLayoutEffect(() => {
    const area = scroller.current
    if (!area) return
    const { count, height } = before.current
    const { scrollHeight, clientHeight, scrollTop } = area
    before.current = { count: exchanges.length, height: scrollHeight }
    const asked = exchanges.length > count
    if (!asked && height - clientHeight - scrollTop > near_px) return
    const answer = [...area.querySelectorAll('.message.me')].at(-1)?.nextElementSibling
    const top = area.getBoundingClientRect().top + near_px
    const beginning = answer
      ? scrollTop + answer.getBoundingClientRect().top - top
      : Number.POSITIVE_INFINITY
    area.scrollTop = Math.min(scrollHeight, Math.max(scrollTop, beginning))
  }, [scroller, exchanges])
}
