import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Fault } from '#contract/simulator.ts'
import { alteredPayments, type FaultList, swapTypes, withWrongSecret } from './faults.ts'
import type { Journal } from './journal.ts'
import { balancesOf } from './movements.ts'
import { type Delivery, endOf, receiptOf, type SimulatedPayment, timePaid } from './payments.ts'
import { callbackBody, paybillBody } from './replies.ts'
import type { UrlRegistration } from './requests.ts'

/** How long Safaricom waits for an answer. */
const CALLBACK_TIMEOUT_MS = 10_000
const VALIDATION_TIMEOUT_MS = 8_000

/** An address of this machine that callbacks do not come from otherwise. */
const WRONG_SOURCE_ADDRESS = '127.0.0.2'

export type ValidationResult =
  | { accepted: true; third_party_id: string }
  | { accepted: false; code: string; description: string }

interface WebhookOptions {
  journal: Journal
  clock: () => number
  log: FastifyBaseLogger
  faults: FaultList
  validationMs?: number
}

/** Callbacks, confirmations and validations, posted to the business once and never again. */
export function createWebhooks(options: WebhookOptions) {
  const { journal, clock, log, faults, validationMs = VALIDATION_TIMEOUT_MS } = options

  const balanceOf = (shortcode: string) =>
    balancesOf(journal.book(shortcode), clock()).utility / 100

  /** Null when no address is registered, or nothing was paid. */
  function addressOf(payment: SimulatedPayment, kind: Delivery['kind']): string | null {
    if (kind === 'callback') return payment.kind === 'push' ? payment.callback_url : null
    const registration = journal.registrations.get(payment.shortcode)
    return (timePaid(payment, clock()) !== null && registration?.confirmation_url) || null
  }

  function bodyOf(payment: SimulatedPayment, kind: Delivery['kind'], fault: Fault | null): object {
    if (kind === 'callback' && payment.kind === 'push')
      return callbackBody(payment, endOf(payment), fault?.kind !== 'no_balance')
    return paybillBody(payment, timePaid(payment, clock()) ?? clock(), {
      balance: balanceOf(payment.shortcode),
      hash_phone: journal.registrations.get(payment.shortcode)?.hash_phone,
    })
  }

  /** Logs no address: its path holds the secret of a payment or of the installation. */
  async function post(payment: SimulatedPayment, { kind }: Delivery, stopped: AbortSignal) {
    const logFields = { kind, receipt: receiptOf(payment), id: payment.id }
    const address = addressOf(payment, kind)
    if (!address) return log.info(logFields, 'pretend M-Pesa: nobody has registered for this')
    const fault = faults.take(kind)
    if (fault) log.info({ ...logFields, fault: fault.kind }, 'pretend M-Pesa: trouble')
    if (fault?.kind === 'lost') return
    if (fault?.kind === 'slow') await sleep(fault.ms, null, { signal: stopped }).catch(() => null)

    const reported = (fault && alteredPayments[fault.kind]?.(payment)) ?? payment
    const url = fault?.kind === 'wrong_token' ? withWrongSecret(address) : address
    const body = bodyOf(reported, kind, fault)
    const payload = fault?.kind === 'types_swapped' ? swapTypes(body) : body
    const headers = { Businessshortcode: payment.shortcode }
    const from = fault?.kind === 'wrong_address' ? WRONG_SOURCE_ADDRESS : undefined
    const copies = fault?.kind === 'twice' ? 2 : 1

    async function postOnce() {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(CALLBACK_TIMEOUT_MS)])
      try {
        const { status } = await postJson(url, payload, { headers, signal, from })
        log.info({ ...logFields, status }, 'pretend M-Pesa: delivered')
      } catch (error) {
        if (stopped.aborted) return
        log.warn({ ...logFields, reason: String(error) }, 'pretend M-Pesa: lost')
      }
    }
    await Promise.all(Array.from({ length: copies }, postOnce))
  }

  /** Asks the business whether to accept a paybill payment; without an answer its registration decides. */
  async function validate(
    registration: UrlRegistration,
    payment: SimulatedPayment,
  ): Promise<ValidationResult> {
    const { validation_url, response_type, hash_phone } = registration
    if (!validation_url) return { accepted: true, third_party_id: '' }
    const body = paybillBody(payment, clock(), { balance: null, hash_phone })
    const signal = AbortSignal.timeout(validationMs)
    const answer = await postJson(validation_url, body, { signal }).catch(() => null)
    const result = answer && parseValidationReply(answer)
    if (result) return result
    if (response_type === 'Completed') return { accepted: true, third_party_id: '' }
    return { accepted: false, code: 'C2B00016', description: 'No answer' }
  }

  return { post, validate }
}

function parseValidationReply(answer: PostReply): ValidationResult | null {
  if (answer.status !== 200) return null
  try {
    const reply: Record<string, unknown> = JSON.parse(answer.body)
    const code = String(reply.ResultCode)
    if (code === '0')
      return { accepted: true, third_party_id: String(reply.ThirdPartyTransID ?? '') }
    if (code.startsWith('C2B'))
      return { accepted: false, code, description: String(reply.ResultDesc ?? '') }
  } catch {
    // Not JSON counts as no answer.
  }
  return null
}

interface PostReply {
  status: number
  body: string
}

const MAX_REPLY_LENGTH = 100_000

/** Posts JSON over a new connection: one from before a restart of the receiver could lose the delivery. */
export function postJson(
  url: string,
  body: object,
  options: {
    headers?: Record<string, string>
    signal: AbortSignal
    /** The local address to send from. */
    from?: string
  },
): Promise<PostReply> {
  const bytes = Buffer.from(JSON.stringify(body))
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method: 'POST',
      agent: false,
      signal: options.signal,
      ...(options.from && { localAddress: options.from, family: 4 }),
      headers: {
        'Content-Type': 'application/json;charset=UTF-8',
        'Content-Length': bytes.length,
        ...options.headers,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('error', reject)
      incoming.on('data', (part: string) => {
        text += part
        if (text.length > MAX_REPLY_LENGTH) incoming.destroy(new Error('The answer is too long.'))
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: text }))
    })
    outgoing.end(bytes)
  })
}
