import { addMonths, type Day, firstDay, later, type Month, monthName } from './calendar.ts'

/** Charges besides rent: fees by the residence's price list, and late fees. */
export const feeKinds = ['fee', 'late_fee'] as const
export type FeeKind = (typeof feeKinds)[number]

export const isFee = (kind: string): kind is FeeKind =>
  (feeKinds as readonly string[]).includes(kind)

/** A price and the day from which it holds, until the next one. */
export interface FeePrice {
  from_day: Day
  amount: number
}

/** The price on a day; before the first one, the first. */
export function priceOn(prices: readonly FeePrice[], day: Day): number | null {
  const sorted = prices.toSorted((one, other) => (one.from_day < other.from_day ? -1 : 1))
  return (sorted.findLast(({ from_day }) => from_day <= day) ?? sorted[0])?.amount ?? null
}

/** The next price after a day. */
export const nextPrice = (prices: readonly FeePrice[], day: Day): FeePrice | null =>
  prices
    .filter(({ from_day }) => from_day > day)
    .toSorted((one, other) => (one.from_day < other.from_day ? -1 : 1))[0] ?? null

/** A fee that is charged for every month of rent from the first to the last, both included. */
export interface RecurringFee {
  from_month: Month
  until_month: Month | null
  /** The agreed amount; null: the price of the list on the first of the month. */
  amount: number | null
  /** When it was entered: the fee of that month has the price of that day. */
  entered_on: Day
}

/**
 * The charges of a recurring fee for the months whose rent is charged: where no rent is due, nobody has a room. The caller
 * leaves out months that have the fee already.
 */
export const recurringDue = (
  { from_month, until_month, amount, entered_on }: RecurringFee,
  rentMonths: readonly Month[],
  prices: readonly FeePrice[],
): { month: Month; amount: number }[] =>
  [...new Set(rentMonths)]
    .filter((month) => month >= from_month && (until_month === null || month <= until_month))
    .sort()
    .flatMap((month) => {
      const due = amount ?? priceOn(prices, later(firstDay(month), entered_on))
      return due === null ? [] : [{ month, amount: due }]
    })

/** How far ahead a recurring fee may begin. It begins this month at the earliest. */
const MONTHS_AHEAD = 12

/** The last month in which a recurring fee may begin. */
export const latestStart = (month: Month): Month =>
  addMonths(firstDay(month), MONTHS_AHEAD).slice(0, 7)

/** `December 2026` */
export const monthAndYear = (month: Month): string => `${monthName(month)} ${month.slice(0, 4)}`

/** `every month from December 2026 until May 2027` */
export const spanText = ({
  from_month,
  until_month,
}: Pick<RecurringFee, 'from_month' | 'until_month'>): string =>
  from_month === until_month
    ? `for ${monthAndYear(from_month)} only`
    : `every month from ${monthAndYear(from_month)}${until_month ? ` until ${monthAndYear(until_month)}` : ' on'}`

/** A fee with what staff noted for the tenant: `Key replacement (lost on the bus)`. */
export const withNote = (name: string, note: string | null): string =>
  note ? `${name} (${note})` : name
