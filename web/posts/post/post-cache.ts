import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type Comment,
  getPost,
  listComments,
  listOwnPosts,
  listPosts,
  type Post,
  type PostWithComments,
} from '#contract/posts.ts'
import { call, callPage } from '../../api.ts'
import { onSocketConnect, onSocketEvent, watchPost } from '../../socket.ts'

const postKey = (id: number | string) => [getPost.path, String(id)] as const

/** A post with its newest comments, and as many older ones as were loaded before. */
export const postQuery = (client: QueryClient, id: string) => ({
  queryKey: postKey(id),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PostWithComments> => {
    const cached = client.getQueryData<PostWithComments>(postKey(id))
    const post = await call(getPost, { params: { id } }, signal)
    const earlier = await refetchEarlier(post, cached?.comments[0]?.id, signal)
    return { ...post, comments: [...earlier, ...post.comments] }
  },
})

/** Refetches the comments from `first` up to those that come with the post, so that none is stale. */
async function refetchEarlier(
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

export const refetchPost = (client: QueryClient, id: number) =>
  client.invalidateQueries({ queryKey: postKey(id) })

/** @returns whether the post was in the cache and the update changed it */
export function updateCachedPost(
  client: QueryClient,
  id: number,
  update: (post: PostWithComments) => PostWithComments,
): boolean {
  const queryKey = postKey(id)
  const before = client.getQueryData<PostWithComments>(queryKey)
  const after = before && update(before)
  if (!after || after === before) return false
  client.setQueryData(queryKey, after)
  // A request under way may answer with the state before this update.
  if (client.isFetching({ queryKey }) > 0) void refetchPost(client, id)
  return true
}

interface Pages {
  pages?: { rows: Post[] }[]
}

/** Updates the post in the feed and in the list of the user's own posts; null removes it. */
export function updateInLists(
  client: QueryClient,
  id: number,
  update: (post: Post) => Post | null,
) {
  const updated = (rows: Post[]) =>
    rows.flatMap((post) => (post.id === id ? (update(post) ?? []) : [post]))
  const paths: unknown[] = [listPosts.path, listOwnPosts.path]
  client.setQueriesData<Pages>(
    { predicate: ({ queryKey: [path] }) => paths.includes(path) },
    (list) =>
      list?.pages
        ? { ...list, pages: list.pages.map((page) => ({ ...page, rows: updated(page.rows) })) }
        : list,
  )
}

/**
 * Keeps the cached post up to date while it is on screen, even before it is loaded. A post that the
 * user may not see is refetched when it is published.
 */
export function useLivePost(id: number) {
  const client = useQueryClient()
  useEffect(() => {
    if (!Number.isInteger(id)) return
    const refetch = () => void refetchPost(client, id)
    const refetchIfSame = (post: { id: number }) => {
      if (post.id === id) refetch()
    }
    const unsubscribes = [
      onSocketEvent('post', refetchIfSame),
      onSocketEvent('own_post', refetchIfSame),
      onSocketEvent('comment', (comment) => {
        if (comment.post === id) {
          updateCachedPost(client, id, (post) => withComment(post, comment))
        }
      }),
      onSocketEvent('comment_gone', (gone) => {
        if (gone.post !== id) return
        // The comment may be an older one that is not loaded, so only the server knows the new count.
        if (!updateCachedPost(client, id, (post) => withoutComment(post, gone.id))) refetch()
      }),
      watchPost(id),
      onSocketConnect(refetch),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [client, id])
}

/** The loaded comments (the newest ones without a gap) and the number of all comments. */
type Comments = Pick<PostWithComments, 'comments' | 'comment_count'>

const isOlder = (one: Comment, other: Comment) => (one.edited_at ?? '') < (other.edited_at ?? '')

export const hasEarlier = ({ comments, comment_count }: Comments): boolean =>
  comment_count > comments.length

/** Adds or replaces a comment; ignores one that is older than the loaded ones. */
export function withComment<C extends Comments>(known: C, comment: Comment): C {
  const { comments, comment_count } = known
  const existing = comments.find(({ id }) => id === comment.id)
  if (existing) {
    if (isOlder(comment, existing)) return known
    return { ...known, comments: comments.map((one) => (one === existing ? comment : one)) }
  }
  const [oldest] = comments
  if (oldest && comment.id < oldest.id && hasEarlier(known)) return known
  return {
    ...known,
    comments: [...comments, comment].sort((one, other) => one.id - other.id),
    comment_count: comment_count + 1,
  }
}

/** Returns the same object when the comment is not loaded. */
export function withoutComment<C extends Comments>(known: C, id: number): C {
  const comments = known.comments.filter((comment) => comment.id !== id)
  if (comments.length === known.comments.length) return known
  return { ...known, comments, comment_count: known.comment_count - 1 }
}

/** Adds the page before the oldest comment, newest first; `isLast` means that no page precedes it. */
export function addEarlierComments<C extends Comments>(
  known: C,
  page: Comment[],
  isLast: boolean,
): C {
  const [oldest] = known.comments
  const earlier = page.toReversed().filter(({ id }) => !oldest || id < oldest.id)
  const comments = [...earlier, ...known.comments]
  return { ...known, comments, comment_count: isLast ? comments.length : known.comment_count }
}
