import { createHash } from 'node:crypto'
import type { ImportDone, ImportPreview } from '#contract/imports.ts'
import { isoTime } from '#rules/calendar.ts'
import {
  chosenColumns,
  columnsByHeading,
  type FieldName,
  type ImportKind,
  importFields,
  MAX_EMBEDDED_IMPORT_ROWS,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  matchColumns,
  missingFields,
  plainHeading,
  withFullName,
} from '#rules/import-columns.ts'
import { ksh } from '#rules/money.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { isAboveLimit } from '../approvals/perform.ts'
import type { AuthUser } from '../auth/access.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { conflict, forbidden, invalid } from '../errors.ts'
import { lockCompany } from '../settings/queries.ts'
import { logStaffAction } from '../staff-log.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { importContacts } from './contacts.ts'
import { findImport, findRememberedColumns, type ImportRow, insertImport } from './queries.ts'
import { readTable } from './read-table.ts'
import { importRooms } from './rooms.ts'
import {
  type BadRow,
  type Importing,
  inBatches,
  newOutcome,
  type Outcome,
  type Row,
} from './rows.ts'
import { idNumbersOf, importTenants } from './tenants.ts'
import { alone, inTurn, takeTurn } from './turn.ts'

const steps = { rooms: importRooms, tenants: importTenants, contacts: importContacts }

/** Bad rows of a preview; the rest is in the file with all of them. */
const MAX_SHOWN = 200
const MAX_SHOWN_CELL = 200
/** Hashing is slow on purpose; sign-ins need threads too. */
const HASHING_AT_ONCE = 2
const UNDO_MS = 24 * 3_600_000

interface File {
  kind: ImportKind
  file: Upload | undefined
  /** A JSON array with a field or null for each heading. */
  columns?: string | undefined
  /** A JSON object with a field or null by heading. */
  by_heading?: string | undefined
}

interface ReadFile {
  headings: string[]
  columns: (FieldName | null)[]
  missing: string[]
  rows: Row[]
  /** Rows that no import can read. */
  unfit: BadRow[]
  hash: string
  /** About how it was read. */
  notices: string[]
}

/** On the embedded database everybody waits for its one connection while an import, or its preview, runs. */
function mostRowsOf({ database }: Context, kind: ImportKind): [rows: number, refusal: string] {
  const most = MAX_IMPORT_ROWS[kind].toLocaleString('en')
  if (database.engine.kind === 'postgres') {
    return [MAX_IMPORT_ROWS[kind], `The file has more than ${most} rows. Please split it.`]
  }
  const here = MAX_EMBEDDED_IMPORT_ROWS[kind]
  return [
    here,
    `The file has more than ${here.toLocaleString('en')} rows, the most that the embedded database imports at once. Please split it, or let Bweni use PostgreSQL, which takes ${most}.`,
  ]
}

async function readFile(
  context: Context,
  user: AuthUser,
  { kind, file, columns, by_heading }: File,
) {
  const { headings, lines, unfit, hash, notices } = await readTable(
    file,
    ...mostRowsOf(context, kind),
  )
  const chosen = columns === undefined ? null : parseColumns(columns)
  if (chosen && chosen.length !== headings.length) throw misfit()
  const fields = importFields[kind]
  const matched = chosen
    ? chosenColumns(fields, chosen)
    : matchColumns(fields, headings, {
        ...(await findRememberedColumns(context.db, user.company_id, kind)),
        ...parseByHeading(by_heading),
      })
  const rows: Row[] = []
  for await (const batch of inBatches(lines)) {
    for (const line of batch) {
      const cells = matched.flatMap((name, at) => (name ? [[name, line.cells[at] ?? '']] : []))
      rows.push({ ...line, fields: withFullName(Object.fromEntries(cells)) })
    }
  }
  const missing = missingFields(kind, matched)
  return { headings, columns: matched, missing, rows, unfit, hash, notices } satisfies ReadFile
}

/** Imports the rows of a file; the bad ones come in the order of the file. */
async function runStep(tx: Db, kind: ImportKind, { rows, unfit }: ReadFile, by: Runner) {
  const outcome = await steps[kind](tx, { ...by, rows })
  outcome.bad.push(...unfit)
  outcome.bad.sort((one, other) => one.line - other.line)
  const refusal = await findRefusal(tx, by, outcome)
  if (refusal) outcome.notices.push(refusal)
  return { ...outcome, refusal }
}

/**
 * Above the limit of the residence, by itself or with what the same person has given away on this day, only an owner imports
 * deposits and credit: it is the owner's limit, and nobody else could check so many lines better.
 */
async function findRefusal(tx: Db, { context, user }: Runner, { at_stake }: Outcome) {
  if (at_stake === 0 || mayDo(user.staff_role, 'limit')) return null
  if (!(await isAboveLimit(tx, context, user, at_stake))) return null
  return `${ksh(at_stake)} in this file are deposits and credit. That is above the residence’s limit, so an owner has to import it.`
}
type Runner = Omit<Importing, 'rows'>

const misfit = () => invalid('columns', 'The columns don’t fit this file. Please choose it again.')

