import type { ReactNode } from 'react'
import type { Conversation } from '#contract/chat.ts'
import { type Day, dayOf, formatTime } from '#rules/calendar.ts'
import { displayName, stripDirectionMarks } from '#rules/visible.ts'
import { Avatar } from '../ui/avatar.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadMoreButton } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { dayLabel, useToday } from './timeline.ts'
import type { Conversations } from './use-conversation.ts'

interface Props {
  list: Conversations
  /** Shown below `No chats yet`: how to start one. */
  emptyHint: ReactNode
  renderRow: (conversation: Conversation) => ReactNode
}

export function ConversationList({ list, emptyHint, renderRow }: Props) {
  const { conversations, error, refetch } = list
  if (!conversations) {
    return error ? (
      <div className="chat-section">
        <LoadError
          message={errorMessage(error, 'Your chats couldn’t be loaded.')}
          onRetry={() => refetch()}
        />
      </div>
    ) : (
      <div className="delayed" role="status">
        <span className="visually-hidden">Loading...</span>
        <ul className="conversation-list" aria-hidden="true">
          {[1, 2, 3].map((row) => (
            <li key={row} className="conversation-row conversation-skeleton">
              <span className="skeleton avatar" />
              <span className="skeleton" />
              <span className="skeleton" />
              <span className="skeleton" />
            </li>
          ))}
        </ul>
      </div>
    )
  }
  if (conversations.length === 0) {
    return (
      <div className="no-conversations">
        <EmptyDrawing />
        <div>
          <p>
            <b>No chats yet</b>
          </p>
          <p className="small muted">{emptyHint}</p>
        </div>
      </div>
    )
  }
  return (
    <>
      <ul className="conversation-list">
        {conversations.map((conversation) => (
          <li key={`${conversation.post.id}.${conversation.person.id}`}>
            {renderRow(conversation)}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="chat-section">
          <LoadMoreButton list={list} />
        </div>
      )}
    </>
  )
}

interface RowProps {
  conversation: Conversation
  /** Undefined until the session is restored. */
  user: number | undefined
  /** Shown next to the name when another user has the same name. */
  identifier: string | null
  /** Omitted in the list of one post. */
  withPost?: boolean
}

/** `19:42` for today, otherwise the day. */
function timeLabel(timestamp: string, today: Day): string {
  const instant = new Date(timestamp)
  const day = dayLabel(dayOf(instant), today)
  return day === 'Today' ? formatTime(instant) : day
}

/** The content of a row; the caller makes it a link or a button of the class `conversation-row`. */
export function ConversationItem({ conversation, user, identifier, withPost }: RowProps) {
  const { person, post, last_message, unread } = conversation
  const today = useToday()
  return (
    <>
      <Avatar {...person} />
      <span className="conversation-name">
        <b dir="auto">
          {displayName(stripDirectionMarks(`${person.first_name} ${person.last_name}`))}
        </b>{' '}
        {identifier && <bdi className="small muted">{identifier}</bdi>}
      </span>
      {last_message && (
        <time className="micro muted tabular" dateTime={last_message.timestamp}>
          {timeLabel(last_message.timestamp, today)}
        </time>
      )}
      {withPost && (
        <span className="micro muted conversation-post" dir="auto">
          {stripDirectionMarks(post.title)}
        </span>
      )}
      {last_message && (
        <span className="small conversation-last">
          {last_message.from === user && 'You: '}
          <bdi>{stripDirectionMarks(last_message.text)}</bdi>
        </span>
      )}
      {unread > 0 && (
        <span className="tag warning tabular">
          {unread}
          <span className="visually-hidden"> unread</span>
        </span>
      )}
    </>
  )
}

const darkWindows = [12, 39, 66, 93]

/** A decorative row of windows, one of them lit. */
const EmptyDrawing = () => (
  <svg viewBox="0 0 150 70" width="150" height="70" aria-hidden="true">
    <path fill="#1e4435" d="M0 0h150v70H0z" />
    <path fill="#0c1f1b" d={darkWindows.map((x) => `M${x} 14h18v30H${x}z`).join('')} />
    <path fill="#f7b13c" d="M120 14h18v30h-18z" />
    <path fill="#3b6b55" d="M0 54h150v7H0z" />
  </svg>
)
