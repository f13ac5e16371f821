import * as z from 'zod/mini'
import { deskActions, deskOutcomes, deskReasons, FEWEST_PARTS, MOST_PARTS } from '#rules/desk.ts'
import { LARGEST_ID } from '#rules/id.ts'
import { pushStatuses } from '#rules/payment.ts'
import { waiting, waitingAct, waits } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { entityId, noteText } from './form.ts'
import { pageQuery } from './page.ts'
import { accountNumber } from './payments.ts'

export const MAX_NOTE_LENGTH = 500
export const MISSING_NOTE = 'Please say why.'

export const INVALID_ID = 'This is not the number of an item.'
const datetime = z.iso.datetime()

/** An account of the company with its user. */
export const deskAccount = z.object({
  account_number: z.string(),
  full_name: z.string(),
  room_number: z.nullable(z.string()),
  rate: z.nullable(z.int()),
  /** The debt; negative is credit. */
  due: z.int(),
})

const accountUser = z.object({
  account_number: z.string(),
  full_name: z.string(),
  room_number: z.nullable(z.string()),
})

/** One of the accounts among which a payment was shared. */
const part = z.object({
  receipt_number: z.string(),
  amount: z.int(),
  account: z.nullable(accountUser),
})

export const deskItem = z.object({
  id: z.int(),
  reason: z.enum(deskReasons),
  /** As M-Pesa wrote it, `99.50`; null when no amount is known. */
  amount: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  /** The reference that the payer typed, or that was sent with the push. */
  reference: z.nullable(z.string()),
  /** The paybill that was paid, when it is not the residence's. */
  shortcode: z.nullable(z.string()),
  /** M-Pesa's name for the transaction, when it is no customer's payment. */
  mpesa_type: z.nullable(z.string()),
  paid_at: z.nullable(datetime),
  created_at: datetime,
  /** The push it is about. */
  push: z.nullable(
    z.object({
      amount: z.int(),
      phone_number: z.string(),
      status: z.enum(pushStatuses),
      initiated_at: datetime,
      /** A result code of M-Pesa that we do not know, with its description. */
      unknown_code: z.nullable(z.string()),
      unknown_desc: z.nullable(z.string()),
    }),
  ),
  /** The account it is about, where that is known. */
  account: z.nullable(accountUser),
  closed: z.nullable(
    z.object({
      at: datetime,
      outcome: z.enum(deskOutcomes),
      /** Null when a later event of M-Pesa closed it. */
      by: z.nullable(z.string()),
      note: z.nullable(z.string()),
      /** The payment that was credited, and its account; only the id when that is in another residence. */
      payment: z.nullable(
        z.object({
          id: z.int(),
          receipt_number: z.nullable(z.string()),
          amount: z.nullable(z.int()),
          account: z.nullable(accountUser),
        }),
      ),
      /** For a split: all parts, the first of which is `payment`. */
      parts: z.array(part),
    }),
  ),
})
export type DeskItem = z.infer<typeof deskItem>

/** An act of staff on an item, or a note about it. */
const deskEvent = z.object({
  id: z.int(),
  act: z.enum([...deskActions, 'reopen', 'reverse', 'restore', 'detach', 'note']),
  at: datetime,
  by: z.string(),
  /** The second person, for an act above the limit. */
  approved_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /**
   * The payments that were credited, corrected or taken back; each part of a split. Without the account when that is in another
   * residence.
   */
  payments: z.array(
    z.object({
      amount: z.int(),
      receipt_number: z.nullable(z.string()),
      account: z.nullable(accountUser),
    }),
  ),
})
export type DeskEvent = z.infer<typeof deskEvent>

export const deskDetail = z.extend(deskItem, {
  /** The first act first. */
  history: z.array(deskEvent),
  acts: z.array(z.enum(deskActions)),
  /** The act on it that somebody has asked for. */
  waiting: waitingAct,
  /** Accounts whose money it may be, the likeliest first. */
  suggestions: z.array(
    z.object({ account: deskAccount, likely: z.boolean(), reasons: z.array(z.string()) }),
  ),
  /** Payments of the same amount without a receipt: perhaps the same money. */
  twins: z.array(z.object({ payment_id: z.int(), paid_at: datetime, account: accountUser })),
  /** The event as M-Pesa sent it. */
  raw: z.unknown(),
})
export type DeskDetail = z.infer<typeof deskDetail>

