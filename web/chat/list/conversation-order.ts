import type { Conversation, ConversationKey, Message } from '#contract/chat.ts'

const isAt = ({ post, person }: Conversation, where: ConversationKey) =>
  post.id === where.post && person.id === where.person

/**
 * The pages of a list with a message in its conversation, which moves to the front. Null when the
 * conversation stands in none of them.
 */
export function newestFirst(
  pages: Conversation[][],
  where: ConversationKey,
  message: Message,
  news: number,
): Conversation[][] | null {
  const row = pages.flat().find((one) => isAt(one, where))
  if (!row) return null
  if ((row.last_message?.id ?? 0) >= message.id) return pages
  const moved = { ...row, last_message: message, unread: row.unread + news }
  return pages.map((rows, index) => {
    const others = rows.filter((one) => one !== row)
    return index === 0 ? [moved, ...others] : others
  })
}
