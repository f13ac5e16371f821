import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams } from './form.ts'

/** An act of staff on the user's account, in one sentence. */
const accountNotice = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  text: z.string(),
})

export const listAccountNotices = endpoint({
  method: 'GET',
  path: '/account/notices/',
  who: 'user',
  summary: 'What staff did to my account in the last 14 days, apart from what I have dismissed',
  reply: z.array(accountNotice),
})

export const dismissAccountNotice = endpoint({
  method: 'POST',
  path: '/account/notices/:id/dismiss/',
  who: 'user',
  summary: 'Dismiss a notice of mine, on every device',
  status: 204,
  params: idParams,
})
