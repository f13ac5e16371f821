import type { Context } from '../context.ts'

/** The paybill addresses that M-Pesa is told; hex only, so they cannot spell a word it bans. */
export function hookUrls({ config, hookSecret }: Pick<Context, 'config' | 'hookSecret'>) {
  const base = `${config.publicUrl}/api/hooks/${hookSecret}`
  return { confirmation: `${base}/confirmation`, validation: `${base}/validation` }
}
