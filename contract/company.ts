import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const company = z.object({
  name: z.string(),
  slug: z.string(),
  logo: z.nullable(z.string()),
  tagline: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  hours: z.string(),
  /** What the wifi is called that bundles are for; null while the residence has not said it. */
  wifi_network: z.nullable(z.string()),
})
export type Company = z.infer<typeof company>

export const getCompany = endpoint({
  method: 'GET',
  path: '/company/',
  who: 'anyone',
  summary: 'The residence a visitor sees: the named one, else the first of the installation',
  query: z.object({ slug: z.optional(z.string().check(z.maxLength(80))) }),
  reply: company,
})
