import { createHash, createHmac, randomBytes, webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { equalInConstantTime } from '../equal-in-constant-time.ts'

const ACCESS_TOKEN_SECONDS = 15 * 60

export interface AccessClaims {
  company_id: number
  user_id: number
  session_id: string
}

/** Imported keys by secret: importing a key costs more than checking a token. */
const keys = new WeakMap<Uint8Array, Promise<webcrypto.CryptoKey>>()
function keyOf(secret: Uint8Array) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key =
    keys.get(secret) ??
    webcrypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify'])
  keys.set(secret, key)
  return key
}

export async function signAccessToken(
  secret: Uint8Array,
  claims: AccessClaims,
  now: Date,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ company: claims.company_id, session: claims.session_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(claims.user_id))
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_TOKEN_SECONDS)
    .sign(await keyOf(secret))
}

type VerifiedClaims = AccessClaims & { expires_at: Date }
/** Tokens that were verified: a browser sends one for 15 minutes, and verifying it costs as much as a call. */
const verifiedTokens = new WeakMap<Uint8Array, Map<string, VerifiedClaims>>()
const MAX_CACHED_TOKENS = 2000

/** Null for a token that is invalid or expired. */
export async function verifyAccessToken(
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<VerifiedClaims | null> {
  const cached = verifiedTokens.get(secret) ?? new Map<string, VerifiedClaims>()
  verifiedTokens.set(secret, cached)
  const known = cached.get(token)
  if (known) return known.expires_at > now ? known : null
  const claims = await verifySignature(secret, token, now)
  if (cached.size >= MAX_CACHED_TOKENS) cached.clear()
  if (claims) cached.set(token, claims)
  return claims
}

async function verifySignature(secret: Uint8Array, token: string, now: Date) {
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
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

/** The token contains the id of its session, by which it is looked up. */
export function makeRefreshToken(company_id: number, session_id: string): string {
  return `${company_id}.${session_id}.${randomBytes(32).toString('base64url')}`
}

export function parseRefreshToken(token: string | undefined) {
  const parts = /^(\d{1,9})\.([\w-]{16,40})\.([\w-]{43})$/.exec(token ?? '')
  if (!parts) return null
  return { company_id: Number(parts[1]), session_id: parts[2] ?? '', hash: hashToken(parts[0]) }
}

/** Tokens are long and random, so a plain hash is enough to store. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newSessionId = (): string => randomBytes(16).toString('base64url')

/** The CSRF token of a session: derived, not stored; worthless without the session's cookie. */
export function csrfToken(secret: Uint8Array, session_id: string): string {
  return createHmac('sha256', secret).update(`csrf:${session_id}`).digest('base64url')
}

export interface Viewer {
  company_id: number
  user_id: number
  session_id: string
}

/** Identifies a user and a session for server-rendered pages only; the API does not accept it. */
export function viewerToken(secret: Uint8Array, viewer: Viewer): string {
  const payload = `${viewer.company_id}.${viewer.user_id}.${viewer.session_id}`
  const signature = createHmac('sha256', secret).update(`reader:${payload}`).digest('base64url')
  return `${payload}.${signature}`
}

/** Null for an invalid token. */
export function verifyViewerToken(secret: Uint8Array, token: string): Viewer | null {
  const [company, user, session_id = ''] = token.split('.')
  const viewer = { company_id: Number(company), user_id: Number(user), session_id }
  return equalInConstantTime(token, viewerToken(secret, viewer)) ? viewer : null
}
