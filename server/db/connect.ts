import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

export interface Database {
  db: Db
  /** Several statements at once, without parameters: migrations. */
  script(statements: string): Promise<void>
  /** What libraries with SQL of their own use (throttling, jobs, sockets). */
  engine: { kind: 'pglite'; pglite: PGlite } | { kind: 'postgres'; pool: pg.Pool }
  close(): Promise<void>
}

/** Days stay text (`2026-11-20`): as a Date they would move with the machine's time zone. */
const dateType = 1082
pg.types.setTypeParser(dateType, (text) => text)

/** The embedded database below the data folder, or in memory when there is no folder (tests). */
export async function openEmbedded(dataDir: string | null): Promise<Database> {
  // Loaded here, so that a server on PostgreSQL does not carry the other engine in memory.
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create({
    ...(dataDir === null ? {} : { dataDir: join(dataDir, 'database') }),
    parsers: { [dateType]: (text) => text },
  })
  return {
    db: new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) }),
    script: async (statements) => {
      try {
        await pglite.exec(statements)
      } catch (error) {
        // The one connection must not stay in a transaction that has failed.
        await pglite.exec('rollback').catch(() => {})
        throw error
      }
    },
    engine: { kind: 'pglite', pglite },
    close: () => pglite.close(),
  }
}

/**
 * Callers can say 503 within two seconds, whether the server is gone or hangs. What waits for a lock is
 * given up by PostgreSQL itself, and so is what a connection holds that was lost on the way.
 */
const patience = {
  connectionTimeoutMillis: 1500,
  statement_timeout: 1800,
  query_timeout: 1900,
  idle_in_transaction_session_timeout: 5000,
}

/**
 * A connection that did not answer in time is closed: what it was asked may still happen on it later.
 * A late `begin` would swallow all that is written after it.
 */
function closeWhenSilent(client: pg.Client) {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown
  client.query = (...asked: unknown[]) => {
    const answer = query(...asked)
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') void client.end()
      })
    }
    return answer as never
  }
}

/**
 * A PostgreSQL server.
 * @param options.patient without a limit on queries: for migrations, which may take long
 */
export function openPostgres(connectionString: string, options = { patient: false }): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    ...(options.patient ? {} : patience),
    keepAlive: true,
    application_name: 'bweni',
  })
  // A connection that breaks is replaced on the next use; unheard it would end the process. The
  // second line is for connections that somebody holds, the sockets' listener among them.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    closeWhenSilent(client as unknown as pg.Client)
  })
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    script: async (statements) => {
      await pool.query(statements)
    },
    engine: { kind: 'postgres', pool },
    close: () => pool.end(),
  }
}
