import { ArrowDownLeft, ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PaymentSummary } from '#contract/tenancy.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'

/** All payments that count towards the rent, newest first, behind their button. */
export function PaymentList({ payments }: { payments: PaymentSummary['matched_payments'] }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? ChevronUp : ChevronDown
  return (
    <>
      <button
        type="button"
        className="button secondary block space-above"
        aria-expanded={shown}
        aria-controls="payments"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide Payments' : 'Show Payments'}
        <Icon className="icon" aria-hidden="true" />
      </button>
      <div id="payments" className="space-above" hidden={!shown}>
        {payments.length === 0 ? (
          <p className="muted">No payments yet. The first one shows here as soon as it arrives.</p>
        ) : (
          <ul aria-label="Payments">
            {payments.map((payment) => (
              <li key={payment.transaction_id + payment.date_time} className="transaction">
                <span className="mi">
                  <ArrowDownLeft className="icon" aria-hidden="true" />
                </span>
                <span>
                  <b>{payment.transaction_id}</b>
                  <span className="small muted row wrap">
                    {dateAndTime(new Date(payment.date_time))}
                    <Link to={`/receipts/${payment.receipt_number}`} prefetch="intent">
                      Receipt<span className="visually-hidden"> {payment.receipt_number}</span>
                    </Link>
                  </span>
                </span>
                <b className="money">{ksh(payment.amount)}</b>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
