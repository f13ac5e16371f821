import {
  type Day,
  firstDay,
  formatDay,
  lastDay,
  later,
  type Month,
  monthName,
  monthsBetween,
  nextMonth,
} from './calendar.ts'
import {
  type Charge,
  type ChargedRent,
  chargedStays,
  type FirstMonth,
  rentDue,
  rentOf,
  type Stay,
} from './ledger.ts'
import { ksh } from './money.ts'

/**
 * Rent by the term: whole months that are billed at once. Each month stays a charge of its own, at the rent that a month
 * would have; together they are due on one day.
 */
export const billedBys = ['month', 'term'] as const
export type BilledBy = (typeof billedBys)[number]

export interface Term {
  first_month: Month
  last_month: Month
  due_day: Day
}

export const isInTerm = (terms: readonly Term[], month: Month): boolean =>
  terms.some(({ first_month, last_month }) => first_month <= month && month <= last_month)

/** The day on which a term is billed by itself, if staff haven't done it before. */
export const billedFrom = ({ first_month, due_day }: Term): Day =>
  due_day < firstDay(first_month) ? due_day : firstDay(first_month)

/** A bill that is made late is due on its day. */
export const billDue = ({ due_day }: Term, today: Day): Day => later(due_day, today)

/** The problem with the dates of a term; null when there is none. */
export function termProblem(
  term: Term,
  others: readonly Term[],
): { field: 'last_month' | 'due_day' | 'first_month'; problem: string } | null {
  const { first_month, last_month, due_day } = term
  if (last_month < first_month) {
    return { field: 'last_month', problem: 'Choose the same month or a later one.' }
  }
  if (monthsBetween(first_month, last_month).length > 12) {
    return { field: 'last_month', problem: 'A term has at most 12 months.' }
  }
  if (due_day >= firstDay(nextMonth(first_month))) {
    return { field: 'due_day', problem: 'Choose a day in the first month, or before it.' }
  }
  if (due_day < addYears(firstDay(first_month), -1)) {
    return { field: 'due_day', problem: 'Choose a day within the year before the term.' }
  }
  const overlaps = others.some(
    (other) => other.first_month <= last_month && first_month <= other.last_month,
  )
  return overlaps
    ? { field: 'first_month', problem: 'Another term has one of these months already.' }
    : null
}

const addYears = (day: Day, years: number): Day =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

export interface BillableTenancy {
  billed_by: BilledBy
  stays: readonly Stay[]
  /** Months of the term whose rent is charged. */
  charged: readonly Month[]
  /** Rent of earlier months is not charged. */
  first_rent_month: Month | null
}

/** Why somebody gets no bill for a term. */
export const leftOutReasons = ['billed', 'monthly', 'coming', 'not_here'] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** The months that a bill for a term has, or why there is none. */
export function billFor(
  { billed_by, stays, charged, first_rent_month }: BillableTenancy,
  { first_month, last_month }: Term,
  today: Day,
  firstMonth: FirstMonth,
): Charge[] | LeftOut {
  if (billed_by !== 'term') return 'monthly'
  const lived = stays.filter(({ from_day, until_day }) => from_day !== until_day)
  // Rent begins when somebody moves in, or back in: nobody owes a term for a room they haven't had.
  const isHere = lived.some(
    ({ from_day, until_day }) => from_day <= today && (until_day === null || today < until_day),
  )
  if (!isHere && lived.some(({ from_day }) => from_day > today)) return 'coming'
  const due = rentDue([...stays], lastDay(last_month), firstMonth).filter(
    ({ month }) => month >= first_month && month >= (first_rent_month ?? ''),
  )
  const lines = due.filter(({ month }) => !charged.includes(month))
  return lines.length > 0 ? lines : due.length > 0 ? 'billed' : 'not_here'
}

/** A month of a bill, with all that corrects it. */
export interface BilledMonth {
  month: Month
  amount: number
}

export interface BilledChange {
  month: Month
  amount: number
  why: 'left' | 'room' | 'back'
}

/** A month that has begun, with its rent as it was charged. */
export interface BegunMonth extends ChargedRent {
  /** The percentage of it that a tenant who leaves early gets back: 100 where no bill says otherwise. */
  leaving_percent: number
  /** What a departure took off it, and is charged again if they have a room in it after all. */
  taken_off?: number
}

/**
 * The changes that changed stays make to billed months that haven't begun. A month in another room costs the rent of that
 * room, and a month without a room the part of it that isn't given back. Months in the same room stay as they were billed,
 * whatever their rent has become.
 */
