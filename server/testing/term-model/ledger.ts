/**
 * What tenants owe, promise, plan and have deposited, worked out day by day. The modules of this directory import nothing but
 * each other: they are what the product is checked against.
 */
export type Day = string
export type Month = string

const DAY_MS = 86_400_000
const NAIROBI_MS = 3 * 3_600_000

export const dayAt = (time: number): Day => new Date(time + NAIROBI_MS).toISOString().slice(0, 10)
export const beginOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) - NAIROBI_MS
export const noonOf = (day: Day): number => beginOf(day) + DAY_MS / 2
export const plusDays = (day: Day, days: number): Day => dayAt(beginOf(day) + days * DAY_MS)
export const daysFrom = (one: Day, other: Day) => (beginOf(other) - beginOf(one)) / DAY_MS
export const firstOf = (month: Month): Day => `${month}-01`
export const monthOf = (day: Day): Month => day.slice(0, 7)
export const lastOf = (month: Month): number => {
  let date = 28
  while (monthOf(plusDays(firstOf(month), date)) === month) date++
  return date
}
export function plusMonths(month: Month, count: number): Month {
  let day = firstOf(month)
  for (let at = 0; at < count; at++) day = plusDays(day, lastOf(monthOf(day)))
  for (let at = 0; at > count; at--) day = firstOf(monthOf(plusDays(day, -1)))
  return monthOf(day)
}
export const sameDate = (day: Day, months: number): Day => {
  const month = plusMonths(monthOf(day), months)
  return `${month}-${String(Math.min(Number(day.slice(8)), lastOf(month))).padStart(2, '0')}`
}

export const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
export const atLeastNothing = (amount: number) => Math.max(0, amount)

export interface Stay {
  room: string
  from: Day
  until: Day | null
}
export interface Charge {
  kind: 'rent' | 'waiver' | 'charge_correction' | 'fee' | 'late_fee'
  month: Month
  amount: number
  on: Day
  /** From when it counts. */
  due: Day
  bill: Bill | null
  /** Of a late fee: whose rent is late. */
  late: Month | null
  recurring: Recurring | null
  /** Its number in the ledger, where a reply has named it. */
  entry: number | null
  undo: 'possible' | 'done' | 'never'
  /** When it was made. */
  at: number
  /** It was taken back, or takes another one back. */
  isVoid: boolean
  /** Of a waiver: the fee that it is of. */
  waives: Charge | null
}
/** Months that are due together. */
export interface Bill {
  due: Day
  first: Month
  last: Month
  /** What is given back of months that somebody isn't there for, in percent. */
  leaving: number
  term: BillTerm
  made: number
  /** How many payments there were. */
  after: number
  isTaken: boolean
}
export interface BillTerm {
  id: number
  from: Month
  to: Month
  due: Day
}
export interface Paid {
  order: number
  kind: string
  /** Positive for what was paid. */
  amount: number
  at: number
  entry: number | null
  undo: Charge['undo']
  /** It was taken back, or takes another one back. */
  isVoid: boolean
}
export interface Recurring {
  id: number
  fee: number
  /** What the form said; it is the price of the list unless `isOwn`. */
  amount: number
  isOwn: boolean
  /** When it was entered. */
  on: Day
  from: Month
  until: Month | null
}
interface HeldEntry {
  id: number | null
  amount: number
  /** The payment of the rent that goes with it. */
  moved: Paid | null
  undo: Charge['undo']
}
export interface Part {
  amount: number
  day: Day | null
  round: number | null
  days_after: number | null
}
export interface Agreement {
  id: number
  kind: 'promise' | 'plan'
  by: 'staff' | 'tenant'
  owed: number
  /** The day of the last bill that it covers, of those that weren't due yet. */
  covers: Day | null
  made: number
  /** How many payments there were. */
  after: number
  agreed: number | null
  ended: number | null
  parts: Part[]
}
export interface Account {
  stays: Stay[]
  /** The first day without a room, once the tenancy is over. */
  over: Day | null
  /** The end that was agreed before the last removal. */
  agreedEnd: Day | null
  asked: { sum: number; days: number } | null
  charges: Charge[]
  /** Charges that aren't due yet. */
  ahead: Charge[]
  bills: Bill[]
  /** Null: as the house. */
  billed_by: 'month' | 'term' | null
  paid: Paid[]
  held: HeldEntry[]
  recurring: Recurring[]
  agreements: Agreement[]
  disputes: { id: number; at: number; isOpen: boolean }[]
}
interface LateTerms {
  from: Month
  grace: number
  amount: number | null
  percent: number | null
  cap: number | null
}
export interface House {
  time: number
  first_month: 'full' | 'pro_rata'
  billed_by: 'month' | 'term'
  leaving: number
  terms: BillTerm[]
  rates: { room: string; from: Day; rate: number }[]
  prices: { fee: number; from: Day; amount: number }[]
  late: LateTerms[]
  promises: { allowed: boolean; days: number; percent: number; per_half_year: number }
  deposit: { amount: number | null; months: number | null; days: number }
  /** News of HELB that stand, and the highest payout that was ever named. */
  helb: { id: number; round: number; kind: 'expected' | 'came'; day: Day }[]
  highest: number
  accounts: Account[]
  /** Payments of the whole house so far. */
  payments: number
}

export const newAccount = (): Account => ({
  ...{ stays: [], over: null, agreedEnd: null, asked: null, charges: [], ahead: [] },
  ...{ bills: [], billed_by: null, paid: [] },
  ...{ held: [], recurring: [], agreements: [], disputes: [] },
})

