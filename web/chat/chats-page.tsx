import { ArrowLeft } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Conversation } from '#contract/chat.ts'
import { displayName } from '#rules/visible.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { whenPageSettled } from '../page-settled.ts'
import { useSession } from '../session.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { importWithRetry, lazyPart } from '../ui/lazy.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { SIDE_BY_SIDE } from '../ui/use-media.ts'
import { chatPath } from './conversation-key.ts'
import { ConversationItem, ConversationList } from './conversation-list.tsx'
import { disambiguate } from './disambiguate.ts'
import { useUnsentMessages } from './outbox.ts'
import { RefusedActions } from './refused-actions.tsx'
import { useConversations } from './use-conversation.ts'
import './chat.css'
import './conversations.css'

export const meta = pageTitle('Chats')

const loadOpenChat = () => import('./open-chat.tsx')
const OpenChat = lazyPart(
  async () => (await loadOpenChat()).OpenChat,
  (line) => <ChatFrame title="Chat">{line}</ChatFrame>,
)

export default function ChatsPage() {
  const isOpen = useParams().person !== undefined
  useEffect(() => {
    // The list alone doesn't need the code of a conversation, so that can wait.
    const due = isOpen ? Promise.resolve() : whenPageSettled()
    void due.then(() => importWithRetry(loadOpenChat))
  }, [isOpen])
  return (
    <RequireAuth title="Your chats">
      <Chats />
    </RequireAuth>
  )
}

/** The user's conversations and the open one: side by side on wide screens, one at a time on phones. */
function Chats() {
  const { post, person } = useParams()
  const session = useSession()
  const list = useConversations()
  useNewestChat(person === undefined ? list.conversations?.[0] : undefined)
  const user = session.status === 'signed_in' ? session.user : null
  if (user && person === undefined && list.conversations?.length === 0) {
    return <NoChats user={user.id} />
  }
  if (list.error && !list.conversations && person === undefined) {
    return (
      <div className="page chats-page">
        <h1>Chats</h1>
        <div className="space-above">
          <FetchFailed
            title="Your chats couldn’t be loaded"
            message={errorMessage(list.error, WENT_WRONG)}
            onRetry={list.refetch}
          />
        </div>
      </div>
    )
  }
  const open = person === undefined ? null : { post: Number(post), person: Number(person) }
  return (
    <div className={open ? 'page chats-page has-open-chat' : 'page chats-page'}>
      <h1>Chats</h1>
      <div className="chats-columns">
        <nav className="plate chats-list" aria-label="Your chats">
          {user && <RefusedFirstMessages user={user.id} conversations={list.conversations} />}
          <ConversationList
            list={list}
            emptyHint={<EmptyHint />}
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
                  <ConversationItem
                    conversation={conversation}
                    user={user?.id}
                    identifier={disambiguate(conversation.person, list.conversations)}
                    withPost
                  />
                </Link>
              )
            }}
          />
        </nav>
        {open && !user ? (
          <ChatFrame title="Loading..." />
        ) : open && user ? (
          <Suspense fallback={<ChatFrame title="Loading..." />}>
            <OpenChat
              key={`${open.post}.${open.person}`}
              user={user}
              conversationKey={open}
              conversations={list.conversations}
              back={<BackToList />}
            />
          </Suspense>
        ) : list.conversations ? (
          <p className="plate padded muted no-open-chat">Select a user to chat with</p>
        ) : (
          <OpenChatSkeleton />
        )}
      </div>
    </div>
  )
}

/** Opens the newest conversation on wide screens, where a column would otherwise be empty. */
function useNewestChat(newest: Conversation | undefined) {
  const navigate = useNavigate()
  const path = newest && chatPath({ post: newest.post.id, person: newest.person.id })
  useEffect(() => {
    if (path === undefined) return
    const sideBySide = matchMedia(SIDE_BY_SIDE)
    const open = () => {
      if (sideBySide.matches) void navigate(path, { replace: true, preventScrollReset: true })
    }
    open()
    sideBySide.addEventListener('change', open)
    return () => sideBySide.removeEventListener('change', open)
  }, [path, navigate])
}

const EmptyHint = () => (
  <>
    To start one, open a post in <Link to="/services">Services</Link> and write to its author.
  </>
)

/** The page of a user without conversations. */
const NoChats = ({ user }: { user: number }) => (
  <div className="page chats-page">
    <h1>Chats</h1>
    <RefusedFirstMessages user={user} conversations={[]} />
    <MessagePlate className="space-above" title="No chats yet">
      <p>When someone writes to you about a post, you’ll find it here.</p>
      <p>
        <Link className="button" to="/services">
          See what’s in the feed
        </Link>
      </p>
    </MessagePlate>
  </div>
)

const BackToList = () => (
  <Link className="icon-button back-to-list" to="/chats" aria-label="All chats">
    <ArrowLeft className="icon" aria-hidden="true" />
  </Link>
)

/** Looks like a conversation without its messages; the title is for one that the list doesn't have. */
function ChatFrame({ title, children }: { title: string; children?: ReactNode }) {
  const { post, person } = useParams()
  const { conversations } = useConversations()
  const name = conversations?.find(
    (one) => one.post.id === Number(post) && one.person.id === Number(person),
  )?.person
  return (
    <section className="plate chat full-height" aria-label="The open chat">
      <div className="chat-head">
        <BackToList />
        <div className="chat-head-text">
          <h2 className="chat-title" dir="auto">
            {name ? `Talk to ${displayName(`${name.first_name} ${name.last_name}`)}` : title}
          </h2>
        </div>
      </div>
      <div className="chat-section">{children}</div>
    </section>
  )
}

/** Shown beside the list while it is fetched; its newest conversation will open here. */
const OpenChatSkeleton = () => (
  <div className="plate no-open-chat open-chat-skeleton delayed" aria-hidden="true">
    {['heading', 'row', 'row', 'row', 'row'].map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton never change
      <span key={index} className={`skeleton skeleton-${line}`} />
    ))}
  </div>
)

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
