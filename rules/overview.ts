import { addDays, addMonths, type Day, type Month, nextMonth, previousMonth } from './calendar.ts'
import type { Charge, Payment } from './ledger.ts'

/**
 * The meaning of the figures in the staff's overview; server/overview/queries.ts computes them in SQL.
 *
 * - due: the rent that is charged for a month, with the corrections of that month; what an imported tenant owed before
 *   is no rent of the month in which it was entered, and neither are fees. Payments settle a month's rent before its fees.
 * - collected: the payments of rent of a month, on M-Pesa's clock where known, less what was taken back in it.
 * - unpaid: the part of the rent due for a month that is owed on the day; payments settle the oldest month first, so it is
 *   what an account owes, less the charges of later months. It isn't due less collected, since rent is paid late and ahead.
 * - arrears: what accounts owe that owe something; another's credit does not make them less.
 * - as at a day: the entries that had been made by its end. Entries are never changed, so what was owed and collected
 *   is what the page said then. A payment whose receipt came later counts in the month that the receipt names.
 *   Stays and rooms are changed in place: who lived where on a day is as it is known now, not as it was known then.
 */

/** How long a charge has been owed: the month it is for, against the month of the day. */
export const ages = ['this_month', 'one_month', 'two_months', 'older'] as const
export type Age = (typeof ages)[number]
export type AgedArrears = Record<Age, number>

/**
 * An account's debt by the age of what is unpaid. Payments settle the oldest charge first; a correction changes the
 * charge of its month, and the part of it beyond that charge settles others as a payment does. A debt that no charge
 * explains is as old as the oldest.
 */
export function arrearsByAge(
  charges: Charge[],
  payments: Pick<Payment, 'amount'>[],
  month: Month,
): AgedArrears {
  const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
  const before = previousMonth(month)
  const chargedFor = (one: Month) =>
    Math.max(0, sum(charges.filter((charge) => charge.month === one)))
  // The newest charges are what is unpaid when the oldest are settled first.
  let left = Math.max(0, sum(charges.filter((charge) => charge.month <= month)) - sum(payments))
  function take(most: number): number {
    const taken = Math.min(left, most)
    left -= taken
    return taken
  }
  return {
    this_month: take(chargedFor(month)),
    one_month: take(chargedFor(before)),
    two_months: take(chargedFor(previousMonth(before))),
    older: left,
  }
}

/**
 * The months that a payment pays for when the oldest charge is settled first, as in `arrearsByAge`; for money that went
 * back, the months that it leaves unpaid again. `ahead` when a part of it is beyond all charges.
 * @param charges the sum of each month, the earliest first
 * @param before what the account had paid until then
 */
export function monthsPaid(
  charges: readonly Charge[],
  before: number,
  amount: number,
): { months: Month[]; ahead: boolean } {
  const settled = before - charges.reduce((sum, one) => sum + Math.min(0, one.amount), 0)
  const [from, to] = [Math.min(settled, settled + amount), Math.max(settled, settled + amount)]
  const months: Month[] = []
  let charged = 0
  for (const { month, amount } of charges.filter((one) => one.amount > 0)) {
    if (charged < to && charged + amount > from) months.push(month)
    charged += amount
  }
  return { months, ahead: amount !== 0 && to > charged }
}

/** The last twelve months, the one of the day included. */
export function yearUpTo(month: Month): { first: Month; months: Month[] } {
  const first = nextMonth(addMonths(`${month}-01`, -12).slice(0, 7))
  const months = [first]
  while (months.length < 12) months.push(nextMonth(months.at(-1) ?? first))
  return { first, months }
}

/**
 * The last of the twelve months among which a month is shown: this month, or as many whole years earlier as it takes. A
 * month that is still to come is the last one itself.
 */
export function lastBeside(month: Month, now: Month): Month {
  let last = month > now ? month : now
  while (month < yearUpTo(last).first) last = previousMonth(yearUpTo(last).first)
  return last
}

/** The seven days that begin with a day. */
export const weekFrom = (day: Day): { first: Day; last: Day } => ({
  first: day,
  last: addDays(day, 6),
})

/** `62%`; null when the whole is nothing. Only all is 100%, and only nothing is 0%. */
export function percent(part: number, whole: number): string | null {
  if (whole <= 0) return null
  const share = (100 * Math.max(0, part)) / whole
  if (share > 0 && share < 1) return 'under 1%'
  return `${Math.min(100, Math.floor(share))}%`
}

interface HeldPlace {
  from: Day
  /** The first day on which it is free again. */
  until: Day | null
}

/** How many places are held at once, at most, on any day from `day` on. */
export function mostHeld(stays: readonly HeldPlace[], day: Day): number {
  const begins = [day, ...stays.map(({ from }) => from).filter((from) => from > day)]
  const heldOn = (one: Day) =>
    stays.filter(({ from, until }) => from <= one && (until === null || until > one)).length
  return Math.max(...begins.map(heldOn))
}
