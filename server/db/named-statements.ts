import { AsyncLocalStorage } from 'node:async_hooks'
import type { Writable } from 'node:stream'
import type pg from 'pg'

/** By their text. */
const statementNames = new Map<string, string>()
/** No name is ever given to another text. */
let namesGiven = 0
/** Every connection keeps the plans of what is named. */
const MAX_NAMED_STATEMENTS = 500
/** A list of values gives another text for each length, of which most are seen once. */
const hasListOfValues = / in \(\$|\), \(\$/
/**
 * PostgreSQL refuses a planned statement whose result has got another column since: while another
 * version of us migrates, transactions would fail.
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

/** No name that was given is used again. */
export const forgetNames = () => statementNames.clear()

/** Statements of the same moment are written to the connection at once: every write is a call of the system. */
export function sendTogether({ connection: { stream } }: PoolClient) {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** `connection` is missing in the types. */
export type PoolClient = pg.PoolClient & { connection: { stream: Writable } }

/**
 * SQLSTATEs of a plan that no longer fits: a column it reads has got another type, also in a trigger (42804), or a pooler
 * has sent us to a connection of PostgreSQL that doesn't know the name, or knows it from somebody else.
 */
const stalePlans = new Set(['0A000', '26000', '42P05', '42804'])
export const isStalePlan = (error: unknown) =>
  stalePlans.has((error as { code?: string }).code ?? '')

/** Who is waiting for a connection: a session, or an address. Whoever asks for much waits behind themselves. */
export const connectionLine = new AsyncLocalStorage<string>()

/** As many requests may wait for a connection as get one within seconds. */
export const MAX_WAITING = 500
/** As with a connection that can't be made: short enough for a 503 within two seconds. */
export const STALLED_AFTER_MS = 1500
