import type { EntryList } from '#contract/overview.ts'
import { addMonths, type Day, firstDay, type Month, monthName } from '#rules/calendar.ts'
import { type Age, ages } from '#rules/overview.ts'
import { withQuery } from '../page-query.ts'
import type { WindowState } from '../tenancy/staff/room-window.tsx'

/** A filter for tenants who owe rent of one age or, if `overdue`, of two months ago and earlier. */
export type DebtFilter = Age | 'overdue'

/** The overview of a day (undefined for today). With an age, only tenants with rent of that age are listed as owing. */
export const overviewPath = (on: Day | undefined, age?: DebtFilter): string =>
  withQuery('/', { on, age })

/** The overview's table of rooms, limited to those whose windows show a state. */
export const overviewRoomsPath = (on: Day | undefined, rooms: WindowState): string =>
  `${withQuery('/', { on, rooms })}#room-table`

/** The charges or payments of a month that a figure of the overview counts. */
export const entriesPath = (of: EntryList, month: Month, on: Day | undefined): string =>
  withQuery('/staff/money', { of, month, on })

export const debtFilterOf = (text: string | null): DebtFilter | undefined =>
  text === 'overdue' ? text : ages.find((age) => age === text)

/** `30 September 2026` */
export const longDay = (day: Day): string =>
  `${Number(day.slice(8))} ${monthName(day.slice(0, 7))} ${day.slice(0, 4)}`

/** The month whose rent has an age on a given day. */
const monthBefore = (age: Age, day: Day): Month =>
  addMonths(firstDay(day.slice(0, 7)), -ages.indexOf(age)).slice(0, 7)

/** `November`, `August or earlier` */
export function monthOfAge(age: Age, day: Day): string {
  const name = monthName(monthBefore(age, day))
  return age === 'older' ? `${name} or earlier` : name
}

/** How old the unpaid rent of a month is on a day; undefined for a month that is still to come. */
export const ageOfMonth = (month: Month, day: Day): Age | undefined =>
  month < monthBefore('older', day) ? 'older' : ages.find((age) => monthBefore(age, day) === month)

export const sinceAge: Record<Age, string> = {
  this_month: 'this month',
  one_month: '1 month',
  two_months: '2 months',
  older: '3 months or more',
}
