import type { FastifyRequest } from 'fastify'
import { getUser, invalid_credentials, login, logout, refreshToken } from '#contract/auth.ts'
import type { Context } from '../context.ts'
import { unauthorised } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { addressKey } from '../throttle.ts'
import { loginKey } from './login-key.ts'
import { passwordMatches } from './password.ts'
import { findLogin } from './queries.ts'
import { refreshSession, startSession, stopSession } from './session.ts'
import { hashToken } from './tokens.ts'

/**
 * Counts a try before it is made, so that many at once cannot slip through. What turns out not to be
 * a wrong password is given back: a whole residence may share one address.
 */
async function spendTry(context: Context, request: FastifyRequest, account: string) {
  const key = hashToken(account).toString('base64url')
  const address = addressKey(request.ip)
  const pair = `${key}:${address}`
  const { loginPair, loginAccount, loginAddress } = context.throttles
  await loginAddress.spend(address)
  try {
    await loginPair.spend(pair)
    await loginAccount.spend(key)
  } catch (error) {
    await loginAddress.refund(address)
    throw error
  }
  return async function succeeded() {
    await loginPair.clear(pair)
    await loginAccount.refund(key)
    await loginAddress.refund(address)
  }
}

export function authRoutes(serve: Serve, context: Context) {
  serve(login, async ({ body, request, reply }) => {
    const account = loginKey(body.email)
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
