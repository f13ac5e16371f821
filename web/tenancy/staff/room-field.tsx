import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listRooms, type Room } from '#contract/tenants.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../../api.ts'
import { SelectField } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { fetchErrorMessage } from './use-tenants.ts'

/** `Ksh 6,500 a month`; in a shared room each tenant pays it. */
export const monthlyRent = (rate: number, capacity = 1): string =>
  `${ksh(rate)} a month${capacity > 1 ? ' for each tenant' : ''}`

/** `shared by 2` */
export const sharedBy = (capacity: number): string => `shared by\u00a0${capacity}`

/**
 * The rooms, and those of them with a free place from a day on (today by default).
 * @param tenant the tenant who is to move: a place that they hold then counts as free
 * @returns also `last`: while those of another day are being fetched, the rooms as they were
 */
export function useRooms(from: Day | undefined, tenant?: number) {
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...query(listRooms, { query: { from, tenant } }),
    placeholderData: keepPreviousData,
  })
  const rooms = isPlaceholderData ? undefined : data
  return { rooms, free: rooms?.filter((room) => room.free), last: data, error, refetch }
}

interface RoomFieldProps {
  label: string
  rooms: ReturnType<typeof useRooms>
  /** The tenant's present room, which is not offered. */
  present?: string | undefined
  chosen: string
  from: Day | undefined
  onChoose: (room: string) => void
}

/**
 * Rooms with a free place from the chosen day on, and their rents. A chosen room that is not free on the
 * chosen day is an error.
 */
export function RoomField({ label, rooms, present, chosen, from, onChoose }: RoomFieldProps) {
  const since = from ? `from ${formatDay(from)}` : 'today'
  const free = rooms.free?.filter(({ room_number }) => room_number !== present)
  const isFree = free?.some(({ room_number }) => room_number === chosen)
  const none = free?.length === 0
  const error = rooms.rooms ? null : rooms.error
  const taken = rooms.rooms?.find((room) => chosen !== '' && room.room_number === chosen)
  return (
    <div>
      <SelectField
        label={label}
        className="tabular"
        placeholder={free ? (none ? 'No free room' : 'Choose a room') : error ? '' : 'Loading...'}
        options={(free ?? []).map(({ room_number, rate }) => ({
          value: room_number,
          label: `${room_number}, ${ksh(rate)}`,
        }))}
        value={isFree ? chosen : ''}
        onChange={({ target }) => onChoose(target.value)}
        disabled={!free || none}
        hint={
          error
            ? undefined
            : none
              ? `No room is free ${since}.`
              : `Only rooms free ${since} are listed.`
        }
        error={taken && !isFree ? notFree(taken, since, none === true) : null}
      />
      {error && (
        <div className="space-above-small">
          <LoadError message={fetchErrorMessage(error, 'Rooms')} onRetry={() => rooms.refetch()} />
        </div>
      )}
    </div>
  )
}

function notFree({ room_number, occupants, closed }: Room, since: string, none: boolean): string {
  const who = occupants.map(({ full_name }) => full_name).join(' and ')
  const because = who
    ? `: ${who} ${occupants.length === 1 ? 'has' : 'have'} it`
    : closed &&
      `: it ${closed.from <= dayOf(new Date()) ? 'has been out of service since' : 'goes out of service on'} ${formatDay(closed.from)}`
  return `${room_number} is not free ${since}${because ?? ''}. ${none ? 'No other room is free either.' : 'Choose another room.'}`
}
