import { useState } from 'react'
import { Link } from 'react-router'
import type { Debtor } from '#contract/overview.ts'
import type { Day } from '#rules/calendar.ts'
import { counted, ksh } from '#rules/money.ts'
import { type Age, ages } from '#rules/overview.ts'
import { usePageParameter } from '../page-query.ts'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { Button } from '../ui/button.tsx'
import { useRowsInSteps } from '../ui/infinite-list.tsx'
import { type DebtFilter, debtFilterOf, entriesPath, monthOfAge, overviewPath } from './paths.ts'
import '../tenancy/staff/tenants.css'

/** The age of a tenant's oldest debt. */
const oldest = (debtor: Debtor): Age => ages.findLast((age) => debtor[age] > 0) ?? 'this_month'

/** The part of a debt that a filter selects. */
const amountOf = (debtor: Debtor, filter: DebtFilter): number =>
  filter === 'overdue' ? debtor.two_months + debtor.older : debtor[filter]

/** The number of names that are shown at first. */
const AT_FIRST = 7

/** The number of them on a phone, where the page would be very long; the styles count them, too. */
const ON_PHONE = 3

interface ArrearsProps {
  debtors: Debtor[]
  /** The day of the overview. */
  day: Day
  /** The past day in the URL; undefined for today. */
  on: Day | undefined
}

/** The tenants who owe rent; all, or those with rent of one age. */
export function Arrears({ debtors, day, on }: ArrearsProps) {
  const filter = debtFilterOf(usePageParameter('age'))
  return (
    <section className="plate padded overview-owed" aria-labelledby="arrears">
      <div className="row between wrap">
        <h2 id="arrears">Rent owed</h2>
        <Link to={entriesPath('collected', day.slice(0, 7), on)}>Collected and owed, by month</Link>
      </div>
      {debtors.length === 0 ? (
        <p className="muted">Nobody owes anything.</p>
      ) : (
        <Names key={filter} {...{ debtors, filter, day, on }} />
      )}
    </section>
  )
}

function Names({ debtors, filter, day, on }: ArrearsProps & { filter: DebtFilter | undefined }) {
  const listed = filter ? debtors.filter((debtor) => amountOf(debtor, filter) > 0) : debtors
  const { shown, more } = useRowsInSteps(listed, AT_FIRST)
  const [few, setFew] = useState(true)
  // The `overdue` filter shows each tenant's whole debt rather than that of one age.
  const age = filter === 'overdue' ? undefined : filter
  const rentOf =
    filter &&
    (filter === 'overdue' ? `${monthOfAge('two_months', day)} or earlier` : monthOfAge(filter, day))
  return (
    <div className={`stack space-above-small${few ? ' few-on-phone' : ''}`}>
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
          <p className="rows-total">
            <b>Total</b>
            <b className="tabular">
              {ksh(listed.reduce((sum, debtor) => sum + (age ? debtor[age] : debtor.owed), 0))}
            </b>
          </p>
        </div>
      )}
      {few && listed.length > ON_PHONE && (
        <Button variant="secondary block" className="more-on-phone" onClick={() => setFew(false)}>
          Show the others
        </Button>
      )}
      {more}
    </div>
  )
}