export function changesOfBill<Held extends Stay & { room_id: number }>(
  before: readonly Held[],
  after: readonly Held[],
  billed: readonly BilledMonth[],
  {
    today,
    firstMonth,
    leaving_percent,
  }: { today: Day; firstMonth: FirstMonth; leaving_percent: number },
): BilledChange[] {
  const last = billed.reduce((last, { month }) => later(last, month), today.slice(0, 7))
  const months = billed
    .filter(({ month }) => month > today.slice(0, 7))
    .map((one) => ({ ...one, first_month: firstMonth, leaving_percent }))
  return changesOfMonths(before, after, months, lastDay(last))
}

/**
 * The changes to months that have begun and were charged before anybody knew: a departure or move that is told late,
 * or somebody who never came. Who comes back pays at least what their departure took off, also in a cheaper room.
 */
export const changesOfBegun = <Held extends Stay & { room_id: number }>(
  before: readonly Held[],
  after: readonly Held[],
  charged: readonly BegunMonth[],
  { today, firstMonth }: { today: Day; firstMonth: FirstMonth },
): BilledChange[] =>
  changesOfMonths(
    before,
    after,
    charged
      .filter(({ month }) => month <= today.slice(0, 7))
      .map((one) => ({ ...one, first_month: one.first_month ?? firstMonth })),
    today,
  )

function changesOfMonths<Held extends Stay & { room_id: number }>(
  before: readonly Held[],
  after: readonly Held[],
  months: readonly (BegunMonth & { first_month: FirstMonth })[],
  until: Day,
): BilledChange[] {
  const heldIn = (stays: readonly Held[]) =>
    new Map(chargedStays([...stays], until).map((held) => [held.month, held]))
  const [was, is] = [heldIn(before), heldIn(after)]
  return months.flatMap(({ month, amount, first_month, leaving_percent, taken_off = 0 }) => {
    const [old, now] = [was.get(month), is.get(month)]
    if (old?.stay.room_id === now?.stay.room_id) return []
    const isBack = now !== undefined && old === undefined && taken_off > 0
    const rates = now ? [now.stay.rate, ...(isBack ? [amount + taken_off] : [])] : []
    const target = now
      ? Math.max(...rates.map((rate) => rentOf({ ...now.stay, rate }, now.day, first_month)))
      : amount - Math.floor((Math.max(0, amount) * leaving_percent) / 100)
    const why = !now ? ('left' as const) : old ? ('room' as const) : ('back' as const)
    return target === amount ? [] : [{ month, amount: target - amount, why }]
  })
}

export const changeNames: Record<BilledChange['why'], string> = {
  left: 'Rent given back',
  room: 'Rent after a change of room',
  back: 'Rent charged again',
}

/** `September to December 2026`, `October 2026`, `November 2026 to February 2027` */
export function spanOfMonths(first: Month, last: Month): string {
  const year = (month: Month) => month.slice(0, 4)
  if (first === last) return `${monthName(first)} ${year(first)}`
  const begin = year(first) === year(last) ? monthName(first) : `${monthName(first)} ${year(first)}`
  return `${begin} to ${monthName(last)} ${year(last)}`
}

/**
 * Reasons why a bill can't be taken back: something was done about it since it was made, or some of its months would never
 * be charged again (`lost`), so that taking it back would give money away.
 */
export const grownReasons = ['paid', 'corrected', 'late_fee', 'agreed', 'lost'] as const
export type Grown = (typeof grownReasons)[number]

export const grownTexts: Record<Grown, string> = {
  paid: 'there has been a payment since',
  corrected: 'part of it was corrected',
  late_fee: 'a late fee was charged for it',
  agreed: 'a promise or plan was made since',
  lost: 'it wouldn’t all be billed again, because the term is over, or the tenant has left, is leaving, or now pays by the month',
}

/** Why a bill stays: `Bill B000123 can’t be taken back: there has been a payment since. …` */
export function billStaysText(id: number, grown: readonly Grown[]): string {
  const reasons = grown.map((reason) => grownTexts[reason]).join('; ')
  return `Bill ${billNumber(id)} can’t be taken back: ${reasons}. Please correct it with an entry.`
}

/** Our number of a bill: `B000123`. */
export const billNumber = (id: number): string => `B${String(id).padStart(6, '0')}`

/** `September to December 2026, Ksh 26,000, by 5 Sept 2026` */
export const billText = (bill: {
  first_month: Month
  last_month: Month
  amount: number
  due_day: Day
}): string =>
  `${spanOfMonths(bill.first_month, bill.last_month)}, ${ksh(bill.amount)}, by ${formatDay(bill.due_day)}`

/** The rule for leaving early, as a sentence. */
export const leavingText = (percent: number): string =>
  percent === 0
    ? 'Tenants who leave early get none of the billed rent back.'
    : percent === 100
      ? 'Tenants who leave early get back the rent for the whole months after that.'
      : `Tenants who leave early get back ${percent}% of the rent for the whole months after that.`
