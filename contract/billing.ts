import * as z from 'zod/mini'
import { billedBys, grownReasons, leftOutReasons, termProblem } from '#rules/bill.ts'
import { waits } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { effect, undoForm } from './entries.ts'
import { day, idParams, ifGiven, integer, text } from './form.ts'
import { changeOf, listSettings } from './settings.ts'

/** Rent that is billed by the term: the terms, whom they bill, and the bills. */

const shillings = z.int()
const month = (message: string) =>
  z.string(message).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, message))

const billingTerm = z.object({
  /** Null for a new one. */
  id: z.nullable(z.int()),
  name: text('Please name the term.', 60),
  first_month: month('Please choose the first month.'),
  last_month: month('Please choose the last month.'),
  due_day: day('Please choose the day on which it is due.'),
})
const storedTerm = z.object({
  id: z.nullable(z.int()),
  name: z.string(),
  first_month: z.string(),
  last_month: z.string(),
  due_day: z.iso.date(),
})
export type BillingTerm = z.infer<typeof storedTerm>

const terms = listSettings('/staff/settings/billing-terms/', 'terms', storedTerm, billingTerm, 40)
export const getBillingTerms = terms.get
export const changeBillingTerms = endpoint({
  ...terms.change,
  body: changeOf(
    z.array(billingTerm).check(z.maxLength(40, 'At most 40 terms.'), ({ value, issues }) => {
      // Terms with invalid fields can't be compared with others.
      if (issues.length > 0) return
      for (const [at, term] of value.entries()) {
        const found = termProblem(term, value.slice(0, at))
        if (!found) continue
        issues.push({
          code: 'custom',
          input: value,
          path: [at, found.field],
          message: found.problem,
        })
      }
    }),
  ),
})

export const billingRule = z.object({
  billed_by: z.enum(billedBys, 'Please choose how rent is billed.'),
  /** The percentage given back of the whole months after somebody has left early. */
  leaving_percent: integer('Please give a whole percentage, 0 to 100.', 0, 100),
})
const storedRule = z.object({ billed_by: z.enum(billedBys), leaving_percent: z.int() })
export type BillingRule = z.infer<typeof storedRule>

export const getBillingRule = endpoint({
  method: 'GET',
  path: '/staff/settings/billing/',
  who: 'staff:view',
  summary:
    'Whether rent is billed by the month or by the term, and what is given back to who leaves early',
  reply: storedRule,
})

export const changeBillingRule = endpoint({
  method: 'PUT',
  path: '/staff/settings/billing/',
  who: 'staff:settings',
  tries: 'change how rent is billed',
  summary: 'Change how rent is billed; what is billed stays',
  body: changeOf(billingRule),
  reply: storedRule,
})

export const bill = z.object({
  id: z.int(),
  name: z.string(),
  first_month: z.string(),
  last_month: z.string(),
  due_day: z.iso.date(),
  /** With what was changed of it since. */
  amount: shillings,
  months: z.array(z.object({ month: z.string(), amount: shillings })),
})

const billedTerm = z.object({
  id: z.int(),
  name: z.string(),
  first_month: z.string(),
  last_month: z.string(),
  due_day: z.iso.date(),
  /** On this day whoever has no bill yet gets one. */
  by_itself_on: z.iso.date(),
  /** Bills that were made and not taken back, and what was billed with them. */
  bills: z.int(),
  shillings,
})
export type BilledTerm = z.infer<typeof billedTerm>

export const listBilledTerms = endpoint({
  method: 'GET',
  path: '/staff/billing/',
  who: 'staff:view',
  summary: 'The terms, the latest first, with what is billed of them',
  reply: z.array(billedTerm),
})

export const previewBilling = endpoint({
  method: 'GET',
  path: '/staff/billing/:id/',
  who: 'staff:view',
  summary: 'Whom billing a term would bill, and who is left out and why',
  params: idParams,
  reply: z.object({
    tenants: z.int(),
    shillings,
    due_day: z.iso.date(),
    left_out: z.array(
      z.object({
        why: z.enum(leftOutReasons),
        count: z.int(),
        /** The first of them. */
        names: z.array(z.string()),
      }),
    ),
  }),
})

/** One batch; the page asks for the next one with `after`, and may stop anywhere. */
const batch = z.object({ after: z._default(z.int().check(z.minimum(0)), 0) })

export const billTerm = endpoint({
  method: 'POST',
  path: '/staff/billing/:id/bill/',
  who: 'staff:money',
  tries: 'bill a term',
  summary: 'Bill a term for the next tenants who have no bill of it; can be repeated at any time',
  params: idParams,
  body: batch,
  reply: z.object({ bills: z.int(), shillings, after: z.nullable(z.int()) }),
})

export const previewTakeBack = endpoint({
  method: 'GET',
  path: '/staff/billing/:id/take-back/',
  who: 'staff:view',
  summary: 'Which bills of a term taking them back would take, and which would stay and why',
  params: idParams,
  reply: z.object({
    bills: z.int(),
    shillings,
    kept: z.array(
      z.object({
        why: z.enum(grownReasons),
        count: z.int(),
        /** The names of the first tenants with such bills. */
        names: z.array(z.string()),
      }),
    ),
  }),
})

export const takeBackTerm = endpoint({
  method: 'POST',
  path: '/staff/billing/:id/take-back/',
  who: 'staff:money',
  tries: 'take bills of a term back',
  summary: 'Take back the next bills of a term, except those on which something has grown since',
  params: idParams,
  body: batch,
  reply: z.object({
    bills: z.int(),
    shillings,
    /** Bills that stay: something was paid, charged or agreed since. */
    kept: z.int(),
    after: z.nullable(z.int()),
  }),
})

