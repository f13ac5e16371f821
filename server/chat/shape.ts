import type { Conversation, ConversationKey, Message } from '#contract/chat.ts'
import { chatLabel, closingOf } from '#rules/chat.ts'
import { canSeePost, type PostStatus, UNPUBLISHED_TITLE } from '#rules/post.ts'
import { publicName } from '#rules/public-name.ts'
import type { AuthUser } from '../auth/access.ts'
import type { ConversationRow, findBeginning, MessageRow } from './queries.ts'

interface Named {
  id: number
  first_name: string
  last_name: string
}

/** A message as the contract has it; the sender is one of the two. */
export function messageOf(
  row: MessageRow,
  { post, me, other }: { post: number; me: Named; other: Named },
): Message {
  const [from, to] = row.sender_id === me.id ? [me, other] : [other, me]
  return {
    id: row.id,
    client_id: row.client_id,
    post,
    from: from.id,
    to: to.id,
    text: row.text,
    senderId: from.first_name,
    senderName: `${from.first_name} ${from.last_name}`.trim(),
    timestamp: row.sent_at.toISOString(),
  }
}

/** Why nothing can be written, of what a query tells. */
export const closedBecause = (row: {
  status: PostStatus
  deleted_at?: Date | null
  blocked_by_me: boolean
  blocked: boolean
}) =>
  closingOf({
    ...row,
    post_deleted: Boolean(row.deleted_at),
    post_approved: row.status === 'approved',
  })

export function conversationOf(row: ConversationRow, me: AuthUser): Conversation {
  const other = { id: row.person_id, first_name: row.first_name, last_name: row.last_name }
  return {
    post: { id: row.post_id, title: canSeePost(me, row) ? row.title : UNPUBLISHED_TITLE },
    person: { ...other, image: row.profile_image, identifier: publicName(row) },
    label: chatLabel(me, other, row.post_id),
    last_message: messageOf(row, { post: row.post_id, me, other }),
    unread: row.unread,
    seen: row.seen,
    closed: closedBecause(row),
    blocked_by_me: row.blocked_by_me,
  }
}

/** One that nothing has been said in yet. */
export function emptyConversation(
  beginning: NonNullable<Awaited<ReturnType<typeof findBeginning>>>,
  me: AuthUser,
  { post, person }: ConversationKey,
): Conversation {
  const { title, first_name, last_name, profile_image } = beginning
  return {
    post: { id: post, title },
    person: {
      ...{ id: person, first_name, last_name, image: profile_image },
      identifier: publicName(beginning),
    },
    label: chatLabel(me, beginning, post),
    last_message: null,
    unread: 0,
    seen: 0,
    closed: closedBecause(beginning),
    blocked_by_me: beginning.blocked_by_me,
  }
}
