import type * as z from 'zod/mini'
import type { DeskItem } from '#contract/desk.ts'
import { type creditExactItems, type ExactItem, MOST_EXACT } from '#contract/exact.ts'
import { dayOf } from '#rules/calendar.ts'
import { findExact, wordsOf } from '#rules/desk.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import type { AuthUser } from '../auth/access.ts'
import { listClaimants } from '../claims/queries.ts'
import type { Context } from '../context.ts'
import { HttpError } from '../http/errors.ts'
import { listEarlierTenants } from './hints.ts'
import { listAccounts, listReceiptless, listUnmatched } from './queries.ts'
import { previewItem, resolveItem } from './resolve.ts'

/** A payment without a receipt may be the same money as an item if it is at most this much older. */
const SAME_MONEY_MS = 31 * 24 * 60 * 60_000

type Found = Omit<ExactItem, 'item' | 'effect'> & { id: number; user_id: number }

/** The newest waiting payments that fit one account exactly, one for each account, since a second may not fit any more. */
async function findExactItems({ db, now }: Context, { company_id }: AuthUser): Promise<Found[]> {
  const today = dayOf(now())
  const items = await listUnmatched(db, company_id)
  const words = [...new Set(items.flatMap(({ reference }) => wordsOf(reference ?? '')))]
  const codes = items.flatMap(({ receipt }) => receipt ?? [])
  const [accounts, earlierTenants, claims] = await Promise.all([
    listAccounts(db, company_id, today),
    listEarlierTenants(db, company_id, today, words),
    listClaimants(db, company_id, codes),
  ])
  const fitting = items.flatMap(({ id, receipt, reference, amount: reported, created_at }) => {
    const amount = parseMpesaAmount(reported).exact
    const claimants = claims
      .filter((one) => one.receipt === receipt)
      .map(({ account_number }) => account_number)
    const exact = findExact(reference ?? '', amount, accounts, { earlierTenants, claimants })
    if (!exact || amount === null) return []
    const { user_id, ...account } = exact.account
    return [{ id, user_id, account, reasons: exact.reasons, amount, created_at }]
  })
  const users = [...new Set(fitting.map(({ user_id }) => user_id))]
  const receiptless = await listReceiptless(db, company_id, users)
  const found = new Map<number, Found>()
  for (const { amount, created_at, ...one } of fitting) {
    const since = created_at.getTime() - SAME_MONEY_MS
    const mayBeSame = receiptless.some(
      (paid) =>
        paid.user_id === one.user_id && paid.amount === amount && paid.paid_at.getTime() > since,
    )
    if (mayBeSame || found.has(one.user_id)) continue
    found.set(one.user_id, one)
    if (found.size === MOST_EXACT) break
  }
  return [...found.values()]
}

/** Previews the items that can be credited at once, each with its effect. */
export async function listExact(
  context: Context,
  user: AuthUser,
  listItemsOf: (ids: number[]) => Promise<DeskItem[]>,
): Promise<ExactItem[]> {
  const found = await findExactItems(context, user)
  const items = await listItemsOf(found.map(({ id }) => id))
  const list: ExactItem[] = []
  for (const { id, account, reasons } of found) {
    const item = items.find((one) => one.id === id)
    if (!item) continue
    const { account_number } = account
    try {
      const effect = await previewItem(context, user, id, { act: 'assign', account_number })
      // An effect without accounts means that the money counts by now.
      if (effect.accounts.length > 0) list.push({ item, account, reasons, effect })
    } catch (error) {
      // Somebody has just dealt with the item.
      if (!(error instanceof HttpError)) throw error
    }
  }
  return list
}

/** Credits items one after the other, each in a transaction of its own, as far as they still fit exactly. */
export async function creditExact(
  context: Context,
  user: AuthUser,
  credits: z.output<typeof creditExactItems.body>['credits'],
) {
  const exact = await findExactItems(context, user)
  const results: z.infer<typeof creditExactItems.reply> = []
  for (const { id, account_number, expected } of credits) {
    const fits = exact.some((one) => one.id === id && one.account.account_number === account_number)
    results.push(
      fits
        ? await creditOne(context, user, id, account_number, expected)
        : { id, credited: false, message: 'It doesn’t fit this account exactly any more.' },
    )
  }
  return results
}

async function creditOne(
  context: Context,
  user: AuthUser,
  id: number,
  account_number: string,
  expected: ExactItem['effect'],
) {
  try {
    const chosen = { act: 'assign', account_number } as const
    const { result } = await resolveItem(context, user, { item: id, chosen, note: null }, expected)
    const [account] = expected.accounts
    const name = account?.full_name ?? account_number
    return {
      id,
      credited: true,
      message: `${ksh(result.payments[0]?.amount ?? 0)} credited to ${name}.`,
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { id, credited: false, message: error.message }
  }
}
