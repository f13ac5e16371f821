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
import { actsFor, suggestAccounts } from '#rules/desk.ts'
import { ksh, wholeShillings } from '#rules/money.ts'
import type { Member } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound, unavailable } from '../errors.ts'
import { paged } from '../paging.ts'
import { findPaymentOfRequest } from '../payments/ledger-queries.ts'
import { missPayments, readStatement, statementStart } from '../payments/statement.ts'
import type { Serve } from '../serve.ts'
import { logAct } from '../staff-log.ts'
import { listAccounts, listReceiptless } from './account-queries.ts'
import { assign, attach, confirm, correct, dismiss, reopen } from './acts.ts'
import { deskItem } from './item.ts'
import { countOpen, findItem, type ItemRow, listItems } from './queries.ts'

/** How far before an item a payment may lie whose receipt it could be. */
const twins_reach_ms = 31 * 24 * 60 * 60 * 1000

export function deskRoutes(serve: Serve, context: Context) {
  const { db, now } = context
  const today = () => dayOf(now())

  serve(listDesk, async ({ member, query, request, reply }) => {
    const rows = await listItems(db, member.company_id, today(), query)
    return paged(rows, query, { request, reply }).map(deskItem)
  })

  serve(countDesk, ({ member }) => countOpen(db, member.company_id))

  const accounts = (member: Member) => listAccounts(db, member.company_id, today(), monthOf(now()))

  serve(listAccountsEndpoint, ({ member }) => accounts(member))

  async function found(member: Member, id: number) {
    const row = await findItem(db, member.company_id, today(), id)
    if (!row) throw notFound('There is nothing like that on the desk.', 'desk_item_not_found')
    return row
  }

  async function actsOf({ closed_at, reason, amount, push_id }: ItemRow, member: Member) {
    if (closed_at) return []
    const payment = push_id ? await findPaymentOfRequest(db, member.company_id, push_id) : undefined
    const counted_without_receipt = payment !== undefined && !payment.receipt
    return actsFor({ reason, amount, counted_without_receipt })
  }

  async function twinsOf(member: Member, row: ItemRow) {
    const amount = wholeShillings(row.amount)
    if (amount === null) return []
    const since = new Date(row.created_at.getTime() - twins_reach_ms)
    const twins = await listReceiptless(db, member.company_id, today(), amount, since)
    return twins.map(({ payment_id, paid_at, ...account }) => ({
      payment_id,
      paid_at: paid_at.toISOString(),
      account,
    }))
  }

  serve(getDeskItem, async ({ member, params }) => {
    const row = await found(member, params.id)
    const acts = await actsOf(row, member)
    const typed = row.reference ?? ''
    return {
      ...deskItem(row),
      acts,
      suggestions: acts.includes('assign')
        ? suggestAccounts(typed, wholeShillings(row.amount), await accounts(member))
        : [],
      twins: acts.includes('attach') ? await twinsOf(member, row) : [],
      raw: row.raw,
    }
  })

  async function closed(member: Member, id: number, say: (item: DeskItem) => string) {
    const item = deskItem(await found(member, id))
    return { message: say(item), item }
  }

  serve(assignDeskItem, async ({ member, params, body }) => {
    const { payment } = await assign(context, member, params.id, body)
    return closed(member, params.id, ({ closed }) => {
      const whose = closed?.payment?.account?.full_name ?? `account ${body.account_number}`
      return `${ksh(payment?.amount ?? 0)} credited to ${whose}.`
    })
  })

  serve(attachDeskItem, async ({ member, params, body }) => {
    await attach(context, member, params.id, body)
    return closed(member, params.id, ({ receipt }) => `Receipt ${receipt} attached.`)
  })

  serve(confirmDeskItem, async ({ member, params, body }) => {
    await confirm(context, member, params.id, body.note)
    return closed(member, params.id, () => 'Counted as paid.')
  })

  serve(correctDeskItem, async ({ member, params, body }) => {
    const { payment } = await correct(context, member, params.id, body.note)
    return closed(member, params.id, () => `Corrected by ${ksh(payment?.amount ?? 0)}.`)
  })

  serve(reopenDeskItem, async ({ member, params, body }) => {
    await reopen(context, member, params.id, body.note)
    return closed(member, params.id, () => 'It waits again.')
  })

  serve(dismissDeskItem, async ({ member, params, body }) => {
    await dismiss(context, member, params.id, body.note)
    return closed(member, params.id, () => 'Dismissed. Nothing was credited.')
  })

  serve(pullStatement, async ({ member }) => {
    await missPayments(context, statementStart(now()))
    const reading = await readStatement(context)
    await logAct(db, member, {
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
