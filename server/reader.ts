import type { FastifyInstance, FastifyRequest } from 'fastify'
import { here_cookie } from '#contract/auth.ts'
import { findSessionUser } from './auth/queries.ts'
import { readerCookie } from './auth/session.ts'
import { readReader, signAccess } from './auth/tokens.ts'
import type { Context } from './context.ts'
import { pageCalls } from './page-calls.ts'

/**
 * Who a page is drawn for: the person of the reader's cookie while their session lives and nobody has
 * logged out here. The access token that speaks for them never leaves the server.
 */
export async function readerOf(app: FastifyInstance, context: Context, request: FastifyRequest) {
  const cookie = request.cookies[here_cookie] && request.cookies[readerCookie]
  const named = cookie ? readReader(context.jwtSecret, cookie) : null
  if (!named) return null
  const now = context.now()
  const { company_id, session_id } = named
  const user = await findSessionUser(context.db, company_id, session_id, now)
  if (!user) return null
  const claims = { company_id, session_id, user_id: user.id }
  const access = await signAccess(context.jwtSecret, claims, now)
  return { person_id: user.id, ...pageCalls(app, access) }
}
