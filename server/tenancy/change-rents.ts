import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Waiting } from '#contract/approvals.ts'
import type { RentChange } from '#contract/rooms.ts'
import { CHANGED_MEANWHILE } from '#contract/settings.ts'
import { rentStake } from '#rules/approval.ts'
import { addMonths, type Day, dayOf, firstDay, formatDay, nextMonth } from '#rules/calendar.ts'
import { firstChargedAt } from '#rules/ledger.ts'
import { latestPlannableDay } from '#rules/tenancy.ts'
import { waitsOf } from '../approvals/limit.ts'
import { type Act, perform } from '../approvals/perform.ts'
import type { AuthUser } from '../auth/access.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict, invalid } from '../http/errors.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { idsOf, insertCorrections, listDifferences, type RoomWithRate } from './rent-corrections.ts'
import { naturalOrder, updateRatesOfToday } from './room-queries.ts'
import { currentOrPlanned, rateOn } from './stay-queries.ts'

interface RentForm {
  rooms: string[]
  /** Null takes back the rent that is planned for that day. */
  rate: number | null
  from: Day
  correct?: boolean | undefined
}

/** The effect of `changeRents`, and whether it would wait; runs the same step and rolls it back. */
export const previewRents = (context: Context, user: AuthUser, form: RentForm) =>
  rehearse(context.db, async (tx) => {
    const change = await applyRents(tx, context, user, form)
    const { rooms, differences } = change
    const corrected = await waitsOf(tx, context, user, {
      at_stake: rentStake(rooms, differences),
    })
    const uncorrected = await waitsOf(tx, context, user, {
      at_stake: rentStake(rooms, []),
    })
    const waits = { corrected: corrected.waits, uncorrected: uncorrected.waits }
    return { ...change, waits }
  })

export const rentsAct: Act<RentForm, RentChange, RentChange> = {
  permission: 'rooms',
  async run(tx, context, staff, form) {
    const change = await applyRents(tx, context, staff, form)
    const { rooms, differences } = change
    const changed = rooms.filter(({ before, after }) => before !== after)
    return {
      result: change,
      effect: change,
      act: 'rents',
      at_stake: rentStake(rooms, form.correct ? differences : []),
      subject: `rooms ${fingerprint(rooms.map(({ room_number }) => room_number))}`,
      user_id: null,
      about: aboutOf(form, differences),
      changes: changed.map(({ room_number, before, after }) => ({
        of: room_number,
        before,
        after,
      })),
      reason: null,
    }
  },
}

function aboutOf({ rate, from, correct }: RentForm, differences: unknown[]): string {
  if (rate === null) return `The rent planned from ${formatDay(from)} on is taken back`
  const corrected = correct && differences.length > 0
  return `From ${formatDay(from)} on${corrected ? ', with a correction of months already charged' : ''}`
}

/** Names some rooms in few characters. */
const fingerprint = (rooms: string[]) =>
  createHash('sha256').update(rooms.toSorted().join(',')).digest('hex').slice(0, 32)

/**
 * Gives rooms another rent from a day on, or takes back a planned one. Charged months stay as they are; with `correct` the
 * difference is entered as a correction.
 * @throws {HttpError} 400 for a bad day or an unknown room; 409 when it means something else than the preview did
 */
export async function changeRents(
  context: Context,
  user: Actor,
  { expected, ...form }: RentForm & { expected: unknown },
): Promise<RentChange & { waiting: Waiting }> {
  const { result, waiting } = await perform(context, user, rentsAct, form, {
    expected: { effect: expected, changed: CHANGED_MEANWHILE },
  })
  return { ...result, waiting }
}

async function applyRents(
  tx: Db,
  { now }: Context,
  user: Actor,
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
  await (rate === null
    ? deleteRates(tx, company_id, rooms, from, today)
    : insertRates(tx, user, rooms, { rate, from }))
  await updateRatesOfToday(tx, today, company_id)
  const after = await listRatesOn(tx, company_id, rooms, from)
  const differences = await listDifferences(tx, company_id, rooms, { from, today, first_month })
  if (correct) await insertCorrections(tx, user, differences, { rate, from, now: now() })
  const changes = rooms.map(({ id, room_number, rate, until }) => ({
    room_number,
    before: rate,
    after: after.get(id) ?? rate,
    until,
  }))
  const change = {
    rooms: changes,
    tenants: await listPayers(tx, company_id, rooms, { after, from, today }),
    differences: differences.map(({ tenancy_id: _, ...difference }) => difference),
  }
  await logStaffAction(tx, user, {
    act: rate === null ? 'rooms.cancel_rent' : 'rooms.rents',
    subject: 'company',
    subject_id: company_id,
    before: change.rooms.map(({ room_number, before }) => ({ room_number, rate: before })),
    after:
      rate === null
        ? { rooms: numbers, rate: change.rooms[0]?.after, from }
        : { rooms: numbers, rate, from, correct, differences: change.differences },
  })
  return change
}

