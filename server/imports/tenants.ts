import { sql } from 'kysely'
import { onboardingForm } from '#contract/onboarding.ts'
import { type Day, dayOf, formatDay, monthName, monthOf, nextMonth } from '#rules/calendar.ts'
import type { RowFields } from '#rules/import-columns.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { roomKey } from '#rules/room-pattern.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { alreadyRegistered, findUserOfNumber, normaliseNumber } from '../tenancy/numbers.ts'
import { currentOrPlanned, outOfService, selectStaysWithRooms } from '../tenancy/stay-queries.ts'
import { detailsText, type KnownFaculty } from './details.ts'
import { moveInWithBooks, noPlace, type RoomOfRow } from './move-in.ts'
import { type NewTenant, readStart, readTenant } from './read-tenant.ts'
import {
  addEffect,
  addSum,
  cutCell,
  type Importing,
  type ImportOutcome,
  inBatches,
  joinReasons,
  missing,
  newOnce,
  newOutcome,
  type Row,
  RowError,
  readAll,
  readable,
  reasonOf,
  refuseTaken,
  tryRow,
} from './rows.ts'

/** The ID numbers of a file, which become the first passwords. */
export const idNumbersOf = (rows: Row[]): string[] =>
  rows.flatMap(({ fields }) => {
    const read = onboardingForm.shape.id_number.safeParse(fields.id_number ?? '')
    return read.success ? [read.data] : []
  })

interface Checked {
  tenant: NewTenant
  room: RoomOfRow
}

interface Fresh extends Checked {
  row: Row
}

/** Lines that a sentence names; the others are only counted. */
const MAX_LINES = 10

/**
 * Moves in the tenants who don't exist yet. What they owe becomes one entry, so that earlier months are not charged.
 * Rows are checked in memory first and then stored many at a time. A batch that the database refuses is tried again in
 * halves, until the refused rows are found.
 */
export async function importTenants(tx: Db, importing: Importing): Promise<ImportOutcome> {
  const today = dayOf(importing.context.now())
  const outcome = newOutcome()
  const faculties = await listFaculties(tx)
  const { check, listRefusals } = await loadCheck(tx, importing, { today, faculties })
  const stored = new Map<number, Fresh[]>()
  /** The line of the file that takes a room's last place, if one does. */
  const holderOf = (room_id: number, start: Day) =>
    stored
      .get(room_id)
      ?.findLast(({ tenant: { end_date } }) => end_date === null || end_date > start)?.row.line
  async function refuse(row: Row, found: string[]) {
    const { line, cells } = row
    const reasons = [...found, ...(await listRefusals(row, holderOf))]
    outcome.bad.push({ line, cells, reason: joinReasons(reasons) })
  }
  const fresh: Fresh[] = []
  for await (const batch of inBatches(importing.rows)) {
    for (const row of batch) {
      try {
        const tenant = check(row)
        if (tenant) fresh.push({ ...tenant, row })
        else outcome.unchanged++
      } catch (error) {
        await refuse(row, [reasonOf(error)])
      }
    }
  }
  const partial: number[] = []
  const store = async (some: Fresh[]): Promise<void> => {
    let made: number[] = []
    const reason = await tryRow(tx, async () => {
      made = await moveInWithBooks(tx, importing, some)
    })
    if (reason !== null) {
      const [first, ...more] = some
      if (first && more.length === 0) {
        // `refuse` finds a full room again, and names the line that has the place.
        const { room, tenant } = first
        const isFull = reason === noPlace(room.room_number, tenant.start_date)
        await refuse(first.row, isFull ? [] : [reason])
      } else {
        const half = Math.ceil(some.length / 2)
        await store(some.slice(0, half))
        await store(some.slice(half))
      }
      return
    }
    outcome.made.push(...made.map((user_id) => ({ user_id })))
    outcome.added += made.length
    for (const one of some) {
      const { row, room, tenant } = one
      const holders = stored.get(room.id) ?? []
      stored.set(room.id, [...holders, one])
      const effect = effectOf(tenant, room.room_number, today, faculties)
      addEffect(outcome, effect, { tenant, room, month: monthOf(importing.context.now()), effect })
      addSum(outcome, 'owed', tenant.opening_balance)
      addSum(outcome, 'credit', -tenant.opening_balance)
      addSum(outcome, 'deposits', tenant.deposit_held)
      outcome.at_stake += tenant.deposit_held + Math.max(0, -tenant.opening_balance)
      if (tenant.partial !== null) partial.push(row.line)
    }
  }
  for await (const batch of inBatches(fresh)) await store(batch)
  if (partial.length > 0) outcome.notices.push(partialNotice(partial))
  return outcome
}

