import { addDays, addMonths, type Day, dayEnd, dayOf, formatDay } from './calendar.ts'
import { ksh } from './money.ts'

/**
 * By when a tenant pays what they owe: a promise has one part, an instalment plan has several. Both change no balance, and
 * whether one is kept is computed from the payments.
 */
export const agreementKinds = ['promise', 'plan'] as const
export type AgreementKind = (typeof agreementKinds)[number]

/** A payment of rent on an account, or what takes one back. */
export interface LedgerPayment {
  id: number
  amount: number
  paid_at: Date
  kind: string
  /** The payment that it takes back or makes count again. */
  reverses_payment_id: number | null
}

/** A payment that counts; `origin` is the payment that it is or restores. */
export interface CountingPayment {
  origin: number
  amount: number
  paid_at: Date
}

/** Without what was taken back, and what took it back; the view `counting_payments` does the same in SQL. */
export function countingPayments(payments: readonly LedgerPayment[]): CountingPayment[] {
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const named = new Set(payments.map(({ reverses_payment_id }) => reverses_payment_id))
  const originOf = (payment: LedgerPayment): number => {
    const before =
      payment.reverses_payment_id === null ? undefined : byId.get(payment.reverses_payment_id)
    return before ? originOf(before) : payment.id
  }
  return payments
    .filter(
      ({ id, kind, reverses_payment_id }) =>
        !named.has(id) && (reverses_payment_id === null || kind !== 'correction'),
    )
    .map((payment) => ({
      origin: originOf(payment),
      amount: payment.amount,
      paid_at: payment.paid_at,
    }))
}

export interface Part {
  amount: number
  /** Null as long as HELB, which it waits for, has not come. */
  day: Day | null
}

export interface Agreement<P extends Part = Part> {
  /** The account's last payment when the agreement was made: only later payments keep it. */
  after_payment: number
  /** In the order in which they were agreed. */
  parts: readonly P[]
  /** When it was withdrawn, or another one replaced it. */
  until: Date | null
}

export const partOutcomes = ['pending', 'kept', 'broken', 'ended'] as const
export type PartOutcome = (typeof partOutcomes)[number]

export interface Judged<P extends Part = Part> {
  /** The earliest first, what has no day last. */
  parts: (P & { outcome: PartOutcome; unpaid: number })[]
  /** The outcome of all parts together. */
  outcome: PartOutcome
  /** The sum that should have been paid by yesterday and is not paid by now. */
  missing: number
  /** The sum that is not paid by now; 0 once the agreement has ended. */
  unpaid: number
}

/**
 * Judges an agreement by the payments that came after it was made. They pay for the earliest part first. A part is
 * kept if it was paid by the end of its day on M-Pesa's clock, and broken for good if it wasn't.
 */
export function judge<P extends Part>(
  { after_payment, parts, until }: Agreement<P>,
  payments: readonly CountingPayment[],
  now: Date,
): Judged<P> {
  const today = dayOf(now)
  const counted = payments.filter(({ origin }) => origin > after_payment)
  const paidBefore = (end: Date | null) =>
    counted.reduce(
      (sum, { amount, paid_at }) => (end === null || paid_at < end ? sum + amount : sum),
      0,
    )
  const paid = Math.max(0, paidBefore(null))
  let needed = 0
  let missing = 0
  const judged = inOrder(parts).map((part) => {
    const before = needed
    needed += part.amount
    const unpaid = Math.min(part.amount, Math.max(0, needed - Math.max(before, paid)))
    const end = part.day === null ? null : dayEnd(part.day)
    // It ended before the part was due.
    const isCut = until !== null && (end === null || until < end)
    const isPast = part.day !== null && part.day < today
    const outcome: PartOutcome =
      paidBefore(isCut ? until : end) >= needed
        ? 'kept'
        : isCut
          ? 'ended'
          : isPast
            ? 'broken'
            : 'pending'
    if (isPast) missing = Math.max(0, needed - paid)
    return { ...part, outcome, unpaid: until === null ? unpaid : 0 }
  })
  return {
    parts: judged,
    outcome: outcomeOf(judged.map(({ outcome }) => outcome)),
    missing: until === null ? missing : 0,
    unpaid: judged.reduce((sum, { unpaid }) => sum + unpaid, 0),
  }
}

const inOrder = <P extends Part>(parts: readonly P[]): P[] =>
  parts.toSorted((one, other) => {
    if (one.day === other.day) return 0
    if (one.day === null) return 1
    return other.day === null || one.day < other.day ? -1 : 1
  })

/** Broken as soon as a part is; kept when all are. */
function outcomeOf(parts: PartOutcome[]): PartOutcome {
  const worst = (['broken', 'ended', 'pending'] as const).find((one) => parts.includes(one))
  return worst ?? 'kept'
}

/** A residence's rules for promises of its tenants. */
export interface PromiseRules {
  allowed: boolean
  /** At most so many days ahead. */
  days: number
  /** At most so much of what is owed. */
  percent: number
  per_half_year: number
}

/** The largest promise that somebody can make, and the latest day for it. */
export interface MayPromise {
  most: number
  last_day: Day
}

/** Why nothing can be promised. */
export const noPromiseReasons = ['off', 'nothing_owed', 'open', 'too_often'] as const
export type NoPromise = (typeof noPromiseReasons)[number]

interface Standing {
  owed: number
  /** A promise or plan of theirs is not over, or waits for somebody to agree. */
  has_open: boolean
  /** When they made promises, whatever became of them. */
  made: readonly Date[]
}

/** The promise that somebody may make by the rules of the residence, or why none. */
export function mayPromise(
  { allowed, days, percent, per_half_year }: PromiseRules,
  { owed, has_open, made }: Standing,
  now: Date,
): MayPromise | NoPromise {
  if (!allowed) return 'off'
  if (owed <= 0) return 'nothing_owed'
  if (has_open) return 'open'
  const today = dayOf(now)
  const since = addMonths(today, -6)
  if (made.filter((at) => dayOf(at) > since).length >= per_half_year) return 'too_often'
  return {
    most: Math.max(1, Math.floor((owed * percent) / 100)),
    last_day: addDays(today, days),
  }
}

export const noPromiseTexts: Record<NoPromise, string> = {
  off: 'Please talk to the office: this residence doesn’t take promises here.',
  nothing_owed: 'You don’t owe anything at the moment.',
  open: 'You have promised already, or have a plan. You can promise again when it’s over.',
  too_often: 'You’ve made as many promises as you can in six months. Please talk to the office.',
}

/** By when, for a sentence: `by 5 Dec 2026`, `when HELB comes`. */
export function byWhen(part: { day: Day | null; days_after: number | null }): string {
  if (part.day !== null) return `by ${formatDay(part.day)}`
  return part.days_after ? `within ${part.days_after} days after HELB comes` : 'when HELB comes'
}

/** The coming part of a promise or plan, in one sentence: `You promised Ksh 3,000 by 5 Dec 2026.` */
export function agreedText(
  kind: AgreementKind,
  next: { amount: number; day: Day | null; days_after: number | null },
): string {
  const what = `${ksh(next.amount)} ${byWhen(next)}`
  return kind === 'promise' ? `You promised ${what}.` : `Under your plan you pay ${what}.`
}
