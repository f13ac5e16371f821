import { dayOf } from './calendar.ts'
import { chosenColumns, type FieldName, type Fields, matchColumns } from './import-columns.ts'
import {
  type RowKind,
  type Statement,
  type StatementFile,
  type StatementRow,
  wholeDays,
} from './statement.ts'
import {
  type Cell,
  isBlank,
  readCents,
  readTime,
  requireNoSurplus,
  StatementError,
  textOf,
} from './statement-cells.ts'

/** Fields that the columns of a bank's table can be, with the headings that banks use, in plain form. */
export const bankFields = {
  date: {
    label: 'Date',
    aliases: [
      'date',
      'transaction date',
      'trans date',
      'tran date',
      'txn date',
      'posting date',
      'value date',
    ],
  },
  description: {
    label: 'Description',
    aliases: [
      'description',
      'transaction details',
      'details',
      'narration',
      'narrative',
      'particulars',
      'transaction description',
      'remarks',
    ],
  },
  reference: {
    label: 'Reference',
    aliases: [
      'reference',
      'reference no',
      'reference number',
      'ref',
      'ref no',
      'transaction reference',
      'transaction ref',
      'transaction id',
      'cheque no',
    ],
  },
  paid_in: {
    label: 'Money in',
    aliases: [
      'credit',
      'credits',
      'credit amount',
      'deposit',
      'deposits',
      'money in',
      'paid in',
      'cr',
    ],
  },
  paid_out: {
    label: 'Money out',
    aliases: [
      'debit',
      'debits',
      'debit amount',
      'withdrawal',
      'withdrawals',
      'money out',
      'paid out',
      'dr',
    ],
  },
  amount: { label: 'Amount in or out', aliases: ['amount', 'transaction amount'] },
  balance: {
    label: 'Balance',
    aliases: [
      'balance',
      'running balance',
      'book balance',
      'ledger balance',
      'account balance',
      'available balance',
    ],
  },
} as const satisfies Fields
type BankField = keyof typeof bankFields

type BankColumns = (FieldName | null)[]

const HEADING_WITHIN = 30

const matchHeadings = (row: Cell[], remembered: BankHints['remembered']): BankColumns =>
  matchColumns(bankFields, row.map(textOf), remembered)

/** The labels of what is needed and has no column. */
export function missingBankFields(columns: BankColumns): string[] {
  const has = (name: BankField) => columns.includes(name)
  const missing: string[] = []
  if (!has('date')) missing.push(bankFields.date.label)
  if (!has('description')) missing.push(bankFields.description.label)
  if (!has('paid_in') && !has('amount')) missing.push(bankFields.paid_in.label)
  return missing
}

function findHeading(cells: Cell[][], remembered: BankHints['remembered']) {
  const first = cells.slice(0, HEADING_WITHIN)
  const whole = first.findIndex(
    (row) => missingBankFields(matchHeadings(row, remembered)).length === 0,
  )
  if (whole >= 0) return whole
  // Staff say what its columns are.
  return first.findIndex((row) => row.filter((cell) => !isBlank(cell)).length >= 3)
}

export interface BankHints {
  /** Staff's name for the account. */
  account: string
  /** The field that each plain heading stood for the last time. */
  remembered: Readonly<Record<string, FieldName | null>>
  /** As staff have set them now, by place. */
  columns: (FieldName | null)[] | null
  /** The paybill's number: money from it was counted when it was paid there. */
  shortcode: string
}

export interface BankTable {
  headings: string[]
  columns: BankColumns
  missing: string[]
  /** Null while a column is missing. */
  statement: Statement | null
}

/**
 * Reads a bank's table.
 * @throws {StatementError} for a file that is no table, or a row that can't be read
 */
export function readBankStatement(file: StatementFile, hints: BankHints): BankTable {
  const at = findHeading(file.cells, hints.remembered)
  const heading = file.cells[at]
  if (!heading) {
    throw new StatementError(
      'This isn’t a statement that can be read. Choose M-Pesa’s statement of the paybill, or a bank’s as CSV or Excel.',
    )
  }
  const headings = heading.map(textOf)
  const { columns: chosen } = hints
  if (chosen && chosen.length !== headings.length) {
    throw new StatementError('The columns don’t fit this file. Choose it again.')
  }
  const columns = chosen
    ? chosenColumns(bankFields, chosen)
    : matchHeadings(heading, hints.remembered)
  const missing = missingBankFields(columns)
  if (missing.length > 0) return { headings, columns, missing, statement: null }
  const rows = readRows(file, at, columns, hints.shortcode)
  const days = rows.map((row) => dayOf(row.at)).sort()
  const [first] = days
  if (first === undefined)
    throw new StatementError('The file has a heading but no rows with money.')
  const statement: Statement = {
    source: 'bank',
    shape: 'bank',
    account: hints.account,
    ...wholeDays(first, days.at(-1) ?? first),
    opening_cents: null,
    closing_cents: null,
    paid_in_cents: null,
    rows,
    not_completed: 0,
  }
  return { headings, columns, missing, statement }
}

function readRows(
  { cells, is_text }: StatementFile,
  heading: number,
  columns: BankColumns,
  shortcode: string,
) {
  const rows: StatementRow[] = []
  const references = new Set<string>()
  for (const [at, row] of cells.entries()) {
    if (at <= heading || row.every(isBlank)) continue
    const cell = (name: BankField): Cell => row[columns.indexOf(name)] ?? null
    const line = at + 1
    const amount = (name: BankField): number => {
      const cents = readCents(cell(name))
      if (cents !== null) return cents
      const text = textOf(cell(name)).slice(0, 40)
      throw new StatementError(
        `Line ${line}: “${text}” isn’t an amount. Check which column is which.`,
      )
    }
    // Sums, and what the bank writes below its table.
    if (isBlank(cell('date'))) continue
    const time = readTime(cell('date'))
    if (!time) {
      const text = textOf(cell('date')).slice(0, 40)
      const isFooter =
        isBlank(cell('paid_in')) && isBlank(cell('paid_out')) && isBlank(cell('amount'))
      if (isFooter) continue
      throw new StatementError(
        `Line ${line}: “${text}” isn’t a date with its day first. Check which column is which.`,
      )
    }
    if (is_text) requireNoSurplus(row, cells[heading] ?? [], line)
    const cents = amount('paid_in') - Math.abs(amount('paid_out')) + amount('amount')
    if (cents === 0) continue
    const details = textOf(cell('description')).slice(0, 500)
    const reference = textOf(cell('reference')).slice(0, 60)
    const isFirst = !references.has(reference.toLowerCase())
    references.add(reference.toLowerCase())
    rows.push({
      line,
      // A word that stands in several rows names none of them.
      receipt: reference !== '' && isFirst ? reference : null,
      at: time,
      details,
      kind: bankKindOf(details, cents, shortcode),
      reference: null,
      payer: null,
      cents,
      balance_cents: isBlank(cell('balance')) ? null : amount('balance'),
      reversed_receipt: null,
    })
  }
  return rows
}

function bankKindOf(details: string, cents: number, shortcode: string): RowKind {
  if (cents < 0) {
    return /\b(charges?|fees?|commission|excise|tax|ledger)\b/i.test(details)
      ? 'charge'
      : 'withdrawal'
  }
  return new RegExp(`(?<!\\d)${shortcode}(?!\\d)`).test(details) ? 'sweep' : 'payment'
}
