import { utils, write } from '@e965/xlsx'

/** Files as M-Pesa and banks give them, for tests. */

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** `20/11/2026 11:31:12`, in Nairobi. */
export function slashTime(at: Date, separator = '/'): string {
  const there = new Date(at.getTime() + 3 * 3_600_000)
  const day = [there.getUTCDate(), there.getUTCMonth() + 1].map(twoDigits).join(separator)
  return `${day}${separator}${there.getUTCFullYear()} ${there.toISOString().slice(11, 19)}`
}

export interface Line {
  receipt: string
  at: Date
  details: string
  cents: number
  status?: string
}

const plain = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const grouped = (cents: number) =>
  (cents / 100).toLocaleString('en', { minimumFractionDigits: 2, useGrouping: true })

/** Each line with the balance after it, the newest first. */
function withBalances(lines: Line[], opening: number) {
  let balance = opening
  return lines
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((line) => {
      if ((line.status ?? 'Completed') === 'Completed') balance += line.cents
      return { ...line, balance }
    })
    .reverse()
}

export const payBill = (account: string, payer = '2547****111 - ALICE WANJIRU EXAMPLE') =>
  `Pay Bill from ${payer} Acc. ${account}`

export const portalHeads = [
  'Receipt No',
  'Completion Time',
  'Details',
  'Transaction Status',
  'Paid In (KSHs)',
  'Withdrawn (KSHs)',
  'Balance (KSHs)',
]

/** The newer table of M-Pesa's portal, cell by cell. */
export const portalRows = (lines: Line[], opening = 0): string[][] => [
  portalHeads,
  ...withBalances(lines, opening).map(({ receipt, at, details, status, cents, balance }) => [
    receipt,
    slashTime(at),
    details,
    status ?? 'Completed',
    cents > 0 ? grouped(cents) : '0.00',
    cents < 0 ? grouped(-cents) : '0.00',
    grouped(balance),
  ]),
]

export const csvOf = (rows: (string | number)[][]): string =>
  rows
    .map((row) => row.map((cell) => (/[",]/.test(String(cell)) ? `"${cell}"` : cell)).join(','))
    .join('\r\n')
    .concat('\r\n')

export const portalCsv = (lines: Line[], opening = 0) =>
  `\ufeff${csvOf(portalRows(lines, opening))}`

/** The name that M-Pesa gives the newer table; the only place of the paybill's number. */
export const portalName = (shortcode: string, from: string, to = from) =>
  `Statements for ${shortcode} from ${from} to ${to} (1).csv`

type Cells = (string | number | Date | null)[][]

function bookOf(rows: Cells, type: 'xlsx' | 'biff8'): Uint8Array<ArrayBuffer> {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true, dense: true }), 'transaction')
  const bytes: Uint8Array = write(book, { type: 'buffer', bookType: type, compression: true })
  return new Uint8Array(bytes)
}

export const xlsx = (rows: Cells) => bookOf(rows, 'xlsx')
/** Writing many rows takes much longer than reading them: some thousands at most. */
export const xls = (rows: Cells) => bookOf(rows, 'biff8')

interface OldExport {
  shortcode: string
  from: string
  to: string
  lines: (Line & { account?: string | number; linked?: string; reason?: string })[]
  opening?: number
}

/** The older export of M-Pesa's portal: title rows, and a row for the charge of each payment. */
export function oldExport({ shortcode, from, to, lines, opening = 0 }: OldExport): Cells {
  const withCharges = lines.flatMap((line) => {
    const charge = { ...line, details: 'Pay Bill Charge', cents: -500 }
    const { account: _, ...chargeOnly } = charge
    return line.cents > 0 && line.details.startsWith('Pay Bill') ? [chargeOnly, line] : [line]
  })
  const rows = withBalances(withCharges, opening) as (Line & {
    balance: number
    account?: string | number
    linked?: string
    reason?: string
  })[]
  const sum = (some: number[]) => some.reduce((total, cents) => total + cents, 0) / 100
  const sums = withCharges.map(({ cents }) => cents)
  return [
    ['Account Holder:', 'ACACIA COURT'],
    ['Short Code:', shortcode],
    ['Account:', 'Utility Account'],
    ['Time Period:', 'From', `${from} 00:00:00`, 'To', `${to} 23:59:59`],
    ['Operator:', 'GRACE', 'Organization:', 'ACACIA COURT', 'Date of Report:', `${to} 23:59:59`],
    [
      'Opening Balance:',
      opening / 100,
      'Closing Balance:',
      opening / 100 + sum(sums),
      'Available Balance:',
      null,
      'Total Paid In:',
      sum(sums.filter((cents) => cents > 0)),
      'Total Withdrawn:',
      sum(sums.filter((cents) => cents < 0)),
    ],
    [
      'Receipt No.',
      'Completion Time',
      'Initiation Time',
      'Details',
      'Transaction Status',
      'Paid In',
      'Withdrawn',
      'Balance',
      'Balance Confirmed',
      'Reason Type',
      'Other Party Info',
      'Linked Transaction ID',
      'A/C No.',
      'Currency',
    ],
    ...rows.map((row) => [
      row.receipt,
      slashTime(row.at, '-'),
      slashTime(row.at, '-'),
      row.details,
      row.status ?? 'Completed',
      row.cents > 0 ? row.cents / 100 : null,
      row.cents < 0 ? row.cents / 100 : null,
      row.balance / 100,
      'true',
      row.reason ?? '',
      row.account === undefined ? 'SP' : '25470****111 - ALICE **** EXAMPLE',
      row.linked ?? null,
      row.account ?? null,
      'KES',
    ]),
  ]
}

/** M-Pesa's file of a day: no headings, and what was withdrawn before what was paid in. */
export const dailyCsv = (lines: Line[]): string =>
  csvOf(
    lines.map(({ receipt, at, details, status, cents }) => [
      receipt,
      slashTime(at),
      details,
      status ?? 'Completed',
      cents < 0 ? plain(cents) : '0',
      cents > 0 ? plain(cents) : '0',
    ]),
  )
