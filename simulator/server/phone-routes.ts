import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  answerPush,
  cancelPush,
  type EndedPush,
  getPhone,
  listWaiting,
  type Phone,
  sendToPaybill,
} from '#contract/simulator.ts'
import { conflict, HttpError, invalidInput, notFound } from '../../server/http/errors.ts'
import { createRequestId, isOpen } from './payments.ts'
import { type Business, createFailedPayments, openPhoneView } from './phone-view.ts'
import type { PaybillRequest } from './requests.ts'
import type { ResultCode } from './scripts.ts'
import type { Simulator } from './simulator.ts'
import type { ValidationResult } from './webhooks.ts'

interface Options {
  simulator: Simulator
  business: Business
}

const WRONG_PIN = '0000'
const POLL_INTERVAL_MS = 100
const POLLS = 10

type Field = 'business_number' | 'account_number' | 'amount' | 'pin'

/** The refusals of a validation URL, in words for the payer, with the field to correct. */
const refusals: Record<string, { why: string; field?: Field }> = {
  C2B00011: { why: 'it does not take money from this number' },
  C2B00012: { why: 'it does not know this account number', field: 'account_number' },
  C2B00013: { why: 'the amount is not right', field: 'amount' },
  C2B00015: { why: 'it does not know this business number', field: 'business_number' },
}

export function parse<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw invalidInput(parsed.error)
  return parsed.data
}

/** The calls of the phone page. Errors are answered by the error handler of the app (server/http/errors.ts). */
export async function phoneRoutes(app: FastifyInstance, options: Options) {
  const { simulator, business } = options
  const failedPayments = createFailedPayments()
  const view = openPhoneView(simulator, failedPayments, business)
  /** A page asks once a second, too often for the log. */
  const quiet = { logLevel: 'warn' } as const
  const pathOf = (endpoint: Endpoint) => endpoint.path.replace(app.prefix, '')

  /** Waits for a second, or until something changes on this phone. */
  async function waitForChange(msisdn: string) {
    const version = view.version(msisdn)
    for (let poll = 0; poll < POLLS; poll += 1) {
      await sleep(POLL_INTERVAL_MS)
      if (view.version(msisdn) !== version) return
    }
  }

  /** The connection closed while the page waited for the reply: the page is gone. */
  function detectClosedPage(msisdn: string, reply: FastifyReply) {
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) simulator.pageClosed(msisdn)
    })
  }

  app.get(pathOf(listWaiting), quiet, async () => ({ waiting: view.allWaiting() }))

  app.get(pathOf(getPhone), quiet, async (request, reply): Promise<Phone> => {
    const { msisdn } = parse(getPhone.params, request.params)
    const { wait } = parse(getPhone.query, request.query)
    simulator.pageOpened(msisdn)
    if (wait) {
      detectClosedPage(msisdn, reply)
      await waitForChange(msisdn)
      if (!reply.raw.destroyed) simulator.pageOpened(msisdn)
    }
    return view.phone(msisdn)
  })

  function end(params: z.output<typeof answerPush.params>, code: ResultCode): EndedPush {
    const push = simulator
      .paymentsOf(params.msisdn)
      .find((payment) => payment.id === params.checkout_request_id)
    if (push?.kind !== 'push') throw notFound('This phone has no such request.')
    if (!isOpen(push, simulator.clock()))
      throw conflict('This request has already ended.', 'request_ended')
    simulator.answer(push, code)
    return view.ended(push)
  }

  app.post(pathOf(answerPush), async (request) => {
    const params = parse(answerPush.params, request.params)
    const { pin } = parse(answerPush.body, request.body)
    return end(params, pin === WRONG_PIN ? '2001' : '0')
  })

  app.post(pathOf(cancelPush), async (request) =>
    end(parse(cancelPush.params, request.params), '1032'),
  )

  /** Nothing was paid; the phone shows why, now and in its messages. */
  function notSent(request: PaybillRequest, why: string, code: string, field?: Field): HttpError {
    failedPayments.add({ ...request, id: createRequestId(), at: simulator.clock(), why })
    return new HttpError(409, { message: why, code, ...(field && { fields: { [field]: why } }) })
  }

  function refused(
    request: PaybillRequest,
    { code, description }: ValidationResult & { accepted: false },
  ) {
    const { why = description || code, field } = refusals[code] ?? {}
    const sentence = `${business.name} refused: ${why}. No money was taken.`
    return notSent(request, sentence, 'refused', field)
  }

  app.post(pathOf(sendToPaybill), async ({ params, body }) => {
    const { msisdn } = parse(sendToPaybill.params, params)
    const typed = parse(sendToPaybill.body, body)
    const { amount, account_number: reference } = typed
    const paybills = simulator.paybills()
    const shortcode = typed.business_number ?? paybills[0]
    if (!shortcode) throw conflict('There is no paybill to send money to yet.', 'no_paybill')
    const request = { shortcode, msisdn, amount, reference }
    if (typed.pin === WRONG_PIN)
      throw notSent(request, 'The PIN was wrong. No money was taken.', 'wrong_pin', 'pin')
    if (!paybills.includes(shortcode)) {
      const why = `There is no business with the number ${shortcode}. No money was taken.`
      throw notSent(request, why, 'unknown_business', 'business_number')
    }
    const { payment, validation } = await simulator.payBill(request)
    if (!validation.accepted) throw refused(request, validation)
    return { receipt: payment.id }
  })
}