function partialNotice(lines: number[]): string {
  const more = lines.length - MAX_LINES
  const named = lines.slice(0, MAX_LINES).join(', ')
  const which = `${lines.length === 1 ? 'Line' : 'Lines'} ${named}${more > 0 ? ` and ${more} more` : ''}`
  const have = lines.length === 1 ? 'has' : 'have'
  return `${which} ${have} a faculty that several colleges have. It will be kept as a note on the tenant’s page; with the college beside it, it has its place there.`
}

/** Describes in words every field that is written. */
function effectOf(tenant: NewTenant, room: string, today: Day, faculties: KnownFaculty[]): string {
  const { full_name, start_date, end_date, opening_balance, deposit_held } = tenant
  const owes =
    opening_balance === 0
      ? 'owes nothing'
      : opening_balance > 0
        ? `owes ${ksh(opening_balance)}`
        : `has ${ksh(-opening_balance)} credit`
  const next = nextMonth(today.slice(0, 7))
  const rent =
    start_date > today
      ? 'rent from the day of moving in'
      : `rent from ${monthName(next)} ${next.slice(0, 4)} on`
  const deposit = deposit_held > 0 ? `, deposit of ${ksh(deposit_held)} held` : ''
  const until = end_date === null ? '' : ` until ${formatDay(end_date)}`
  const stay = `${full_name}: ${room} since ${formatDay(start_date)}${until}`
  const more = [
    `phone ${formatPhone(tenant.phone_number)}`,
    `ID number ${tenant.id_number}`,
    tenant.email,
    ...detailsText(tenant.details, faculties),
  ]
  return `${stay}, ${owes}${deposit}, ${rent}; ${more.filter(Boolean).join(', ')}`
}

type HolderOf = (room_id: number, start: Day) => number | undefined

interface Check {
  /**
   * Reads a row and checks it against earlier rows and the database; null for a tenant who exists already.
   * @throws {RowError}
   */
  check: (row: Row) => Checked | null
  /** Reasons why the database would refuse a row, as far as it can be read; they are reported along with unreadable cells. */
  listRefusals: (row: Row, holderOf: HolderOf) => Promise<string[]>
}

async function loadCheck(
  tx: Db,
  { user: { company_id }, rows }: Importing,
  { today, faculties }: { today: Day; faculties: KnownFaculty[] },
): Promise<Check> {
  const rooms = await loadRooms(tx, company_id)
  const known = await loadOwners(tx, company_id, rows, today)
  const onceIn = newOnce()
  const ownerOf = ({ id_number = '' }: RowFields) => known.get(normaliseNumber(id_number))
  const findRoom = (cell = '') => {
    const room = rooms(cell)
    if (room) return room
    if (cell === '') throw missing('room')
    throw new RowError(`Room: there is no room “${cutCell(cell)}”.`)
  }

  function check(row: Row): Checked | null {
    const { fields } = row
    const owner = ownerOf(fields)
    const isHere = owner !== undefined && isThereAlready(owner, fields)
    const { tenant, room } = readAll({
      tenant: () => readTenant(row, { today, faculties, once: onceIn(row) }),
      owner: () => {
        if (!owner || isHere) return
        throw new RowError(
          owner.name === null
            ? 'This ID number is already registered.'
            : `This ID number is ${owner.name}’s already${owner.rooms[0] ? `, in ${owner.rooms[0]}` : ''}.`,
        )
      },
      room: () => findRoom(fields.room),
    })
    return isHere ? null : { tenant, room }
  }

  async function listRefusals({ fields }: Row, holderOf: HolderOf): Promise<string[]> {
    // The logins and numbers of an existing person are their own.
    if (ownerOf(fields)) return []
    const refusals = await refuseTaken(tx, fields)
    const { registration_number } = fields
    if (registration_number) {
      const isTaken = await findUserOfNumber(tx, 'registration_numbers', registration_number)
      if (isTaken) refusals.push(alreadyRegistered('registration_numbers'))
    }
    const room = readable(() => findRoom(fields.room))
    const start = readable(() => readStart(fields.start_date, today))
    if (room && start) {
      const line = holderOf(room.id, start)
      refusals.push(...(await refuseRoom(tx, company_id, { room, start, line })))
    }
    return refusals
  }
  return { check, listRefusals }
}

