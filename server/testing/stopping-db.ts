import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PGliteDialect,
  PostgresDialect,
} from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'

export interface StoppingDb {
  db: Db
  /** Whether it has reached the statement at which it stops. */
  stopped(): boolean
}

class Stopped extends Error {
  override name = 'Stopped'
}

/**
 * A second connection to a server's database that stops before or after its n-th statement (begin and
 * commit count too): nothing more gets through, as if the process had been killed there, and an open
 * transaction is rolled back.
 */
export function stoppingDb({ engine }: Database, at: number, when: 'before' | 'after'): StoppingDb {
  let count = 0
  let dead = false

  async function step<T>(work: () => Promise<T>): Promise<T> {
    if (dead) throw new Stopped()
    count++
    if (count === at && when === 'before') dead = true
    if (dead) throw new Stopped()
    const result = await work()
    if (count === at) dead = true
    if (dead) throw new Stopped()
    return result
  }

  const inner =
    engine.kind === 'pglite'
      ? new PGliteDialect({ pglite: engine.pglite })
      : new PostgresDialect({ pool: engine.pool })

  const dialect: Dialect = {
    createAdapter: () => inner.createAdapter(),
    createIntrospector: (db) => inner.createIntrospector(db),
    createQueryCompiler: () => inner.createQueryCompiler(),
    createDriver: () => stopping(inner.createDriver(), step),
  }
  return { db: new Kysely<Schema>({ dialect }), stopped: () => dead }
}

type Step = <T>(work: () => Promise<T>) => Promise<T>

/** A driver that passes every statement through `step`, except rollbacks. */
function stopping(driver: Driver, step: Step): Driver {
  const outer = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const real = (connection: DatabaseConnection) => outer.get(connection) ?? connection
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const connection = await driver.acquireConnection()
      const seen: DatabaseConnection = {
        executeQuery: (query) => step(() => connection.executeQuery(query)),
        streamQuery: (query, size) => connection.streamQuery(query, size),
      }
      outer.set(seen, connection)
      return seen
    },
    async beginTransaction(connection, settings) {
      let started = false
      try {
        await step(async () => {
          await driver.beginTransaction(real(connection), settings)
          started = true
        })
      } catch (error) {
        // Kysely does not roll back a transaction whose begin has failed.
        if (started) await driver.rollbackTransaction(real(connection))
        throw error
      }
    },
    commitTransaction: (connection) => step(() => driver.commitTransaction(real(connection))),
    rollbackTransaction: (connection) => driver.rollbackTransaction(real(connection)),
    releaseConnection: (connection) => driver.releaseConnection(real(connection)),
    // The pool belongs to the server.
    destroy: async () => {},
  }
}
