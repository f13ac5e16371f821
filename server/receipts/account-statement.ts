import { groupByFour } from '#rules/account-number.ts'
import {
  type AccountStatement,
  accountStatement,
  type Entry,
  type EntryKind,
  entryName,
} from '#rules/account-statement.ts'
import { type Day, dayOf, formatDay, isoTime, type Month, monthOf } from '#rules/calendar.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import { findCompanyById } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { type Cell, csv } from '../exports/csv.ts'
import { listLedger } from '../payments/ledger-queries.ts'
import { findTenant } from '../tenancy/tenant-queries.ts'
import { tenantNotFound } from '../tenancy/tenant-record.ts'
import { colours, drawHeader, MARGIN, makePdf, type Page, widthOf, write } from './pdf.ts'

interface Row extends Entry {
  kind: EntryKind
  month: Month | null
  receipt: string | null
  payment_id: number | null
  reason: string | null
  by: string | null
  voided: boolean
}

interface Loaded extends AccountStatement<Row> {
  tenant: { full_name: string; account_number: string | null }
  from: Day | null
  until: Day
  /** For the name of the file. */
  name: string
}

/** More than anybody has; a bound for memory. */
const MAX_ENTRIES = 100_000

/** @throws {HttpError} 404, 400 for days in the wrong order */
export async function loadAccountStatement(
  { db, now }: Context,
  { company_id, company_slug }: Pick<AuthUser, 'company_id' | 'company_slug'>,
  user_id: number,
  { from = null, until }: { from?: Day | null | undefined; until?: Day | undefined },
): Promise<Loaded> {
  const today = dayOf(now())
  const last = until && until < today ? until : today
  if (from !== null && from > last) {
    throw invalid('until', 'Choose the same day or a later one, until today.')
  }
  const tenant = await findTenant(db, company_id, user_id)
  if (!tenant) throw tenantNotFound()
  const page = { limit: MAX_ENTRIES, before: undefined, after: undefined }
  const { rows } = await listLedger(db, company_id, user_id, monthOf(now()), page)
  const entries = rows.toReversed()
  const account = tenant.account_number ?? String(user_id)
  return {
    ...accountStatement(entries, { from, until: last }),
    tenant,
    from,
    until: last,
    name: [company_slug, account, from, last].filter(Boolean).join('-'),
  }
}

const headings = [
  'time',
  'entry',
  'month',
  'charged',
  'paid',
  'balance',
  'mpesa_receipt',
  'receipt',
  'reason',
  'entered_by',
]

/** Notes among staff, which the reasons of payments are, stay with them; a correction shows its reason. */
const reasonOf = ({ kind, reason }: Row) => (kind.endsWith('correction') ? reason : null)

export const accountStatementCsv = (statement: Loaded): AsyncGenerator<string> =>
  csv(headings, cells(statement))

async function* cells({ opening, from, rows }: Loaded): AsyncGenerator<Cell[][]> {
  const first: Cell[] = [from, 'Opening balance', null, null, null, opening, null, null, null, null]
  yield [
    ...(from === null ? [] : [first]),
    ...rows.map((row): Cell[] => [
      isoTime(row.at),
      entryName(row.kind, null),
      row.month,
      row.amount > 0 ? row.amount : null,
      row.amount > 0 ? null : -row.amount,
      row.balance,
      row.receipt,
      row.payment_id === null ? null : receiptNumber(row.payment_id),
      reasonOf(row),
      row.by,
    ]),
  ]
}

const owed = (balance: number): string =>
  balance < 0 ? `${ksh(-balance)} credit` : balance === 0 ? ksh(0) : `${ksh(balance)} owed`

/** On A4 pages: who and when, four sums, and every entry with the balance after it. */
export async function accountStatementPdf(
  { db, now }: Context,
  company_id: number,
  statement: Loaded,
): Promise<Uint8Array> {
  const company = await findCompanyById(db, company_id)
  if (!company) throw tenantNotFound()
  const { tenant, from, until, opening, rows, charged, credited, closing } = statement
  const title = `Statement of account, ${tenant.full_name}`
  return makePdf({ size: 'A4', title, author: company.name, created: now() }, (page) => {
    drawHeader(page, company)
    page.font('bold').fontSize(15).fillColor(colours.text)
    write(page, 'Statement of account', MARGIN, page.y + 18, widthOf(page), 1)
    const facts = [
      ['Tenant', tenant.full_name],
      ['Account number', tenant.account_number ? groupByFour(tenant.account_number) : 'None'],
      ['Days', from ? `${formatDay(from)} to ${formatDay(until)}` : `Until ${formatDay(until)}`],
      ...(from ? [[`Balance before ${formatDay(from)}`, owed(opening)]] : []),
      ['Rent and corrections', ksh(charged)],
      ['Paid and taken off', ksh(credited)],
      [`Balance on ${formatDay(until)}`, owed(closing)],
    ]
    page.y += 6
    for (const [label = '', value = ''] of facts) drawFact(page, label, value)
    page.y += 14
    drawLine(page, ['Date', 'Entry', 'Charged', 'Paid', 'Balance'], 'bold')
    if (from) drawLine(page, [formatDay(from), 'Balance before', '', '', formatNumber(opening)])
    for (const row of rows) {
      const { at, kind, month, amount, balance } = row
      const codes = [row.payment_id && receiptNumber(row.payment_id), row.receipt, reasonOf(row)]
      const detail = codes.filter(Boolean).join(' · ')
      drawLine(page, [
        formatDay(dayOf(at)),
        `${entryName(kind, month)}${row.voided ? ' (void)' : ''}${detail && `\n${detail}`}`,
        amount > 0 ? formatNumber(amount) : '',
        amount > 0 ? '' : formatNumber(-amount),
        formatNumber(balance),
      ])
    }
    if (rows.length === 0)
      drawLine(page, ['', 'Nothing was charged or paid in these days.', '', '', ''])
    drawFooters(page, `${company.name}. Questions? ${formatPhone(company.phone)}, ${company.email}`)
  })
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

function drawFact(page: Page, label: string, value: string) {
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
    page.text(cell.normalize('NFC'), MARGIN + left, y, { width, align })
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
function drawFooters(page: Page, text: string) {
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
