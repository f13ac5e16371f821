import type { Insertable } from 'kysely'
import type { ImportKind } from '#rules/import-columns.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { inBatches, type Outcome } from './rows.ts'

const MAX_LISTED = 20

/** The columns of the latest import of this kind. */
export async function findRememberedColumns(
  db: Db,
  company_id: number,
  kind: ImportKind,
): Promise<Record<string, string | null>> {
  const row = await db
    .selectFrom('imports')
    .where('company_id', '=', company_id)
    .where('kind', '=', kind)
    .select('columns')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.columns ?? {}
}

/** With what it has made. Within a transaction. */
export async function insertImport(
  tx: Db,
  { columns, ...row }: Omit<Insertable<Schema['imports']>, 'columns'> & { columns: object },
  made: Outcome['made'],
): Promise<number> {
  const { id: import_id } = await tx
    .insertInto('imports')
    .values({ ...row, columns: JSON.stringify(columns) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { company_id } = row
  for await (const batch of inBatches(made)) {
    const rows = batch.map(({ room_id = null, user_id = null, before, after }) => ({
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

const selectImports = (db: Db, company_id: number) =>
  db
    .selectFrom('imports')
    .innerJoin('users', sameCompany('users.id', 'imports.imported_by'))
    .where('imports.company_id', '=', company_id)
    .select(['imports.id', 'imports.kind', 'imports.added', 'imports.unchanged'])
    .select(['imports.created_at', 'imports.undone_at', fullName().as('by')])

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
    .select(['id', 'kind', 'created_at', 'undone_at', 'added'])
    .forUpdate()
    .executeTakeFirst()

/** The rooms and tenants that an import made and that are still there, the last first. */
export const listMade = (tx: Db, company_id: number, import_id: number) =>
  tx
    .selectFrom('import_rows')
    .leftJoin('rooms', sameCompany('rooms.id', 'import_rows.room_id'))
    .leftJoin('users', sameCompany('users.id', 'import_rows.user_id'))
    .where('import_rows.company_id', '=', company_id)
    .where('import_id', '=', import_id)
    .select(['room_id', 'user_id', 'rooms.room_number', fullName().as('full_name')])
    .select(['before', 'after'])
    .orderBy('import_rows.id', 'desc')
    .execute()
