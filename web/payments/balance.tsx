import { ArrowDownLeft, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Agreed, OtherCharge, PaymentSummary } from '#contract/tenancy.ts'
import { spanOfMonths } from '#rules/bill.ts'
import { formatDateTime, type Month, monthName, monthOf, previousMonth } from '#rules/calendar.ts'
import { lateFeeName } from '#rules/late-fee.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import type { PaymentKind } from '#rules/payment.ts'
import { agreedText } from '#rules/promise.ts'
import { Button } from '../ui/button.tsx'
import { BalanceWindow } from './balance-window.tsx'
import { formatBalance, summaryDue } from './format-balance.ts'

/** The balance as a drawing and an amount, with a sentence that explains it. */
export function BalanceSummary({ summary }: { summary: PaymentSummary }) {
  const { current_month_balance: balance, room_number, next_room } = summary
  const { brought_forward, this_month, paid_this_month } = summary.balance
  const state = balance > 0 ? 'owing' : balance < 0 ? 'credit' : 'paid_up'
  /** The amount due this month before this month's payments. */
  const toPay = brought_forward + this_month
  const owedShare = state === 'owing' ? Math.min(1, balance / Math.max(toPay, balance)) : 0
  const figure = formatNumber(Math.abs(balance))
  const left = !room_number && !next_room
  const due = summaryDue(summary)
  const description = {
    owing: `${ksh(paid_this_month)} of ${ksh(toPay)} paid`,
    paid_up: 'Nothing to pay',
    credit: formatBalance(balance, 'amount'),
  }[state]
  return (
    <div className="balance">
      <BalanceWindow state={state} owedShare={owedShare} description={description} />
      <div>
        <p className="muted">{left ? 'Closing balance' : 'Balance today'}</p>
        <p className="balance-figure">
          <span className={figure.length > 7 ? 'nowrap long' : 'nowrap'}>
            <span className="balance-unit">Ksh</span> {figure}
          </span>
          {state === 'credit' && <span className="balance-unit"> credit</span>}
        </p>
        {state === 'owing' && (
          <p className="small">
            <b className="nowrap">{ksh(paid_this_month)}</b> of{' '}
            <span className="nowrap">{ksh(toPay)}</span> paid.
          </p>
        )}
        {state === 'paid_up' && <p className="small">Nothing to pay. Asante.</p>}
        {state === 'credit' && (
          <p className="small">
            {left
              ? 'Nothing to pay. Ask the office to refund it.'
              : 'Nothing to pay. It counts towards your next rent.'}
          </p>
        )}
        {summary.agreed ? (
          <AgreedNote agreed={summary.agreed} />
        ) : (
          due && <p className="small muted">{due}</p>
        )}
      </div>
    </div>
  )
}

/** Names the promise or plan, so that the tenant is asked only for the rest. */
const AgreedNote = ({ agreed }: { agreed: Agreed }) => (
  <p className="small">
    {agreedText(agreed.kind, agreed)}
    {agreed.rest > 0 && ` ${ksh(agreed.rest)} more is due now.`}
  </p>
)

