import type { Conversation } from '#contract/chat.ts'
import { clock, dayOf } from '#rules/calendar.ts'
import { shownName } from '#rules/visible.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { dayWords } from '../timeline.ts'

interface Props {
  conversation: Conversation
  me: number
  /** Left out where all are about one post. */
  withPost?: boolean
}

/** `19:42` today, else the day. */
function when(timestamp: string): string {
  const instant = new Date(timestamp)
  const day = dayWords(dayOf(instant), dayOf(new Date()))
  return day === 'Today' ? clock(instant) : day
}

/** With whom, the last message, and how many one has not seen; the caller makes it something to press. */
export function ConversationRow({ conversation, me, withPost }: Props) {
  const { person, post, last_message, unread } = conversation
  return (
    <>
      <Avatar {...person} />
      <b dir="auto" className="who">
        {shownName(`${person.first_name} ${person.last_name}`)}
      </b>
      {last_message && (
        <time className="micro muted num" dateTime={last_message.timestamp}>
          {when(last_message.timestamp)}
        </time>
      )}
      {withPost && (
        <span className="micro muted about" dir="auto">
          {post.title}
        </span>
      )}
      {last_message && (
        <span className="small last">
          {last_message.from === me && 'You: '}
          <bdi>{last_message.text}</bdi>
        </span>
      )}
      {unread > 0 && (
        <span className="tag warn num">
          {unread}
          <span className="sr"> unread</span>
        </span>
      )}
    </>
  )
}
