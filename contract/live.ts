import type { ConversationKey, Message } from './chat.ts'
import type { PushState } from './payments.ts'
import type { Comment } from './posts.ts'

/** What the server pushes to the sockets of a signed-in person; described in docs/events.md. */
export interface LiveEvents {
  /** A push that this person started has changed. */
  payment: (state: PushState) => void
  /**
   * Money has arrived on this person's account by other ways than a push of their own, of which
   * `payment` tells: fetch the balance again.
   */
  balance: () => void
  /** Somebody has said something in a conversation of this person, who may be the sender. */
  message: (message: Message) => void
  /** The other one has seen everything up to this message. */
  seen: (where: ConversationKey & { message: number }) => void
  /** This person has seen everything up to this message, perhaps on another device. */
  read: (where: ConversationKey & { message: number; unread: number }) => void
  /** The other one is typing; good for some seconds. */
  typing: (where: ConversationKey) => void
  /** All my conversations about a post, or with a person, were closed or opened: fetch them again. */
  conversation: (changed: { post?: number; person?: number }) => void
  /** To everybody in the residence: a post has gone up. */
  new_post: (post: { id: number }) => void
  /** To its author: staff have decided on a post. */
  own_post: (post: { id: number }) => void
  /** To those who watch a post: it has changed or is gone. Fetch it again. */
  post: (post: { id: number }) => void
  /** To those who watch its post: a comment is new or has changed. */
  comment: (comment: Comment) => void
  comment_gone: (comment: { id: number; post: number }) => void
}

/** What a browser may say over its socket; everything that is kept goes over HTTP. */
export interface LiveRequests {
  /** A fresh access token for the same session; answered with whether it was taken. */
  renew: (token: string, answer: (taken: boolean) => void) => void
  /** The post on screen, whose comments shall arrive; null for none. Answered when it is so. */
  watch: (post: number | null, answer: (watching: boolean) => void) => void
  /** I am typing. */
  typing: (where: ConversationKey) => void
}
