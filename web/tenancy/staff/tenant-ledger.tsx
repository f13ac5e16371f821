import { Link } from 'react-router'
import { type LedgerEntry, listLedger } from '#contract/ledger.ts'
import { dayOf, formatDay, type Month, monthName, monthOf } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatBalance } from '../../payments/format-balance.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './tenant-ledger.css'

/** How a tenant's balance arose: charges, payments and corrections, month by month, the latest first. */
export function TenantLedger({ id }: { id: string }) {
  const list = useInfiniteList(listLedger, id, (page) => ({ params: { id }, query: page }))
  const entries = list.pages?.flat()
  return (
    <section className="plate padded stack tenant-ledger" aria-labelledby="ledger">
      <div>
        <h2 id="ledger">Ledger</h2>
        <p className="muted">Rent, payments and corrections, with the balance after each.</p>
      </div>
      {entries?.length === 0 && <p className="muted">Nothing has been charged or paid yet.</p>}
      {entries &&
        groupByMonth(entries).map((group) => <MonthEntries key={group.month} {...group} />)}
      {list.error && (
        <LoadError
          message={errorMessage(list.error, 'The ledger couldn’t be loaded.')}
          onRetry={() => (entries ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {!entries && !list.error && <Skeleton lines={['row', 'row', 'row']} />}
      {!list.error && <LoadMoreButton list={list} />}
    </section>
  )
}

interface Group {
  month: Month
  entries: LedgerEntry[]
}

function groupByMonth(entries: LedgerEntry[]): Group[] {
  const groups: Group[] = []
  for (const entry of entries) {
    const month = monthOf(new Date(entry.at))
    const last = groups.at(-1)
    if (last?.month === month) last.entries.push(entry)
    else groups.push({ month, entries: [entry] })
  }
  return groups
}

const MonthEntries = ({ month, entries }: Group) => (
  <section aria-labelledby={`ledger-${month}`}>
    <h3 id={`ledger-${month}`}>
      {monthName(month)} {month.slice(0, 4)}
    </h3>
    <ul>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </ul>
  </section>
)

const entryNames: Record<LedgerEntry['kind'], string> = {
  rent: 'Rent',
  charge_correction: 'Correction of the rent',
  push: 'M‑Pesa payment',
  paybill: 'Paybill payment',
  correction: 'Correction',
}

function EntryRow({ entry }: { entry: LedgerEntry }) {
  const { at, kind, month, amount, balance, mpesa_receipt_number, receipt_number } = entry
  const { reason, by, voided } = entry
  return (
    <li>
      <span className="ledger-what">
        <b>
          {entryNames[kind]}
          {month && `, ${monthName(month)}`}
        </b>
        {voided && <span className="tag error">Void</span>}
      </span>
      <b className={voided ? 'money struck' : 'money'}>
        <span className="visually-hidden">amount </span>
        {amount > 0 ? `+ ${ksh(amount)}` : ksh(amount)}
      </b>
      <div className="ledger-second">
        <span className="small muted tabular ledger-detail">
          <time className="nowrap">{formatDay(dayOf(new Date(at)))}</time>
          {receipt_number && (
            <Link to={`/receipts/${receipt_number}`} prefetch="intent">
              {receipt_number}
            </Link>
          )}
          {mpesa_receipt_number && <span>{mpesa_receipt_number}</span>}
          {by && <span>by {by}</span>}
          {reason && <q>{reason}</q>}
        </span>
        <span className="small money ledger-balance">
          <span className="visually-hidden">then </span>
          {formatBalance(balance, 'owes')}
        </span>
      </div>
    </li>
  )
}
