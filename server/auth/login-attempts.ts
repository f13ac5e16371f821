import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { addressKey, type Release } from '../http/throttle.ts'
import { hashToken } from './tokens.ts'

const accountKey = (account: string) => hashToken(account).toString('base64url')

/**
 * Counts a sign-in before its password is checked, so that many at once cannot slip through. A right password
 * is never refused because of other accounts: a whole residence may share one address.
 * @returns what to call after a success, which is not counted, after a failure, or when no password was checked
 * @throws {HttpError} 429
 */
export async function consumeLoginAttempt(
  { throttles }: Context,
  request: FastifyRequest,
  account: string,
) {
  const { loginPair, loginAccount, loginAddress } = throttles
  const key = accountKey(account)
  const address = addressKey(request.ip)
  const pair = `${key}:${address}`
  const releases: Release[] = []
  const release = async () => {
    for (const one of releases) await one()
  }
  try {
    releases.push(await loginPair.consume(pair))
    releases.push(await loginAccount.consume(key))
  } catch (error) {
    await release()
    throw error
  }
  return {
    notMade: release,
    async succeeded() {
      await release()
      await loginPair.clear(pair)
    },
    /**
     * Counts the failure for the address only if the account does not exist.
     * @throws {HttpError} 429, whether or not the account exists, so that the reply doesn't reveal it
     */
    async failed(accountExists: boolean) {
      const releaseAddress = await loginAddress.consume(address)
      if (accountExists) await releaseAddress()
    },
  }
}

/**
 * Forgets the failed sign-ins to these accounts from every address, after their user has proved who
 * they are: by the link in an email, or at the office.
 */
export async function resetLoginAttempts(
  { db, throttles }: Pick<Context, 'db' | 'throttles'>,
  accounts: string[],
) {
  for (const account of accounts) {
    const key = accountKey(account)
    await throttles.loginAccount.clear(key)
    await db
      .deleteFrom('throttles')
      .where(sql<boolean>`starts_with(key, ${`loginPair:${key}:`})`)
      .execute()
  }
}
