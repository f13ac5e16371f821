import { createHash, createHmac, randomBytes, timingSafeEqual, webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

const access_seconds = 15 * 60

/** What an access token says: whose it is and which session it belongs to. */
export interface AccessClaims {
  company_id: number
  user_id: number
  session_id: string
}

/** Imported once for each secret: doing so at every call costs more than checking a token. */
const keys = new WeakMap<Uint8Array, Promise<webcrypto.CryptoKey>>()
function keyOf(secret: Uint8Array) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key =
    keys.get(secret) ??
    webcrypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify'])
  keys.set(secret, key)
  return key
}

export async function signAccess(
  secret: Uint8Array,
  claims: AccessClaims,
  now: Date,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ company: claims.company_id, session: claims.session_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(claims.user_id))
    .setIssuedAt(issued)
    .setExpirationTime(issued + access_seconds)
    .sign(await keyOf(secret))
}

type ReadClaims = AccessClaims & { expires_at: Date }
/** A token comes with every call of its quarter of an hour; checking it again costs as much as the call. */
const readBefore = new WeakMap<Uint8Array, Map<string, ReadClaims>>()
const most_remembered = 2000

/** Null for anything that is not a token of ours, or too old. */
export async function readAccess(
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<ReadClaims | null> {
  const before = readBefore.get(secret) ?? new Map<string, ReadClaims>()
  readBefore.set(secret, before)
  const known = before.get(token)
  if (known) return known.expires_at > now ? known : null
  const claims = await checkAccess(secret, token, now)
  if (before.size >= most_remembered) before.clear()
  if (claims) before.set(token, claims)
  return claims
}

async function checkAccess(secret: Uint8Array, token: string, now: Date) {
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), {
      algorithms: ['HS256'],
      currentDate: now,
    })
    return {
      company_id: Number(payload.company),
      user_id: Number(payload.sub),
      session_id: String(payload.session),
      expires_at: new Date((payload.exp ?? 0) * 1000),
    }
  } catch {
    return null
  }
}

/** A refresh token names its session, so that finding it needs no search by hash. */
export function makeRefreshToken(company_id: number, session_id: string): string {
  return `${company_id}.${session_id}.${randomBytes(32).toString('base64url')}`
}

export function readRefreshToken(token: string | undefined) {
  const parts = /^(\d{1,9})\.([\w-]{16,40})\.([\w-]{43})$/.exec(token ?? '')
  if (!parts) return null
  return { company_id: Number(parts[1]), session_id: parts[2] ?? '', hash: hashToken(parts[0]) }
}

/** Refresh tokens are random enough that a plain hash is all that needs keeping. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newSessionId = (): string => randomBytes(16).toString('base64url')

/** The CSRF token of a session: nothing to store, and worth nothing without its cookie. */
export function csrfToken(secret: Uint8Array, session_id: string): string {
  return createHmac('sha256', secret).update(`csrf:${session_id}`).digest('base64url')
}

/** Names a session to the pages that are drawn for their reader, and to nothing else. */
export function readerToken(secret: Uint8Array, company_id: number, session_id: string): string {
  const named = `${company_id}.${session_id}`
  const seal = createHmac('sha256', secret).update(`reader:${named}`).digest('base64url')
  return `${named}.${seal}`
}

/** The session that a reader's token names; null for anything else. */
export function readReader(secret: Uint8Array, token: string) {
  const [company, session_id = ''] = token.split('.')
  const company_id = Number(company)
  if (!equalInConstantTime(token, readerToken(secret, company_id, session_id))) return null
  return { company_id, session_id }
}

export function equalInConstantTime(one: string, other: string): boolean {
  const a = hashToken(one)
  return timingSafeEqual(a, hashToken(other))
}
