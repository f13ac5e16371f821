import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getLedgerTotals } from '#contract/ledger.ts'
import { type Day, monthName } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../../api.ts'
import { isOccupied } from './occupied-house.tsx'
import { freeRoomsPath, tenantsPath } from './paths.ts'
import { useRooms } from './room-field.tsx'
import { useBalances } from './use-tenants.ts'

/** The sum that tenants owe, the money received this month, and the number of occupied rooms. */
export function Figures({ today }: { today: Day }) {
  const { rooms, free, error: roomError } = useRooms(undefined)
  const { balances, error: balanceError } = useBalances()
  const totals = useQuery(query(getLedgerTotals, {}))
  const former = totals.data?.former
  const debts = [...(balances?.values() ?? [])].filter((balance) => balance > 0)
  const owed = debts.reduce((total, balance) => total + balance, former?.owed ?? 0)
  const formerUnknown = !former && totals.error !== null
  return (
    <section className="plate figures" aria-label="The residence in figures">
      <Figure
        name="Owed"
        value={balances && (former || formerUnknown) ? ksh(owed) : undefined}
        note={
          formerUnknown
            ? 'without former tenants'
            : owed === 0
              ? balances?.size === 0
                ? 'no tenants yet'
                : 'everyone has paid'
              : debts.length > 0 && `by ${debts.length} of ${balances?.size} tenants`
        }
        failed={balanceError !== null}
      >
        {former && former.tenants > 0 && (
          <Link to={tenantsPath('left')}>
            {debts.length > 0 && `${ksh(former.owed)} of that `}
            {`by ${former.tenants} former ${former.tenants === 1 ? 'tenant' : 'tenants'}`}
          </Link>
        )}
      </Figure>
      <Figure
        name={`Collected in ${monthName(today.slice(0, 7))}`}
        value={totals.data && ksh(totals.data.collected)}
        note="rent so far"
        failed={totals.error !== null}
      />
      <Figure
        name="Occupied rooms"
        value={
          rooms && `${rooms.filter((room) => isOccupied(room, today)).length} of ${rooms.length}`
        }
        note={rooms?.length === 0 ? 'no rooms yet' : free?.length === 0 && 'none free today'}
        failed={roomError !== null}
      >
        {free && free.length > 0 && <Link to={freeRoomsPath}>{free.length} free today</Link>}
      </Figure>
    </section>
  )
}

interface FigureProps {
  name: string
  /** Undefined until it is fetched. */
  value: string | undefined
  note?: string | false
  failed: boolean
  /** A link to the list behind the figure. */
  children?: ReactNode
}

const Figure = ({ name, value, note, failed, children }: FigureProps) => (
  <div className="figure">
    <h2>{name}</h2>
    {value !== undefined ? (
      <>
        <p className="figure-value tabular">{value}</p>
        <p className="figure-note small muted tabular">
          {note && <span>{note}</span>}
          {children}
        </p>
      </>
    ) : failed ? (
      <p className="figure-value small unavailable">not available right now</p>
    ) : (
      <p className="figure-value">
        <span className="skeleton skeleton-heading delayed" />
      </p>
    )}
  </div>
)
