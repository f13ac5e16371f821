import { sql } from 'kysely'
import type { ImportDone } from '#contract/imports.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, notFound } from '../errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { restoreContact } from './contacts.ts'
import { findImport, listMade, lockImport } from './queries.ts'
import { inBatches, pause, RowError, tryRow } from './rows.ts'
import { takeTurn, toImportDone } from './run.ts'
import { OPENING_BALANCE } from './tenants.ts'

type Made = Awaited<ReturnType<typeof listMade>>[number]

/**
 * Takes back what an import made, except what has been used since: a room in which somebody lives or that staff have
 * changed, and a tenant who has paid, has logged in, has a staff account, or about whom staff have entered anything.
 * @returns what stays, by room number or name
 * @throws {HttpError} 404, 409 after 24 hours or when it was undone before
 */
export async function undoImport(
  { db, now }: Context,
  user: AuthUser,
  id: number,
): Promise<{ import: ImportDone; kept: string[] }> {
  const { company_id } = user
  const work = async (tx: Db) => {
    await takeTurn(tx, company_id)
    const locked = await lockImport(tx, company_id, id)
    if (!locked) throw notFound('There is no such import.', 'import_not_found')
    const { undo_until } = toImportDone({ ...locked, unchanged: 0, by: '' }, now())
    if (undo_until === null) {
      const isUndone = locked.undone_at !== null
      throw conflict(
        isUndone ? 'It was undone already.' : 'It can’t be undone any more: 24 hours have passed.',
        isUndone ? 'undone' : 'too_late',
      )
    }
    // For the trigger on charges, which lets nothing else be deleted.
    await sql`select set_config('bweni.undoing_import', ${String(id)}, true)`.execute(tx)
    const kept: string[] = []
    const take = async ({ room_id, user_id, before, after }: Made) => {
      if (room_id !== null) await deleteRooms(tx, company_id, [room_id])
      if (user_id === null) return
      if (before === null) await deleteTenant(tx, company_id, user_id)
      else await restoreContact(tx, company_id, { user_id, before, after })
    }
    for await (const batch of inBatches(await listMade(tx, company_id, id))) {
      // At once, unless somebody lives in one of them.
      const rooms = batch.flatMap(({ room_id }) => room_id ?? [])
      const isRooms = rooms.length === batch.length
      if (isRooms && !(await tryRow(tx, () => deleteRooms(tx, company_id, rooms)))) continue
      for (const made of batch) {
        await pause()
        const reason = await tryRow(tx, () => take(made))
        if (reason !== null) kept.push(made.room_number ?? made.full_name)
      }
    }
    await tx
      .updateTable('imports')
      .set({ undone_at: now(), undone_by: user.id })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute()
    await logStaffAction(tx, user, {
      act: 'import.undo',
      subject: 'import',
      subject_id: id,
      before: null,
      after: { table: locked.kind, kept },
    })
    return { kept: kept.toReversed(), row: await findImport(tx, company_id, id) }
  }
  const { kept, row } = await retryOnConflict(() => db.transaction().execute(work))
  return { import: toImportDone(row, now()), kept }
}

/** SQLSTATE of a row that another one refers to, and of one that a trigger protects. */
const inUse = new Set(['23503', '23001'])

/** A row that something refers to can't be deleted: then it has been used. */
function rethrowInUse(error: unknown): never {
  if (inUse.has((error as { code?: string }).code ?? '')) throw new RowError('in use')
  throw error
}

async function deleteRooms(tx: Db, company_id: number, ids: number[]) {
  const changed = await tx
    .selectFrom('staff_log')
    .where('company_id', '=', company_id)
    .where('subject', '=', 'room')
    .where('subject_id', 'in', ids)
    .select('id')
    .limit(1)
    .execute()
  if (changed.length > 0) throw new RowError('in use')
  await tx
    .deleteFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', 'in', ids)
    .execute()
    .catch(rethrowInUse)
}

async function deleteTenant(tx: Db, company_id: number, user_id: number) {
  const hasGrown = await tx
    .selectNoFrom(
      sql<boolean>`exists (select from users where company_id = ${company_id} and id = ${user_id}
          and (not must_change_password or staff_role is not null))
        or exists (select from payments where company_id = ${company_id} and user_id = ${user_id})
        or exists (select from staff_log where company_id = ${company_id}
          and (subject = 'user' and subject_id = ${user_id}
            or subject = 'tenancy' and subject_id in (select id from tenancies
              where company_id = ${company_id} and user_id = ${user_id})))
        or exists (select from charges where company_id = ${company_id}
          and user_id = ${user_id} and kind = 'correction' and reason <> ${OPENING_BALANCE})
        or (select count(*) from stays join tenancies on tenancies.company_id = stays.company_id
          and tenancies.id = stays.tenancy_id
          where stays.company_id = ${company_id} and tenancies.user_id = ${user_id}) <> 1
        or exists (select from tenancies where company_id = ${company_id}
          and user_id = ${user_id} and ended_day is not null)`.as('grown'),
    )
    .executeTakeFirstOrThrow()
  if (hasGrown.grown) throw new RowError('in use')
  const tenancies = tx
    .selectFrom('tenancies')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select('id')
  await tx
    .deleteFrom('stays')
    .where('company_id', '=', company_id)
    .where('tenancy_id', 'in', tenancies)
    .execute()
  const ofUser = [
    'charges',
    'tenant_details',
    'tenancies',
    'account_numbers',
    'id_numbers',
    'registration_numbers',
    'logins',
  ] as const
  for (const table of ofUser) {
    await tx
      .deleteFrom(table)
      .where('company_id', '=', company_id)
      .where('user_id', '=', user_id)
      .execute()
      .catch(rethrowInUse)
  }
  await tx
    .deleteFrom('users')
    .where('company_id', '=', company_id)
    .where('id', '=', user_id)
    .execute()
    .catch(rethrowInUse)
}
