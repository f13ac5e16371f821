import * as mpesa from '#contract/mpesa.ts'
import * as payments from '#contract/payments.ts'
import { polling } from '#rules/payment.ts'
import type { Context } from '../context.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { notFound } from '../http/errors.ts'
import type { HandlerInput, Serve } from '../http/serve.ts'
import { userKey } from '../http/throttle.ts'
import {
  checkMpesa,
  findLastCheck,
  mpesaHost,
  registerAddresses,
  startTestPush,
} from './check-mpesa.ts'
import { readPaybillPayment, readStkCallback } from './daraja-messages.ts'
import { insertEvent, insertEventOfPush } from './event-queries.ts'
import { processEvent } from './events.ts'
import { requireKnownAddress, toJson, unreadable } from './mpesa-caller.ts'
import { findPaybillCompany, validatePaybill } from './paybill.ts'
import { findOpenPush, findPushOfInitiator } from './push-queries.ts'
import { toStkPushState } from './push-state.ts'
import { startPush } from './start-push.ts'

type HookInput = Pick<HandlerInput<typeof payments.stkCallback>, 'params' | 'body' | 'request'>

export function paymentRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(payments.initiatePush, async ({ user, body }) => {
    const { checkout_request_id } = await startPush(context, user, body)
    return {
      message: 'Look at your phone. M-Pesa is asking for your PIN.',
      data: { checkout_request_id },
    }
  })

  serve(payments.getPushStatus, async ({ user, body }) => {
    const push = await findPushOfInitiator(db, user, body.checkout_request_id)
    if (!push) throw notFound('There is no such payment of yours.', 'payment_not_found')
    return { data: toStkPushState(push) }
  })

  serve(payments.getOpenPush, async ({ user }) => {
    // The browser stops polling after this long; the user then finds the push in the list of payments.
    const polledFor = polling.intervalMs * polling.attempts
    const since = new Date(context.now().getTime() - polledFor)
    const push = await findOpenPush(db, user, since)
    return { data: push ? toStkPushState(push) : null }
  })

  serve(mpesa.getMpesa, async ({ user }) => ({
    pretend: context.config.simulator !== null,
    host: mpesaHost(context),
    paybill: context.config.daraja.shortcode,
    last: (await findLastCheck(context, user.company_id)) ?? null,
  }))
  serve(mpesa.checkMpesa, async ({ user }) => {
    await context.throttles.mpesaCheck.consume(userKey(user.company_id, user.id))
    return checkMpesa(context, user)
  })
  serve(mpesa.registerMpesa, async ({ user }) => {
    await context.throttles.mpesaCheck.consume(userKey(user.company_id, user.id))
    return registerAddresses(context, user)
  })
  serve(mpesa.startTestPush, async ({ user, body }) => {
    await context.throttles.mpesaCheck.consume(userKey(user.company_id, user.id))
    return startTestPush(context, user, body.phone_number)
  })

  hookRoutes(serve, { ...context, db: context.database.moneyDb })
}

/** Endpoints for M-Pesa. It is recognised by its IP address, a secret path and, for a push, the push's token. */
function hookRoutes(serve: Serve, context: Context) {
  const { db, hookSecret } = context

  function requireSecret(secret: string) {
    if (!equalInConstantTime(secret, hookSecret)) throw notFound('There is nothing here.')
  }

  async function handlePushCallback(
    kind: 'callback' | 'status',
    { params, body, request }: HookInput,
  ) {
    requireKnownAddress(context, request.ip)
    const event = await insertEventOfPush(db, {
      company_id: params.company,
      callback_token: params.token,
      kind,
      raw: toJson(body),
      received_at: context.now(),
      receipt: kind === 'callback' ? receiptOfCallback(body) : null,
    })
    if (!event) throw notFound('There is nothing here.')
    if (event.handled_at === null && !(await processEvent(context, event))) throw unreadable()
    return { ResultCode: 0, ResultDesc: 'Accepted' }
  }
  serve(payments.stkCallback, (input) => handlePushCallback('callback', input))
  serve(payments.transactionStatusResult, (input) => handlePushCallback('status', input))

  serve(payments.paybillValidation, ({ params, body, request }) => {
    requireKnownAddress(context, request.ip)
    requireSecret(params.secret)
    return validatePaybill(context, readPaybillPayment(body))
  })

  serve(payments.paybillConfirmation, async ({ params, body, request }) => {
    requireKnownAddress(context, request.ip)
    requireSecret(params.secret)
    const company_id = await findPaybillCompany(db)
    const received = {
      kind: 'confirmation',
      raw: toJson(body),
      received_at: context.now(),
    } as const
    const event = await insertEvent(db, { ...received, company_id, request_id: null })
    if (!(await processEvent(context, event))) throw unreadable()
    return { ResultCode: 0, ResultDesc: 'Success' }
  })
}

/** The receipt of a completed payment; null for any other callback. */
function receiptOfCallback(body: unknown): string | null {
  const callback = readStkCallback(body)
  return callback?.code === '0' ? callback.receipt : null
}
