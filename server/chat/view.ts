import type { Conversation, ConversationKey, Message } from '#contract/chat.ts'
import { chatLabel, closedReason } from '#rules/chat.ts'
import { canSeePost, type PostStatus, UNPUBLISHED_TITLE } from '#rules/post.ts'
import { publicName } from '#rules/public-name.ts'
import type { AuthUser } from '../auth/access.ts'
import type { ConversationRow, findPostToWriteAbout, MessageRow } from './queries.ts'

interface Named {
  id: number
  first_name: string
  last_name: string
}

/** A message of the contract; its sender is one of the two users. */
export function toMessage(
  row: MessageRow,
  { post, user, other }: { post: number; user: Named; other: Named },
): Message {
  const [from, to] = row.sender_id === user.id ? [user, other] : [other, user]
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

export const closedReasonOfRow = (row: {
  status: PostStatus
  deleted_at?: Date | null
  blocked_by_me: boolean
  blocked: boolean
}) =>
  closedReason({
    ...row,
    post_deleted: Boolean(row.deleted_at),
    post_approved: row.status === 'approved',
  })

export function toConversation(row: ConversationRow, user: AuthUser): Conversation {
  const other = { id: row.person_id, first_name: row.first_name, last_name: row.last_name }
  return {
    post: { id: row.post_id, title: canSeePost(user, row) ? row.title : UNPUBLISHED_TITLE },
    person: { ...other, image: row.profile_image, identifier: publicName(row) },
    label: chatLabel(user, other, row.post_id),
    last_message: toMessage(row, { post: row.post_id, user, other }),
    unread: row.unread,
    seen: row.seen,
    closed: closedReasonOfRow(row),
    blocked_by_me: row.blocked_by_me,
  }
}

/** A conversation without messages, which has no row yet. */
export function newConversation(
  row: NonNullable<Awaited<ReturnType<typeof findPostToWriteAbout>>>,
  user: AuthUser,
  { post, person }: ConversationKey,
): Conversation {
  const { title, first_name, last_name, profile_image } = row
  return {
    post: { id: post, title },
    person: {
      id: person,
      first_name,
      last_name,
      image: profile_image,
      identifier: publicName(row),
    },
    label: chatLabel(user, row, post),
    last_message: null,
    unread: 0,
    seen: 0,
    closed: closedReasonOfRow(row),
    blocked_by_me: row.blocked_by_me,
  }
}
