import * as z from 'zod/mini'
import { LARGEST_ID } from '#rules/id.ts'
import { message } from './chat.ts'
import { stkPushState } from './payments.ts'
import { comment } from './posts.ts'

const id = z.int().check(z.minimum(1), z.maximum(LARGEST_ID))

/** A conversation as the receiver sees it: `person` is the other one. */
const conversation = z.object({ post: id, person: id })

/** Events that the server emits to the sockets of a signed-in user; who receives what is in docs/events.md. */
export const serverEvents = {
  /** A push that this user started has changed. */
  payment: stkPushState,
  /**
   * Money has arrived on this user's account by other ways than a push of their own, for which
   * `payment` is emitted: fetch the balance again.
   */
  balance: z.undefined(),
  /** A new message in a conversation of this user, who may be the sender. */
  message,
  /** The other one has seen everything up to this message. */
  seen: z.extend(conversation, { message: z.int() }),
  /** This user has seen everything up to this message, perhaps on another device. */
  read: z.extend(conversation, { message: z.int(), unread: z.int() }),
  /** The other one is typing; valid for some seconds. */
  typing: conversation,
  /** All my conversations about a post, or with a user, were closed or opened: fetch them again. */
  conversation: z.union([z.strictObject({ post: id }), z.strictObject({ person: id })]),
  /** To everybody in the residence: a post is published. */
  new_post: z.object({ id }),
  /** To its author: staff have decided on a post. */
  own_post: z.object({ id }),
  /** To those who have a post on screen: it has changed or is gone. Fetch it again. */
  post: z.object({ id }),
  /** To those who have its post on screen: a comment is new or has changed. */
  comment,
  comment_gone: z.object({ id, post: id }),
}

/**
 * Messages that a browser may send over its socket; everything that is stored goes over HTTP. Anything else is
 * ignored, and so is a payload that does not fit, unless the schema says what it counts as.
 */
export const clientMessages = {
  /** A fresh access token for the same session; answered with whether it was accepted. */
  renew: { payload: z.catch(z.string(), ''), answer: z.boolean() },
  /** Watches the post on screen, to receive its comments; null for none. Acknowledged when it takes effect. */
  watch: { payload: z.catch(z.nullable(id), null), answer: z.boolean() },
  /** I am typing. */
  typing: { payload: conversation },
}

type Schemas = typeof serverEvents
/** The server's events as Socket.IO types them: a listener's signature by event. */
export type ServerEvents = {
  [E in keyof Schemas]: z.infer<Schemas[E]> extends undefined
    ? () => void
    : (payload: z.infer<Schemas[E]>) => void
}

type Definitions = typeof clientMessages
/** The browser's messages in the same form. */
export type ClientMessages = {
  [M in keyof Definitions]: Definitions[M] extends { answer: infer Answer extends z.ZodMiniType }
    ? (
        payload: z.output<Definitions[M]['payload']>,
        answer: (value: z.infer<Answer>) => void,
      ) => void
    : (payload: z.output<Definitions[M]['payload']>) => void
}
