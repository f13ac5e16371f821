import { sql } from 'kysely'
import type { DocumentKind } from '#contract/documents.ts'
import { rolesWith } from '#rules/staff-roles.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { sameCompany } from '../db/same-company.ts'
import type { StoredDocument } from './store.ts'

export async function insertDocuments(
  db: Db,
  company_id: number,
  user_id: number,
  documents: StoredDocument[],
): Promise<number[]> {
  if (documents.length === 0) return []
  const rows = await db
    .insertInto('documents')
    .values(documents.map((document) => ({ company_id, user_id, ...document })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Deletes pictures of deductions that were never entered: they are uploaded while the deduction is being typed, so those from
 * before this time were given up. Pictures that somebody has viewed stay, with the record of the view.
 */
export const deleteUnusedPictures = (db: Db, before: Date) =>
  db
    .deleteFrom('documents')
    .where('kind', '=', 'deduction')
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (select from deposit_entries entry
        where entry.company_id = documents.company_id and entry.document_id = documents.id)`,
    )
    .where(
      sql<boolean>`not exists (select from document_views view
        where view.company_id = documents.company_id and view.document_id = documents.id)`,
    )
    .execute()

export const findDocumentOf = (db: Db, { company_id, id: user_id }: Key, id: number) =>
  db
    .selectFrom('documents')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .select('kind')
    .executeTakeFirst()

/** A user's documents, latest first, without pictures of deductions, which are shown with their entries. */
export function listDocuments(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('documents')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('kind', '!=', 'deduction')
    .select(['id', 'created_at'])
    .select(sql<DocumentKind>`kind`.as('kind'))
    .orderBy('id', 'desc')
    .execute()
}

/** A document if the viewer may see it: their own, or, for staff with that permission, any of their company. */
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
    .select(['documents.id', 'documents.kind', 'documents.storage_key', 'documents.user_id'])
    .executeTakeFirst()
}

export function insertDocumentView(
  db: Db,
  view: { company_id: number; document_id: number; user_id: number; viewed_at: Date },
) {
  return db.insertInto('document_views').values(view).execute()
}

/** The latest view of each document of a tenant by staff. */
export function listLastViews(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('document_views')
    .innerJoin('documents', sameCompany('documents.id', 'document_views.document_id'))
    .innerJoin('users', sameCompany('users.id', 'document_views.user_id'))
    .where('document_views.company_id', '=', company_id)
    .where('documents.user_id', '=', user_id)
    .where('document_views.user_id', '<>', user_id)
    .distinctOn('document_id')
    .select(['document_id', 'viewed_at', fullName().as('by')])
    .orderBy('document_id')
    .orderBy('document_views.id', 'desc')
    .execute()
}

/** Those of the given keys that a document references. */
export async function findReferencedKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('documents')
    .where('storage_key', 'in', keys)
    .select('storage_key')
    .execute()
  return new Set(rows.map((row) => row.storage_key))
}
