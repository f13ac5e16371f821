import { loginKey } from '../auth/user-queries.ts'
import { SettingsError } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { grace } from './people.ts'

/**
 * Real people must not move into a residence whose passwords are published.
 * @throws {SettingsError} for a database that was started with the demo residence
 */
export async function refuseDemoDatabase(db: Db): Promise<void> {
  const demo = await db
    .selectFrom('logins')
    .where('login', '=', loginKey(grace.email))
    .select('login')
    .executeTakeFirst()
  if (!demo) return
  throw new SettingsError(
    'This database has the demo residence in it, whose passwords are published. Set DATABASE_URL or DATA_DIR to an empty one for a real residence.',
  )
}
