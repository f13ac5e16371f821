import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Facilities of the house that the landing page may show, in its order. */
export const facilities = ['laundry', 'hot_water', 'wifi', 'tv_room', 'safety', 'green'] as const
export type Facility = (typeof facilities)[number]

/** A photo of the residence's own; its caption also describes it to people who can't see it. */
export const galleryPicture = z.object({
  id: z.uuid(),
  picture: z.string(),
  caption: z.string(),
})
export type GalleryPhoto = z.infer<typeof galleryPicture>

export const company = z.object({
  name: z.string(),
  slug: z.string(),
  logo: z.nullable(z.string()),
  /** A photo of the residence. */
  picture: z.nullable(z.string()),
  tagline: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  hours: z.string(),
  /** The name of the wifi that bundles are for; null when the residence has not given it. */
  wifi_network: z.nullable(z.string()),
  /** A line below every page. */
  footer: z.nullable(z.string()),
  facilities: z.array(z.enum(facilities)),
  /** Shown on the landing page and “About us”; the drawings are where there are none. */
  gallery: z.array(galleryPicture),
})
export type Company = z.infer<typeof company>

export const getCompany = endpoint({
  method: 'GET',
  path: '/company/',
  who: 'anyone',
  summary: 'The residence of this slug, or the first of the installation',
  query: z.object({ slug: z.optional(z.string().check(z.maxLength(80))) }),
  reply: company,
})
