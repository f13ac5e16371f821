import { useQuery } from '@tanstack/react-query'
import { listRooms, type Room } from '#contract/tenants.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { roomLocation } from '#rules/room-location.ts'
import { query } from '../../api.ts'
import { DimmedLights, House, windowOf } from '../../art/house.tsx'

/** Whether a tenant of a room has it today. */
export const livesHere = (
  { from, until }: Pick<Room['occupants'][number], 'from' | 'until'>,
  today: Day,
): boolean => from <= today && (until === null || until > today)

/** Whether somebody lives in a room today. */
export const isOccupied = ({ occupants }: Room, today: Day): boolean =>
  occupants.some((occupant) => livesHere(occupant, today))

/** The drawing of the residence, with a light in every room that somebody lives in. */
export function OccupiedHouse() {
  const { data: rooms } = useQuery(query(listRooms, { query: {} }))
  const today = dayOf(new Date())
  const occupied = rooms?.filter((room) => isOccupied(room, today))
  const label = occupied
    ? `The residence in the evening. Someone lives in ${occupied.length} of ${rooms?.length} rooms`
    : 'The residence in the evening'
  return (
    <svg role="img" aria-label={label} viewBox="-70 -252 520 252">
      <House>
        {occupied ? (
          occupied.map(({ room_number }) => <LitWindow key={room_number} room={room_number} />)
        ) : (
          <DimmedLights />
        )}
      </House>
    </svg>
  )
}

function LitWindow({ room }: { room: string }) {
  const centre = windowOf(roomLocation(room))
  return centre && <use href="#house-plain" x={centre.x - 13.2} y={centre.y - 11.8} />
}
