import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams } from './form.ts'

/** The photo of the tenant and the scan of the ID, from the onboarding form. */
export const documentKind = z.enum(['photo', 'id_photo'])
export type DocumentKind = z.infer<typeof documentKind>

const document = z.object({
  id: z.int(),
  kind: documentKind,
  created_at: z.iso.datetime(),
})

export type Document = z.infer<typeof document>

/** For staff: who of them looked at it last. */
export const documentOfTenant = z.extend(document, {
  last_view: z.nullable(z.object({ by: z.string(), at: z.iso.datetime() })),
})
export type DocumentOfTenant = z.infer<typeof documentOfTenant>

export const listDocuments = endpoint({
  method: 'GET',
  path: '/documents/',
  who: 'user',
  summary: 'My documents',
  reply: z.array(document),
})

/** The earlier ones stay, since who looked at them is on record. */
export const addDocument = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/documents/:kind/',
  who: 'staff:documents',
  tries: 'add a photo or ID photo of a tenant',
  summary: 'Add a photo or ID scan of a tenant (an image named `picture`), or another one',
  status: 201,
  params: z.extend(idParams, { kind: documentKind }),
  body: z.object({}),
  files: ['picture'],
  reply: z.array(document),
})

export const linkDocument = endpoint({
  method: 'POST',
  path: '/documents/:id/link/',
  who: 'user',
  summary: 'A link to view a document, for a few minutes: for its tenant and staff only',
  params: idParams,
  reply: z.object({
    /** Begins with `/api`. */
    url: z.string(),
    expires_at: z.iso.datetime(),
  }),
})

/** The link itself is the permission, since an `<img>` cannot send an access token. Each view is logged. */
export const viewDocument = endpoint({
  method: 'GET',
  path: '/documents/:id/view/',
  who: 'anyone',
  summary: 'A document, by such a link',
  params: idParams,
  query: z.object({ token: z.string('This link is incomplete.').check(z.maxLength(600)) }),
  file: 'image/jpeg',
})
