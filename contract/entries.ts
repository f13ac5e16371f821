import * as z from 'zod/mini'
import { handKinds, needsReason, needsReference } from '#rules/hand-entry.ts'
import { waiting, waits } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { day, entityId, idParams, noteText, optionalText, wholeShillings } from './form.ts'

const shillings = z.int()

export const MISSING_REASON = 'Please give the reason.'
export const MISSING_FEE = 'Please choose what is charged.'
export const MISSING_REFERENCE = 'Please give the code of the transfer, or who signed for the cash.'

/** An entry by staff in a tenant's ledger. */
export const handEntry = z
  .object({
    kind: z.enum(handKinds, 'Please choose what you enter.'),
    amount: wholeShillings('Please give whole shillings, 1 to 1,000,000.', 1, 1_000_000),
    /** When the money was received or given back. */
    on: day('Please choose the day.'),
    /** The bank's or M-Pesa's code, or who signed for cash that was given back. */
    reference: optionalText(60),
    reason: optionalText(500),
    /** A fee of the price list. */
    fee: z.optional(entityId(MISSING_FEE)),
    /** For a waiver: the fee in the ledger that it takes off; without one it takes off rent. */
    waives: z.optional(entityId('Please choose a fee of the ledger.')),
  })
  .check(
    z.refine(({ kind, fee }) => (kind === 'fee') === (fee !== undefined), {
      error: MISSING_FEE,
      path: ['fee'],
    }),
    z.refine(({ kind, waives }) => kind === 'waiver' || waives === undefined, {
      error: 'Only a waiver names a fee.',
      path: ['waives'],
    }),
    z.refine(({ kind, reason }) => !needsReason(kind) || Boolean(reason), {
      error: MISSING_REASON,
      path: ['reason'],
    }),
    z.refine(({ kind, reference }) => !needsReference(kind) || Boolean(reference), {
      error: MISSING_REFERENCE,
      path: ['reference'],
    }),
  )

/** The effect of an act on a tenant's account. */
export const effect = z.object({
  full_name: z.string(),
  /** The tenant's debt; negative means credit. */
  before: shillings,
  after: shillings,
})
export type Effect = z.infer<typeof effect>

const shownEffect = z.extend(effect, { waits })
export type ShownEffect = z.infer<typeof shownEffect>

const entered = z.extend(effect, {
  /** In the ledger, see `listLedger`; null while it waits for a second person. */
  id: z.nullable(z.int()),
  /** The receipt for money that was received. */
  receipt_number: z.nullable(z.string()),
  waiting,
})
export type Entered = z.infer<typeof entered>

export const previewEntry = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/entries/preview/',
  who: 'staff:money',
  tries: 'enter a payment or correction',
  summary: 'What an entry would change; nothing is entered',
  params: idParams,
  body: handEntry,
  reply: shownEffect,
})

export const enterByHand = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/entries/',
  who: 'staff:money',
  tries: 'enter a payment or correction',
  summary: 'Enter cash, a bank transfer, a refund, a waiver, a fee or a correction',
  status: 201,
  params: idParams,
  body: z.object({
    entry: handEntry,
    /** Made by the form: an entry that is sent again is entered once. */
    submission_id: z.uuid(),
    /** The effect that the preview showed; a 409 when it is no longer so. */
    expected: effect,
  }),
  reply: entered,
})

const entryParams = z.extend(idParams, { entry: entityId('Please give a number.') })
export const undoForm = z.object({ reason: noteText(MISSING_REASON, 500) })

export const previewUndo = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/entries/:entry/undo/',
  who: 'staff:money',
  tries: 'take an entry back',
  summary: 'What taking an entry back would change; nothing is changed',
  params: entryParams,
  reply: shownEffect,
})

export const undoEntry = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/entries/:entry/undo/',
  who: 'staff:money',
  tries: 'take an entry back',
  summary: 'Take an entry back, by an opposite one that names it',
  status: 201,
  params: entryParams,
  body: z.extend(undoForm, { expected: effect }),
  reply: entered,
})
