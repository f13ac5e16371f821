import { type Insertable, type Selectable, sql } from 'kysely'
import type { ImportKind } from '#rules/import-columns.ts'
import type { DayOrder } from '#rules/typed-day.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { loadMadeAs } from './made-as.ts'
import { type ImportOutcome, inBatches } from './rows.ts'

const MAX_LISTED = 20

const REMEMBERED_IMPORTS = 20

/** The columns of the latest imports of this kind. */
export async function findRememberedColumns(
  db: Db,
  company_id: number,
  kind: ImportKind,
): Promise<Record<string, string | null>> {
  const latest = await db
    .selectFrom('imports')
    .where('company_id', '=', company_id)
    .where('kind', '=', kind)
    .select('columns')
    .orderBy('id', 'desc')
    .limit(REMEMBERED_IMPORTS)
    .execute()
  // For each heading the latest import that had it counts.
  return Object.assign({}, ...latest.toReversed().map(({ columns }) => columns))
}

/** The order of dates that staff chose in the latest import of this kind that asked for it. */
export async function findRememberedDates(
  db: Db,
  company_id: number,
  kind: ImportKind,
): Promise<DayOrder | null> {
  const latest = await db
    .selectFrom('imports')
    .where('company_id', '=', company_id)
    .where('kind', '=', kind)
    .where('dates', 'is not', null)
    .select('dates')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.dates ?? null
}

/** Inserts an import with the rows that it made; within a transaction. */
export async function insertImport(
  tx: Db,
  { columns, ...row }: Omit<Insertable<Schema['imports']>, 'columns'> & { columns: object },
  made: ImportOutcome['made'],
): Promise<number> {
  const { id: import_id } = await tx
    .insertInto('imports')
    .values({ ...row, columns: JSON.stringify(columns) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { company_id } = row
  for await (const batch of inBatches(made)) {
    const idsOf = (name: 'room_id' | 'user_id') =>
      batch.flatMap((one) => (one.before ? [] : (one[name] ?? [])))
    const rooms = await loadMadeAs(tx, company_id, 'room', idsOf('room_id'))
    const users = await loadMadeAs(tx, company_id, 'user', idsOf('user_id'))
    const rows = batch.map(({ room_id = null, user_id = null, before, after }) => ({
      made_as: before ? null : (rooms.get(room_id ?? 0) ?? users.get(user_id ?? 0) ?? null),
      company_id,
      import_id,
      room_id,
      user_id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    }))
    await tx.insertInto('import_rows').values(rows).execute()
  }
  return import_id
}

/** Whether anything is left that an import made or changed and that wasn't undone. */
const isLeft = sql<boolean>`exists (select from import_rows
  where import_rows.company_id = imports.company_id and import_id = imports.id)`

const selectImports = (db: Db, company_id: number) =>
  db
    .selectFrom('imports')
    .innerJoin('users', sameCompany('users.id', 'imports.imported_by'))
    .where('imports.company_id', '=', company_id)
    .select(['imports.id', 'imports.kind', 'imports.added', 'imports.unchanged'])
    .select(['imports.created_at', 'imports.undone_at', fullName().as('by'), isLeft.as('left')])

export type ImportRow = Awaited<ReturnType<typeof findImport>>

export const findImport = (db: Db, company_id: number, id: number) =>
  selectImports(db, company_id).where('imports.id', '=', id).executeTakeFirstOrThrow()

export const listImports = (db: Db, company_id: number) =>
  selectImports(db, company_id).orderBy('imports.id', 'desc').limit(MAX_LISTED).execute()

/** An import, locked until the transaction ends. */
export const lockImport = (tx: Db, company_id: number, id: number) =>
  tx
    .selectFrom('imports')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .select(['id', 'kind', 'created_at', 'undone_at', 'undone_by', 'added', isLeft.as('left')])
    .forUpdate()
    .executeTakeFirst()

/** What an import made or changed and what wasn't undone, last row first. Rooms and tenants only while they exist. */
export const listMade = (tx: Db, company_id: number, import_id: number) =>
  tx
    .selectFrom('import_rows')
    .leftJoin('rooms', sameCompany('rooms.id', 'import_rows.room_id'))
    .leftJoin('users', sameCompany('users.id', 'import_rows.user_id'))
    .where('import_rows.company_id', '=', company_id)
    .where('import_id', '=', import_id)
    .select([
      'import_rows.id',
      'room_id',
      'user_id',
      'rooms.room_number',
      fullName().as('full_name'),
    ])
    .select(['before', 'after', 'made_as'])
    .orderBy('import_rows.id', 'desc')
    .execute()

/** Forgets a row that was restored, so that undoing the import again leaves it alone. */
export const deleteMade = (tx: Db, company_id: number, import_id: number, id: number) =>
  tx
    .deleteFrom('import_rows')
    .where('company_id', '=', company_id)
    .where('import_id', '=', import_id)
    .where('id', '=', id)
    .execute()

/** Sets when something of an import was undone, and by whom. */
export const setUndone = (
  tx: Db,
  { company_id, id, ...undone }: Pick<Selectable<Schema['imports']>, UndoneKey>,
) =>
  tx
    .updateTable('imports')
    .set(undone)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()

type UndoneKey = 'company_id' | 'id' | 'undone_at' | 'undone_by'
