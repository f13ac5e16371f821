import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import { profile } from '#contract/account.ts'
import { type OnboardingForm, onboardingForm } from '#contract/onboarding.ts'
import { importFields, type RowFields } from '#rules/import-columns.ts'
import { formatPhone } from '#rules/phone.ts'
import type { AuthUser } from '../auth/access.ts'
import { requireRealAddress } from '../auth/account.ts'
import { findTakenLogins, LoginsTaken, loginKey } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { HttpError } from '../http/errors.ts'

export interface Line {
  /** The line's number in the file; the heading is line 1. */
  line: number
  cells: string[]
}

/** A row of the file, by field. */
export interface Row extends Line {
  fields: RowFields
}

export interface BadRow extends Line {
  /** Everything that is wrong with the row, in a sentence each. */
  reason: string
}

interface Made {
  room_id?: number
  user_id?: number
  /** For data that existed before: the values before the change, for undoing it. */
  before?: object
  after?: object
}

/** What the rows of a file did, or, when any row is bad, would do. */
export interface ImportOutcome {
  added: number
  unchanged: number
  bad: BadRow[]
  /** The effects of the first rows that are added, in a sentence each. */
  effects: string[]
  /** A hash of the effects of all rows that are added: to whom or what, from what, and to what. */
  digest: Hash
  /** What the import can't keep as it is in the file, in a sentence each. */
  notices: string[]
  made: Made[]
  /** What tenants owe, have as credit, and have given as deposit, according to the file. */
  sums: Record<SumName, { count: number; shillings: number }>
  /** The part that the residence would owe to tenants: deposits that are held, and credit. */
  at_stake: number
}

export const newOutcome = (): ImportOutcome => ({
  added: 0,
  unchanged: 0,
  bad: [],
  effects: [],
  digest: createHash('sha256'),
  notices: [],
  made: [],
  sums: {
    owed: { count: 0, shillings: 0 },
    credit: { count: 0, shillings: 0 },
    deposits: { count: 0, shillings: 0 },
  },
  at_stake: 0,
})

type SumName = 'owed' | 'credit' | 'deposits'

export function addSum({ sums }: ImportOutcome, name: SumName, shillings: number) {
  if (shillings <= 0) return
  sums[name].count++
  sums[name].shillings += shillings
}

const MAX_EFFECTS = 20

/** @param exactly the effect with all its details, with ids only of data that existed before */
export function addEffect({ effects, digest }: ImportOutcome, effect: string, exactly: object) {
  if (effects.length < MAX_EFFECTS) effects.push(effect)
  digest.update(`${JSON.stringify(exactly)}\n`)
}

export interface Importing {
  context: Context
  user: AuthUser
  rows: Row[]
  /** Hashes of ID numbers, which become the first passwords; empty for a preview. */
  hashes: ReadonlyMap<string, string>
}

/** A cell to quote in a sentence; if it is long, only its beginning, which is enough to find it in the file. */
export const cutCell = (cell: string): string => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell)

/** Why a row can't be imported: a sentence or several. */
export class RowError extends Error {}

/** The value read; null when it is wrong, which is reported elsewhere. */
export function readable<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch (error) {
    reasonOf(error)
    return null
  }
}

/**
 * Reads the parts of a row one after the other.
 * @throws {RowError} when any part is wrong, with the reasons of all wrong ones, so that a row has to be corrected only once
 */
export function readAll<Parts extends Record<string, () => unknown>>(
  parts: Parts,
): { [Name in keyof Parts]: ReturnType<Parts[Name]> } {
  const reasons: string[] = []
  const read = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, part()]
    } catch (error) {
      reasons.push(reasonOf(error))
      return [name, undefined]
    }
  })
  if (reasons.length > 0) throw new RowError(joinReasons(reasons))
  return Object.fromEntries(read)
}

/** Joins reasons to one text of sentences, each reason once. */
export function joinReasons(reasons: string[]): string {
  const unique = [...new Set(reasons)]
  const all = unique.filter((one) => !unique.some((other) => other !== one && other.includes(one)))
  if (all.length === 1) return all[0] ?? ''
  return all.map((reason) => (/[.?!]$/.test(reason) ? reason : `${reason}.`)).join(' ')
}

