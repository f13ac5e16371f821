import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type EntryList, entryLists, getOverview, listOverviewEntries } from '#contract/overview.ts'
import { month as monthText } from '#contract/transactions.ts'
import { type Day, dayOf, formatDateTime, formatDay, monthOf } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import { longMonth } from '../payments/transaction-filter.ts'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { entriesPath, overviewPath } from './paths.ts'
import './overview.css'

export const meta = pageTitle('Money by month')

const lists: Record<EntryList, { tab: string; title: string; none: string }> = {
  due: { tab: 'Due', title: 'Rent due for', none: 'No rent was charged for this month.' },
  collected: {
    tab: 'Collected',
    title: 'Rent collected in',
    none: 'No rent was collected in this month.',
  },
  wifi: { tab: 'Wifi', title: 'Wifi sold in', none: 'No wifi was sold in this month.' },
}

export default function EntriesPage() {
  return (
    <RequireStaff title="This list">
      <Entries />
    </RequireStaff>
  )
}

/** The charges or payments that a figure of the overview counts. */
function Entries() {
  const list = usePageParameter('of')
  const of = entryLists.find((one) => one === list) ?? 'collected'
  const month = monthText.safeParse(usePageParameter('month')).data ?? monthOf(new Date())
  const on: Day | undefined = usePageParameter('on') ?? undefined
  const past = on !== undefined && on !== dayOf(new Date())
  return (
    <div className="page desk-page overview">
      <div className="desk-head">
        <div>
          <h1>{`${lists[of].title} ${longMonth(month)}`}</h1>
          <p className="muted">
            <Total of={of} month={month} on={on} />
            {past && `As entered by the end of ${formatDay(on)}. `}
            <Link to={overviewPath(on)}>Back to the overview</Link>
          </p>
        </div>
        <nav className="segmented" aria-label="Which money">
          {entryLists.map((list) => (
            <Link
              key={list}
              to={entriesPath(list, month, on)}
              aria-current={list === of ? 'page' : undefined}
            >
              {lists[list].tab}
            </Link>
          ))}
        </nav>
      </div>
      <EntryRows of={of} month={month} on={on} />
    </div>
  )
}

/** The sum of the entries, as in the overview; only for the months that it shows. */
function Total({ of, month, on }: { of: EntryList; month: string; on: Day | undefined }) {
  const { data } = useQuery(query(getOverview, { query: { on } }))
  const sums = data?.months.find((one) => one.month === month)
  return sums ? <b className="tabular">{ksh(sums[of])} in all. </b> : null
}

function EntryRows({ of, month, on }: { of: EntryList; month: string; on: Day | undefined }) {
  const list = useInfiniteList(listOverviewEntries, JSON.stringify({ of, month, on }), (page) => ({
    query: { of, month, on, ...page },
  }))
  const { error } = list
  const rows = list.pages?.flat()
  if (!rows) {
    return error ? (
      <FetchFailed
        title={LIST_FAILED}
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => list.refetch()}
      />
    ) : (
      <Skeleton className="plate padded" lines={['row', 'row', 'row']} />
    )
  }
  if (rows.length === 0) {
    return (
      <MessagePlate title="Nothing here">
        <p className="muted">{lists[of].none}</p>
      </MessagePlate>
    )
  }
  return (
    <div className="stack">
      <section className="plate clipped entry-rows" aria-label={lists[of].tab}>
        <div className="entry-head entry-columns" aria-hidden="true">
          <span>Name</span>
          <span>Room</span>
          <span>{of === 'due' ? 'Entered' : 'When'}</span>
          <span>{of === 'due' ? '' : 'Receipt'}</span>
          <span>Ksh</span>
        </div>
        <ul>
          {rows.map((row) => (
            <li key={row.id} className="desk-row entry-columns">
              <span>
                <Link className="row-link" to={tenantPath(row.user_id)}>
                  {row.full_name}
                </Link>
                {row.is_correction && <span className="small muted"> correction</span>}
              </span>
              <b className="money tabular">{ksh(row.amount)}</b>
              <span className="entry-at small muted tabular">
                <span>
                  <span className="visually-hidden">{row.room ? 'room ' : 'no room'}</span>
                  {row.room}
                </span>
                <span>
                  {of === 'due'
                    ? formatDay(dayOf(new Date(row.at)))
                    : formatDateTime(new Date(row.at))}
                </span>
              </span>
              {row.receipt_number && (
                <ReceiptLink
                  className="row-receipt small tabular nowrap"
                  number={row.receipt_number}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      {error && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => list.fetchNextPage()} />
      )}
      {!error && <LoadMoreButton list={list} />}
    </div>
  )
}