const insertRates = (
  tx: Db,
  { company_id, id: entered_by }: Actor,
  rooms: RoomWithRate[],
  { rate, from }: { rate: number; from: Day },
) =>
  tx
    .insertInto('room_rates')
    .values(rooms.map(({ id }) => ({ company_id, room_id: id, from_day: from, rate, entered_by })))
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'room_id', 'from_day']).doUpdateSet({ rate, entered_by }),
    )
    .execute()

/** @throws {HttpError} 409 when one of the rooms has no rent that begins on that day, or it holds already */
async function deleteRates(
  tx: Db,
  company_id: number,
  rooms: RoomWithRate[],
  from: Day,
  today: Day,
) {
  const gone =
    from <= today
      ? []
      : await tx
          .deleteFrom('room_rates')
          .where('company_id', '=', company_id)
          .where('room_id', 'in', idsOf(rooms))
          .where('from_day', '=', from)
          .returning('room_id')
          .execute()
  if (gone.length < rooms.length) {
    throw conflict(`No rent is planned from ${formatDay(from)} on any more.`, 'no_planned_rent')
  }
}

async function listRatesOn(tx: Db, company_id: number, rooms: RoomWithRate[], day: Day) {
  const rows = await tx
    .selectFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', 'in', idsOf(rooms))
    .select(['id', rateOn(day).as('rate')])
    .execute()
  return new Map(rows.map(({ id, rate }) => [id, rate]))
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
    .select(
      sql<Day | null>`(select min(from_day) from room_rates
        where room_rates.company_id = rooms.company_id and room_rates.room_id = rooms.id
          and from_day > ${day})`.as('until'),
    )
    .orderBy(naturalOrder)
    .forUpdate()
    .execute()

/** Tenants who have or will have one of the rooms and pay another rent than before, with the day of the first charge. */
async function listPayers(
  tx: Db,
  company_id: number,
  rooms: RoomWithRate[],
  { after, from, today }: { after: ReadonlyMap<number, number>; from: Day; today: Day },
): Promise<RentChange['tenants']> {
  const changed = rooms.filter((room) => room.rate !== after.get(room.id))
  if (changed.length === 0) return []
  const rows = await tx
    .selectFrom('stays')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
    .where('stays.company_id', '=', company_id)
    .where('stays.room_id', 'in', idsOf(changed))
    .where(currentOrPlanned(today))
    .select(['users.id', fullName().as('full_name')])
    .select(['stays.room_id', 'stays.from_day', 'stays.until_day'])
    .select(
      sql<boolean>`exists (select from stays before
        where before.company_id = stays.company_id and before.tenancy_id = stays.tenancy_id
          and before.from_day < stays.from_day and before.until_day <> before.from_day
          and before.until_day > date_trunc('month', stays.from_day)::date)`.as('month_is_charged'),
    )
    .orderBy('users.id')
    .orderBy('stays.from_day')
    .execute()
  const firstOpen = firstDay(nextMonth(today.slice(0, 7)))
  const sooner = firstChargedAt(from)
  const ofCurrent = sooner > today ? sooner : firstOpen
  return rows.flatMap(({ id, full_name, room_id, from_day, until_day, month_is_charged }) => {
    const room = changed.find((one) => one.id === room_id)
    // Tenants who move in later pay the new rent from the first day, unless the room before is charged for that month.
    const first = month_is_charged ? firstDay(nextMonth(from_day.slice(0, 7))) : from_day
    const charged = from_day > today && from_day >= from ? first : ofCurrent
    if (!room) return []
    // Their stay ends before the first charge, or another rent holds by then.
    if ([until_day, room.until].some((end) => end !== null && end <= charged)) return []
    const { room_number, rate: before } = room
    return [
      { id, full_name, room_number, before, after: after.get(room_id) ?? before, from: charged },
    ]
  })
}
