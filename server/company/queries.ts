import type { Db } from '../db/connect.ts'

const columns = ['name', 'slug', 'logo', 'tagline', 'email', 'phone', 'address', 'hours'] as const

export function findCompany(db: Db, slug: string) {
  return db.selectFrom('companies').where('slug', '=', slug).select(columns).executeTakeFirst()
}

/** The installation's first company: what a visitor sees, and where unmatched money waits. */
export function findFirstCompany(db: Db) {
  return db
    .selectFrom('companies')
    .select(['id', ...columns])
    .orderBy('id')
    .executeTakeFirst()
}
