import { addDays, type Day } from './calendar.ts'
import { dayOfCode } from './mpesa-code.ts'

/** Outcomes of a payment that somebody says they made. */
export const claimStates = [
  /** It counts on the account of whoever claims it. */
  'credited',
  /** They paid it, by a push, for another account. */
  'for_other',
  /** It counts on another account, and they did not pay it by a push. */
  'elsewhere',
  /** M-Pesa has sent it back to the payer, and it counts nowhere. */
  'returned',
  'on_desk',
  /** Staff have decided to credit nothing. */
  'dismissed',
  /** M-Pesa has reported it a moment ago. */
  'reported',
  /** Staff have found out that it was not paid to the residence. */
  'closed',
  /** A payment of theirs counts of which M-Pesa has not named the code: most likely this one. */
  'likely',
  /** A push of theirs has not ended. */
  'push_open',
  'unknown',
] as const
export type ClaimState = (typeof claimStates)[number]

/** The database's knowledge about the code and about who claims it. */
export interface ClaimTrace {
  /** The account it counts on; `for_other`: the claimant paid it for another one. */
  counts: 'own' | 'for_other' | 'other' | null
  /** M-Pesa's statement has its reversal. */
  returned: boolean
  desk: 'open' | 'closed' | null
  reported: boolean
  closed: boolean
  likely: boolean
  push_open: boolean
}

/** The strongest of what is known: money that counts, then what staff have, then what may be. */
export function claimState(trace: ClaimTrace): ClaimState {
  if (trace.counts) return trace.counts === 'own' ? 'credited' : stateElsewhere[trace.counts]
  if (trace.returned) return 'returned'
  if (trace.desk) return trace.desk === 'open' ? 'on_desk' : 'dismissed'
  if (trace.reported) return 'reported'
  if (trace.closed) return 'closed'
  if (trace.likely) return 'likely'
  return trace.push_open ? 'push_open' : 'unknown'
}
const stateElsewhere = { for_other: 'for_other', other: 'elsewhere' } as const

/** Nothing is known of the code: proof may still come. */
export const isOpenClaim = (state: ClaimState): boolean =>
  state === 'unknown' || state === 'push_open' || state === 'likely'

/** Whether somebody waits for an answer about money that they say they paid. */
export const isDisputed = (state: ClaimState): boolean =>
  isOpenClaim(state) || state === 'reported' || state === 'on_desk'

/** M-Pesa names every payment within a day, by itself or on its statement. */
export const UNREPORTED_AFTER_MS = 24 * 60 * 60 * 1000

/** Nobody looks for a payment as old as this. */
const DAYS_BACK = 60

/** Why a code may have been typed wrongly, by the day that is in it; null when nothing speaks for that. */
export function oddDayOf(
  { receipt, on }: { receipt: string; on: Day | null },
  today: Day,
): { made_on: Day | null; odd: 'no_day' | 'future' | 'old' | 'differs' } | null {
  const made_on = dayOfCode(receipt)
  if (made_on === null) return { made_on, odd: 'no_day' }
  if (made_on > today) return { made_on, odd: 'future' }
  if (on !== null && on !== made_on) return { made_on, odd: 'differs' }
  return made_on < addDays(today, -DAYS_BACK) ? { made_on, odd: 'old' } : null
}
