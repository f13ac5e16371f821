import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Credentials,
  INVALID_CREDENTIALS,
  LOGGED_IN_BY_FORM_COOKIE,
  LOGIN_FLAG_COOKIE,
} from '#contract/auth.ts'
import type { Context } from '../context.ts'
import { unauthorised, unavailable } from '../http/errors.ts'
import { addressKey } from '../http/throttle.ts'
import { QueueFull } from '../queue.ts'
import { consumeLoginAttempt } from './login-attempts.ts'
import { verifyPassword } from './password.ts'
import { NINETY_DAYS_S, requireOwnOrigin, startSession } from './session.ts'
import { findLogin, loginKey } from './user-queries.ts'

/**
 * Starts a session, whose cookies the reply gets.
 * @returns its first access token
 * @throws {HttpError} 401, 429 after too many tries, 503 when too many passwords are being checked
 */
export async function logIn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: Credentials,
): Promise<string> {
  const account = loginKey(email)
  const attempt = await consumeLoginAttempt(context, request, account)
  const user = await findLogin(context.db, account)
  const turn = { line: addressKey(request.ip), isWanted: () => !request.socket.destroyed }
  const matches = await verifyPassword(user, password, turn).catch(async (error) => {
    await attempt.notMade()
    if (!(error instanceof QueueFull)) throw error
    throw unavailable('Many people are logging in right now. Please try again.', 'busy')
  })
  const access_token = matches && user ? await startSession(context, request, reply, user) : null
  if (!access_token) {
    await attempt.failed(user !== undefined)
    throw unauthorised('invalid_credentials', INVALID_CREDENTIALS)
  }
  await attempt.succeeded()
  return access_token
}

/**
 * Logs in by a form that the browser posted without scripts. The form's origin is checked, since any page could otherwise log
 * its visitors in to an account of its own.
 * @throws {HttpError} as `logIn`, and 403 for a form on another site
 */
export async function logInByForm(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: Credentials,
) {
  requireOwnOrigin(context, request)
  await logIn(context, request, reply, typed)
  const { secureCookies: secure } = context.config
  // As long as the session: the next page may be opened much later.
  const flags = { path: '/', sameSite: 'lax', secure, maxAge: NINETY_DAYS_S } as const
  for (const name of [LOGIN_FLAG_COOKIE, LOGGED_IN_BY_FORM_COOKIE])
    reply.setCookie(name, '1', flags)
}
