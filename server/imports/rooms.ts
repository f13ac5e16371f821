import { joinAnd } from '#rules/join-and.ts'
import { ksh, readShillings } from '#rules/money.ts'
import { isRoomNumber, looksLikeRange, roomKey } from '#rules/room-pattern.ts'
import type { Db } from '../db/connect.ts'
import { MAX_NAMED } from '../uploads/table-text.ts'
import {
  addEffect,
  cutCell,
  type Importing,
  type ImportOutcome,
  inBatches,
  missing,
  newOnce,
  newOutcome,
  type Once,
  type Row,
  RowError,
  readAll,
} from './rows.ts'

interface NewRoom {
  room_number: string
  rate: number
  capacity: number
  notes: string
}

function readRoom({ fields }: Row, once: Once): NewRoom {
  const { room_number = '', rate = '', capacity = '', notes = '' } = fields
  return {
    ...readAll({
      room_number: () => {
        const read = readNumber(room_number)
        once('Room', roomKey(read), read)
        return read
      },
      rate: () => readRent(rate),
      capacity: () => readPlaces(capacity),
    }),
    notes,
  }
}

function readNumber(cell: string): string {
  if (cell === '') throw missing('room number')
  if (!isRoomNumber(cell)) {
    throw new RowError(`Room: “${cutCell(cell)}” can’t be a room number.`)
  }
  return cell.replace(/\s+/g, ' ')
}

function readRent(cell: string): number {
  const rent = readShillings(cell)
  if (rent !== null && rent >= 1 && rent <= 250_000) return rent
  if (cell === '') throw missing('rent')
  throw new RowError(`Rent: “${cutCell(cell)}” isn’t a rent in whole shillings.`)
}

function readPlaces(cell: string): number {
  const places = cell === '' ? 1 : /^\d{1,2}(\.0+)?$/.test(cell) ? Number(cell) : 0
  if (places >= 1 && places <= 20) return places
  throw new RowError(`Places: “${cutCell(cell)}” isn’t a number of places from 1 to 20.`)
}

const placesText = (places: number) => (places === 1 ? '1 place' : `${places} places`)

/** Adds rooms that don't exist yet. A row is bad if its room exists with another rent or number of places. */
export async function importRooms(tx: Db, { user, rows }: Importing): Promise<ImportOutcome> {
  const { company_id } = user
  const existing = await tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .select(['room_number', 'rate', 'capacity'])
    .execute()
  const known = new Map(existing.map((room) => [roomKey(room.room_number), room]))
  const onceIn = newOnce()
  const outcome = newOutcome()
  const fresh: NewRoom[] = []
  const check = (row: Row) => {
    try {
      const room = readRoom(row, onceIn(row))
      const same = known.get(roomKey(room.room_number))
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
          `${room.room_number}: ${ksh(room.rate)} a month, ${placesText(room.capacity)}${room.notes && `, notes “${cutCell(room.notes)}”`}`,
          room,
        )
      }
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      outcome.bad.push({ line: row.line, cells: row.cells, reason: error.message })
    }
  }
  for await (const batch of inBatches(rows)) batch.forEach(check)
  const ranges = fresh.filter(({ room_number }) => looksLikeRange(room_number))
  if (ranges.length > 0) {
    const named = ranges.slice(0, MAX_NAMED).map(({ room_number }) => `“${room_number}”`)
    outcome.notices.push(
      `${joinAnd(named)} ${ranges.length === 1 ? 'is read as one room' : 'are read as one room each'}. A range of rooms has a line for each.`,
    )
  }
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