/** The parts of the balance and their sum; a credit is shown as a word, not as a minus. */
export function Ledger({ summary }: { summary: PaymentSummary }) {
  const balance = summary.current_month_balance
  return (
    <dl className="ledger">
      {ledgerLines(summary, monthOf(new Date())).map(({ id, name, detail, amount }) => (
        <div key={id ?? name}>
          <dt>
            {name}
            {detail && <span className="muted">{detail}</span>}
          </dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="ledger-sum">
        <dt>{balance < 0 ? 'Credit' : 'To pay'}</dt>
        <dd>{ksh(Math.abs(balance))}</dd>
      </div>
    </dl>
  )
}

function ledgerLines(
  { balance, other_charges, matched_payments, billed }: PaymentSummary,
  month: Month,
) {
  const { brought_forward, this_month, paid_this_month } = balance
  const rent = this_month - other_charges.reduce((sum, { amount }) => sum + amount, 0)
  const bill = billed?.bills.find(({ due_day }) => due_day.startsWith(month))
  const lastMonth = monthName(previousMonth(month))
  const count = matched_payments.filter(
    ({ date_time, kind, voided }) =>
      kind !== 'correction' &&
      kind !== 'to_deposit' &&
      !voided &&
      monthOf(new Date(date_time)) === month,
  ).length
  const broughtForward = {
    id: null,
    name: 'Brought forward',
    detail: brought_forward > 0 ? `unpaid up to ${lastMonth}` : `credit from ${lastMonth}`,
    amount: ksh(brought_forward),
  }
  return [
    // Left out when nothing was brought forward, as in the first month.
    ...(brought_forward === 0 ? [] : [broughtForward]),
    bill && rent !== 0
      ? {
          id: null,
          name: 'Rent billed this month',
          detail: spanOfMonths(bill.first_month, bill.last_month),
          amount: ksh(rent),
        }
      : {
          id: null,
          name: 'This month’s rent',
          // The room number is omitted because it may have changed since the rent was charged.
          detail: rent === 0 ? `none for ${monthName(month)}` : monthName(month),
          amount: ksh(rent),
        },
    ...other_charges.map(otherLine),
    {
      id: null,
      name: 'Paid this month',
      detail: count === 1 ? '1 payment' : `${count === 0 ? 'no' : count} payments`,
      amount: ksh(paid_this_month === 0 ? 0 : -paid_this_month),
    },
  ]
}

function otherLine({ id, kind, name, months, reason, amount }: OtherCharge) {
  const line = { id, detail: reason, amount: ksh(amount) }
  if (kind === 'waiver') return { ...line, name: name ? `${name} waived` : 'Waiver' }
  if (name) return { ...line, name }
  if (kind === 'late_fee' && months) return { ...line, name: lateFeeName(months.first) }
  if (kind === 'opening_balance') return { ...line, name: 'Opening balance', detail: null }
  if (!months) return { ...line, name: 'Correction' }
  const { first, last } = months
  return first === last
    ? { ...line, name: `Correction of ${monthName(first)}’s rent`, detail: null }
    : {
        ...line,
        name: 'Correction of earlier rent',
        detail: `${monthName(first)} to ${monthName(last)}`,
      }
}

/** Names for payments without an M-Pesa code, which would otherwise name them. */
const officeNames: Partial<Record<PaymentKind, string>> = {
  cash: 'Cash',
  bank: 'Bank transfer',
  refund: 'Given back',
  to_deposit: 'Moved to the deposit',
  from_deposit: 'Paid from the deposit',
  correction: 'Correction',
}

/** Whether the list was shown, kept for when the user comes back from a receipt. */
let wereShown = false

/** All payments towards the rent, newest first, shown by a button. */
export function PaymentList({ payments }: { payments: PaymentSummary['matched_payments'] }) {
  const [shown, setShown] = useState(wereShown)
  useEffect(() => {
    wereShown = shown
  }, [shown])
  const Icon = shown ? ChevronUp : ChevronDown
  return (
    <>
      <Button
        variant="secondary block"
        className="space-above"
        aria-expanded={shown}
        aria-controls="payments"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide Payments' : 'Show Payments'}
        <Icon className="icon" aria-hidden="true" />
      </Button>
      <div id="payments" className="space-above" hidden={!shown}>
        {payments.length === 0 ? (
          <p className="muted">No payments yet. The first one shows here as soon as it arrives.</p>
        ) : (
          <ul aria-label="Payments">
            {payments.map((payment) => (
              <li key={payment.receipt_number} className="transaction">
                <span className="transaction-icon">
                  <ArrowDownLeft className="icon" aria-hidden="true" />
                </span>
                <span>
                  <b>
                    {payment.takes_back
                      ? 'Payment taken back'
                      : (officeNames[payment.kind] ?? payment.transaction_id)}
                  </b>
                  {payment.sponsor && (
                    <span className="small payment-sponsor">Paid by {payment.sponsor}</span>
                  )}
                  <span className="small muted row wrap">
                    {formatDateTime(new Date(payment.date_time))}
                    <Link to={`/receipts/${payment.receipt_number}`} prefetch="intent">
                      Receipt<span className="visually-hidden"> {payment.receipt_number}</span>
                    </Link>
                    {payment.voided && <span className="tag error">Void</span>}
                  </span>
                </span>
                <b className={payment.voided ? 'money struck' : 'money'}>{ksh(payment.amount)}</b>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
