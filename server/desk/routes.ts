import * as desk from '#contract/desk.ts'
import { dayOf, isoTime, monthOf } from '#rules/calendar.ts'
import { actionsFor, suggestAccounts, wordsOf } from '#rules/desk.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { unavailable } from '../errors.ts'
import { paged } from '../paging.ts'
import { findPaymentOfPush } from '../payments/ledger-queries.ts'
import { readStatement, requestReconciliation, statementStart } from '../payments/statement.ts'
import type { Serve } from '../serve.ts'
import { logStaffAction } from '../staff-log.ts'
import {
  assign,
  attach,
  confirm,
  correct,
  dismiss,
  itemNotFound,
  receiptlessAmount,
} from './actions.ts'
import { addNote, listHistory } from './history.ts'
import {
  countOpen,
  type DeskItemRow,
  findItem,
  listAccounts,
  listEarlierTenants,
  listFoundPayments,
  listItems,
  listPaymentsWithoutReceipt,
} from './queries.ts'
import { reopen, reverse } from './undo.ts'

/** After days without reports there may be hundreds. */
const MOST_FOUND_SHOWN = 50

/** A payment may be this much older than the item with its receipt. */
const CANDIDATE_REACH_MS = 31 * 24 * 60 * 60 * 1000

export function deskRoutes(serve: Serve, context: Context) {
  const { config, db, now } = context
  const today = () => dayOf(now())

  serve(desk.listDesk, async ({ user, query, request, reply }) => {
    const rows = await listItems(db, user.company_id, today(), query)
    return paged(rows, query, { request, reply }).map(toDeskItem)
  })

  serve(desk.countDesk, async ({ user }) => ({
    ...(await countOpen(db, user.company_id)),
    statement: config.daraja.statementNumber !== null,
  }))

  const accounts = (user: AuthUser) => listAccounts(db, user.company_id, today(), monthOf(now()))

  serve(desk.listAccounts, ({ user }) => accounts(user))

  async function found(user: AuthUser, id: number) {
    const row = await findItem(db, user.company_id, today(), id)
    if (!row) throw itemNotFound()
    return row
  }

  async function listActions({ closed_at, reason, amount, push_id }: DeskItemRow, user: AuthUser) {
    if (closed_at) return []
    const payment = push_id ? await findPaymentOfPush(db, user.company_id, push_id) : undefined
    return actionsFor({ reason, amount, receiptless_amount: receiptlessAmount(payment) })
  }

  async function listCandidates(user: AuthUser, row: DeskItemRow) {
    const { exact, creditable } = parseMpesaAmount(row.amount)
    const amount = row.push_id ? creditable : exact
    if (amount === null) return []
    const since = new Date(row.created_at.getTime() - CANDIDATE_REACH_MS)
    const candidates = await listPaymentsWithoutReceipt(
      db,
      user.company_id,
      today(),
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

  async function listSuggestions(user: AuthUser, { reference, amount }: DeskItemRow) {
    const typed = reference ?? ''
    const [all, earlier] = await Promise.all([
      accounts(user),
      listEarlierTenants(db, user.company_id, today(), wordsOf(typed)),
    ])
    return suggestAccounts(typed, parseMpesaAmount(amount).exact, all, earlier)
  }

  serve(desk.getDeskItem, async ({ user, params }) => {
    const row = await found(user, params.id)
    const actions = await listActions(row, user)
    return {
      ...toDeskItem(row),
      acts: actions,
      history: await listHistory(db, user.company_id, row.id, today()),
      suggestions: actions.includes('assign') ? await listSuggestions(user, row) : [],
      twins: actions.includes('attach') ? await listCandidates(user, row) : [],
      raw: row.raw,
    }
  })

  serve(desk.addDeskNote, async ({ user, params, body }) => {
    const { id } = await found(user, params.id)
    await addNote(db, user, id, body)
    return { history: await listHistory(db, user.company_id, id, today()) }
  })

  async function closed(user: AuthUser, id: number, message: (item: desk.DeskItem) => string) {
    const item = toDeskItem(await found(user, id))
    return { message: message(item), item }
  }

  serve(desk.assignDeskItem, async ({ user, params, body }) => {
    const { payment } = await assign(context, user, params.id, body)
    return closed(user, params.id, ({ closed }) => {
      const whose = closed?.payment?.account?.full_name ?? `account ${body.account_number}`
      return `${ksh(payment?.amount ?? 0)} credited to ${whose}.`
    })
  })

  serve(desk.attachDeskItem, async ({ user, params, body }) => {
    await attach(context, user, params.id, body)
    return closed(user, params.id, ({ receipt }) => `Receipt ${receipt} attached.`)
  })

  serve(desk.confirmDeskItem, async ({ user, params, body }) => {
    await confirm(context, user, params.id, body.note)
    return closed(user, params.id, () => 'Counted as paid.')
  })

  serve(desk.correctDeskItem, async ({ user, params, body }) => {
    const { payment } = await correct(context, user, params.id, body.note)
    return closed(user, params.id, () => `Correction of ${ksh(payment?.amount ?? 0)} added.`)
  })

  serve(desk.reopenDeskItem, async ({ user, params, body }) => {
    await reopen(context, user, params.id, body.note)
    return closed(user, params.id, () => 'Reopened. It’s back on the desk.')
  })

  serve(desk.reverseDeskItem, async ({ user, params, body }) => {
    const { amount } = await reverse(context, user, params.id, body)
    return closed(user, params.id, () => `${ksh(amount)} taken back. It’s back on the desk.`)
  })

  serve(desk.dismissDeskItem, async ({ user, params, body }) => {
    await dismiss(context, user, params.id, body.note)
    return closed(user, params.id, () => 'Dismissed. Nothing was credited.')
  })

  serve(desk.pullStatement, async ({ user }) => {
    await requestReconciliation(context, statementStart(now()))
    const reading = await readStatement(context)
    await logStaffAction(db, user, {
      act: 'desk.pull',
      subject: 'statement',
      subject_id: 0,
      before: null,
      after: reading,
    })
    switch (reading.kind) {
      case 'off':
        throw unavailable('M-Pesa’s statement isn’t set up here.', 'statement_off', 3600)
      case 'not_now':
        return {
          message: 'We asked M-Pesa a moment ago. We’ll ask again soon.',
          found: 0,
          payments: [],
        }
      case 'no_answer':
        throw unavailable('M-Pesa does not answer right now.', 'mpesa_unreachable', 30)
      case 'read': {
        const { found, receipts } = reading
        const shown = receipts.slice(-MOST_FOUND_SHOWN)
        return {
          message:
            found === 0
              ? 'No payments are missing.'
              : `Found ${found} ${found === 1 ? 'payment' : 'payments'} M-Pesa had not reported.`,
          found,
          payments: await listFoundPayments(db, user.company_id, today(), shown),
        }
      }
    }
  })
}

const accountUser = (account_number: string | null, name: string | null, room: string | null) =>
  account_number && name ? { account_number, full_name: name, room_number: room } : null

const toDeskItem = (row: DeskItemRow): desk.DeskItem => ({
  id: row.id,
  reason: row.reason,
  amount: row.amount,
  receipt: row.receipt,
  reference: row.reference,
  shortcode: row.shortcode,
  paid_at: row.paid_at && isoTime(row.paid_at),
  created_at: isoTime(row.created_at),
  push: pushOf(row),
  account: accountUser(row.account_number, row.tenant_name, row.tenant_room),
  closed: closedOf(row),
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

function closedOf(row: DeskItemRow): desk.DeskItem['closed'] {
  if (!row.closed_at || !row.outcome) return null
  return {
    at: isoTime(row.closed_at),
    outcome: row.outcome,
    by: row.closer_name,
    note: row.note,
    payment: row.credited_id === null ? null : paymentOf(row, row.credited_id),
  }
}

const paymentOf = (row: DeskItemRow, id: number) => ({
  id,
  receipt_number: row.payment_id === null ? null : receiptNumber(row.payment_id),
  amount: row.payment_amount,
  account: accountUser(row.payee_account, row.payee_name, row.payee_room),
})
