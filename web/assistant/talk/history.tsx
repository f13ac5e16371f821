import { ArrowRight, Banknote, Wifi } from 'lucide-react'
import { Link } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { inFours } from '#rules/account-number.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import type { Facts } from '../use-facts.ts'
import { OnItsWay } from './on-its-way.tsx'

interface Props {
  transactions: Facts['transactions']
  /** A link in it leads to another page. */
  onLeave: () => void
}

/** The latest payments (spec 9); all of them stand on a page of their own. */
export function History({ transactions, onLeave }: Props) {
  if (!transactions.data) {
    return <OnItsWay asked={transactions} failed="Your payments could not be fetched." />
  }
  return (
    <div className="opts">
      <p className="msg">
        {transactions.data.length > 0 ? 'Your latest payments.' : 'There is no payment yet.'}
      </p>
      {transactions.data.length > 0 && (
        <>
          <ul className="past">
            {transactions.data.map((one) => (
              <Past key={one.id} transaction={one} onLeave={onLeave} />
            ))}
          </ul>
          <Link to="/transactions" className="o" prefetch="intent" onClick={onLeave}>
            <ArrowRight className="ic" aria-hidden="true" />
            See all
          </Link>
        </>
      )}
    </div>
  )
}

function Past({ transaction, onLeave }: { transaction: Transaction; onLeave: () => void }) {
  const { purpose, transaction_desc, account, amount, receipt_number } = transaction
  const Icon = purpose === 'wifi' ? Wifi : Banknote
  return (
    <li>
      <Icon className="ic" aria-hidden="true" />
      <div>
        <p>
          <b>{purpose === 'wifi' ? transaction_desc : `Rent, ${inFours(account)}`}</b>
        </p>
        <p className="small muted">{dateAndTime(new Date(transaction.transaction_date))}</p>
        <p className="small muted">
          {transaction.mpesa_receipt_number}
          {receipt_number !== null && (
            <>
              {' · '}
              <Link to={`/receipts/${receipt_number}`} prefetch="intent" onClick={onLeave}>
                {receipt_number}
              </Link>
            </>
          )}
        </p>
      </div>
      <b className="money">{ksh(amount)}</b>
    </li>
  )
}
