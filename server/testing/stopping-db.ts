import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PGliteDialect,
  PostgresDialect,
} from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { type DatabaseKind, startServer, type TestServer } from './server.ts'

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

/** More SQL statements than the work of a job or a batch needs. */
export const MAX_STATEMENTS = 30

/**
 * Does work until it is stopped before or after its n-th statement, and then again, as the page or the next night would.
 * @returns whether it was stopped
 */
export async function stopAndRepeat(
  { running: { context } }: TestServer,
  work: (on: Context) => Promise<unknown>,
  statement: number,
  when: 'before' | 'after',
): Promise<boolean> {
  const stopping = stoppingDb(context.database, statement, when)
  // What is mailed afterwards is no part of the work.
  const mail = { ...context.mail, sendLater: () => undefined }
  await work({ ...context, mail, db: stopping.db }).catch(() => undefined)
  await work(context)
  return stopping.stopped()
}

/** A server whose day can be chosen, for work that is done by night. */
export async function startServerOn(kind: DatabaseKind, day: string) {
  let at = morning(day)
  const server = await startServer(kind, { THROTTLE: 'off' }, () => new Date(at))
  return {
    server,
    goTo(day: string) {
      at = morning(day)
    },
    signIn: () => server.signIn('staff@acacia.example', 'staff-demo-2026'),
  }
}
export type ServerOnDay = Awaited<ReturnType<typeof startServerOn>>

const morning = (day: string) => new Date(`${day}T09:00:00+03:00`).getTime()

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
