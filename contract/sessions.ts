import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const session = z.object({
  id: z.string(),
  /** `Chrome on Android`; empty when it isn't known. */
  device: z.string(),
  signed_in_at: z.iso.datetime(),
  /** Every quarter of an hour while it is used. */
  last_used_at: z.iso.datetime(),
  is_this: z.boolean(),
})
export type OwnSession = z.infer<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions/',
  who: 'user',
  summary: 'Where I am logged in',
  reply: z.array(session),
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/auth/sessions/end-others/',
  who: 'user',
  summary: 'Log me out everywhere but here',
  reply: z.array(session),
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id/',
  who: 'user',
  summary: 'Log me out on one device',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  status: 204,
})
