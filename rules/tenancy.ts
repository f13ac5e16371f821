import { addMonths, type Day, shortDay } from './calendar.ts'

export const removalReasons = ['disciplinary', 'insufficient_funds', 'transfer', 'other'] as const
export type RemovalReason = (typeof removalReasons)[number]

export const transferReasons = ['personal', 'maintenance', 'upgrade', 'other'] as const
export type TransferReason = (typeof transferReasons)[number]

export const relationships = ['Parent', 'Guardian', 'Sibling', 'Spouse', 'Other'] as const
export type Relationship = (typeof relationships)[number]
export const genders = ['male', 'female'] as const
/** Of study (spec 5). */
export const years = [1, 2, 3, 4, 5, 6] as const

/** What counts of an ID or registration number, which people write with gaps, dashes and strokes. */
export const lettersAndDigits = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '')

/** How far ahead somebody may move in, be moved or leave; how long a stay may be agreed for. */
const most_ahead_months = 24
const longest_stay_months = 84

/** The last day that may be chosen for something to come. */
export const latestDay = (today: Day): Day => addMonths(today, most_ahead_months)

const tooFar = (day: Day, today: Day) =>
  day > latestDay(today) ? `Choose a day within two years, by ${shortDay(latestDay(today))}.` : null

/** What is wrong with the first day of a stay that a student asks for; null when nothing is. */
export function startProblem(start: Day, today: Day): string | null {
  if (start < today) return 'Choose today or a later day.'
  return tooFar(start, today)
}

/** The last day on which a stay may be agreed to end. */
export const lastEnd = (start: Day): Day => addMonths(start, longest_stay_months)

/** What is wrong with the day on which a stay is to end; null when nothing is. */
export function endProblem(end: Day, start: Day): string | null {
  if (end <= start) return 'Choose a day after the start date.'
  const last = lastEnd(start)
  return end > last ? `Choose a day within seven years, by ${shortDay(last)}.` : null
}

/** The stay in which an act on a tenancy falls: the one of today, or the first when it has not begun. */
export interface CurrentStay {
  from_day: Day
}

/** What is wrong with the day of a departure; null when nothing is. */
export function departureProblem(departure: Day, stay: CurrentStay, today: Day): string | null {
  if (departure < stay.from_day && stay.from_day > today) {
    return `They move in on ${shortDay(stay.from_day)}. To cancel that, choose the same day.`
  }
  if (departure < stay.from_day) {
    return `They have had this room since ${shortDay(stay.from_day)}. Choose that day or a later one.`
  }
  return tooFar(departure, today)
}

/** What is wrong with the day of a transfer; `last` is the day they leave, null when none is known. */
export function transferProblem(
  transfer: Day,
  stay: CurrentStay,
  last: Day | null,
  today: Day,
): string | null {
  if (transfer < stay.from_day) {
    return `They have had this room since ${shortDay(stay.from_day)}. Choose that day or a later one.`
  }
  if (last !== null && transfer >= last) {
    return `They leave on ${shortDay(last)}. Choose an earlier day.`
  }
  return tooFar(transfer, today)
}

export interface HeldStay {
  id: number
  from_day: Day
  /** The first day the place is free again; null when no end is known. */
  until_day: Day | null
}

const covers = (stay: HeldStay, day: Day) =>
  stay.from_day <= day && (stay.until_day === null || day < stay.until_day)

/** The stay that a tenancy is in today, or the first to come; undefined when it is over. Stays by day. */
export function currentStay<Stay extends HeldStay>(stays: Stay[], today: Day): Stay | undefined {
  return (
    stays.find((stay) => covers(stay, today)) ??
    stays.find((stay) => stay.from_day > today && stay.until_day !== stay.from_day)
  )
}

/**
 * What becomes of a tenancy's stays when nothing is to be held from a day on: those that last longer
 * end on it, and those that would begin later, or on the day itself, never come to be. The current one
 * keeps its place in the history even when it ends on the day it began.
 */
export function cutStays<Stay extends HeldStay>(
  stays: Stay[],
  current: Stay,
  day: Day,
): { shortened: Stay[]; dropped: Stay[] } {
  const later = stays.filter((stay) => stay !== current && stay.from_day >= day)
  const dropped = later.filter((stay) => stay.from_day > current.from_day || stay.id > current.id)
  const shortened = stays.filter(
    (stay) => !dropped.includes(stay) && (stay.until_day === null || stay.until_day > day),
  )
  return { shortened, dropped }
}
