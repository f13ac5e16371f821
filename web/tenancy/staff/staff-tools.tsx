import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { countDesk } from '#contract/desk.ts'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { listBalances } from '#contract/ledger.ts'
import { countModeration } from '#contract/moderation.ts'
import { listRooms, listTenants, type Tenant } from '#contract/tenants.ts'
import { addMonths, type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../../api.ts'
import { PendingPostsCard } from '../../moderation/pending-count.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { FetchFailed } from '../../ui/message-plate.tsx'
import { isOccupied } from './occupied-house.tsx'
import { roomsPath, tenantPath, tenantsPath } from './paths.ts'
import { RemoveForm } from './remove-form.tsx'
import { useRooms } from './room-field.tsx'
import { TransferForm } from './transfer-form.tsx'
import { fetchErrorMessage, useBalances, useTenants } from './use-tenants.ts'
import './moving.css'
import './tenants.css'

/** What a part of the page fetches, if that has failed; `useQueries` would be loaded by tenants, too. */
function useFailure<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  sentenceOf = (error: Error) => errorMessage(error, 'Please try again.'),
) {
  const { data, error, refetch } = useQuery({ ...query(endpoint, input), enabled: false })
  return error && data === undefined ? [{ refetch, sentence: sentenceOf(error) }] : []
}

/** The home page of staff: what needs a decision, the residence in figures, and the two forms. */
export function StaffTools({ desk }: { desk: ReactNode }) {
  const failed = [
    ...useFailure(listTenants, {}, (error) => fetchErrorMessage(error, 'Tenants')),
    ...useFailure(listRooms, { query: {} }, (error) => fetchErrorMessage(error, 'Rooms')),
    ...useFailure(listBalances, {}),
    ...useFailure(countDesk, {}),
    ...useFailure(countModeration, {}),
  ]
  // One failure is shown in its place; several are one failure of the page.
  if (failed.length > 1) {
    return (
      <div className="page staff-home">
        <FetchFailed
          title="This page couldn’t be loaded"
          message={[...new Set(failed.map(({ sentence }) => sentence.replace(/\.?$/, '.')))].join(
            ' ',
          )}
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      </div>
    )
  }
  return (
    <div className="page staff-home">
      <div className="staff-pending">
        {desk}
        <PendingPostsCard />
      </div>
      <RoomsAndTenants />
      <TransferForm />
      <RemoveForm />
    </div>
  )
}

const MAX_SHOWN = 5

/** Arrivals, transfers and departures within a month, the earliest first. */
function upcomingMoves(tenants: Tenant[], today: Day) {
  const last = addMonths(today, 1)
  const soon = (day: Day | null): day is Day => day !== null && day > today && day <= last
  return tenants
    .flatMap((tenant) => [
      ...(soon(tenant.from) ? [{ tenant, day: tenant.from, event: 'moves in' }] : []),
      ...(tenant.next && soon(tenant.next.on)
        ? [{ tenant, day: tenant.next.on, event: `moves to ${tenant.next.room}` }]
        : []),
      ...(soon(tenant.until) ? [{ tenant, day: tenant.until, event: 'leaves' }] : []),
    ])
    .sort((one, other) => one.day.localeCompare(other.day))
}

function RoomsAndTenants() {
  const { tenants, error, refetch } = useTenants()
  const today = dayOf(new Date())
  const upcoming = upcomingMoves(tenants ?? [], today)
  return (
    <section className="plate padded stack" aria-labelledby="rooms-and-tenants">
      <h2 id="rooms-and-tenants">Rooms and tenants</h2>
      <Figures today={today} />
      {error && !tenants ? (
        <LoadError message={fetchErrorMessage(error, 'Tenants')} onRetry={() => refetch()} />
      ) : (
        upcoming.length === 0 && (
          <p className="muted">{tenants ? 'No moves planned in the next month.' : '\u00a0'}</p>
        )
      )}
      {upcoming.length > 0 && (
        <ul className="upcoming-moves">
          {upcoming.slice(0, MAX_SHOWN).map(({ tenant, day, event }) => (
            <li key={`${tenant.id}${event}`}>
              <time className="muted tabular nowrap">{formatDay(day)}</time>
              <span>
                <Link to={tenantPath(tenant.id)}>{tenant.full_name}</Link> {event}
              </span>
              <span className="tabular">{tenant.room}</span>
            </li>
          ))}
        </ul>
      )}
      {upcoming.length > MAX_SHOWN && (
        <p className="small muted">+{upcoming.length - MAX_SHOWN} more in the next month.</p>
      )}
      <p className="row wrap">
        <Link className="button secondary" to={tenantsPath()}>
          All tenants
        </Link>
        <Link className="button secondary" to={roomsPath}>
          All rooms
        </Link>
      </p>
    </section>
  )
}

/** How many rooms are lived in, and what tenants owe. */
function Figures({ today }: { today: Day }) {
  const { rooms, free, error: roomError } = useRooms(undefined)
  const { balances, error: balanceError } = useBalances()
  const owed = [...(balances?.values() ?? [])].filter((balance) => balance > 0)
  const sum = owed.reduce((total, balance) => total + balance, 0)
  return (
    <dl className="figures">
      <Figure
        name="Occupied rooms"
        value={
          rooms && `${rooms.filter((room) => isOccupied(room, today)).length} of ${rooms.length}`
        }
        note={free && (free.length === 0 ? 'none free today' : `${free.length} free today`)}
        failed={roomError !== null}
      />
      <Figure
        name="Owed"
        value={balances && ksh(sum)}
        note={
          owed.length === 0 ? 'everyone has paid' : `by ${owed.length} of ${balances?.size} tenants`
        }
        failed={balanceError !== null}
      />
    </dl>
  )
}

interface FigureProps {
  name: string
  /** Undefined until it is fetched. */
  value: string | undefined
  note: string | undefined
  failed: boolean
}

const Figure = ({ name, value, note, failed }: FigureProps) => (
  <div>
    <dt className="small muted">{name}</dt>
    {value === undefined ? (
      <dd>
        {failed ? (
          <span className="small">not available now</span>
        ) : (
          <span className="skeleton skeleton-heading delayed" />
        )}
      </dd>
    ) : (
      <>
        <dd className="figure">{value}</dd>
        <dd className="small muted tabular">{note}</dd>
      </>
    )}
  </div>
)
