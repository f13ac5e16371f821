import type { Context } from '../context.ts'

/** Where M-Pesa posts what becomes of one push; the token is its own. */
export const pushHook = (
  { config }: Pick<Context, 'config'>,
  kind: 'stk' | 'status',
  { company_id, callback_token }: { company_id: number; callback_token: string },
) => `${config.publicUrl}/api/hooks/${kind}/${company_id}/${callback_token}`

/** The paybill addresses that M-Pesa is told; hex only, so they cannot spell a word it bans. */
export function hookUrls({ config, hookSecret }: Pick<Context, 'config' | 'hookSecret'>) {
  const base = `${config.publicUrl}/api/hooks/${hookSecret}`
  return { confirmation: `${base}/confirmation`, validation: `${base}/validation` }
}