const tenantBilling = z.object({
  /** Null: as the residence bills. */
  billed_by: z.nullable(z.enum(billedBys)),
  residence: z.enum(billedBys),
  /** The latest first. */
  bills: z.array(z.extend(bill, { due: z.boolean() })),
})

export const getTenantBilling = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/billing/',
  who: 'staff:view',
  summary: 'How a tenant is billed, and their bills',
  params: idParams,
  reply: tenantBilling,
})

const billingChoice = z.object({ billed_by: z.nullable(z.enum(billedBys)) })
const billingEffect = z.extend(effect, {
  /** The bill that it makes at once. */
  bill: z.nullable(bill),
  /** Months of the same term whose rent is charged already, and stays as it is. */
  stay: z.array(z.string()),
})
export type BillingEffect = z.infer<typeof billingEffect>

export const previewTenantBilling = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/billing/preview/',
  who: 'staff:money',
  tries: 'change how a tenant is billed',
  summary: 'What another way of billing would change for a tenant; nothing is entered',
  params: idParams,
  body: billingChoice,
  reply: billingEffect,
})

export const changeTenantBilling = endpoint({
  method: 'PUT',
  path: '/staff/tenants/:id/billing/',
  who: 'staff:money',
  tries: 'change how a tenant is billed',
  summary:
    'Bill a tenant by the month, by the term, or as the residence does; what is billed stays',
  params: idParams,
  body: z.extend(billingChoice, {
    /** The effect that the preview showed; a 409 when it is no longer so. */
    expected: effect,
  }),
  reply: tenantBilling,
})

const undoneBill = z.extend(effect, {
  /** The sum that is taken back, whenever it is due. */
  amount: shillings,
  /** The day on which whoever pays by the term gets this bill again by itself; null for others. */
  again_on: z.nullable(z.iso.date()),
})
export type UndoneBill = z.infer<typeof undoneBill>

export const previewBillUndo = endpoint({
  method: 'GET',
  path: '/staff/bills/:id/undo/',
  who: 'staff:money',
  summary: 'What taking one bill back would change; a 409 says why it stays',
  tries: 'look at taking a bill back',
  params: idParams,
  reply: undoneBill,
})

export const undoBill = endpoint({
  method: 'POST',
  path: '/staff/bills/:id/undo/',
  who: 'staff:money',
  summary: 'Take one bill back, each month by an opposite entry that names it',
  tries: 'take a bill back',
  params: idParams,
  /** `expected`: what the preview said; a 409 when it is no longer so. */
  body: z.extend(undoForm, { expected: undoneBill }),
  reply: tenantBilling,
})

const MONTHS = 'Please give months as 2026-11.'
const monthsToCorrect = z.array(month(MONTHS)).check(z.maxLength(120, MONTHS))

/** Months in a form, with commas between them. Without the field, charged rent stays as it is. */
export const correctedMonths = ifGiven(
  z.pipe(
    z.pipe(
      z.string(MONTHS),
      z.transform((list) => list.split(',').map((one) => one.trim())),
    ),
    monthsToCorrect,
  ),
)

/** The changes of charged rent that changed stays make. */
const billedChanges = z.object({
  /** The tenant's debt before and after, with all bills, also those that aren't due yet; negative means credit. */
  before: shillings,
  after: shillings,
  changes: z.array(z.object({ month: z.string(), amount: shillings })),
  /** The rule of the bill; null without billed months to come. */
  leaving_percent: z.nullable(z.int()),
  /** Months that have begun and were charged otherwise than the rules would charge them then, with what they cost instead. */
  differences: z.array(
    z.object({
      month: z.string(),
      before: shillings,
      after: shillings,
      /** What an earlier move took off is charged again, whatever is chosen. */
      always: z.boolean(),
    }),
  ),
})
export type BilledChanges = z.infer<typeof billedChanges>

export const previewRemoval = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/removal/preview/',
  who: 'staff:tenancies',
  tries: 'remove a tenant',
  summary:
    'What is given back of charged rent when a tenant leaves on a day, and whether it will wait',
  params: idParams,
  /** `corrected_months`: which of the differences are entered; without it, all that the caller may correct. */
  body: z.object({
    departure_date: day('Please choose a day.'),
    corrected_months: z.optional(monthsToCorrect),
  }),
  reply: z.extend(billedChanges, { waits }),
})

export const previewTransfer = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/transfer/preview/',
  who: 'staff:tenancies',
  tries: 'move a tenant to another room',
  summary:
    'What changes of charged rent when a tenant moves to another room on a day, and whether it will wait',
  params: idParams,
  body: z.object({
    room_number: text('Please choose a room.', 20),
    transfer_date: day('Please choose a day.'),
    corrected_months: z.optional(monthsToCorrect),
  }),
  reply: z.extend(billedChanges, { waits }),
})

/** The effect of moving back in on bills, and on what is owed today. */
export const billedReturn = z.object({
  /** Bills for the rest of a term that are made by the day they have the room. */
  bills: z.array(bill),
  /** Months that are billed already and change, as those that were given back when they left. */
  changes: z.array(z.object({ month: z.string(), amount: shillings })),
  /** From this month on rent is charged by the month; null when it comes with the bill of a term. */
  next_month: z.nullable(z.string()),
  before: shillings,
  after: shillings,
})

/** The change of a bill that was shown before an act; the act is refused when it would change something else. */
export const expectedChange = ifGiven(
  integer('Please give whole shillings.', -100_000_000, 100_000_000),
)
