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
} from '#contract/pretend-daraja.ts'
import { conflict, invalidInput, notFound } from '../errors.ts'
import { openPhoneView } from './phone-view.ts'
import type { Presence } from './presence.ts'
import { isOpen } from './pushes.ts'
import type { ResultCode } from './script.ts'
import type { Simulator } from './simulator.ts'

interface Options {
  simulator: Simulator
  presence: Presence
  businessName: string
}

const wrong_pin = '0000'
const look_every_ms = 100
const looks = 10

/** Why a business refuses (daraja 5), in words for the payer. */
const refusals: Record<string, string> = {
  C2B00011: 'it does not take money from this number',
  C2B00012: 'it does not know this account number',
  C2B00013: 'the amount is not right',
}

function read<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw invalidInput(parsed.error)
  return parsed.data
}

/** The phone page's own calls; the host has installed errors.ts. */
export async function phoneRoutes(app: FastifyInstance, options: Options) {
  const { simulator, presence, businessName } = options
  const view = openPhoneView(simulator, businessName)
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
    return push?.id
  }

  /** At most a second, less when something happens on this phone. */
  async function change(msisdn: string, shown: string | undefined) {
    for (let look = 0; look < looks; look += 1) {
      await sleep(look_every_ms)
      if (simulator.openPushOf(msisdn)?.id !== shown) return
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
    const shown = holdOpenPush(msisdn)
    if (wait) {
      noticeLeaving(msisdn, reply)
      await change(msisdn, shown)
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

  app.post(at(sendToPaybill), async (request) => {
    const { msisdn } = read(sendToPaybill.params, request.params)
    const { account_number, amount } = read(sendToPaybill.body, request.body)
    const shortcode = simulator.paybills()[0]
    if (!shortcode) throw conflict('There is no paybill to send money to yet.', 'no_paybill')
    const sent = await simulator.payBill({ shortcode, msisdn, amount, reference: account_number })
    if (!sent.verdict.accepted) {
      const why = refusals[sent.verdict.code] ?? (sent.verdict.description || sent.verdict.code)
      throw conflict(`${businessName} refused: ${why}. No money was taken.`, 'refused')
    }
    return { receipt: sent.payment.id }
  })
}
