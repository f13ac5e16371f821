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
 * A few connections shared by many requests. Statements are sent without waiting for the results of earlier ones, so that both
 * sides read and write several at once, and nobody waits for a connection to be free.
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
      // Statements without values are used once, so they get no name.
      const name = values.length > 0 ? statementName(text) : undefined
      return await client.query({ name, text, values })
    } catch (error) {
      const isStale = isStalePlan(error)
      // An error from PostgreSQL itself doesn't mean that the connection is broken.
      if (isStale || !(error instanceof pg.DatabaseError)) {
        shared.isBroken = true
        this.#open.delete(shared)
      }
      if (!isStale) throw error
      // The first statement with this text timed out before it was planned. Those behind it have waited too long for a retry.
      if (performance.now() - sentAt > STALLED_AFTER_MS / 2) throw new QueueFull()
      forgetNames()
      return await (await shared.client).query({ text, values })
    } finally {
      this.#leave(shared)
    }
  }

  /** Joins the connection with the fewest users, or a new one. */
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

  /** Leaves a connection. The last user gives it back, so that the pool can close it. */
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
