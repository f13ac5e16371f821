import { type Day, dayEnd, dayOf, dayStart, toMpesaDateTime } from '#rules/calendar.ts'
import { type Book, type BookedMovement, extractOf, type Movement } from './movements.ts'
import { receiptOf } from './payments.ts'

/** The shapes in which M-Pesa gives statements: two tables of its portal, its older export, and the file of a day. */
export const statementShapes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  daily: 'text/csv; charset=utf-8',
} as const
export type StatementShape = keyof typeof statementShapes

export interface StatementRequest {
  shape: StatementShape
  shortcode: string
  businessName: string
  from: Day
  /** Its last day. The file of a day is of this one. */
  until: Day
}

export interface StatementFile {
  name: string
  content: string | Uint8Array
}

type Cells = (string | number)[][]

/** Every payer of the pretend M-Pesa. */
const PAYER = 'PRETEND **** PAYER'
/** The stamp `2026-11-20 11:31:12` with its day first. */
const dayFirst = (at: number, separator: string) =>
  toMpesaDateTime(new Date(at)).replace(
    /^(\d+)-(\d+)-(\d+)/,
    (_, year, month, day) => `${day}${separator}${month}${separator}${year}`,
  )

const maskedPhone = (msisdn: string, shown: number) =>
  `${msisdn.slice(0, shown)}****${msisdn.slice(-3)}`

const SWEEP = 'Utility Account to Organization Settlement Account'

/** The older export shows a digit more of a phone than the other shapes. */
function detailsOf({ kind, payment }: Movement, shown: number): string {
  if (kind === 'sweep') return SWEEP
  if (kind === 'withdrawal') return 'Agency Withdrawal of funds to Bank'
  if (kind === 'charge' || !payment) return 'Pay Bill Charge'
  const { msisdn, reference } = payment
  const what = kind === 'reversal' ? 'Pay Utility Reversal to' : 'Pay Bill from'
  return `${what} ${maskedPhone(msisdn, shown)} - ${PAYER} Acc. ${reference}`
}

const grouped = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
const amount = (cents: number) => grouped.format(cents / 100)
const quoted = (cell: string | number) => {
  const text = String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const csv = (rows: Cells) => rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')

const portalHeads = [
  'Receipt No',
  'Completion Time',
  'Details',
  'Transaction Status',
  'Paid In (KSHs)',
  'Withdrawn (KSHs)',
  'Balance (KSHs)',
]

/** The newer table: all cells are text, and nothing in it names the paybill or the period. */
const portalTable = (movements: BookedMovement[]): string[][] => [
  portalHeads,
  ...movements
    .toReversed()
    .map((movement) => [
      movement.receipt,
      dayFirst(movement.at, '/'),
      detailsOf(movement, 4),
      'Completed',
      amount(Math.max(0, movement.cents)),
      amount(Math.max(0, -movement.cents)),
      amount(movement.balance),
    ]),
]

const exportHeads = [
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
]

const reasons: Record<Movement['kind'], string> = {
  payment: 'Pay Utility',
  charge: 'Pay Bill Charge',
  reversal: 'Pay Utility Reversal',
  sweep: SWEEP,
  withdrawal: 'Settlement',
}

/** A spreadsheet keeps no leading zeros of a number, and the portal writes accounts of digits as numbers. */
const accountCell = (reference: string) =>
  /^\d{1,15}$/.test(reference) ? Number(reference) : reference

function exportRow(movement: BookedMovement): (string | number)[] {
  const { kind, payment, cents } = movement
  const time = dayFirst(movement.at, '-')
  const party = payment && kind !== 'charge' && `${maskedPhone(payment.msisdn, 5)} - ${PAYER}`
  return [
    movement.receipt,
    time,
    time,
    detailsOf(movement, 5),
    'Completed',
    cents > 0 ? cents / 100 : '',
    cents < 0 ? cents / 100 : '',
    movement.balance / 100,
    'true',
    reasons[kind],
    kind === 'charge' ? 'SP' : party || '',
    kind === 'reversal' && payment ? receiptOf(payment) : '',
    payment && kind === 'payment' ? accountCell(payment.reference) : '',
    'KES',
  ]
}

/** The older export: title rows, then the movements of the utility account. */
function olderExport(book: Book, request: StatementRequest, now: number): Cells {
  const { shortcode, businessName, from, until } = request
  const extract = extractOf(book, periodOf(from, until), { now, account: 'utility' })
  const [first, last] = [dayStart(from), dayEnd(until)].map((instant) => instant.getTime())
  return [
    ['Account Holder:', businessName],
    ['Short Code:', shortcode],
    ['Account:', 'Utility Account'],
    ['Time Period:', 'From', dayFirst(first ?? 0, '-'), 'To', dayFirst((last ?? 0) - 1, '-')],
    ['Operator:', 'pretend', 'Organization:', businessName, 'Date of Report:', dayFirst(now, '-')],
    [
      'Opening Balance:',
      extract.opening / 100,
      'Closing Balance:',
      extract.closing / 100,
      'Available Balance:',
      '',
      'Total Paid In:',
      extract.paid_in / 100,
      'Total Withdrawn:',
      extract.withdrawn / 100,
    ],
    exportHeads,
    ...extract.movements.toReversed().map(exportRow),
  ]
}

/** The file of a day has no heading, no balance, and `withdrawn` before `paid in`. */
const dailyRows = (movements: BookedMovement[]): Cells =>
  movements.map((movement) => [
    movement.receipt,
    toMpesaDateTime(new Date(movement.at)),
    detailsOf(movement, 4),
    'Completed',
    movement.cents < 0 ? (-movement.cents / 100).toFixed(2) : '0',
    movement.cents > 0 ? (movement.cents / 100).toFixed(2) : '0',
  ])

export const periodOf = (from: Day, until: Day) => ({
  from: dayStart(from).getTime(),
  until: dayEnd(until).getTime() - 1,
})

/** Loaded only when somebody wants a spreadsheet: it is big. */
async function spreadsheet(rows: Cells, bookType: 'biff8' | 'xlsx'): Promise<Uint8Array> {
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  const cells = rows.map((row) => row.map((cell) => (cell === '' ? null : cell)))
  utils.book_append_sheet(book, utils.aoa_to_sheet(cells), 'transaction')
  return write(book, { type: 'buffer', bookType, compression: true })
}

/** The statement of a paybill for some days, as the portal would give it now. */
export async function issueStatement(
  book: Book,
  request: StatementRequest,
  now: number,
): Promise<StatementFile> {
  const { shape, shortcode, from, until } = request
  if (shape === 'xls') {
    const name = `ORG_${shortcode}_Utility Account_${dayOf(new Date(now)).replaceAll('-', '')}.xls`
    return { name, content: await spreadsheet(olderExport(book, request, now), 'biff8') }
  }
  const isDaily = shape === 'daily'
  const { movements } = extractOf(book, periodOf(isDaily ? until : from, until), { now })
  if (isDaily) {
    const name = `Mpesa_${shortcode}_${until.replaceAll('-', '')}235959.csv`
    return { name, content: csv(dailyRows(movements)) }
  }
  const name = `Statements for ${shortcode} from ${from} to ${until}.${shape}`
  const rows = portalTable(movements)
  return { name, content: shape === 'csv' ? csv(rows) : await spreadsheet(rows, 'xlsx') }
}
