import * as z from 'zod/mini'
import {
  depositForms,
  depositKinds,
  depositNeedsReason,
  depositNeedsReference,
} from '#rules/deposit.ts'
import { paymentKinds } from '#rules/payment.ts'
import { waiting, waits } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { MISSING_REASON, MISSING_REFERENCE, undoForm } from './entries.ts'
import { day, entityId, idParams, integer, optionalText, wholeShillings } from './form.ts'
import { pageQuery } from './page.ts'

/** Money of tenants that the residence holds, in a ledger of its own. */

const shillings = z.int()

const depositEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(depositKinds),
  /** The kind of the payment that it follows. */
  payment_kind: z.nullable(z.enum(paymentKinds)),
  /** How it changes what is held. */
  amount: shillings,
  /** The deposit held after it. */
  held: shillings,
  receipt_number: z.nullable(z.string()),
  mpesa_receipt_number: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The picture of what a deduction is for, see `linkDocument`. */
  document_id: z.nullable(z.int()),
  /** The member of staff who entered it. */
  by: z.nullable(z.string()),
  /** The kind of the entry that it takes back. */
  takes_back: z.nullable(z.enum(depositKinds)),
  voided: z.boolean(),
  can_undo: z.boolean(),
})
export type DepositEntry = z.infer<typeof depositEntry>

const refundClock = z.object({
  left_on: z.iso.date(),
  due_on: z.iso.date(),
  /** Until that day; negative once it has gone by. */
  days_left: z.int(),
})

/** The deposit asked of a tenant, the sum held, and the day by which it has to be given back. */
export const depositState = z.object({
  /** As agreed for the stay; null when none was. */
  asked: z.nullable(shillings),
  held: shillings,
  /** The part of `asked` that is still to be paid. */
  to_pay: shillings,
  /** Set when the tenant has left and something is held. */
  refund: z.nullable(refundClock),
})
export type DepositState = z.infer<typeof depositState>

const deposit = z.extend(depositState, {
  /** The latest first. */
  entries: z.array(depositEntry),
})
export type Deposit = z.infer<typeof deposit>

export const getOwnDeposit = endpoint({
  method: 'GET',
  path: '/deposit/',
  who: 'user',
  summary: 'My deposit: what was asked, what is held, and how it came about',
  reply: deposit,
})

export const getTenantDeposit = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/deposit/',
  who: 'staff:view',
  summary: 'The deposit of a current or former tenant, with its entries',
  params: idParams,
  reply: deposit,
})

/** The form for an entry in a deposit's ledger. */
export const depositForm = z
  .object({
    kind: z.enum(depositForms, 'Please choose what you enter.'),
    amount: wholeShillings('Please give whole shillings, 1 to 1,000,000.', 1, 1_000_000),
    /** When the money was received or given back. */
    on: day('Please choose the day.'),
    /** The bank's or M-Pesa's code, or who signed for cash that was given back. */
    reference: optionalText(60),
    reason: optionalText(500),
    /** The picture of a deduction, see `addDeductionPhoto`. */
    document_id: z.optional(entityId('Please choose the picture again.')),
  })
  .check(
    z.refine(({ kind, reason }) => !depositNeedsReason(kind) || Boolean(reason), {
      error: MISSING_REASON,
      path: ['reason'],
    }),
    z.refine(({ kind, reference }) => !depositNeedsReference(kind) || Boolean(reference), {
      error: MISSING_REFERENCE,
      path: ['reference'],
    }),
  )

const change = z.object({ before: shillings, after: shillings })

/** The effect of an act on the deposit and on what is owed. */
const depositEffect = z.object({
  full_name: z.string(),
  held: change,
  /** Negative means credit. */
  owes: change,
})
export type DepositEffect = z.infer<typeof depositEffect>

const shownDepositEffect = z.extend(depositEffect, { waits })
export type ShownDepositEffect = z.infer<typeof shownDepositEffect>

const depositEntered = z.extend(depositEffect, {
  /** Null while it waits for a second person. */
  id: z.nullable(z.int()),
  /** The receipt for money that was received. */
  receipt_number: z.nullable(z.string()),
  waiting,
})
export type DepositEntered = z.infer<typeof depositEntered>

export const previewDeposit = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/deposit/preview/',
  who: 'staff:money',
  tries: 'make a deposit entry',
  summary: 'What an entry of a deposit would change; nothing is entered',
  params: idParams,
  body: depositForm,
  reply: shownDepositEffect,
})

