import type { Db } from '../db/connect.ts'
import type { Me } from './queries.ts'

export async function isColleague(db: Db, me: Me, person: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('company_id', '=', me.company_id)
    .where('id', '=', person)
    .where('id', '!=', me.id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether it was not there before */
export async function insertBlock(db: Db, me: Me, person: number): Promise<boolean> {
  const row = await db
    .insertInto('blocks')
    .values({ company_id: me.company_id, user_id: me.id, blocked_id: person })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocked_id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether there was one */
export async function deleteBlock(db: Db, me: Me, person: number): Promise<boolean> {
  const row = await db
    .deleteFrom('blocks')
    .where('company_id', '=', me.company_id)
    .where('user_id', '=', me.id)
    .where('blocked_id', '=', person)
    .returning('blocked_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The posts that two people talk about. */
export async function listSharedPosts(db: Db, me: Me, person: number): Promise<number[]> {
  const rows = await db
    .selectFrom('conversations')
    .where('company_id', '=', me.company_id)
    .where('author_id', 'in', [me.id, person])
    .where('reader_id', 'in', [me.id, person])
    .select('post_id')
    .execute()
  return rows.map(({ post_id }) => post_id)
}
