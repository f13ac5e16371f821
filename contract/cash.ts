import * as z from 'zod/mini'
import { cashHolders, leavesDrawer } from '#rules/cash-count.ts'
import { endpoint } from './endpoint.ts'
import { optionalText, wholeShillings } from './form.ts'
import { pageQuery } from './page.ts'

const shillings = z.int()

export const MISSING_COUNT_REASON =
  'This differs from what should be there. Please say why, or that you don’t know.'
const MISSING_HANDED = 'Please give whole shillings, as much as you handed over.'

/** The form for staff who have counted the drawer. */
export const cashCountForm = z
  .object({
    counted: wholeShillings('Please give whole shillings, 0 for an empty drawer.', 0, 100_000_000),
    reason: optionalText(500),
    handed_to: z.enum(['', ...cashHolders], 'Please choose who has the money now.'),
    /** To the bank or the owner. */
    handed: z.optional(
      z.union([z.literal(''), wholeShillings(MISSING_HANDED, 1, 100_000_000)], MISSING_HANDED),
    ),
    /** Who took it, or the slip of the bank. */
    note: optionalText(200),
  })
  .check(
    z.refine(({ handed_to, handed }) => !leavesDrawer(handed_to || null) || Boolean(handed), {
      error: MISSING_HANDED,
      path: ['handed'],
    }),
    z.refine(
      ({ handed_to, handed, counted }) =>
        !leavesDrawer(handed_to || null) || Number(handed) <= counted,
      { error: 'That is more than you counted.', path: ['handed'] },
    ),
  )

const cashCount = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  expected: shillings,
  counted: shillings,
  reason: z.nullable(z.string()),
  handed_to: z.nullable(z.enum(cashHolders)),
  handed: shillings,
  note: z.nullable(z.string()),
})
export type CashCount = z.infer<typeof cashCount>

const drawer = z.object({
  /** Left at the last count; 0 before the first one. */
  left: shillings,
  /** Cash received since the last count. */
  received: shillings,
  given_back: shillings,
  /** Entries that an earlier count has counted and that were undone since: negative where cash was received. */
  undone: shillings,
  entries: z.int(),
  /** Before the first count only what was entered so far: that count sets the start, whatever it finds. */
  expected: shillings,
  last: z.nullable(cashCount),
})
export type Drawer = z.infer<typeof drawer>

export const getDrawer = endpoint({
  method: 'GET',
  path: '/staff/cash/',
  who: 'staff:view',
  summary: 'What should be in the drawer, from the entries in cash since the last count',
  reply: drawer,
})

export const listCashCounts = endpoint({
  method: 'GET',
  path: '/staff/cash/counts/',
  who: 'staff:view',
  summary: 'The counts of the drawer, the latest first',
  query: pageQuery,
  reply: z.array(cashCount),
})

export const countCash = endpoint({
  method: 'POST',
  path: '/staff/cash/counts/',
  who: 'staff:money',
  tries: 'count the cash',
  summary: 'Write down what was counted in the drawer, and who has it now',
  status: 201,
  body: z.object({
    count: cashCountForm,
    /** Made by the form: a count that is sent again is stored once. */
    submission_id: z.uuid(),
    /** The expected sum and the count before, as they were shown; a 409 when they are no longer so. */
    expected: shillings,
    last: z.nullable(z.int()),
  }),
  reply: cashCount,
})
