import { useEffect, useRef } from 'react'
import type { User } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { useSession } from '../session.ts'
import { Conversation } from './conversation.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { AuthorChats } from './list/author-chats.tsx'
import { useConversation } from './use-conversation.ts'
import '../look/chat.css'

/** The chat beside a post: its author chooses among those who wrote, everybody else talks to the author. */
export function ChatPanel({ post, gone }: { post: Post; gone: boolean }) {
  const session = useSession()
  if (session.status !== 'signed_in') return null
  const { user } = session
  return (
    <div className="plate chat">
      {user.id === post.author_ID ? (
        <AuthorChats post={post} user={user} />
      ) : (
        <ReaderChat key={post.id} post={post} user={user} gone={gone} />
      )}
    </div>
  )
}

function ReaderChat({ post, user, gone }: { post: Post; user: User; gone: boolean }) {
  const where = { post: post.id, person: post.author_ID }
  const conversation = useConversation(where)
  const { refetch } = conversation
  const known = useRef(gone)
  // Nobody tells those who have said nothing yet that the post went, or is back.
  useEffect(() => {
    if (known.current === gone) return
    known.current = gone
    void refetch()
  }, [gone, refetch])
  const author = {
    id: post.author_ID,
    first_name: post.author,
    last_name: post.author_last_name,
    image: post.author_image,
  }
  return (
    <>
      <ConversationHead person={author} about="about this post" conversation={conversation.data} />
      <Conversation user={user} where={where} conversation={conversation} gone={gone} />
    </>
  )
}
