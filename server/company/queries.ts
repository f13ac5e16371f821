import { sql } from 'kysely'
import type { ResidenceSettings } from '#contract/settings.ts'
import type { FirstMonth } from '#rules/ledger.ts'
import type { Db } from '../db/connect.ts'
import { noCompany, notFound } from '../http/errors.ts'

const columns = [
  ...(['name', 'slug', 'logo', 'picture', 'tagline'] as const),
  ...(['email', 'phone', 'address', 'hours', 'wifi_network', 'footer'] as const),
  ...(['facilities', 'gallery', 'first_month'] as const),
] as const

export function findCompanyBySlug(db: Db, slug: string) {
  return db
    .selectFrom('companies')
    .where('slug', '=', slug)
    .select(['id', ...columns])
    .executeTakeFirst()
}

export function findCompanyById(db: Db, id: number) {
  return db
    .selectFrom('companies')
    .where('id', '=', id)
    .select(['id', ...columns])
    .executeTakeFirst()
}

/** The installation's first company: visitors see it, and payments that match no account go to its desk. */
export function findFirstCompany(db: Db) {
  return db
    .selectFrom('companies')
    .select(['id', ...columns])
    .orderBy('id')
    .executeTakeFirst()
}

/**
 * The company with a slug; without a slug, the first company.
 * @throws {HttpError} 404
 */
export async function requireCompany(db: Db, slug?: string) {
  const company = await (slug ? findCompanyBySlug(db, slug) : findFirstCompany(db))
  if (company) return company
  throw slug ? notFound('There is no such residence.', 'company_not_found') : noCompany()
}

export function listColleges(db: Db) {
  return db.selectFrom('colleges').select(['id', 'name']).orderBy('name').execute()
}

export function findCollege(db: Db, id: number) {
  return db.selectFrom('colleges').where('id', '=', id).select('id').executeTakeFirst()
}

export function listFaculties(db: Db, collegeId: number) {
  return db
    .selectFrom('faculties')
    .where('college_id', '=', collegeId)
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
}

/** The company's services, in the order that it chose. */
export function listServices(db: Db, company_id: number) {
  return db
    .selectFrom('services')
    .where('company_id', '=', company_id)
    .select(['name', 'description', 'coming_soon'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The company's FAQ, in the order that it chose. */
export function listFaq(db: Db, company_id: number) {
  return db
    .selectFrom('faq')
    .where('company_id', '=', company_id)
    .select(['question', 'answer'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/**
 * Locks a company so that its settings are changed one after the other: two members of staff cannot both replace the same list.
 * Rows that only refer to the company, such as M-Pesa's reports, can still be inserted meanwhile.
 */
export const lockCompany = (tx: Db, company_id: number) =>
  tx.selectFrom('companies').where('id', '=', company_id).select('id').forNoKeyUpdate().execute()

export async function findResidence(db: Db, company_id: number): Promise<ResidenceSettings> {
  const row = await db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select([
      'name',
      'tagline',
      'address',
      'phone',
      'email',
      'hours',
      'wifi_network',
      'footer',
      'facilities',
      sql<FirstMonth | null>`case when first_month_chosen then first_month end`.as('first_month'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, wifi_network: row.wifi_network ?? '', footer: row.footer ?? '' }
}
