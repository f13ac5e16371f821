import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import {
  Kysely,
  PGliteDialect,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { SettingsError } from '../config.ts'
import { createQueue } from '../queue.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

export interface Database {
  db: Db
  /** The same database over connections of its own, so that what M-Pesa reports waits for nobody's lists. */
  moneyDb: Db
  /** Runs several statements without parameters: for migrations. */
  script(statements: string): Promise<void>
  /** For libraries with their own SQL (rate limits, jobs, sockets). */
  engine: { kind: 'pglite'; pglite: PGlite } | { kind: 'postgres'; pool: pg.Pool }
  close(): Promise<void>
}

/** Dates stay text (`2026-11-20`): as `Date` they would depend on the machine's time zone. */
const DATE_TYPE = 1082
pg.types.setTypeParser(DATE_TYPE, (text) => text)

/** The embedded database in the data directory, or in memory without one (tests). */
export async function openEmbedded(dataDir: string | null): Promise<Database> {
  // Loaded here: a server on PostgreSQL does not need this engine in memory.
  const { PGlite } = await import('@electric-sql/pglite')
  const folder = dataDir === null ? null : join(dataDir, 'database')
  const pglite = await PGlite.create({
    ...(folder === null ? {} : { dataDir: folder }),
    // Of 128 MB by default: a residence has a few megabytes of rows, and the files below are cached as well.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    parsers: { [DATE_TYPE]: (text) => text },
  }).catch((error: Error) => {
    throw new SettingsError(
      `The embedded database in DATA_DIR cannot be opened: ${folder} is damaged (${error.message}). Restore DATA_DIR from your backup. To start with an empty database, move that folder away, but keep it: parts of it may still be readable.`,
    )
  })
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })
  return {
    db,
    moneyDb: db,
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
 * Short enough for a 503 within two seconds, whether the database is gone or hangs. PostgreSQL itself
 * cancels statements that wait for a lock, and ends transactions of connections that were lost.
 */
const timeouts = {
  connectionTimeoutMillis: 1500,
  statement_timeout: 1800,
  query_timeout: 1900,
  idle_in_transaction_session_timeout: 5000,
}

/** By their text. */
const statementNames = new Map<string, string>()
/** No name is ever given to another text. */
let namesGiven = 0
/** Every connection keeps the plans of what is named. */
const MAX_NAMED_STATEMENTS = 500
/** A list of values gives another text for each length, of which most are seen once. */
const hasListOfValues = / in \(\$|\), \(\$/
/**
 * PostgreSQL refuses a planned statement whose result has got another column since: while another
 * version of us migrates, transactions would fail.
 */
const readsAllColumns = /^select \*|^select "\w+"\.\*|returning \*/

function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= MAX_NAMED_STATEMENTS) return known
  if (readsAllColumns.test(text) || hasListOfValues.test(text)) return undefined
  const name = `bweni_${namesGiven++}`
  statementNames.set(text, name)
  return name
}

