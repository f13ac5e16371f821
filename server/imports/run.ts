import { createHash } from 'node:crypto'
import type { ImportDone, ImportPreview } from '#contract/imports.ts'
import { isoTime } from '#rules/calendar.ts'
import {
  columnsByHeading,
  type ImportKind,
  importFields,
  MAX_IMPORT_COLUMNS,
} from '#rules/import-columns.ts'
import { counted, ksh } from '#rules/money.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { isAboveLimit, requireWithinLimit } from '../approvals/limit.ts'
import type { AuthUser } from '../auth/access.ts'
import { hashFirstPassword } from '../auth/password.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { conflict, invalid } from '../http/errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { importContacts } from './contacts.ts'
import { findImport, type ImportRow, insertImport } from './queries.ts'
import { type ImportFile, type ReadImport, readImport } from './read-import.ts'
import { importRooms } from './rooms.ts'
import { type BadRow, type Importing, type ImportOutcome, newOutcome } from './rows.ts'
import { idNumbersOf, importTenants } from './tenants.ts'
import { alone, inTurn, takeImportTurn } from './turn.ts'

const steps = { rooms: importRooms, tenants: importTenants, contacts: importContacts }

/** Bad rows shown in a preview; a file to download has all of them. */
const MAX_SHOWN = 200
const MAX_SHOWN_CELL = 200
/** Passwords hashed at once: hashing is slow on purpose, and sign-ins need threads too. */
const HASHING_AT_ONCE = 2
const UNDO_MS = 24 * 3_600_000

/** Imports the rows of a file; bad rows are listed in the order of the file. */
async function runStep(tx: Db, kind: ImportKind, { rows, unfit }: ReadImport, by: Runner) {
  const outcome = await steps[kind](tx, { ...by, rows })
  outcome.bad.push(...unfit)
  outcome.bad.sort((one, other) => one.line - other.line)
  const { at_stake } = outcome
  if (!mayDo(by.user.staff_role, 'limit') && (await isAboveLimit(tx, by.context, by.user, outcome)))
    outcome.notices.push(refusalOf(at_stake))
  return outcome
}

/**
 * Only an owner may import deposits and credit above the residence's limit, alone or together with what the same person has given
 * away today. It is the owner's limit, and nobody else could check so many lines better.
 */
const refusalOf = (at_stake: number) =>
  `${ksh(at_stake)} in this file are deposits and credit. That is above the residence’s limit, so an owner has to import it.`
type Runner = Omit<Importing, 'rows'>

/** A fingerprint of the file, how it is read, and everything that importing it would do. */
function fingerprintOf({ hash, columns, dates }: ReadImport, outcome: ImportOutcome): string {
  const { added, unchanged, bad, digest } = outcome
  const done = digest.copy().digest('hex')
  return createHash('sha256')
    .update(JSON.stringify([hash, columns, dates, added, unchanged, bad, done]))
    .digest('hex')
}

/** Runs the import and rolls it back; nothing runs while a required column, or the order of dates, is unknown. */
async function rehearseImport(
  context: Context,
  user: AuthUser,
  kind: ImportKind,
  read: ReadImport,
) {
  if (read.missing.length > 0 || read.dates?.order === null) return newOutcome()
  return inTurn(() =>
    rehearse(context.db, async (tx) => {
      await takeImportTurn(tx, user.company_id)
      return runStep(tx, kind, read, { context, user, hashes: new Map() })
    }),
  )
}

/** Previews what importing a file would do. */
export const previewImport = (
  context: Context,
  user: AuthUser,
  file: ImportFile,
): Promise<ImportPreview> =>
  alone(async () => {
    const read = await readImport(context, user, file)
    return previewOf(read, await rehearseImport(context, user, file.kind, read))
  })

function previewOf(read: ReadImport, outcome: ImportOutcome): ImportPreview {
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
    totals: totalsOf(outcome),
    dates: read.dates,
    notices: [...read.notices, ...notices],
    fingerprint: fingerprintOf(read, outcome),
  }
}

const sumLabels = { owed: 'Owed', credit: 'Credit', deposits: 'Deposits held' } as const

/** The sums of all rows that are added. */
const totalsOf = ({ sums }: ImportOutcome): ImportPreview['totals'] =>
  (['owed', 'credit', 'deposits'] as const).flatMap((name) => {
    const { count, shillings } = sums[name]
    return count === 0 ? [] : [{ label: sumLabels[name], shillings, of: counted(count, 'tenant') }]
  })

/** A bad row with shortened cells, enough to recognise it on the screen. */
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
  file: ImportFile,
): Promise<{ headings: string[]; bad: BadRow[] }> =>
  alone(async () => {
    const read = await readImport(context, user, file)
    const { bad } = await rehearseImport(context, user, file.kind, read)
    return { headings: read.headings, bad }
  })

interface ToImport extends ImportFile {
  fingerprint: string
  /** Leaves out bad rows; without it, bad rows make the import fail. */
  only_good?: boolean | undefined
}

/**
 * Imports a file: all of its rows, or the good ones.
 * @throws {HttpError} 400 for a file that can't be read; 409 when rows are bad, or, with the new preview, when the effect would
 * differ from the preview
 */
export const importTable = (
  context: Context,
  user: AuthUser,
  file: ToImport,
): Promise<ImportDone> => alone(() => importAlone(context, user, file))

async function importAlone(
  context: Context,
  user: AuthUser,
  { fingerprint, only_good = false, ...file }: ToImport,
): Promise<ImportDone> {
  const { db, now } = context
  const { company_id } = user
  const { kind } = file
  const read = await readImport(context, user, file)
  if (read.dates?.order === null) {
    throw invalid('dates', 'Please say first how the dates of this file are written.')
  }
  // Hashed before the transaction, because hashing takes long, and the embedded database has one connection.
  const hashes = kind === 'tenants' ? await hashAll(idNumbersOf(read.rows)) : new Map()
  const work = async (tx: Db) => {
    // If the same file is imported twice at once, the second import finds what the first has made.
    await takeImportTurn(tx, company_id)
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
    if (outcome.bad.length > 0 && !only_good) {
      throw conflict('Some rows can’t be imported. Correct them first.', 'bad_rows')
    }
    const columns = columnsByHeading(importFields[kind], read.headings, read.columns)
    const { added, unchanged, made, at_stake } = outcome
    const refusal = refusalOf(at_stake)
    await requireWithinLimit(tx, context, user, { given: at_stake, refusal })
    const dates = read.dates?.order ?? null
    const row = { company_id, kind, columns, dates, added, unchanged, imported_by: user.id }
    const id = await insertImport(tx, { ...row, created_at: now() }, made)
    await logStaffAction(tx, user, {
      act: 'import',
      subject: 'import',
      subject_id: id,
      before: null,
      after: {
        ...{ table: kind, added, unchanged, left_out: outcome.bad.length || null },
        deposits_and_credit: at_stake || null,
      },
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
    const hashed = await Promise.all(some.map(hashFirstPassword))
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
