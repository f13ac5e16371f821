import { sql } from 'kysely'
import { profile } from '#contract/account.ts'
import { onboardingForm } from '#contract/onboarding.ts'
import { type Relationship, relationships } from '#rules/tenancy.ts'
import type { AuthUser } from '../auth/access.ts'
import { requireRealAddress } from '../auth/account.ts'
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

interface Made {
  room_id?: number
  user_id?: number
  /** Of what was there already: what was changed, for undoing it. */
  before?: object
  after?: object
}

/** What the rows of a file did; or would do, when any of them is bad. */
export interface Outcome {
  added: number
  unchanged: number
  bad: BadRow[]
  /** What the first rows that are added do, a sentence each. */
  effects: string[]
  made: Made[]
}

export const newOutcome = (): Outcome => ({
  added: 0,
  unchanged: 0,
  bad: [],
  effects: [],
  made: [],
})

const MAX_EFFECTS = 20

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

/** A cell, read as the onboarding form reads its field. */
export function readAs<Name extends keyof typeof onboardingForm.shape>(
  name: Name,
  cell: string,
): (typeof onboardingForm.shape)[Name]['_zod']['output'] {
  const read = onboardingForm.shape[name].safeParse(cell)
  if (read.success) return read.data as never
  throw new RowError(read.error.issues[0]?.message ?? `“${cell}” can’t be read.`)
}

/** Spreadsheets take a phone number for a number, and drop its first 0. */
export const readPhone = (name: 'phone_number' | 'emergency_phone_number', cell: string): string =>
  readAs(name, /^[17]\d{8}$/.test(cell) ? `0${cell}` : cell)

/** An address that reaches somebody. */
export function readEmail(cell: string): string {
  const read = profile.shape.email.safeParse(cell)
  if (!read.success) throw new RowError(`“${cell}” isn’t an email address.`)
  requireRealAddress(read.data)
  return read.data
}

/** Whoever isn't named is something else. */
export const readRelationship = (cell: string): Relationship =>
  relationships.find((one) => one.toLowerCase() === cell.toLowerCase()) ?? 'Other'

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

/** Of a row that can't be imported; any other error is thrown on. */
export function reasonOf(error: unknown): string {
  if (error instanceof RowError || error instanceof HttpError) return error.message
  throw error
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
    const reason = reasonOf(error)
    await sql`rollback to savepoint one_row`.execute(tx)
    return reason
  }
}
