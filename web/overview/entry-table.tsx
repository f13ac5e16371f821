import { Link } from 'react-router'
import { type EntryList, listOverviewEntries, type OverviewEntry } from '#contract/overview.ts'
import {
  type Day,
  dayOf,
  formatDay,
  formatLongDay,
  formatRecent,
  formatTime,
  type Month,
  monthsBetween,
} from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import { shortMonth } from '../payments/transaction-filter.ts'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Longer lists have a heading for each day. A page has one row more, so that a list has them from the start or never. */
const MOST_WITHOUT_DAYS = 30

const none: Record<EntryList, string> = {
  due: 'No rent was charged for this month.',
  collected: 'No rent was collected in this month.',
  wifi: 'No wifi was sold in this month.',
}

const hows: Record<NonNullable<OverviewEntry['how']>, string> = {
  push: 'M‑Pesa push',
  paybill: 'Paybill',
  desk: 'Desk',
  cash: 'Cash',
  bank: 'Bank',
  refund: 'Refund',
  to_deposit: 'To deposit',
  from_deposit: 'From deposit',
  correction: 'Correction',
}

interface Props {
  of: EntryList
  name: string
  month: Month
  on: Day | undefined
  /** The sum of all entries; undefined until it is fetched. */
  total: number | undefined
}

/** The charges or payments that a figure counts, the latest first, with their sum. */
export function EntryTable({ of, name, month, on, total }: Props) {
  const list = useInfiniteList(listOverviewEntries, JSON.stringify({ of, month, on }), (page) => ({
    query: { of, month, on, limit: String(MOST_WITHOUT_DAYS + 1), ...page },
  }))
  const { error, hasNextPage } = list
  const rows = list.pages?.flat()
  if (!rows) {
    return error ? (
      <FetchFailed
        title={LIST_FAILED}
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => list.refetch()}
      />
    ) : (
      <Skeleton className="plate padded entry-list skeletons" lines={['row', 'row', 'row']} />
    )
  }
  if (rows.length === 0) {
    return (
      <MessagePlate title="Nothing here">
        <p className="muted">{none[of]}</p>
      </MessagePlate>
    )
  }
  const hasDays = hasNextPage || rows.length > MOST_WITHOUT_DAYS
  const days = hasDays ? byDay(rows) : [rows]
  const columns = of === 'collected' ? 7 : of === 'wifi' ? 6 : 5
  return (
    <div className="stack">
      <section className="plate clipped entry-list" aria-label={name}>
        <table className="entry-table">
          <thead>
            <tr>
              <th scope="col" className="entry-day">
                {of === 'due' ? 'Entered' : 'Day'}
              </th>
              <th scope="col">Tenant</th>
              <th scope="col" className="entry-room">
                Room
              </th>
              {of === 'collected' && (
                <th scope="col" className="entry-for">
                  For
                </th>
              )}
              <th scope="col" className="entry-how">
                {of === 'due' ? 'What' : 'How'}
              </th>
              {of !== 'due' && (
                <th scope="col" className="entry-receipt">
                  Receipt
                </th>
              )}
              <th scope="col" className="entry-sum">
                Amount
              </th>
            </tr>
          </thead>
          {days.map((entries) => (
            <tbody key={entries[0]?.id}>
              {hasDays && (
                <tr className="entry-heading">
                  <th scope="rowgroup" colSpan={columns}>
                    {formatLongDay(new Date(entries[0]?.at ?? 0))}
                  </th>
                </tr>
              )}
              {entries.map((entry) => (
                <EntryRow key={entry.id} {...{ entry, of, month, hasDays }} />
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row" colSpan={columns - 1}>
                Total{hasNextPage && ', with what isn’t listed yet'}
              </th>
              <td className="entry-sum tabular">{total === undefined ? '…' : ksh(total)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      {error && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => list.fetchNextPage()} />
      )}
      {!error && <LoadMoreButton list={list} />}
    </div>
  )
}

/** Entries in the order of their time, by day. */
function byDay(entries: OverviewEntry[]): OverviewEntry[][] {
  const days: OverviewEntry[][] = []
  for (const entry of entries) {
    const [first] = days.at(-1) ?? []
    const isSameDay = first && dayOf(new Date(first.at)) === dayOf(new Date(entry.at))
    if (isSameDay) days.at(-1)?.push(entry)
    else days.push([entry])
  }
  return days
}

interface RowProps {
  entry: OverviewEntry
  of: EntryList
  month: Month
  /** Whether the day is in a heading above the row. */
  hasDays: boolean
}

function EntryRow({ entry, of, month, hasDays }: RowProps) {
  const { at, how, pays_for, room, is_correction, receipt_number } = entry
  const instant = new Date(at)
  // Without its year, which is the month's.
  const [day, time] = formatRecent(instant, instant).split(', ')
  const paid = pays_for && paidMonths(pays_for, month)
  // On a phone only what is out of the ordinary is named.
  const usual = how === 'push' || how === 'paybill' || (how === null && !is_correction)
  return (
    <tr>
      <td className="entry-day tabular">
        {of === 'due' ? (
          formatDay(dayOf(instant))
        ) : hasDays ? (
          formatTime(instant)
        ) : (
          <>
            {day}
            <span className="entry-time">, {time}</span>
          </>
        )}
      </td>
      <td className="entry-tenant">
        <Link className="row-link" to={tenantPath(entry.user_id)}>
          {entry.full_name}
        </Link>
      </td>
      <td className="entry-room">
        <span className="visually-hidden">{room ? 'room ' : 'no room'}</span>
        {room}
      </td>
      {of === 'collected' && (
        <td className="entry-for">
          {paid && (
            <>
              <span className="entry-word">for </span>
              {paid}
            </>
          )}
        </td>
      )}
      <td className={usual ? 'entry-how usual' : 'entry-how'}>
        {how ? hows[how] : is_correction ? 'Correction' : 'Rent'}
      </td>
      {of !== 'due' && (
        <td className="entry-receipt">
          {receipt_number && (
            <ReceiptLink className="row-receipt tabular nowrap" number={receipt_number} />
          )}
        </td>
      )}
      <td className="entry-sum tabular">{ksh(entry.amount)}</td>
    </tr>
  )
}

/** `Nov`, `Sep to Nov`, `Nov, ahead`; a month of another year than the page's has its own. */
function paidMonths({ months, ahead }: NonNullable<OverviewEntry['pays_for']>, page: Month) {
  const nameOf = (month: Month) =>
    month.slice(0, 4) === page.slice(0, 4) ? shortMonth(month).slice(0, 3) : shortMonth(month)
  const [first, last] = [months[0], months.at(-1)]
  const follow =
    first && last && months.length > 2 && monthsBetween(first, last).length === months.length
  const names = follow ? [`${nameOf(first)} to ${nameOf(last)}`] : months.map(nameOf)
  return [...names, ahead && 'ahead'].filter(Boolean).join(', ')
}
