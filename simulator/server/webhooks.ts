import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Trouble } from '#contract/simulator.ts'
import type { Journal } from './journal.ts'
import { untrue, wrongToken } from './notice-trouble.ts'
import { type Answer, postJson } from './post-json.ts'
import { type Delivery, ending, type Payment, paidAt, receiptOf } from './pushes.ts'
import { callbackBody, paybillBody } from './replies.ts'
import type { Registration } from './requests.ts'
import { swapTypes } from './swap-types.ts'
import type { Troubles } from './trouble.ts'

/** How long Safaricom's side listens for an answer (daraja 5). */
const callback_ms = 10_000
const validation_ms = 8_000

/** An address of this machine that callbacks do not usually come from. */
const other_address = '127.0.0.2'

export type Verdict =
  | { accepted: true; third_party_id: string }
  | { accepted: false; code: string; description: string }

interface NoticeOptions {
  journal: Journal
  clock: () => number
  log: FastifyBaseLogger
  troubles: Troubles
  validationMs?: number
}

/** What the business is told over HTTP: once, and never again. */
export function openNotices(options: NoticeOptions) {
  const { journal, clock, log, troubles, validationMs = validation_ms } = options

  function balanceOf(shortcode: string): number {
    let balance = 0
    for (const payment of journal.payments.values()) {
      if (payment.shortcode !== shortcode || payment.reversed_at) continue
      if (paidAt(payment, clock()) !== null) balance += payment.amount
    }
    return balance
  }

  /** Null when there is nobody to tell, or nothing. */
  function addressOf(payment: Payment, kind: Delivery['kind']): string | null {
    if (kind === 'callback') return payment.kind === 'push' ? payment.callback_url : null
    const registration = journal.registrations.get(payment.shortcode)
    return (paidAt(payment, clock()) !== null && registration?.confirmation_url) || null
  }

  function bodyOf(payment: Payment, kind: Delivery['kind'], trouble: Trouble | null): object {
    if (kind === 'callback' && payment.kind === 'push')
      return callbackBody(payment, ending(payment), trouble?.kind !== 'no_balance')
    return paybillBody(payment, paidAt(payment, clock()) ?? clock(), {
      balance: balanceOf(payment.shortcode),
      hash_phone: journal.registrations.get(payment.shortcode)?.hash_phone,
    })
  }

  /** The address is not logged: its path is the secret of a payment or of the installation. */
  async function post(payment: Payment, { kind }: Delivery, stopped: AbortSignal) {
    const said = { kind, receipt: receiptOf(payment), id: payment.id }
    const address = addressOf(payment, kind)
    if (!address) return log.info(said, 'pretend M-Pesa: nobody has registered for this')
    const trouble = troubles.take(kind)
    if (trouble) log.info({ ...said, trouble: trouble.kind }, 'pretend M-Pesa: trouble')
    if (trouble?.kind === 'lost') return
    if (trouble?.kind === 'slow')
      await sleep(trouble.ms, null, { signal: stopped }).catch(() => null)

    const told = (trouble && untrue[trouble.kind]?.(payment)) ?? payment
    const url = trouble?.kind === 'wrong_token' ? wrongToken(address) : address
    const body = bodyOf(told, kind, trouble)
    const sent = trouble?.kind === 'types_swapped' ? swapTypes(body) : body
    const headers = { Businessshortcode: payment.shortcode }
    const from = trouble?.kind === 'wrong_address' ? other_address : undefined
    const copies = trouble?.kind === 'twice' ? 2 : 1

    async function once() {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(callback_ms)])
      try {
        const { status } = await postJson(url, sent, { headers, signal, from })
        log.info({ ...said, status }, 'pretend M-Pesa: delivered')
      } catch (error) {
        if (stopped.aborted) return
        log.warn({ ...said, reason: String(error) }, 'pretend M-Pesa: lost')
      }
    }
    await Promise.all(Array.from({ length: copies }, once))
  }

  /** Asks whether a paybill payment may go through; silence is decided by the registration. */
  async function validate(registration: Registration, payment: Payment): Promise<Verdict> {
    const { validation_url, response_type, hash_phone } = registration
    if (!validation_url) return { accepted: true, third_party_id: '' }
    const body = paybillBody(payment, clock(), { balance: null, hash_phone })
    const signal = AbortSignal.timeout(validationMs)
    const answer = await postJson(validation_url, body, { signal }).catch(() => null)
    const verdict = answer && readVerdict(answer)
    if (verdict) return verdict
    if (response_type === 'Completed') return { accepted: true, third_party_id: '' }
    return { accepted: false, code: 'C2B00016', description: 'No answer' }
  }

  return { post, validate }
}

function readVerdict(answer: Answer): Verdict | null {
  if (answer.status !== 200) return null
  try {
    const reply: Record<string, unknown> = JSON.parse(answer.body)
    const code = String(reply.ResultCode)
    if (code === '0')
      return { accepted: true, third_party_id: String(reply.ThirdPartyTransID ?? '') }
    if (code.startsWith('C2B'))
      return { accepted: false, code, description: String(reply.ResultDesc ?? '') }
  } catch {
    // Not JSON: no answer.
  }
  return null
}
