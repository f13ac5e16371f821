import type { Db } from '../db/connect.ts'

const columns = ['name', 'slug', 'logo', 'tagline', 'email', 'phone', 'address', 'hours'] as const

export function findCompany(db: Db, slug: string) {
  return db
    .selectFrom('companies')
    .where('slug', '=', slug)
    .select(['id', ...columns])
    .executeTakeFirst()
}

/** The installation's first company: what a visitor sees, and where unmatched money waits. */
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
