import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '#contract/page.ts'

/**
 * The rows of one page, newest first; sets the `Link` header to the next page if there may be one.
 * `rows` must be sorted newest first, or oldest first for a page with `after`.
 */
export function paged<Row extends { id: number }>(
  rows: Row[],
  page: Pick<Page, 'limit' | 'after'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Row[] {
  const newestFirst = page.after === undefined ? rows : rows.toReversed()
  const edge = page.after === undefined ? newestFirst.at(-1) : newestFirst[0]
  if (edge && rows.length === page.limit) {
    const next = new URL(request.url, 'http://here')
    next.searchParams.set(page.after === undefined ? 'before' : 'after', String(edge.id))
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return newestFirst
}
