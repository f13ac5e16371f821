import {
  type Day,
  firstDay,
  later,
  type Month,
  monthOf,
  monthsBetween,
  nextMonth,
} from './calendar.ts'

export interface Charge {
  month: Month
  amount: number
}

export interface Payment {
  amount: number
  paid_at: Date
}

export interface Balance {
  brought_forward: number
  this_month: number
  paid_this_month: number
  /** `brought_forward` and `this_month` less `paid_this_month`; negative means credit. */
  due: number
}

/**
 * What is owed in a month: all charges up to it minus all payments, in any order. This is the definition;
 * server/payments/balance.ts computes it in SQL.
 */
export function balance(charges: Charge[], payments: Payment[], month: Month): Balance {
  let brought_forward = 0
  let this_month = 0
  let paid_this_month = 0
  for (const charge of charges) {
    if (charge.month < month) brought_forward += charge.amount
    else if (charge.month === month) this_month += charge.amount
  }
  for (const payment of payments) {
    if (monthOf(payment.paid_at) < month) brought_forward -= payment.amount
    else paid_this_month += payment.amount
  }
  const due = brought_forward + this_month - paid_this_month
  return { brought_forward, this_month, paid_this_month, due }
}

/** The entry that takes a payment back. It counts in the month in which it is made, not in the payment's. */
export const reversalOf = ({ amount }: Payment, now: Date): Payment => ({
  amount: -amount,
  paid_at: now,
})

/** `until_day` is the first day on which the room is free again; null without a known end. */
export interface Stay {
  from_day: Day
  until_day: Day | null
  /** Shillings a month. */
  rate: number
}

/**
 * The rent of one tenancy up to and including today: one charge a month, at the rate of the room held on the
 * 1st, or on the day of moving in (or back in) when that is later. With `pro_rata` such a month is charged for
 * its remaining days only, rounded to the shilling.
 */
export function rentDue(
  stays: Stay[],
  today: Day,
  firstMonth: 'full' | 'pro_rata' = 'full',
): Charge[] {
  const lived = stays.filter(({ from_day, until_day }) => from_day !== until_day)
  const movedIn = lived.map((stay) => stay.from_day).sort()[0]
  if (!movedIn || movedIn > today) return []
  return monthsBetween(movedIn.slice(0, 7), today.slice(0, 7)).flatMap((month) => {
    const first = firstDay(month)
    const held =
      lived.find(
        ({ from_day, until_day }) => from_day <= first && (until_day === null || first < until_day),
      ) ?? firstToBegin(lived, month, today)
    if (!held) return []
    const chargeDay = later(held.from_day, first)
    const share = firstMonth === 'pro_rata' ? shareLeft(chargeDay) : 1
    return [{ month, amount: Math.max(1, Math.round(held.rate * share)) }]
  })
}

/** The first charge of somebody who moves in on a day, which is due then. */
export function firstRent(start: Day, rate: number, firstMonth: 'full' | 'pro_rata'): Charge {
  const [charge] = rentDue([{ from_day: start, until_day: null, rate }], start, firstMonth)
  return charge ?? { month: monthOfDay(start), amount: rate }
}

/** A rent and the day from which it holds, until the next one; the first holds from `-infinity` on. */
export interface RoomRate {
  from_day: Day
  rate: number
}

/** A stay, cut where the rent of its room changes. The view `rated_stays` does the same in SQL. */
export function cutByRate(stay: Omit<Stay, 'rate'>, rates: RoomRate[]): Stay[] {
  const sorted = rates.toSorted((one, other) => (one.from_day < other.from_day ? -1 : 1))
  return sorted.flatMap(({ from_day, rate }, at) => {
    const next = sorted[at + 1]?.from_day ?? null
    if (stay.until_day !== null && from_day >= stay.until_day) return []
    if (next !== null && next <= stay.from_day) return []
    const until = [stay.until_day, next].filter((day) => day !== null).sort()[0] ?? null
    return [{ from_day: later(stay.from_day, from_day), until_day: until, rate }]
  })
}

/** Months that are charged already and whose rent would be another one now. */
export function rentDifferences(
  before: Charge[],
  after: Charge[],
  charged: ReadonlySet<Month>,
): { month: Month; before: number; after: number }[] {
  return after.flatMap(({ month, amount }) => {
    const was = before.find((charge) => charge.month === month)?.amount
    return was === undefined || was === amount || !charged.has(month)
      ? []
      : [{ month, before: was, after: amount }]
  })
}

/** The first of the month whose rent is the first to be charged at a rate that holds from a day on. */
export const firstChargedAt = (from: Day): Day =>
  from === firstDay(monthOfDay(from)) ? from : firstDay(nextMonth(monthOfDay(from)))

const firstToBegin = (stays: Stay[], month: Month, today: Day): Stay | undefined =>
  stays
    .filter(({ from_day }) => from_day.startsWith(month) && from_day <= today)
    .toSorted((one, other) => (one.from_day < other.from_day ? -1 : 1))[0]

/**
 * The first month whose rent is that of the new room after a transfer. Months that are charged already stay
 * as they are. `from` is the day on which the tenant got the room they have now.
 */
export function firstMonthOfNewRent(transfer: Day, from: Day, today: Day): Month {
  const month = monthOfDay(transfer)
  // They have not moved in yet, and now move into the new room instead.
  if (transfer === from && from > today) return month
  const next = transfer === firstDay(month) ? month : nextMonth(month)
  const notCharged = from > today ? monthOfDay(from) : nextMonth(monthOfDay(today))
  return later(next, notCharged)
}

const monthOfDay = (day: Day): Month => day.slice(0, 7)

/** A tenant's room now, the next one, and the first day on which the last of them is free again. */
interface Rooms {
  rate: number | null
  next_room: { rate: number; from: Day } | null
  /** An announced rent of the room, and the day of its first charge. */
  next_rate: { rate: number; from: Day } | null
  leaves_on: Day | null
}

/**
 * The next rent to be charged. Its amount is null for the month of moving in, which may be charged by days;
 * null when no more rent is to come.
 */
export function nextRent(rooms: Rooms, today: Day): { day: Day; amount: number | null } | null {
  const { rate, next_room: next, next_rate, leaves_on } = rooms
  const day = firstDay(nextMonth(monthOfDay(today)))
  if (rate === null) return next && { day: next.from, amount: null }
  if (leaves_on !== null && leaves_on <= day) return null
  if (next && next.from <= day) return { day, amount: next.rate }
  return { day, amount: next_rate && next_rate.from <= day ? next_rate.rate : rate }
}

/** The share of the month that is left, that day included. */
function shareLeft(day: Day): number {
  const [year = 0, month = 0, date = 1] = day.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return (days - date + 1) / days
}
