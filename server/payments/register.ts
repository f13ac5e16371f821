import type { Context } from '../context.ts'
import { hookUrls } from './hook-urls.ts'

interface Registered {
  /** Null when M-Pesa took it, else what it said. */
  addresses: string | null
  /** The same; undefined when the statement is not used. */
  statement: string | null | undefined
}

/**
 * Tells M-Pesa where payments to the paybill are reported, and opens its statement where that is used.
 * Either may be refused, often since it was done before, without keeping the other from it.
 */
export async function registerPaybill(
  context: Pick<Context, 'config' | 'hookSecret' | 'daraja'>,
): Promise<Registered> {
  const urls = hookUrls(context)
  const { daraja, config, hookSecret } = context
  const attempt = (work: Promise<void>) =>
    work.then(
      () => null,
      // M-Pesa may repeat the addresses, and the secret in them.
      (error: Error) => error.message.replaceAll(hookSecret, '…').replace(/[0-9a-f]{40,}/gi, '…'),
    )
  return {
    addresses: await attempt(daraja.registerUrls(urls)),
    statement:
      config.daraja.statementNumber === null
        ? undefined
        : await attempt(daraja.registerStatement(urls.confirmation)),
  }
}
