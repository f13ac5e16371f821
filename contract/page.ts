import * as z from 'zod/mini'
import type { Endpoint, Received } from './endpoint.ts'

/** How many rows a page of a list has unless asked otherwise, and at most (design 4). */
export const DEFAULT_PAGE_SIZE = 24
const largest_page = 100

const words = (least: number, most: number) =>
  `Please give a whole number from ${least} to ${most}.`

const whole = (least: number, most: number) =>
  z.pipe(
    z.pipe(
      z.string(words(least, most)).check(z.regex(/^\d{1,10}$/, words(least, most))),
      z.transform(Number),
    ),
    z.int().check(z.minimum(least, words(least, most)), z.maximum(most, words(least, most))),
  )
const id = whole(0, 2_147_483_647)

/** The query of a list without an end: a bare array comes, and a `Link` to the next page. */
export const pageQuery = z.object({
  limit: z._default(whole(1, largest_page), DEFAULT_PAGE_SIZE),
  /** Rows older than this id. */
  before: z.optional(id),
  /** Rows newer than this id. */
  after: z.optional(id),
})
export type Page = z.output<typeof pageQuery>

/** The `before` that asks for the page after this one, from its `Link` header; null at the end. */
export const nextBefore = (link: string | null | undefined): string | null =>
  /<[^>]*[?&]before=(\d+)[^>]*>; rel="next"/.exec(link ?? '')?.[1] ?? null

/** A page of a list, and the `before` of the one after it; null at the end. */
export interface RowsAndNext<E extends Endpoint> {
  rows: Received<E>
  before: string | null
}
