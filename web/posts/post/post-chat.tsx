import { Suspense, useRef } from 'react'
import type { PostWithComments } from '#contract/posts.ts'
import { displayName } from '#rules/visible.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useInView } from '../../ui/use-in-view.ts'

const CHAT_ID = 'chat'

const ChatPanel = lazyPart(async () => (await import('../../chat/chat-panel.tsx')).ChatPanel)

/** Scrolls to the chat, which is below the comments on a phone. */
export function showChat() {
  const chat = document.getElementById(CHAT_ID)
  chat?.scrollIntoView()
  chat?.focus({ preventScroll: true })
}

/** Stands in for the chat. Until the chat is near, it isn't loading, so no skeleton may suggest a slow network. */
const Pane = ({ title, isLoading }: { title: string; isLoading: boolean }) => (
  <div className="plate padded chat-pane">
    <h2 className="chat-pane-title" dir="auto">
      {title}
    </h2>
    {isLoading && <Skeleton className="space-above" lines={['box', 'row']} />}
  </div>
)

interface Props {
  post: PostWithComments
  isOwn: boolean
  /** The post was deleted or removed while it was on screen. */
  isGone: boolean
}

/** The chat next to the post on a laptop, below it on a phone; loaded when it is near the viewport. */
export function PostChat({ post, isOwn, isGone }: Props) {
  const section = useRef<HTMLElement>(null)
  const isNear = useInView(section)
  const fullName = displayName(`${post.author} ${post.author_last_name}`)
  const title = isOwn ? 'Chats about this post' : `Talk to ${fullName}`
  return (
    <section
      ref={section}
      id={CHAT_ID}
      className="post-chat"
      tabIndex={-1}
      aria-label={isOwn ? 'Chats about this post' : `Talk to ${displayName(post.author)}`}
    >
      <Suspense fallback={<Pane title={title} isLoading />}>
        {isNear ? (
          <ChatPanel post={post} gone={isGone} />
        ) : (
          <Pane title={title} isLoading={false} />
        )}
      </Suspense>
    </section>
  )
}
