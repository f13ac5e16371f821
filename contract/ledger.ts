import * as z from 'zod/mini'
import { feeKinds } from '#rules/fee.ts'
import { paymentKinds } from '#rules/payment.ts'
import { waitingAct } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { idParams, optionalDay } from './form.ts'
import { pageQuery } from './page.ts'

const shillings = z.int()

const ledgerKinds = ['rent', 'waiver', 'charge_correction', ...feeKinds, ...paymentKinds] as const

/** A charge or a payment of a tenant's account, with the balance after it. */
const ledgerEntry = z.object({
  /** Odd for charges, even for payments. */
  id: z.int(),
  at: z.iso.datetime(),
  /** `charge_correction` changes what was charged, `correction` what was paid. */
  kind: z.enum(ledgerKinds),
  /** The name of a fee, as the price list had it. */
  name: z.nullable(z.string()),
  /** The month that a charge is for. */
  month: z.nullable(z.string()),
  /** How it changes what is owed: positive for rent, negative for a payment. */
  amount: shillings,
  /** The debt after it; negative means credit. */
  balance: shillings,
  mpesa_receipt_number: z.nullable(z.string()),
  /** Our own receipt of a payment. */
  receipt_number: z.nullable(z.string()),
  /** The reason for a correction, or for an entry by hand. */
  reason: z.nullable(z.string()),
  /** The member of staff who entered it. */
  by: z.nullable(z.string()),
  /** The entry was taken back. */
  voided: z.boolean(),
  taken_back_at: z.nullable(z.iso.datetime()),
  /** The entry that this one takes back. */
  takes_back: z.nullable(
    z.object({
      kind: z.enum(ledgerKinds),
      at: z.iso.datetime(),
      /** Our own receipt of a payment. */
      receipt_number: z.nullable(z.string()),
    }),
  ),
  /** A payment that had been taken back from this account before. */
  is_again: z.boolean(),
  /** The bank's code, or the code of a refund. */
  reference: z.nullable(z.string()),
  /** Staff entered it by hand, or it is a fee, and it counts, so it can be taken back. */
  can_undo: z.boolean(),
  /** Somebody has asked to take it back. */
  waiting: waitingAct,
  /** The part of a fee that counts and isn't waived; null for any other entry. */
  left_to_waive: z.nullable(shillings),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

export const listLedger = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/ledger/',
  who: 'staff:view',
  summary: 'Charges, payments and corrections of a current or former tenant, the latest first',
  params: idParams,
  query: pageQuery,
  reply: z.array(ledgerEntry),
})

export const listBalances = endpoint({
  method: 'GET',
  path: '/staff/tenants/balances/',
  who: 'staff:view',
  summary: 'What each tenant owes who has a room or will have one; negative means credit',
  reply: z.array(z.object({ id: z.int(), balance: shillings })),
})

/** A line of a statement: a charge or payment with what is owed after it. */
export const statementRow = z.object({
  day: z.iso.date(),
  entry: z.string(),
  /** The entry's receipt, codes and reason, and the entry that it names. */
  detail: z.nullable(z.string()),
  /** Positive for what was charged, negative for what was paid. */
  amount: shillings,
  balance: shillings,
})

/** The sums of a statement; none is negative. */
export const statementSums = z.object({
  charged: shillings,
  taken_off: shillings,
  paid: shillings,
  taken_back: shillings,
  /** Payments that had been taken back before. */
  credited_again: shillings,
  /** Refunds, and what was moved to the deposit. */
  given_back: shillings,
})

/** The charges and payments on an account in some days, and the debt before and after them. */
const accountStatement = z.object({
  tenant: z.object({ full_name: z.string(), account_number: z.nullable(z.string()) }),
  residence: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  /** Null from the first entry on. */
  from: z.nullable(z.iso.date()),
  until: z.iso.date(),
  opening: shillings,
  charged: shillings,
  credited: shillings,
  /** The sums by kind. */
  sums: statementSums,
  closing: shillings,
  /** The earliest first. */
  rows: z.array(statementRow),
})
export type AccountStatement = z.infer<typeof accountStatement>

/** Both days are included; without them, everything until today. */
const span = z.object({ from: optionalDay, until: optionalDay })

export const getOwnStatement = endpoint({
  method: 'GET',
  path: '/statement/',
  who: 'user',
  summary: 'The statement of my account for some days',
  query: span,
  reply: accountStatement,
})

export const getOwnStatementPdf = endpoint({
  method: 'GET',
  path: '/statement/pdf/',
  who: 'user',
  summary: 'The same as PDF',
  query: span,
  file: 'application/pdf',
})

export const getOwnStatementCsv = endpoint({
  method: 'GET',
  path: '/statement/csv/',
  who: 'user',
  summary: 'The same as CSV',
  query: span,
  file: 'text/csv; charset=utf-8',
})

export const getTenantStatement = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/statement/',
  who: 'staff:view',
  summary: 'The statement of a tenant’s account for some days',
  params: idParams,
  query: span,
  reply: accountStatement,
})

export const getTenantStatementPdf = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/statement/pdf/',
  who: 'staff:view',
  summary: 'The same as PDF',
  params: idParams,
  query: span,
  file: 'application/pdf',
})

export const getTenantStatementCsv = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/statement/csv/',
  who: 'staff:view',
  summary: 'The same as CSV',
  params: idParams,
  query: span,
  file: 'text/csv; charset=utf-8',
})
