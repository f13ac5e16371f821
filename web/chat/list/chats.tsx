import { Link, useParams } from 'react-router'
import { useSession } from '../../session.ts'
import { OpenChat } from '../open-chat.tsx'
import { chatPath } from '../paths.ts'
import { ConversationRow } from './conversation-row.tsx'
import { ListFrame } from './list-frame.tsx'
import { toldApart } from './namesakes.ts'
import { NotSent } from './not-sent.tsx'
import { useConversations } from './use-conversations.ts'
import '../../look/chat.css'

/** All my conversations and the open one: side by side where there is room, else one after the other. */
export function Chats() {
  const { post, person } = useParams()
  const session = useSession()
  const list = useConversations()
  if (session.status !== 'signed_in') return null
  const { user } = session
  const open = person === undefined ? null : { post: Number(post), person: Number(person) }
  return (
    <div className={open ? 'page chats open' : 'page chats'}>
      <h1>Chats</h1>
      <div className="chats-cols">
        <nav className="plate chats-list" aria-label="Your chats">
          <NotSent user={user.id} conversations={list.conversations} />
          <ListFrame
            list={list}
            empty={
              <>
                Someone will knock. Or open a post in <Link to="/services">Services</Link> and write
                to its author.
              </>
            }
            row={(conversation) => {
              const where = { post: conversation.post.id, person: conversation.person.id }
              const here = open?.post === where.post && open.person === where.person
              return (
                <Link
                  className="chat-row"
                  to={chatPath(where)}
                  aria-current={here ? 'page' : undefined}
                  preventScrollReset
                >
                  <ConversationRow
                    conversation={conversation}
                    me={user.id}
                    apart={toldApart(conversation.person, list.conversations)}
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
            where={open}
            conversations={list.conversations}
          />
        ) : (
          <p className="plate pad muted nobody">Select a user to chat with</p>
        )}
      </div>
    </div>
  )
}
