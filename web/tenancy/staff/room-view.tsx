import { Link } from 'react-router'
import { getRoom } from '#contract/tenancy.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { ApiError } from '../../api.ts'
import { LoadMoreButton, useInfiniteList } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { BackToTenants } from './back-link.tsx'
import { EmptyList } from './empty-list.tsx'
import { tenantPath } from './paths.ts'
import { RoomPlate } from './room-plate.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { fetchSentence } from './use-tenants.ts'

const isUnknown = (error: Error) => error instanceof ApiError && [400, 404].includes(error.status)

/** A room: where it is, what it costs, and who has lived in it. */
export function RoomView({ number }: { number: string }) {
  const list = useInfiniteList(getRoom, number, (page) => ({ params: { number }, query: page }))
  const [room] = list.pages ?? []
  const stays = list.pages?.flatMap((page) => page.stays) ?? []
  const today = dayOf(new Date())
  const failed = list.error && (
    <LoadError message={fetchSentence(list.error, 'Rooms')} onRetry={() => void list.refetch()} />
  )
  return (
    <div className="page desk-page stack">
      <BackToTenants />
      {room ? (
        <>
          <RoomPlate
            room={room}
            living={
              stays.filter(({ from, until }) => from <= today && (until === null || until > today))
                .length
            }
          />
          {stays.length === 0 ? (
            <EmptyList title="Nobody has lived here yet" text="Whoever moves in is listed here." />
          ) : (
            <section className="plate clip" aria-label="Who lived here">
              <div className="people-head" aria-hidden="true">
                <span>Who lived here</span>
                <span />
                <span>From</span>
                <span>Until</span>
              </div>
              <ul className="people">
                {stays.map(({ tenant, full_name, from, until }) => (
                  <li key={`${tenant}${from}${until}`}>
                    <Link className="whole" to={tenantPath(tenant)}>
                      {full_name}
                    </Link>
                    <span className="room">
                      {from <= today && (until === null || until > today) && (
                        <span className="tag warn">now</span>
                      )}
                    </span>
                    <span className="small tabular">
                      <span className="word">{from > today ? 'moves in ' : 'from '}</span>
                      <time className="nowrap">{formatDay(from)}</time>
                    </span>
                    <span className="small tabular">
                      {until === null ? (
                        <span className="muted word-wide">no end agreed</span>
                      ) : (
                        <>
                          <span className="word">until </span>
                          <time className="nowrap">{formatDay(until)}</time>
                        </>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {failed}
          <LoadMoreButton list={list} />
        </>
      ) : list.error && isUnknown(list.error) ? (
        <EmptyList title="There is no such room" text="The link may be old, or of another house." />
      ) : (
        (failed ?? <RowsSkeleton />)
      )}
    </div>
  )
}