const accountEffect = z.object({
  account_number: z.string(),
  /** Null of an account in another residence, as is what it owes. */
  full_name: z.nullable(z.string()),
  room_number: z.nullable(z.string()),
  /** The sum credited to it; negative when it is taken back. */
  amount: z.int(),
  /** The account's debt; negative is credit. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
  /** The deposit held, where the money is for that: then the account owes the same as before. */
  deposit: z.optional(z.object({ before: z.int(), after: z.int() })),
  receipt: z.nullable(
    z.object({
      /** A new receipt, one that becomes void, one that gets its M-Pesa code, or one that is replaced because that was another's. */
      change: z.enum(['new', 'void', 'code', 'replaced']),
      /** The number of a new receipt is known once it exists. */
      number: z.nullable(z.string()),
    }),
  ),
})

/** The effect of an act on the desk, besides closing the item or opening it again. */
export const deskEffect = z.object({
  accounts: z.array(accountEffect),
  /** The new status of the push it is about; null when that stays as it is. */
  push: z.nullable(z.enum(pushStatuses)),
  /** A code for wifi is made. */
  wifi_code: z.boolean(),
})
export type DeskEffect = z.infer<typeof deskEffect>

export const shownDeskEffect = z.extend(deskEffect, { waits })
export type ShownDeskEffect = z.infer<typeof shownDeskEffect>

const params = z.object({ id: entityId(INVALID_ID) })
const note = noteText(MISSING_NOTE, MAX_NOTE_LENGTH)
const paymentId = z
  .int('Please choose a payment.')
  .check(z.minimum(1), z.maximum(LARGEST_ID, 'Please choose a payment.'))
const wholePart = z
  .int('Please enter whole shillings.')
  .check(
    z.minimum(1, 'Please enter whole shillings.'),
    z.maximum(LARGEST_ID, 'Please enter whole shillings.'),
  )
/** Why staff decide as they do. */
export const deskReason = z.object({ note })
/** Above the limit it waits for a second person, and the item is as it was. */
const closedItem = z.object({ message: z.string(), item: deskItem, waiting })
/** The effect that the preview showed; 409 with the new effect when it is no longer so. */
const expected = deskEffect

/** The facts that an act needs, apart from the reason. */
const credit = z.object({
  account_number: accountNumber,
  /** The whole shillings to credit, only where a fraction of a shilling arrived. */
  amount: z.optional(wholePart),
})
const split = z.object({
  parts: z
    .array(z.object({ account_number: accountNumber, amount: wholePart }))
    .check(
      z.minLength(FEWEST_PARTS, 'Please share it among at least two accounts.'),
      z.maxLength(MOST_PARTS, `At most ${MOST_PARTS} accounts can share one payment.`),
    ),
})
const ofPayment = z.object({ payment_id: paymentId })
const act = <Name extends string>(name: Name) => ({ act: z.literal(name) })

export const previewDeskAct = endpoint({
  method: 'POST',
  path: '/staff/desk/:id/preview/',
  who: 'staff:money',
  tries: 'credit a payment',
  summary: 'What an act would change; nothing is changed',
  params,
  body: z.discriminatedUnion('act', [
    z.extend(credit, act('assign')),
    z.extend(split, act('split')),
    z.extend(ofPayment, act('attach')),
    z.extend(ofPayment, act('reverse')),
    z.object(act('correct')),
    z.object(act('confirm')),
    z.object(act('dismiss')),
    z.object(act('reopen')),
  ]),
  reply: shownDeskEffect,
})
export type DeskAct = z.infer<typeof previewDeskAct.body>

export const listDesk = endpoint({
  method: 'GET',
  path: '/staff/desk/',
  who: 'staff:view',
  summary: 'What waits on the desk, or what was dealt with, newest first',
  query: z.extend(pageQuery, { state: z._default(z.enum(['open', 'closed']), 'open') }),
  reply: z.array(deskItem),
})

export const countDesk = endpoint({
  method: 'GET',
  path: '/staff/desk/count/',
  who: 'staff:view',
  summary: 'How much waits on the desk',
  reply: z.object({
    open: z.int(),
    /** The money that waits: M-Pesa sends fractions of a shilling too. */
    cents: z.int(),
    /** Payments that M-Pesa took back. */
    taken_back_cents: z.int(),
    /** Whether M-Pesa can be asked for missing payments here. */
    statement: z.boolean(),
  }),
})

