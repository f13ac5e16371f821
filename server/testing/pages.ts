import { expect } from 'vitest'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { nextBefore } from '#contract/page.ts'
import type { Caller } from './server.ts'

/** All rows of a paged list, fetched page by page. */
export async function allPages<E extends Endpoint>(
  caller: Caller,
  endpoint: E,
  query: Record<string, string | undefined>,
  params?: Record<string, string>,
) {
  const rows = []
  for (let before: string | null = null; ; ) {
    const page = await caller.call(endpoint, {
      ...(params && { params }),
      query: { ...query, ...(before !== null && { before }) },
    } as unknown as CallInput<E>)
    expect(page.status).toBe(200)
    rows.push(...(page.body as { id: number }[]))
    before = nextBefore(page.headers.get('link'))
    if (before === null) return rows as typeof page.body
  }
}

/** Checks that the pages of a list, of three rows each and in both directions, have the rows of the whole list. */
export async function expectPages<E extends Endpoint>(
  caller: Caller,
  endpoint: E,
  query: Record<string, string | undefined>,
  whole: { id: number }[],
) {
  expect(await allPages(caller, endpoint, { ...query, limit: '3' })).toEqual(whole)
  const after = String(whole.at(-1)?.id ?? 0)
  const later = await caller.call(endpoint, {
    query: { ...query, limit: '100', after },
  } as unknown as CallInput<E>)
  expect(later.body).toEqual(whole.slice(0, -1))
}
