import * as z from 'zod/mini'
import { ages } from '#rules/overview.ts'
import { paymentKinds } from '#rules/payment.ts'
import { endpoint } from './endpoint.ts'
import { optionalDay } from './form.ts'
import { pageQuery } from './page.ts'
import { room } from './tenants.ts'
import { month } from './transactions.ts'

/** The staff's overview of a day; rules/overview.ts says what the figures mean. */

const shillings = z.int()
const counted = z.object({ count: z.int(), shillings })

const arrears = z.object({
  this_month: shillings,
  one_month: shillings,
  two_months: shillings,
  /** Three months and more. */
  older: shillings,
})

const debtor = z.object({
  id: z.int(),
  full_name: z.string(),
  /** The room on that day; null for whoever had none then. */
  room: z.nullable(z.string()),
  owed: shillings,
  ...arrears.shape,
})
export type Debtor = z.infer<typeof debtor>

const mapRoom = z.omit(room, { free_from: true })

const move = z.object({
  id: z.int(),
  full_name: z.string(),
  kind: z.enum(['moves_in', 'moves', 'leaves']),
  day: z.iso.date(),
  /** Where they move to, or the room that they leave. */
  room: z.string(),
  /** For a move within the residence: the room before. */
  from_room: z.nullable(z.string()),
  /** On the day of the overview; 0 for credit. */
  owed: shillings,
})
export type Move = z.infer<typeof move>

const rentDue = z.object({
  amount: shillings,
  /** The number of tenants who were charged. */
  tenants: z.int(),
  /** The part of `amount` that is not paid. */
  unpaid: shillings,
  /** The part of `amount` that could be paid: without tenants of whom more was taken off than charged. */
  payable: shillings,
  /** Opening balances imported in this month: debts and credit of tenants; no rent of the month. */
  opening: z.object({ owed: shillings, credit: shillings }),
})

/** The last twelve months, the earliest first. */
const months = z.array(
  z.object({
    month: z.string(),
    due: shillings,
    collected: shillings,
    payments: z.int(),
    wifi: shillings,
    bundles: z.int(),
  }),
)

export const overview = z.object({
  on: z.iso.date(),
  is_today: z.boolean(),
  /** The earliest day there is an overview of. */
  first_day: z.iso.date(),
  rooms: z.array(mapRoom),
  /** Rooms: somebody lives there on the day; out of service; with a place that is free for good. */
  occupancy: z.object({
    rooms: z.int(),
    lived_in: z.int(),
    /** People may still live in some of them. */
    out_of_service: z.int(),
    /** Rooms in service in which somebody lives. */
    in_service_lived_in: z.int(),
    free: z.int(),
    /** The rent that the free places would bring in a month. */
    free_rent: shillings,
  }),
  due: rentDue,
  months,
  /** Held for tenants on the day; no income. */
  deposits: counted,
  arrears,
  /** Tenants and former tenants who owe something, the largest debt first. */
  debtors: z.array(debtor),
  /** Moves in the seven days that begin with the day, in their order. */
  moves: z.array(move),
  /** Matters that a person has to decide about. */
  needs: z.object({
    /** Amounts from M-Pesa may have cents. */
    desk: z.object({ count: z.int(), cents: z.int(), taken_back_cents: z.int() }),
    leaving_with_debt: counted,
    /** Tenants who owe rent of two months ago or earlier, with all they owe. */
    long_overdue: counted,
    /** Tenants to call today because of a broken promise or plan, with the sum missing; null for a past day. */
    broken: z.nullable(counted),
    /** Deposits of tenants who have left; null for a past day. */
    deposits: z.nullable(counted),
    /** Acts that wait for a second person; null for a past day. */
    approvals: z.nullable(counted),
    /** Codes that M-Pesa has not reported within a day; null for a past day. */
    codes: z.nullable(counted),
    /** Posts and reports; null for a past day, which is not kept. */
    posts: z.nullable(z.int()),
    /** Why the last email wasn't sent; null when it was, and for a past day. */
    mail_failed: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
  }),
})
export type Overview = z.infer<typeof overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/staff/overview/',
  who: 'staff:view',
  summary: 'The residence on a day (today by default): rooms, rent, arrears, moves, what waits',
  query: z.object({ on: optionalDay }),
  reply: overview,
})

export const moneyOfMonth = z.object({
  month: z.string(),
  /** The earliest month that has a page. */
  first_month: z.string(),
  /** Of the rent of a month that is still to come nothing is unpaid yet. */
  due: z.extend(rentDue, { unpaid: z.nullable(shillings) }),
  /** Twelve months, the earliest first; the month is one of them. */
  months,
  /** What is owed on the day of the overview, by the age of the debt. `count` is of people. */
  owed: z.record(z.enum(ages), counted),
})
export type MoneyOfMonth = z.infer<typeof moneyOfMonth>

export const getMoneyOfMonth = endpoint({
  method: 'GET',
  path: '/staff/overview/month/',
  who: 'staff:view',
  summary:
    'The rent of a month: due, collected and unpaid; the months beside it, and what is owed by age',
  query: z.object({ month, on: optionalDay }),
  reply: moneyOfMonth,
})

export const entryLists = ['due', 'collected', 'wifi'] as const
export type EntryList = (typeof entryLists)[number]

const overviewEntry = z.object({
  id: z.int(),
  user_id: z.int(),
  full_name: z.string(),
  /** Theirs on the day; null without one. */
  room: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** Negative for what was corrected or taken back. */
  amount: shillings,
  is_correction: z.boolean(),
  /** How a payment came; null for a charge. `desk` is money that staff credited from the desk. */
  how: z.nullable(z.enum([...paymentKinds, 'desk'])),
  /** The months that a payment of rent pays for; null for other entries. */
  pays_for: z.nullable(z.object({ months: z.array(z.string()), ahead: z.boolean() })),
  /** The receipt of a payment. */
  receipt_number: z.nullable(z.string()),
})
export type OverviewEntry = z.infer<typeof overviewEntry>

export const listOverviewEntries = endpoint({
  method: 'GET',
  path: '/staff/overview/entries/',
  who: 'staff:view',
  summary: 'The charges or payments that a figure of the overview counts, the latest first',
  query: z.extend(pageQuery, {
    of: z.enum(entryLists, 'Please choose due, collected or wifi.'),
    month,
    on: optionalDay,
  }),
  reply: z.array(overviewEntry),
})