/** Refuses a row with a value that an earlier row has, such as a phone number; `shown` is the value for the message. */
export type Once = (label: string, key: string, shown?: string) => void

/** Makes the check for the rows of a file, which are passed one after the other. */
export function newOnce(): (row: Row) => Once {
  const lines = new Map<string, number>()
  return ({ line }) =>
    (label, value, shown = value) => {
      const key = `${label} ${value}`
      const earlier = lines.get(key)
      if (earlier !== undefined) {
        throw new RowError(`${label}: ${cutCell(shown)} is on line ${earlier} too.`)
      }
      lines.set(key, line)
    }
}

/** The error for a missing cell. */
export const missing = (what: string): RowError => new RowError(`The ${what} is missing.`)

/** Text fields that the onboarding form and a file have in common. */
type TextName = {
  [Name in keyof OnboardingForm & keyof typeof importFields.tenants]: OnboardingForm[Name] extends
    | string
    | null
    ? Name
    : never
}[keyof OnboardingForm & keyof typeof importFields.tenants]

/**
 * Reads a cell as the onboarding form reads its field.
 * @param what what a wrong cell should have been
 */
export function readAs(name: TextName, cell: string, what: string): string {
  const read = onboardingForm.shape[name].safeParse(cell)
  if (read.success && read.data !== null) return read.data
  const { label } = importFields.tenants[name]
  if (cell === '') throw missing(label === 'Phone' ? 'phone number' : withSmallInitial(label))
  throw new RowError(`${label}: “${cutCell(cell)}” isn’t ${what}.`)
}

/** A label within a sentence: `Full name` gets a small initial, `ID number` stays. */
const withSmallInitial = (label: string) =>
  label.replace(/^[A-Z](?=[a-z])/, (initial) => initial.toLowerCase())

/** Reads a phone number. Spreadsheets take it for a number, and drop its first 0. */
export const readPhone = (
  cell: string,
  name: 'phone_number' | 'emergency_phone_number' = 'phone_number',
): string =>
  readAs(name, /^[17]\d{8}$/.test(cell) ? `0${cell}` : cell, 'a phone number such as 0712 345 678')

/** Reads an email address that reaches somebody. */
export function readEmail(cell: string): string {
  const read = profile.shape.email.safeParse(cell)
  if (!read.success) throw new RowError(`Email: “${cutCell(cell)}” isn’t an email address.`)
  requireRealAddress(read.data)
  return read.data
}

/**
 * Reasons to refuse a row's phone number and email address, as far as they can be read: other users sign in with them.
 * @param isOwn whether a login is the tenant's already
 */
export async function refuseTaken(
  tx: Db,
  { phone_number, email }: RowFields,
  isOwn: (login: string) => boolean = () => false,
): Promise<string[]> {
  const phone = phone_number ? readable(() => readPhone(phone_number)) : null
  const address = email ? readable(() => readEmail(email)) : null
  const logins = [phone, address].flatMap((login) =>
    login === null || isOwn(loginKey(login)) ? [] : [login],
  )
  const taken = logins.length > 0 ? await findTakenLogins(tx, logins) : []
  return taken.map(takenReason)
}

const takenReason = (login: string) =>
  login.includes('@')
    ? `Email: there is an account with ${cutCell(login)} already.`
    : `Phone: there is an account with ${formatPhone(login)} already.`

/** Lets other requests get their turn. */
export const pause = () => new Promise((resolve) => setImmediate(resolve))

/** The number of items handled in one go, in memory or in one statement. */
const BATCH = 200

/** The items in batches, with a turn for others after each. */
export async function* inBatches<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += BATCH) {
    yield items.slice(at, at + BATCH)
    await pause()
  }
}

/** The reason why a row can't be imported; any other error is rethrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof LoginsTaken) return error.logins.map(takenReason).join(' ')
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
