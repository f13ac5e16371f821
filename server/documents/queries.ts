import { rolesWith } from '#rules/staff-roles.ts'
import type { Db } from '../db/connect.ts'
import type { StoredDocument } from './store.ts'

export async function insertDocuments(
  db: Db,
  company_id: number,
  user_id: number,
  documents: StoredDocument[],
): Promise<void> {
  if (documents.length === 0) return
  await db
    .insertInto('documents')
    .values(documents.map((document) => ({ company_id, user_id, ...document })))
    .execute()
}

/** The latest first. */
export function listDocuments(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('documents')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select(['id', 'kind', 'created_at'])
    .orderBy('id', 'desc')
    .execute()
}

/** Undefined unless the document is the viewer's own or the viewer is staff of its company who may see documents. */
export function findViewableDocument(db: Db, company_id: number, id: number, viewer: number) {
  return db
    .selectFrom('documents')
    .innerJoin('users', 'users.company_id', 'documents.company_id')
    .where('documents.company_id', '=', company_id)
    .where('documents.id', '=', id)
    .where('users.id', '=', viewer)
    .where(({ or, eb, ref }) =>
      or([
        eb('users.id', '=', ref('documents.user_id')),
        eb('users.staff_role', 'in', rolesWith('documents')),
      ]),
    )
    .select(['documents.id', 'documents.kind', 'documents.storage_key'])
    .executeTakeFirst()
}

export function insertDocumentView(
  db: Db,
  view: { company_id: number; document_id: number; user_id: number; viewed_at: Date },
) {
  return db.insertInto('document_views').values(view).execute()
}

/** Those of the keys that a document references. */
export async function findReferencedKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('documents')
    .where('storage_key', 'in', keys)
    .select('storage_key')
    .execute()
  return new Set(rows.map((row) => row.storage_key))
}
