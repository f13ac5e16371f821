import { addDays, addMonths, type Day, firstDay, formatDay, nextMonth } from './calendar.ts'
import { ksh } from './money.ts'
import { byWhen, type Part } from './promise.ts'

/** An instalment as it was agreed: on a day, or so many days after HELB has come. */
export interface Instalment {
  amount: number
  day: Day | null
  helb_round: number | null
  days_after: number | null
}

/** News of one of HELB's payouts. */
export interface HelbRound {
  round: number
  kind: 'expected' | 'came'
  day: Day
}

/** The days after HELB has come until a promise is due. */
export const DAYS_AFTER_HELB = 7

const roundOf = ({ helb_round }: Instalment, rounds: readonly HelbRound[]) =>
  rounds.find(({ round }) => round === helb_round)

/** When an instalment is due; null while HELB has not come. */
export function dueDay(instalment: Instalment, rounds: readonly HelbRound[]): Day | null {
  if (instalment.helb_round === null) return instalment.day
  const round = roundOf(instalment, rounds)
  return round?.kind === 'came' ? addDays(round.day, instalment.days_after ?? 0) : null
}

/** When it is expected to be due; null when nothing is known of HELB. */
export function expectedDay(instalment: Instalment, rounds: readonly HelbRound[]): Day | null {
  if (instalment.helb_round === null) return instalment.day
  const round = roundOf(instalment, rounds)
  return round ? addDays(round.day, instalment.days_after ?? 0) : null
}

export const withDueDays = (
  instalments: readonly Instalment[],
  rounds: readonly HelbRound[],
): (Part & Pick<Instalment, 'helb_round' | 'days_after'> & { expected: Day | null })[] =>
  instalments.map((one) => ({
    amount: one.amount,
    helb_round: one.helb_round,
    days_after: one.days_after,
    day: dueDay(one, rounds),
    expected: expectedDay(one, rounds),
  }))

export const MOST_INSTALMENTS = 12
/** Nothing is planned beyond a year. */
export const lastPlanDay = (today: Day): Day => addMonths(today, 12)

/** Why instalments make no plan for what is owed; null when they do. */
export function planProblem(
  instalments: readonly Pick<Instalment, 'amount' | 'day'>[],
  owed: number,
  today: Day,
): string | null {
  if (owed <= 0) return 'Nothing is owed, so there is nothing to plan.'
  const last = lastPlanDay(today)
  for (const { day } of instalments) {
    if (day !== null && day < today) return `${formatDay(day)} is over. Choose a later day.`
    if (day !== null && day > last) return `Choose days up to ${formatDay(last)}.`
  }
  const sum = instalments.reduce((total, { amount }) => total + amount, 0)
  if (sum === owed) return null
  const differs = ksh(Math.abs(owed - sum))
  return `The parts add up to ${ksh(sum)}, ${differs} ${sum > owed ? 'more' : 'less'} than the ${ksh(owed)} owed.`
}

/** Bills that a plan covers and that aren't due yet: what they come to, and when the last of them is due. */
export interface PlannedBills {
  amount: number
  by: Day
}

/** A plan as both sides agree to it. */
export function planWording(
  tenant: string,
  residence: string,
  { owed, today, bills }: { owed: number; today: Day; bills: PlannedBills | null },
  instalments: readonly Instalment[],
  helb: HelbRound | null,
): string {
  const parts = instalments.map((one, index) => {
    const expected = one.day === null && helb ? `, expected on ${formatDay(helb.day)}` : ''
    return `${index + 1}. ${ksh(one.amount)} ${byWhen(one)}${expected}`
  })
  const now = bills ? owed - bills.amount : owed
  const owes = [
    ...(now > 0 ? [`${ksh(now)} on ${formatDay(today)}`] : []),
    ...(bills ? [`${ksh(Math.min(owed, bills.amount))} by ${formatDay(bills.by)}`] : []),
  ]
  return [
    `${tenant} owes ${residence} ${owes.join(' and ')}${owes.length > 1 ? ',' : ''} and will pay it in ${parts.length === 1 ? 'one part' : `${parts.length} parts`}:`,
    ...parts,
    `While the parts are paid on time, ${residence} doesn’t ask for this money earlier. Rent that is charged later isn’t part of it.`,
  ].join('\n')
}

export const promiseWording = (
  tenant: string,
  residence: string,
  part: Instalment,
  today: Day,
): string =>
  `On ${formatDay(today)} ${tenant} promised ${residence} ${ksh(part.amount)} ${byWhen(part)}.`

/** The unpaid sum of parts that wait for HELB and fall due by the end of the month in which it comes. */
export function helbForecast(
  parts: readonly { unpaid: number; days_after: number | null }[],
  comes: Day,
): { by: Day; shillings: number } {
  const by = addDays(firstDay(nextMonth(comes.slice(0, 7))), -1)
  const shillings = parts
    .filter(({ days_after }) => days_after !== null && addDays(comes, days_after) <= by)
    .reduce((sum, { unpaid }) => sum + unpaid, 0)
  return { by, shillings }
}
