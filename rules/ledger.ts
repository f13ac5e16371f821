import {
  type Day,
  firstDay,
  lastDay,
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
 * The balance in a month: all charges up to it minus all payments, in any order. This is the definition;
 * server/ledger/balance.ts computes it in SQL.
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

/** The reason of the entry with what a tenant owed before they were imported. It isn't rent of its month. */
export const OPENING_BALANCE = 'Opening balance'
/** The reason of a deposit that an imported tenant had paid before. */
export const OPENING_DEPOSIT = 'Held before the import'

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

/** How the month of moving in is charged. */
export type FirstMonth = 'full' | 'pro_rata'

/**
 * The rent of one tenancy up to and including today: one charge a month, at the rate of the room held on the
 * 1st, or on the day of moving in (or back in) when that is later. With `pro_rata` such a month is charged for
 * its remaining days only, rounded to the shilling.
 */
export const rentDue = (stays: Stay[], today: Day, firstMonth: FirstMonth = 'full'): Charge[] =>
  chargedStays(stays, today).map(({ month, day, stay }) => ({
    month,
    amount: rentOf(stay, day, firstMonth),
  }))

/** The months of a tenancy up to a day, each with the stay that is charged and the day whose rent counts. */
export function chargedStays<Held extends Stay>(
  stays: Held[],
  today: Day,
): { month: Month; day: Day; stay: Held }[] {
  const lived = stays.filter(({ from_day, until_day }) => from_day !== until_day)
  const movedIn = lived.map((stay) => stay.from_day).sort()[0]
  if (!movedIn || movedIn > today) return []
  return monthsBetween(movedIn.slice(0, 7), today.slice(0, 7)).flatMap((month) => {
    const first = firstDay(month)
    const stay =
      lived.find(
        ({ from_day, until_day }) => from_day <= first && (until_day === null || first < until_day),
      ) ?? firstToBegin(lived, month, today)
    return stay ? [{ month, day: later(stay.from_day, first), stay }] : []
  })
}

/** The rent of a month that is charged from a day of it on. */
export const rentOf = ({ rate }: Stay, day: Day, firstMonth: FirstMonth): number =>
  firstMonth === 'pro_rata' ? rentFrom(day, rate) : rate

/** The first charge of somebody who moves in on a day, which is due then. */
export function firstRent(start: Day, rate: number, firstMonth: FirstMonth): Charge {
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

/** The rent of a month, as it was charged. */
export interface ChargedRent {
  month: Month
  /** With the corrections of it. */
  amount: number
  /** The rule of its day; null where nobody noted it. */
  first_month: FirstMonth | null
}

/**
 * Months that were charged at another rent than theirs, by the rule that held when they were charged. `isMeant`
 * says which stays and days it is about.
 */
export const rentDifferences = <Held extends Stay>(
  stays: Held[],
  charged: ChargedRent[],
  { today, firstMonth }: { today: Day; firstMonth: FirstMonth },
  isMeant: (stay: Held, day: Day) => boolean,
): { month: Month; stay: Held; before: number; after: number }[] =>
  // In a term that is billed, months to come are charged too.
  chargedStays(stays, lastCharged(charged, today)).flatMap(({ month, day, stay }) => {
    const was = charged.find((charge) => charge.month === month)
    if (!was || !isMeant(stay, day)) return []
    const after = rentOf(stay, day, was.first_month ?? firstMonth)
    return was.amount === after ? [] : [{ month, stay, before: was.amount, after }]
  })

/** Today, or the last day of a month to come that is charged. */
const lastCharged = (charged: readonly ChargedRent[], today: Day): Day =>
  charged.reduce(
    (last, { month }) => (month > monthOfDay(today) ? later(last, lastDay(month)) : last),
    today,
  )

/** The next rent that is charged and differs from the rent of today; of rents that hold from later days, by their day. */
export function announcedRate(
  rate: number,
  planned: RoomRate[],
  until: Day | null,
): { rate: number; from: Day } | null {
  const charged = planned.flatMap(({ from_day, rate }, at) => {
    const from = firstChargedAt(from_day)
    const next = planned[at + 1]
    // Another one holds by the first of the month.
    return next && next.from_day <= from ? [] : [{ rate, from }]
  })
  const announced = charged.find((one) => one.rate !== rate)
  return announced && (until === null || announced.from < until) ? announced : null
}

/** The first of the month whose rent is the first to be charged at a rate that holds from a day on. */
export const firstChargedAt = (from: Day): Day =>
  from === firstDay(monthOfDay(from)) ? from : firstDay(nextMonth(monthOfDay(from)))

const firstToBegin = <Held extends Stay>(
  stays: Held[],
  month: Month,
  today: Day,
): Held | undefined =>
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
  /** `charged`: the rent of the month of moving in was charged before, as for somebody who moves back in. */
  next_room: { rate: number; from: Day; charged: boolean } | null
  /** An announced rent of the room, and the day of its first charge. */
  next_rate: { rate: number; from: Day } | null
  leaves_on: Day | null
}

/**
 * The next rent to be charged. Its amount is null for the month of moving in, which may be charged by days;
 * null when no more rent is to come.
 */
export function nextRent(
  rooms: Rooms,
  today: Day,
  /** A later one when the next months are billed already. */
  month: Month = nextMonth(monthOfDay(today)),
): { day: Day; amount: number | null } | null {
  const { rate, next_room: next, next_rate, leaves_on } = rooms
  const day = firstDay(month)
  if (rate === null) {
    if (!next?.charged) return next && { day: next.from, amount: null }
    const first = firstDay(later(month, nextMonth(monthOfDay(next.from))))
    return leaves_on !== null && leaves_on <= first ? null : { day: first, amount: next.rate }
  }
  if (leaves_on !== null && leaves_on <= day) return null
  if (next && next.from <= day) return { day, amount: next.rate }
  return { day, amount: next_rate && next_rate.from <= day ? next_rate.rate : rate }
}

/**
 * The rent of the days of a month that are left, that day included. It is divided last: a share of the month is no exact
 * number, and half a shilling would sometimes be rounded down.
 */
function rentFrom(day: Day, rate: number): number {
  const [year = 0, month = 0, date = 1] = day.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Math.max(1, Math.round((rate * (days - date + 1)) / days))
}
