import { dayOf } from './calendar.ts'
import { plainHeading } from './import-columns.ts'
import { findMpesaCode } from './mpesa-code.ts'
import {
  lastSecond,
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

/** M-Pesa's headings in their plain form, without points. */
const heads = {
  receipt: ['receipt no', 'receipt'],
  time: ['completion time'],
  details: ['details'],
  status: ['transaction status', 'status'],
  paid_in: ['paid in'],
  withdrawn: ['withdrawn'],
  balance: ['balance'],
  reason: ['reason type'],
  party: ['other party info'],
  linked: ['linked transaction id'],
  account: ['a c no'],
} as const
type Name = keyof typeof heads
type Columns = Partial<Record<Name, number>>

/** The file of a day has no headings: its columns are in this order. */
const dailyColumns: Columns = {
  receipt: 0,
  time: 1,
  details: 2,
  status: 3,
  withdrawn: 4,
  paid_in: 5,
}

/** Title rows may stand above the headings. */
const HEADING_WITHIN = 40
const DAILY_NAME = /^Mpesa_(\d{5,7})_(\d{4})(\d\d)(\d\d)\d{6}\b/i
const PORTAL_NAME = /Statements? for (\d{5,7}) from (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)/i
const AS_GIVEN = 'Upload the file as M-Pesa gave it, without opening it in a spreadsheet.'

const isCode = (text: string) => /^[A-Z0-9]{6,20}$/.test(text)

function columnsOf(row: Cell[]): Columns | null {
  const plain = row.map((cell) => plainHeading(textOf(cell)))
  const columns: Columns = {}
  for (const [name, words] of Object.entries(heads)) {
    const at = plain.findIndex((head) => (words as readonly string[]).includes(head))
    if (at >= 0) columns[name as Name] = at
  }
  const { receipt, time, paid_in } = columns
  return receipt !== undefined && time !== undefined && paid_in !== undefined ? columns : null
}

function findHeading({ cells, name }: StatementFile) {
  for (const [at, row] of cells.slice(0, HEADING_WITHIN).entries()) {
    const columns = columnsOf(row)
    if (columns) return { at, columns }
  }
  const [first = []] = cells
  const isDaily = DAILY_NAME.test(name) && isCode(textOf(first[0])) && readTime(first[1]) !== null
  return isDaily ? { at: -1, columns: dailyColumns } : null
}

/** Whether it is one of M-Pesa's, by what is in it. */
export const isMpesaStatement = (file: StatementFile): boolean => findHeading(file) !== null

/** The value of a label in the title rows: the rest of the label's cell, or else the next cell. */
function titleOf(titles: Cell[][], label: RegExp): Cell {
  for (const row of titles) {
    for (const [at, cell] of row.entries()) {
      const [found] = label.exec(textOf(cell)) ?? []
      if (found === undefined) continue
      const rest = textOf(cell)
        .slice(found.length)
        .replace(/^[\s:]+/, '')
      if (rest !== '') return rest
      const next = row[at + 1] ?? null
      return /:\s*$/.test(textOf(next)) ? null : next
    }
  }
  return null
}

/** The period in the title rows. Without a time, its end is the end of the day. */
function titlePeriod(titles: Cell[][]): { from: Date | null; until: Date | null } {
  const row = titles.find((cells) => cells.some((cell) => /^time period\b/i.test(textOf(cell))))
  const cells = (row ?? []).flatMap((cell): Cell[] =>
    typeof cell === 'string'
      ? cell
          .replace(/^time period:?/i, '')
          .split(/\b(?:from|to)\b/i)
          .map((part) => part.trim())
      : [cell],
  )
  const times = cells.filter((cell) => readTime(cell) !== null)
  const [from = null, until = null] = times.map(readTime)
  const isDay = typeof times[1] === 'string' && !times[1].includes(':')
  return { from, until: until && isDay ? lastSecond(dayOf(until)) : until }
}

const centsOrNull = (cell: Cell) => (isBlank(cell) ? null : readCents(cell))

/** The facts that a file states about itself: in its title rows, or only by its name. */
function readHead({ name, cells }: StatementFile, heading: number) {
  const titles = cells.slice(0, Math.max(0, heading))
  const shortcode = textOf(titleOf(titles, /^short ?code\b/i)).replace(/\.0+$/, '')
  if (shortcode !== '') {
    const { from, until } = titlePeriod(titles)
    return {
      shape: 'portal_xls' as const,
      account: shortcode,
      from,
      until,
      opening_cents: centsOrNull(titleOf(titles, /^opening balance\b/i)),
      closing_cents: centsOrNull(titleOf(titles, /^closing balance\b/i)),
      paid_in_cents: centsOrNull(titleOf(titles, /^total paid in\b/i)),
    }
  }
  const sums = { opening_cents: null, closing_cents: null, paid_in_cents: null }
  const [, paybill, year, month, day] = DAILY_NAME.exec(name) ?? []
  if (paybill) {
    const date = `${year}-${month}-${day}`
    return { shape: 'daily_file' as const, account: paybill, ...wholeDays(date, date), ...sums }
  }
  const [, account, first = '', last = ''] = PORTAL_NAME.exec(name) ?? []
  if (!account) {
    throw new StatementError(
      'This file doesn’t say which paybill it is from. Upload it under the name that M-Pesa gave it, such as “Statements for 174379 from 2026-10-01 to 2026-10-31.csv”.',
    )
  }
  return { shape: 'portal_table' as const, account, ...wholeDays(first, last), ...sums }
}

/**
 * `Pay Bill from 2547****111 - ALICE EXAMPLE Acc. 850060 via WEB by BANK`, in its parts; any of them may be missing. What was taken
 * back went `to` whoever had paid it.
 */
export function partsOf(details: string) {
  const [, kind = details, party, rest = ''] =
    /^(.*?\breversal) to (.*?)(?:\s+Acc\.(.*))?$/i.exec(details) ??
    /^(.*?) (?:from|by) (.*?)(?:\s+Acc\.(.*))?$/i.exec(details) ??
    []
  const reference = rest.replace(/\s+via \S+ by .*$/i, '').trim()
  return { kind: kind.trim(), payer: party?.trim() ?? '', reference }
}

const SWEEP =
  /organi[sz]ation (settlement|mmf|funds|working|utility)|^utility account to\b|^settlement\b/i
const PAYMENT =
  /^((small business |business |standing order |customer )?pay ?bill|fsi to pay ?bill|merchant pay utility|pay utility|standing order pay)/i

interface KindFacts {
  cents: number
  details: string
  /** The details without payer and account, which people can choose. */
  kind: string
  reason: string
  reference: string
}

/** The kind of a row; text that a payer chose is ignored where money came in. */
export function kindOf({ cents, details, kind, reason, reference }: KindFacts): RowKind {
  const says = (what: RegExp) => what.test(kind) || what.test(reason)
  if (cents < 0 && (/revers/i.test(details) || /revers/i.test(reason))) return 'reversal'
  if (says(SWEEP) && !says(/withdrawal/i)) return 'sweep'
  if (cents < 0) return says(/\bcharges?\b|\btariff\b|\bfees?\b/i) ? 'charge' : 'withdrawal'
  if (says(/revers|\bcharges?\b/i)) return 'not_ours'
  return says(PAYMENT) || reference !== '' ? 'payment' : 'not_ours'
}

/** A spreadsheet makes a number of an account, and gives it a fraction. */
const accountText = (cell: Cell | undefined): string => textOf(cell).replace(/^(\d+)\.0+$/, '$1')

/**
 * Reads a statement of M-Pesa, in any of its shapes.
 * @throws {StatementError} for a file that is not whole, or that something has changed
 */
export function readMpesaStatement(file: StatementFile): Statement {
  const heading = findHeading(file)
  if (!heading) throw new StatementError('This isn’t a statement of M-Pesa.')
  const head = readHead(file, heading.at)
  const headings = file.cells[heading.at]
  const rows: StatementRow[] = []
  const paid = new Set<string>()
  let not_completed = 0
  for (const [at, cells] of file.cells.entries()) {
    if (at <= heading.at || cells.every(isBlank)) continue
    const hasReceipt = !isBlank(cells[heading.columns.receipt ?? 0])
    if (file.is_text && hasReceipt && headings) requireNoSurplus(cells, headings, at + 1)
    const row = readRow(heading.columns, cells, at + 1, file.is_text)
    if (row === 'not_completed') not_completed++
    else if (row) rows.push(onceEach(row, paid))
  }
  const days = rows.map(({ at }) => dayOf(at)).sort()
  const [first = dayOf(new Date(0)), last = first] = [days[0], days.at(-1)]
  const found = wholeDays(first, last)
  if (rows.length === 0 && (!head.from || !head.until)) {
    throw new StatementError('The file has no payments and no period. Download it again.')
  }
  return {
    source: 'paybill',
    ...head,
    from: head.from ?? found.from,
    until: head.until ?? found.until,
    rows,
    not_completed,
  }
}

/** A code is of one payment: whatever has it again is no second one. */
function onceEach(row: StatementRow, paid: Set<string>): StatementRow {
  if (row.kind !== 'payment' || row.receipt === null) return row
  if (paid.has(row.receipt)) return { ...row, kind: 'not_ours', reference: null }
  paid.add(row.receipt)
  return row
}

function readRow(
  columns: Columns,
  cells: Cell[],
  line: number,
  isText: boolean,
): StatementRow | 'not_completed' | null {
  const cell = (name: Name): Cell => {
    const at = columns[name]
    return at === undefined ? null : (cells[at] ?? null)
  }
  const receipt = textOf(cell('receipt')).toUpperCase()
  // A line of sums at the end.
  if (receipt === '' && isBlank(cell('time'))) return null
  const last = Math.max(columns.paid_in ?? 0, columns.withdrawn ?? 0, columns.balance ?? 0)
  if (isText && cells.length <= last) {
    throw new StatementError(`The file is cut off in line ${line}. Download it again.`)
  }
  if (!isCode(receipt)) {
    throw new StatementError(
      `Line ${line}: “${receipt.slice(0, 40)}” isn’t a code of M-Pesa. ${AS_GIVEN}`,
    )
  }
  if (!/^completed$/i.test(textOf(cell('status')))) return 'not_completed'
  const at = readTime(cell('time'))
  if (!at) {
    const time = textOf(cell('time')).slice(0, 40)
    throw new StatementError(`Line ${line}: “${time}” isn’t a date with its day first. ${AS_GIVEN}`)
  }
  const amount = (name: Name): number => {
    const cents = readCents(cell(name))
    if (cents !== null) return cents
    const text = textOf(cell(name)).slice(0, 40)
    throw new StatementError(`Line ${line}: “${text}” isn’t an amount. ${AS_GIVEN}`)
  }
  const cents = amount('paid_in') - Math.abs(amount('withdrawn'))
  if (cents === 0) return null
  const details = textOf(cell('details')).slice(0, 500)
  const parts = partsOf(details)
  const reference = accountText(cell('account')) || accountText(parts.reference)
  const kind = kindOf({ ...parts, cents, details, reference, reason: textOf(cell('reason')) })
  const linked = textOf(cell('linked')).toUpperCase()
  const named = [linked, findMpesaCode(details)].find(
    (code) => code && isCode(code) && code !== receipt,
  )
  return {
    line,
    receipt,
    at,
    details,
    kind,
    reference: kind === 'payment' ? reference.slice(0, 100) : null,
    payer: (textOf(cell('party')) || parts.payer).slice(0, 150) || null,
    cents,
    balance_cents: isBlank(cell('balance')) ? null : amount('balance'),
    reversed_receipt: kind === 'reversal' ? (named ?? null) : null,
  }
}
