import { typedKey } from '../session.ts'

/** Where the count of unseen messages is held: the bar shows it without loading the chat. */
export const unreadKey = ['/chat/unread/', {}] as const

/** The beginning under which a person's unsent messages are stored. */
export const unsentKey = (user: number) => `${typedKey}message.${user}.`
