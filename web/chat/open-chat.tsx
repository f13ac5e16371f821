import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import type { ConversationKey, Conversation as ConversationWith } from '#contract/chat.ts'
import { isMissing } from '../api.ts'
import { Note } from '../ui/note.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { toldApart } from './list/namesakes.ts'
import { readDraft } from './outbox/draft.ts'
import { useUnsent } from './outbox/outbox-store.ts'
import { useConversation } from './use-conversation.ts'
import { useKeyboardRoom } from './use-keyboard-room.ts'

interface Props {
  user: User
  where: ConversationKey
  /** All of one's own, as far as they have been fetched. */
  conversations: ConversationWith[] | undefined
}

/** One conversation on the page of all of them; also when its post is gone. */
export function OpenChat({ user, where, conversations }: Props) {
  const conversation = useConversation(where)
  const place = useRef<HTMLElement>(null)
  useKeyboardRoom()
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('.talk-to')?.focus({ preventScroll: true })
  }, [])
  const { data } = conversation
  const unsent = useUnsent(user.id).some(
    (one) => one.post === where.post && one.person === where.person,
  )
  const typed = unsent || readDraft(user.id, where) !== ''
  const back = (
    <Link className="icon-button back" to="/chats" aria-label="All chats">
      <ArrowLeft className="icon" aria-hidden="true" />
    </Link>
  )
  if (isMissing(conversation.error) && !data && !typed) {
    return (
      <section ref={place} className="plate pad stack" aria-label="The open chat">
        <h2 className="talk-to" tabIndex={-1}>
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
    <section ref={place} className="plate chat whole" aria-label="The open chat">
      <ConversationHead
        back={back}
        person={data?.person}
        apart={data && toldApart(data.person, conversations)}
        unnamed={isMissing(conversation.error) ? 'This chat is gone' : undefined}
        conversation={data}
        about={
          data &&
          (data.closed === 'post_deleted' ? (
            <>
              about <bdi>{data.post.title}</bdi>, which is gone
            </>
          ) : (
            <>
              about{' '}
              <Link to={`/post/${where.post}`}>
                <bdi>{data.post.title}</bdi>
              </Link>
            </>
          ))
        }
      />
      <Conversation user={user} where={where} conversation={conversation} />
    </section>
  )
}
