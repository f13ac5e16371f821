import {
  ArrowRight,
  Banknote,
  CalendarClock,
  CircleX,
  LayoutGrid,
  ReceiptText,
  RotateCw,
  Ticket,
  Wifi,
} from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { AnswerPage } from '#contract/assistant.ts'
import { ksh } from '#rules/money.ts'
import { BusyIndicator, Button } from '../ui/button.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import type { Exchange } from './exchange.ts'
import { CallOffice, CallSupport } from './main-menu.tsx'
import { SignInLink } from './prompts.tsx'
import type { MenuOption } from './state.ts'
import { MessageLog } from './transcript.tsx'
import type { Answers } from './use-answers.ts'
import type { Facts } from './use-facts.ts'

const MAX_SUGGESTIONS = 3
const NEAR_END_PX = 60
const ABOVE_QUESTION_PX = 14

interface Props {
  answers: Answers
  facts: Facts
  /** Messages about payments, which may arrive while support is open. */
  transcript: ReactNode
  scroller: RefObject<HTMLElement | null>
  onChoose: (option: MenuOption) => void
  /** Called when a link leads to another page. */
  onLeave: () => void
}

/** Questions to support, in free text. Answers are shown as text, never as HTML. */
export function Support({ answers, facts, transcript, scroller, onChoose, onLeave }: Props) {
  const { exchanges, asking } = answers
  const log = useRef<HTMLDivElement>(null)
  useFollowAnswer(scroller, exchanges)
  // The pressed button is removed, so focus goes to the log.
  const runAndFocusLog = (action: () => void) => {
    action()
    log.current?.focus({ preventScroll: true })
  }
  const faq = exchanges.length === 0 ? (facts.assistantData.data?.faq ?? []) : []
  const suggestions = faq.slice(0, MAX_SUGGESTIONS).map(({ question }) => question)
  const finished = asking ? undefined : exchanges.at(-1)
  const nearest = finished?.nearest ?? []
  return (
    <>
      <MessageLog ref={log}>
        {transcript}
        {/* Screen readers get the whole answer below, not its pieces one by one. */}
        <div aria-live="off" className="message-log">
          <p className="assistant-message">
            Ask me anything about {facts.company?.name ?? 'the residence'}. Never type a PIN or a
            password here.
          </p>
          {exchanges.map((exchange, index) => (
            <ExchangeView
              key={exchange.key}
              exchange={exchange}
              facts={facts}
              last={index === exchanges.length - 1}
              onAgain={() => runAndFocusLog(answers.askAgain)}
              onChoose={onChoose}
              onLeave={onLeave}
            />
          ))}
        </div>
      </MessageLog>
      <p className="visually-hidden" role="status">
        {finished && announcement(finished)}
      </p>
      <div className="assistant-menu">
        {finished && offersCall(finished) && (
          <>
            <CallOffice company={facts.company} label={notSure[finished.language].call} />
            {facts.company?.hours && <p className="small muted">{facts.company.hours}</p>}
          </>
        )}
        {finished && nearest.length > 0 && (
          <p className="small muted">
            {notSure[finished.language][finished.common ? 'common' : 'nearest']}
          </p>
        )}
        {(nearest.length > 0 ? nearest : suggestions).map((question) => (
          <button
            key={question}
            type="button"
            className="menu-option"
            disabled={!facts.online}
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
        {finished && isNotUnderstood(finished) && <p className="micro muted">{finished.failure}</p>}
      </div>
    </>
  )
}

/** A text in which the residence's telephone number can be pressed. */
function WithPhoneLinks({ text, phone }: { text: string; phone: string | undefined }) {
  if (!phone) return text
  return text.split(phone).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    <Fragment key={index}>
      {index > 0 && (
        <a className="nowrap" href={telephoneLink(phone)}>
          {phone}
        </a>
      )}
      {part}
    </Fragment>
  ))
}

/** A numbered line of an answer, such as `1. Check your SMS`. */
const step = /^\d+\. /

interface Part {
  isList: boolean
  lines: string[]
}

/** The paragraphs of an answer and its lists of steps, in their order. */
function partsOf(answer: string): Part[] {
  const parts: Part[] = []
  for (const line of answer.split('\n')) {
    const isList = step.test(line)
    const last = parts.at(-1)
    if (last?.isList === isList) last.lines.push(line)
    else parts.push({ isList, lines: [line] })
  }
  return parts.filter(({ lines }) => lines.some((line) => line.trim() !== ''))
}

function AnswerText({ text, phone }: { text: string; phone: string | undefined }) {
  const parts = partsOf(text).map(({ isList, lines }, index) => {
    const key = `${index}`
    if (!isList)
      return (
        <p key={key}>
          <WithPhoneLinks text={lines.join('\n').trim()} phone={phone} />
        </p>
      )
    return (
      <ol key={key} className="answer-steps">
        {lines.map((line) => (
          <li key={line}>
            <WithPhoneLinks text={line.replace(step, '')} phone={phone} />
          </li>
        ))}
      </ol>
    )
  })
  return (
    <div className="assistant-message multiline" dir="auto">
      {parts}
    </div>
  )
}

/** Texts for a question that was not understood, in the language of the question. */
const notSure = {
  en: {
    unsure: 'I’m not sure I understood that.',
    nearest: 'Did you mean one of these?',
    common: 'People often ask:',
    call: 'Call the office',
  },
  sw: {
    unsure: 'Samahani, sijaelewa vizuri.',
    nearest: 'Je, ulimaanisha mojawapo ya haya?',
    common: 'Maswali yanayoulizwa mara nyingi:',
    call: 'Piga simu ofisini',
  },
}

/** A permanent failure means that the question was not understood, as when there is no language model. */
const isNotUnderstood = ({ permanent }: Exchange) => permanent
/** Whether to offer a call to the office: there is no answer, only other questions at most. */
const offersCall = ({ permanent, nearest }: Exchange) => permanent || nearest.length > 0

const flowButtons = {
  lost_code: { label: 'Find my code', icon: Ticket },
  history: { label: 'Transaction history', icon: ReceiptText },
  rent: { label: 'Rent payment', icon: Banknote },
  promise: { label: 'Pay later', icon: CalendarClock },
  wifi: { label: 'Wifi', icon: Wifi },
}

/** Starts a suggested flow. A user who owes rent gets the form for their own rent, with the sum filled in. */
function FlowButton({
  flow,
  facts,
  onChoose,
}: Pick<Props, 'facts' | 'onChoose'> & { flow: keyof typeof flowButtons }) {
  const { label, icon } = flowButtons[flow]
  const { balance, account } = facts
  const due = flow === 'rent' && account.data !== undefined && balance !== null && balance > 0
  return due ? (
    <Button variant="mpesa block" icon={icon} onClick={() => onChoose('own_rent')}>
      <span>
        Pay <span className="money">{ksh(balance)}</span>
      </span>
    </Button>
  ) : (
    <Button variant="block" icon={icon} onClick={() => onChoose(flow)}>
      {label}
    </Button>
  )
}

const pageLinks: Record<AnswerPage, { label: string; to: (slug: string) => string }> = {
  transactions: { label: 'Transaction history', to: () => '/transactions' },
  claims: { label: 'Find my payment', to: () => '/where-is-my-payment' },
  wifi: { label: 'My wifi', to: () => '/wifi' },
  onboard: { label: 'Move in', to: (slug) => `/auth/onboard/${slug}` },
  profile: { label: 'Your profile', to: () => '/auth/user' },
  forgot: { label: 'Forgotten your password?', to: () => '/auth/forgot' },
  advertise: { label: 'Advertise', to: () => '/advertise' },
  terms: { label: 'Terms', to: (slug) => `/terms/${slug}` },
}

/** An answer may consist only of a suggested flow. */
const answerText = ({ answer, flow }: Exchange) =>
  answer === '' && flow === 'lost_code' ? 'I can find it by your payment reference.' : answer

const announcement = (exchange: Exchange) =>
  [
    answerText(exchange),
    isNotUnderstood(exchange) && notSure[exchange.language].unsure,
    exchange.failure,
    exchange.state === 'stopped' && 'Stopped.',
  ]
    .filter(Boolean)
    .join(' ')

interface ExchangeProps extends Pick<Props, 'facts' | 'onChoose' | 'onLeave'> {
  exchange: Exchange
  last: boolean
  onAgain: () => void
}

function ExchangeView({ exchange, facts, last, onAgain, onChoose, onLeave }: ExchangeProps) {
  const { question, state, failure, permanent, flow, page, language } = exchange
  const answer = answerText(exchange)
  return (
    <>
      <p className="assistant-message own" dir="auto">
        {question}
      </p>
      {answer !== '' && <AnswerText text={answer} phone={facts.company?.phone} />}
      {state === 'asking' && (
        <p className="small muted answer-pending">
          <BusyIndicator />
          {answer === '' ? 'Looking for an answer...' : 'Writing...'}
        </p>
      )}
      {state === 'stopped' && <p className="small muted">Stopped.</p>}
      {failure !== null && isNotUnderstood(exchange) && (
        <div className="assistant-message">
          <p>{notSure[language].unsure}</p>
          {!last && <p className="small muted">{failure}</p>}
        </div>
      )}
      {failure !== null && !isNotUnderstood(exchange) && (
        <div className="assistant-message card error">
          <p className="message-title">
            <CircleX className="icon" aria-hidden="true" />
            <b>{failure}</b>
          </p>
          {!(last && offersCall(exchange)) && (
            <CallSupport company={facts.company}>Stuck? Call</CallSupport>
          )}
        </div>
      )}
      {last && !permanent && (state === 'failed' || state === 'stopped') && (
        <Button
          variant="secondary block"
          icon={RotateCw}
          disabled={!facts.online}
          onClick={onAgain}
        >
          Try again
        </Button>
      )}
      {last && flow === 'sign_in' && <SignInLink flow="support" />}
      {last && flow && flow !== 'sign_in' && (
        <FlowButton flow={flow} facts={facts} onChoose={onChoose} />
      )}
      {last && page && (
        <Link
          to={pageLinks[page].to(facts.company?.slug ?? '')}
          className="button secondary block"
          prefetch="intent"
          onClick={onLeave}
        >
          <ArrowRight className="icon" aria-hidden="true" />
          {pageLinks[page].label}
        </Link>
      )}
    </>
  )
}

/**
 * Scrolls to a new question, and along with a growing answer for a user who is at the bottom, as long
 * as the whole question stays visible, or the end of a long one.
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
    const question = [...area.querySelectorAll('.assistant-message.own')].at(-1)
    if (!question) return
    const { top, bottom } = question.getBoundingClientRect()
    const from = Math.max(top - ABOVE_QUESTION_PX, bottom - clientHeight / 2)
    area.scrollTop = Math.max(scrollTop, scrollTop + from - area.getBoundingClientRect().top)
  }, [scroller, exchanges])
}
