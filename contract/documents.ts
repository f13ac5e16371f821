import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams } from './form.ts'

/** The photo and the ID scan of an onboarding form. */
export const documentKind = z.enum(['photo', 'id_photo'])
export type DocumentKind = z.infer<typeof documentKind>

export const document = z.object({
  id: z.int(),
  kind: documentKind,
  created_at: z.iso.datetime(),
})

export type Document = z.infer<typeof document>

export const listDocuments = endpoint({
  method: 'GET',
  path: '/documents/',
  who: 'user',
  summary: 'The documents I handed in',
  reply: z.array(document),
})

export const linkDocument = endpoint({
  method: 'POST',
  path: '/documents/:id/link/',
  who: 'user',
  summary: 'A link to look at a document, for a few minutes: the tenant and the staff only',
  params: idParams,
  reply: z.object({
    /** Of this server, beginning with `/api`. */
    url: z.string(),
    expires_at: z.iso.datetime(),
  }),
})

/** The link itself is the permission, since an image cannot bring an access token; each view is logged. */
export const viewDocument = endpoint({
  method: 'GET',
  path: '/documents/:id/view/',
  who: 'anyone',
  summary: 'A document, by a link that was made for somebody',
  params: idParams,
  query: z.object({ token: z.string('The link is not whole.').check(z.maxLength(600)) }),
  file: 'image/jpeg',
})
