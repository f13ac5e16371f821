const DAY_MS = 24 * 60 * 60 * 1000
/** From UTC to the time of Nairobi, whose time every "today" and "month" is: three hours all year. */
const NAIROBI_MS = 3 * 60 * 60 * 1000

/** A date whose UTC parts are those of Nairobi. */
const toNairobi = (instant: Date) => new Date(instant.getTime() + NAIROBI_MS)

/** A calendar day, `2026-11-20`. */
export type Day = string
/** A calendar month, `2026-11`. */
export type Month = string

const MAX_WRITTEN = 5000
const written = new Map<number, Day>()

/** The day of a time in milliseconds. Days are kept once written: writing one takes twenty times as long as finding it. */
function dayAt(time: number): Day {
  const number = Math.floor(time / DAY_MS)
  const before = written.get(number)
  if (before !== undefined) return before
  const day = new Date(number * DAY_MS).toISOString().slice(0, 10)
  if (written.size >= MAX_WRITTEN) written.clear()
  written.set(number, day)
  return day
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : `${number}`)

/** In UTC and to the second, such as `2026-11-23T09:30:00Z`: nobody reads milliseconds, and lists have many. */
export function isoTime(instant: Date): string {
  const time = instant.getTime()
  const seconds = Math.floor(time / 1000) - Math.floor(time / DAY_MS) * 86_400
  const minutes = Math.floor(seconds / 60)
  return `${dayAt(time)}T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}Z`
}

export const dayOf = (instant: Date): Day => dayAt(instant.getTime() + NAIROBI_MS)

export const monthOf = (instant: Date): Month => dayOf(instant).slice(0, 7)

/** The instant at which a day begins in Nairobi. */
export const dayStart = (day: Day): Date => new Date(`${day}T00:00:00+03:00`)

/** The instant at which a day ends in Nairobi, and the next one begins. */
export const dayEnd = (day: Day): Date => dayStart(addDays(day, 1))

/** The instant at which a month begins in Nairobi. */
export const monthStart = (month: Month): Date => dayStart(firstDay(month))

export const firstDay = (month: Month): Day => `${month}-01`

export function nextMonth(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

export const lastDay = (month: Month): Day => addDays(firstDay(nextMonth(month)), -1)

/** Whether a day exists: no 31 April, 29 February in leap years only. */
export function isDay(text: string): text is Day {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

export function addDays(day: Day, days: number): Day {
  const midnight = new Date(`${day}T00:00:00Z`)
  midnight.setUTCDate(midnight.getUTCDate() + days)
  return midnight.toISOString().slice(0, 10)
}

/** The date `count` months later, or the last day of a month that is too short. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const there = new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastDate)))
  return there.toISOString().slice(0, 10)
}

/** The later of two days, or of two months. */
export function later(one: string, other: string): string {
  if (one < other) return other
  return one
}

const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/

/**
 * Every month from the first to the last, both included.
 * @throws {RangeError} for what is no month: no month ever comes after `a`
 */
export function monthsBetween(first: Month, last: Month): Month[] {
  for (const month of [first, last]) {
    if (!isMonth.test(month)) throw new RangeError(`no month: ${month.slice(0, 20)}`)
  }
  const months: Month[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

/** M-Pesa's `20261120113112`, in Nairobi time; null for anything else. */
export function fromMpesaTime(stamp: unknown): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(stamp))
  if (!parts) return null
  const [, year = '', month, day, hour, minute, second] = parts
  // M-Pesa began in 2007.
  if (year < '2007' || year > '2099') return null
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** `20261120113112`, in Nairobi time. */
export function toMpesaTime(instant: Date): string {
  return toNairobi(instant).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** `2026-11-20 08:00:00`, in Nairobi time, for M-Pesa's statement. */
export const toMpesaDateTime = (instant: Date): string =>
  toNairobi(instant).toISOString().slice(0, 19).replace('T', ' ')

const months =
  'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** `19:42` */
export const formatTime = (instant: Date): string => toNairobi(instant).toISOString().slice(11, 16)

/** `1:05` for 65 seconds. */
export const formatMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** `5 Nov 2026, 19:42` */
export function formatDateTime(instant: Date): string {
  const there = toNairobi(instant)
  const month = months[there.getUTCMonth()]?.slice(0, 3)
  return `${there.getUTCDate()} ${month} ${there.getUTCFullYear()}, ${formatTime(instant)}`
}

/** `5 Nov, 19:42`; with the year when it isn't this one. */
export function formatRecent(instant: Date, now: Date): string {
  const there = formatDateTime(instant)
  const year = String(toNairobi(now).getUTCFullYear())
  return there.replace(` ${year},`, ',')
}

/** `a minute ago`, `2 hours ago`, `on 5 Nov 2026` */
export function timeAgo(instant: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`
  return `on ${formatDay(dayOf(instant))}`
}

/** `5 Nov 2026` */
export function formatDay(day: Day): string {
  const [year, month = '', date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]?.slice(0, 3)} ${year}`
}

/** `Friday 20 November` */
export function formatLongDay(instant: Date): string {
  const there = toNairobi(instant)
  return `${weekdays[there.getUTCDay()]} ${there.getUTCDate()} ${months[there.getUTCMonth()]}`
}

/** `November` */
export const monthName = (month: Month): string => months[Number(month.slice(5)) - 1] ?? month

export function previousMonth(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}
