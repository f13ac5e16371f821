import { addDays, addMonths, type Day, formatDay } from './calendar.ts'

export const removalReasons = ['disciplinary', 'insufficient_funds', 'transfer', 'other'] as const
export type RemovalReason = (typeof removalReasons)[number]

export const transferReasons = ['personal', 'maintenance', 'upgrade', 'other'] as const
export type TransferReason = (typeof transferReasons)[number]

export const relationships = ['Parent', 'Guardian', 'Sibling', 'Spouse', 'Other'] as const
export type Relationship = (typeof relationships)[number]
export const genders = ['male', 'female'] as const
export const yearsOfStudy = [1, 2, 3, 4, 5, 6] as const

interface TenancyAct {
  act: 'transfer' | 'cancel_transfer' | 'remove' | 'extend' | 'move_back'
  /** The day that was chosen; null when a leaving date was taken away. */
  day: Day | null
  room_number: string | null
}

/** An act of staff on a tenancy, in words that follow their name. */
export function tenancyActText({ act, day, room_number }: TenancyAct): string {
  const on = day ? formatDay(day) : ''
  switch (act) {
    case 'transfer':
      return `moved them to ${room_number} from ${on}`
    case 'cancel_transfer':
      return `cancelled the planned move; they keep ${room_number}`
    case 'remove':
      return `removed them, leaving on ${on}`
    case 'extend':
      return day ? `extended the stay to ${on}` : 'removed the leaving date'
    case 'move_back':
      return `let them move back into ${room_number} from ${on}`
  }
}

/** How far ahead a move may be planned. */
const MAX_MONTHS_AHEAD = 24
const LONGEST_STAY_MONTHS = 84

/** The last day on which a move-in, transfer or departure may be planned. */
export const latestPlannableDay = (today: Day): Day => addMonths(today, MAX_MONTHS_AHEAD)

const tooFarAhead = (day: Day, today: Day) =>
  day > latestPlannableDay(today)
    ? `Choose a day within two years, by ${formatDay(latestPlannableDay(today))}.`
    : null

/** How many days back staff can enter somebody who has moved in already. */
const MAX_DAYS_BACK = 31

/** The first day that an onboarding form takes. */
export const earliestStart = (today: Day, byStaff: boolean): Day =>
  byStaff ? addDays(today, -MAX_DAYS_BACK) : today

/** The error sentence for the first day in an onboarding form; null when it is valid. */
export function startDateError(start: Day, today: Day, byStaff = false): string | null {
  const earliest = earliestStart(today, byStaff)
  if (start < earliest) {
    return `Choose ${byStaff ? formatDay(earliest) : 'today'} or a later day.`
  }
  return tooFarAhead(start, today)
}

/** The last day on which a stay may be agreed to end. */
export const latestStayEnd = (start: Day): Day => addMonths(start, LONGEST_STAY_MONTHS)

/** The error sentence for the last day of a stay; null when it is valid. */
export function endDateError(end: Day, start: Day): string | null {
  if (end <= start) return 'Choose a day after the start date.'
  const last = latestStayEnd(start)
  return end > last ? `Choose a day within seven years, by ${formatDay(last)}.` : null
}

/** `endDateError` for an onboarding form, where somebody who has left already isn't moved in. */
export const agreedEndError = (end: Day, start: Day, today: Day): string | null =>
  end <= today && start < today ? 'Choose a day after today.' : endDateError(end, start)

/** The error sentence for the day of a departure; null when it is valid. `stay` is the current one. */
export function departureDateError(
  departure: Day,
  stay: { from_day: Day },
  today: Day,
): string | null {
  if (departure < stay.from_day && stay.from_day > today) {
    return `They move in on ${formatDay(stay.from_day)}. To cancel that, choose the same day.`
  }
  if (departure < stay.from_day) {
    return `They have had this room since ${formatDay(stay.from_day)}. Choose that day or a later one.`
  }
  return tooFarAhead(departure, today)
}

/** The error sentence for the day of a transfer; null when it is valid. `leaves` is null when no end is agreed. */
export function transferDateError(
  transfer: Day,
  stay: { from_day: Day },
  leaves: Day | null,
  today: Day,
): string | null {
  if (transfer < stay.from_day) {
    return `They have had this room since ${formatDay(stay.from_day)}. Choose that day or a later one.`
  }
  if (leaves !== null && transfer >= leaves) {
    return `They leave on ${formatDay(leaves)}. Choose an earlier day.`
  }
  return tooFarAhead(transfer, today)
}

/** The error sentence for the day a former tenant moves back in; null when it is valid. */
export function returnDateError(start: Day, leftOn: Day, today: Day): string | null {
  if (start < leftOn) return `They left on ${formatDay(leftOn)}. Choose that day or a later one.`
  return tooFarAhead(start, today)
}

export interface StayPeriod {
  id: number
  from_day: Day
  /** The first day the place is free again; null when no end is agreed. */
  until_day: Day | null
}

const covers = (stay: StayPeriod, day: Day) =>
  stay.from_day <= day && (stay.until_day === null || day < stay.until_day)

/** The stay that covers today, or the next one; undefined when the tenancy is over. `stays` are sorted by day. */
export function currentStay<Stay extends StayPeriod>(stays: Stay[], today: Day): Stay | undefined {
  return (
    stays.find((stay) => covers(stay, today)) ??
    stays.find((stay) => stay.from_day > today && stay.until_day !== stay.from_day)
  )
}

/**
 * How a tenancy's stays change when the tenant gives up the room on `day`: longer stays are shortened to it,
 * and stays that begin on it or later are cancelled. The current stay is never cancelled, so that it
 * remains in the history even when it ends on the day it began.
 */
export function planStayEnds<Stay extends StayPeriod>(
  stays: Stay[],
  current: Stay,
  day: Day,
): { shortened: Stay[]; cancelled: Stay[] } {
  const later = stays.filter((stay) => stay !== current && stay.from_day >= day)
  const cancelled = later.filter((stay) => stay.from_day > current.from_day || stay.id > current.id)
  const shortened = stays.filter(
    (stay) => !cancelled.includes(stay) && (stay.until_day === null || stay.until_day > day),
  )
  return { shortened, cancelled }
}

/**
 * How a former tenancy's stays change when the tenant has a room again from `start` on: a stay that ended on
 * that day in the same room goes on, otherwise a new one begins (`continued` is undefined). Stays of no
 * days that begin on `start` or later are `replaced`.
 */
export function stayAgain<Stay extends StayPeriod & { room_number: string }>(
  stays: Stay[],
  start: Day,
  roomNumber: string,
): { continued: Stay | undefined; replaced: Stay[] } {
  const continued = stays.findLast(
    (stay) => stay.until_day === start && stay.room_number === roomNumber,
  )
  const replaced = stays.filter(
    (stay) => stay !== continued && stay.from_day === stay.until_day && stay.from_day >= start,
  )
  return { continued, replaced }
}

/** The first word of a full name, and the rest, which may be empty. */
export function splitName(full_name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = full_name.trim().split(/\s+/)
  return { first_name, last_name: rest.join(' ') }
}
