import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { getOverview } from '#contract/overview.ts'
import { getChecklist } from '#contract/settings.ts'
import { listRooms, listTenants } from '#contract/tenants.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { ApiError, query } from '../api.ts'
import { Notices } from '../layout/notices.tsx'
import { usePageParameter } from '../page-query.ts'
import { Permitted } from '../permission.tsx'
import { Checklist } from '../settings/checklist.tsx'
import type { HomeUser } from '../tenancy/home.tsx'
import { StaffBand } from '../tenancy/home-hero.tsx'
import { StaffSkeleton } from '../tenancy/home-skeleton.tsx'
import { roomsPath } from '../tenancy/staff/paths.ts'
import { RemoveForm } from '../tenancy/staff/remove-form.tsx'
import { RoomMap } from '../tenancy/staff/room-map.tsx'
import { TransferForm } from '../tenancy/staff/transfer-form.tsx'
import { fetchErrorMessage } from '../tenancy/staff/use-tenants.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchesFailed, FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { Arrears } from './arrears.tsx'
import { Needs } from './needs.tsx'
import { longDay, overviewPath, overviewRoomsPath } from './paths.ts'
import { Figures, Moves, RoomTable, type SectionProps } from './sections.tsx'
import '../tenancy/staff/moving.css'
import '../tenancy/staff/staff-home.css'
import '../tenancy/staff/tenants.css'
import './overview.css'

const REFETCH_MS = 60_000

/**
 * The start of staff, at `/` and at `/staff`: what waits, the house, the figures, who owes and who moves, and the forms that
 * move and remove tenants. With a past day in the URL, the residence as it was then.
 * @param user null until the session is restored
 */
export function StaffStart({ user }: { user: HomeUser | null }) {
  const asked = usePageParameter('on') ?? undefined
  const isHome = useLocation().pathname === '/'
  const today = dayOf(new Date())
  const on = asked === today ? undefined : asked
  const overview = useQuery({
    ...query(getOverview, { query: { on } }),
    refetchInterval: on === undefined && REFETCH_MS,
  })
  // Awaited, because it stands above everything else.
  const checklist = useQuery(query(getChecklist, {}))
  const { data, error, refetch } = overview
  return (
    <>
      <StaffBand
        firstName={user?.first_name ?? null}
        title={on === undefined ? undefined : data ? `As of ${longDay(data.on)}` : 'Another day'}
        lead={
          on
            ? 'As it had been entered by the end of that day. Names, and the places and rents of rooms, are as they are now.'
            : user
              ? `You look after ${user.company.name}.`
              : undefined
        }
      >
        {/* On a residence's first day there is no other day to choose. */}
        {(on || data?.first_day !== today) && (
          <DayPicker on={on} today={today} first={data?.first_day} />
        )}
      </StaffBand>
      {isHome && <Notices />}
      <div className="page page-section overview">
        {!on && <Checklist />}
        {data && !checklist.isPending ? (
          <Sections overview={data} on={on} />
        ) : error ? (
          <Failed error={error} onRetry={() => refetch()} />
        ) : (
          <StaffSkeleton />
        )}
        {!on && (data || error) && <Forms />}
      </div>
    </>
  )
}

/** A plain form with the day in the URL: it works before the scripts are there. */
const DayPicker = ({
  on,
  today,
  first,
}: {
  on: Day | undefined
  today: Day
  first: Day | undefined
}) => (
  <details className="overview-day" key={on} open={on !== undefined}>
    <summary>See another day</summary>
    <Form action={overviewPath(undefined)} className="row wrap">
      <input
        aria-label="Day"
        className="input"
        type="date"
        name="on"
        defaultValue={on ?? today}
        min={first}
        max={today}
        required
      />
      <button type="submit" className="button secondary">
        Show
      </button>
      {on && (
        <Link className="button quiet aligned" to={overviewPath(undefined)}>
          Back to today
        </Link>
      )}
    </Form>
  </details>
)

/** Says that a day has no overview, with a link to today; any other error can be retried. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const noSuchDay = error instanceof ApiError ? error.fields.on : undefined
  if (noSuchDay) {
    return (
      <MessagePlate title="No overview of that day">
        <p role="alert">{noSuchDay}</p>
        <p>
          <Link className="button" to={overviewPath(undefined)}>
            Show today
          </Link>
        </p>
      </MessagePlate>
    )
  }
  return (
    <FetchFailed
      title="The overview couldn’t be loaded"
      message={errorMessage(error, WENT_WRONG)}
      onRetry={onRetry}
    />
  )
}

function Sections({ overview, on }: SectionProps) {
  const { rooms, debtors } = overview
  const owed = useMemo(() => {
    const debts = new Map(debtors.map((debtor) => [debtor.id, debtor.owed]))
    const living = rooms.flatMap(({ occupants }) => occupants.map(({ id }) => id))
    return new Map(living.map((id) => [id, debts.get(id) ?? 0]))
  }, [rooms, debtors])
  return (
    <div className="overview-sections">
      <Needs overview={overview} on={on} />
      <Figures overview={overview} on={on} />
      <div className="overview-house" id="rooms">
        {rooms.length === 0 ? (
          <MessagePlate title="No rooms yet">
            <p>The house appears here when it has rooms.</p>
            <p>
              <Link className="button" to={roomsPath}>
                Add rooms
              </Link>
            </p>
          </MessagePlate>
        ) : (
          <>
            <RoomMap
              rooms={rooms}
              today={overview.on}
              owed={owed}
              listPath={(state) => overviewRoomsPath(on, state)}
            />
            <RoomTable rooms={rooms} day={overview.on} owed={owed} on={on} />
          </>
        )}
      </div>
      <Arrears debtors={debtors} day={overview.on} on={on} />
      <Moves overview={overview} />
    </div>
  )
}

const Forms = () => (
  <div className="staff-forms">
    <Permitted to="tenancies" what="move or remove tenants">
      <MoveForms />
    </Permitted>
  </div>
)

/** The forms that move and remove tenants; one plate in their place when both of their lists can't be loaded. */
function MoveForms() {
  const hydrated = useHydrated()
  const tenants = useQuery(query(listTenants, {}))
  const rooms = useQuery(query(listRooms, { query: {} }))
  const failures = [
    { ...tenants, name: 'Tenants' as const },
    { ...rooms, name: 'Rooms' as const },
  ].flatMap(({ data, error, refetch, name }) =>
    error && !data ? [{ refetch, message: fetchErrorMessage(error, name) }] : [],
  )
  if (failures.length > 1) {
    return <FetchesFailed title="Some of this page couldn’t be loaded" failures={failures} />
  }
  // How wide the window is, and so whether they are folded, is known in the browser only.
  return (
    hydrated && (
      <>
        <TransferForm />
        <RemoveForm />
      </>
    )
  )
}