export const getDeskItem = endpoint({
  method: 'GET',
  path: '/staff/desk/:id/',
  who: 'staff:view',
  summary: 'One item with what is known about it and whose it may be',
  params,
  reply: deskDetail,
})

export const assignDeskItem = endpoint({
  method: 'POST',
  path: '/staff/desk/:id/assign/',
  who: 'staff:money',
  tries: 'credit a payment',
  summary: 'Credit the money to an account',
  params,
  body: z.extend(credit, { expected }),
  reply: closedItem,
})

export const splitDeskItem = endpoint({
  method: 'POST',
  path: '/staff/desk/:id/split/',
  who: 'staff:money',
  tries: 'share a payment among accounts',
  summary: 'Credit the money in parts to several accounts of the residence',
  params,
  body: z.extend(split, { expected }),
  reply: closedItem,
})

export const attachDeskItem = endpoint({
  method: 'POST',
  path: '/staff/desk/:id/attach/',
  who: 'staff:money',
  tries: 'add an M-Pesa code to a payment',
  summary: 'Say that it is the receipt of a payment that is counted already',
  params,
  body: z.extend(ofPayment, { expected }),
  reply: closedItem,
})

const tries = {
  confirm: 'count a payment as paid',
  correct: 'add a correction',
  dismiss: 'dismiss a payment',
  reopen: 'reopen a payment',
}

/** An action that needs only a reason. */
const withReason = (action: keyof typeof tries, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/staff/desk/:id/${action}/`,
    who: 'staff:money',
    tries: tries[action],
    summary,
    params,
    body: z.extend(deskReason, { expected }),
    reply: closedItem,
  })

export const confirmDeskItem = withReason(
  'confirm',
  'Say that a push was paid, though M-Pesa did not report it to us',
)
export const correctDeskItem = withReason(
  'correct',
  'Put right, by an opposite entry, what was counted with another amount or twice',
)
export const dismissDeskItem = withReason('dismiss', 'Credit nothing, with a reason')
export const reopenDeskItem = withReason('reopen', 'Open again what was dismissed')

export const reverseDeskItem = endpoint({
  method: 'POST',
  path: '/staff/desk/:id/reverse/',
  who: 'staff:money',
  tries: 'take a credit back',
  summary:
    'Take back, by an opposite entry, what was credited to the wrong account or attached to the wrong payment, or count again what M-Pesa was thought to have taken back; it waits again',
  params,
  body: z.object({
    /** `closed.payment.id` of the credit that is meant: sending it again does not take back a later one. */
    payment_id: paymentId,
    note,
    expected,
  }),
  reply: closedItem,
})

export const deskNote = z.object({
  text: noteText('Please write a note.', MAX_NOTE_LENGTH),
})

export const addDeskNote = endpoint({
  method: 'POST',
  path: '/staff/desk/:id/notes/',
  who: 'staff:money',
  tries: 'write a note about a payment',
  summary: 'Add a note for colleagues to an item, open or closed',
  status: 201,
  params,
  body: z.extend(deskNote, {
    /** Made once per note: sent again, it is stored once. */
    submission_id: z.uuid('Please send a UUID.'),
  }),
  reply: z.object({ history: z.array(deskEvent) }),
})

export const listAccounts = endpoint({
  method: 'GET',
  path: '/staff/accounts/',
  who: 'staff:money',
  tries: 'see the account numbers of all tenants',
  summary: 'Every account of the company with its owner, for pickers',
  reply: z.array(z.extend(deskAccount, { user_id: z.int() })),
})

const foundPayment = z.object({
  receipt: z.string(),
  /** As M-Pesa wrote it where it waits on the desk, else whole shillings. */
  amount: z.string(),
  /** The desk item, while it waits. */
  item: z.nullable(z.int()),
  /** Our receipt and the account, when it was credited. */
  receipt_number: z.nullable(z.string()),
  account: z.nullable(accountUser),
})
export type FoundPayment = z.infer<typeof foundPayment>

export const pullStatement = endpoint({
  method: 'POST',
  path: '/staff/desk/pull/',
  who: 'staff:money',
  tries: 'ask M-Pesa for missing payments',
  summary: 'Ask M-Pesa now for payments of the last 48 hours that it did not report to us',
  reply: z.object({
    message: z.string(),
    found: z.int(),
    /** Payments found for this residence, at most 50: credited, or waiting on the desk. */
    payments: z.array(foundPayment),
  }),
})
