import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { listComments, type PostWithComments } from '#contract/posts.ts'
import { callPage } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { addEarlierComments, hasEarlier, updateCachedPost } from './post-cache.ts'

interface Props {
  post: PostWithComments
  list: RefObject<HTMLOListElement | null>
}

/** Loads older comments above the others and keeps the scroll position. */
export function EarlierComments({ post, list }: Props) {
  const client = useQueryClient()
  const anchor = useRef<{ element: Element; top: number } | null>(null)
  const oldest = post.comments[0]?.id
  const hasMore = hasEarlier(post)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only after comments were added above
  useLayoutEffect(() => {
    if (!anchor.current) return
    const { element, top } = anchor.current
    anchor.current = null
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
    // The pressed button is gone, so focus goes to the very first comment.
    const first = list.current?.firstElementChild
    if (!hasMore && first instanceof HTMLElement) first.focus({ preventScroll: true })
  }, [oldest])

  const { run, busy, result, error } = useAction(async () => {
    const before = oldest === undefined ? {} : { before: String(oldest) }
    const page = await callPage(listComments, { query: { post: post.id, ...before } })
    const element = list.current?.firstElementChild
    if (element && page.rows.length > 0) {
      anchor.current = { element, top: element.getBoundingClientRect().top }
    }
    updateCachedPost(client, post.id, (cached) =>
      addEarlierComments(cached, page.rows, page.before === null),
    )
    return page.rows.length
  })
  return (
    <>
      {hasMore && (
        <Button
          variant="secondary compact"
          busy={busy}
          busyLabel="loading..."
          onClick={() => void run()}
        >
          Show earlier comments
        </Button>
      )}
      {error && (
        <Note kind="error">
          {errorMessage(error, 'The earlier comments couldn’t be loaded. Please try again.')}
        </Note>
      )}
      <p className="visually-hidden" role="status">
        {result !== null && `${result} earlier comments are shown above.`}
      </p>
    </>
  )
}
