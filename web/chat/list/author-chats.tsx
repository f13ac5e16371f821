import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Conversation as Row } from '#contract/chat.ts'
import type { Post } from '#contract/posts.ts'
import { NoComposer } from '../composer.tsx'
import { Conversation } from '../conversation.tsx'
import { ConversationHead } from '../conversation-head.tsx'
import { useConversation } from '../use-conversation.ts'
import { ConversationRow } from './conversation-row.tsx'
import { ListFrame } from './list-frame.tsx'
import { toldApart } from './namesakes.ts'
import { useConversations } from './use-conversations.ts'

interface Props {
  post: Post
  user: User
}

/** Those who wrote about one's own post, and the conversation with the one that was chosen. */
export function AuthorChats({ post, user }: Props) {
  const list = useConversations(post.id)
  const [chosen, setChosen] = useState<number | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const came = useRef<number | null>(null)
  const person = list.conversations?.find((one) => one.person.id === chosen)?.person

  useEffect(() => {
    const left = came.current
    came.current = chosen
    if (chosen === left) return
    // Into the conversation at its name, and back to the line that one came from.
    const target = chosen === null ? `[data-person="${left}"]` : '.talk-to'
    place.current?.querySelector<HTMLElement>(target)?.focus()
  }, [chosen])

  return (
    <div ref={place} className="contents">
      {chosen === null || !person ? (
        <>
          <div className="head">
            <h2 className="talk-to">Select a user to chat with</h2>
          </div>
          <div className="area list">
            <h3>Chats</h3>
            <ListFrame
              list={list}
              empty="Someone will knock."
              row={(conversation) => (
                <button
                  type="button"
                  className="chat-row"
                  data-person={conversation.person.id}
                  onClick={() => setChosen(conversation.person.id)}
                >
                  <ConversationRow
                    conversation={conversation}
                    me={user.id}
                    apart={toldApart(conversation.person, list.conversations)}
                  />
                </button>
              )}
            />
          </div>
          <NoComposer />
        </>
      ) : (
        <AuthorChat
          key={chosen}
          post={post}
          user={user}
          person={person}
          apart={toldApart(person, list.conversations)}
          onBack={() => setChosen(null)}
        />
      )}
    </div>
  )
}

function AuthorChat({
  post,
  user,
  person,
  apart,
  onBack,
}: Props & { person: Row['person']; apart: string | null; onBack: () => void }) {
  const where = { post: post.id, person: person.id }
  const conversation = useConversation(where)
  return (
    <>
      <ConversationHead
        back={
          <button type="button" className="icon-button" aria-label="Back to Chats" onClick={onBack}>
            <ArrowLeft className="icon" aria-hidden="true" />
          </button>
        }
        person={person}
        apart={apart}
        about="about this post"
        conversation={conversation.data}
      />
      <Conversation user={user} where={where} conversation={conversation} />
    </>
  )
}
