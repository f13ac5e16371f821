import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any fixed number: nodes that start together take turns on it. */
const migrationLock = 20_261_120

/** Brings the schema up to date; each file once, whole or not at all, in the order of the names. */
export async function migrate(database: Database): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  await database.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
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
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection)
    }
  })
}
