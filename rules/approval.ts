import type { DeskAction, DeskReason } from './desk.ts'
import type { HandKind } from './hand-entry.ts'
import { mayDo, type StaffRole } from './staff-roles.ts'

/** Acts on money that may wait for a second person. */
export const approvalActs = [
  'waiver',
  'refund',
  'undo',
  'reversal',
  'correction',
  'confirmation',
  'restoration',
  'removal',
  'transfer',
  'rents',
  'wifi_prices',
  'wifi_plan',
  'deposit',
  'deposit_refund',
  'deposit_undo',
] as const
export type ApprovalAct = (typeof approvalActs)[number]

export const approvalOutcomes = ['approved', 'refused', 'withdrawn', 'expired', 'outdated'] as const
export type ApprovalOutcome = (typeof approvalOutcomes)[number]

const HOUR_MS = 3_600_000
/** Where nobody else could approve, an act takes effect by itself after this time. */
export const DELAY_HOURS = 24
/** An act that nobody has decided on after so many days is not done. */
export const EXPIRY_DAYS = 14

export const takesEffectAt = (asked: Date): Date =>
  new Date(asked.getTime() + DELAY_HOURS * HOUR_MS)

export const isExpired = (asked: Date, now: Date): boolean =>
  now.getTime() - asked.getTime() >= EXPIRY_DAYS * 24 * HOUR_MS

interface Compared {
  /** Acts above it wait; null: none do. */
  limit: number | null
  at_stake: number
}

export const mustWait = ({ limit, at_stake }: Compared): boolean =>
  limit !== null && at_stake > 0 && at_stake > limit

export interface Stake {
  at_stake: number
  /** What it gives away at once, which is added up over a day; without it, all that is at stake. */
  given?: number
}

/** Whether an act is above the limit, alone or with what its maker has given away `today`. */
export const isAbove = (
  limit: number | null,
  { at_stake, given = at_stake }: Stake,
  today: number,
): boolean => mustWait({ limit, at_stake: Math.max(at_stake, given > 0 ? given + today : 0) })

interface Person {
  id: number
  role: StaffRole | null
}

/** Who asked for something never approves it, and whoever approves decides about money. */
export const mayApprove = ({ id, role }: Person, asked_by: number): boolean =>
  id !== asked_by && mayDo(role, 'money')

/** The sum the residence gives away by an entry; money that came in is none of that. */
export const entryStake = ({ kind, amount }: { kind: HandKind; amount: number }): number =>
  kind === 'waiver' || kind === 'refund' ? amount : 0

/** The sum that stops counting when an entry is taken back: money that was received, or what was added to a debt. */
export const undoStake = (amount: number): number => Math.max(0, amount)

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** What is taken off charged rent; what is charged more for one month hides nothing of it. */
export const takenOff = (changes: readonly { amount: number }[]): number =>
  sum(changes.map(({ amount }) => Math.max(0, -amount)))

/**
 * A debt is easily forgotten once its tenant has left, so that a removal puts all at stake that they owed before it, and gives
 * away what it takes off.
 */
export const removalStake = (owed: number, given: number): Stake => ({
  at_stake: Math.max(0, owed, given),
  given,
})

/**
 * At the desk: what stops counting, and what counts on the word of staff only, before M-Pesa has reported it. What only an
 * uploaded file has waits for a second person already, who is the one that confirms it.
 */
export function deskStake(action: DeskAction, reason: DeskReason, amounts: number[]): number {
  if (action === 'confirm') return reason === 'only_in_upload' ? 0 : sum(amounts)
  return action === 'correct' ? sum(amounts.map((amount) => Math.max(0, -amount))) : 0
}

/** The sum by which a month's rent falls in all, and what is given back for months that were charged. */
export const rentStake = (
  rooms: { before: number; after: number }[],
  corrections: { amount: number }[],
): number =>
  sum(rooms.map(({ before, after }) => Math.max(0, before - after))) + takenOff(corrections)

interface Bundle {
  gigabytes: number
  days: number
  price: number
}

/** How much less is asked for the same or for more, over the bundles that are new in a price list. */
export function priceStake(before: Bundle[], after: Bundle[]): number {
  const isOld = ({ gigabytes, days, price }: Bundle) =>
    before.some((was) => was.gigabytes === gigabytes && was.days === days && was.price === price)
  const cut = ({ gigabytes, days, price }: Bundle) =>
    Math.max(
      0,
      ...before
        .filter((was) => was.gigabytes <= gigabytes && was.days <= days)
        .map((was) => was.price - price),
    )
  return sum(after.filter((one) => !isOld(one)).map(cut))
}
