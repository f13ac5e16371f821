import * as z from 'zod/mini'
import { closedReasons } from '#rules/chat.ts'
import { endpoint } from './endpoint.ts'
import { entityId, multilineText } from './form.ts'
import { pageQuery } from './page.ts'

export const MAX_MESSAGE_CHARACTERS = 5000

/** `senderId` and `senderName` are what the first version of the wire had; users are identified by `from` and `to`. */
export const message = z.object({
  id: z.int(),
  /** Chosen by the sender's browser, so that a repeated request stores the message once. */
  client_id: z.string(),
  post: z.int(),
  /** User ids. */
  from: z.int(),
  to: z.int(),
  text: z.string(),
  /** The sender's first name. */
  senderId: z.string(),
  /** First and last name. */
  senderName: z.string(),
  /** By the server's clock. */
  timestamp: z.iso.datetime(),
})
export type Message = z.infer<typeof message>

/** A conversation as one of its two users sees it; identified by its post and the other user. */
export const conversation = z.object({
  post: z.object({ id: z.int(), title: z.string() }),
  /** The other user. */
  person: z.object({
    id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    image: z.nullable(z.string()),
    /** As shown beside their comments; mostly tells users of the same name apart. */
    identifier: z.string(),
  }),
  /** `chat_{a}_{b}_{postId}`: a label, not a key. */
  label: z.string(),
  last_message: z.nullable(message),
  /** Messages of the other user that I have not seen. */
  unread: z.int(),
  /** The last message that the other user has seen; 0 for none. */
  seen: z.int(),
  /** Why nothing more can be written; null while one can. */
  closed: z.nullable(z.enum(closedReasons)),
  /** Whether I have a block to take back, whatever else closes the conversation. */
  blocked_by_me: z.boolean(),
})
export type Conversation = z.infer<typeof conversation>

/** A conversation as one of its two users sees it: `person` is the other user. */
const key = z.object({
  post: entityId('Please give a number.'),
  person: entityId('Please give a number.'),
})
export type ConversationKey = z.infer<typeof key>

export const listConversations = endpoint({
  method: 'GET',
  path: '/chat/conversations/',
  who: 'user',
  summary: 'My conversations, or those about one post, the latest first; pages by last message',
  query: z.extend(pageQuery, { post: z.optional(entityId('Please give a number.')) }),
  reply: z.array(conversation),
})

export const getConversation = endpoint({
  method: 'GET',
  path: '/chat/conversations/:post/:person/',
  who: 'user',
  summary: 'A conversation of mine, or one that I may begin with the author of a post',
  params: key,
  reply: conversation,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/chat/conversations/:post/:person/messages/',
  who: 'user',
  summary: 'What was said, newest first',
  params: key,
  query: pageQuery,
  reply: z.array(message),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/chat/conversations/:post/:person/messages/',
  who: 'user',
  summary: 'Say something; the same client_id again is answered with the message it made',
  status: 201,
  params: key,
  body: z.object({
    text: multilineText('Please write a message.', MAX_MESSAGE_CHARACTERS),
    client_id: z.uuid('Please send a UUID.'),
  }),
  reply: message,
})

export const markSeen = endpoint({
  method: 'POST',
  path: '/chat/conversations/:post/:person/seen/',
  who: 'user',
  summary: 'I have seen everything up to this message',
  params: key,
  body: z.object({ message: entityId('Please give the id of a message.') }),
  reply: z.object({ unread: z.int() }),
})

const person = z.object({ person: entityId('Please give a number.') })

export const blockPerson = endpoint({
  method: 'PUT',
  path: '/chat/blocks/:person/',
  who: 'user',
  summary: 'Neither of us can write to the other any more',
  params: person,
  reply: z.object({ blocked: z.boolean() }),
})

export const unblockPerson = endpoint({
  method: 'DELETE',
  path: '/chat/blocks/:person/',
  who: 'user',
  summary: 'Take a block back',
  status: 204,
  params: person,
})
