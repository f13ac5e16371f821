import { randomUUID } from 'node:crypto'
import { type Day, dayOf, formatDay, monthOf, nextMonth } from '#rules/calendar.ts'
import { OPENING_BALANCE, OPENING_DEPOSIT } from '#rules/ledger.ts'
import type { Db } from '../db/connect.ts'
import { moveIn } from '../tenancy/move-in.ts'
import { outOfService, roomRefusal } from '../tenancy/stay-queries.ts'
import type { NewTenant } from './read-tenant.ts'
import { type Importing, RowError } from './rows.ts'

export interface RoomOfRow {
  id: number
  room_number: string
}

/**
 * Moves in the tenants of a file, with their balances from the former books. No rent is charged yet: that of this month and
 * earlier ones is in the opening balance, and tenants who move in later are charged then.
 * @returns the ids of their users
 * @throws {RowError | HttpError} the reason why one of them can't be stored; only with a single tenant is it surely about the first
 */
export async function moveInWithBooks(
  tx: Db,
  { context: { now }, user: staff, hashes }: Importing,
  people: { tenant: NewTenant; room: RoomOfRow }[],
): Promise<number[]> {
  const { company_id } = staff
  const [today, month] = [dayOf(now()), monthOf(now())]
  const [first] = people
  const moved = await moveIn(
    tx,
    company_id,
    people.map(({ tenant, room }) => ({
      full_name: tenant.full_name,
      phone: tenant.phone_number,
      email: tenant.email,
      id_number: tenant.id_number,
      password_hash: hashes.get(tenant.id_number) ?? '',
      details: tenant.details,
      room_id: room.id,
      from_day: tenant.start_date,
      until_day: tenant.end_date,
      first_rent_month: tenant.start_date <= today ? nextMonth(month) : null,
    })),
  ).catch((error: unknown) => {
    const refusal = roomRefusal(error)
    if (refusal === null || !first) throw error
    const { room, tenant } = first
    throw new RowError(
      refusal === 'room_closed'
        ? outOfService(room.room_number)
        : noPlace(room.room_number, tenant.start_date),
    )
  })
  const made = people.map(({ tenant }, index) => ({
    tenant,
    key: { company_id, user_id: moved[index]?.user_id ?? 0 },
  }))
  const debts = made.filter(({ tenant }) => tenant.opening_balance !== 0)
  if (debts.length > 0) {
    const entry = { kind: 'correction' as const, reason: OPENING_BALANCE, entered_by: staff.id }
    await tx
      .insertInto('charges')
      .values(
        debts.map(({ tenant, key }) => ({
          ...key,
          ...entry,
          month,
          amount: tenant.opening_balance,
        })),
      )
      .execute()
  }
  const deposits = made.filter(({ tenant }) => tenant.deposit_held > 0)
  if (deposits.length > 0) {
    await tx
      .insertInto('deposit_entries')
      .values(
        deposits.map(({ tenant, key }) => ({
          ...{ ...key, kind: 'opening' as const, amount: tenant.deposit_held, at: now() },
          ...{ reason: OPENING_DEPOSIT, entered_by: staff.id, submission_id: randomUUID() },
        })),
      )
      .execute()
  }
  const notes = made.flatMap(({ tenant: { partial }, key }) =>
    partial === null
      ? []
      : [{ ...key, text: `In the imported file: ${partial}.`, created_by: staff.id }],
  )
  if (notes.length > 0) await tx.insertInto('tenant_notes').values(notes).execute()
  return moved.map(({ user_id }) => user_id)
}

/** @param line the line of the same file that takes the last place */
export const noPlace = (room_number: string, from: Day, line?: number) =>
  `${room_number} has no free place from ${formatDay(from)} on${line === undefined ? '' : `: line ${line} takes the last one`}.`
