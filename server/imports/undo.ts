import { sql } from 'kysely'
import type { ImportDone } from '#contract/imports.ts'
import { OPENING_BALANCE } from '#rules/ledger.ts'
import { readingActs } from '#rules/staff-acts.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, notFound } from '../errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { restoreContact } from './contacts.ts'
import { deleteMade, findImport, listMade, lockImport, setUndone } from './queries.ts'
import { inBatches, pause, RowError, tryRow } from './rows.ts'
import { toImportDone } from './run.ts'
import { alone, inTurn, takeTurn } from './turn.ts'

type Made = Awaited<ReturnType<typeof listMade>>[number]

/**
 * Takes back what an import made, except what has been used since: a room in which somebody lives or that staff have
 * changed, and a tenant who has paid, has logged in, has a staff account, or about whom staff have entered or imported anything.
 * What stays can be taken back by undoing it again.
 * @returns what stays, by room number or name
 * @throws {HttpError} 404, 409 after 24 hours or when all of it was undone before
 */
export async function undoImport(
  { db, now }: Context,
  user: AuthUser,
  id: number,
): Promise<{ import: ImportDone; kept: string[] }> {
  const { company_id } = user
  const key = { company_id, id }
  const work = async (tx: Db) => {
    await takeTurn(tx, company_id)
    const locked = await lockImport(tx, company_id, id)
    if (!locked) throw notFound('There is no such import.', 'import_not_found')
    const { undo_until } = toImportDone({ ...locked, unchanged: 0, by: '' }, now())
    if (undo_until === null) {
      const isUndone = locked.undone_at !== null && !locked.left
      throw conflict(
        isUndone
          ? 'It has already been undone.'
          : 'It can’t be undone any more: 24 hours have passed.',
        isUndone ? 'undone' : 'too_late',
      )
    }
    // For the trigger on charges and deposits, which lets nothing else be deleted, and nothing of what counts as undone.
    if (locked.undone_at) await setUndone(tx, { ...key, undone_at: null, undone_by: null })
    await sql`select set_config('bweni.undoing_import', ${String(id)}, true)`.execute(tx)
    const kept: string[] = []
    const take = async ({ id: row_id, room_id, user_id, before, after }: Made) => {
      if (room_id !== null) await deleteRooms(tx, company_id, [room_id])
      if (user_id === null) return
      if (before === null) await deleteTenant(tx, company_id, { user_id, import_id: id })
      else {
        await restoreContact(tx, company_id, { user_id, before, after })
        await deleteMade(tx, company_id, id, row_id)
      }
    }
    const all = await listMade(tx, company_id, id)
    for await (const batch of inBatches(all)) {
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
    const isNothing = kept.length > 0 && kept.length === all.length
    const { undone_at, undone_by } = isNothing ? locked : { undone_at: now(), undone_by: user.id }
    await setUndone(tx, { ...key, undone_at, undone_by })
    await logStaffAction(tx, user, {
      act: 'import.undo',
      subject: 'import',
      subject_id: id,
      before: null,
      after: { table: locked.kind, kept },
    })
    return { kept: kept.toReversed(), row: await findImport(tx, company_id, id) }
  }
  const { kept, row } = await alone(() => inTurn(() => db.transaction().execute(work)))
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
  const rated = await tx
    .selectFrom('room_rates')
    .where('company_id', '=', company_id)
    .where('room_id', 'in', ids)
    .where('entered_by', 'is not', null)
    .select('room_id')
    .limit(1)
    .execute()
  if (changed.length > 0 || rated.length > 0) throw new RowError('in use')
  await tx
    .deleteFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', 'in', ids)
    .execute()
    .catch(rethrowInUse)
}

async function deleteTenant(
  tx: Db,
  company_id: number,
  { user_id, import_id }: { user_id: number; import_id: number },
) {
  const hasGrown = await tx
    .selectNoFrom(
      sql<boolean>`exists (select from users where company_id = ${company_id} and id = ${user_id}
          and (not must_change_password or staff_role is not null))
        or exists (select from payments where company_id = ${company_id} and user_id = ${user_id})
        or exists (select from staff_log where company_id = ${company_id}
          and (subject = 'user' and subject_id = ${user_id}
            or subject = 'tenancy' and subject_id in (select id from tenancies
              where company_id = ${company_id} and user_id = ${user_id}))
          and act not in (${sql.join(readingActs)}))
        or exists (select from charges where company_id = ${company_id}
          and user_id = ${user_id} and (kind in ('fee', 'late_fee')
            or kind = 'correction' and reason <> ${OPENING_BALANCE}))
        or exists (select from recurring_fees where company_id = ${company_id} and user_id = ${user_id})
        or (select count(*) from stays join tenancies on tenancies.company_id = stays.company_id
          and tenancies.id = stays.tenancy_id
          where stays.company_id = ${company_id} and tenancies.user_id = ${user_id}) <> 1
        or exists (select from tenancies where company_id = ${company_id}
          and user_id = ${user_id} and ended_day is not null)
        or exists (select from import_rows where company_id = ${company_id}
          and user_id = ${user_id} and import_id <> ${import_id})`.as('grown'),
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
    // Nothing but the rent of some months, charged together.
    'bills',
    'deposit_entries',
    'tenant_details',
    // Of the import: staff's own are in their log.
    'tenant_notes',
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
