import type { PushState } from './payments.ts'

/** What the server pushes to the sockets of a signed-in person; described in docs/events.md. */
export interface LiveEvents {
  /** A push that this person started has changed. */
  payment: (state: PushState) => void
  /** Money has arrived on this person's account, whoever paid it: fetch the balance again. */
  balance: () => void
}
