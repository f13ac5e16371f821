import { sql } from 'kysely'
import type { RentChange } from '#contract/rooms.ts'
import { type Day, formatDay, monthOf } from '#rules/calendar.ts'
import { type ChargedRent, type FirstMonth, rentDifferences, type Stay } from '#rules/ledger.ts'
import { ksh } from '#rules/money.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { isStanding } from '../ledger/queries.ts'
import type { Actor } from '../staff-log.ts'

export interface RoomWithRate {
  id: number
  room_number: string
  rate: number
  /** The next day from which another rent is entered. */
  until: Day | null
}

export const idsOf = (rooms: RoomWithRate[]) => rooms.map(({ id }) => id)

export type Difference = RentChange['differences'][number] & { tenancy_id: number }

/** The charged months for which the rent of these rooms counts that holds from a day until the next one. */
export async function listDifferences(
  tx: Db,
  company_id: number,
  rooms: RoomWithRate[],
  { from, today, first_month }: { from: Day; today: Day; first_month: FirstMonth },
): Promise<Difference[]> {
  const untils = new Map(rooms.map(({ id, until }) => [id, until]))
  const tenancies = await listRatedStays(tx, company_id, idsOf(rooms), from)
  return [...tenancies].flatMap(([tenancy_id, { id, full_name, stays, charged }]) => {
    const months = rentDifferences(
      stays,
      charged,
      { today, firstMonth: first_month },
      ({ room_id }, day) => {
        const until = untils.get(room_id)
        return until !== undefined && day >= from && (until === null || day < until)
      },
    ).map(({ stay, ...month }) => ({ ...month, room_number: stay.room_number }))
    const amount = months.reduce((sum, month) => sum + month.after - month.before, 0)
    return months.length === 0 ? [] : [{ tenancy_id, id, full_name, months, amount }]
  })
}

/** Enters the differences, one entry for each tenant, with the months that it corrects. */
export async function insertCorrections(
  tx: Db,
  { company_id, id: entered_by }: Actor,
  differences: Difference[],
  { rate, from, now }: { rate: number | null; from: Day; now: Date },
) {
  const reason = `Rent of ${ksh(rate ?? 0)} from ${formatDay(from)} on`
  for (const { tenancy_id, id: user_id, months, amount } of differences) {
    const entry =
      amount === 0
        ? null
        : await tx
            .insertInto('charges')
            .values({
              company_id,
              user_id,
              kind: 'correction',
              month: monthOf(now),
              amount,
              reason,
              entered_by,
              created_at: now,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
    const corrected = { company_id, tenancy_id, charge_id: entry?.id ?? null, created_at: now }
    await tx
      .insertInto('rent_corrections')
      .values(
        months.map(({ month, before, after }) => ({ ...corrected, month, amount: after - before })),
      )
      .execute()
  }
}

interface RatedTenancy {
  /** The tenant's id. */
  id: number
  full_name: string
  stays: (Stay & { room_id: number; room_number: string })[]
  charged: ChargedRent[]
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
      sql<ChargedRent[]>`coalesce((
        select json_agg(json_build_object('month', month, 'first_month', first_month,
          'amount', charges.amount + coalesce((select sum(amount) from rent_corrections
            where rent_corrections.company_id = charges.company_id
              and rent_corrections.tenancy_id = charges.tenancy_id
              and rent_corrections.month = charges.month), 0)))
        from charges where charges.company_id = stays.company_id
          and charges.tenancy_id = stays.tenancy_id and charges.kind = 'rent' and ${isStanding()}), '[]')`.as(
        'charged',
      ),
    )
    .orderBy('stays.tenancy_id')
    .orderBy('stays.from_day')
    .orderBy('stays.id')
    .execute()
  const tenancies = new Map<number, RatedTenancy>()
  for (const [tenancy_id, stays] of Map.groupBy(rows, (row) => row.tenancy_id)) {
    const [one] = stays
    if (one) tenancies.set(tenancy_id, { ...one, stays })
  }
  return tenancies
}
