import { addDays, type Day, type Month, monthName } from './calendar.ts'
import { owedByMonth } from './due.ts'
import { ksh } from './money.ts'

/**
 * When rent is late, and what that costs. Nothing is charged unless the residence says so.
 *
 * - One fee for each month of rent, whatever becomes of it: one that was taken back isn't charged again.
 * - All that was paid settles rent before fees, the oldest month first, so that no fee is charged because of another.
 * - The rule is the one that held for the month: a new one begins with the rent of a month to come.
 */
export interface LateFeeTerms {
  /** The rent of this month is the first to which it applies. */
  from_month: Month
  /** For so many days after it is due, rent isn't late yet. */
  grace_days: number
  /** Shillings, or a part of the unpaid rent in percent: one of them. */
  amount: number | null
  percent: number | null
  /** The most that a percentage comes to. */
  cap: number | null
}

/** Why rent isn't counted as late: its payment is disputed, promised, or agreed in instalments. */
export interface Excuse {
  why: 'disputed' | 'promised' | 'planned'
  /** The month of rent that is meant; null for all that is owed. */
  month: Month | null
  /** The last day on which it holds; null while it isn't known. */
  until: Day | null
  /** The shillings that count as paid; null for all of it. */
  amount: number | null
}

const holds = ({ until }: Excuse, today: Day) => until === null || today <= until

/** Whether the rent of a month is excused on a day, all of it. All that lets somebody off a late fee is decided here. */
export const isExcused = (month: Month, excuses: readonly Excuse[], today: Day): boolean =>
  excuses.some(
    (excuse) =>
      excuse.amount === null &&
      (excuse.month === null || excuse.month === month) &&
      holds(excuse, today),
  )

/** The sum promised or planned for today or later: nothing of it is late, but what is owed beyond it is. */
const promisedSum = (excuses: readonly Excuse[], today: Day): number =>
  excuses.reduce((sum, excuse) => (holds(excuse, today) ? sum + (excuse.amount ?? 0) : sum), 0)

/** The terms for the rent of a month; null when it is never late. */
export const termsOf = (terms: readonly LateFeeTerms[], month: Month): LateFeeTerms | null =>
  terms
    .filter(({ from_month }) => from_month <= month)
    .toSorted((one, other) => (one.from_month < other.from_month ? 1 : -1))[0] ?? null

/** The terms that tenants should know of: those of a month, or the next ones. */
export const knownTerms = (
  terms: readonly LateFeeTerms[],
  month: Month,
): LateFeeTerms | undefined =>
  termsOf(terms, month) ??
  terms.toSorted((one, other) => (one.from_month < other.from_month ? -1 : 1))[0]

/** In whole shillings, never more than is unpaid; a percentage is rounded down. */
export const lateFeeOf = ({ amount, percent, cap }: LateFeeTerms, unpaid: number): number =>
  Math.max(
    0,
    Math.min(
      unpaid,
      amount ??
        Math.min(Math.floor((unpaid * (percent ?? 0)) / 100), cap ?? Number.POSITIVE_INFINITY),
    ),
  )

export interface LateAccount {
  /** All charges but fees: rent, corrections, waivers, opening balances. */
  charges: readonly { month: Month; amount: number }[]
  /** Payments less those taken back. */
  paid: number
  /** The rent of each month, and the day on which it was due: the 1st, or the day on which it was charged when that was later. */
  rents: readonly { month: Month; amount: number; due: Day }[]
  /** Months that have had their late fee. */
  had: readonly Month[]
  excuses: readonly Excuse[]
}

/** The late fees that an account gets on a day, each with the month of rent that it is for. */
export function lateFees(
  { charges, paid, rents, had, excuses }: LateAccount,
  terms: readonly LateFeeTerms[],
  today: Day,
): { month: Month; amount: number }[] {
  const unpaid = new Map(
    owedByMonth([...charges, { month: null, amount: -paid - promisedSum(excuses, today) }]).map(
      ({ month, owed }) => [month, owed],
    ),
  )
  return rents.flatMap(({ month, amount, due }) => {
    const rule = termsOf(terms, month)
    if (!rule || had.includes(month) || isExcused(month, excuses, today)) return []
    if (today <= addDays(due, rule.grace_days)) return []
    const fee = lateFeeOf(rule, Math.min(amount, unpaid.get(month) ?? 0))
    return fee > 0 ? [{ month, amount: fee }] : []
  })
}

/** `Late fee for October’s rent` */
export const lateFeeName = (month: Month): string => `Late fee for ${monthName(month)}’s rent`

/** The terms in a sentence: `Rent that is unpaid 5 days after it is due costs 5% of it, Ksh 500 at most.` */
export function termsText({ grace_days, amount, percent, cap }: LateFeeTerms): string {
  const when =
    grace_days === 0
      ? 'after the day it is due'
      : `${grace_days} ${grace_days === 1 ? 'day' : 'days'} after it is due`
  const most = cap === null ? '' : `, ${ksh(cap)} at most`
  return amount === null
    ? `Rent that is still unpaid ${when} costs ${percent}% of it more${most}.`
    : `Rent that is still unpaid ${when} costs ${ksh(amount)} more.`
}

/** The terms in Swahili, for the end of a sentence. */
export function swahiliTermsText({ grace_days, amount, percent, cap }: LateFeeTerms): string {
  const fee = amount === null ? `asilimia ${percent} ya kodi ambayo haijalipwa` : ksh(amount)
  const most = cap === null ? '' : `, isiyozidi ${ksh(cap)}`
  return `faini ya kuchelewa zaidi ya siku ${grace_days} ni ${fee}${most}.`
}
