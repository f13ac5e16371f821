import * as z from 'zod/mini'
import { type DifferenceKind, differenceKinds } from '#rules/day-facts.ts'
import { endpoint } from './endpoint.ts'
import { day, optionalText } from './form.ts'
import { month } from './transactions.ts'

const cents = z.int()
const sum = z.object({ count: z.int(), cents })

/** Why the statement and the ledger of a day differ; rules/day-facts.ts says what the kinds mean. */
const difference = z.object({
  book: z.enum(['mpesa', 'refunds', 'bank', 'cash', 'balance']),
  kind: z.enum(Object.keys(differenceKinds) as DifferenceKind[]),
  /** Somebody has to look; what is explained needs nobody. */
  open: z.boolean(),
  /** Statement less ledger; of the drawer, counted less expected. */
  cents,
  receipt: z.nullable(z.string()),
  at: z.nullable(z.iso.datetime()),
  /** The account that the payment is on, and our own receipt. */
  full_name: z.nullable(z.string()),
  user_id: z.nullable(z.int()),
  receipt_number: z.nullable(z.string()),
  desk_id: z.nullable(z.int()),
  statement_id: z.nullable(z.int()),
  /** For the drawer: the reason given when it was counted. */
  reason: z.nullable(z.string()),
})
export type ShownDifference = z.infer<typeof difference>

const figures = z.object({
  /** Whether statements of the paybill cover the day. */
  coverage: z.enum(['whole', 'part', 'none']),
  mpesa: z.object({ statement: sum, reversed: sum, reported: sum, ledger: sum }),
  other_rows: sum,
  balance: z.nullable(z.object({ opening: cents, closing: cents })),
  /** Sent by M-Pesa; null in closes that were made before they were compared. */
  refunds: z.nullable(z.object({ statement: sum, ledger: sum })),
  bank: z.nullable(z.object({ statement: sum, ledger: sum })),
  cash: z.object({ received: sum, given_back: sum }),
  corrections: sum,
  /** Without their signs. */
  open_cents: cents,
})

export const MOST_LATE = 50

const lateEntry = z.object({
  /** The id of the payment or row. */
  id: z.int(),
  what: z.enum(['entered', 'taken_back', 'row']),
  at: z.iso.datetime(),
  cents,
  full_name: z.nullable(z.string()),
  user_id: z.nullable(z.int()),
  receipt_number: z.nullable(z.string()),
  /** For a row: its code, and a statement that has it; null for the paybill's in another residence. */
  receipt: z.nullable(z.string()),
  statement_id: z.nullable(z.int()),
})

/** How much came for a closed day after its close. */
const lateSums = z.object({
  day: z.iso.date(),
  /** Payments that were entered, and those that were taken back. */
  entered: sum,
  taken_back: sum,
  /** Rows of statements. */
  rows: sum,
})
export type LateSums = z.infer<typeof lateSums>

const lateEntries = z.extend(lateSums, {
  /** The first of them. */
  list: z.array(lateEntry),
})
export type LateEntries = z.infer<typeof lateEntries>

const close = z.object({
  number: z.int(),
  reason: z.nullable(z.string()),
  signed_by: z.string(),
  signed_at: z.iso.datetime(),
  /** Signed by the user who asks. */
  is_mine: z.boolean(),
  /** Nobody else could have signed. */
  alone: z.boolean(),
  second_by: z.nullable(z.string()),
  second_at: z.nullable(z.iso.datetime()),
  second_note: z.nullable(z.string()),
  /** SHA-256 of the frozen figures with the close before. */
  hash: z.string(),
})
export type Close = z.infer<typeof close>

const closeOfDay = z.object({
  day: z.iso.date(),
  is_today: z.boolean(),
  /** Frozen once somebody has signed. */
  figures,
  differences: z.array(difference),
  /** Names what is shown, for whoever signs it. */
  fingerprint: z.string(),
  /** Nobody else may handle money: one signature closes the day. */
  alone: z.boolean(),
  close: z.nullable(close),
  /** Entries that came for this day after it was signed, and the differences open now. */
  after: z.nullable(z.object({ entries: z.nullable(lateEntries), open_cents: cents })),
  /** Entries for closed days that came after their closes, until this day. */
  carried: z.array(lateEntries),
})
export type CloseOfDay = z.infer<typeof closeOfDay>

export const dayStates = ['nothing', 'open', 'signed', 'closed', 'differences'] as const

const dayOfMonth = z.object({
  day: z.iso.date(),
  /** `signed` waits for the second signature; `differences` is closed with some open. */
  state: z.enum(dayStates),
  /** In the ledger, by M-Pesa. */
  ledger: sum,
  /** On the statements; null without any, and for a residence that doesn't upload them. */
  statement: z.nullable(sum),
  /** Whether a statement covers the day, or a part of it. */
  covered: z.boolean(),
  open_cents: cents,
  /** Entries that came for a closed day after its close; its figures are those that were signed. */
  after: z.nullable(lateSums),
})
export type DayOfMonth = z.infer<typeof dayOfMonth>

const dayParams = z.object({ day: day('Please give a date as 2026-11-20.') })
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const listCloses = endpoint({
  method: 'GET',
  path: '/staff/closes/',
  who: 'staff:view',
  summary: 'The days of a month, the latest first: closed, open, or nothing happened',
  query: z.object({ month: z.optional(month) }),
  reply: z.object({ month: z.string(), days: z.array(dayOfMonth) }),
})

export const getClose = endpoint({
  method: 'GET',
  path: '/staff/closes/:day/',
  who: 'staff:view',
  summary: 'A day: what the statement has, what the ledger has, and why they differ',
  params: dayParams,
  reply: closeOfDay,
})

/** Why it is closed although something is open. */
export const firstSignature = z.object({ reason: optionalText(500) })

/** A remark of the second person, who sees something differently. */
export const secondSignature = z.object({ note: optionalText(500) })

export const signClose = endpoint({
  method: 'POST',
  path: '/staff/closes/:day/sign/',
  who: 'staff:money',
  tries: 'sign the close of a day',
  summary: 'Close a day: the first signature freezes its figures',
  status: 201,
  params: dayParams,
  body: z.extend(firstSignature, {
    /** The fingerprint of what was shown; a 409 when it is no longer so. */
    expected: hash,
  }),
  reply: z.object({ number: z.int() }),
})

export const countersignClose = endpoint({
  method: 'POST',
  path: '/staff/closes/:day/countersign/',
  who: 'staff:money',
  tries: 'sign the close of a day',
  summary: 'The second signature, of somebody else',
  params: dayParams,
  body: z.extend(secondSignature, {
    /** The hash of the close that is signed. */
    expected: hash,
  }),
  reply: z.object({ number: z.int() }),
})
