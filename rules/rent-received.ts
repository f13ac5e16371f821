import { addDays, type Day, firstDay, type Month, nextMonth } from './calendar.ts'
import { isFee } from './fee.ts'

/**
 * Splits money that came in into rent and other, and taxes the rent. This is the one place that says which entries of the
 * ledger are rent: `isRentCharge` tells charges apart, and a payment of an account is rent or something else by what it
 * pays for.
 */

/** Fees, by the price list or for paying late, are owed like rent but are none. */
export const isRentCharge = (kind: string): boolean => !isFee(kind)

/** An entry of one account's ledger. A payment is negative when it takes money back. */
export type AccountEntry =
  | { type: 'charge'; at: Date; amount: number; is_rent: boolean }
  | { type: 'payment'; at: Date; amount: number; id: number; takes_back: number | null }

/** The income of an entry. Money that comes in is rent, unless it pays for another charge. */
export interface Received {
  at: Date
  rent: number
  other: number
}

/**
 * The rent and other charges that an account paid, entry by entry. `entries` are all, the earliest first. Payments settle
 * rent before other charges, as for late fees; what is left is rent paid ahead. When that later settles another
 * charge, or that charge is taken back, it is moved in the month in which this happens: what was reported for earlier
 * months stays. All parts add up to what was paid, and `other` to the charges besides rent less their unpaid part.
 */
export function receivedByEntry(entries: readonly AccountEntry[]): Received[] {
  /** Unpaid sums. */
  const open = { rent: 0, other: 0 }
  const parts = new Map<number, Received>()
  let ahead = 0
  let paidOther = 0
  const received: Received[] = []

  function settle(amount: number, into: Received) {
    const rent = Math.min(open.rent, amount)
    const other = Math.min(open.other, amount - rent)
    open.rent -= rent
    open.other -= other
    ahead += amount - rent - other
    into.rent += amount - other
    into.other += other
  }

  function charge(amount: number, of: 'rent' | 'other', into: Received) {
    const covered = Math.min(ahead, amount)
    ahead -= covered
    open[of] += amount - covered
    into.rent -= covered
    into[of] += covered
  }

  /** A waiver, or a charge that is taken back: less is open, and what was paid for it settles others. */
  function takeOff(amount: number, of: 'rent' | 'other', into: Received) {
    const unpaid = Math.min(open[of], amount)
    open[of] -= unpaid
    into[of] -= amount - unpaid
    settle(amount - unpaid, into)
  }

  /** Money that goes back is what was paid ahead; beyond that the charges are open again that it had settled. */
  function payBack(amount: number, taken: Received | undefined, into: Received) {
    const fromAhead = Math.min(ahead, amount)
    const other = Math.min(amount - fromAhead, taken?.other ?? 0, paidOther)
    ahead -= fromAhead
    open.other += other
    open.rent += amount - fromAhead - other
    into.rent -= amount - other
    into.other -= other
  }

  for (const entry of entries) {
    const into = { at: entry.at, rent: 0, other: 0 }
    const size = Math.abs(entry.amount)
    if (entry.type === 'charge') {
      const of = entry.is_rent ? 'rent' : 'other'
      if (entry.amount > 0) charge(size, of, into)
      else takeOff(size, of, into)
    } else {
      if (entry.amount > 0) settle(size, into)
      else payBack(size, entry.takes_back === null ? undefined : parts.get(entry.takes_back), into)
      parts.set(entry.id, into)
    }
    paidOther += into.other
    if (into.rent !== 0 || into.other !== 0) received.push(into)
  }
  return received
}

/** The rate of the tax, in hundredths of a percent, and the month from which it holds. */
export interface TaxRate {
  from: Month
  rate: number
}

/**
 * Kenya's monthly rental income tax: of the gross rent that a resident receives for housing, where it is Ksh 288,000 to
 * 15,000,000 a year; final, without expenses (Income Tax Act, section 6A; 7.5 % by the Finance Act, 2023).
 */
export const lawRates: readonly TaxRate[] = [
  { from: '2016-01', rate: 1000 },
  { from: '2024-01', rate: 750 },
]

/** The rates that hold for a residence: the law's, and those that it has set, which hold until it sets another. */
export function ratesOf(own: readonly TaxRate[]): TaxRate[] {
  const first = own.map(({ from }) => from).sort()[0]
  return [...lawRates.filter(({ from }) => first === undefined || from < first), ...own].toSorted(
    (one, other) => (one.from < other.from ? -1 : 1),
  )
}

export const rateOf = (rates: readonly TaxRate[], month: Month): number =>
  rates.findLast(({ from }) => from <= month)?.rate ?? 0

/** In whole shillings, as it is filed. A month with more given back than received has none. */
export const taxOf = (rent: number, rate: number): number =>
  Math.round((Math.max(0, rent) * rate) / 10_000)

/** By when the tax of a month is filed and paid: the 20th of the next month. */
export const fileBy = (month: Month): Day => addDays(firstDay(nextMonth(month)), 19)

/** `7.5%` */
export const percentOf = (rate: number): string => `${rate / 100}%`
