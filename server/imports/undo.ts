import { sql } from 'kysely'
import type { ImportDone } from '#contract/imports.ts'
import { ksh } from '#rules/money.ts'
import { OWNER_ONLY, requireWithinLimit } from '../approvals/limit.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, notFound } from '../http/errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { restoreContact } from './contacts.ts'
import { loadMadeAs } from './made-as.ts'
import { deleteMade, findImport, listMade, lockImport, setUndone } from './queries.ts'
import { inBatches, pause, RowError, tryRow } from './rows.ts'
import { toImportDone } from './run.ts'
import { alone, inTurn, takeImportTurn } from './turn.ts'

type Made = Awaited<ReturnType<typeof listMade>>[number]

/** Returns a function that tells whether something that the import made has been changed since, by anybody. */
async function findChanged(tx: Db, company_id: number, batch: Made[]) {
  const made = batch.filter(({ before }) => before === null)
  const idsOf = (name: 'room_id' | 'user_id') => made.flatMap((one) => one[name] ?? [])
  const rooms = await loadMadeAs(tx, company_id, 'room', idsOf('room_id'))
  const users = await loadMadeAs(tx, company_id, 'user', idsOf('user_id'))
  return ({ before, room_id, user_id, made_as }: Made) => {
    if (before !== null) return false
    return made_as !== (rooms.get(room_id ?? 0) ?? users.get(user_id ?? 0) ?? null)
  }
}

/** What tenants that the import made owe, with all bills. Nobody of them has paid: who has is not undone. */
async function findDebts(tx: Db, company_id: number, batch: Made[]) {
  const ids = batch.flatMap(({ before, user_id }) => (before === null ? (user_id ?? []) : []))
  if (ids.length === 0) return new Map<number, number>()
  const rows = await tx
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .having(({ fn }) => fn.sum('amount'), '>', 0)
    .select(['user_id', sql<number>`sum(amount)::float8`.as('owes')])
    .execute()
  return new Map(rows.map(({ user_id, owes }) => [user_id, owes]))
}

/**
 * Takes back what an import made, except what has been used or changed since, such as a room in which somebody lives, or a tenant
 * who has paid or logged in. This is decided by the data, because the log tells what was done but not to whom.
 * What stays may be taken back later by undoing the import again.
 * @returns what stays, by room number or name
 * @throws {HttpError} 403 when its tenants owe more than the residence's limit, and an owner has to undo it; 404, 409 after 24 hours
 * or when everything was undone before
 */
export async function undoImport(
  { db, ...context }: Context,
  user: AuthUser,
  id: number,
): Promise<{ import: ImportDone; kept: string[] }> {
  const { company_id } = user
  const { now } = context
  const key = { company_id, id }
  const work = async (tx: Db) => {
    await takeImportTurn(tx, company_id)
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
    // The trigger on charges and deposits allows deleting only for the import being undone, and not if that counts as undone.
    if (locked.undone_at) await setUndone(tx, { ...key, undone_at: null, undone_by: null })
    await sql`select set_config('bweni.undoing_import', ${String(id)}, true)`.execute(tx)
    const kept: string[] = []
    let given = 0
    const take = async ({ id: row_id, room_id, user_id, before, after }: Made) => {
      if (room_id !== null) await deleteRooms(tx, company_id, [room_id])
      if (user_id === null) return
      if (before === null) await deleteTenant(tx, company_id, user_id)
      else {
        await restoreContact(tx, company_id, { user_id, before, after })
        await deleteMade(tx, company_id, id, row_id)
      }
    }
    const all = await listMade(tx, company_id, id)
    for await (const batch of inBatches(all)) {
      const isChanged = await findChanged(tx, company_id, batch)
      const debts = await findDebts(tx, company_id, batch)
      // Deletes all rooms of the batch at once, unless somebody lives in one of them.
      const rooms = batch.flatMap(({ room_id }) => room_id ?? [])
      const isRooms = rooms.length === batch.length && !batch.some(isChanged)
      if (isRooms && !(await tryRow(tx, () => deleteRooms(tx, company_id, rooms)))) continue
      for (const made of batch) {
        await pause()
        if (isChanged(made)) {
          kept.push(made.room_number ?? made.full_name)
          continue
        }
        const reason = await tryRow(tx, () => take(made))
        if (reason !== null) kept.push(made.room_number ?? made.full_name)
        else given += debts.get(made.user_id ?? 0) ?? 0
      }
    }
    await requireWithinLimit(tx, context, user, {
      given,
      refusal: `The tenants of this import owe ${ksh(given)}, which would be gone. ${OWNER_ONLY}`,
    })
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

/** For `catch`: a row that can't be deleted because something refers to it has been used. */
function rethrowInUse(error: unknown): never {
  if (inUse.has((error as { code?: string }).code ?? '')) throw new RowError('in use')
  throw error
}

async function deleteRooms(tx: Db, company_id: number, ids: number[]) {
  await tx
    .deleteFrom('rooms')
    .where('company_id', '=', company_id)
    .where('id', 'in', ids)
    .execute()
    .catch(rethrowInUse)
}

async function deleteTenant(tx: Db, company_id: number, user_id: number) {
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
    // Bills only group the rent of some months.
    'bills',
    'deposit_entries',
    'tenant_details',
    // These are notes of the import; a note by staff would count as a change.
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