/** Statements of the same moment are written to the connection at once: every write is a call of the system. */
function sendTogether({ connection: { stream } }: PoolClient) {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** `connection` is missing in the types. */
type PoolClient = pg.PoolClient & { connection: { stream: Writable } }

const BEGUN = { command: 'BEGIN', rowCount: null, rows: [] }

/**
 * SQLSTATEs of a plan that no longer fits: a column it reads has got another type, or a pooler has sent us to a
 * connection of PostgreSQL that doesn't know the name, or knows it from somebody else.
 */
const stalePlan = new Set(['0A000', '26000', '42P05'])

/** Who is waiting for a connection: a session, or an address. Whoever asks for much waits behind themselves. */
export const connectionLine = new AsyncLocalStorage<string>()

/** As many requests may wait for a connection as get one within seconds. */
const MAX_WAITING = 500
/** As with a connection that can't be made: short enough for a 503 within two seconds. */
const STALLED_AFTER_MS = 1500

/**
 * The pool as Kysely uses it. Whoever waits for a connection keeps waiting while others get theirs and use it.
 * Statements with parameters are named, so that a connection plans them once; a connection whose plans are stale is
 * closed, and none of the names is used again.
 */
function withNamedStatements(pool: pg.Pool, connections: number): PostgresPool {
  const enqueue = createQueue(connections, MAX_WAITING, { stalledAfterMs: STALLED_AFTER_MS })
  /** Resolves to the connection; its place in the queue is free once it is released. */
  const takeTurn = () =>
    new Promise<[PoolClient, (hasWorked: boolean) => void]>((resolve, reject) => {
      const use = async () => {
        const client = (await pool.connect()) as PoolClient
        await new Promise<void>((released, failed) => {
          resolve([client, (hasWorked) => (hasWorked ? released() : failed())])
        })
      }
      // After `resolve` a rejection is ignored.
      enqueue(use, { line: connectionLine.getStore() ?? '' }).catch(reject)
    })
  const connect = async () => {
    const [client, leave] = await takeTurn()
    let isStale = false
    let inTransaction = false
    let hasWorked = false
    const query = async (text: string, values: unknown[]) => {
      sendTogether(client)
      if (values.length === 0) {
        inTransaction ||= /^(?:begin|start transaction)/.test(text)
        const result = client.query(text)
        if (text !== 'begin') {
          await result
          hasWorked = true
          return result
        }
        // It travels with the next statement, which fails too if this one does.
        result.catch(() => {})
        return BEGUN
      }
      const name = statementName(text)
      try {
        const result = await client.query({ name, text, values })
        hasWorked = true
        return result
      } catch (error) {
        if (!name || !stalePlan.has((error as { code?: string }).code ?? '')) throw error
        isStale = true
        statementNames.clear()
        // The statement has done nothing, but a transaction can't go on after an error.
        if (inTransaction) throw error
        const result = await client.query({ text, values })
        hasWorked = true
        return result
      }
    }
    const release = () => {
      client.release(isStale)
      leave(hasWorked)
    }
    return { query, release } as unknown as PostgresPoolClient
  }
  return { options: pool.options, connect, end: () => pool.end() }
}

const CONNECTIONS = 10
const MONEY_CONNECTIONS = 8
/** For the socket listener, rate limits and jobs, which use the pool without the queue. */
const OTHER_CONNECTIONS = 4

interface PostgresOptions {
  /** No time limits: for migrations. */
  patient?: boolean
  /** The application name that all connections of a node have. */
  name?: string
}

function openPool(
  connectionString: string,
  max: number,
  { patient, name = 'bweni' }: PostgresOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    ...(patient ? {} : timeouts),
    keepAlive: true,
    // Statements are sent without waiting for the results of those before. A connection on which one
    // timed out is destroyed: it may still be executed, and the answers to the next ones wait behind it.
    pipeline: true,
    application_name: name,
  })
  // An error event without a listener would end the process; a broken connection is replaced on the
  // next use. The second listener is for connections in use, such as that of the sockets.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

const kyselyOn = (pool: pg.Pool, connections: number) =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: withNamedStatements(pool, connections) }),
  })

/** A PostgreSQL server. Connections are made when they are needed, and closed after ten seconds without use. */
export function openPostgres(connectionString: string, options: PostgresOptions = {}): Database {
  const pool = openPool(connectionString, CONNECTIONS + OTHER_CONNECTIONS, options)
  const moneyPool = openPool(connectionString, MONEY_CONNECTIONS, options)
  return {
    db: kyselyOn(pool, CONNECTIONS),
    moneyDb: kyselyOn(moneyPool, MONEY_CONNECTIONS),
    script: async (statements) => {
      await pool.query(statements)
    },
    engine: { kind: 'postgres', pool },
    close: async () => {
      await Promise.all([pool.end(), moneyPool.end()])
    },
  }
}
