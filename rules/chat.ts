import { stripDirectionMarks } from './visible.ts'

interface Named {
  first_name: string
  last_name: string
}

const joined = ({ first_name, last_name }: Named) =>
  stripDirectionMarks(`${first_name}_${last_name}`)

/**
 * `chat_{a}_{b}_{postId}`, the two names sorted (spec 3). A label only: two people may share a name,
 * so a conversation is known by its post and its people (design 9).
 */
export function chatLabel(one: Named, other: Named, post_id: number): string {
  const [a, b] = [joined(one), joined(other)].sort()
  return `chat_${a}_${b}_${post_id}`
}

/** Why nothing more can be written in a conversation; what was said stays readable. */
export const closings = ['post_deleted', 'post_not_up', 'blocked_by_me', 'blocked'] as const
export type Closing = (typeof closings)[number]

/** What the server decides it from. */
interface Standing {
  post_deleted: boolean
  post_approved: boolean
  /** Whether I have blocked the other person, and the other way round. */
  blocked_by_me: boolean
  blocked: boolean
}

/** Null while the conversation is open. What is over for good is said first. */
export function closingOf(standing: Standing): Closing | null {
  if (standing.post_deleted) return 'post_deleted'
  if (!standing.post_approved) return 'post_not_up'
  if (standing.blocked_by_me) return 'blocked_by_me'
  return standing.blocked ? 'blocked' : null
}

/** What is said where one would write. */
export const closing_words: Record<Closing, string> = {
  post_deleted: 'The post has been deleted. What was said stays here to read.',
  post_not_up: 'The post is not up at the moment, so nothing can be written about it.',
  blocked_by_me: 'You have blocked this person. Neither of you can write to the other.',
  blocked: 'This person takes no messages from you.',
}
