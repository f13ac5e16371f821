import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ksh } from '#rules/money.ts'
import type { Menu, MenuEvent, MenuQuestion } from './mpesa-menu.ts'
import { StkCard } from './stk-card.tsx'

interface ConfirmProps {
  menu: Menu
  business: string | null
  onEvent: (event: MenuEvent) => void
}

/** The confirmation of the payment, and the wait for its result. */
export function MenuConfirm({ menu, business, onEvent }: ConfirmProps) {
  const { stage, typed } = menu
  const sending = stage.at === 'sending'
  return (
    <div className="stk-question">
      <StkCard>
        <p>
          Send <b className="money">{ksh(Number(typed.amount))}.00</b> to{' '}
          {business && <b>{business}</b>}
          {business && ', '}business no. <b className="tabular">{typed.business}</b>, account no.{' '}
          <b className="tabular">{typed.account.trim()}</b>?
        </p>
        <p className="stk-hint" role="status">
          {sending && 'Sending. Checking with the business.'}
        </p>
      </StkCard>
      <div className="keypad-submit">
        <button
          type="button"
          className="button mpesa block"
          aria-busy={sending}
          onClick={() => onEvent({ type: 'next' })}
        >
          {sending ? 'Sending...' : 'Send'}
        </button>
      </div>
    </div>
  )
}

interface ResultProps {
  menu: Menu
  /** Link to the home screen. */
  home: string
  business: string | null
  onEvent: (event: MenuEvent) => void
}

const retryLabels: Record<MenuQuestion | 'confirm', string> = {
  business: 'Change the business number',
  account: 'Change the account number',
  amount: 'Change the amount',
  pin: 'Type another PIN',
  confirm: 'Try again',
}

/** The result of the payment. */
export function MenuResult({ menu, home, business, onEvent }: ResultProps) {
  const { stage, typed } = menu
  if (stage.at === 'sent')
    return (
      <ResultCard
        icon={<CircleCheck className="icon" aria-hidden="true" />}
        word="Sent."
        text={
          <>
            {ksh(Number(typed.amount))} to {business ?? `business no. ${typed.business}`}, account{' '}
            {typed.account.trim()}. Receipt <span className="tabular">{stage.receipt}</span>
          </>
        }
      >
        <Link
          className="button mpesa block"
          to={home}
          preventScrollReset
          onClick={() => onEvent({ type: 'back' })}
        >
          OK
        </Link>
      </ResultCard>
    )
  if (stage.at !== 'refused') return null
  return (
    <ResultCard
      icon={<CircleX className="icon error" aria-hidden="true" />}
      word={stage.unanswered ? 'No answer came back.' : 'Not sent.'}
      text={
        stage.unanswered
          ? 'The money may have gone all the same. Look in your messages before you send again.'
          : stage.why
      }
    >
      <button
        type="button"
        className="button mpesa block"
        onClick={() => onEvent({ type: 'next' })}
      >
        {retryLabels[stage.retryAt]}
      </button>
      <Link className="phone-plain-link" to={home} preventScrollReset>
        Cancel
      </Link>
    </ResultCard>
  )
}

interface ResultCardProps {
  icon: ReactNode
  word: string
  text: ReactNode
  children: ReactNode
}

const ResultCard = ({ icon, word, text, children }: ResultCardProps) => (
  <div className="stk-question">
    <StkCard>
      <div className="stk-result" role="status">
        {icon}
        <p>
          <b>{word}</b> {text}
        </p>
      </div>
    </StkCard>
    <div className="keypad-submit">{children}</div>
  </div>
)