export const todayOf = ({ time }: House): Day => dayAt(time)

/** What holds from some day on: the latest that has begun, else the first. */
function onDay<Dated extends { from: Day }>(all: Dated[], day: Day): Dated | undefined {
  const sorted = all.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return sorted.filter(({ from }) => from <= day).at(-1) ?? sorted[0]
}
export const rateOn = ({ rates }: House, room: string, day: Day): number =>
  onDay(
    rates.filter((one) => one.room === room),
    day,
  )?.rate ?? 0
export const priceOn = ({ prices }: House, fee: number, day: Day): number =>
  onDay(
    prices.filter((one) => one.fee === fee),
    day,
  )?.amount ?? 0
/** From a day on; what began on the same day is replaced. */
export function setRate(house: House, room: string, from: Day, rate: number) {
  house.rates = house.rates.filter((one) => one.room !== room || one.from !== from)
  house.rates.push({ room, from, rate })
}

export function addCharge(
  house: House,
  account: Account,
  charge: Pick<Charge, 'kind' | 'amount'> & Partial<Charge>,
): Charge {
  const on = todayOf(house)
  const added: Charge = {
    ...{ month: monthOf(on), on, late: null, recurring: null, entry: null, undo: 'never' },
    ...{ due: firstOf(charge.month ?? monthOf(on)), bill: null },
    ...{ at: house.time, isVoid: false, waives: null },
    ...charge,
  }
  if (added.due > on) account.ahead.push(added)
  else account.charges.push(added)
  return added
}
export const allCharges = ({ charges, ahead }: Account): Charge[] => [...charges, ...ahead]
/** The rent of a month, unless its bill was taken back. */
export const rentFor = (account: Account, month: Month): Charge | undefined =>
  allCharges(account).find((one) => one.kind === 'rent' && one.month === month && !one.isVoid)
/** What counts from today on. */
export function fallDue(house: House) {
  const today = todayOf(house)
  for (const account of house.accounts) {
    account.charges.push(...account.ahead.filter(({ due }) => due <= today))
    account.ahead = account.ahead.filter(({ due }) => due > today)
  }
}
export function addPaid(
  house: House,
  account: Account,
  paid: Pick<Paid, 'kind' | 'amount'> & Partial<Paid>,
): Paid {
  const order = ++house.payments
  const added = {
    order,
    at: house.time,
    entry: null,
    undo: 'never',
    isVoid: false,
    ...paid,
  } as Paid
  account.paid.push(added)
  return added
}

export const isIn = ({ from, until }: Stay, day: Day) =>
  from <= day && (until === null || day < until) && from !== until

/** The rent of a month that begins, or is moved in, on a day. */
export function rentOn(house: House, room: string, day: Day): number {
  const days = lastOf(monthOf(day))
  const lived = house.first_month === 'full' ? days : days - Number(day.slice(8)) + 1
  // Half a shilling counts as one.
  const amount = Math.floor((2 * rateOn(house, room, day) * lived + days) / (2 * days))
  return Math.max(1, amount)
}

export function endIfOver(house: House, account: Account) {
  if (account.over !== null || account.stays.length === 0) return
  const today = todayOf(house)
  const goesOn = account.stays.some(
    ({ from, until }) => until === null || (until > today && until > from),
  )
  if (goesOn) return
  const last =
    account.stays
      .map(({ until }) => until ?? '')
      .toSorted()
      .at(-1) ?? today
  account.over = [last, today].toSorted()[0] ?? today
}

export const balanceOf = (account: Account): number =>
  sum(account.charges.map(({ amount }) => amount)) - sum(account.paid.map(({ amount }) => amount))

/**
 * Month by month, when what was paid and taken off pays for the earliest first. All that is owed up to a month, less what all
 * earlier months owe, is what is owed of it.
 */
export function spread(charges: { month: Month; amount: number }[], paid: number) {
  const months = [...new Set(charges.map(({ month }) => month))].toSorted()
  const sums = months.map((month) =>
    sum(charges.filter((one) => one.month === month).map(({ amount }) => amount)),
  )
  const taken = paid - sum(sums.filter((amount) => amount < 0))
  let charged = 0
  let before = 0
  const owed: { month: Month | null; owed: number }[] = []
  if (taken < 0) owed.push({ month: null, owed: -taken })
  for (const [at, month] of months.entries()) {
    charged += atLeastNothing(sums[at] ?? 0)
    const upTo = atLeastNothing(charged - atLeastNothing(taken))
    if (upTo > before) owed.push({ month, owed: upTo - before })
    before = upTo
  }
  return owed
}

export const owedMonths = (account: Account) =>
  spread(
    account.charges.map(({ due, amount }) => ({ month: monthOf(due), amount })),
    sum(account.paid.map(({ amount }) => amount)),
  )

export const heldOf = ({ held }: Account): number => sum(held.map(({ amount }) => amount))

/** The first day without a room, of whoever has none and will have none. */
export function leftOn(house: House, { over, stays }: Account): Day | null {
  const last = stays.at(-1)?.until ?? null
  return over ?? (last !== null && last <= todayOf(house) ? last : null)
}

/** The deposit that is asked of whoever has a room. */
export const askedOf = (house: House, account: Account): number | null =>
  leftOn(house, account) === null ? (account.asked?.sum ?? null) : null
