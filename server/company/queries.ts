import type { Db } from '../db/connect.ts'

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

/** In the order that the company chose. */
export function listServices(db: Db, company_id: number) {
  return db
    .selectFrom('services')
    .where('company_id', '=', company_id)
    .select(['name', 'description', 'coming_soon'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** In the order that the company chose. */
export function listFaq(db: Db, company_id: number) {
  return db
    .selectFrom('faq')
    .where('company_id', '=', company_id)
    .select(['question', 'answer'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}
