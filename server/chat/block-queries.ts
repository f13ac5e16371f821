import type { Db } from '../db/connect.ts'
import type { Me } from './queries.ts'

/** Whether somebody else of my residence is meant. */
export async function isHousemate(db: Db, me: Me, person: number): Promise<boolean> {
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
