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
import { conflict, HttpError, invalidInput, notFound } from '../../server/errors.ts'
import { openAttempts } from './attempts.ts'
import { openPhoneView } from './phone-view.ts'
import type { Presence } from './presence.ts'
import { isOpen } from './pushes.ts'
import { makeRequestId } from './receipts.ts'
import type { Simulation } from './requests.ts'
import type { ResultCode } from './script.ts'
import type { Simulator } from './simulator.ts'
import type { Verdict } from './webhooks.ts'

interface Options {
  simulator: Simulator
  presence: Presence
  businessName: string
}

const wrong_pin = '0000'
const look_every_ms = 100
const looks = 10

type Field = 'business_number' | 'account_number' | 'amount' | 'pin'

/** Why a business refuses (daraja 5), in words for the payer, and what to put right. */
const refusals: Record<string, { why: string; field?: Field }> = {
  C2B00011: { why: 'it does not take money from this number' },
  C2B00012: { why: 'it does not know this account number', field: 'account_number' },
  C2B00013: { why: 'the amount is not right', field: 'amount' },
  C2B00015: { why: 'it does not know this business number', field: 'business_number' },
}

function read<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw invalidInput(parsed.error)
  return parsed.data
}

/** The phone page's own calls; the host has installed errors.ts. */
export async function phoneRoutes(app: FastifyInstance, options: Options) {
  const { simulator, presence, businessName } = options
  const attempts = openAttempts()
  const view = openPhoneView(simulator, attempts, businessName)
  /** A page asks once a second; that is not worth a line each. */
  const quiet = { logLevel: 'warn' } as const
  const at = (endpoint: Endpoint) => endpoint.path.replace(app.prefix, '')

  app.addHook('onSend', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })

  function holdOpenPush(msisdn: string) {
    presence.seen(msisdn)
    const push = simulator.openPushOf(msisdn)
    if (push) simulator.hold(push)
  }

  /** At most a second, less when something happens on this phone. */
  async function change(msisdn: string) {
    const shown = view.mark(msisdn)
    for (let look = 0; look < looks; look += 1) {
      await sleep(look_every_ms)
      if (view.mark(msisdn) !== shown) return
    }
  }

  /** The tab was closed while its question was waiting here: nobody is looking any more. */
  function noticeLeaving(msisdn: string, reply: FastifyReply) {
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) presence.left(msisdn)
    })
  }

  app.get(at(listWaiting), quiet, async () => ({ waiting: view.allWaiting() }))

  app.get(at(getPhone), quiet, async (request, reply): Promise<Phone> => {
    const { msisdn } = read(getPhone.params, request.params)
    const { wait } = read(getPhone.query, request.query)
    holdOpenPush(msisdn)
    if (wait) {
      noticeLeaving(msisdn, reply)
      await change(msisdn)
      if (!reply.raw.destroyed) holdOpenPush(msisdn)
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

  app.post(at(answerPush), async (request) => {
    const params = read(answerPush.params, request.params)
    const { pin } = read(answerPush.body, request.body)
    return end(params, pin === wrong_pin ? '2001' : '0')
  })

  app.post(at(cancelPush), async (request) => end(read(cancelPush.params, request.params), '1032'))

  /** Nothing was sent; the phone is told so at once and in a message. */
  function notSent(order: Simulation, why: string, code: string, field?: Field): HttpError {
    attempts.add({ ...order, id: makeRequestId(), at: simulator.clock(), why })
    return new HttpError(409, { message: why, code, ...(field && { fields: { [field]: why } }) })
  }

  function refused(order: Simulation, { code, description }: Verdict & { accepted: false }) {
    const { why = description || code, field } = refusals[code] ?? {}
    const sentence = `${businessName} refused: ${why}. No money was taken.`
    return notSent(order, sentence, 'refused', field)
  }

  app.post(at(sendToPaybill), async (request) => {
    const { msisdn } = read(sendToPaybill.params, request.params)
    const typed = read(sendToPaybill.body, request.body)
    const { amount, account_number: reference } = typed
    const paybills = simulator.paybills()
    const shortcode = typed.business_number ?? paybills[0]
    if (!shortcode) throw conflict('There is no paybill to send money to yet.', 'no_paybill')
    const order = { shortcode, msisdn, amount, reference }
    if (typed.pin === wrong_pin)
      throw notSent(order, 'The PIN was wrong. No money was taken.', 'wrong_pin', 'pin')
    if (!paybills.includes(shortcode)) {
      const why = `There is no business with the number ${shortcode}. No money was taken.`
      throw notSent(order, why, 'unknown_business', 'business_number')
    }
    const { payment, verdict } = await simulator.payBill(order)
    if (!verdict.accepted) throw refused(order, verdict)
    return { receipt: payment.id }
  })
}