export const enterDeposit = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/deposit/',
  who: 'staff:money',
  tries: 'make a deposit entry',
  summary:
    'Enter a deposit in cash or by bank, move it from or to the rent, deduct from it, or give it back',
  status: 201,
  params: idParams,
  body: z.object({
    entry: depositForm,
    /** Made by the form: an entry that is sent again is entered once. */
    submission_id: z.uuid(),
    /** The effect that the preview showed; a 409 when it is no longer so. */
    expected: depositEffect,
  }),
  reply: depositEntered,
})

export const addDeductionPhoto = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/deposit/photo/',
  who: 'staff:money',
  tries: 'add a picture of a deduction',
  summary: 'Upload a picture of what a deduction is for (an image named `picture`)',
  status: 201,
  params: idParams,
  body: z.object({}),
  files: ['picture'],
  reply: z.object({ document_id: z.int() }),
})

const entryParams = z.extend(idParams, { entry: entityId('Please give a number.') })

export const previewDepositUndo = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/deposit/:entry/undo/',
  who: 'staff:money',
  tries: 'take an entry of a deposit back',
  summary: 'What taking an entry of a deposit back would change; nothing is changed',
  params: entryParams,
  reply: shownDepositEffect,
})

export const undoDeposit = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/deposit/:entry/undo/',
  who: 'staff:money',
  tries: 'take an entry of a deposit back',
  summary: 'Take an entry of a deposit back, by an opposite one that names it',
  status: 201,
  params: entryParams,
  body: z.extend(undoForm, { expected: depositEffect }),
  reply: depositEntered,
})

export const depositLists = ['held', 'to_refund', 'to_pay'] as const
export type DepositList = (typeof depositLists)[number]

const listedDeposit = z.extend(depositState, {
  /** The tenant's id. */
  id: z.int(),
  full_name: z.string(),
  /** Today's room, or the last one. */
  room: z.nullable(z.string()),
})
export type ListedDeposit = z.infer<typeof listedDeposit>

export const listDeposits = endpoint({
  method: 'GET',
  path: '/staff/deposits/',
  who: 'staff:view',
  summary:
    'Deposits that are held, by name; those to be given back, by their clock; or those that are still to be paid',
  query: z.extend(z.omit(pageQuery, { after: true }), {
    of: z._default(z.enum(depositLists, 'Please choose held, to_refund or to_pay.'), 'held'),
  }),
  reply: z.array(listedDeposit),
})

const counted = z.object({ shillings, tenants: z.int() })

export const getDepositTotals = endpoint({
  method: 'GET',
  path: '/staff/deposits/totals/',
  who: 'staff:view',
  summary:
    'What is held of all deposits, what of it has to be given back, and what is still to be paid',
  reply: z.object({
    held: counted,
    to_refund: counted,
    /** The part of `to_refund` that is late. */
    late: counted,
    to_pay: counted,
  }),
})
export type DepositTotals = z.infer<typeof getDepositTotals.reply>

export const depositRule = z.object({
  amount: z.nullable(shillings),
  months: z.nullable(z.int()),
  days: z.int(),
})
export type StoredDepositRule = z.infer<typeof depositRule>

export const depositRuleForm = z
  .object({
    amount: z.nullable(
      wholeShillings('Please give whole shillings, 1 to 1,000,000.', 1, 1_000_000),
    ),
    months: z.nullable(integer('Please give 1 to 12 months of rent.', 1, 12)),
    days: integer('Please give 1 to 365 days.', 1, 365),
  })
  .check(
    z.refine(({ amount, months }) => amount === null || months === null, {
      error: 'Please choose a sum or months of rent.',
      path: ['amount'],
    }),
  )

export const getDepositRule = endpoint({
  method: 'GET',
  path: '/staff/settings/deposit/',
  who: 'staff:view',
  summary: 'What deposit is asked of who moves in; neither a sum nor months: none',
  reply: depositRule,
})

export const changeDepositRule = endpoint({
  method: 'PUT',
  path: '/staff/settings/deposit/',
  who: 'staff:settings',
  tries: 'change what deposit is asked',
  summary: 'Change what deposit is asked of who moves in from now on',
  body: z.object({ was: z.unknown(), now: depositRuleForm }),
  reply: depositRule,
})