/** The reasons for which the trigger on stays would refuse the room. */
async function refuseRoom(
  tx: Db,
  company_id: number,
  { room, start, line }: { room: RoomOfRow; start: Day; line: number | undefined },
) {
  const { is_full, is_closed } = await tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', '=', room.id)
    .select(sql<boolean>`most_held(company_id, id, ${start}, null, 0) >= capacity`.as('is_full'))
    .select(sql<boolean>`is_closed_from(company_id, id, ${start})`.as('is_closed'))
    .executeTakeFirstOrThrow()
  if (is_full) return [noPlace(room.room_number, start, line)]
  return is_closed ? [outOfService(room.room_number)] : []
}

const listFaculties = (tx: Db) =>
  tx
    .selectFrom('faculties')
    .innerJoin('colleges', 'colleges.id', 'faculties.college_id')
    .select(['faculties.id', 'college_id', 'faculties.name', 'colleges.name as college'])
    .execute()

/** Finds the room that a file names, regardless of capitals and spaces; an exact match comes first. */
async function loadRooms(tx: Db, company_id: number) {
  const rooms = await tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .select(['id', 'room_number'])
    .orderBy('id', 'desc')
    .execute()
  const byNumber = new Map(rooms.map((room) => [room.room_number, room]))
  const byKey = new Map(rooms.map((room) => [roomKey(room.room_number), room]))
  return (typed: string) => byNumber.get(typed) ?? byKey.get(roomKey(typed))
}

/** The owner of an ID number; without a name if they are in another residence. */
interface Owner {
  name: string | null
  /** The rooms of stays that haven't ended, earliest stay first. */
  rooms: string[]
}

const isThereAlready = ({ name, rooms }: Owner, { full_name = '', room = '' }: RowFields) =>
  name?.toLowerCase() === full_name.toLowerCase() &&
  rooms.some((one) => roomKey(one) === roomKey(room))

/** The owners of a file's ID numbers, by ID number. */
async function loadOwners(tx: Db, company_id: number, rows: Row[], today: Day) {
  const owners = new Map<string, Owner>()
  for await (const batch of inBatches(idNumbersOf(rows).map(normaliseNumber))) {
    const found = await tx
      .selectFrom('id_numbers')
      .leftJoin('users', (join) =>
        join
          .onRef('users.company_id', '=', 'id_numbers.company_id')
          .onRef('users.id', '=', 'id_numbers.user_id')
          .on('users.company_id', '=', company_id),
      )
      .where('id_number', 'in', batch)
      .select(['id_number', 'users.id', fullName().as('name')])
      .execute()
    const ids = found.flatMap(({ id }) => id ?? [])
    const stays =
      ids.length === 0
        ? []
        : await selectStaysWithRooms(tx)
            .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
            .where('stays.company_id', '=', company_id)
            .where('tenancies.user_id', 'in', ids)
            .where(currentOrPlanned(today))
            .select(['tenancies.user_id', 'rooms.room_number'])
            .orderBy('stays.from_day')
            .execute()
    const ofUser = Map.groupBy(stays, ({ user_id }) => user_id)
    for (const { id_number, id, name } of found) {
      const rooms = id === null ? [] : (ofUser.get(id) ?? [])
      owners.set(id_number, {
        name: id === null ? null : name,
        rooms: rooms.map(({ room_number }) => room_number),
      })
    }
  }
  return owners
}
