import type { Context } from '../context.ts'
import { forbidden, invalid } from '../http/errors.ts'
import { plainAddress } from '../http/throttle.ts'

/** @throws {HttpError} 403 for an address that is not one of M-Pesa's; without a list of them every address may call */
export function requireKnownAddress({ config, log }: Pick<Context, 'config' | 'log'>, ip: string) {
  if (config.callbackIps.length === 0 || config.callbackIps.includes(plainAddress(ip))) return
  log.warn({ ip }, 'hook called from an address outside DARAJA_CALLBACK_IPS')
  throw forbidden('Not from here.', 'unknown_address')
}

export const unreadable = () => invalid('body', 'This is not what M-Pesa sends.')

/** @throws {HttpError} for a body so deeply nested that it cannot be written as JSON again */
export function toJson(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw unreadable()
  }
}
