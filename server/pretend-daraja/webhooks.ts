import type { FastifyBaseLogger } from 'fastify'
import type { Journal } from './journal.ts'
import { type Answer, postJson } from './post-json.ts'
import { type Delivery, ending, type Payment, paidAt, receiptOf } from './pushes.ts'
import { callbackBody, paybillBody } from './replies.ts'
import type { Registration } from './requests.ts'

/** How long Safaricom's side listens for an answer (daraja 5). */
const callback_ms = 10_000
const validation_ms = 8_000

export type Verdict =
  | { accepted: true; third_party_id: string }
  | { accepted: false; code: string; description: string }

/** What the business is told over HTTP: once, and never again. */
export function openNotices(journal: Journal, clock: () => number, log: FastifyBaseLogger) {
  function balanceOf(shortcode: string): number {
    let balance = 0
    for (const payment of journal.payments.values()) {
      if (payment.shortcode === shortcode && paidAt(payment, clock()) !== null)
        balance += payment.amount
    }
    return balance
  }

  function message(payment: Payment, kind: Delivery['kind']) {
    if (kind === 'callback' && payment.kind === 'push')
      return { url: payment.callback_url, body: callbackBody(payment, ending(payment)) }
    const url = journal.registrations.get(payment.shortcode)?.confirmation_url
    const paid_at = paidAt(payment, clock())
    if (!url || paid_at === null) return null
    return { url, body: paybillBody(payment, paid_at, balanceOf(payment.shortcode)) }
  }

  /** The address is not logged: its path is the secret of a payment or of the installation. */
  async function post(payment: Payment, { kind }: Delivery, stopped: AbortSignal) {
    const said = { kind, receipt: receiptOf(payment), id: payment.id }
    const sent = message(payment, kind)
    if (!sent) return log.info(said, 'pretend M-Pesa: nobody has registered for this')
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(callback_ms)])
    const headers = { Businessshortcode: payment.shortcode }
    try {
      const { status } = await postJson(sent.url, sent.body, { headers, signal })
      log.info({ ...said, status }, 'pretend M-Pesa: delivered')
    } catch (error) {
      if (stopped.aborted) return
      log.warn({ ...said, reason: String(error) }, 'pretend M-Pesa: lost')
    }
  }

  /** Asks whether a paybill payment may go through; silence is decided by the registration. */
  async function validate(registration: Registration, body: object): Promise<Verdict> {
    const signal = AbortSignal.timeout(validation_ms)
    const answer = registration.validation_url
      ? await postJson(registration.validation_url, body, { signal }).catch(() => null)
      : null
    const verdict = answer && readVerdict(answer)
    if (verdict) return verdict
    if (!registration.validation_url || registration.response_type === 'Completed')
      return { accepted: true, third_party_id: '' }
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
