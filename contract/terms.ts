import * as z from 'zod/mini'
import { MAX_TERMS_LENGTH } from '#rules/terms.ts'
import { endpoint } from './endpoint.ts'
import { integer, multilineText, withoutDirectionMarks } from './form.ts'

const version = integer('There is no such version.', 1, 100_000)

const terms = z.object({
  version: z.int(),
  /** See `readTerms`. */
  text: z.string(),
  /** The day from which it holds. */
  since: z.iso.date(),
})

export const getTerms = endpoint({
  method: 'GET',
  path: '/company/:slug/terms/',
  who: 'anyone',
  summary: 'The terms of a residence: those in force, or another version',
  params: z.object({ slug: z.string().check(z.maxLength(80)) }),
  query: z.object({ version: z.optional(version) }),
  reply: z.extend(terms, {
    /** The version in force. */
    current: z.int(),
  }),
})

const publishedTerms = z.extend(terms, {
  /** Null for the terms that came with the software. */
  by: z.nullable(z.string()),
  /** Tenants with a room who agreed to it. */
  tenants: z.int(),
})
export type PublishedTerms = z.infer<typeof publishedTerms>

export const listTerms = endpoint({
  method: 'GET',
  path: '/staff/settings/terms/',
  who: 'staff:view',
  summary: 'All versions of the terms, the one in force first',
  reply: z.array(publishedTerms),
})

export const publishTerms = endpoint({
  method: 'POST',
  path: '/staff/settings/terms/',
  who: 'staff:settings',
  tries: 'publish terms',
  summary: 'Publish terms; who has agreed to earlier ones has not agreed to these',
  /** `was`: the version that was in force when it was loaded. 409 when there is another by now. */
  body: z.object({
    was: version,
    text: multilineText('Please type the terms.', MAX_TERMS_LENGTH).check(withoutDirectionMarks),
  }),
  reply: z.array(publishedTerms),
})
