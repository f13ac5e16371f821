import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { effect, MISSING_FEE } from './entries.ts'
import {
  day,
  entityId,
  idParams,
  ifGiven,
  integer,
  optionalText,
  text,
  wholeShillings,
} from './form.ts'
import { changeOf, listSettings } from './settings.ts'

/** Charges besides rent: the residence's price list, fees that recur each month, and late fees. */

const shillings = z.int()
const PRICE = 'Please give whole shillings, 1 to 250,000.'
const price = wholeShillings(PRICE, 1, 250_000)
const month = (message: string) =>
  z.string(message).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, message))

const fee = z.object({
  /** Null for a new one. */
  id: z.nullable(z.int()),
  name: text('Please name the fee.', 60),
  /** Today's. */
  amount: price,
  /** Staff may charge another amount than the price. */
  may_vary: z.boolean(),
  /** Can be charged anew. */
  active: z.boolean(),
  /** The price that holds from a later day on. */
  next: z.nullable(
    z.object({ amount: price, from: day('Please choose the first day of the new price.') }),
  ),
})
const storedFee = z.object({
  id: z.nullable(z.int()),
  name: z.string(),
  amount: shillings,
  may_vary: z.boolean(),
  active: z.boolean(),
  next: z.nullable(z.object({ amount: shillings, from: z.iso.date() })),
})
export type Fee = z.infer<typeof storedFee>

export const { get: getFees, change: changeFees } = listSettings(
  '/staff/settings/fees/',
  'price list of fees',
  storedFee,
  fee,
  40,
)

const lateFeeTerms = z.object({
  from_month: z.string(),
  grace_days: z.int(),
  amount: z.nullable(shillings),
  percent: z.nullable(z.int()),
  cap: z.nullable(shillings),
})

/** The terms for late fees, the latest last; empty when late rent never costs more. */
const lateFeeSettings = z.array(lateFeeTerms)
export type LateFeeSettings = z.infer<typeof lateFeeSettings>

const MOST = 50_000
export const lateFeeForm = z
  .object({
    grace_days: integer('Please give whole days, 0 to 60.', 0, 60),
    per: z.enum(['amount', 'percent'], 'Please choose how the fee is counted.'),
    value: wholeShillings('Please give a whole number, 1 to 50,000.', 1, MOST),
    /** The most that a percentage comes to; empty for no limit. */
    cap: ifGiven(wholeShillings('Please give whole shillings, 1 to 50,000.', 1, MOST)),
  })
  .check(
    z.refine(({ per, value }) => per === 'amount' || value <= 100, {
      error: 'Please give a whole percentage, 1 to 100.',
      path: ['value'],
    }),
  )

export const getLateFees = endpoint({
  method: 'GET',
  path: '/staff/settings/late-fees/',
  who: 'staff:view',
  summary: 'What rent that is late costs, by the month of rent from which it holds; empty: nothing',
  reply: lateFeeSettings,
})

export const changeLateFees = endpoint({
  method: 'PUT',
  path: '/staff/settings/late-fees/',
  who: 'staff:settings',
  tries: 'change what late rent costs',
  summary: 'What late rent costs from the rent of next month on; null: from now on nothing',
  body: changeOf(z.nullable(lateFeeForm)),
  reply: lateFeeSettings,
})

/** A fee of the price list that a tenant is charged every month. */
export const recurringFee = z.object({
  fee: entityId(MISSING_FEE),
  amount: price,
  from_month: month('Please choose the first month.'),
  /** The last month; without one it goes on. */
  until_month: ifGiven(month('Please choose the last month.')),
  reason: optionalText(200),
})

/** The form on a tenant's page for a fee that is charged once, today, or every month. */
export const feeForm = z.extend(recurringFee, { every: z.enum(['once', 'month']) })

const recurring = z.object({
  id: z.int(),
  name: z.string(),
  amount: shillings,
  /** The amount is the price of the list, and changes with it. */
  by_list: z.boolean(),
  note: z.nullable(z.string()),
  from_month: z.string(),
  until_month: z.nullable(z.string()),
  by: z.string(),
})
export type Recurring = z.infer<typeof recurring>

export const listRecurringFees = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/recurring-fees/',
  who: 'staff:view',
  summary: 'The fees that a tenant is charged every month, now or from a later month on',
  params: idParams,
  reply: z.array(recurring),
})

export const previewRecurringFee = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/recurring-fees/preview/',
  who: 'staff:money',
  tries: 'enter a fee that recurs every month',
  summary: 'What a recurring fee would change at once; nothing is entered',
  params: idParams,
  body: recurringFee,
  reply: effect,
})

export const startRecurringFee = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/recurring-fees/',
  who: 'staff:money',
  tries: 'enter a fee that recurs every month',
  summary: 'Charge a fee every month from a month on',
  status: 201,
  params: idParams,
  body: z.object({
    recurring: recurringFee,
    /** Made by the form: one that is sent again is entered once. */
    submission_id: z.uuid(),
    /** The effect that the preview showed; a 409 when it is no longer so. */
    expected: effect,
  }),
  reply: effect,
})

export const stopRecurringFee = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/recurring-fees/:fee/stop/',
  who: 'staff:money',
  tries: 'stop a fee that recurs every month',
  summary: 'Charge a recurring fee no more; what is charged stays',
  params: z.extend(idParams, { fee: entityId('Please give a number.') }),
  reply: z.array(recurring),
})
