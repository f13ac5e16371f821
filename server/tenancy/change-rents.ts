import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { RentChange } from '#contract/rooms.ts'
import { CHANGED_MEANWHILE } from '#contract/settings.ts'
import { addMonths, type Day, dayOf, firstDay, formatDay, nextMonth } from '#rules/calendar.ts'
import { firstChargedAt, rentDifferences, rentDue, type Stay } from '#rules/ledger.ts'
import { ksh } from '#rules/money.ts'
import { latestPlannableDay } from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict, invalid } from '../errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { naturalOrder, updateRatesOfToday } from './room-queries.ts'
import { currentOrPlanned, rateOn } from './stay-queries.ts'

interface RentForm {
  rooms: string[]
  rate: number
  from: Day
  correct?: boolean | undefined
}

/** What `changeRents` would do; it runs the same step and takes it back. */
export const previewRents = (context: Context, user: AuthUser, form: RentForm) =>
  rehearse(context.db, (tx) => applyRents(tx, context, user, form))

/**
 * Gives rooms another rent from a day on. Charged months stay as they are; with `correct` the difference is entered as a
 * correction.
 * @throws {HttpError} 400 for a bad day or an unknown room; 409 when it means something else than the preview did
 */
export function changeRents(
  context: Context,
  user: AuthUser,
  { expected, ...form }: RentForm & { expected: unknown },
): Promise<RentChange> {
  return context.db.transaction().execute(async (tx) => {
    const change = await applyRents(tx, context, user, form)
    if (!isDeepStrictEqual(change, expected)) {
      throw conflict(CHANGED_MEANWHILE, 'changed_meanwhile')
    }
    return change
  })
}

async function applyRents(
  tx: Db,
  { now }: Context,
  user: AuthUser,
  { rooms: numbers, rate, from, correct = false }: RentForm,
): Promise<RentChange> {
  const { company_id } = user
  const today = dayOf(now())
  const earliest = addMonths(today, -24)
  if (from < earliest || from > latestPlannableDay(today)) {
    const days = `${formatDay(earliest)} to ${formatDay(latestPlannableDay(today))}`
    throw invalid('from', `Choose a day from ${days}.`)
  }
  const { first_month } = await tx
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select('first_month')
    // Rents are changed one after the other.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const rooms = await lockRoomsWithRate(tx, company_id, numbers, from)
  const missing = numbers.find(
    (number) =>
      !rooms.some(({ room_number }) => room_number.toLowerCase() === number.toLowerCase()),
  )
  if (missing !== undefined) throw invalid('rooms', `There is no room ${missing}.`)
  const ids = rooms.map(({ id }) => id)
  const before = await listRatedStays(tx, company_id, ids, from)
  await tx
    .insertInto('room_rates')
    .values(
      ids.map((room_id) => ({ company_id, room_id, from_day: from, rate, entered_by: user.id })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'room_id', 'from_day'])
        .doUpdateSet({ rate, entered_by: user.id }),
    )
    .execute()
  await updateRatesOfToday(tx, today, company_id)
  const after = await listRatedStays(tx, company_id, ids, from)
  const differences = [...after].flatMap(([tenancy_id, tenancy]) => {
    const months = rentDifferences(
      rentDue(before.get(tenancy_id)?.stays ?? [], today, first_month),
      rentDue(tenancy.stays, today, first_month),
      new Set(tenancy.charged),
    )
    const amount = months.reduce((sum, month) => sum + month.after - month.before, 0)
    const { id, full_name, room_number } = tenancy
    return months.length === 0 ? [] : [{ id, full_name, room_number, months, amount }]
  })
  if (correct) {
    const reason = `Rent of ${ksh(rate)} from ${formatDay(from)} on`
    const month = today.slice(0, 7)
    const entry = { company_id, kind: 'correction' as const, month, reason, entered_by: user.id }
    const rows = differences.filter(({ amount }) => amount !== 0)
    if (rows.length > 0) {
      await tx
        .insertInto('charges')
        .values(rows.map(({ id, amount }) => ({ ...entry, user_id: id, amount })))
        .execute()
    }
  }
  const change = {
    rooms: rooms.map(({ room_number, rate: was }) => ({ room_number, before: was, after: rate })),
    tenants: await listPayers(tx, company_id, rooms, { rate, from, today }),
    differences,
  }
  await logStaffAction(tx, user, {
    act: 'rooms.rents',
    subject: 'company',
    subject_id: company_id,
    before: change.rooms.map(({ room_number, before }) => ({ room_number, rate: before })),
    after: { rooms: numbers, rate, from, correct, differences },
  })
  return change
}

