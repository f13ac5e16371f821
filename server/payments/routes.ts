import {
  getOpenPush,
  getPushStatus,
  initiatePush,
  paybillConfirmation,
  paybillValidation,
  statusResult,
  stkCallback,
} from '#contract/payments.ts'
import { polling } from '#rules/payment.ts'
import { equalInConstantTime } from '../auth/tokens.ts'
import type { Context } from '../context.ts'
import { forbidden, invalid, notFound } from '../errors.ts'
import type { HandlerInput, Serve } from '../serve.ts'
import { plainAddress } from '../throttle.ts'
import { processEvent } from './inbox.ts'
import { insertEvent, type StoredEvent } from './inbox-queries.ts'
import { findPaybillCompany, validatePaybill } from './paybill.ts'
import { toStkPushState } from './push-state.ts'
import { findInitiatedPush, findOpenPush, findPushByToken } from './queries.ts'
import { startPush } from './submit.ts'
import { readPaybill } from './wire.ts'

/** A body nested without end cannot be written down again; nobody who means well sends one. */
function textOfBody(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw unreadable()
  }
}

const unreadable = () => invalid('body', 'This is not what M-Pesa sends.')

export function paymentRoutes(serve: Serve, context: Context) {
  const { db, config, log } = context

  serve(initiatePush, async ({ user, body }) => ({
    message: 'Look at your phone. M-Pesa is asking for your PIN.',
    data: {
      checkout_request_id: await startPush(context, user, {
        phone: body.phone_number,
        amount: body.amount,
        account_reference: body.account_reference,
        description: body.transaction_desc,
        chosen: body.chosen,
      }),
    },
  }))

  serve(getPushStatus, async ({ user, body }) => {
    const push = await findInitiatedPush(db, user.company_id, user.id, body.checkout_request_id)
    if (!push) throw notFound('There is no such payment of yours.', 'payment_not_found')
    return { data: toStkPushState(push) }
  })

  serve(getOpenPush, async ({ user }) => {
    // What the browser has given up polling for is found in the payments, not picked up again.
    const watched = polling.intervalMs * polling.attempts
    const since = new Date(context.now().getTime() - watched)
    const push = await findOpenPush(db, user.company_id, user.id, since)
    return { data: push ? toStkPushState(push) : null }
  })

  function requireKnownAddress(ip: string) {
    if (config.callbackIps.length === 0 || config.callbackIps.includes(plainAddress(ip))) return
    log.warn({ ip }, 'hook called from an address outside DARAJA_CALLBACK_IPS')
    throw forbidden('Not from here.', 'unknown_address')
  }

  /** What comes under a push's own token. */
  async function handlePushCallback(
    kind: 'callback' | 'status',
    {
      params,
      body,
      request,
    }: Pick<HandlerInput<typeof stkCallback>, 'params' | 'body' | 'request'>,
  ) {
    requireKnownAddress(request.ip)
    const push = await findPushByToken(db, params.company, params.token)
    if (!push) throw notFound('There is nothing here.')
    await storeAndProcess({ kind, company_id: params.company, request_id: push.id }, body)
    return { ResultCode: 0, ResultDesc: 'Accepted' }
  }
  serve(stkCallback, (served) => handlePushCallback('callback', served))
  serve(statusResult, (served) => handlePushCallback('status', served))

  /** Kept first and handled then: M-Pesa sends it once. */
  async function storeAndProcess(
    report: Pick<StoredEvent, 'kind' | 'company_id' | 'request_id'>,
    body: unknown,
  ) {
    const raw = textOfBody(body)
    const kept = await insertEvent(db, { ...report, raw, received_at: context.now() })
    if (!(await processEvent(context, kept))) throw unreadable()
  }

  function requireSecret(secret: string) {
    if (!equalInConstantTime(secret, context.hookSecret)) throw notFound('There is nothing here.')
  }

  serve(paybillValidation, ({ params, body, request }) => {
    requireKnownAddress(request.ip)
    requireSecret(params.secret)
    return validatePaybill(db, readPaybill(body), context.now())
  })

  serve(paybillConfirmation, async ({ params, body, request }) => {
    requireKnownAddress(request.ip)
    requireSecret(params.secret)
    const company_id = await findPaybillCompany(db)
    await storeAndProcess({ kind: 'confirmation', company_id, request_id: null }, body)
    return { ResultCode: 0, ResultDesc: 'Success' }
  })
}
