import { type CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createQueue, QueueFull } from '../queue.ts'
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

/**
 * Few connections for many: a statement doesn't wait for the results of those before it, so that several are read and written
 * at once, on both sides, and nobody takes turns for a connection.
 */
export class SharedConnections implements Driver, DatabaseConnection {
  readonly #pool: pg.Pool
  readonly #most: number
  readonly #run: ReturnType<typeof createQueue>
  readonly #open = new Set<SharedConnection>()

  constructor(pool: pg.Pool, most: number, statementsEach: number) {
    this.#pool = pool
    this.#most = most
    const options = { stalledAfterMs: STALLED_AFTER_MS }
    this.#run = createQueue(most * statementsEach, MAX_WAITING, options)
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
    const send = () => this.#send(sql, parameters as unknown[])
    const { rows } = await this.#run(send, { line: connectionLine.getStore() ?? '' })
    return { rows: rows as Row[] }
  }

  async #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const shared = this.#join()
    const sentAt = performance.now()
    try {
      const client = await shared.client
      sendTogether(client)
      // What has no values is asked for once.
      const name = values.length > 0 ? statementName(text) : undefined
      return await client.query({ name, text, values })
    } catch (error) {
      const isStale = isStalePlan(error)
      // What PostgreSQL itself refuses says nothing about the connection.
      if (isStale || !(error instanceof pg.DatabaseError)) {
        shared.isBroken = true
        this.#open.delete(shared)
      }
      if (!isStale) throw error
      // The first of a text was cancelled before it was planned, and those behind it have waited as long: no time for another.
      if (performance.now() - sentAt > STALLED_AFTER_MS / 2) throw new QueueFull()
      forgetNames()
      return await (await shared.client).query({ text, values })
    } finally {
      this.#leave(shared)
    }
  }

  /** The connection that the fewest use, or a new one. */
  #join(): SharedConnection {
    let joined: SharedConnection | undefined
    for (const shared of this.#open) {
      if (!joined || shared.users < joined.users) joined = shared
    }
    if (!joined || (joined.users > 0 && this.#open.size < this.#most)) {
      const client = this.#pool.connect() as Promise<PoolClient>
      joined = { client, users: 0, isBroken: false }
      this.#open.add(joined)
    }
    joined.users++
    return joined
  }

  /** The last one gives it back, so that the pool can close what nobody uses. */
  #leave(shared: SharedConnection) {
    if (--shared.users > 0) return
    this.#open.delete(shared)
    shared.client.then(
      (client) => client.release(shared.isBroken),
      () => {},
    )
  }

  async acquireConnection() {
    return this
  }
  async releaseConnection() {}
  async init() {}
  async destroy() {}
  async beginTransaction() {
    throw new Error('On shared connections there are no transactions.')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  // biome-ignore lint/correctness/useYield: Kysely wants one.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('On shared connections there are no streams.')
  }
}

interface SharedConnection {
  client: Promise<PoolClient>
  users: number
  isBroken: boolean
}

export class SharedDialect extends PostgresDialect {
  readonly #driver: Driver
  constructor(pool: pg.Pool, driver: Driver) {
    super({ pool })
    this.#driver = driver
  }
  override createDriver() {
    return this.#driver
  }
}
