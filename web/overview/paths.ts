import type { EntryList } from '#contract/overview.ts'
import { type Day, type Month, monthName } from '#rules/calendar.ts'
import { type Age, ages } from '#rules/overview.ts'
import { withQuery } from '../page-query.ts'
import type { WindowState } from '../tenancy/staff/room-map.tsx'

/** A filter for tenants who owe rent of one age or, if `overdue`, of two months ago and earlier. */
export type DebtFilter = Age | 'overdue'

/** The overview of a day (undefined for today). With an age, only tenants with rent of that age are listed as owing. */
export const overviewPath = (on: Day | undefined, age?: DebtFilter): string =>
  withQuery('/staff', { on, age })

/** The overview's table of rooms, limited to those whose windows show a state. */
export const overviewRoomsPath = (on: Day | undefined, rooms: WindowState): string =>
  `${withQuery('/staff', { on, rooms })}#room-table`

/** The charges or payments of a month that a figure of the overview counts. */
export const entriesPath = (of: EntryList, month: Month, on: Day | undefined): string =>
  withQuery('/staff/money', { of, month, on })

export const debtFilterOf = (text: string | null): DebtFilter | undefined =>
  text === 'overdue' ? text : ages.find((age) => age === text)

/** `30 September 2026` */
export const longDay = (day: Day): string =>
  `${Number(day.slice(8))} ${monthName(day.slice(0, 7))} ${day.slice(0, 4)}`
