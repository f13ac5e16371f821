import {
  getOpenPush,
  getPushStatus,
  initiatePush,
  paybillConfirmation,
  paybillValidation,
  stkCallback,
} from '#contract/payments.ts'
import { polling } from '#rules/payment.ts'
import { sameText } from '../auth/tokens.ts'
import type { Context } from '../context.ts'
import { forbidden, invalid, notFound } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { insertRawReport } from './ledger-queries.ts'
import { confirmPaybill, validatePaybill } from './paybill.ts'
import { pushState } from './push-state.ts'
import { findOpenPush, findPush, findRequestByToken } from './queries.ts'
import { takeReport } from './report.ts'
import { startRentPush } from './submit.ts'
import { readPaybill, readStkCallback } from './wire.ts'

const unreadable = () => invalid('body', 'This is not what M-Pesa sends.')

export function paymentRoutes(serve: Serve, context: Context) {
  const { db, config, log } = context

  serve(initiatePush, async ({ member, body }) => ({
    message: 'Look at your phone. M-Pesa is asking for your PIN.',
    data: {
      checkout_request_id: await startRentPush(context, member, {
        phone: body.phone_number,
        amount: body.amount,
        account_number: body.account_reference,
        description: body.transaction_desc?.trim() || 'Rent payment',
      }),
    },
  }))

  serve(getPushStatus, async ({ member, body }) => {
    const push = await findPush(db, member.company_id, member.id, body.checkout_request_id)
    if (!push) throw notFound('There is no such payment of yours.', 'payment_not_found')
    return { data: pushState(push) }
  })

  serve(getOpenPush, async ({ member }) => {
    // What the browser has given up polling for is found in the payments, not picked up again.
    const watched = polling.interval_ms * polling.attempts
    const since = new Date(context.now().getTime() - watched)
    const push = await findOpenPush(db, member.company_id, member.id, since)
    return { data: push ? pushState(push) : null }
  })

  function requireKnownAddress(ip: string) {
    if (config.callbackIps.length === 0 || config.callbackIps.includes(ip)) return
    log.warn({ ip }, 'hook called from an address outside DARAJA_CALLBACK_IPS')
    throw forbidden('Not from here.', 'unknown_address')
  }

  serve(stkCallback, async ({ params, body, request }) => {
    requireKnownAddress(request.ip)
    const known = await findRequestByToken(db, params.company, params.token)
    if (!known) throw notFound('There is nothing here.')
    const result = readStkCallback(body)
    if (!result) throw unreadable()
    await insertRawReport(db, {
      company_id: params.company,
      kind: 'callback',
      raw: JSON.stringify(body),
    })
    const foreign = known.daraja_checkout_id && known.daraja_checkout_id !== result.checkout_id
    const bare = result.code === '0' && result.receipt === null
    if (foreign || bare) {
      // Somebody else's id, or money without a receipt: not to be believed, the query will tell.
      log.warn({ request_id: known.id, foreign, bare }, 'callback not believed')
    } else {
      await takeReport(context, params.company, known.id, { ...result, via: 'callback', raw: body })
    }
    return { ResultCode: 0, ResultDesc: 'Accepted' }
  })

  function requireSecret(secret: string) {
    if (!sameText(secret, context.hookSecret)) throw notFound('There is nothing here.')
  }

  serve(paybillValidation, ({ params, body, request }) => {
    requireKnownAddress(request.ip)
    requireSecret(params.secret)
    return validatePaybill(db, readPaybill(body))
  })

  serve(paybillConfirmation, async ({ params, body, request }) => {
    requireKnownAddress(request.ip)
    requireSecret(params.secret)
    const payment = readPaybill(body)
    if (!payment) throw unreadable()
    await confirmPaybill(context, payment, body)
    return { ResultCode: 0, ResultDesc: 'Success' }
  })
}
