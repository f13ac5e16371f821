import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { DarajaError } from './replies.ts'

export interface Token {
  access_token: string
  expires_at: number
}

const TOKEN_LIFETIME_S = 3599

/** Only the newest token is valid. */
export const createToken = (now: number): Token => ({
  access_token: randomBytes(21).toString('base64url'),
  expires_at: now + TOKEN_LIFETIME_S * 1000,
})

/** The lifetime is a string, as in most real replies. */
export const tokenReply = (token: Token) => ({
  access_token: token.access_token,
  expires_in: String(TOKEN_LIFETIME_S),
})

/** Any key and secret are accepted. */
export function checkKeyAndSecret(authorization: string | undefined, grant: unknown) {
  const basic = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!/^[^:]+:.+$/.test(Buffer.from(basic, 'base64').toString()))
    throw new DarajaError(400, '400.008.01', 'Invalid Authentication passed')
  if (grant !== 'client_credentials')
    throw new DarajaError(400, '400.008.02', 'Invalid grant type passed')
}

function checkBearer(
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

/** Daraja refuses a wrong token with another code in each API family. */
const refusals = {
  stk: { status: 404, code: '404.001.03' },
  c2b: { status: 400, code: '400.003.01' },
  pull: { status: 401, code: '401.001' },
}

/** Creates an onRequest hook that accepts only the current token. */
export const bearerCheck =
  (tokens: { currentToken: () => Token | null; clock: () => number }) =>
  (family: keyof typeof refusals) =>
  async ({ headers }: FastifyRequest) =>
    checkBearer(headers.authorization, tokens.currentToken(), tokens.clock(), refusals[family])
