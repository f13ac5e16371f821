import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { TransactionRow } from '../../transactions/transaction-row.tsx'
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
    <div className="options">
      <p className="message">
        {transactions.data.length > 0 ? 'Your latest payments.' : 'There is no payment yet.'}
      </p>
      {transactions.data.length > 0 && (
        <>
          <ul className="past">
            {transactions.data.map((one) => (
              <TransactionRow key={one.id} row={one} onLeave={onLeave} />
            ))}
          </ul>
          <Link to="/transactions" className="o" prefetch="intent" onClick={onLeave}>
            <ArrowRight className="icon" aria-hidden="true" />
            See all
          </Link>
        </>
      )}
    </div>
  )
}
