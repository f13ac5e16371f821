import type { FastifyRequest } from 'fastify'
import { LOGIN_FLAG_COOKIE } from '#contract/auth.ts'
import type { Context } from '../context.ts'
import type { Key } from '../db/keys.ts'
import { unauthorised } from '../http/errors.ts'
import { VIEWER_COOKIE } from './session.ts'
import {
  findSessionUser,
  findSessionUserWith,
  type Selection,
  type SessionKey,
  type SessionUser,
} from './session-queries.ts'
import { signAccessToken, verifyAccessToken, verifyViewerToken } from './tokens.ts'

/** The signed-in user of a request. */
export type AuthUser = SessionUser

/** The user of an access token, while its session lives; else null. */
export async function authenticateToken(context: Context, token: string) {
  const now = context.now()
  const claims = await verifyAccessToken(context.jwtSecret, token, now)
  if (!claims) return null
  const user = await findSessionUser(context.database.sharedDb, { ...claims, now })
  return user ? { user, expires_at: claims.expires_at } : null
}

const bearerOf = (request: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** The session of a request's token, which may have ended; null without a valid token. */
async function claimedSession(context: Context, request: FastifyRequest) {
  const token = bearerOf(request)
  const now = context.now()
  const claims = token && (await verifyAccessToken(context.jwtSecret, token, now))
  return claims ? { ...claims, id: claims.user_id, now } : null
}

/** @throws {HttpError} 401 when the session has ended */
export async function requireSessionUser(context: Context, session: SessionKey): Promise<AuthUser> {
  const user = await findSessionUser(context.database.sharedDb, session)
  if (user) return user
  throw unauthorised('not_signed_in')
}

export async function authenticateRequest(
  context: Context,
  request: FastifyRequest,
): Promise<AuthUser | null> {
  const token = bearerOf(request)
  return token ? ((await authenticateToken(context, token))?.user ?? null) : null
}

/**
 * Finds the signed-in user of a request, and what is selected of them in the same statement.
 * @param select called once, see `findSessionUserWith`
 */
export function authenticateSelecting<S extends Selection, Values extends object>(
  select: (values: Key & Values) => S,
) {
  const findUser = findSessionUserWith(select)
  return async (context: Context, request: FastifyRequest, values: Values) => {
    const session = await claimedSession(context, request)
    return session ? findUser(context.database.sharedDb, session, values) : undefined
  }
}

/** The user of the viewer cookie, without checking that the session is still alive. */
export function viewerOf(context: Context, request: FastifyRequest) {
  const cookie = request.cookies[LOGIN_FLAG_COOKIE] && request.cookies[VIEWER_COOKIE]
  return cookie ? verifyViewerToken(context.jwtSecret, cookie) : null
}

/**
 * The user for whom a page is rendered: the one of the viewer cookie, while the session lives and the
 * browser still has its login flag (a logout without network removes only the flag).
 * The access token is for calls made while rendering; it must never reach the browser.
 */
export async function authenticateViewer(context: Context, request: FastifyRequest) {
  const viewer = viewerOf(context, request)
  if (!viewer) return null
  const now = context.now()
  const { company_id, session_id } = viewer
  const user = await findSessionUser(context.database.sharedDb, { company_id, session_id, now })
  if (!user) return null
  const claims = { company_id, session_id, user_id: user.id }
  return { user_id: user.id, access_token: await signAccessToken(context.jwtSecret, claims, now) }
}
