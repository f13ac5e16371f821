import { type Day, dayOf, type Month, monthName } from './calendar.ts'
import { joinAnd } from './join-and.ts'

/** How punctually somebody pays: by the days late of their last bills. */
export const grades = ['A', 'B', 'C', 'D', 'E'] as const
export type Grade = (typeof grades)[number]

export const GRADED_BILLS = 6
/** At most so many days late on average; E is beyond. */
const limits: [Grade, number][] = [
  ['A', 3],
  ['B', 7],
  ['C', 14],
  ['D', 30],
]

/** A charge or payment of an account; positive for what is owed. */
export interface GradedEntry {
  at: Date
  amount: number
  /** The month of a rent, which is a bill, or the first one of a bill for a term; null for anything else. */
  bill: Month | null
}

export interface GradedBill {
  month: Month
  days_late: number
  is_paid: boolean
}

export interface Graded {
  grade: Grade
  /** The latest first. */
  bills: GradedBill[]
}

/**
 * The grade of an account, null before its first bill. A bill is due on the day of its charge; what was paid and taken off
 * pays for the earliest entries first. For an unpaid bill, the days so far count as late.
 */
export function gradeOf(entries: readonly GradedEntry[], now: Date): Graded | null {
  const today = dayOf(now)
  // A bill that isn't due yet is neither late nor paid on time.
  const counting = entries.filter(({ at }) => at <= now)
  const sorted = counting.toSorted(
    (one, other) =>
      one.at.getTime() - other.at.getTime() || placeOf(one).localeCompare(placeOf(other)),
  )
  const credits = sorted.filter(({ amount }) => amount < 0)
  const bills: GradedBill[] = []
  let owed = 0
  for (const { at, amount, bill } of sorted) {
    if (amount <= 0) continue
    owed += amount
    if (bill === null) continue
    const due = dayOf(at)
    const paid = dayReached(credits, owed)
    const late = daysBetween(due, paid ?? today)
    // Its months are one bill, which is paid when the last of them is.
    if (bills.at(-1)?.month === bill) bills.pop()
    bills.push({ month: bill, days_late: Math.max(0, late), is_paid: paid !== null })
  }
  const last = bills.slice(-GRADED_BILLS).toReversed()
  if (last.length === 0) return null
  const total = totalLate(last)
  const grade = limits.find(([, most]) => total <= most * last.length)?.[0] ?? 'E'
  return { grade, bills: last }
}

const totalLate = (bills: readonly GradedBill[]) =>
  bills.reduce((sum, { days_late }) => sum + days_late, 0)

/** Sorts entries of one moment: rent comes first, by its month, as payments settle it. */
const placeOf = ({ bill }: GradedEntry): string => bill ?? 'later'

/** The day on which credits, in their order, made up a sum. */
function dayReached(credits: readonly GradedEntry[], sum: number): Day | null {
  let paid = 0
  for (const { at, amount } of credits) {
    paid -= amount
    if (paid >= sum) return dayOf(at)
  }
  return null
}

const daysBetween = (from: Day, until: Day): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`)

function billText({ month, days_late, is_paid }: GradedBill): string {
  const name = monthName(month)
  const days = daysText(days_late)
  if (!is_paid)
    return days_late === 0
      ? `${name} was due today and is unpaid`
      : `${name} has been unpaid for ${days}`
  return days_late === 0 ? `${name} was paid on time` : `${name} was paid ${days} late`
}

const [best, ...others] = limits.map(([grade, most]) => `${grade} is up to ${most}`)
const limitsText = joinAnd([
  `${best} days`,
  ...others.map((text) => text.replace(' is', '')),
  'E more',
])

/** Lists the bills, how late they are on average, and where each grade ends: a sentence each. */
export function gradeText({ grade, bills }: Graded): string {
  // Never rounded to a better grade.
  const average = Math.ceil((10 * totalLate(bills)) / bills.length) / 10
  const late = `${daysText(average)} late${bills.length > 1 ? ' on average' : ''}`
  return `${joinAnd(bills.map(billText))}. That is ${late}, which is grade ${grade}. ${limitsText}.`
}
