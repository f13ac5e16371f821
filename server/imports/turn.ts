import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, unavailable } from '../http/errors.ts'
import { createQueue, QueueFull } from '../queue.ts'

/** About as long as importing 500 tenants takes. */
const RETRY_S = 10

const queue = createQueue(1, 1)

/**
 * Runs one import, preview or undo at a time in each process, and lets one more wait. The waiting one holds no connection and
 * doesn't read its file yet.
 * @throws {HttpError} 503 when one is waiting already
 */
export const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  queue(work).catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error
    throw unavailable(
      'Other files are being imported right now. Please try again in a moment.',
      'busy',
      RETRY_S,
    )
  })

/** Another process has the turn. */
class NotYet extends Error {}

/** Takes the turn of imports, previews and undoing, which lock many rows in the order of their file. Called within `inTurn`. */
export async function takeImportTurn(tx: Db, company_id: number): Promise<void> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('imports'), ${company_id}) as mine`.execute(tx)
  if (!rows[0]?.mine) throw new NotYet()
}

/** The number of tries, and the time between them, for which an import waits for another one of its residence. */
const TURNS = 100
const TURN_MS = 200

/**
 * Runs a transaction that takes its residence's turn. It waits between transactions, because waiting in one would hold a
 * connection that others need.
 * @throws {HttpError} 409 when the others take too long
 */
export async function inTurn<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let turn = 0; turn < TURNS; turn++) {
    try {
      return await retryOnConflict(transact)
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
      await pause(TURN_MS)
    }
  }
  throw conflict('Another import is running. Please try again in a minute.', 'import_running')
}
