import type * as z from 'zod/mini'
import type { statementRow } from '#contract/ledger.ts'
import { groupByFour } from '#rules/account-number.ts'
import {
  type AccountStatement,
  accountStatement,
  balanceInColumn,
  entryName,
  NO_ENTRIES,
  statementFacts,
  takenBackText,
  takesBackText,
} from '#rules/account-statement.ts'
import { billNumber, billText } from '#rules/bill.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { formatNumber } from '#rules/money.ts'
import { paperName, paperText } from '#rules/paper-text.ts'
import { formatPhone } from '#rules/phone.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import { findCompanyById } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { type Cell, csv, TIME } from '../exports/csv.ts'
import { invalid } from '../http/errors.ts'
import { type LedgerRow, listLedger, namedEntry, shownReason } from '../ledger/list-ledger.ts'
import { loadLogo } from '../settings/pictures.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import { colours, drawHeader, MARGIN, makePdf, type Page, widthOf, write } from './pdf.ts'

interface Loaded extends AccountStatement<LedgerRow> {
  tenant: { full_name: string; account_number: string | null }
  residence: { name: string; address: string; phone: string; email: string }
  from: Day | null
  until: Day
  /** For the name of the file. */
  name: string
}

type StatementRow = z.infer<typeof statementRow>

/** More than anybody has; a bound for memory. */
const MAX_ENTRIES = 100_000
/** More lines nobody reads on a page or in a letter. */
const MAX_ROWS = 2000

/** The whole ledger of an account, the earliest first. */
export async function listAllEntries(db: Db, company_id: number, user_id: number, now: Date) {
  const page = { limit: MAX_ENTRIES, before: undefined, after: undefined }
  const { rows } = await listLedger(db, company_id, user_id, dayOf(now), page)
  return rows.toReversed()
}

/**
 * The last day of a statement, today at the latest.
 * @throws {HttpError} 400 for days in the wrong order
 */
export function lastDayOf(
  { from, until }: { from: Day | null; until?: Day | undefined },
  today: Day,
): Day {
  const last = until && until < today ? until : today
  if (from === null || from <= last) return last
  throw invalid('until', 'Choose the same day or a later one, until today.')
}

/** @throws {HttpError} 404 for whoever has never been a tenant, 400 for days in the wrong order */
export async function loadAccountStatement(
  { db, now }: Context,
  { id, company_id, company_slug }: Pick<AuthUser, 'id' | 'company_id' | 'company_slug'>,
  user_id: number,
  { from = null, until }: { from?: Day | null | undefined; until?: Day | undefined },
): Promise<Loaded> {
  const last = lastDayOf({ from, until }, dayOf(now()))
  const [tenant, company] = await Promise.all([
    findTenant(db, company_id, user_id),
    findCompanyById(db, company_id),
  ])
  if (!tenant || !company) throw tenantNotFound()
  const all = await listAllEntries(db, company_id, user_id, now())
  // Tenants read who entered something by hand, as on its receipt, and not who corrected what M-Pesa had reported.
  const entries = all.map((row) => (id === user_id && !row.by_hand ? { ...row, by: null } : row))
  const { full_name, account_number } = tenant
  const { name, address, phone, email } = company
  const account = account_number ?? String(user_id)
  return {
    ...accountStatement(entries, { from, until: last }),
    tenant: { full_name, account_number },
    residence: { name, address, phone, email },
    from,
    until: last,
    name: [company_slug, 'statement', account, from, last].filter(Boolean).join('-'),
  }
}

/**
 * The lines of a statement as people read them.
 * @throws {HttpError} 400 for more than anybody reads
 */
export function statementRows(rows: AccountStatement<LedgerRow>['rows']): StatementRow[] {
  if (rows.length > MAX_ROWS)
    throw invalid('from', 'These are too many entries. Choose fewer days.')
  return rows.map((row) => ({
    day: dayOf(row.at),
    entry: `${entryName(row.kind, row.month, namedEntry(row), row.name, row.is_again)}${row.taken_back_at ? ' (taken back)' : ''}`,
    detail:
      [
        row.payment_id && receiptNumber(row.payment_id),
        row.receipt,
        row.bill && `${billNumber(row.bill.id)}: ${billText(row.bill)}`,
        namesOther(row),
        shownReason(row),
      ]
        .filter(Boolean)
        .join(' · ') || null,
    amount: row.amount,
    balance: row.balance,
  }))
}

const headings = [
  TIME,
  'Entry',
  'Month',
  'Charged',
  'Paid',
  'Owed',
  'Credit',
  'M-Pesa code',
  'Receipt',
  'Reason',
  'Entered by',
  'Other entry',
]

/** How an entry names another: what it takes back, or when it was taken back. */
function namesOther(row: LedgerRow): string | null {
  const named = namedEntry(row)
  if (named) return takesBackText(named)
  return row.taken_back_at && takenBackText(row.taken_back_at)
}

export const accountStatementCsv = (statement: Loaded): AsyncGenerator<string> =>
  csv(headings, cells(statement))

