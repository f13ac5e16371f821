import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Conversation } from '#contract/chat.ts'
import type { Post } from '#contract/posts.ts'
import { useSession } from '../session.ts'
import { DisabledComposer } from './composer.tsx'
import { ConversationView } from './conversation.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { ConversationItem, ConversationList } from './conversation-list.tsx'
import { disambiguate } from './disambiguate.ts'
import { useConversation, useConversations } from './use-conversation.ts'
import './chat.css'
import './conversations.css'

/** The chat of a post: its author chooses among the users who wrote, all others write to the author. */
export function ChatPanel({ post, gone }: { post: Post; gone: boolean }) {
  const session = useSession()
  if (session.status !== 'signed_in') return null
  const { user } = session
  return (
    <div className="plate chat">
      {user.id === post.author_ID ? (
        <AuthorChats post={post} user={user} />
      ) : (
        <ChatWithAuthor key={post.id} post={post} user={user} isPostGone={gone} />
      )}
    </div>
  )
}

interface ChatWithAuthorProps {
  post: Post
  user: User
  isPostGone: boolean
}

function ChatWithAuthor({ post, user, isPostGone }: ChatWithAuthorProps) {
  const conversationKey = { post: post.id, person: post.author_ID }
  const conversation = useConversation(conversationKey)
  const { refetch } = conversation
  const wasPostGone = useRef(isPostGone)
  // Events reach only users who have messages in the conversation.
  useEffect(() => {
    if (wasPostGone.current === isPostGone) return
    wasPostGone.current = isPostGone
    void refetch()
  }, [isPostGone, refetch])
  const author = {
    id: post.author_ID,
    first_name: post.author,
    last_name: post.author_last_name,
    image: post.author_image,
  }
  return (
    <>
      <ConversationHead
        person={author}
        subject="about this post"
        conversation={conversation.data}
      />
      <ConversationView
        user={user}
        conversationKey={conversationKey}
        conversation={conversation}
        isPostGone={isPostGone}
      />
    </>
  )
}

interface AuthorProps {
  post: Post
  user: User
}

/** The users who wrote about the author's post, or the conversation with the chosen one. */
function AuthorChats({ post, user }: AuthorProps) {
  const list = useConversations(post.id)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const previousId = useRef<number | null>(null)
  const person = list.conversations?.find((one) => one.person.id === chosenId)?.person

  useEffect(() => {
    const previous = previousId.current
    previousId.current = chosenId
    if (chosenId === previous) return
    // Focus goes to the title of the conversation, and later back to the row from which it was opened.
    const target = chosenId === null ? `[data-person="${previous}"]` : '.chat-title'
    container.current?.querySelector<HTMLElement>(target)?.focus()
  }, [chosenId])

  return (
    <div ref={container} className="author-chats">
      {chosenId === null || !person ? (
        <>
          <div className="chat-head">
            <h2 className="chat-title">Select a user to chat with</h2>
          </div>
          <div className="message-scroller author-chats-list">
            <h3>Chats</h3>
            <ConversationList
              list={list}
              emptyHint="When someone writes about this post, you’ll see it here."
              renderRow={(conversation) => (
                <button
                  type="button"
                  className="conversation-row"
                  data-person={conversation.person.id}
                  onClick={() => setChosenId(conversation.person.id)}
                >
                  <ConversationItem
                    conversation={conversation}
                    user={user.id}
                    identifier={disambiguate(conversation.person, list.conversations)}
                  />
                </button>
              )}
            />
          </div>
          <DisabledComposer />
        </>
      ) : (
        <ChosenChat
          key={chosenId}
          post={post}
          user={user}
          person={person}
          identifier={disambiguate(person, list.conversations)}
          onBack={() => setChosenId(null)}
        />
      )}
    </div>
  )
}

interface ChosenProps extends AuthorProps {
  person: Conversation['person']
  identifier: string | null
  onBack: () => void
}

function ChosenChat({ post, user, person, identifier, onBack }: ChosenProps) {
  const conversationKey = { post: post.id, person: person.id }
  const conversation = useConversation(conversationKey)
  return (
    <>
      <ConversationHead
        back={
          <button type="button" className="icon-button" aria-label="Back to Chats" onClick={onBack}>
            <ArrowLeft className="icon" aria-hidden="true" />
          </button>
        }
        person={person}
        identifier={identifier}
        subject="about this post"
        conversation={conversation.data}
      />
      <ConversationView user={user} conversationKey={conversationKey} conversation={conversation} />
    </>
  )
}
