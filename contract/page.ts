import * as z from 'zod/mini'
import { LARGEST_ID } from '#rules/id.ts'
import type { Endpoint, Received } from './endpoint.ts'
import { plainText } from './form.ts'

/** Rows per page of a list. */
export const DEFAULT_PAGE_SIZE = 24
const MAX_PAGE_SIZE = 100

const wholeNumberFrom = (min: number, max: number) =>
  `Please give a whole number from ${min} to ${max}.`

const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string(wholeNumberFrom(min, max)).check(z.regex(/^\d{1,10}$/, wholeNumberFrom(min, max))),
      z.transform(Number),
    ),
    z
      .int()
      .check(z.minimum(min, wholeNumberFrom(min, max)), z.maximum(max, wholeNumberFrom(min, max))),
  )
const id = wholeNumber(0, LARGEST_ID)

/** The query of a paged list. The reply is a bare array, with a `Link` header to the next page. */
export const pageQuery = z.object({
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_PAGE_SIZE),
  /** Rows older than this id. */
  before: z.optional(id),
  /** Rows newer than this id. */
  after: z.optional(id),
})
export type Page = z.output<typeof pageQuery>

/** The `before` of the next page, from the `Link` header of this one; null at the end. */
export const nextBefore = (link: string | null | undefined): string | null =>
  /<[^>]*[?&]before=(\d+)[^>]*>; rel="next"/.exec(link ?? '')?.[1] ?? null

/** A page of a list, and the `before` of the next one; null at the end. */
export interface RowsAndNext<E extends Endpoint> {
  rows: Received<E>
  before: string | null
}

/** Text to search for, whatever was pasted with it. */
export const searchText = (missing: string) => plainText(missing, 80)
