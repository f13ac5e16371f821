import type { User } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { useSession } from '../session.ts'
import { Conversation } from './conversation.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { AuthorChats } from './list/author-chats.tsx'
import { useConversation } from './use-conversation.ts'
import '../look/chat.css'

/** The chat beside a post: its author chooses among those who wrote, everybody else talks to the author. */
export function ChatPanel({ post }: { post: Post }) {
  const session = useSession()
  if (session.status !== 'signed_in') return null
  const { user } = session
  return (
    <div className="plate chat">
      {user.id === post.author_ID ? (
        <AuthorChats post={post} user={user} />
      ) : (
        <ReaderChat key={post.id} post={post} user={user} />
      )}
    </div>
  )
}

function ReaderChat({ post, user }: { post: Post; user: User }) {
  const where = { post: post.id, person: post.author_ID }
  const conversation = useConversation(where)
  const author = {
    id: post.author_ID,
    first_name: post.author,
    last_name: post.author_last_name,
    image: post.author_image,
  }
  return (
    <>
      <ConversationHead person={author} about="about this post" conversation={conversation.data} />
      <Conversation user={user} where={where} conversation={conversation} />
    </>
  )
}
