import { Banknote, PiggyBank, Wifi } from 'lucide-react'
import { Link } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { groupByFour } from '#rules/account-number.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'

const purposes = {
  rent: { label: 'Rent', Icon: Banknote },
  wifi: { label: 'Wifi', Icon: Wifi },
  deposit: { label: 'Deposit', Icon: PiggyBank },
}

/** One payment: for the user's own account with its receipt, otherwise with the account number. */
export function TransactionItem({ row, onLeave }: { row: Transaction; onLeave?: () => void }) {
  const { label, Icon } = purposes[row.purpose]
  return (
    <li className="transaction">
      <span className="transaction-icon">
        <Icon className="icon" aria-hidden="true" />
        <span className="visually-hidden">{label}: </span>
      </span>
      <b dir="auto">{row.transaction_desc}</b>
      <b className={row.voided ? 'money struck' : 'money'}>{ksh(row.amount)}</b>
      <span className="small muted row wrap tabular">
        <time dateTime={row.transaction_date}>
          {formatDateTime(new Date(row.transaction_date))}
        </time>
        <span className="row wrap">
          <span>
            <span className="visually-hidden">M‑Pesa code </span>
            {row.mpesa_receipt_number}
          </span>
          {row.receipt_number ? (
            <Link to={`/receipts/${row.receipt_number}`} prefetch="intent" onClick={onLeave}>
              Receipt<span className="visually-hidden"> {row.receipt_number}</span>
            </Link>
          ) : (
            <span className="nowrap">For account {groupByFour(row.account)}</span>
          )}
        </span>
        {row.voided && <span className="tag error">Void</span>}
      </span>
    </li>
  )
}
