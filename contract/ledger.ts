import * as z from 'zod/mini'
import { paymentKinds } from '#rules/payment.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './form.ts'
import { pageQuery } from './page.ts'

const shillings = z.int()

/** A charge or a payment of a tenant's account, with the balance after it. */
const ledgerEntry = z.object({
  /** Odd for charges, even for payments. */
  id: z.int(),
  at: z.iso.datetime(),
  /** `charge_correction` changes what was charged, `correction` what was paid. */
  kind: z.enum(['rent', 'charge_correction', ...paymentKinds]),
  /** Of a charge. */
  month: z.nullable(z.string()),
  /** How it changes what is owed: positive for rent, negative for a payment. */
  amount: shillings,
  /** What is owed after it; negative means credit. */
  balance: shillings,
  mpesa_receipt_number: z.nullable(z.string()),
  /** Of a payment, our own. */
  receipt_number: z.nullable(z.string()),
  /** Of a correction. */
  reason: z.nullable(z.string()),
  /** The member of staff who entered it. */
  by: z.nullable(z.string()),
  /** Of a payment that was taken back. */
  voided: z.boolean(),
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

export const getLedgerTotals = endpoint({
  method: 'GET',
  path: '/staff/ledger-totals/',
  who: 'staff:view',
  summary: 'Rent collected this month, and what former tenants still owe',
  reply: z.object({
    /** Payments of rent less what was taken back, on M-Pesa's clock in Nairobi. */
    collected: shillings,
    former: z.object({
      owed: shillings,
      /** How many of them owe something. */
      tenants: z.int(),
    }),
  }),
})