/** @param text a JSON array with a field or null for each heading */
export function parseColumns(text: string): (string | null)[] {
  try {
    const columns: unknown = JSON.parse(text)
    const isName = (one: unknown) => one === null || typeof one === 'string'
    if (Array.isArray(columns) && columns.every(isName)) return columns
  } catch {
    // Said below.
  }
  throw misfit()
}

function parseByHeading(text = '{}'): Record<string, string | null> {
  try {
    const chosen: unknown = JSON.parse(text)
    if (typeof chosen !== 'object' || chosen === null) return {}
    const known = Object.entries(chosen).filter(
      ([, name]) => name === null || typeof name === 'string',
    )
    return Object.fromEntries(known.map(([heading, name]) => [plainHeading(heading), name]))
  } catch {
    return {}
  }
}

function fingerprintOf({ hash, columns }: ReadFile, outcome: Outcome): string {
  const { added, unchanged, bad, digest } = outcome
  const done = digest.copy().digest('hex')
  return createHash('sha256')
    .update(JSON.stringify([hash, columns, added, unchanged, bad.length, done]))
    .digest('hex')
}

/** Runs the import and takes it back; nothing runs while a required column is missing. */
async function rehearseImport(context: Context, user: AuthUser, kind: ImportKind, read: ReadFile) {
  if (read.missing.length > 0) return newOutcome()
  return inTurn(() =>
    rehearse(context.db, async (tx) => {
      await takeTurn(tx, user.company_id)
      return runStep(tx, kind, read, { context, user, hashes: new Map() })
    }),
  )
}

/** What importing a file would do. */
export const previewImport = (
  context: Context,
  user: AuthUser,
  file: File,
): Promise<ImportPreview> =>
  alone(async () => {
    const read = await readFile(context, user, file)
    return previewOf(read, await rehearseImport(context, user, file.kind, read))
  })

function previewOf(read: ReadFile, outcome: Outcome): ImportPreview {
  const { added, unchanged, bad, effects, notices } = outcome
  return {
    headings: read.headings,
    columns: read.columns,
    missing: read.missing,
    rows: read.rows.length + read.unfit.length,
    added,
    unchanged,
    bad: bad.length,
    bad_rows: bad.slice(0, MAX_SHOWN).map(shorten),
    effects,
    notices: [...read.notices, ...notices],
    fingerprint: fingerprintOf(read, outcome),
  }
}

/** For the screen, which shows what row it is. */
const shorten = ({ cells, ...row }: BadRow): BadRow => ({
  ...row,
  cells: cells
    .slice(0, MAX_IMPORT_COLUMNS)
    .map((cell) => (cell.length > MAX_SHOWN_CELL ? `${cell.slice(0, MAX_SHOWN_CELL)}…` : cell)),
})

/** The headings of a file and the rows of it that can't be imported. */
export const listBadRows = (
  context: Context,
  user: AuthUser,
  file: File,
): Promise<{ headings: string[]; bad: BadRow[] }> =>
  alone(async () => {
    const read = await readFile(context, user, file)
    const { bad } = await rehearseImport(context, user, file.kind, read)
    return { headings: read.headings, bad }
  })

/**
 * Imports a file: all of its rows or none.
 * @throws {HttpError} 400 for a file that can't be read; 409 when rows are bad, or with the new preview when it would do
 * something else than the preview said
 */
export const importTable = (
  context: Context,
  user: AuthUser,
  file: File & { fingerprint: string },
): Promise<ImportDone> => alone(() => importAlone(context, user, file))

async function importAlone(
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
    const outcome = await runStep(tx, kind, read, { context, user, hashes })
    const effect = previewOf(read, outcome)
    if (fingerprint !== effect.fingerprint) {
      throw conflict(
        'Something has changed since the preview. Please look at it again.',
        'changed_meanwhile',
        { effect },
      )
    }
    if (outcome.bad.length > 0) {
      throw conflict('Some rows can’t be imported. Correct them first.', 'bad_rows')
    }
    const columns = columnsByHeading(importFields[kind], read.headings, read.columns)
    if (outcome.refusal) throw forbidden(outcome.refusal, 'owner_only')
    const { added, unchanged, made, at_stake } = outcome
    const row = { company_id, kind, columns, added, unchanged, imported_by: user.id }
    const id = await insertImport(tx, { ...row, created_at: now() }, made)
    await logStaffAction(tx, user, {
      act: 'import',
      subject: 'import',
      subject_id: id,
      before: null,
      after: { table: kind, added, unchanged, deposits_and_credit: at_stake || null },
    })
    return findImport(tx, company_id, id)
  }
  const done = await inTurn(() => db.transaction().execute(work))
  return toImportDone(done, now())
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
  const isDone = row.undone_at !== null && !row.left
  const canBeUndone = !isDone && row.added > 0 && undoUntil > now
  return {
    id: row.id,
    kind: row.kind,
    added: row.added,
    unchanged: row.unchanged,
    by: row.by,
    at: isoTime(row.created_at),
    undone_at: row.undone_at && isoTime(row.undone_at),
    left: row.left,
    undo_until: canBeUndone ? isoTime(undoUntil) : null,
  }
}
