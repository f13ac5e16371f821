import { createHash } from 'node:crypto'
import { dayOf } from '#rules/calendar.ts'
import { CLOSE_RULES, compareDay } from '#rules/day-close.ts'
import type { DayFacts, DayFigures, LedgerPayment } from '#rules/day-facts.ts'

/** What came for days after their closes, until another close has it. */
export interface LateIds {
  day: string
  entered: number[]
  taken_back: number[]
  rows: number[]
}

/**
 * What a close freezes: its figures, and which entries they are made of. Payments and rows are never changed, so that their
 * ids and what was known of them at the time are enough to compute the figures again.
 */
export interface Frozen {
  /** By which the figures were made. */
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

/** The same value has the same text: keys are sorted. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

/** The embedded database gives bytes that are no `Buffer`. */
export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Names what is shown of an open day. */
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
  /** Null where it is in the figures. */
  late: string | null
  previous_hash: Uint8Array | null
}

/** Of a close, with the hash of the one before. */
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

/** The second signature is added later, so it has a hash of its own. */
export const hashSecond = ({ hash, second_by, second_at, second_note }: SecondSignature): Buffer =>
  sha256(
    canonicalJson({
      ...{ second_by, second_note },
      close: hex(hash),
      second_at: second_at.toISOString(),
    }),
  )

/** What has come for a day since it was frozen. */
export function lateSince(frozen: Frozen, now: DayFacts): LateIds {
  const { company_id, day } = now
  const known = new Map(
    frozen.entries.payments.map(([company, id, , reversal]) => [`${company}/${id}`, reversal]),
  )
  const own = now.payments.filter((one) => one.company_id === company_id && dayOf(one.at) === day)
  const before = ({ id }: LedgerPayment) => known.get(`${company_id}/${id}`)
  const rows = new Set(frozen.entries.rows)
  // The entry that takes a payment back is the same money: the payment stands for both.
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

/** Without what another close has already. */
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
