import { CircleAlert } from 'lucide-react'
import { closedMessages } from '#rules/chat.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { deleteUnsent, saveUnsent, type UnsentMessage } from './outbox.ts'

/** Why a message was refused, and what the user can do with it. */
export function RefusedActions({ unsent, user }: { unsent: UnsentMessage; user: number }) {
  const isClosedForGood = unsent.reason === closedMessages.post_deleted
  return (
    <div className="message-refusal">
      <p className="field-error">
        <CircleAlert className="icon" aria-hidden="true" />
        <span>Not sent. {unsent.reason}</span>
      </p>
      <div className="row wrap">
        {!isClosedForGood && (
          <button
            type="button"
            className="button quiet compact"
            onClick={() => saveUnsent(user, { ...unsent, state: 'waiting', reason: null })}
          >
            Try again
          </button>
        )}
        <CopyButton text={unsent.text} of=" the message" className="button quiet compact" />
        <button
          type="button"
          className="button quiet compact danger-text"
          onClick={() => deleteUnsent(user, unsent.client_id)}
        >
          Delete
        </button>
      </div>
    </div>
  )
}
