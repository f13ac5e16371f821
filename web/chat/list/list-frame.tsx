import type { ReactNode } from 'react'
import type { Conversation } from '#contract/chat.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { LoadMoreButton } from '../../ui/infinite-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { SomebodyHome } from './somebody-home.tsx'
import type { Conversations } from './use-conversations.ts'

interface Props {
  list: Conversations
  /** What one can do about having none. */
  empty: ReactNode
  row: (conversation: Conversation) => ReactNode
}

/** A list of conversations in all its states. */
export function ListFrame({ list, empty, row }: Props) {
  const { conversations, error, refetch } = list
  if (!conversations) {
    return error ? (
      <div className="below">
        <LoadError
          message={errorMessage(error, 'Your chats could not be fetched.')}
          onRetry={() => void refetch()}
        />
      </div>
    ) : (
      <div className="below stack-small patient" role="status">
        <span className="visually-hidden">Loading...</span>
        <span className="skeleton h-12" />
        <span className="skeleton h-12" />
      </div>
    )
  }
  if (conversations.length === 0) {
    return (
      <div className="no-chats">
        <SomebodyHome />
        <div>
          <p>
            <b>No chats yet</b>
          </p>
          <p className="small muted">{empty}</p>
        </div>
      </div>
    )
  }
  return (
    <>
      <ul className="chat-list">
        {conversations.map((one) => (
          <li key={`${one.post.id}.${one.person.id}`}>{row(one)}</li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="below">
          <LoadMoreButton list={list} />
        </div>
      )}
    </>
  )
}
