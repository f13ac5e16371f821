import * as desk from '#contract/desk.ts'
import { creditExactItems, listExactItems } from '#contract/exact.ts'
import * as wrong from '#contract/wrong-account.ts'
import { dayOf } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { paymentIdOf } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { unavailable } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { readStatement, requestReconciliation, statementStart } from '../payments/statement.ts'
import { logStaffAction } from '../staff-log.ts'
import type { ChosenAct } from './actions.ts'
import type { PaymentChange } from './effect.ts'
import { creditExact, listExact } from './exact.ts'
import { addNote, listHistory } from './history.ts'
import {
  countOpen,
  findItem,
  listAccounts,
  listFoundPayments,
  listItems,
  listItemsOf,
} from './queries.ts'
import { itemNotFound, previewItem, resolveItem } from './resolve.ts'
import { previewTakenByMpesa, takeBackForMpesa } from './taken-by-mpesa.ts'
import { previewDeskUndo, previewTakeBack, reopen, reverse } from './undo.ts'
import { toDetail, toItems } from './view.ts'
import { findItemOfPayment, receiptNotFound } from './wrong-account.ts'

/** Limit, because there may be hundreds after days without reports. */
const MOST_FOUND_SHOWN = 50

export function deskRoutes(serve: Serve, context: Context) {
  const { config, db, now } = context
  const today = () => dayOf(now())

  serve(desk.listDesk, async ({ user, query, request, reply }) => {
    const rows = await listItems(db, user.company_id, today(), query)
    return toItems(context, user, paged(rows, query, { request, reply }))
  })

  serve(desk.countDesk, async ({ user }) => ({
    ...(await countOpen(db, user.company_id)),
    statement: config.daraja.statementNumber !== null,
  }))

  serve(desk.listAccounts, ({ user }) => listAccounts(db, user.company_id, today()))

  async function found(user: AuthUser, id: number) {
    const row = await findItem(db, user.company_id, today(), id)
    if (!row) throw itemNotFound()
    return row
  }

  serve(desk.getDeskItem, async ({ user, params }) =>
    toDetail(context, user, await found(user, params.id)),
  )

  serve(desk.addDeskNote, async ({ user, params, body }) => {
    const { id } = await found(user, params.id)
    await addNote(db, user, id, body)
    return { history: await listHistory(db, user.company_id, id, today()) }
  })

  serve(desk.previewDeskAct, ({ user, params: { id }, body }) =>
    body.act === 'reopen' || body.act === 'reverse'
      ? previewDeskUndo(context, user, id, { ...body, note: 'Preview' })
      : previewItem(context, user, id, body),
  )

  const itemOf = async (user: AuthUser, id: number) => {
    const [item] = await toItems(context, user, [await found(user, id)])
    if (!item) throw itemNotFound()
    return item
  }

  serve(listExactItems, ({ user }) =>
    listExact(context, user, async (ids) =>
      toItems(context, user, await listItemsOf(db, user.company_id, today(), ids)),
    ),
  )

  serve(creditExactItems, ({ user, body }) => creditExact(context, user, body.credits))

  async function closed(user: AuthUser, id: number, message: (item: desk.DeskItem) => string) {
    const item = await itemOf(user, id)
    return { message: message(item), item }
  }

  const resolve = (
    user: AuthUser,
    item: number,
    chosen: ChosenAct,
    { note = null, expected }: { note?: string | null; expected: desk.DeskEffect },
  ) => resolveItem(context, user, { item, chosen, note }, expected)

  serve(desk.assignDeskItem, async ({ user, params: { id }, body: { expected, ...chosen } }) => {
    const { result } = await resolve(user, id, { act: 'assign', ...chosen }, { expected })
    return closed(user, id, ({ closed }) => {
      const payee = closed?.payment?.account?.full_name ?? `account ${chosen.account_number}`
      return `${ksh(result.payments[0]?.amount ?? 0)} credited to ${payee}.`
    })
  })

  serve(desk.splitDeskItem, async ({ user, params: { id }, body: { expected, parts } }) => {
    await resolve(user, id, { act: 'split', parts }, { expected })
    const whole = parts.reduce((sum, { amount }) => sum + amount, 0)
    return closed(user, id, () => `${ksh(whole)} shared among ${parts.length} accounts.`)
  })

  serve(desk.attachDeskItem, async ({ user, params: { id }, body: { expected, payment_id } }) => {
    await resolve(user, id, { act: 'attach', payment_id }, { expected })
    return closed(user, id, ({ receipt }) => `Receipt ${receipt} attached.`)
  })

  serve(desk.confirmDeskItem, async ({ user, params: { id }, body }) => {
    const { waiting } = await resolve(user, id, { act: 'confirm' }, body)
    const message = waiting ? 'Counting it as paid waits for a second person.' : 'Counted as paid.'
    return { ...(await closed(user, id, () => message)), waiting }
  })

  serve(desk.correctDeskItem, async ({ user, params: { id }, body }) => {
    const { result, waiting } = await resolve(user, id, { act: 'correct' }, body)
    const sum = result.payments.reduce((total, { amount }) => total + amount, 0)
    const answer = await closed(user, id, ({ closed }) => {
      const payee = closed?.payment?.account?.full_name
      if (waiting) return `The correction of ${ksh(Math.abs(sum))} waits for a second person.`
      if (sum > 0) return `${ksh(sum)} added${payee ? ` for ${payee}` : ''}.`
      return `${ksh(-sum)} taken back${payee ? ` from ${payee}` : ''}.`
    })
    return { ...answer, waiting }
  })

  serve(desk.reopenDeskItem, async ({ user, params: { id }, body: { note, expected } }) => {
    await reopen(context, user, id, note, expected)
    return closed(user, id, () => 'Reopened. It’s back on the desk.')
  })

  serve(desk.reverseDeskItem, async ({ user, params: { id }, body: { expected, ...credit } }) => {
    const { result, act, waiting } = await reverse(context, user, { item: id, ...credit }, expected)
    const [wait, done] = undoneText(act, result)
    const message = waiting
      ? `${wait} waits for a second person.`
      : `${done} It’s back on the desk.`
    return { ...(await closed(user, id, () => message)), waiting }
  })

  /** @throws {HttpError} 404 when the text isn't a receipt number */
  function paymentOf(number: string) {
    const id = paymentIdOf(number)
    if (id === null) throw receiptNotFound()
    return id
  }

  serve(wrong.previewTakeBack, ({ user, params }) =>
    previewTakeBack(context, user, paymentOf(params.number)),
  )

  serve(wrong.takeBackPayment, async ({ user, params, body: { reason: note, expected } }) => {
    const payment = { item: null, payment_id: paymentOf(params.number), note }
    const { result, act, waiting } = await reverse(context, user, payment, expected)
    const [wait, done] = undoneText(act, result)
    if (waiting) return { message: `${wait} waits for a second person.`, item: null, waiting }
    const item = await findItemOfPayment(db, user.company_id, payment.payment_id)
    return { message: `${done} It’s on the desk now.`, item, waiting }
  })

  serve(wrong.previewTakenByMpesa, ({ user, params }) =>
    previewTakenByMpesa(context, user, paymentOf(params.number)),
  )

  serve(wrong.takeBackForMpesa, async ({ user, params, body: { reason: note, expected } }) => {
    const payment = { payment_id: paymentOf(params.number), note }
    const { result, item, waiting } = await takeBackForMpesa(context, user, payment, expected)
    const money = ksh(-result.payments.reduce((sum, { amount }) => sum + amount, 0))
    const message = waiting
      ? `Taking back ${money} waits for a second person.`
      : `${money} taken back, as M-Pesa did.`
    return { message, item, waiting }
  })

  serve(desk.dismissDeskItem, async ({ user, params: { id }, body: { note, expected } }) => {
    await resolve(user, id, { act: 'dismiss' }, { note, expected })
    return closed(user, id, () => 'Dismissed. Nothing was credited.')
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

/** Describes an undo, in the words for an act that waits and for one that is done. */
function undoneText(act: string, result: PaymentChange[]): [wait: string, done: string] {
  const money = ksh(Math.abs(result.reduce((total, { amount }) => total + amount, 0)))
  if (act === 'restoration') return [`Counting ${money} again`, `${money} counts again.`]
  return result[0]?.receipt === 'replaced'
    ? ['Taking the M-Pesa code off', 'The M-Pesa code is off this payment.']
    : [`Taking back ${money}`, `${money} taken back.`]
}
