import { CircleAlert } from 'lucide-react'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Unsent } from './outbox.ts'
import { dropUnsent, keepUnsent } from './outbox-store.ts'

/** Why a message was refused, and what can be done with it. */
export function Refused({ unsent, user }: { unsent: Unsent; user: number }) {
  return (
    <div className="why">
      <p className="field-error">
        <CircleAlert className="icon" aria-hidden="true" />
        <span>Not sent. {unsent.words}</span>
      </p>
      <div className="row wrap">
        <button
          type="button"
          className="button quiet compact"
          onClick={() => keepUnsent(user, { ...unsent, state: 'waiting', words: null })}
        >
          Try again
        </button>
        <CopyButton text={unsent.text} of=" the message" className="button quiet compact" />
        <button
          type="button"
          className="button quiet compact danger-text"
          onClick={() => dropUnsent(user, unsent.client_id)}
        >
          Delete
        </button>
      </div>
    </div>
  )
}
