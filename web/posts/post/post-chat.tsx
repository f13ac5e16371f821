import { lazy, Suspense, useRef } from 'react'
import type { PostWithComments } from '#contract/posts.ts'
import { displayName } from '#rules/visible.ts'
import { importWithRetry } from '../../ui/lazy.ts'
import { useInView } from '../../ui/use-in-view.ts'

const place = 'chat'

const ChatPanel = lazy(async () => ({
  default: (await importWithRetry(() => import('../../chat/chat-panel.tsx'))).ChatPanel,
}))

/** On a phone the chat stands below everything else. */
export function showChat() {
  const chat = document.getElementById(place)
  chat?.scrollIntoView()
  chat?.focus({ preventScroll: true })
}

const loading = (
  <p className="plate pad chat-pane" role="status">
    Loading...
  </p>
)

interface Props {
  post: PostWithComments
  mine: boolean
  /** The post has vanished while it was read. */
  gone: boolean
}

/**
 * The chat's place: beside the post on a laptop, below it and edge to edge on a phone, which fetches
 * it when somebody comes near.
 */
export function PostChat({ post, mine, gone }: Props) {
  const section = useRef<HTMLElement>(null)
  const near = useInView(section)
  return (
    <section
      ref={section}
      id={place}
      className="post-chat"
      tabIndex={-1}
      aria-label={mine ? 'Chats about this post' : `Chat with ${displayName(post.author)}`}
    >
      <Suspense fallback={loading}>
        {near ? <ChatPanel post={post} gone={gone} /> : loading}
      </Suspense>
    </section>
  )
}
