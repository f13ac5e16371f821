import { lazy, Suspense } from 'react'
import type { PostWithComments } from '#contract/posts.ts'
import { shownName } from '#rules/visible.ts'
import { fetchLate } from '../../ui/fetch-late.ts'

const place = 'chat'

const ChatPanel = lazy(async () => ({
  default: (await fetchLate(() => import('../../chat/chat-panel.tsx'))).ChatPanel,
}))

/** On a phone the chat stands below everything else. */
export function showChat() {
  const chat = document.getElementById(place)
  chat?.scrollIntoView()
  chat?.focus({ preventScroll: true })
}

/** The chat's place: beside the post on a laptop, below it and edge to edge on a phone. */
export const PostChat = ({ post, mine }: { post: PostWithComments; mine: boolean }) => (
  <section
    id={place}
    className="post-chat"
    tabIndex={-1}
    aria-label={mine ? 'Chats about this post' : `Chat with ${shownName(post.author)}`}
  >
    <Suspense
      fallback={
        <p className="plate pad chat-pane" role="status">
          Loading...
        </p>
      }
    >
      <ChatPanel post={post} />
    </Suspense>
  </section>
)
