import { Link } from 'react-router'
import type { Debtor, Overview } from '#contract/overview.ts'
import { addMonths, type Day, monthName } from '#rules/calendar.ts'
import { counted, ksh } from '#rules/money.ts'
import { type Age, ages } from '#rules/overview.ts'
import { usePageParameter } from '../page-query.ts'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { useRowsInSteps } from '../ui/infinite-list.tsx'
import { type DebtFilter, debtFilterOf, overviewPath } from './paths.ts'
import '../tenancy/staff/tenants.css'

const since: Record<Age, string> = {
  this_month: 'this month',
  one_month: '1 month',
  two_months: '2 months',
  older: '3 months or more',
}

/** The month whose rent has an age on a given day: `November`, `August or earlier`. */
function monthOfAge(age: Age, day: Day): string {
  const month = addMonths(`${day.slice(0, 7)}-01`, -ages.indexOf(age)).slice(0, 7)
  return age === 'older' ? `${monthName(month)} or earlier` : monthName(month)
}

/** The age of a tenant's oldest debt. */
const oldest = (debtor: Debtor): Age => ages.findLast((age) => debtor[age] > 0) ?? 'this_month'

interface ArrearsProps {
  arrears: Overview['arrears']
  debtors: Debtor[]
  /** The day of the overview. */
  day: Day
  /** The past day in the URL; undefined for today. */
  on: Day | undefined
}

/** The rent owed by age, and a list of the tenants who owe it. */
export function Arrears({ arrears, debtors, day, on }: ArrearsProps) {
  const filter = debtFilterOf(usePageParameter('age'))
  const most = Math.max(1, ...ages.map((one) => arrears[one]))
  return (
    <section className="plate padded" aria-labelledby="arrears">
      <h2 id="arrears">Rent owed</h2>
      {debtors.length === 0 ? (
        <p className="muted">Nobody owes anything.</p>
      ) : (
        <div className="overview-owed">
          <figure className="overview-ages">
            <figcaption className="muted small">
              By month, fees included. Payments clear the oldest month first.
            </figcaption>
            <table className="overview-table">
              <thead>
                <tr>
                  <th scope="col">Rent of</th>
                  <th scope="col" className="overview-sum">
                    People
                  </th>
                  <th scope="col" className="overview-sum">
                    Owed
                  </th>
                </tr>
              </thead>
              <tbody>
                {ages.map((one) => (
                  <tr key={one}>
                    <th scope="row" className="overview-bar">
                      <Link
                        to={overviewPath(on, one)}
                        preventScrollReset
                        aria-current={one === filter ? 'true' : undefined}
                      >
                        {monthOfAge(one, day)}
                      </Link>{' '}
                      <span className="small muted">{since[one]}</span>
                      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                        <rect
                          className={`age-${one.replace('_', '-')}`}
                          width={(100 * arrears[one]) / most}
                          height="10"
                        />
                      </svg>
                    </th>
                    <People count={debtors.filter((debtor) => debtor[one] > 0).length} />
                    <td className="overview-sum tabular nowrap">{ksh(arrears[one])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </figure>
          <Names key={filter} debtors={debtors} filter={filter} day={day} on={on} />
        </div>
      )}
    </section>
  )
}

const People = ({ count }: { count: number }) => (
  <td className="overview-sum tabular">
    {count}
    <span className="overview-word">{count === 1 ? ' person' : ' people'}</span>
  </td>
)

/** The part of a debt that a filter selects. */
const amountOf = (debtor: Debtor, filter: DebtFilter): number =>
  filter === 'overdue' ? debtor.two_months + debtor.older : debtor[filter]

interface NamesProps {
  debtors: Debtor[]
  filter: DebtFilter | undefined
  day: Day
  on: Day | undefined
}

function Names({ debtors, filter, day, on }: NamesProps) {
  const listed = filter ? debtors.filter((debtor) => amountOf(debtor, filter) > 0) : debtors
  const { shown, more } = useRowsInSteps(listed, 10)
  // The `overdue` filter shows each tenant's whole debt rather than that of one age.
  const age = filter === 'overdue' ? undefined : filter
  const rentOf =
    filter &&
    (filter === 'overdue' ? `${monthOfAge('two_months', day)} or earlier` : monthOfAge(filter, day))
  return (
    <div className="stack">
      <div className="row between wrap">
        <div role="status">
          <h3 className="tabular">
            {counted(listed.length, 'person owes', 'people owe')}
            {rentOf ? ` rent of ${rentOf}` : ' rent'}
          </h3>
        </div>
        {filter && (
          <Link to={overviewPath(on)} preventScrollReset>
            Show everyone who owes
          </Link>
        )}
      </div>
      {listed.length > 0 && (
        <div className="tenant-table overview-names">
          <div className="tenant-rows-head sum-last" aria-hidden="true">
            <span>Name</span>
            <span>Room</span>
            <span>Since</span>
            <span>{age ? 'Of that month' : 'Owes'}</span>
          </div>
          <ul className="tenant-rows sum-last" aria-label="Who owes rent">
            {shown.map((debtor) => (
              <li key={debtor.id}>
                <Link className="row-link" to={tenantPath(debtor.id)}>
                  {debtor.full_name}
                </Link>
                <span className="row-room tabular">
                  {debtor.room ? (
                    <>
                      <span className="visually-hidden">room </span>
                      {debtor.room}
                    </>
                  ) : (
                    <span className="muted">no room</span>
                  )}
                </span>
                <span className="small">
                  <span className="narrow-only">since </span>
                  {monthOfAge(oldest(debtor), day)}
                </span>
                <b className="small tabular owed">{ksh(age ? debtor[age] : debtor.owed)}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      {more}
    </div>
  )
}
