import { CircleCheckBig, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { StkPushState } from '#contract/payments.ts'
import { groupByFour } from '#rules/account-number.ts'
import { formatDateTime, formatMinutes } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { polling } from '#rules/payment.ts'
import { formatPhone } from '#rules/phone.ts'
import { formatBundlePrice } from '#rules/wifi.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { isWifi, type PushDetails, pushRequestOf, type Stage } from './state.ts'
import type { Facts } from './use-facts.ts'

const RENT_STEPS = ['Account', 'Phone', 'Amount', 'PIN']
const WIFI_STEPS = ['Bundle', 'Phone', 'PIN']

/** The index of the step that a stage belongs to; null for stages without steps. */
function stepOf(stage: Stage, names: string[]): number | null {
  switch (stage.at) {
    case 'account':
      return 0
    case 'phone':
      return 1
    case 'amount':
      return 2
    case 'sending':
    case 'waiting':
    case 'failed':
    case 'refused':
    case 'unknown':
      return names.length - 1
    case 'paid':
    case 'completed':
      return names.length
    default:
      return null
  }
}

/** The steps of a payment in progress. They are not shown once it is paid, because the dialog has no room to spare. */
export function PaymentSteps({ stage }: { stage: Stage }) {
  const names = isWifi(stage) ? WIFI_STEPS : RENT_STEPS
  const now = stepOf(stage, names)
  if (now === null || now === names.length) return null
  const current = stage.at === 'failed' || stage.at === 'refused' ? 'failed' : 'current'
  return (
    <ol className="payment-steps">
      {names.map((name, step) => (
        <li
          key={name}
          className={step < now ? 'done' : step === now ? current : undefined}
          aria-current={step === now ? 'step' : undefined}
        >
          {name}
          {step < now && <span className="visually-hidden">, done</span>}
          {step === now && current === 'failed' && (
            <span className="visually-hidden">, failed</span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** `Ksh 6,000 for AC7K 4M9X from 0712 345 678` or `3GB, 3 days, KSH 100 from 0712 345 678` */
export const RequestSummary = ({ request }: { request: PushDetails }) => (
  <>
    {request.bundleName ? (
      <>
        {request.bundleName}, <span className="money">{formatBundlePrice(request.amount)}</span>
      </>
    ) : (
      <>
        <span className="money">{ksh(request.amount)}</span> for{' '}
        <b className="money">{groupByFour(request.account_reference)}</b>
      </>
    )}{' '}
    from <b className="money">{formatPhone(request.phone_number)}</b>
  </>
)

/** After this long the submit counts as slow, and the phone may ring before the reply arrives. */
const SLOW_AFTER_MS = 3000

const waitingTexts = {
  sending: ['One moment.', 'Sending your request to M‑Pesa.'],
  waiting: ['Look at your phone.', 'M‑Pesa is asking for your PIN.'],
  paid: ['M‑Pesa has confirmed your payment.', 'Getting your receipt.'],
  slow: ['Look at your phone.', 'M‑Pesa is slow right now. It may already be asking for your PIN.'],
  uncertain: [
    'Look at your phone.',
    'We can’t tell whether M‑Pesa is asking for your PIN. If it is, type it there.',
  ],
} as const

/** The progress from the submit to the result: 24 panes for the 24 status checks. */
export function PaymentProgress({ stage }: { stage: Stage }) {
  const slow = useSlow(stage.at === 'sending')
  if (stage.at !== 'sending' && stage.at !== 'waiting' && stage.at !== 'paid') return null
  if (stage.at === 'paid' && stage.state.voucher) return null
  const uncertain = stage.at === 'waiting' && stage.pinPromptUncertain
  const [title, text] = waitingTexts[slow ? 'slow' : uncertain ? 'uncertain' : stage.at]
  return (
    <>
      <div className="assistant-message card">
        <div className="phone-prompt">
          <Smartphone className="icon" aria-hidden="true" />
          <p>
            <b>{title}</b>
            <br />
            {text}
          </p>
        </div>
        <StatusChecks stage={stage} />
      </div>
      {stage.at !== 'paid' && (
        <ul className="small muted waiting-hints">
          <li>Type your PIN on the phone, never here.</li>
          <li>
            {isWifi(stage)
              ? 'The account number on the phone begins with WIFI.'
              : `The account number on the phone is ${accountOf(stage)} with four characters added.`}
          </li>
          <li>You don’t have to wait here: your payment counts either way.</li>
        </ul>
      )}
    </>
  )
}

const accountOf = (stage: Stage) => groupByFour(pushRequestOf(stage)?.account_reference ?? '')

function useSlow(sending: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!sending) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [sending])
  return slow
}

/** Hidden from screen readers because it changes every second. The panes have a text alternative. */
function StatusChecks({ stage }: { stage: Stage }) {
  const waiting = stage.at === 'waiting' ? stage : null
  const checking = waiting && !waiting.checkNow
  const whenPaid = stage.at === 'paid' ? polling.attempts : 0
  const lit = waiting ? waiting.attempts - (checking ? 1 : 0) : whenPaid
  const panes = Array.from({ length: polling.attempts }, (_, pane) => pane)
  return (
    <div aria-live="off">
      <div
        className="check-panes"
        role="img"
        aria-label={`Checked ${lit} of ${polling.attempts} times`}
      >
        {panes.map((pane) => (
          <i
            key={pane}
            className={pane < lit ? 'lit' : checking && pane === lit ? 'current' : undefined}
          />
        ))}
      </div>
      {stage.at !== 'paid' && (
        <p className="check-status">
          <span>
            {waiting?.lastCheckFailed ? 'No network. Still trying' : 'Waiting for M‑Pesa'}
          </span>
          <Clock key={lit} from={(lit * polling.intervalMs) / 1000} running={checking === true} />
        </p>
      )}
    </div>
  )
}

/** A clock in seconds, which runs on from the last check up to the next one at most. */
function Clock({ from, running }: { from: number; running: boolean }) {
  const [since, setSince] = useState(0)
  const step = polling.intervalMs / 1000
  useEffect(() => {
    if (!running) return
    const tick = setInterval(() => setSince((now) => Math.min(now + 1, step)), 1000)
    return () => clearInterval(tick)
  }, [running, step])
  return (
    <b className="money">
      {formatMinutes(from + since)} of {formatMinutes(polling.attempts * step)}
    </b>
  )
}

interface PaidProps {
  push: StkPushState
  facts: Facts
  onLeave: () => void
}

/** The success message. The balance is shown only to the user whose account it is. */
export function PaidMessage({ push, facts, onLeave }: PaidProps) {
  const { user, account, balance, balanceOutdated } = facts
  return (
    <div className="assistant-message card success">
      <p className="message-title">
        <CircleCheckBig className="icon" aria-hidden="true" />
        <b>Paid. Asante{user && `, ${user.first_name}`}.</b>
      </p>
      <dl className="payment-facts">
        <dt>M‑Pesa code</dt>
        <dd>{push.mpesa_receipt_number || 'N/A'}</dd>
        <dt>Amount</dt>
        <dd>{ksh(push.amount)}</dd>
        {push.bundle || push.purpose === 'deposit' ? (
          <>
            <dt>For</dt>
            <dd>{push.bundle ? `Wifi ${push.bundle.name}` : 'Your deposit'}</dd>
          </>
        ) : (
          <>
            <dt>Account</dt>
            <dd>{groupByFour(push.account_reference)}</dd>
          </>
        )}
        <dt>When</dt>
        <dd>{formatDateTime(new Date(push.transaction_date))}</dd>
        {push.receipt_number !== null && (
          <>
            <dt>Receipt</dt>
            <dd>
              <Link to={`/receipts/${push.receipt_number}`} prefetch="intent" onClick={onLeave}>
                {push.receipt_number}
              </Link>
            </dd>
          </>
        )}
        {push.purpose === 'rent' && push.account_reference === account.data && balance !== null && (
          <>
            <dt>Balance now</dt>
            <dd translate="no">
              {balanceOutdated ? 'Loading...' : formatBalance(balance, 'amount')}
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
