import { stripDirectionMarks } from './visible.ts'

interface Named {
  first_name: string
  last_name: string
}

const joined = ({ first_name, last_name }: Named) =>
  stripDirectionMarks(`${first_name}_${last_name}`)

/**
 * `chat_{a}_{b}_{postId}`, the two names sorted. A label only: two users may share a name, so a conversation
 * is identified by its post and its users.
 */
export function chatLabel(one: Named, other: Named, post_id: number): string {
  const [a, b] = [joined(one), joined(other)].sort()
  return `chat_${a}_${b}_${post_id}`
}

/** Why nothing more can be written in a conversation; its messages stay readable. */
export const closedReasons = ['post_deleted', 'post_not_up', 'blocked_by_me', 'blocked'] as const
export type ClosedReason = (typeof closedReasons)[number]

interface ConversationState {
  post_deleted: boolean
  post_approved: boolean
  /** Whether I have blocked the other user, and the other way round. */
  blocked_by_me: boolean
  blocked: boolean
}

/** Null while the conversation is open; the most lasting of several reasons. */
export function closedReason(state: ConversationState): ClosedReason | null {
  if (state.post_deleted) return 'post_deleted'
  if (!state.post_approved) return 'post_not_up'
  if (state.blocked_by_me) return 'blocked_by_me'
  return state.blocked ? 'blocked' : null
}

/** Shown in place of the field to write in. */
export const closedMessages: Record<ClosedReason, string> = {
  post_deleted: 'The post has been deleted. You can still read what was said.',
  post_not_up: 'This post isn’t published at the moment, so you can’t send messages about it.',
  blocked_by_me: 'You have blocked this person. Neither of you can write to the other.',
  blocked: 'You can’t send messages to this person.',
}
