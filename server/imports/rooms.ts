import { ksh, readShillings } from '#rules/money.ts'
import { MAX_ROOM_NUMBER_LENGTH, readRoomPattern } from '#rules/room-pattern.ts'
import type { Db } from '../db/connect.ts'
import {
  addEffect,
  type Importing,
  inBatches,
  newOutcome,
  type Outcome,
  type Row,
  RowError,
} from './rows.ts'

interface NewRoom {
  room_number: string
  rate: number
  capacity: number
  notes: string
}

function readRoom({ fields }: Row): NewRoom {
  const { room_number = '', rate = '', capacity = '', notes = '' } = fields
  if (room_number === '') throw new RowError('The room number is missing.')
  if (
    room_number.length > MAX_ROOM_NUMBER_LENGTH ||
    readRoomPattern(room_number).rooms?.length !== 1
  ) {
    throw new RowError(`“${room_number.slice(0, 40)}” can’t be a room number.`)
  }
  const rent = readShillings(rate)
  if (rent === null || rent < 1 || rent > 250_000) {
    throw new RowError(
      rate === '' ? 'The rent is missing.' : `“${rate}” isn’t a rent in whole shillings.`,
    )
  }
  const places = capacity === '' ? 1 : /^\d{1,2}(\.0+)?$/.test(capacity) ? Number(capacity) : 0
  if (places < 1 || places > 20) {
    throw new RowError(`“${capacity}” isn’t a number of places from 1 to 20.`)
  }
  return { room_number: room_number.replace(/\s+/g, ' '), rate: rent, capacity: places, notes }
}

const placesText = (places: number) => (places === 1 ? '1 place' : `${places} places`)

/** Adds the rooms that aren't there yet. A room that is there with another rent or other places is a bad row. */
export async function importRooms(tx: Db, { user, rows }: Importing): Promise<Outcome> {
  const { company_id } = user
  const existing = await tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .select(['room_number', 'rate', 'capacity'])
    .execute()
  const known = new Map(existing.map((room) => [room.room_number.toLowerCase(), room]))
  const lines = new Map<string, number>()
  const outcome = newOutcome()
  const fresh: NewRoom[] = []
  const check = (row: Row) => {
    try {
      const room = readRoom(row)
      const key = room.room_number.toLowerCase()
      const earlier = lines.get(key)
      if (earlier !== undefined)
        throw new RowError(`${room.room_number} is in line ${earlier} too.`)
      lines.set(key, row.line)
      const same = known.get(key)
      if (same && (same.rate !== room.rate || same.capacity !== room.capacity)) {
        throw new RowError(
          `${same.room_number} is there already, with ${ksh(same.rate)} and ${placesText(same.capacity)}.`,
        )
      }
      if (same) outcome.unchanged++
      else {
        fresh.push(room)
        addEffect(
          outcome,
          `${room.room_number}: ${ksh(room.rate)} a month, ${placesText(room.capacity)}`,
        )
      }
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      outcome.bad.push({ line: row.line, cells: row.cells, reason: error.message })
    }
  }
  for await (const batch of inBatches(rows)) batch.forEach(check)
  for await (const batch of inBatches(fresh)) {
    const made = await tx
      .insertInto('rooms')
      .values(batch.map((room) => ({ ...room, company_id })))
      .returning('id')
      .execute()
    outcome.made.push(...made.map(({ id }) => ({ room_id: id })))
  }
  outcome.added = fresh.length
  return outcome
}
