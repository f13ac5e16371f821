import { AsyncLocalStorage } from 'node:async_hooks'
import type { Writable } from 'node:stream'
import type pg from 'pg'

/** Names of statements, by their text. */
const statementNames = new Map<string, string>()
/** Counts the names given, so that no name is ever used for two texts. */
let namesGiven = 0
/** A limit, because every connection keeps the plans of all named statements. */
const MAX_NAMED_STATEMENTS = 500
/** A list of values gives a different text for each length; most of these texts are used once, so they get no name. */
const hasListOfValues = / in \(\$|\), \(\$/
/**
 * PostgreSQL refuses a planned statement whose result has got another column since. Without this exception, transactions would
 * fail while a new version of the server migrates the database.
 */
const readsAllColumns = /^select \*|^select "\w+"\.\*|returning \*/

/** The name under which PostgreSQL keeps the plan of a statement, or undefined for one that is planned each time. */
export function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= MAX_NAMED_STATEMENTS) return known
  if (readsAllColumns.test(text) || hasListOfValues.test(text)) return undefined
  const name = `bweni_${namesGiven++}`
  statementNames.set(text, name)
  return name
}

/** Makes all statements get new names; none that was given is used again. */
export const forgetNames = () => statementNames.clear()

/** Writes statements of the same moment to the connection together, because every write is a system call. */
export function sendTogether({ connection: { stream } }: PoolClient) {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** The types of pg lack `connection`. */
export type PoolClient = pg.PoolClient & { connection: { stream: Writable } }

/**
 * SQLSTATEs of a plan that no longer fits: the type of a column has changed, also in a trigger (42804), or a pooler has sent us
 * to a PostgreSQL connection that doesn't know the name, or has it for another statement.
 */
const stalePlans = new Set(['0A000', '26000', '42P05', '42804'])
export const isStalePlan = (error: unknown) =>
  stalePlans.has((error as { code?: string }).code ?? '')

/** The session or address that waits for a connection. Whoever sends many requests waits only behind their own. */
export const connectionLine = new AsyncLocalStorage<string>()

/** How many requests may wait for a connection: as many as get one within seconds. */
export const MAX_WAITING = 500
/** Like the connection timeout, short enough for a 503 within two seconds. */
export const STALLED_AFTER_MS = 1500
