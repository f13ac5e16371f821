import { join } from 'node:path'
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
import {
  connectionLine,
  forgetNames,
  isStalePlan,
  MAX_WAITING,
  type PoolClient,
  STALLED_AFTER_MS,
  sendTogether,
  statementName,
} from './named-statements.ts'
import type { Schema } from './schema.ts'
import { SharedConnections, SharedDialect } from './shared-connections.ts'

export type Db = Kysely<Schema>

export interface Database {
  db: Db
  /** The same database over separate connections, so that M-Pesa's reports never wait for other requests. */
  moneyDb: Db
  /**
   * The same database over connections that many requests share, for frequent and quick single statements: a slow one would
   * hold up those behind it. It refuses transactions.
   */
  sharedDb: Db
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
  // Imported only here, since a server on PostgreSQL does not need this engine in memory.
  const { PGlite } = await import('@electric-sql/pglite')
  const folder = dataDir === null ? null : join(dataDir, 'database')
  const pglite = await PGlite.create({
    ...(folder === null ? {} : { dataDir: folder }),
    // Instead of 128 MB: a residence has a few megabytes of rows, and the operating system caches the files as well.
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
    sharedDb: db,
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

const BEGUN = { command: 'BEGIN', rowCount: null, rows: [] }

/** A connection as Kysely uses it: its statements are named. */
class NamingClient {
  readonly #client: PoolClient
  #isStale = false
  #inTransaction = false
  #hasWorked = false
  /** Called on release: tells those who wait for a connection whether this one has worked. */
  leave: (hasWorked: boolean) => void = () => {}

  constructor(client: PoolClient) {
    this.#client = client
  }

  async query(text: string, values: unknown[]) {
    sendTogether(this.#client)
    if (values.length === 0) {
      this.#inTransaction ||= /^(?:begin|start transaction)/.test(text)
      const result = this.#client.query(text)
      if (text !== 'begin') {
        await result.catch((error) => {
          this.#isStale ||= isStalePlan(error)
          throw error
        })
        this.#hasWorked = true
        return result
      }
      // `begin` is sent together with the next statement, which fails too if it does.
      result.catch(() => {})
      return BEGUN
    }
    const name = statementName(text)
    try {
      const result = await this.#client.query({ name, text, values })
      this.#hasWorked = true
      return result
    } catch (error) {
      if (!name || !isStalePlan(error)) throw error
      this.#isStale = true
      forgetNames()
      // The statement has done nothing, but a transaction can't go on after an error.
      if (this.#inTransaction) throw error
      const result = await this.#client.query({ text, values })
      this.#hasWorked = true
      return result
    }
  }

  /** @param isBroken whether a transaction could not be rolled back */
  release(isBroken = false) {
    const hasWorked = this.#hasWorked
    this.#inTransaction = false
    this.#hasWorked = false
    this.#client.release(this.#isStale || isBroken)
    this.leave(hasWorked)
  }
}

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
  /** One wrapper for each connection for good, because Kysely identifies connections by the object. */
  const known = new WeakMap<PoolClient, NamingClient>()
  const connect = async () => {
    const [client, leave] = await takeTurn()
    const naming = known.get(client) ?? new NamingClient(client)
    known.set(client, naming)
    naming.leave = leave
    return naming as unknown as PostgresPoolClient
  }
  return { options: pool.options, connect, end: () => pool.end() }
}

const CONNECTIONS = 10
const MONEY_CONNECTIONS = 8
const SHARED_CONNECTIONS = 2
const STATEMENTS_EACH = 8
/** For the socket listener, rate limits and jobs, which use the pool without the queue. */
const OTHER_CONNECTIONS = 4

interface PostgresOptions {
  /** No time limits: for migrations. */
  patient?: boolean
  /** The application name that all connections of a node have. */
  name?: string
  /**
   * Keeps one plan for all values, even if it looks expensive. Otherwise, beside a large residence, PostgreSQL would plan the
   * statements of a small one's users anew each time, which takes several times as long as running them. Not for lists, which need
   * plans of their own.
   */
  keepsPlans?: boolean
}

function openPool(
  connectionString: string,
  max: number,
  { patient, keepsPlans, name = 'bweni' }: PostgresOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    ...(patient ? {} : timeouts),
    keepAlive: true,
    // Statements are sent without waiting for the results of earlier ones. A connection on which one timed out
    // is destroyed: that statement may still be running, and the answers to the next ones wait behind it.
    pipeline: true,
    application_name: name,
  })
  // An error event without a listener would end the process; a broken connection is replaced on the
  // next use. The second listener is for connections in use, such as that of the sockets.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Set by statements, because poolers refuse options of connections. JIT compilation takes ten times as long as reading a list.
    const settings = ['jit = off', ...(keepsPlans ? ['plan_cache_mode = force_generic_plan'] : [])]
    for (const setting of settings) client.query(`set ${setting}`).catch(() => {})
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
  const sharedPool = openPool(connectionString, SHARED_CONNECTIONS, {
    ...options,
    keepsPlans: true,
  })
  const shared = new SharedConnections(sharedPool, SHARED_CONNECTIONS, STATEMENTS_EACH)
  return {
    db: kyselyOn(pool, CONNECTIONS),
    sharedDb: new Kysely<Schema>({ dialect: new SharedDialect(sharedPool, shared) }),
    moneyDb: kyselyOn(moneyPool, MONEY_CONNECTIONS),
    script: async (statements) => {
      await pool.query(statements)
    },
    engine: { kind: 'postgres', pool },
    close: async () => {
      await Promise.all([pool.end(), moneyPool.end(), sharedPool.end()])
    },
  }
}
