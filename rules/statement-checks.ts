import { followBalance } from './balance-chain.ts'
import { dayOf, formatDay, formatTime } from './calendar.ts'
import { ksh, kshCents } from './money.ts'
import { MAX_PUSH_AMOUNT } from './payment.ts'
import type { Statement, StatementRow } from './statement.ts'
import { StatementError } from './statement-cells.ts'

/** Facts that a statement must match before anything of it is used. */
export interface Expected {
  /** The paybill's number. */
  shortcode: string
}

/**
 * @returns what was checked, a sentence each
 * @throws {StatementError} for the first thing that isn't true
 */
export function checkStatement(statement: Statement, { shortcode }: Expected): string[] {
  const { source, account, rows } = statement
  const passed: string[] = []
  if (source === 'paybill') {
    if (account !== shortcode) {
      throw new StatementError(
        `This statement is for paybill ${account}. Yours is ${shortcode}: please download its statement.`,
      )
    }
    passed.push(`It is for your paybill, ${shortcode}.`)
    passed.push(checkPeriod(statement))
  }
  checkMost(statement)
  passed.push(...checkTotal(statement), ...checkBalances(statement))
  if (rows.length === 0) passed.push('It has no rows: nothing was paid in this time.')
  return passed
}

/** A spreadsheet that takes the month for the day moves rows out of the period. */
function checkPeriod({ from, until, rows }: Statement): string {
  const [first, last] = [dayOf(from), dayOf(until)]
  const period = first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`
  const stray = rows.find(({ at }) => at < from || at > until)
  if (stray) {
    throw new StatementError(
      `The statement is for ${period}, but line ${stray.line} is from ${formatDay(dayOf(stray.at))}. Upload the file as M-Pesa gave it, without opening it in a spreadsheet.`,
    )
  }
  return `Every row is from ${period}, as the file says.`
}

/** M-Pesa moves no more at once; whoever edits a file may write more. */
function checkMost({ source, rows }: Statement) {
  const row = rows.find(({ kind, cents }) => kind === 'payment' && cents > MAX_PUSH_AMOUNT * 100)
  if (source !== 'paybill' || !row) return
  throw new StatementError(
    `Line ${row.line} has a payment of ${kshCents(row.cents)}. M-Pesa allows at most ${ksh(MAX_PUSH_AMOUNT)} at once: download the file again.`,
  )
}

/** M-Pesa's head may count money that was moved between the residence's own accounts, or not. */
function checkTotal({ paid_in_cents, rows }: Statement): string[] {
  if (paid_in_cents === null) return []
  const sum = (some: StatementRow[]) =>
    some.reduce((total, { cents }) => total + Math.max(0, cents), 0)
  const all = sum(rows)
  if (all !== paid_in_cents && sum(rows.filter(({ kind }) => kind !== 'sweep')) !== paid_in_cents) {
    throw new StatementError(
      `The rows add up to ${kshCents(all)} paid in, but the file says ${kshCents(paid_in_cents)}. Rows are missing or were changed: download it again.`,
    )
  }
  return [`The rows add up to ${kshCents(paid_in_cents)}, as the file says.`]
}

const AGAIN = 'Rows are missing or were changed: download it again.'

function checkBalances(statement: Statement): string[] {
  const { source, shape, opening_cents, closing_cents, rows } = statement
  const isWithout = rows.find(({ balance_cents }) => balance_cents === null)
  if (isWithout && (shape === 'portal_xls' || shape === 'portal_table')) {
    throw new StatementError(
      `Line ${isWithout.line} has no balance, which M-Pesa’s statement always has. Download the file again.`,
    )
  }
  if (rows.every(({ balance_cents }) => balance_cents === null)) return []
  const ordered = oldestFirst(rows).map((row) => ({ ...row, source }))
  const { breaks, ends } = followBalance(ordered, opening_cents)
  const broken = breaks[0]?.row
  if (broken) {
    const where = `${formatDay(dayOf(broken.at))}, ${formatTime(broken.at)}`
    throw new StatementError(
      `The balance in line ${broken.line} (${where}) doesn’t match the row before it. ${AGAIN}`,
    )
  }
  if (closing_cents !== null && ends !== null && !ends.has(closing_cents)) {
    throw new StatementError(
      `The rows don’t end with the closing balance of ${kshCents(closing_cents)}. ${AGAIN}`,
    )
  }
  const both = opening_cents !== null && closing_cents !== null
  return [
    both
      ? `Every balance follows from the one before it, from ${kshCents(opening_cents)} to ${kshCents(closing_cents)}.`
      : 'Every balance follows from the one before it.',
  ]
}

/** The oldest first; rows of the same second stay in the order of the file. */
export function oldestFirst(rows: readonly StatementRow[]): StatementRow[] {
  const [first, last] = [rows[0], rows.at(-1)]
  const isNewestFirst = first && last && first.at > last.at
  const ordered = isNewestFirst ? rows.toReversed() : rows.slice()
  return ordered.sort((one, other) => one.at.getTime() - other.at.getTime())
}
