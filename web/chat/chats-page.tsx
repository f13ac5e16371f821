import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { User } from '#contract/auth.ts'
import type { Conversation, ConversationKey } from '#contract/chat.ts'
import { isMissing } from '../api.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { Note } from '../ui/note.tsx'
import { ConversationView } from './conversation.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { chatPath } from './conversation-key.ts'
import { ConversationList, ConversationRow } from './conversation-list.tsx'
import { disambiguate } from './disambiguate.ts'
import { RefusedActions } from './message-list.tsx'
import { messageDraft, useUnsentMessages } from './outbox.ts'
import { useConversation, useConversations } from './use-conversation.ts'
import './chat.css'

export const meta = pageTitle('Chats')

export default function ChatsPage() {
  return (
    <RequireAuth>
      <Chats />
    </RequireAuth>
  )
}

/** The user's conversations and the open one: side by side on wide screens, one at a time on phones. */
function Chats() {
  const { post, person } = useParams()
  const session = useSession()
  const list = useConversations()
  if (session.status !== 'signed_in') return null
  const { user } = session
  const open = person === undefined ? null : { post: Number(post), person: Number(person) }
  return (
    <div className={open ? 'page chats-page has-open-chat' : 'page chats-page'}>
      <h1>Chats</h1>
      <div className="chats-columns">
        <nav className="plate chats-list" aria-label="Your chats">
          <RefusedFirstMessages user={user.id} conversations={list.conversations} />
          <ConversationList
            list={list}
            emptyHint={
              <>
                Someone will knock. Or open a post in <Link to="/services">Services</Link> and write
                to its author.
              </>
            }
            renderRow={(conversation) => {
              const key = { post: conversation.post.id, person: conversation.person.id }
              const isOpen = open?.post === key.post && open.person === key.person
              return (
                <Link
                  className="conversation-row"
                  to={chatPath(key)}
                  aria-current={isOpen ? 'page' : undefined}
                  preventScrollReset
                >
                  <ConversationRow
                    conversation={conversation}
                    user={user.id}
                    identifier={disambiguate(conversation.person, list.conversations)}
                    withPost
                  />
                </Link>
              )
            }}
          />
        </nav>
        {open ? (
          <OpenChat
            key={`${open.post}.${open.person}`}
            user={user}
            conversationKey={open}
            conversations={list.conversations}
          />
        ) : (
          <p className="plate padded muted no-open-chat">Select a user to chat with</p>
        )}
      </div>
    </div>
  )
}

interface OpenChatProps {
  user: User
  conversationKey: ConversationKey
  /** The user's conversations that have been fetched. */
  conversations: Conversation[] | undefined
}

/** One conversation, also when its post no longer exists. */
function OpenChat({ user, conversationKey, conversations }: OpenChatProps) {
  const { post, person } = conversationKey
  const conversation = useConversation(conversationKey)
  const container = useRef<HTMLElement>(null)
  useKeyboardInset()
  useEffect(() => {
    container.current?.querySelector<HTMLElement>('.chat-title')?.focus({ preventScroll: true })
  }, [])
  const { data } = conversation
  const missing = isMissing(conversation.error)
  const hasUnsent = useUnsentMessages(user.id).some(
    (one) => one.post === post && one.person === person,
  )
  const hasOwnText = hasUnsent || messageDraft(user.id, conversationKey).read() !== null
  const back = (
    <Link className="icon-button back-to-list" to="/chats" aria-label="All chats">
      <ArrowLeft className="icon" aria-hidden="true" />
    </Link>
  )
  if (missing && !data && !hasOwnText) {
    return (
      <section ref={container} className="plate padded stack" aria-label="The open chat">
        <h2 className="chat-title" tabIndex={-1}>
          There is no such chat
        </h2>
        <Note kind="information">
          Perhaps the post is gone, or it was never yours to read.{' '}
          <Link to="/chats">All chats</Link>
        </Note>
      </section>
    )
  }
  return (
    <section ref={container} className="plate chat full-height" aria-label="The open chat">
      <ConversationHead
        back={back}
        person={data?.person}
        identifier={data && disambiguate(data.person, conversations)}
        fallbackTitle={missing ? 'This chat is gone' : undefined}
        conversation={data}
        subject={
          data &&
          (data.closed === 'post_deleted' ? (
            <>
              about <bdi>{data.post.title}</bdi>, which is gone
            </>
          ) : (
            <>
              about{' '}
              <Link to={`/post/${post}`}>
                <bdi>{data.post.title}</bdi>
              </Link>
            </>
          ))
        }
      />
      <ConversationView user={user} conversationKey={conversationKey} conversation={conversation} />
    </section>
  )
}

interface RefusedProps {
  user: number
  /** Conversations whose refused messages are shown elsewhere. */
  conversations: Conversation[] | undefined
}

/** Refused messages that would have started a conversation, so that no conversation contains them. */
function RefusedFirstMessages({ user, conversations }: RefusedProps) {
  const listed = new Set(conversations?.map(({ post, person }) => `${post.id}.${person.id}`))
  const refused = useUnsentMessages(user).filter(
    ({ state, post, person }) => state === 'refused' && !listed.has(`${post}.${person}`),
  )
  if (!conversations || refused.length === 0) return null
  return (
    <section className="refused-messages" aria-label="Not sent">
      <ul className="messages">
        {refused.map((unsent) => (
          <li key={unsent.client_id} className="message-bubble own refused">
            <p className="message-text" dir="auto">
              {unsent.text}
            </p>
            <RefusedActions unsent={unsent} user={user} />
          </li>
        ))}
      </ul>
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
