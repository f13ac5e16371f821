import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const company = z.object({
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  tagline: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  hours: z.string(),
})
export type Company = z.infer<typeof company>

export const getCompany = endpoint({
  method: 'GET',
  path: '/company/',
  who: 'anyone',
  summary: 'The residence a visitor sees: the named one, else the first of the installation',
  query: z.object({ slug: z.string().max(80).optional() }),
  reply: company,
})
