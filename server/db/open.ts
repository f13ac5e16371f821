import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { SettingsError } from '../config.ts'
import { type Database, openEmbedded, openPostgres } from './connect.ts'
import { migrate } from './migrate.ts'

const database_patience_ms = 30_000

/** A database that is still starting is waited for. */
async function untilReady({ db }: Database, url: string) {
  const giveUpAt = Date.now() + database_patience_ms
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (Date.now() > giveUpAt) {
        const { host } = new URL(url)
        throw new SettingsError(
          `DATABASE_URL: the database at ${host} could not be reached for 30 seconds (${(error as Error).message}).`,
        )
      }
      await pause(1000)
    }
  }
}

/**
 * The database that the settings name, reachable and with the current schema. An embedded one wants
 * its folder locked by the caller.
 * @throws {SettingsError} when a server does not answer for half a minute
 */
export async function openMigrated(databaseUrl: string | null, dataDir: string): Promise<Database> {
  if (databaseUrl === null) {
    const database = await openEmbedded(dataDir)
    await migrate(database)
    return database
  }
  const database = openPostgres(databaseUrl)
  try {
    await untilReady(database, databaseUrl)
    const patient = openPostgres(databaseUrl, { patient: true })
    await migrate(patient).finally(() => patient.close())
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
