import { CircleCheckBig } from 'lucide-react'
import { Link } from 'react-router'
import type { StkPushState } from '#contract/payments.ts'
import { groupByFour } from '#rules/account-number.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import type { Facts } from '../use-facts.ts'

interface Props {
  push: StkPushState
  facts: Facts
  onLeave: () => void
}

/** The receipt. What is left to pay is shown to the owner of the account only. */
export function Paid({ push, facts, onLeave }: Props) {
  const { user, account, balance, recounting } = facts
  return (
    <div className="message full good">
      <p className="said">
        <CircleCheckBig className="icon" aria-hidden="true" />
        <b>Paid. Asante{user && `, ${user.first_name}`}.</b>
      </p>
      <dl className="receipt">
        <dt>M-Pesa receipt</dt>
        <dd>{push.mpesa_receipt_number || 'N/A'}</dd>
        <dt>Amount</dt>
        <dd>{ksh(push.amount)}</dd>
        {push.bundle ? (
          <>
            <dt>For</dt>
            <dd>Wifi {push.bundle.name}</dd>
          </>
        ) : (
          <>
            <dt>Account</dt>
            <dd>{groupByFour(push.account_reference)}</dd>
          </>
        )}
        <dt>When</dt>
        <dd>{dateAndTime(new Date(push.transaction_date))}</dd>
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
        {push.account_reference === account && balance !== null && (
          <>
            <dt>Balance now</dt>
            <dd>{recounting ? 'Loading...' : due(balance)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

const due = (balance: number) => (balance < 0 ? `${ksh(-balance)} credit` : ksh(balance))