interface RoomWithRate {
  id: number
  room_number: string
  rate: number
}

/** The rooms of these numbers, in whatever case, with the rent that held on a day so far; locked until the transaction ends. */
const lockRoomsWithRate = (
  tx: Db,
  company_id: number,
  numbers: string[],
  day: Day,
): Promise<RoomWithRate[]> =>
  tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where(
      sql`lower(room_number)`,
      'in',
      numbers.map((number) => number.toLowerCase()),
    )
    .select(['id', 'room_number', rateOn(day).as('rate')])
    .orderBy(naturalOrder)
    .forUpdate()
    .execute()

interface RatedTenancy {
  /** Of the tenant. */
  id: number
  full_name: string
  /** One of the rooms in question. */
  room_number: string
  stays: Stay[]
  /** Months whose rent is charged. */
  charged: string[]
}

/** The tenancies that had one of the rooms on a day or later, with all their stays and charged months, by their id. */
async function listRatedStays(tx: Db, company_id: number, room_ids: number[], from: Day) {
  const rows = await tx
    .selectFrom('rated_stays as stays')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
    .innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
    .where('stays.company_id', '=', company_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stays as held')
          .whereRef('held.company_id', '=', 'stays.company_id')
          .whereRef('held.tenancy_id', '=', 'stays.tenancy_id')
          .where('held.room_id', 'in', room_ids)
          .where(({ or, eb }) => or([eb('until_day', 'is', null), eb('until_day', '>', from)]))
          .select('held.id'),
      ),
    )
    .select(['stays.tenancy_id', 'stays.from_day', 'stays.until_day', 'stays.rate'])
    .select(['stays.room_id', 'rooms.room_number', 'users.id', fullName().as('full_name')])
    .select(
      sql<string[]>`array(select month from charges where charges.company_id = stays.company_id
        and charges.tenancy_id = stays.tenancy_id and charges.kind = 'rent')`.as('charged'),
    )
    .orderBy('stays.tenancy_id')
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()
  const tenancies = new Map<number, RatedTenancy>()
  for (const [tenancy_id, stays] of Map.groupBy(rows, (row) => row.tenancy_id)) {
    const last = stays.findLast(({ room_id }) => room_ids.includes(room_id))
    if (last) tenancies.set(tenancy_id, { ...last, stays })
  }
  return tenancies
}

/** Who has one of the rooms, or will have it, and pays another rent than before; with the day of the first charge. */
async function listPayers(
  tx: Db,
  company_id: number,
  rooms: RoomWithRate[],
  { rate, from, today }: { rate: number; from: Day; today: Day },
): Promise<RentChange['tenants']> {
  const changed = rooms.filter((room) => room.rate !== rate)
  if (changed.length === 0) return []
  const rows = await tx
    .selectFrom('stays')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
    .where('stays.company_id', '=', company_id)
    .where(
      'stays.room_id',
      'in',
      changed.map(({ id }) => id),
    )
    .where(currentOrPlanned(today))
    .select(['users.id', fullName().as('full_name')])
    .select(['stays.room_id', 'stays.from_day', 'stays.until_day'])
    .orderBy('users.id')
    .orderBy('stays.from_day')
    .execute()
  const firstOpen = firstDay(nextMonth(today.slice(0, 7)))
  const sooner = firstChargedAt(from)
  const ofCurrent = sooner > today ? sooner : firstOpen
  return rows.flatMap(({ id, full_name, room_id, from_day, until_day }) => {
    const room = changed.find((one) => one.id === room_id)
    // Who moves in later pays the new rent from the first day.
    const charged = from_day > today && from_day >= from ? from_day : ofCurrent
    return !room || (until_day !== null && until_day <= charged)
      ? []
      : [
          {
            id,
            full_name,
            room_number: room.room_number,
            before: room.rate,
            after: rate,
            from: charged,
          },
        ]
  })
}
