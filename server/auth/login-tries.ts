import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { addressKey } from '../throttle.ts'
import { hashToken } from './tokens.ts'

function keysOf(request: FastifyRequest, account: string) {
  const key = hashToken(account).toString('base64url')
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

/** Whoever has proved who they are, by a link from their mail, need not wait for old failures. */
export async function forgiveTries(context: Context, request: FastifyRequest, accounts: string[]) {
  const { loginPair, loginAccount } = context.throttles
  for (const account of accounts) {
    const { key, pair } = keysOf(request, account)
    await loginPair.clear(pair)
    await loginAccount.clear(key)
  }
}
