import { createHash } from 'node:crypto'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import type * as contract from '#contract/statements.ts'
import { bankFields } from '#rules/bank-statement.ts'
import { dayOf, formatDay, isoTime } from '#rules/calendar.ts'
import { columnsByHeading } from '#rules/import-columns.ts'
import { MAX_NEW_PAYMENTS } from '#rules/statement.ts'
import type { AuthUser } from '../auth/access.ts'
import { findFirstCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { analyzeIfGrown } from '../db/statistics.ts'
import { conflict, forbidden, invalid } from '../http/errors.ts'
import { parseColumns } from '../imports/read-import.ts'
import { inTurn, takeImportTurn } from '../imports/turn.ts'
import { type Applied, applyPaybillPayments, notifyApplied } from '../payments/paybill.ts'
import { logStaffAction } from '../staff-log.ts'
import type { Upload } from '../uploads/receive-form.ts'
import {
  addStates,
  countStates,
  findNewRows,
  findRememberedColumns,
  findStatement,
  findStatementOfFile,
  insertRows,
  insertStatement,
  isDeciding,
  listRowsOf,
  markKept,
  type Period,
  type RowRecord,
  type StatementRecord,
} from './queries.ts'
import { type ReadFile, readStatementFile } from './read-file.ts'
import type { Head } from './reading-thread.ts'
import { type Found, holdBack, insertHeld } from './second-person.ts'
import { insertTakenBack, nameTakenBack } from './taken-back.ts'
import { viewRows } from './view.ts'

export interface File {
  file: Upload | undefined
  file_name: string
  account?: string | undefined
  /** A JSON array with a field or null for each heading of a bank's file. */
  columns?: string | undefined
}

interface Read extends ReadFile {
  file_name: string
  columns: Record<string, string | null> | null
}

/** Rows of a preview that are shown one by one. */
const MAX_SHOWN = 20

/** @throws {HttpError} 403 for the paybill's statement in any other residence than the first: one paybill serves all */
async function requirePaybillStaff({ db }: Context, { company_id }: AuthUser) {
  const first = await findFirstCompany(db)
  if (!first || first.id === company_id) return
  throw forbidden(
    `One paybill serves every residence here. Its statement is uploaded by the staff of ${first.name}.`,
    'other_residence',
  )
}

async function read(context: Context, user: AuthUser, given: File): Promise<Read> {
  const { db, config } = context
  const { file, file_name, account = '' } = given
  const chosen = given.columns === undefined ? null : parseColumns(given.columns)
  const remembered = await findRememberedColumns(db, user.company_id, account)
  const { shortcode } = config.daraja
  const hints = { account, remembered, columns: chosen, shortcode }
  const found = await readStatementFile(file, file_name, hints)
  if (found.head?.source === 'paybill') await requirePaybillStaff(context, user)
  const { bank } = found
  const columns = bank && columnsByHeading(bankFields, bank.headings, bank.columns)
  return { ...found, file_name, columns }
}

interface Stored {
  id: number
  new_rows: number
  states: contract.StateCount[]
  found: {
    credited: Sum
    desk: Sum
    held: Sum
    taken_back_by_mpesa: number
    rows: contract.ShownRow[]
  }
  applied: Applied
}

interface Sum {
  rows: number
  cents: number
}

/** With nothing for longer than this before its end, a file was downloaded before that. */
const LONGEST_QUIET_MS = 3 * 86_400_000

/**
 * A file doesn't say when it was downloaded. One whose time isn't over yet, or whose last days are empty, is known to cover
 * its time up to its latest row.
 */
function untilOf({ from, until, latest }: Head, now: Date): Date {
  const last = latest && latest > from ? latest : from
  const isWhole = until <= now && until.getTime() - last.getTime() <= LONGEST_QUIET_MS
  return isWhole ? until : last
}

/**
 * Keeps a statement with the rows that no other had, and applies each payment that the ledger doesn't know by the ledger's
 * own rule: credited to its account, or moved to the desk.
 */
async function store(
  tx: Db,
  context: Context,
  user: AuthUser,
  head: Head,
  { parts, hash, file_name, columns }: Read,
  { others = { new_rows: 0, states: [] }, kept_at }: { others?: Others; kept_at: Date | null },
): Promise<Stored> {
  const { company_id } = user
  const { source, shape, account, from, opening_cents, closing_cents, row_count } = head
  const period: Period = {
    company_id,
    source,
    account,
    from_at: from,
    until_at: untilOf(head, context.now()),
  }
  const id = await insertStatement(tx, {
    ...period,
    shape,
    file_name,
    file_hash: hash,
    opening_cents,
    closing_cents,
    row_count,
    columns: columns && JSON.stringify(columns),
    uploaded_by: user.id,
    kept_at,
  })
  let { new_rows } = others
  for (const part of parts) {
    new_rows += await insertRows(tx, { company_id, id, source }, part)
    // The embedded database runs in this thread: whoever needs no database gets a turn.
    await setImmediate()
  }
  const missing = await listRowsOf(tx, period, { state: 'missing' }, MAX_NEW_PAYMENTS + 1)
  requireGap(missing.length)
  const payments = missing.map((row) => toPayment(row, file_name))
  const { now, held } = await holdBack(tx, context, user, payments)
  const applied = await applyPaybillPayments(tx, context, now)
  await insertHeld(tx, user, held)
  const taken_back_by_mpesa = source === 'paybill' ? await insertTakenBack(tx, period) : 0
  if (kept_at) await nameTakenBack(tx, company_id, id)
  const receipts = missing.flatMap(({ receipt }) => receipt ?? [])
  const found =
    receipts.length > 0 ? await listRowsOf(tx, period, { receipts }, MAX_NEW_PAYMENTS) : []
  const sum = (state: RowRecord['state']): Sum => {
    const some = found.filter((row) => row.state === state)
    return { rows: some.length, cents: some.reduce((total, { cents }) => total + cents, 0) }
  }
  return {
    id,
    new_rows,
    states: addStates([...(await countStates(tx, period)), ...others.states]),
    found: {
      credited: sum('credited'),
      desk: sum('desk'),
      held: { rows: held.length, cents: totalOf(held) },
      taken_back_by_mpesa,
      rows: await viewRows(tx, context.now(), company_id, found.slice(0, MAX_SHOWN)),
    },
    applied,
  }
}

/** @throws {HttpError} 400 when it is no gap, but another book */
function requireGap(missing: number) {
  if (missing <= MAX_NEW_PAYMENTS) return
  throw invalid(
    'table',
    `More than ${MAX_NEW_PAYMENTS.toLocaleString('en')} payments of this file aren’t in the books. Download shorter periods and upload them one after the other.`,
  )
}

/** New rows of a file that are left out of its preview, because nothing follows from them. */
interface Others {
  new_rows: number
  states: contract.StateCount[]
}

/**
 * The rows that something follows from, and what the others come to. A preview inserts only those few, and the embedded database
 * keeps the others after them: it does nothing else during a transaction, and inserting tens of thousands takes it seconds.
 */
async function leaveOutOthers(context: Context, company_id: number, found: Read, rest: number) {
  const others: Others = { new_rows: 0, states: [] }
  const parts: string[] = []
  let missing = 0
  const source = found.head?.source ?? 'paybill'
  await inTurns(context, found.parts, rest, async (part) => {
    const some = await findNewRows(context.db, { company_id, source }, part)
    missing += some.missing
    requireGap(missing)
    parts.push(...some.deciding)
    const left = some.states.filter(({ state }) => !isDeciding(state))
    others.states = addStates([...others.states, ...left])
  })
  others.new_rows = others.states.reduce((sum, { rows }) => sum + rows, 0)
  return { read: { ...found, parts }, others }
}

const isEmbedded = ({ database }: Context) => database.engine.kind === 'pglite'

/** Between two parts the embedded database serves everybody else, for `rest` times as long as a part takes. */
async function inTurns(
  context: Context,
  parts: string[],
  rest: number,
  work: (part: string) => Promise<unknown>,
) {
  for (const part of parts) {
    const begin = performance.now()
    await work(part)
    if (isEmbedded(context)) await pause(rest * (performance.now() - begin))
  }
}

const totalOf = (found: Found[]) =>
  found.reduce((sum, { payment }) => sum + Math.round(Number(payment.amount_text) * 100), 0)

function toPayment(row: RowRecord, file_name: string): Found {
  const { receipt, reference, at, cents, details, payer } = row
  const shillings = cents / 100
  return {
    row_id: row.id,
    payment: {
      receipt: receipt ?? '',
      shortcode: null,
      reference: (reference ?? '').slice(0, 40),
      amount_text: shillings.toFixed(2),
      amount: Number.isInteger(shillings) ? shillings : null,
      paid_at: at,
    },
    raw: { statement: file_name, receipt, time: isoTime(at), details, payer, amount: shillings },
  }
}

function fingerprintOf({ hash, columns }: Read, head: Head, { new_rows, states, found }: Stored) {
  const { rows, ...sums } = found
  const what = [hash.toString('hex'), columns, head.account, new_rows, states, sums]
  return createHash('sha256').update(JSON.stringify(what)).digest('hex')
}

/** The statements whose rows this process is keeping; only one process has the embedded database. */
const keeping = new WeakMap<Context['database'], Set<number>>()

function keepingOf({ database }: Context): Set<number> {
  const ids = keeping.get(database) ?? new Set()
  keeping.set(database, ids)
  return ids
}

/** The statement of a file; undefined when a process that has ended has left rows of it out, so that the file completes it. */
async function findWhole(db: Db, context: Context, company_id: number, { hash }: Read) {
  const known = await findStatementOfFile(db, company_id, hash)
  return known && (known.kept_at || keepingOf(context).has(known.id)) ? known : undefined
}

const knownFile = ({ by, created_at }: StatementRecord) =>
  conflict(
    `${by} uploaded this file on ${formatDay(dayOf(created_at))}. Nothing has changed.`,
    'known_file',
  )

export interface Preview {
  known: StatementRecord | undefined
  read: Read
  stored: Stored | null
  fingerprint: string
}

/** The effect of uploading a file: runs the same step with the rows that have consequences, and rolls it back. */
export async function previewStatement(
  context: Context,
  user: AuthUser,
  given: File,
): Promise<Preview> {
  const found = await read(context, user, given)
  const known = await findWhole(context.db, context, user.company_id, found)
  const { head } = found
  const isNamed = head?.source === 'paybill' || Boolean(head?.account)
  if (known || !head || !isNamed) return { known, read: found, stored: null, fingerprint: '' }
  const deciding = await leaveOutOthers(context, user.company_id, found, 2)
  return inTurn(() =>
    rehearse(context.db, async (tx) => {
      await takeImportTurn(tx, user.company_id)
      // Somebody else has uploaded the file while its rows were compared.
      const known = await findWhole(tx, context, user.company_id, found)
      if (known) return { known, read: found, stored: null, fingerprint: '' }
      const { read, others } = deciding
      const stored = await store(tx, context, user, head, read, { others, kept_at: null })
      // Its numbers are taken back, too.
      for (const row of stored.found.rows) row.receipt_number = null
      return { known, read: found, stored, fingerprint: fingerprintOf(found, head, stored) }
    }),
  )
}

/**
 * Keeps a statement, and what follows from it.
 * @throws {HttpError} 400 for a file that can't be read or isn't whole; 403; 409 when the file was uploaded before, or would do
 * something else than the preview said
 */
export async function uploadStatement(
  context: Context,
  user: AuthUser,
  { fingerprint, ...given }: File & { fingerprint: string },
): Promise<StatementRecord | undefined> {
  const { db } = context
  const { company_id } = user
  const found = await read(context, user, given)
  const { head } = found
  if (!head) throw invalid('columns', 'Please choose the columns first.')
  if (!head.account) throw invalid('account', 'Please give the account a name.')
  const { read: kept = found, others } = isEmbedded(context)
    ? await leaveOutOthers(context, company_id, found, 1)
    : {}
  let keeps: number | undefined
  const work = async (tx: Db) => {
    // When two staff upload the same file at once, the second finds what the first has stored.
    await takeImportTurn(tx, company_id)
    const known = await findWhole(tx, context, company_id, found)
    if (known) throw knownFile(known)
    const kept_at = others?.new_rows ? null : context.now()
    const stored = await store(tx, context, user, head, kept, { others, kept_at })
    if (fingerprint !== fingerprintOf(found, head, stored)) {
      throw conflict(
        'Something has changed since the preview. Please check it again.',
        'changed_meanwhile',
      )
    }
    const { credited, desk, held, taken_back_by_mpesa } = stored.found
    await tx
      .insertInto('statement_uploads')
      .values({
        company_id,
        statement_id: stored.id,
        uploaded_by: user.id,
        cents: credited.cents + desk.cents - (held?.cents ?? 0),
        uploaded_at: context.now(),
      })
      .execute()
    await logStaffAction(tx, user, {
      act: 'statement.upload',
      subject: 'statement',
      subject_id: stored.id,
      before: null,
      after: {
        file: given.file_name,
        account: head.account,
        rows: head.row_count,
        new_rows: stored.new_rows,
        credited,
        desk,
        held,
        taken_back_by_mpesa,
      },
    })
    if (kept_at === null) {
      keeps = stored.id
      keepingOf(context).add(keeps)
    }
    return stored
  }
  try {
    const { id, applied } = await inTurn(() => db.transaction().execute(work))
    await notifyApplied(context, applied)
    if (others?.new_rows) {
      const statement = { company_id, id, source: head.source }
      await inTurns(context, found.parts, 1, (part) => insertRows(db, statement, part))
      await nameTakenBack(db, company_id, id)
      await markKept(db, company_id, id, context.now())
    }
    await analyzeIfGrown(db, 'statement_rows')
    return await findStatement(db, company_id, id)
  } finally {
    if (keeps !== undefined) keepingOf(context).delete(keeps)
  }
}
