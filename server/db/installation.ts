import { randomBytes } from 'node:crypto'
import type { Db } from './connect.ts'

/** A value made once per installation and shared by its nodes. */
export async function installationSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ name, value: randomBytes(24).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('installation')
    .where('name', '=', name)
    .select('value')
    .executeTakeFirstOrThrow()
  return row.value
}
