import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import type { Conversation, ConversationKey } from '#contract/chat.ts'
import { isMissing } from '../api.ts'
import { Note } from '../ui/note.tsx'
import { ConversationView } from './conversation.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { disambiguate } from './disambiguate.ts'
import { messageDraft, useUnsentMessages } from './outbox.ts'
import { useConversation } from './use-conversation.ts'

interface OpenChatProps {
  user: User
  conversationKey: ConversationKey
  /** The user's conversations that have been fetched. */
  conversations: Conversation[] | undefined
  /** The link to the list, for phones. */
  back: ReactNode
}

/** One conversation, also when its post no longer exists. */
export function OpenChat({ user, conversationKey, conversations, back }: OpenChatProps) {
  const { post, person } = conversationKey
  const conversation = useConversation(conversationKey)
  const container = useRef<HTMLElement>(null)
  useKeyboardInset()
  useEffect(() => {
    container.current?.querySelector<HTMLElement>('.chat-title')?.focus({ preventScroll: true })
  }, [])
  const { data } = conversation
  // The list also has the conversation, and often earlier.
  const known =
    data ?? conversations?.find((one) => one.post.id === post && one.person.id === person)
  const missing = isMissing(conversation.error)
  const hasUnsent = useUnsentMessages(user.id).some(
    (one) => one.post === post && one.person === person,
  )
  const hasOwnText = hasUnsent || messageDraft(user.id, conversationKey).read() !== null
  if (missing && !data && !hasOwnText) {
    return (
      <section ref={container} className="plate padded stack" aria-label="The open chat">
        <h2 className="chat-title" tabIndex={-1}>
          Chat not found
        </h2>
        <Note kind="information">
          The post may be gone, or this chat may belong to someone else.{' '}
          <Link to="/chats">All chats</Link>
        </Note>
      </section>
    )
  }
  return (
    <section ref={container} className="plate chat full-height" aria-label="The open chat">
      <ConversationHead
        back={back}
        person={known?.person}
        identifier={known && disambiguate(known.person, conversations)}
        fallbackTitle={missing ? 'Chat not found' : conversation.error ? 'Chat' : undefined}
        conversation={data}
        subject={
          known &&
          (known.closed === 'post_deleted' ? (
            <>
              about <bdi>{known.post.title}</bdi>, which has been deleted
            </>
          ) : (
            <>
              about{' '}
              <Link to={`/post/${post}`}>
                <bdi>{known.post.title}</bdi>
              </Link>
            </>
          ))
        }
      />
      <ConversationView user={user} conversationKey={conversationKey} conversation={conversation} />
    </section>
  )
}

/** A smaller covered height comes from the browser's bars, not from a keyboard. */
const MIN_KEYBOARD_PX = 120

/** Tells chat.css whether the on-screen keyboard is open, and how much of the window it covers. */
function useKeyboardInset() {
  useEffect(() => {
    const viewport = visualViewport
    if (!viewport) return
    const { style, dataset } = document.documentElement
    function update() {
      const covered = viewport ? Math.round(innerHeight - viewport.height * viewport.scale) : 0
      if (covered < MIN_KEYBOARD_PX) return clear()
      dataset.keyboard = 'open'
      style.setProperty('--keyboard-inset', `${covered}px`)
    }
    function clear() {
      delete dataset.keyboard
      style.removeProperty('--keyboard-inset')
    }
    update()
    viewport.addEventListener('resize', update)
    return () => {
      viewport.removeEventListener('resize', update)
      clear()
    }
  }, [])
}
