import type { ConversationKey } from '#contract/chat.ts'
import { keepTyped, readTyped } from '../../ui/draft.ts'

const keyOf = (user: number, { post, person }: ConversationKey) => `draft.${user}.${post}.${person}`

/** What was typed in a conversation and not sent yet, in this tab. */
export function readDraft(user: number, where: ConversationKey): string {
  const { text } = readTyped(keyOf(user, where)) ?? {}
  return typeof text === 'string' ? text : ''
}

export const keepDraft = (user: number, where: ConversationKey, text: string) =>
  keepTyped(keyOf(user, where), text === '' ? null : { text })
