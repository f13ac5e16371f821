import { toMpesaTime } from '#rules/calendar.ts'
import type { DarajaSettings } from '../config.ts'
import { type Accepted, readAccepted, readQueryResult, readRefusal, readToken } from './wire.ts'

interface Push {
  phone: string
  amount: number
  reference: string
  description: string
  callback_url: string
}

/**
 * - `accepted`: the prompt is queued
 * - `refused`: surely no prompt; the phone is free
 * - `unsure`: something was sent and no clear answer came back; there may be a prompt
 */
export type PushAnswer =
  | ({ kind: 'accepted' } & Accepted)
  | { kind: 'refused'; why: 'busy' | 'phone_busy' | 'bad_field' | 'unreachable'; message: string }
  | { kind: 'unsure' }

type QueryAnswer =
  | { kind: 'result'; code: string; description: string }
  | { kind: 'no_answer' }
  /** M-Pesa asks us to slow down. */
  | { kind: 'throttled' }

export interface Daraja {
  push(push: Push): Promise<PushAnswer>
  /** `signal` gives a question up when the server stops. */
  query(checkout_id: string, signal?: AbortSignal): Promise<QueryAnswer>
  registerUrls(urls: { confirmation: string; validation: string }): Promise<void>
}

/** M-Pesa answers within this, or is taken for silent. */
const time_limit_ms = 20_000
/** A token is renewed this long before it ends. */
const token_margin_ms = 60_000

const invalidToken = /^(404\.001\.03|400\.003\.01|401\.)/
const throttle = /SpikeArrest|QuotaViolation|^500\.003\.0[23]$/i
/** Connection failures before the first byte was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

interface Answer {
  status: number
  body: unknown
}

class NotSent extends Error {
  override name = 'NotSent'
}

/** Our client of Safaricom's Daraja, or of the pretend one: the same code for both. */
export function openDaraja(settings: DarajaSettings, now: () => Date): Daraja {
  let cached: { token: string; until: number } | null = null
  let fetching: Promise<string> | null = null

  async function request(path: string, init: RequestInit): Promise<Answer> {
    const limit = AbortSignal.timeout(time_limit_ms)
    try {
      const response = await fetch(settings.baseUrl + path, {
        ...init,
        signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit,
      })
      const text = await response.text()
      let body: unknown = null
      try {
        body = JSON.parse(text)
      } catch {
        // HTML or nothing at all: an outage page, which says nothing.
      }
      return { status: response.status, body }
    } catch (error) {
      const cause = (error as { cause?: { code?: string } }).cause?.code ?? ''
      if (neverSent.has(cause)) throw new NotSent(cause)
      throw error
    }
  }

  async function fetchToken(): Promise<string> {
    const key = Buffer.from(`${settings.consumerKey}:${settings.consumerSecret}`).toString('base64')
    const answer = await request('/oauth/v1/generate?grant_type=client_credentials', {
      headers: { authorization: `Basic ${key}` },
    }).catch((error: unknown) => {
      throw new NotSent(`no token: ${error}`)
    })
    const token = readToken(answer.body)
    if (!token) throw new NotSent(`no token: HTTP ${answer.status}`)
    cached = { token: token.token, until: now().getTime() + token.seconds * 1000 - token_margin_ms }
    return token.token
  }

  /** One request for a token at a time: a new one ends the one before it. */
  async function token(): Promise<string> {
    if (cached && now().getTime() < cached.until) return cached.token
    fetching ??= fetchToken().finally(() => {
      fetching = null
    })
    return fetching
  }

  /** Once more with a new token when the old one is refused: such a call has not done anything. */
  async function post(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const bearer = await token()
      const answer = await request(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })
      const refusal = readRefusal(answer.body)
      if (attempt > 1 || !refusal || !invalidToken.test(refusal.code)) return answer
      if (cached?.token === bearer) cached = null
    }
  }

  function signed() {
    const Timestamp = toMpesaTime(now())
    const Password = Buffer.from(settings.shortcode + settings.passkey + Timestamp).toString(
      'base64',
    )
    return { BusinessShortCode: Number(settings.shortcode), Password, Timestamp }
  }

  return {
    async push(push) {
      const body = {
        ...signed(),
        TransactionType: 'CustomerPayBillOnline',
        Amount: push.amount,
        PartyA: Number(push.phone),
        PartyB: Number(settings.shortcode),
        PhoneNumber: Number(push.phone),
        CallBackURL: push.callback_url,
        AccountReference: push.reference,
        TransactionDesc: push.description.slice(0, 13),
      }
      try {
        const { body: reply } = await post('/mpesa/stkpush/v1/processrequest', body)
        const accepted = readAccepted(reply)
        if (accepted) return { kind: 'accepted', ...accepted }
        const refusal = readRefusal(reply)
        // The gateway's own faults leave open what happened behind it, except its throttling.
        if (!refusal || (refusal.by === 'gateway' && !throttle.test(refusal.code))) {
          return { kind: 'unsure' }
        }
        return { kind: 'refused', why: reasonOf(refusal), message: refusal.message }
      } catch (error) {
        if (error instanceof NotSent) {
          return { kind: 'refused', why: 'unreachable', message: error.message }
        }
        return { kind: 'unsure' }
      }
    },

    async query(checkout_id, signal) {
      try {
        const question = { ...signed(), CheckoutRequestID: checkout_id }
        const { body } = await post('/mpesa/stkpushquery/v1/query', question, signal)
        const refusal = readRefusal(body)
        if (refusal) return { kind: throttle.test(refusal.code) ? 'throttled' : 'no_answer' }
        const result = readQueryResult(body)
        return result ? { kind: 'result', ...result } : { kind: 'no_answer' }
      } catch {
        return { kind: 'no_answer' }
      }
    },

    async registerUrls({ confirmation, validation }) {
      const { status, body } = await post('/mpesa/c2b/v2/registerurl', {
        ShortCode: settings.shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: confirmation,
        ValidationURL: validation,
      })
      const refusal = readRefusal(body)
      if (refusal || status >= 400) {
        throw new Error(`M-Pesa refused the addresses: ${refusal?.message ?? `HTTP ${status}`}`)
      }
    },
  }
}

/** 500.001.1001 and its like stand for many things; the message decides (daraja 2). */
function reasonOf({ code, message }: { code: string; message: string }) {
  if (/unable to lock subscriber/i.test(message)) return 'phone_busy'
  if (/^400\.002\.0[25]$/.test(code) && /invalid/i.test(message)) return 'bad_field'
  return 'busy'
}
