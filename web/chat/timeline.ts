import type { Message } from '#contract/chat.ts'
import { type Day, dayOf, shortDay } from '#rules/calendar.ts'
import type { Unsent } from './outbox/outbox.ts'

/** What stands in the message area, from top to bottom. */
export type Line =
  | { kind: 'day'; key: string; words: string }
  | { kind: 'said'; key: string; message: Message; mine: boolean; seen: boolean }
  | { kind: 'unsent'; key: string; unsent: Unsent }

const dayBefore = (day: Day): Day => {
  const midnight = new Date(`${day}T00:00:00Z`)
  return new Date(midnight.getTime() - 86_400_000).toISOString().slice(0, 10)
}

/** `Today`, `Yesterday`, `5 Nov 2026` */
export const dayWords = (day: Day, today: Day): string =>
  day === today ? 'Today' : day === dayBefore(today) ? 'Yesterday' : shortDay(day)

interface Shown {
  messages: Message[]
  /** In the order in which they were written. */
  unsent: Unsent[]
  me: number
  /** The last message that the other one has seen. */
  seen: number
  today: Day
}

/** The same before and after it was sent, so that a message turns solid where it stands. */
const keyOf = (from: number, client_id: string) => `${from}.${client_id}`

/** Messages with their days between them; what has not arrived yet comes last, and nothing twice. */
export function timeline({ messages, unsent, me, seen, today }: Shown): Line[] {
  const lines: Line[] = []
  let last: Day | null = null
  const begin = (day: Day) => {
    if (day !== last) lines.push({ kind: 'day', key: day, words: dayWords(day, today) })
    last = day
  }
  const lastSeen = messages.findLast(({ from, id }) => from === me && id <= seen)?.id
  for (const message of messages) {
    begin(dayOf(new Date(message.timestamp)))
    lines.push({
      kind: 'said',
      key: keyOf(message.from, message.client_id),
      message,
      mine: message.from === me,
      seen: message.id === lastSeen,
    })
  }
  const arrived = new Set(messages.flatMap((one) => (one.from === me ? one.client_id : [])))
  const waiting = unsent.filter(({ client_id }) => !arrived.has(client_id))
  if (waiting.length > 0) begin(today)
  for (const one of waiting)
    lines.push({ kind: 'unsent', key: keyOf(me, one.client_id), unsent: one })
  return lines
}
