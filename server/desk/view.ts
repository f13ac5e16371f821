import type * as desk from '#contract/desk.ts'
import { dayOf, isoTime } from '#rules/calendar.ts'
import { actionsFor, suggestAccounts, wordsOf } from '#rules/desk.ts'
import { parseMpesaAmount } from '#rules/money.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { findWaitingActs } from '../approvals/queries.ts'
import type { AuthUser } from '../auth/access.ts'
import { listClaimants } from '../claims/queries.ts'
import type { Context } from '../context.ts'
import { findPaymentOfPush } from '../ledger/queries.ts'
import { listCreditedBefore, listEarlierTenants, listTypedCodes } from './hints.ts'
import { listHistory } from './history.ts'
import { type DeskItemRow, listAccounts, listParts, listPaymentsWithoutReceipt } from './queries.ts'
import { itemNotFound, receiptlessAmount, takenBackAmount, unpaidAmount } from './resolve.ts'

/** A payment may be this much older than the item with its receipt. */
const CANDIDATE_REACH_MS = 31 * 24 * 60 * 60 * 1000

/** Items as the list shows them. */
export async function toItems(
  { db, now }: Context,
  { company_id }: AuthUser,
  rows: DeskItemRow[],
): Promise<desk.DeskItem[]> {
  const firsts = rows.flatMap((row) =>
    row.outcome === 'split' && row.payment_id !== null ? [row.payment_id] : [],
  )
  const parts = await listParts(db, company_id, firsts, dayOf(now()))
  return rows.map((row) => toDeskItem(row, parts))
}

/** One item, with all that is known about it and what can be done. */
export async function toDetail(
  context: Context,
  user: AuthUser,
  row: DeskItemRow & { raw: unknown },
): Promise<desk.DeskDetail> {
  const [item] = await toItems(context, user, [row])
  if (!item) throw itemNotFound()
  const actions = await listActions(context, user, row)
  const { db, now } = context
  const waiting = await findWaitingActs(db, user.company_id)
  return {
    ...item,
    acts: actions,
    waiting:
      waiting.items.get(row.id) ??
      (row.payment_id === null ? undefined : waiting.payments.get(row.payment_id)) ??
      null,
    history: await listHistory(db, user.company_id, row.id, dayOf(now())),
    suggestions: actions.includes('assign') ? await listSuggestions(context, user, row) : [],
    twins: actions.includes('attach') ? await listCandidates(context, user, row) : [],
    raw: row.raw,
  }
}

async function listActions({ db }: Context, user: AuthUser, row: DeskItemRow) {
  const { closed_at, reason, amount, push_id, push_status: status, push_amount } = row
  if (closed_at) return []
  const payment = push_id ? await findPaymentOfPush(db, user.company_id, push_id) : undefined
  return actionsFor({
    reason,
    amount,
    receiptless_amount: receiptlessAmount(payment),
    taken_back_amount: await takenBackAmount(db, row),
    unpaid_amount: unpaidAmount(status && { status, amount: push_amount ?? 0 }),
  })
}

async function listCandidates({ db, now }: Context, user: AuthUser, row: DeskItemRow) {
  const { exact, creditable } = parseMpesaAmount(row.amount)
  const amount = row.push_id ? creditable : exact
  if (amount === null) return []
  const came = row.paid_at ?? row.created_at
  const since = new Date(came.getTime() - CANDIDATE_REACH_MS)
  const candidates = await listPaymentsWithoutReceipt(
    db,
    user.company_id,
    dayOf(now()),
    amount,
    since,
    row.push_id,
  )
  return candidates.map(({ payment_id, paid_at, ...account }) => ({
    payment_id,
    paid_at: isoTime(paid_at),
    account,
  }))
}

async function listSuggestions({ db, now }: Context, user: AuthUser, row: DeskItemRow) {
  const { reference, amount } = row
  // For the reason `wrong_account` the reference is the account that the money was taken off, so it gives no hint.
  const typed = row.reason === 'wrong_account' ? '' : (reference ?? '')
  const { company_id } = user
  const today = dayOf(now())
  const [all, earlierTenants, creditedBefore, typedCodes, claimants] = await Promise.all([
    listAccounts(db, company_id, today),
    listEarlierTenants(db, company_id, today, wordsOf(typed)),
    row.push_id ? [] : listCreditedBefore(db, company_id, typed),
    row.push_id ? [] : listTypedCodes(db, company_id, typed),
    listClaimants(db, company_id, row.receipt ? [row.receipt] : []),
  ])
  const hints = {
    ...{ earlierTenants, creditedBefore, typedCodes },
    claimants: claimants.map(({ account_number }) => account_number),
  }
  return suggestAccounts(typed, parseMpesaAmount(amount).exact, all, hints)
}

const accountUser = (account_number: string | null, name: string | null, room: string | null) =>
  account_number && name ? { account_number, full_name: name, room_number: room } : null

type Parts = Awaited<ReturnType<typeof listParts>>

const toDeskItem = (row: DeskItemRow, parts: Parts): desk.DeskItem => ({
  id: row.id,
  reason: row.reason,
  amount: row.amount,
  receipt: row.receipt,
  reference: row.reference,
  shortcode: row.shortcode,
  mpesa_type: row.mpesa_type,
  paid_at: row.paid_at && isoTime(row.paid_at),
  created_at: isoTime(row.created_at),
  push: pushOf(row),
  account: accountUser(row.account_number, row.tenant_name, row.tenant_room),
  closed: closedOf(row, parts),
})

function pushOf(row: DeskItemRow): desk.DeskItem['push'] {
  const { push_amount, push_phone, push_status, push_initiated_at } = row
  if (!push_amount || !push_phone || !push_status || !push_initiated_at) return null
  return {
    amount: push_amount,
    phone_number: push_phone,
    status: push_status,
    initiated_at: isoTime(push_initiated_at),
    unknown_code: row.unknown_code,
    unknown_desc: row.unknown_desc,
  }
}

function closedOf(row: DeskItemRow, parts: Parts): desk.DeskItem['closed'] {
  if (!row.closed_at || !row.outcome) return null
  return {
    at: isoTime(row.closed_at),
    outcome: row.outcome,
    by: row.closer_name,
    note: row.note,
    payment: row.credited_id === null ? null : paymentOf(row, row.credited_id),
    parts: parts
      .filter(({ first }) => first === row.payment_id)
      .map(({ id, amount, account_number, full_name, room }) => ({
        receipt_number: receiptNumber(id),
        amount,
        account: accountUser(account_number, full_name, room),
      })),
  }
}

const paymentOf = (row: DeskItemRow, id: number) => ({
  id,
  receipt_number: row.payment_id === null ? null : receiptNumber(row.payment_id),
  amount: row.payment_amount,
  account: accountUser(row.payee_account, row.payee_name, row.payee_room),
})
