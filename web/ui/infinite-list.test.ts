import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listOwnPosts } from '#contract/posts.ts'
import { infiniteListQuery } from './infinite-list.tsx'

/** A list with two pages on screen; `list.first_ends` decides where the first page ends. */
async function twoPages(refetchMs?: number) {
  const asked: string[] = []
  const list = { first_ends: '7' }
  const cache = new QueryClient()
  const query = infiniteListQuery(
    listOwnPosts,
    '',
    (page) => ({ query: page }),
    refetchMs,
    async (_, { query }) => {
      asked.push(query?.before ?? 'first')
      return { rows: [], before: query?.before ? null : list.first_ends }
    },
  )
  const observer = new InfiniteQueryObserver(cache, query)
  await observer.refetch()
  await observer.fetchNextPage()
  return { asked, list, cache, observer, query }
}

const REFETCH_MS = 30_000

test('a refetch fetches only the first page', async () => {
  const { asked, observer } = await twoPages(REFETCH_MS)
  await observer.refetch()
  expect(asked).toEqual(['first', '7', 'first'])
  expect(observer.getCurrentResult().data?.pages).toHaveLength(2)
})

test('when the first page ends at another row, the next page is refetched too', async () => {
  const { asked, list, observer } = await twoPages(REFETCH_MS)
  list.first_ends = '9'
  await observer.refetch()
  expect(asked).toEqual(['first', '7', 'first', '9'])
})

test('a list that is invalidated, or without an interval, is refetched completely', async () => {
  const { asked, cache, observer, query } = await twoPages(REFETCH_MS)
  await cache.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
  await observer.refetch()
  expect(asked).toEqual(['first', '7', 'first', '7'])

  const other = await twoPages()
  await other.observer.refetch()
  expect(other.asked).toEqual(['first', '7', 'first', '7'])
})
