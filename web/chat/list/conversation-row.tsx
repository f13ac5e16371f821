import type { Conversation } from '#contract/chat.ts'
import { clock, type Day, dayOf } from '#rules/calendar.ts'
import { displayName, stripDirectionMarks } from '#rules/visible.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { dayWords } from '../timeline.ts'
import { useToday } from '../use-today.ts'

interface Props {
  conversation: Conversation
  me: number
  /** Said beside the name where somebody else has the same one. */
  apart: string | null
  /** Left out where all are about one post. */
  withPost?: boolean
}

/** `19:42` today, else the day. */
function when(timestamp: string, today: Day): string {
  const instant = new Date(timestamp)
  const day = dayWords(dayOf(instant), today)
  return day === 'Today' ? clock(instant) : day
}

/** With whom, the last message, and how many one has not seen; the caller makes it something to press. */
export function ConversationRow({ conversation, me, apart, withPost }: Props) {
  const { person, post, last_message, unread } = conversation
  const today = useToday()
  return (
    <>
      <Avatar {...person} />
      <span className="who">
        <b dir="auto">
          {displayName(stripDirectionMarks(`${person.first_name} ${person.last_name}`))}
        </b>{' '}
        {apart && <bdi className="small muted">{apart}</bdi>}
      </span>
      {last_message && (
        <time className="micro muted tabular" dateTime={last_message.timestamp}>
          {when(last_message.timestamp, today)}
        </time>
      )}
      {withPost && (
        <span className="micro muted about" dir="auto">
          {stripDirectionMarks(post.title)}
        </span>
      )}
      {last_message && (
        <span className="small last">
          {last_message.from === me && 'You: '}
          <bdi>{stripDirectionMarks(last_message.text)}</bdi>
        </span>
      )}
      {unread > 0 && (
        <span className="tag warn tabular">
          {unread}
          <span className="visually-hidden"> unread</span>
        </span>
      )}
    </>
  )
}
