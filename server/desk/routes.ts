import {
  assignDeskItem,
  attachDeskItem,
  confirmDeskItem,
  correctDeskItem,
  countDesk,
  type DeskItem,
  dismissDeskItem,
  getDeskItem,
  listAccounts as listAccountsEndpoint,
  listDesk,
  pullStatement,
  reopenDeskItem,
} from '#contract/desk.ts'
import { dayOf, monthOf } from '#rules/calendar.ts'
import { actionsFor, suggestAccounts } from '#rules/desk.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound, unavailable } from '../errors.ts'
import { paged } from '../paging.ts'
import { findPaymentOfRequest } from '../payments/ledger-queries.ts'
import { readStatement, requestReconciliation, statementStart } from '../payments/statement.ts'
import type { Serve } from '../serve.ts'
import { logStaffAction } from '../staff-log.ts'
import { listAccounts, listPaymentsWithoutReceipt } from './account-queries.ts'
import { assign, attach, confirm, correct, dismiss, reopen } from './acts.ts'
import { deskItem } from './item.ts'
import { countOpen, findItem, type ItemRow, listItems } from './queries.ts'

/** How far before an item a payment may lie whose receipt it could be. */
const twins_reach_ms = 31 * 24 * 60 * 60 * 1000

export function deskRoutes(serve: Serve, context: Context) {
  const { db, now } = context
  const today = () => dayOf(now())

  serve(listDesk, async ({ user, query, request, reply }) => {
    const rows = await listItems(db, user.company_id, today(), query)
    return paged(rows, query, { request, reply }).map(deskItem)
  })

  serve(countDesk, ({ user }) => countOpen(db, user.company_id))

  const accounts = (user: AuthUser) => listAccounts(db, user.company_id, today(), monthOf(now()))

  serve(listAccountsEndpoint, ({ user }) => accounts(user))

  async function found(user: AuthUser, id: number) {
    const row = await findItem(db, user.company_id, today(), id)
    if (!row) throw notFound('There is nothing like that on the desk.', 'desk_item_not_found')
    return row
  }

  async function actsOf({ closed_at, reason, amount, push_id }: ItemRow, user: AuthUser) {
    if (closed_at) return []
    const payment = push_id ? await findPaymentOfRequest(db, user.company_id, push_id) : undefined
    const receiptless_amount = payment && !payment.receipt ? payment.amount : null
    return actionsFor({ reason, amount, receiptless_amount })
  }

  async function twinsOf(user: AuthUser, row: ItemRow) {
    const amount = parseMpesaAmount(row.amount).creditable
    if (amount === null) return []
    const since = new Date(row.created_at.getTime() - twins_reach_ms)
    const twins = await listPaymentsWithoutReceipt(
      db,
      user.company_id,
      today(),
      amount,
      since,
      row.push_id,
    )
    return twins.map(({ payment_id, paid_at, ...account }) => ({
      payment_id,
      paid_at: paid_at.toISOString(),
      account,
    }))
  }

  serve(getDeskItem, async ({ user, params }) => {
    const row = await found(user, params.id)
    const acts = await actsOf(row, user)
    const typed = row.reference ?? ''
    return {
      ...deskItem(row),
      acts,
      suggestions: acts.includes('assign')
        ? suggestAccounts(typed, parseMpesaAmount(row.amount).exact, await accounts(user))
        : [],
      twins: acts.includes('attach') ? await twinsOf(user, row) : [],
      raw: row.raw,
    }
  })

  async function closed(user: AuthUser, id: number, say: (item: DeskItem) => string) {
    const item = deskItem(await found(user, id))
    return { message: say(item), item }
  }

  serve(assignDeskItem, async ({ user, params, body }) => {
    const { payment } = await assign(context, user, params.id, body)
    return closed(user, params.id, ({ closed }) => {
      const whose = closed?.payment?.account?.full_name ?? `account ${body.account_number}`
      return `${ksh(payment?.amount ?? 0)} credited to ${whose}.`
    })
  })

  serve(attachDeskItem, async ({ user, params, body }) => {
    await attach(context, user, params.id, body)
    return closed(user, params.id, ({ receipt }) => `Receipt ${receipt} attached.`)
  })

  serve(confirmDeskItem, async ({ user, params, body }) => {
    await confirm(context, user, params.id, body.note)
    return closed(user, params.id, () => 'Counted as paid.')
  })

  serve(correctDeskItem, async ({ user, params, body }) => {
    const { payment } = await correct(context, user, params.id, body.note)
    return closed(user, params.id, () => `Corrected by ${ksh(payment?.amount ?? 0)}.`)
  })

  serve(reopenDeskItem, async ({ user, params, body }) => {
    await reopen(context, user, params.id, body.note)
    return closed(user, params.id, () => 'It waits again.')
  })

  serve(dismissDeskItem, async ({ user, params, body }) => {
    await dismiss(context, user, params.id, body.note)
    return closed(user, params.id, () => 'Dismissed. Nothing was credited.')
  })

  serve(pullStatement, async ({ user }) => {
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
        throw unavailable('The statement of M-Pesa is not set up here.', 'statement_off', 3600)
      case 'not_now':
        return {
          message: 'M-Pesa has been asked already, and is asked again soon by itself.',
          found: 0,
        }
      case 'no_answer':
        throw unavailable('M-Pesa does not answer right now.', 'mpesa_unreachable', 30)
      case 'read': {
        const { found } = reading
        return {
          message:
            found === 0
              ? 'M-Pesa has told us of everything.'
              : `${found} ${found === 1 ? 'payment' : 'payments'} found that we had not heard of.`,
          found,
        }
      }
    }
  })
}
