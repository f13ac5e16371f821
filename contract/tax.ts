import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { month } from './transactions.ts'

/** The rent that a residence received, for the tax return; rules/rent-received.ts says what the figures mean. */

const shillings = z.int()

/** Money that came in during a month, less what was given or taken back in it. */
const monthReceived = z.object({
  month: z.string(),
  rent: shillings,
  /** Charges besides rent, and what was deducted from deposits. */
  other: shillings,
  wifi: shillings,
  /** Deposits that came in or were moved there, less what was given back, deducted or used for rent. */
  deposits: shillings,
  /** In hundredths of a percent. */
  rate: z.int(),
  /** An estimate. */
  tax: shillings,
  file_by: z.iso.date(),
})

const rate = z.object({
  from: z.string(),
  /** In hundredths of a percent. */
  rate: z.int(),
  /** The law's; otherwise the residence has set it. */
  is_law: z.boolean(),
})
export type ListedRate = z.infer<typeof rate>

const rentReceived = z.object({
  year: z.int(),
  /** The year of the first entry. */
  first_year: z.int(),
  /** The residence. */
  property: z.string(),
  /** From the first with anything on, until the current one; the earliest first. */
  months: z.array(monthReceived),
  /** The earliest first. */
  rates: z.array(rate),
})
export type RentReceived = z.infer<typeof rentReceived>

const ofYear = z.object({
  /** The current one when left out. */
  year: z.optional(
    z.pipe(
      z.string().check(z.regex(/^20\d\d$/, 'Please give a year as 2026.')),
      z.transform(Number),
    ),
  ),
})

export const getRentReceived = endpoint({
  method: 'GET',
  path: '/staff/tax/',
  who: 'staff:view',
  summary: 'Gross rent received in each month of a year, with an estimate of the tax on it',
  query: ofYear,
  reply: rentReceived,
})

export const getRentReceivedCsv = endpoint({
  method: 'GET',
  path: '/staff/tax/csv/',
  who: 'staff:tables',
  tries: 'download a table',
  summary: 'The same as CSV',
  query: ofYear,
  file: 'text/csv; charset=utf-8',
})

const INVALID_RATE = 'Please give a percentage from 0 to 100, such as 7.5.'

export const taxRateForm = z.object({
  from: month,
  /** As a percentage; hundredths of a percent when read. Blank to go back to the rate before. */
  rate: z.pipe(
    z
      .string(INVALID_RATE)
      .check(z.trim(), z.regex(/^$|^(100([.,]0{1,2})?|\d{1,2}([.,]\d{1,2})?)$/, INVALID_RATE)),
    z.transform((typed) =>
      typed === '' ? null : Math.round(Number(typed.replace(',', '.')) * 100),
    ),
  ),
})

export const changeTaxRate = endpoint({
  method: 'PUT',
  path: '/staff/tax/rates/',
  who: 'staff:settings',
  tries: 'change the rate of the tax on rent',
  summary: 'Set the rate of the tax from a month on, or take that back',
  /** `was`: the rates as they were loaded. When they are others by now, nothing is saved and the reply is a 409. */
  body: z.object({ was: z.unknown(), now: taxRateForm }),
  reply: z.array(rate),
})
