import { Link, useSearchParams } from 'react-router'
import type { Debtor, Overview } from '#contract/overview.ts'
import type { Day } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { type Age, ages } from '#rules/overview.ts'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { useRowsInSteps } from '../ui/infinite-list.tsx'
import { ageOf, counted, overviewPath } from './paths.ts'
import '../tenancy/staff/tenants.css'

const ageLabels: Record<Age, string> = {
  this_month: 'This month',
  one_month: 'One month',
  two_months: 'Two months',
  older: 'Three months and more',
}

/** Of what they owe. */
const oldest = (debtor: Debtor): Age => ages.findLast((age) => debtor[age] > 0) ?? 'this_month'

interface ArrearsProps {
  arrears: Overview['arrears']
  debtors: Debtor[]
  on: Day | undefined
}

/** What is owed by how long it has been owed, and by whom. */
export function Arrears({ arrears, debtors, on }: ArrearsProps) {
  const age = ageOf(useSearchParams()[0].get('age'))
  const most = Math.max(1, ...ages.map((one) => arrears[one]))
  return (
    <section className="plate padded" aria-labelledby="arrears">
      <h2 id="arrears">Rent that is owed</h2>
      {debtors.length === 0 ? (
        <p className="muted">Nobody owes anything.</p>
      ) : (
        <>
          <figure className="overview-ages">
            <figcaption className="muted small">
              By the month it is for. Payments settle the oldest month first.
            </figcaption>
            <table className="overview-table">
              <thead>
                <tr>
                  <th scope="col">Owed for</th>
                  <td className="overview-bar" />
                  <th scope="col" className="overview-sum">
                    People
                  </th>
                  <th scope="col" className="overview-sum">
                    Amount
                  </th>
                </tr>
              </thead>
              <tbody>
                {ages.map((one) => (
                  <tr key={one}>
                    <th scope="row">
                      <Link
                        to={overviewPath(on, one)}
                        preventScrollReset
                        aria-current={one === age ? 'true' : undefined}
                      >
                        {ageLabels[one]}
                      </Link>
                    </th>
                    <td className="overview-bar">
                      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                        <rect
                          className={`age-${one.replace('_', '-')}`}
                          width={(100 * arrears[one]) / most}
                          height="10"
                        />
                      </svg>
                    </td>
                    <td className="overview-sum tabular">
                      {debtors.filter((debtor) => debtor[one] > 0).length}
                    </td>
                    <td className="overview-sum tabular nowrap">{ksh(arrears[one])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </figure>
          <Names key={age} debtors={debtors} age={age} on={on} />
        </>
      )}
    </section>
  )
}

interface NamesProps {
  debtors: Debtor[]
  /** Only those who owe something of this age. */
  age: Age | undefined
  on: Day | undefined
}

function Names({ debtors, age, on }: NamesProps) {
  const listed = age ? debtors.filter((debtor) => debtor[age] > 0) : debtors
  const { shown, more } = useRowsInSteps(listed, 10)
  return (
    <div className="stack space-above">
      <div className="row between wrap">
        <p className="tabular" role="status">
          {counted(listed.length, 'person', 'people')}
          {age ? ` with rent owed for: ${ageLabels[age].toLowerCase()}` : ' who owe rent'}
        </p>
        {age && (
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
            <span>Oldest</span>
            <span>{age ? 'Of that age' : 'Owes'}</span>
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
                <span className="small">{ageLabels[oldest(debtor)]}</span>
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
