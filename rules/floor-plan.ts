import { floorNames } from './room-location.ts'

interface Named {
  room_number: string
}

/** Rooms whose numbers begin alike, floor by floor. */
export interface WingPlan<Room> {
  /** `Wing A`, `Annex`, `1 to 20` or `Other rooms`. */
  name: string
  /** The highest first; without names where the numbers don't tell the floor. */
  floors: { name: string | null; rooms: Room[] }[]
}

const OTHER_ROOMS = 'Other rooms'

/** `A101` begins with A and is number 101; `Annex 3` begins with Annex; null without a number. */
function partsOf(roomNumber: string) {
  const parts = /^(\D*)(\d+)/.exec(roomNumber)
  return parts && { prefix: (parts[1] ?? '').replace(/[\s./-]+$/, ''), digits: parts[2] ?? '' }
}

/** The hundreds of A101 and 1203 are floors, if all numbers that begin alike have them; those of 1 to 120 are not. */
const floorOf = (roomNumber: string): number =>
  Number(partsOf(roomNumber)?.digits.slice(0, -2) ?? 0)

const hasHundreds = (rooms: readonly Named[]): boolean =>
  rooms.every(({ room_number }) => (partsOf(room_number)?.digits.length ?? 0) > 2)

/** `Map.groupBy`, which many phones don't have yet. */
function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** The wings and floors of a residence, as far as the numbers of its rooms tell them. Keeps the order of rooms. */
export function floorPlan<Room extends Named>(rooms: readonly Room[]): WingPlan<Room>[] {
  const byPrefix = groupBy(rooms, ({ room_number }) => partsOf(room_number)?.prefix ?? null)
  const isOther = (prefix: string | null, members: readonly Room[]) =>
    prefix === null || (members.length === 1 && !hasHundreds(members))
  const wings = [...byPrefix]
    .filter(([prefix, members]) => !isOther(prefix, members))
    .map(([prefix, members]) => planWing(prefix ?? '', members))
  const others = rooms.filter((room) => {
    const prefix = partsOf(room.room_number)?.prefix ?? null
    return isOther(prefix, byPrefix.get(prefix) ?? [])
  })
  return others.length === 0
    ? wings
    : [...wings, { name: OTHER_ROOMS, floors: [{ name: null, rooms: others }] }]
}

function planWing<Room extends Named>(prefix: string, rooms: Room[]): WingPlan<Room> {
  const name = /^[A-Z]$/.test(prefix)
    ? `Wing ${prefix}`
    : prefix || `${rooms[0]?.room_number} to ${rooms.at(-1)?.room_number}`
  if (!hasHundreds(rooms)) return { name, floors: [{ name: null, rooms }] }
  const byFloor = groupBy(rooms, ({ room_number }) => floorOf(room_number))
  // Where there is a floor 0, it is the ground floor; otherwise 1 is.
  const ground = byFloor.has(0) ? 0 : 1
  return {
    name,
    floors: [...byFloor]
      .toSorted(([one], [other]) => other - one)
      .map(([floor, members]) => ({
        name: floorNames[floor - ground] ?? `floor ${floor}`,
        rooms: members,
      })),
  }
}
