import { dayEnd, dayStart } from './calendar.ts'
import type { Cell } from './statement-cells.ts'

/** The issuer of a statement: M-Pesa for the paybill, or a bank. */
export const statementSources = ['paybill', 'bank'] as const
export type StatementSource = (typeof statementSources)[number]

/**
 * The forms in which M-Pesa gives statements: the older export of its portal, the newer one, the file of a day by FTP;
 * and a bank's table.
 */
export const statementShapes = ['portal_xls', 'portal_table', 'daily_file', 'bank'] as const
export type StatementShape = (typeof statementShapes)[number]

/** Kinds of rows. `not_ours`: money that came in without being a payment of somebody. */
export const rowKinds = [
  'payment',
  'charge',
  'sweep',
  'withdrawal',
  // M-Pesa's own word: its state is `taken_back_by_mpesa`.
  'reversal',
  'not_ours',
] as const
export type RowKind = (typeof rowKinds)[number]

/** The outcome of a row: of a payment by the ledger and the desk, of any other row by its kind. */
export const rowStates = [
  'credited',
  'desk',
  'to_enter',
  'missing',
  'taken_back',
  'dismissed',
  'taken_back_by_mpesa',
  'not_ours',
  'charge',
  'sweep',
  'withdrawal',
] as const
export type RowState = (typeof rowStates)[number]

export const MAX_STATEMENT_ROWS = 100_000
/** Payments of a file that the books don't have. More are no gap but another book. */
export const MAX_NEW_PAYMENTS = 2000

export interface StatementRow {
  /** In the file, its first line being 1. */
  line: number
  /** M-Pesa's code, or the bank's reference. */
  receipt: string | null
  at: Date
  details: string
  kind: RowKind
  /** The account number that the payer typed. */
  reference: string | null
  /** As the statement masks them. */
  payer: string | null
  /** Positive for money that came in. */
  cents: number
  /** After the row. */
  balance_cents: number | null
  /** For a reversal: the receipt that was taken back, where the statement names it. */
  reversed_receipt: string | null
}

export interface Statement {
  source: StatementSource
  shape: StatementShape
  /** The paybill's number, or what staff call the bank's account. */
  account: string
  /** The first and the last instant that it covers. */
  from: Date
  until: Date
  opening_cents: number | null
  closing_cents: number | null
  /** The sum of what came in, as the head of the file gives it. */
  paid_in_cents: number | null
  /** In the order of the file, only what M-Pesa has completed. */
  rows: StatementRow[]
  /** Rows that were left out because nothing moved: failed, cancelled, declined. */
  not_completed: number
}

export interface StatementFile {
  name: string
  cells: Cell[][]
  /** The cells of a CSV file are as many as it has in that line; a spreadsheet leaves out empty ones. */
  is_text: boolean
}

/** How staff name a row of a bank that has no code which can be entered. */
export const ROW_REFERENCE = 'Statement row '

export const rowReference = (id: number): string => `${ROW_REFERENCE}${id}`

/** Codes and references of a bank are told by their letters and digits, in capitals or not, whatever stands between or behind. */
export const plainReference = (text: string | null): string =>
  (text ?? '').replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

/** The row that a reference names. */
export function rowOfReference(reference: string | null): number | null {
  const [, id] = /^statementrow(\d{1,9})$/.exec(plainReference(reference)) ?? []
  return id === undefined ? null : Number(id)
}

/** The last second of a day: statements are to the second. */
export const lastSecond = (day: string): Date => new Date(dayEnd(day).getTime() - 1000)

export const wholeDays = (first: string, last: string) => ({
  from: dayStart(first),
  until: lastSecond(last),
})

/**
 * Keys that tell each row from all others. An M-Pesa code comes once in each direction. A bank's reference may be any word,
 * so its row is told by all that it says; equal rows are numbered, so that two equal lines are two.
 */
export function rowKeys({ source, account, rows }: Statement): string[] {
  const seen = new Map<string, number>()
  return rows.map(({ receipt, at, details, cents, balance_cents }) => {
    const name =
      source === 'paybill' && receipt
        ? receipt
        : [at.toISOString(), receipt, details.slice(0, 200), cents, balance_cents].join('|')
    const key = `${account}|${name}|${cents < 0 ? 'out' : 'in'}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return `${key}|${count}`
  })
}
