import type { FastifyReply, FastifyRequest } from 'fastify'
import { LOGGED_IN_BY_FORM_COOKIE } from '#contract/auth.ts'
import { describeDevice } from '#rules/device.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { forbidden, unauthorised } from '../http/errors.ts'
import { endSession, insertSession, lockSession, updateSession } from './session-queries.ts'
import {
  csrfToken,
  hashToken,
  makeRefreshToken,
  newSessionId,
  parseRefreshToken,
  signAccessToken,
  type Viewer,
  viewerToken,
} from './tokens.ts'

const REFRESH_COOKIE = 'bweni_refresh'
/**
 * Tells the page renderer that a session may exist, and the user's role (older cookies have 1 instead), which decides only how
 * the page is drawn. It authenticates nothing.
 */
export const SIGNED_IN_COOKIE = 'bweni_signed_in'
/** Authenticates the viewer of server-rendered pages; never accepted by the API. */
export const VIEWER_COOKIE = 'bweni_viewer'
export const NINETY_DAYS_S = 90 * 86_400

function setCookies(
  context: Context,
  reply: FastifyReply,
  session: (Viewer & { token: string; is_staff: boolean }) | null,
) {
  const flags = {
    httpOnly: true,
    sameSite: 'lax',
    secure: context.config.secureCookies,
    maxAge: session ? NINETY_DAYS_S : 0,
  } as const
  const viewer = session && viewerToken(context.jwtSecret, session)
  reply.setCookie(REFRESH_COOKIE, session?.token ?? '', { ...flags, path: '/api/auth' })
  const role = session?.is_staff ? 'staff' : 'tenant'
  reply.setCookie(SIGNED_IN_COOKIE, session ? role : '', { ...flags, path: '/' })
  reply.setCookie(VIEWER_COOKIE, viewer ?? '', { ...flags, path: '/' })
  if (!session) reply.clearCookie(LOGGED_IN_BY_FORM_COOKIE, { path: '/' })
}

/** Starts a session and returns its first access token; null when the password has been changed meanwhile. */
export async function startSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: { company_id: number; id: number; password_hash: string; is_staff: boolean },
): Promise<string | null> {
  const session_id = newSessionId()
  const token = makeRefreshToken(user.company_id, session_id)
  const now = context.now()
  const started = await insertSession(context.db, {
    company_id: user.company_id,
    id: session_id,
    user_id: user.id,
    password_hash: user.password_hash,
    token_hash: hashToken(token),
    device: describeDevice(request.headers['user-agent'] ?? ''),
    now,
  })
  if (!started) return null
  setCookies(context, reply, {
    company_id: user.company_id,
    user_id: user.id,
    session_id,
    token,
    is_staff: user.is_staff,
  })
  reply.header('x-csrftoken', csrfToken(context.jwtSecret, session_id))
  return signAccessToken(
    context.jwtSecret,
    { company_id: user.company_id, user_id: user.id, session_id },
    now,
  )
}

const sessionOver = () => unauthorised('session_over', 'Please log in again.')

/**
 * Rotates the refresh token of the cookie and returns a new access token. Valid are a token that has
 * not been used yet, and the one used last as long as none of its successors has been used (a lost
 * reply, two tabs). Any other token is a stolen copy: the whole session ends.
 */
export async function refreshSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const token = parseRefreshToken(request.cookies[REFRESH_COOKIE])
  if (!token) throw sessionOver()
  const { company_id, session_id } = token
  requireCsrfOrOwnOrigin(context, request, session_id)
  const now = context.now()
  const rotated = await context.db.transaction().execute(async (tx) => {
    const session = await lockSession(tx, company_id, session_id, now)
    if (!session) return null
    return rotate(tx, { company_id, session_id, ...session }, token.hash, now)
  })
  if (!rotated) {
    context.sockets.dropSession(session_id)
    setCookies(context, reply, null)
    throw sessionOver()
  }
  setCookies(context, reply, { company_id, session_id, ...rotated })
  reply.header('x-csrftoken', csrfToken(context.jwtSecret, session_id))
  return signAccessToken(
    context.jwtSecret,
    { company_id, user_id: rotated.user_id, session_id },
    now,
  )
}

/** How many unused successors a used token may have, and thus how many tabs may refresh at once. */
const MAX_SUCCESSORS = 8

async function rotate(
  tx: Db,
  session: {
    company_id: number
    session_id: string
    user_id: number
    is_staff: boolean
    used_hash: Buffer | null
    next_hashes: Buffer[]
  },
  presented: Buffer,
  now: Date,
) {
  const { company_id, session_id, user_id, is_staff } = session
  const same = (hash: Buffer) => Buffer.from(hash).equals(presented)
  const fresh = session.next_hashes.some(same)
  const lastUsed = session.used_hash !== null && same(session.used_hash)
  if (!fresh && !lastUsed) {
    await endSession(tx, company_id, session_id, now)
    return null
  }
  const token = makeRefreshToken(company_id, session_id)
  const siblings = fresh ? [] : session.next_hashes.slice(1 - MAX_SUCCESSORS)
  await updateSession(tx, company_id, session_id, {
    used_hash: presented,
    next_hashes: [...siblings, hashToken(token)],
    used_at: now,
  })
  return { token, user_id, is_staff }
}

/** Ends the session of the cookie, if there is one, and closes its sockets. */
export async function stopSession(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const token = parseRefreshToken(request.cookies[REFRESH_COOKIE])
  if (token) {
    requireCsrfOrOwnOrigin(context, request, token.session_id)
    const now = context.now()
    const ended = await context.db.transaction().execute(async (tx) => {
      const session = await lockSession(tx, token.company_id, token.session_id, now)
      // Any token of the session will do: an old one means that a thief may have a newer one.
      if (session) await endSession(tx, token.company_id, token.session_id, now)
      return session
    })
    if (ended) context.sockets.dropSession(token.session_id)
  }
  setCookies(context, reply, null)
}

/** CSRF protection for the calls that a cookie alone authorises. */
function requireCsrfOrOwnOrigin(context: Context, request: FastifyRequest, session_id: string) {
  const csrf = request.headers['x-csrftoken']
  if (
    typeof csrf === 'string' &&
    equalInConstantTime(csrf, csrfToken(context.jwtSecret, session_id))
  )
    return
  requireOwnOrigin(context, request)
}

/** @throws {HttpError} 403 for a request from another site, or without an origin */
export function requireOwnOrigin(context: Context, request: FastifyRequest) {
  const origin = request.headers.origin
  const own = [context.config.publicUrl, `${request.protocol}://${request.host}`].map((address) =>
    originOf(address, context.config.production),
  )
  if (origin && own.includes(originOf(origin, context.config.production))) return
  throw forbidden(
    'This request did not come from our own pages. Please reload the page and try again.',
    'cross_site',
  )
}

/** Outside production `localhost` and `127.0.0.1` count as the same host. */
function originOf(address: string, production: boolean): string {
  const origin = URL.canParse(address) ? new URL(address).origin : address
  return production ? origin : origin.replace('//127.0.0.1', '//localhost')
}
