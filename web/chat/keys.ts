import type { countUnread } from '#contract/chat.ts'
import { DRAFT_KEY_PREFIX } from '../session.ts'

// Spelt here, since the bar shows the count without loading the chat's contract.
const path = '/chat/unread/' satisfies typeof countUnread.path
/** Where the count of unseen messages is held. */
export const unreadKey = [path, {}] as const

/** The beginning under which a person's unsent messages are stored. */
export const unsentKey = (user: number) => `${DRAFT_KEY_PREFIX}message.${user}.`
