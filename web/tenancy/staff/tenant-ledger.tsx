import { Link } from 'react-router'
import { type LedgerEntry, listLedger } from '#contract/ledger.ts'
import { entryName, takenBackText, takesBackText } from '#rules/account-statement.ts'
import { dayOf, formatDay, type Month, monthName, monthOf } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { TenantBilling } from '../../billing/tenant-billing.tsx'
import { formatBalance } from '../../payments/format-balance.ts'
import { ReceiptLink } from '../../payments/receipt-link.tsx'
import { TakeBack, TakenByMpesa } from '../../payments/take-back.tsx'
import { Permitted } from '../../permission.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChargeFee, RecurringFees } from './charge-fee.tsx'
import { EnterByHand, UndoEntry, WaiveFee } from './enter-by-hand.tsx'
import './tenant-ledger.css'

/** Earlier months are folded, but a search in the page still finds them. */
const LATEST_MONTHS = 3

/** How a tenant's balance arose: charges, payments and corrections, month by month, the latest first. */
export function TenantLedger({ id }: { id: string }) {
  const list = useInfiniteList(listLedger, id, (page) => ({ params: { id }, query: page }))
  const entries = list.pages?.flat()
  const months = groupByMonth(entries ?? [])
  const [latest, earlier] = [months.slice(0, LATEST_MONTHS), months.slice(LATEST_MONTHS)]
  return (
    <section className="plate padded stack tenant-ledger" aria-labelledby="ledger">
      <div>
        <h2 id="ledger">Ledger</h2>
        <p className="muted">Rent, fees, payments and corrections, with the balance after each.</p>
      </div>
      <Permitted to="money">
        <div className="ledger-acts">
          <EnterByHand id={id} />
          <ChargeFee id={id} />
        </div>
      </Permitted>
      {entries?.length === 0 && <p className="muted">Nothing has been charged or paid yet.</p>}
      {latest.map((group) => (
        <MonthEntries key={group.month} id={id} {...group} />
      ))}
      {earlier.length > 0 && (
        <details className="earlier-months">
          <summary>Show earlier months</summary>
          <div className="stack">
            {earlier.map((group) => (
              <MonthEntries key={group.month} id={id} {...group} />
            ))}
            {!list.error && <LoadMoreButton list={list} />}
          </div>
        </details>
      )}
      {list.error && (
        <LoadError
          message={errorMessage(list.error, 'The ledger couldn’t be loaded.')}
          onRetry={() => (entries ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {!entries && !list.error && <Skeleton lines={['row', 'row', 'row']} />}
      {!list.error && earlier.length === 0 && <LoadMoreButton list={list} />}
      <Link
        className="button secondary compact statement-link"
        to={`/staff/tenants/${id}/statement`}
      >
        Statement of account
      </Link>
      <TenantBilling id={id} />
      <RecurringFees id={id} />
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

const MonthEntries = ({ id, month, entries }: Group & { id: string }) => (
  <section aria-labelledby={`ledger-${month}`}>
    <h3 id={`ledger-${month}`}>
      {monthName(month)} {month.slice(0, 4)}
    </h3>
    <ul>
      {entries.map((entry) => (
        <EntryRow key={entry.id} id={id} entry={entry} />
      ))}
    </ul>
  </section>
)

function EntryRow({ id, entry }: { id: string; entry: LedgerEntry }) {
  const { at, kind, name, month, amount, balance, mpesa_receipt_number, receipt_number } = entry
  const { reason, reference, by, voided, can_undo, takes_back, taken_back_at, left_to_waive } =
    entry
  const { is_again } = entry
  const taken = {
    waiting: entry.waiting,
    payment: { kind, amount: -amount, mpesa_receipt_number, voided, purpose: 'rent' as const },
  }
  return (
    <li>
      <span className="ledger-what">
        <b>{entryName(kind, month, takes_back, name, is_again)}</b>
        {voided && <span className="tag error">Void</span>}
      </span>
      <b className={voided ? 'money struck' : 'money'}>
        <span className="visually-hidden">amount </span>
        {amount > 0 ? `+ ${ksh(amount)}` : ksh(amount)}
      </b>
      <div className="ledger-second">
        <span className="small muted tabular ledger-detail">
          <time className="nowrap">{formatDay(dayOf(new Date(at)))}</time>
          {receipt_number && <ReceiptLink number={receipt_number} />}
          {mpesa_receipt_number && <span>{mpesa_receipt_number}</span>}
          {reference && <span>{reference}</span>}
          {takes_back && (
            <span>{takesBackText({ ...takes_back, at: new Date(takes_back.at) })}</span>
          )}
          {taken_back_at && <span>{takenBackText(new Date(taken_back_at))}</span>}
          {by && <span>by {by}</span>}
          {reason && <q>{reason}</q>}
        </span>
        <span className="small money ledger-balance">
          <span className="visually-hidden">then </span>
          {formatBalance(balance, 'owes')}
        </span>
      </div>
      {(receipt_number || can_undo) && (
        <div className="entry-acts">
          {receipt_number && (
            <>
              <TakeBack {...taken} number={receipt_number} />
              <TakenByMpesa {...taken} number={receipt_number} />
            </>
          )}
          {can_undo && (
            <Permitted to="money">
              <UndoEntry id={id} entry={entry} />
              {left_to_waive !== null && <WaiveFee id={id} fee={entry} left={left_to_waive} />}
            </Permitted>
          )}
        </div>
      )}
    </li>
  )
}
