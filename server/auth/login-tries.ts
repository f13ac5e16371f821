import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { addressKey, type Refund } from '../throttle.ts'
import { hashToken } from './tokens.ts'

const accountKey = (account: string) => hashToken(account).toString('base64url')

function keysOf(request: FastifyRequest, account: string) {
  const key = accountKey(account)
  const address = addressKey(request.ip)
  return { key, address, pair: `${key}:${address}` }
}

/**
 * Counts a try before it is made, so that many at once cannot slip through. What turns out not to be
 * a wrong password is given back: a whole residence may share one address.
 */
export async function spendTry(context: Context, request: FastifyRequest, account: string) {
  const { key, address, pair } = keysOf(request, account)
  const { loginPair, loginAccount, loginAddress } = context.throttles
  const refundAddress = await loginAddress.spend(address)
  let refundAccount: Refund
  try {
    await loginPair.spend(pair)
    refundAccount = await loginAccount.spend(key)
  } catch (error) {
    await refundAddress()
    throw error
  }
  return async function succeeded() {
    await loginPair.clear(pair)
    await refundAccount()
    await refundAddress()
  }
}

/**
 * Forgets the failed tries at accounts, from wherever they were made: their people have proved who they
 * are, by a link from their mail or at the office.
 */
export async function forgiveTries(
  { db, throttles }: Pick<Context, 'db' | 'throttles'>,
  accounts: string[],
) {
  for (const account of accounts) {
    const key = accountKey(account)
    await throttles.loginAccount.clear(key)
    await db
      .deleteFrom('throttles')
      .where(sql<boolean>`starts_with(key, ${`login-pair:${key}:`})`)
      .execute()
  }
}
