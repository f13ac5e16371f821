import { randomBytes } from 'node:crypto'
import { DarajaError } from './wire-error.ts'

export interface Token {
  access_token: string
  expires_at: number
}

const lifetime_s = 3599

/** A new token replaces the one before it, which is refused from then on. */
export const makeToken = (now: number): Token => ({
  access_token: randomBytes(21).toString('base64url'),
  expires_at: now + lifetime_s * 1000,
})

/** The lifetime is a text, as most of the real replies have it. */
export const tokenReply = (token: Token) => ({
  access_token: token.access_token,
  expires_in: String(lifetime_s),
})

/** Any key and secret are right, as long as there are some. */
export function checkKeyAndSecret(authorization: string | undefined, grant: unknown) {
  const basic = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!/^[^:]+:.+$/.test(Buffer.from(basic, 'base64').toString()))
    throw new DarajaError(400, '400.008.01', 'Invalid Authentication passed')
  if (grant !== 'client_credentials')
    throw new DarajaError(400, '400.008.02', 'Invalid grant type passed')
}

export function checkBearer(
  authorization: string | undefined,
  token: Token | null,
  now: number,
  refusal: { status: number; code: string },
) {
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!bearer) throw new DarajaError(404, '404.001.04', 'Invalid Authentication Header')
  if (token?.access_token === bearer && now < token.expires_at) return
  throw new DarajaError(refusal.status, refusal.code, 'Invalid Access Token')
}
