import { createHash } from 'node:crypto'
import { dayOf } from '#rules/calendar.ts'
import { CLOSE_RULES, compareDay } from '#rules/day-close.ts'
import type { DayFacts, DayFigures, LedgerPayment } from '#rules/day-facts.ts'

/** Late entries: those that came for a day after its close. The next close includes them. */
export interface LateIds {
  day: string
  entered: number[]
  taken_back: number[]
  rows: number[]
}

/**
 * What a close freezes: its figures, and the entries that they are made of. As payments and rows are never changed, their ids
 * and what was known about them at the time are enough to compute the figures again.
 */
export interface Frozen {
  /** Version of the rules by which the figures were computed. */
  rules: number
  figures: DayFigures
  entries: {
    covered: [from: string, until: string][]
    balance_before: number | null
    payments: [
      company_id: number,
      id: number,
      receipt: string | null,
      reversal_id: number | null,
      corrected: number,
    ][]
    rows: number[]
    desk: {
      company_id: number
      id: number
      receipt: string
      cents: number | null
      at: string | null
      state: DayFacts['desk'][number]['state']
    }[]
    counts: number[]
  }
}

export function freeze(facts: DayFacts): Frozen {
  return {
    rules: CLOSE_RULES,
    figures: compareDay(facts),
    entries: {
      covered: facts.covered.map(({ from, until }) => [from.toISOString(), until.toISOString()]),
      balance_before: facts.balance_before,
      payments: facts.payments.map(({ company_id, id, receipt, reversal_id, corrected }) => [
        company_id,
        id,
        receipt,
        reversal_id,
        corrected,
      ]),
      rows: facts.rows.map(({ id }) => id),
      desk: facts.desk.map(({ at, ...item }) => ({ ...item, at: at?.toISOString() ?? null })),
      counts: facts.counts.map(({ id }) => id),
    },
  }
}

/** JSON with sorted keys, so that equal values give the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

/** Accepts bytes that aren't a `Buffer`, because the embedded database returns such. */
export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Identifies the state of an open day that the user was shown. */
export const fingerprintOf = (frozen: Frozen): string => hex(sha256(canonicalJson(frozen)))

interface HashedClose {
  company_id: number
  number: number
  day: string
  figures: string
  open_cents: number
  reason: string | null
  alone: boolean
  signed_by: number
  signed_at: Date
  /** Late entries as JSON; null in older closes, which have them in their figures. */
  late: string | null
  previous_hash: Uint8Array | null
}

/** The hash of a close, which includes the hash of the close before. */
export const hashClose = ({ previous_hash, signed_at, late, ...close }: HashedClose): Buffer => {
  const { company_id, number, day, figures, open_cents, reason, alone, signed_by } = close
  return sha256(
    canonicalJson({
      ...{ company_id, number, day, figures, open_cents, reason, alone, signed_by },
      signed_at: signed_at.toISOString(),
      late: late ?? undefined,
      previous: previous_hash && hex(previous_hash),
    }),
  )
}

interface SecondSignature {
  hash: Uint8Array
  second_by: number
  second_at: Date
  second_note: string | null
}

/** The hash of the second signature, which is separate because that signature is added later. */
export const hashSecond = ({ hash, second_by, second_at, second_note }: SecondSignature): Buffer =>
  sha256(
    canonicalJson({
      ...{ second_by, second_note },
      close: hex(hash),
      second_at: second_at.toISOString(),
    }),
  )

/** The entries that came for a day after it was frozen. */
export function lateSince(frozen: Frozen, now: DayFacts): LateIds {
  const { company_id, day } = now
  const known = new Map(
    frozen.entries.payments.map(([company, id, , reversal]) => [`${company}/${id}`, reversal]),
  )
  const own = now.payments.filter((one) => one.company_id === company_id && dayOf(one.at) === day)
  const before = ({ id }: LedgerPayment) => known.get(`${company_id}/${id}`)
  const rows = new Set(frozen.entries.rows)
  // An entry that takes a payment back is about the same money, so only the payment is listed.
  const reversals = new Set(now.payments.flatMap(({ reversal_id }) => reversal_id ?? []))
  const isNew = (one: LedgerPayment) => before(one) === undefined && one.reversal_id === null
  return {
    day,
    entered: own.filter((one) => isNew(one) && !reversals.has(one.id)).map(({ id }) => id),
    taken_back: own
      .filter((one) => one.reversal_id !== null && before(one) === null)
      .map(({ id }) => id),
    rows: now.rows.filter((row) => dayOf(row.at) === day && !rows.has(row.id)).map(({ id }) => id),
  }
}

export const isNothing = ({ entered, taken_back, rows }: LateIds) =>
  entered.length + taken_back.length + rows.length === 0

/** Late entries without those that another close includes already. */
export function withoutKnown(late: LateIds, known: LateIds[]): LateIds {
  const rest = (name: 'entered' | 'taken_back' | 'rows') => {
    const seen = new Set(known.filter(({ day }) => day === late.day).flatMap((one) => one[name]))
    return late[name].filter((id) => !seen.has(id))
  }
  return {
    day: late.day,
    entered: rest('entered'),
    taken_back: rest('taken_back'),
    rows: rest('rows'),
  }
}
