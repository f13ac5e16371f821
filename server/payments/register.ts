import type { Context } from '../context.ts'
import { hookUrls } from './hook-urls.ts'

/**
 * Tells M-Pesa where payments to the paybill are reported, and opens its statement where that is used.
 * @throws what M-Pesa said when it refused
 */
export async function registerPaybill(
  context: Pick<Context, 'config' | 'hookSecret' | 'daraja'>,
): Promise<void> {
  const urls = hookUrls(context)
  await context.daraja.registerUrls(urls)
  if (context.config.daraja.statementNumber !== null) {
    await context.daraja.registerStatement(urls.confirmation)
  }
}
