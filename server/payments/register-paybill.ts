import type { Context } from '../context.ts'

/** The secret is hexadecimal, so that it cannot contain a word that M-Pesa forbids in addresses. */
function paybillHookUrls({ config, hookSecret }: Pick<Context, 'config' | 'hookSecret'>) {
  const base = `${config.publicUrl}/api/hooks/${hookSecret}`
  return { confirmation: `${base}/confirmation`, validation: `${base}/validation` }
}

interface Registration {
  /** Null when M-Pesa accepted it, else its message. */
  addresses: string | null
  /** Null when M-Pesa accepted it, else its message; undefined when the statement is not used. */
  statement: string | null | undefined
}

/**
 * Registers the addresses that M-Pesa posts paybill payments to, and the statement where it is used.
 * Each may be refused, often because it was done before; one refusal does not prevent the other.
 */
export async function registerPaybill(
  context: Pick<Context, 'config' | 'hookSecret' | 'daraja'>,
): Promise<Registration> {
  const urls = paybillHookUrls(context)
  const { daraja, config, hookSecret } = context
  const errorOf = (registering: Promise<void>) =>
    registering.then(
      () => null,
      // M-Pesa may repeat the addresses, and the secret in them.
      (error: Error) => error.message.replaceAll(hookSecret, '…').replace(/[0-9a-f]{40,}/gi, '…'),
    )
  return {
    addresses: await errorOf(daraja.registerUrls(urls)),
    statement:
      config.daraja.statementNumber === null
        ? undefined
        : await errorOf(daraja.registerStatement(urls.confirmation)),
  }
}
