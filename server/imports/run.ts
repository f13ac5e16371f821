import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ImportDone, ImportPreview } from '#contract/imports.ts'
import { isoTime } from '#rules/calendar.ts'
import {
  chosenColumns,
  type FieldName,
  type ImportKind,
  MAX_IMPORT_ROWS,
  matchColumns,
  missingFields,
  plainHeading,
} from '#rules/import-columns.ts'
import type { AuthUser } from '../auth/access.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, invalid } from '../errors.ts'
import { lockCompany } from '../settings/queries.ts'
import { logStaffAction } from '../staff-log.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { importContacts } from './contacts.ts'
import { findImport, findRememberedColumns, type ImportRow, insertImport } from './queries.ts'
import { readTable } from './read-table.ts'
import { importRooms } from './rooms.ts'
import { type BadRow, inBatches, newOutcome, type Outcome, type Row } from './rows.ts'
import { idNumbersOf, importTenants } from './tenants.ts'

const steps = { rooms: importRooms, tenants: importTenants, contacts: importContacts }

/** Bad rows of a preview; the rest is in the file with all of them. */
const MAX_SHOWN = 200
/** Hashing is slow on purpose; sign-ins need threads too. */
const HASHING_AT_ONCE = 2
const UNDO_MS = 24 * 3_600_000

interface File {
  kind: ImportKind
  file: Upload | undefined
  /** A JSON array with a field or null for each heading. */
  columns?: string | undefined
}

interface ReadFile {
  headings: string[]
  columns: (FieldName | null)[]
  missing: string[]
  rows: Row[]
  hash: string
}

async function readFile({ db }: Context, user: AuthUser, { kind, file, columns }: File) {
  const { headings, lines, hash } = await readTable(file, MAX_IMPORT_ROWS[kind])
  const chosen = columns === undefined ? null : parseColumns(columns, headings.length)
  const matched = chosen
    ? chosenColumns(kind, chosen)
    : matchColumns(kind, headings, await findRememberedColumns(db, user.company_id, kind))
  const rows: Row[] = []
  for await (const batch of inBatches(lines)) {
    for (const line of batch) {
      const fields = matched.flatMap((name, at) => (name ? [[name, line.cells[at] ?? '']] : []))
      rows.push({ ...line, fields: Object.fromEntries(fields) })
    }
  }
  const missing = missingFields(kind, matched)
  return { headings, columns: matched, missing, rows, hash } satisfies ReadFile
}

function parseColumns(text: string, count: number): (string | null)[] {
  try {
    const columns: unknown = JSON.parse(text)
    const isName = (one: unknown) => one === null || typeof one === 'string'
    if (Array.isArray(columns) && columns.length === count && columns.every(isName)) return columns
  } catch {
    // Said below.
  }
  throw invalid('columns', 'The columns don’t fit this file. Please choose it again.')
}

const fingerprintOf = ({ hash, columns }: ReadFile, { added, unchanged, bad }: Outcome): string =>
  createHash('sha256')
    .update(JSON.stringify([hash, columns, added, unchanged, bad.length]))
    .digest('hex')

/** Runs the import and takes it back; nothing runs while a required column is missing. */
async function rehearseImport(context: Context, user: AuthUser, kind: ImportKind, read: ReadFile) {
  if (read.missing.length > 0) return newOutcome()
  const importing = { context, user, rows: read.rows, hashes: new Map<string, string>() }
  return retryOnConflict(() =>
    rehearse(context.db, async (tx) => {
      await takeTurn(tx, user.company_id)
      return steps[kind](tx, importing)
    }),
  )
}

/** What importing a file would do. */
export async function previewImport(
  context: Context,
  user: AuthUser,
  file: File,
): Promise<ImportPreview> {
  const read = await readFile(context, user, file)
  const outcome = await rehearseImport(context, user, file.kind, read)
  const { added, unchanged, bad, effects } = outcome
  return {
    headings: read.headings,
    columns: read.columns,
    missing: read.missing,
    rows: read.rows.length,
    added,
    unchanged,
    bad: bad.length,
    bad_rows: bad.slice(0, MAX_SHOWN),
    effects,
    fingerprint: fingerprintOf(read, outcome),
  }
}

