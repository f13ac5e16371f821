import { createHmac, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { SettingsError } from '../config.ts'
import { type Database, type Db, openEmbedded, openPostgres } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Number of the lock by which nodes that start together migrate one after the other; its value is arbitrary. */
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

/** A node is known in the database by a fingerprint of its secret, from which the secret cannot be found. */
const nodeName = (jwtSecret: Uint8Array) =>
  `bweni ${createHmac('sha256', jwtSecret).update('name of a node').digest('hex').slice(0, 16)}`

/** Nodes with different secrets would refuse each other's sign-ins, so users would seem to be signed out at random. */
async function requireSameSecret(db: Db, name: string) {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name like 'bweni %'
      and application_name <> ${name} limit 1`.execute(db)
  if (rows.length > 0) {
    throw new SettingsError(
      'JWT_SECRET: another Bweni is running on this database with another secret, and the two would sign people out. Set the same JWT_SECRET on every node, or stop the other one first.',
    )
  }
}

/**
 * Opens the configured database and applies the missing migrations. The caller must have locked
 * `dataDir`, where the embedded database is.
 * @param jwtSecret the node's secret, which has to be the same on all nodes; none for a command
 * @throws {SettingsError} when a server does not answer for half a minute, or a node has another secret
 */
export async function openMigrated(
  databaseUrl: string | null,
  dataDir: string,
  jwtSecret?: Uint8Array,
): Promise<Database> {
  if (databaseUrl === null) {
    const database = await openEmbedded(dataDir)
    await migrate(database)
    return database
  }
  const name = jwtSecret && nodeName(jwtSecret)
  const database = openPostgres(databaseUrl, name ? { name } : {})
  try {
    await waitUntilReady(database, databaseUrl)
    if (name) await requireSameSecret(database.db, name)
    const patient = openPostgres(databaseUrl, { patient: true })
    await migrate(patient).finally(() => patient.close())
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Whether the database converts all letters of the region's names to lower case. With the locale C it knows ASCII capitals only.
 * Names can be searched all the same (see `name_key_of`), but other comparisons without case fail, such as those of rooms.
 */
export async function knowsAllCapitals(db: Db): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select lower('ĨŨ') = 'ĩũ' as known`.execute(db)
  return rows[0]?.known ?? false
}

export const ASCII_CAPITALS_ONLY =
  'this database was made with a locale that knows the capitals of ASCII only (such as C): rooms and addresses with other letters, such as ĩ and ũ, are found only in the case in which they are written. Make it with a UTF-8 locale, such as en_GB.UTF-8.'

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
