import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { listComments, type PostWithComments } from '#contract/posts.ts'
import { callPage } from '../../api.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { Note } from '../../ui/note.tsx'
import { useAct } from '../../ui/use-act.ts'
import { changePost } from '../post-cache.ts'
import { hasEarlier, withEarlier } from './comment-list.ts'

interface Props {
  post: PostWithComments
  list: RefObject<HTMLOListElement | null>
}

/** Pages back; what was on screen stays where it was, and what is new stands above it. */
export function EarlierComments({ post, list }: Props) {
  const cache = useQueryClient()
  const { busy, result: shown, error, act } = useAct<number>()
  const held = useRef<{ first: Element; top: number } | null>(null)
  const oldest = post.comments[0]?.id
  const more = hasEarlier(post)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the first one is another
  useLayoutEffect(() => {
    if (!held.current) return
    const { first, top } = held.current
    held.current = null
    scrollBy({ top: first.getBoundingClientRect().top - top, behavior: 'instant' })
    // The button is gone: one goes on reading at the very first.
    const beginning = list.current?.firstElementChild
    if (!more && beginning instanceof HTMLElement) beginning.focus({ preventScroll: true })
  }, [oldest])

  const show = () =>
    act('earlier', async () => {
      const before = oldest === undefined ? {} : { before: String(oldest) }
      const page = await callPage(listComments, { query: { post: post.id, ...before } })
      const first = list.current?.firstElementChild
      if (first && page.rows.length > 0) {
        held.current = { first, top: first.getBoundingClientRect().top }
      }
      changePost(cache, post.id, (now) => withEarlier(now, page.rows, page.before === null))
      return page.rows.length
    })
  return (
    <>
      {more && (
        <button
          type="button"
          className="button secondary compact"
          aria-busy={busy !== null}
          onClick={() => void show()}
        >
          {busy ? 'loading...' : 'Show earlier comments'}
          {busy && <BusyIndicator />}
        </button>
      )}
      {error && (
        <Note kind="error">
          {errorMessage(error, 'The earlier comments could not be fetched. Please try again.')}
        </Note>
      )}
      <p className="visually-hidden" role="status">
        {shown !== null && `${shown} earlier comments are shown above.`}
      </p>
    </>
  )
}