async function* cells({ opening, closing, from, until, rows }: Loaded): AsyncGenerator<Cell[][]> {
  const balanceRow = (day: Day, name: string, balance: number): Cell[] =>
    headings.map((heading) =>
      heading === TIME
        ? day
        : heading === 'Entry'
          ? name
          : heading === 'Owed'
            ? Math.max(balance, 0)
            : heading === 'Credit'
              ? Math.max(-balance, 0)
              : null,
    )
  yield [
    ...(from === null ? [] : [balanceRow(from, 'Opening balance', opening)]),
    ...rows.map((row): Cell[] => [
      row.at,
      entryName(row.kind, null, namedEntry(row), row.name, row.is_again),
      row.month,
      // As in the ledger of the residence: what was taken back is a negative payment, and not a charge.
      row.payment_id === null ? row.amount : null,
      row.payment_id === null ? null : -row.amount,
      Math.max(row.balance, 0),
      Math.max(-row.balance, 0),
      row.receipt,
      row.payment_id === null ? null : receiptNumber(row.payment_id),
      row.bill ? `${billNumber(row.bill.id)}: ${billText(row.bill)}` : shownReason(row),
      row.by,
      namesOther(row),
    ]),
    balanceRow(until, 'Closing balance', closing),
  ]
}

/** On A4 pages: who and when, the sums, and every entry with the balance after it. */
export async function accountStatementPdf(
  context: Context,
  company_id: number,
  statement: Loaded,
): Promise<Uint8Array> {
  const { tenant, residence } = statement
  const logo = await loadLogo(context, company_id)
  const rows = statementRows(statement.rows)
  const title = `Statement of account, ${tenant.full_name}`
  const created = context.now()
  return makePdf({ size: 'A4', title, author: residence.name, created }, (page) => {
    drawHeader(page, residence, logo)
    page.font('bold').fontSize(15).fillColor(colours.text)
    write(page, 'Statement of account', MARGIN, page.y + 18, widthOf(page), 1)
    page.y += 6
    drawFact(page, 'Tenant', paperName(tenant.full_name, tenant.account_number))
    drawFact(
      page,
      'Account number',
      tenant.account_number ? groupByFour(tenant.account_number) : 'None',
    )
    for (const { label, value } of statementFacts(statement)) drawFact(page, label, value)
    drawRows(page, { ...statement, rows })
    const { name, phone, email } = residence
    drawFooters(page, `${name}. Questions? ${formatPhone(phone)}, ${email}`)
  })
}

/** The table of a statement, with what was owed before and after its days. */
export function drawRows(
  page: Page,
  {
    from,
    until,
    opening,
    closing,
    rows,
  }: Pick<Loaded, 'from' | 'until' | 'opening' | 'closing'> & { rows: StatementRow[] },
) {
  page.y += 14
  drawLine(page, ['Date', 'Entry', 'Added', 'Taken off', 'Balance'], 'bold')
  if (from) drawLine(page, [formatDay(from), 'Balance before', '', '', balanceInColumn(opening)])
  for (const { day, entry, detail, amount, balance } of rows) {
    drawLine(page, [
      formatDay(day),
      detail ? `${entry}\n${detail}` : entry,
      amount > 0 ? formatNumber(amount) : '',
      amount > 0 ? '' : formatNumber(-amount),
      balanceInColumn(balance),
    ])
  }
  if (rows.length === 0) drawLine(page, ['', NO_ENTRIES, '', '', ''])
  drawLine(page, [formatDay(until), 'Balance after', '', '', balanceInColumn(closing)], 'bold')
}

const FACT_WIDTH = 170
const FOOTER = 40
const columns = [
  { at: 0, width: 88, align: 'left' },
  { at: 92, width: 208, align: 'left' },
  { at: 304, width: 66, align: 'right' },
  { at: 374, width: 66, align: 'right' },
  { at: 444, width: 79, align: 'right' },
] as const

export function drawFact(page: Page, label: string, value: string) {
  const y = page.y + 5
  page.font('regular').fontSize(10).fillColor(colours.muted)
  write(page, label, MARGIN, y, FACT_WIDTH, 1)
  page.font('bold').fillColor(colours.text)
  write(page, value, MARGIN + FACT_WIDTH, y, widthOf(page) - FACT_WIDTH, 2)
}

/** One line of the table, on the next page when this one is full. */
function drawLine(page: Page, cells: string[], font: 'regular' | 'bold' = 'regular') {
  page.font(font).fontSize(9.5).fillColor(colours.text)
  const height = Math.max(
    ...cells.map((cell, at) => page.heightOfString(cell, { width: columns[at]?.width ?? 0 })),
  )
  if (page.y + height + 12 > page.page.height - FOOTER) {
    page.addPage()
    page.y = MARGIN
  }
  const y = page.y + 5
  for (const [at, cell] of cells.entries()) {
    const { at: left, width, align } = columns[at] ?? columns[0]
    page.text(paperText(cell), MARGIN + left, y, { width, align })
  }
  const below = y + height + 4
  page.lineWidth(font === 'bold' ? 1 : 0.5).strokeColor(colours.line)
  page
    .moveTo(MARGIN, below)
    .lineTo(MARGIN + widthOf(page), below)
    .stroke()
  page.y = below
}

/** At the end, when the number of pages is known. */
export function drawFooters(page: Page, text: string) {
  const { start, count } = page.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    page.switchToPage(at)
    page.font('regular').fontSize(8.5).fillColor(colours.muted)
    const y = page.page.height - FOOTER + 10
    write(page, text, MARGIN, y, widthOf(page) - 70, 1)
    page.text(`Page ${at - start + 1} of ${count}`, MARGIN + widthOf(page) - 70, y, {
      width: 70,
      align: 'right',
    })
  }
}
