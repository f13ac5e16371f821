import type { QueryClient } from '@tanstack/react-query'
import {
  type Comment,
  getPost,
  listComments,
  listOwnPosts,
  listPosts,
  type Post,
  type PostWithComments,
} from '#contract/posts.ts'
import { call, callPage } from '../api.ts'

const keyOf = (id: number | string) => [getPost.path, String(id)] as const

/** A post, with as many of its comments as have been paged back to. */
export const postQuery = (cache: QueryClient, id: string) => ({
  queryKey: keyOf(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PostWithComments> => {
    const held = cache.getQueryData<PostWithComments>(keyOf(id))
    const post = await call(getPost, { params: { id } }, signal)
    const earlier = await earlierAgain(post, held?.comments[0]?.id, signal)
    return { ...post, comments: [...earlier, ...post.comments] }
  },
})

/** Those back to `first` that a post does not bring by itself, fetched anew so that none is stale. */
async function earlierAgain(
  post: PostWithComments,
  first: number | undefined,
  signal: AbortSignal,
) {
  const found: Comment[] = []
  let before = first && post.comments[0] ? String(post.comments[0].id) : null
  while (first && before && Number(before) > first) {
    const query = { post: post.id, before, limit: '100' }
    const page = await callPage(listComments, { query }, signal)
    found.unshift(...page.rows.toReversed())
    before = page.before
  }
  return found.filter(({ id }) => first !== undefined && id >= first)
}

export const fetchPostAgain = (cache: QueryClient, id: number) =>
  cache.invalidateQueries({ queryKey: keyOf(id) })

/** Changes what is shown of a post at once; whether there was anything to change. */
export function changePost(
  cache: QueryClient,
  id: number,
  change: (held: PostWithComments) => PostWithComments,
): boolean {
  const queryKey = keyOf(id)
  const before = cache.getQueryData<PostWithComments>(queryKey)
  const after = before && change(before)
  if (!after || after === before) return false
  cache.setQueryData(queryKey, after)
  // An answer that is on its way may not know of it yet.
  if (cache.isFetching({ queryKey }) > 0) void fetchPostAgain(cache, id)
  return true
}

interface Pages {
  pages?: { rows: Post[] }[]
}

/** The same post in the feed and among one's own ones; null takes it out. */
export function changeInLists(cache: QueryClient, id: number, change: (post: Post) => Post | null) {
  const changed = (rows: Post[]) =>
    rows.flatMap((post) => (post.id === id ? (change(post) ?? []) : [post]))
  const paths: unknown[] = [listPosts.path, listOwnPosts.path]
  cache.setQueriesData<Pages>(
    { predicate: ({ queryKey: [path] }) => paths.includes(path) },
    (held) =>
      held?.pages
        ? { ...held, pages: held.pages.map((page) => ({ ...page, rows: changed(page.rows) })) }
        : held,
  )
}
