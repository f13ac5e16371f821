import { sql } from 'kysely'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { HttpError } from '../errors.ts'

export interface Line {
  /** In the file, the heading being line 1. */
  line: number
  cells: string[]
}

/** A row of the file, by field. */
export interface Row extends Line {
  fields: Readonly<Record<string, string>>
}

export interface BadRow extends Line {
  reason: string
}

/** What the rows of a file did; or would do, when any of them is bad. */
export interface Outcome {
  added: number
  unchanged: number
  bad: BadRow[]
  /** What the first rows that are added do, a sentence each. */
  effects: string[]
  made: { room_id?: number; user_id?: number }[]
}

export const newOutcome = (): Outcome => ({
  added: 0,
  unchanged: 0,
  bad: [],
  effects: [],
  made: [],
})

const MAX_EFFECTS = 5

export function addEffect({ effects }: Outcome, effect: string) {
  if (effects.length < MAX_EFFECTS) effects.push(effect)
}

export interface Importing {
  context: Context
  user: AuthUser
  rows: Row[]
  /** Of ID numbers, which become the first passwords; empty while nothing is to be kept. */
  hashes: ReadonlyMap<string, string>
}

/** The reason why a row can't be imported. */
export class RowError extends Error {}

/** Lets others get their turn. */
export const pause = () => new Promise((resolve) => setImmediate(resolve))

/** What is done in one go, in memory or in one statement. */
const BATCH = 200

/** The items in batches, with a turn for others after each. */
export async function* inBatches<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += BATCH) {
    yield items.slice(at, at + BATCH)
    await pause()
  }
}

/**
 * Runs the step of one row so that a failure leaves nothing behind and the rows after it can go on.
 * @returns the reason of the failure, or null
 */
export async function tryRow(tx: Db, step: () => Promise<void>): Promise<string | null> {
  await sql`savepoint one_row`.execute(tx)
  try {
    await step()
    await sql`release savepoint one_row`.execute(tx)
    return null
  } catch (error) {
    if (!(error instanceof RowError || error instanceof HttpError)) throw error
    await sql`rollback to savepoint one_row`.execute(tx)
    return error.message
  }
}
