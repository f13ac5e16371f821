import { Link } from 'react-router'
import type { EntryList, MoneyOfMonth } from '#contract/overview.ts'
import type { Day, Month } from '#rules/calendar.ts'
import { counted, formatNumber, ksh } from '#rules/money.ts'
import { ages } from '#rules/overview.ts'
import { shortMonth } from '../payments/transaction-filter.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { entriesPath, monthOfAge, overviewPath, sinceAge } from './paths.ts'

interface MonthsProps {
  /** Undefined until they are fetched. */
  months: MoneyOfMonth['months'] | undefined
  of: EntryList
  /** The month of the page. */
  month: Month
  /** The month of the day of the overview, which is still running. */
  last: Month
  on: Day | undefined
}

/** The months beside that of the page, as bars that lead to their own. They begin with the first that has any sums. */
export function Months({ months, of, month: current, last, on }: MonthsProps) {
  const first = months?.findIndex(
    (one) => one.month === current || one.due !== 0 || one.collected || one.wifi,
  )
  const most = Math.max(
    1,
    ...(months ?? []).flatMap((one) => (of === 'wifi' ? one.wifi : [one.due, one.collected])),
  )
  const widthOf = (amount: number) => (100 * Math.max(0, amount)) / most
  return (
    <section className="plate padded" aria-labelledby="months">
      <h2 id="months">{of === 'wifi' ? 'Wifi sold, by month' : 'Collected, by month'}</h2>
      {months ? (
        <>
          {of !== 'wifi' && (
            <p className="month-legend small">
              <span>
                <i className="legend-due" aria-hidden="true" /> due
              </span>
              <span>
                <i aria-hidden="true" /> collected
              </span>
              {current <= last && months.some(({ month }) => month === last) && (
                <span>
                  <i className="running" aria-hidden="true" /> so far
                </span>
              )}
            </p>
          )}
          <ul className="month-bars">
            {months
              .slice(first)
              .toReversed()
              .map(({ month, due, collected, wifi }) => (
                <li key={month}>
                  <Link
                    to={entriesPath(of, month, on)}
                    preventScrollReset
                    aria-current={month === current ? 'page' : undefined}
                  >
                    <span>{shortMonth(month)}</span>
                    <span className="tabular">
                      <b>{formatNumber(of === 'wifi' ? wifi : collected)}</b>
                      {of !== 'wifi' && ` of ${formatNumber(due)}`}
                    </span>
                    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                      {of !== 'wifi' && (
                        <rect className="bar-due" width={widthOf(due)} height="10" />
                      )}
                      <rect
                        className={month === last ? 'bar-collected running' : 'bar-collected'}
                        y="2"
                        width={widthOf(of === 'wifi' ? wifi : collected)}
                        height="6"
                      />
                    </svg>
                  </Link>
                </li>
              ))}
          </ul>
        </>
      ) : (
        <Skeleton className="space-above-small" lines={['row', 'row', 'row']} />
      )}
    </section>
  )
}

interface OwedProps {
  owed: MoneyOfMonth['owed'] | undefined
  /** The day of the overview. */
  day: Day
  on: Day | undefined
}

/** What is owed by the month it is for. Each row leads to the people who owe it. */
export function OwedByMonth({ owed, day, on }: OwedProps) {
  const owing = ages.filter((age) => owed && owed[age].count > 0)
  const most = Math.max(1, ...owing.map((age) => owed?.[age].shillings ?? 0))
  return (
    <section className="plate padded" aria-labelledby="owed">
      <h2 id="owed">Rent owed, by month</h2>
      {!owed ? (
        <Skeleton className="space-above-small" lines={['row', 'row']} />
      ) : owing.length === 0 ? (
        <p className="muted">Nobody owes anything.</p>
      ) : (
        <>
          <p className="muted small">Fees included. Payments clear the oldest month first.</p>
          <table className="month-owed">
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Rent of</th>
                <th scope="col">People</th>
                <th scope="col">Owed</th>
              </tr>
            </thead>
            <tbody>
              {owing.map((age) => (
                <tr key={age}>
                  <th scope="row">
                    <Link to={`${overviewPath(on, age)}#arrears`}>{monthOfAge(age, day)}</Link>{' '}
                    <span className="small muted">{sinceAge[age]}</span>
                    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                      <rect
                        className={`age-${age.replace('_', '-')}`}
                        width={(100 * owed[age].shillings) / most}
                        height="10"
                      />
                    </svg>
                  </th>
                  <td className="tabular">{counted(owed[age].count, 'person', 'people')}</td>
                  <td className="tabular nowrap">{ksh(owed[age].shillings)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
