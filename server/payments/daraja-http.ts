import type { DarajaSettings } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { openTokens } from './daraja-token.ts'
import { readRefusal, readToken } from './wire.ts'

/** M-Pesa answers within this, or is taken for silent. */
const time_limit_ms = 20_000
const token_limit_ms = 10_000

/** The family of codes that refuse a token (daraja 2). */
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

export interface Answer {
  status: number
  /** Null when it was no JSON: an outage page, which says nothing. */
  body: unknown
}

/** Surely nothing has reached M-Pesa. */
export class NotSent extends Error {
  override name = 'NotSent'
}

/** Whether a refusal asks us to slow down. */
export const isThrottle = (code: string): boolean => throttle.test(code)

async function request(url: string, limit_ms: number, init: RequestInit): Promise<Answer> {
  const limit = AbortSignal.timeout(limit_ms)
  try {
    const response = await fetch(url, {
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit,
    })
    const text = await response.text()
    return { status: response.status, body: parsed(text) }
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? ''
    if (neverSent.has(cause)) throw new NotSent(cause)
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** By which the nodes of an installation know what they share about their paybill. */
export const darajaAccountOf = ({ baseUrl, consumerKey }: DarajaSettings): string =>
  `${baseUrl} ${consumerKey}`

/** Posts to Daraja with the token that all nodes share. */
export function openDarajaHttp(settings: DarajaSettings, db: Db, now: () => Date) {
  const { baseUrl, consumerKey, consumerSecret } = settings

  async function fetchToken() {
    const key = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
    const url = `${baseUrl}/oauth/v1/generate?grant_type=client_credentials`
    const headers = { authorization: `Basic ${key}` }
    const answer = await request(url, token_limit_ms, { headers })
    const token = readToken(answer.body)
    if (!token) throw new Error(`HTTP ${answer.status}`)
    return token
  }

  const tokens = openTokens({ db, account: darajaAccountOf(settings), fetchToken, now })

  const token = (refused?: string) =>
    tokens.token(refused).catch((error: unknown) => {
      throw new NotSent(`no token: ${error}`)
    })

  /**
   * Once more with another token when the first is refused: such a call has not done anything.
   * @throws {NotSent} when surely nothing has reached M-Pesa
   */
  return async function post(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    let refused: string | undefined
    for (;;) {
      const bearer = await token(refused)
      const answer = await request(baseUrl + path, time_limit_ms, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })
      const refusal = readRefusal(answer.body)
      if (refused !== undefined || !refusal || !invalidToken.test(refusal.code)) return answer
      refused = bearer
    }
  }
}
