import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { Link } from 'react-router'
import { exportTable } from '#contract/exports.ts'
import {
  type EntryList,
  entryLists,
  getMoneyOfMonth,
  type MoneyOfMonth,
} from '#contract/overview.ts'
import { month as monthText } from '#contract/transactions.ts'
import {
  type Day,
  dayOf,
  firstDay,
  formatDay,
  lastDay,
  type Month,
  monthName,
  monthOf,
  nextMonth,
  previousMonth,
} from '#rules/calendar.ts'
import { counted, ksh } from '#rules/money.ts'
import { percent } from '#rules/overview.ts'
import { download, query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle, usePageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { longMonth } from '../payments/transaction-filter.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed } from '../ui/message-plate.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useAction } from '../ui/use-action.ts'
import { EntryTable } from './entry-table.tsx'
import { Figure, PartBar } from './figure.tsx'
import { Months, OwedByMonth } from './months.tsx'
import { ageOfMonth, entriesPath, overviewPath } from './paths.ts'
import './overview.css'
import './month.css'

export const meta = pageTitle('Rent by month')

const lists: Record<EntryList, { tab: string; title: string }> = {
  collected: { tab: 'Collected', title: 'Rent for' },
  due: { tab: 'Due', title: 'Rent for' },
  wifi: { tab: 'Wifi', title: 'Wifi sold in' },
}

export default function MonthPage() {
  return (
    <RequireStaff title="This page">
      <Money />
    </RequireStaff>
  )
}

/** What was due, collected and is unpaid of a month's rent, with the charges or payments behind one of the figures. */
function Money() {
  const today = dayOf(new Date())
  const list = usePageParameter('of')
  const of = entryLists.find((one) => one === list) ?? 'collected'
  const month = monthText.safeParse(usePageParameter('month')).data ?? monthOf(new Date())
  const asked = usePageParameter('on') ?? undefined
  const on: Day | undefined = asked === today ? undefined : asked
  usePageTitle(`${lists[of].title} ${longMonth(month)}`)
  const { data, error, refetch } = useQuery({
    ...query(getMoneyOfMonth, { query: { month, on } }),
    // The months at the side stay until those of another month are there.
    placeholderData: keepPreviousData,
  })
  const money = data?.month === month ? data : undefined
  const sums = money?.months.find((one) => one.month === month)
  const file = useAction(async () => {
    const params = { kind: of === 'due' ? 'ledger' : 'payments' } as const
    const days = { from: firstDay(month), until: lastDay(month) }
    saveFile(await download(exportTable, { params, query: days }))
  })
  const last = (on ?? today).slice(0, 7)
  return (
    <div className="page desk-page overview">
      <div className="month-head">
        <div className="row wrap month-title">
          <h1>{longMonth(month)}</h1>
          <nav className="row" aria-label="Other months">
            <Neighbour
              Icon={ChevronLeft}
              month={previousMonth(month)}
              exists={data !== undefined && data.first_month < month}
              {...{ of, on }}
            />
            <Neighbour
              Icon={ChevronRight}
              month={nextMonth(month)}
              exists={month < last}
              {...{ of, on }}
            />
          </nav>
        </div>
        <p className="muted">
          {on && `As entered by the end of ${formatDay(on)}. `}
          <Link to={overviewPath(on)}>Back to the overview</Link>
        </p>
        {/* The file has the entries as they are now. */}
        {!on && (
          <Permitted to="tables">
            <Button
              variant="secondary compact"
              icon={Download}
              busy={file.busy}
              onClick={() => void file.run()}
            >
              Download CSV
            </Button>
          </Permitted>
        )}
      </div>
      <ActionResult
        success={null}
        error={file.error}
        fallback="The file couldn’t be downloaded. Please try again."
      />
      {error && !money ? (
        <FetchFailed
          title={`${longMonth(month)} couldn’t be loaded`}
          message={errorMessage(error, WENT_WRONG)}
          onRetry={() => refetch()}
        />
      ) : (
        <>
          <Head money={money} {...{ month, on }} />
          <div className="month-columns">
            <div className="stack">
              <nav className="segmented" aria-label="Which money">
                {entryLists.map((list) => (
                  <Link
                    key={list}
                    to={entriesPath(list, month, on)}
                    preventScrollReset
                    aria-current={list === of ? 'page' : undefined}
                  >
                    {lists[list].tab}
                  </Link>
                ))}
              </nav>
              <EntryTable
                name={lists[of].tab}
                total={sums?.[of]}
                {...{ of, month, on }}
                key={`${of} ${month}`}
              />
            </div>
            <aside className="month-aside">
              <Months months={data?.months} {...{ of, month, on, last }} />
              <OwedByMonth owed={data?.owed} day={on ?? today} on={on} />
            </aside>
          </div>
        </>
      )}
    </div>
  )
}

interface NeighbourProps {
  Icon: typeof ChevronLeft
  month: Month
  exists: boolean
  of: EntryList
  on: Day | undefined
}

/** The link to the month before or after; where there is none its place stays empty, so that the other one doesn't move. */
const Neighbour = ({ Icon, month, exists, of, on }: NeighbourProps) =>
  exists ? (
    <Link
      className="icon-button"
      to={entriesPath(of, month, on)}
      preventScrollReset
      aria-label={longMonth(month)}
    >
      <Icon aria-hidden="true" />
    </Link>
  ) : (
    <span className="icon-button" />
  )

interface HeadProps {
  /** Undefined until it is fetched. */
  money: MoneyOfMonth | undefined
  month: Month
  on: Day | undefined
}

/** The three figures of a month's rent. Their place is kept until they are fetched. */
function Head({ money, month, on }: HeadProps) {
  const sums = money?.months.find((one) => one.month === month)
  const due = money?.due
  const unpaid = due?.unpaid
  const paid = due && unpaid != null && percent(due.payable - unpaid, due.payable)
  const age = unpaid ? ageOfMonth(month, on ?? dayOf(new Date())) : undefined
  return (
    <section className="plate overview-figures" aria-label="The month in figures">
      <Figure
        name="Rent due"
        to={entriesPath('due', month, on)}
        value={due && (due.tenants === 0 && due.amount === 0 ? 'None' : ksh(due.amount))}
        note={[
          due && due.tenants > 0 && counted(due.tenants, 'tenant'),
          due && due.opening.owed > 0 && `besides opening balances: ${ksh(due.opening.owed)} owed`,
        ]}
      />
      <Figure
        name="Collected"
        to={entriesPath('collected', month, on)}
        value={sums && ksh(sums.collected)}
        note={[
          `${sums ? counted(sums.payments, 'payment') : 'Payments'}, whichever month they cover`,
        ]}
      >
        <PartBar part={sums?.collected ?? 0} whole={sums?.due ?? 0} />
      </Figure>
      <Figure
        name="Missing"
        to={age ? `${overviewPath(on, age)}#arrears` : null}
        value={money && (unpaid == null ? 'Not due yet' : unpaid === 0 ? 'Nothing' : ksh(unpaid))}
        note={[paid && `${paid} of ${monthName(month)}’s rent is paid`]}
      />
    </section>
  )
}
