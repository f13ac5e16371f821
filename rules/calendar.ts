/** Every "today" and "month" is Nairobi's: UTC+3 all year, no daylight saving. */
const nairobi = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' })

/** A calendar day, `2026-11-20`. */
export type Day = string
/** A calendar month, `2026-11`. */
export type Month = string

export const dayOf = (instant: Date): Day => nairobi.format(instant)

export const monthOf = (instant: Date): Month => dayOf(instant).slice(0, 7)

/** The instant at which a month begins in Nairobi. */
export const monthStart = (month: Month): Date => new Date(`${month}-01T00:00:00+03:00`)

export const firstDay = (month: Month): Day => `${month}-01`

export function nextMonth(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/** Every month from the first to the last, both included; empty when the last is earlier. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

/** M-Pesa's `20261120113112`, which is Nairobi time, as an instant; null when it is none. */
export function fromMpesaTime(stamp: unknown): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(stamp))
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** An instant as M-Pesa writes it, in Nairobi time. */
export function toMpesaTime(instant: Date): string {
  const local = new Date(instant.getTime() + 3 * 60 * 60 * 1000)
  return local.toISOString().replace(/\D/g, '').slice(0, 14)
}
