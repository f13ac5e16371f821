import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { SettingsError } from '../config.ts'
import { type Database, type Db, openEmbedded, openPostgres } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any fixed number. Nodes that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 20_261_120

/** Applies the migrations that are missing, in the order of their names, each in a transaction. */
async function migrate(database: Database): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  await database.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection)
    try {
      await sql`create table if not exists migrations
        (name text primary key, applied_at timestamptz not null default now())`.execute(connection)
      const applied = await connection.selectFrom('migrations').select('name').execute()
      const done = new Set(applied.map((row) => row.name))
      for (const name of files) {
        if (done.has(name)) continue
        const statements = readFileSync(new URL(name, folder), 'utf8')
        await database.script(
          `begin;\n${statements}
          insert into migrations (name) values ('${name}');\ncommit;`,
        )
      }
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection)
    }
  })
}

const DATABASE_WAIT_MS = 30_000

/** Waits for a database that is still starting. */
async function waitUntilReady({ db }: Database, url: string) {
  const deadline = Date.now() + DATABASE_WAIT_MS
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (Date.now() > deadline) {
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
 * Opens the configured database and applies the missing migrations. The caller must have locked
 * `dataDir`, where the embedded database is.
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
    await waitUntilReady(database, databaseUrl)
    const patient = openPostgres(databaseUrl, { patient: true })
    await migrate(patient).finally(() => patient.close())
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A random value that is created once per installation and shared by its nodes. */
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