/** The headings of a file and the rows of it that can't be imported. */
export async function listBadRows(
  context: Context,
  user: AuthUser,
  file: File,
): Promise<{ headings: string[]; bad: BadRow[] }> {
  const read = await readFile(context, user, file)
  const { bad } = await rehearseImport(context, user, file.kind, read)
  return { headings: read.headings, bad }
}

/**
 * Imports a file: all of its rows or none.
 * @throws {HttpError} 400 for a file that can't be read; 409 when rows are bad, or when it would do something else than the
 * preview said
 */
export async function importTable(
  context: Context,
  user: AuthUser,
  { fingerprint, ...file }: File & { fingerprint: string },
): Promise<ImportDone> {
  const { db, now } = context
  const { company_id } = user
  const { kind } = file
  const read = await readFile(context, user, file)
  // Before the transaction: hashing takes long, and the embedded database has one connection.
  const hashes = kind === 'tenants' ? await hashAll(idNumbersOf(read.rows)) : new Map()
  const work = async (tx: Db) => {
    // Two imports of the same file at once: the second finds what the first has made.
    await takeTurn(tx, company_id)
    await lockCompany(tx, company_id)
    const outcome = await steps[kind](tx, { context, user, rows: read.rows, hashes })
    if (fingerprint !== fingerprintOf(read, outcome)) {
      throw conflict(
        'This would do something else by now than the preview says. Please look at it again.',
        'changed_meanwhile',
      )
    }
    if (outcome.bad.length > 0) {
      throw conflict('Some rows can’t be imported. Correct them first.', 'bad_rows')
    }
    const columns = Object.fromEntries(
      read.headings.map((heading, at) => [plainHeading(heading), read.columns[at] ?? null]),
    )
    const { added, unchanged, made } = outcome
    const row = { company_id, kind, columns, added, unchanged, imported_by: user.id }
    const id = await insertImport(tx, { ...row, created_at: now() }, made)
    await logStaffAction(tx, user, {
      act: 'import',
      subject: 'import',
      subject_id: id,
      before: null,
      after: { table: kind, added, unchanged },
    })
    return findImport(tx, company_id, id)
  }
  const done = await retryOnConflict(() => db.transaction().execute(work))
  return toImportDone(done, now())
}

/** How long one import waits for another one of the same residence. */
const TURNS = 100
const TURN_MS = 200

/**
 * Previews, imports and undoing lock many rows in the order of their file, so only one of them runs at a time.
 * @throws {HttpError} 409 when the others take too long
 */
export async function takeTurn(tx: Db, company_id: number): Promise<void> {
  const tried = sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('imports'), ${company_id}) as mine`
  for (let turn = 0; turn < TURNS; turn++) {
    const { rows } = await tried.execute(tx)
    if (rows[0]?.mine) return
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
  throw conflict('Another import is running. Please try again in a minute.', 'import_running')
}

async function hashAll(idNumbers: string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (let at = 0; at < idNumbers.length; at += HASHING_AT_ONCE) {
    const some = idNumbers.slice(at, at + HASHING_AT_ONCE)
    const hashed = await Promise.all(some.map(hashPassword))
    for (const [index, id] of some.entries()) hashes.set(id, hashed[index] ?? '')
  }
  return hashes
}

export function toImportDone(row: ImportRow, now: Date): ImportDone {
  const undoUntil = new Date(row.created_at.getTime() + UNDO_MS)
  const canBeUndone = row.undone_at === null && row.added > 0 && undoUntil > now
  return {
    id: row.id,
    kind: row.kind,
    added: row.added,
    unchanged: row.unchanged,
    by: row.by,
    at: isoTime(row.created_at),
    undone_at: row.undone_at && isoTime(row.undone_at),
    undo_until: canBeUndone ? isoTime(undoUntil) : null,
  }
}
