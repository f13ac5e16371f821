import { type Day, isDay } from './calendar.ts'
import { plainTyped } from './typed.ts'

const names = [
  ['january', 'januari'],
  ['february', 'februari'],
  ['march', 'machi'],
  ['april', 'aprili'],
  ['may', 'mei'],
  ['june', 'juni'],
  ['july', 'julai'],
  ['august', 'agosti'],
  ['september', 'septemba'],
  ['october', 'oktoba'],
  ['november', 'novemba'],
  ['december', 'desemba'],
]

const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? /i
const clock = /(?:T|,? ?)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?|Z)?$/i
const gap = '[-/. ,]{1,3}'
const yearFirst = new RegExp(String.raw`^(\d{4})${gap}(\d{1,2}|[a-z]{3,9}\.?)${gap}(\d{1,2})$`, 'i')
const named = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?(?: of)?(?:${gap})?([a-z]{3,9}\.?)${gap}(\d{4}|\d{2})$`,
  'i',
)
const namedFirst = new RegExp(
  String.raw`^([a-z]{3,9}\.?)${gap}(\d{1,2})(?:st|nd|rd|th)?${gap}(\d{4})$`,
  'i',
)
const numbers = new RegExp(String.raw`^(\d{1,2})${gap}(\d{1,2})${gap}(\d{4}|\d{2})$`)
/** No day is written with more. */
const LONGEST_DAY = 60

const monthNumber = (text: string): number =>
  /^\d/.test(text)
    ? Number(text)
    : names.findIndex((month) => month.some((name) => name.startsWith(text.toLowerCase()))) + 1

/** Two digits are a year since M-Pesa began: `26-09-01` isn't 2001. */
function existing(year = '', month = '', date = ''): Day[] {
  if (year.length === 2 && year < '07') return []
  const two = (part: number | string) => String(part).padStart(2, '0')
  const full = year.length === 2 ? `20${year}` : year
  const day = `${full}-${two(monthNumber(month.replace('.', '')))}-${two(date)}`
  return isDay(day) ? [day] : []
}

const plainDay = (typed: string) => plainTyped(typed).replace(clock, '').replace(weekday, '')

/**
 * The days that a text can mean: none, one, or, for `9/1/2026`, the one of a reader who puts the day first and the one of a
 * reader who puts the month first, in this order. A time of day after it is left out.
 */
export function daysMeant(typed: string): Day[] {
  if (typed.length > LONGEST_DAY) return []
  const text = plainDay(typed)
  const [, year, month, date] = yearFirst.exec(text) ?? []
  if (year) return existing(year, month, date)
  const [, ofNamed, name, yearOfNamed] = named.exec(text) ?? []
  if (ofNamed) return existing(yearOfNamed, name, ofNamed)
  const [, first, second, last] = namedFirst.exec(text) ?? []
  if (first) return existing(last, first, second)
  const [, one, other, ofYear] = numbers.exec(text) ?? []
  if (!one) return []
  return [...new Set([...existing(ofYear, other, one), ...existing(ofYear, one, other)])]
}

export const dayOrders = ['day', 'month'] as const
/** Whether the day or the month comes first in a date written in numbers. */
export type DayOrder = (typeof dayOrders)[number]

/**
 * `2026-09-01`, `1/9/2026`, `01.09.26`, `1 Sep 2026`: the day comes before the month, as it does in Kenya, unless the month is said to
 * be first. Null for anything else, and for what is a day only in the other order. Whoever can ask, asks, by `daysMeant`.
 */
export function readDay(typed: string, first: DayOrder = 'day'): Day | null {
  const meant = daysMeant(typed)
  const [, one, other, year] = meant.length > 0 ? (numbers.exec(plainDay(typed)) ?? []) : []
  if (!one) return meant[0] ?? null
  return (first === 'day' ? existing(year, other, one) : existing(year, one, other))[0] ?? null
}

/** Whether a text in numbers is a day only where the month comes first: `9/15/2026`. */
export function isMonthFirst(typed: string): boolean {
  const [day, other] = daysMeant(typed)
  const [, , second] = numbers.exec(plainDay(typed)) ?? []
  return day !== undefined && other === undefined && Number(second) > 12
}
