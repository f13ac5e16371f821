import { setTimeout as pause } from 'node:timers/promises'
import type { DarajaSettings } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { readRefusal, readToken } from './daraja-messages.ts'
import { claimToken, findToken, releaseTokenClaim, storeToken } from './daraja-queries.ts'

const REQUEST_TIMEOUT_MS = 20_000
const TOKEN_TIMEOUT_MS = 10_000
/** A node that fetches a token has this long before another one takes over. */
const TOKEN_CLAIM_MS = 15_000
/** How often a node that waits for another node's token looks for it. */
const TOKEN_POLL_MS = 100
/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000

/** The codes by which M-Pesa refuses a token; which one comes depends on the endpoint. */
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

interface DarajaReply {
  status: number
  /** Null when it was not JSON, such as an outage page. */
  body: unknown
}

/** Whether M-Pesa gives a token for our key and secret. */
export type CredentialsAnswer = { kind: 'ok' | 'refused' } | { kind: 'unreachable'; reason: string }

/** The request has certainly not reached M-Pesa. */
export class NotSent extends Error {
  override name = 'NotSent'
}

/** Whether the code of a refusal asks us to slow down. */
export const isThrottle = (code: string): boolean => throttle.test(code)

/** The key under which the nodes of an installation share what they know of their paybill. */
export const darajaAccountOf = ({ baseUrl, consumerKey }: DarajaSettings): string =>
  `${baseUrl} ${consumerKey}`

/** Posts to Daraja with the access token that all nodes share. */
export function openDarajaHttp(settings: DarajaSettings, db: Db, now: () => Date) {
  const getToken = openAccessToken(settings, db, now)

  /**
   * Repeated once with another token when the first is refused: such a request has changed nothing.
   * @throws {NotSent} when it has certainly not reached M-Pesa
   */
  async function post(path: string, body: object, signal?: AbortSignal): Promise<DarajaReply> {
    let refused: string | undefined
    for (;;) {
      const token = await getToken(refused).catch((error: unknown) => {
        throw new NotSent(explainNoToken(settings.baseUrl, error))
      })
      const reply = await request(settings.baseUrl + path, REQUEST_TIMEOUT_MS, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })
      const refusal = readRefusal(reply.body)
      if (refused !== undefined || !refusal || !invalidToken.test(refusal.code)) return reply
      refused = token
    }
  }

  /** Fetches another token, which shows whether key and secret are right. */
  async function tryCredentials(): Promise<CredentialsAnswer> {
    try {
      await getToken(await getToken())
      return { kind: 'ok' }
    } catch (error) {
      if (error instanceof TokenRefused && [400, 401, 403].includes(error.status)) {
        return { kind: 'refused' }
      }
      const { message, cause } = error as Error & { cause?: { code?: string } }
      return { kind: 'unreachable', reason: cause?.code ?? message }
    }
  }
  return { post, tryCredentials }
}

/**
 * M-Pesa's access token, one for all nodes: fetching a token invalidates the one before it, so nodes with
 * tokens of their own would invalidate each other's.
 * @returns a function whose argument is a token that M-Pesa has just refused, if any: another one is
 *   used, or fetched once. M-Pesa may then return the same token again.
 */
function openAccessToken(settings: DarajaSettings, db: Db, now: () => Date) {
  const account = () => darajaAccountOf(settings)
  let known: { token: string; until: number } | null = null
  let obtaining: Promise<string> | null = null

  const usable = (refused: string | undefined) =>
    known && known.token !== refused && now().getTime() < known.until ? known.token : null

  async function obtain(refused: string | undefined): Promise<string> {
    const giveUpAt = Date.now() + TOKEN_CLAIM_MS + 2000
    for (;;) {
      const shared = await findToken(db, account())
      if (shared) known = shared
      const token = usable(refused)
      if (token) return token
      if (await claimToken(db, account(), now(), TOKEN_CLAIM_MS, refused)) return fetchAndShare()
      if (Date.now() > giveUpAt) throw new Error('no token: another node is still fetching one')
      await pause(TOKEN_POLL_MS)
    }
  }

  async function fetchAndShare(): Promise<string> {
    try {
      const { token, seconds } = await fetchToken(settings)
      known = { token, until: now().getTime() + seconds * 1000 - TOKEN_MARGIN_MS }
      await storeToken(db, account(), token, new Date(known.until))
      return token
    } catch (error) {
      await releaseTokenClaim(db, account()).catch(() => {})
      throw error
    }
  }

  return async function getToken(refused?: string): Promise<string> {
    const token = usable(refused)
    if (token) return token
    obtaining ??= obtain(refused).finally(() => {
      obtaining = null
    })
    return obtaining
  }
}

/** M-Pesa answered, but not with a token. */
class TokenRefused extends Error {
  override name = 'TokenRefused'
  readonly status: number

  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

/** Says what happened, where, and what the operator has to check. */
function explainNoToken(baseUrl: string, error: unknown): string {
  if (error instanceof TokenRefused) {
    return `M-Pesa at ${baseUrl} gave no access token (${error.message}). Check DARAJA_CONSUMER_KEY and DARAJA_CONSUMER_SECRET, and that they belong to this address.`
  }
  const { message, cause } = error as Error & { cause?: { code?: string } }
  return `M-Pesa at ${baseUrl} could not be reached (${cause?.code ?? message}). Check DARAJA_BASE_URL, and that this machine may connect to it.`
}

async function fetchToken({ baseUrl, consumerKey, consumerSecret }: DarajaSettings) {
  const credentials = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
  const url = `${baseUrl}/oauth/v1/generate?grant_type=client_credentials`
  const headers = { authorization: `Basic ${credentials}` }
  const reply = await request(url, TOKEN_TIMEOUT_MS, { headers })
  const token = readToken(reply.body)
  if (!token) throw new TokenRefused(reply.status)
  return token
}

/** @throws {NotSent} */
async function request(url: string, timeoutMs: number, init: RequestInit): Promise<DarajaReply> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    })
    return { status: response.status, body: parseJson(await response.text()) }
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? ''
    if (neverSent.has(cause)) throw new NotSent(cause)
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
