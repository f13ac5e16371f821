import type { FastifyRequest } from 'fastify'
import {
  getUser,
  invalid_credentials,
  login,
  logout,
  placeholderSuffix,
  refreshToken,
} from '#contract/auth.ts'
import { toMsisdn } from '#rules/phone.ts'
import type { Context } from '../context.ts'
import { unauthorised } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { passwordMatches } from './password.ts'
import { findLogin } from './queries.ts'
import { refreshSession, startSession, stopSession } from './session.ts'
import { hashToken } from './tokens.ts'

/** How a typed username is kept: a phone in any spelling as 254…, an e-mail address in small letters. */
function loginOf(typed: string): string {
  const text = typed.trim().toLowerCase()
  const bare = text.endsWith(placeholderSuffix) ? text.slice(0, -placeholderSuffix.length) : text
  return toMsisdn(bare) ?? bare
}

/** Counts a try before it is made, so that many at once cannot slip through. */
async function spendTry(context: Context, request: FastifyRequest, account: string) {
  const key = hashToken(account).toString('base64url')
  const pair = `${key}:${request.ip}`
  const { loginPair, loginAccount, loginAddress } = context.throttles
  await loginPair.spend(pair)
  await loginAccount.spend(key)
  await loginAddress.spend(request.ip)
  return async function succeeded() {
    await loginPair.clear(pair)
    await loginAccount.refund(key)
    await loginAddress.refund(request.ip)
  }
}

export function authRoutes(serve: Serve, context: Context) {
  serve(login, async ({ body, request, reply }) => {
    const account = loginOf(body.email)
    const succeeded = await spendTry(context, request, account)
    const user = await findLogin(context.db, account)
    if (!(await passwordMatches(user?.password_hash, body.password)) || !user) {
      throw unauthorised('invalid_credentials', invalid_credentials)
    }
    await succeeded()
    return { access_token: await startSession(context, reply, user) }
  })

  serve(refreshToken, async ({ request, reply }) => ({
    access: await refreshSession(context, request, reply),
  }))

  serve(logout, ({ request, reply }) => stopSession(context, request, reply))

  serve(getUser, ({ member }) => ({
    ...member,
    company: { name: member.company_name, slug: member.company_slug },
  }))
}
