import { useSyncExternalStore } from 'react'
import type { Message } from '#contract/chat.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import type { UnsentMessage } from './outbox.ts'

/** The entries of the message list, from top to bottom. */
export type TimelineEntry =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'message'; key: string; message: Message; isOwn: boolean; isLastSeen: boolean }
  | { kind: 'unsent'; key: string; unsent: UnsentMessage }

const DAY_MS = 86_400_000
const dayBefore = (day: Day): Day => {
  const midnight = new Date(`${day}T00:00:00Z`)
  return new Date(midnight.getTime() - DAY_MS).toISOString().slice(0, 10)
}

/** `Today`, `Yesterday`, `5 Nov 2026` */
export const dayLabel = (day: Day, today: Day): string =>
  day === today ? 'Today' : day === dayBefore(today) ? 'Yesterday' : formatDay(day)

interface Input {
  messages: Message[]
  /** The user's unsent messages, oldest first. */
  unsent: UnsentMessage[]
  user: number
  /** The last message that the other user has seen. */
  seen: number
  today: Day
}

/** A key that is the same before and after a message is acknowledged, so that its element stays. */
const keyOf = (from: number, client_id: string) => `${from}.${client_id}`

/** Messages with day labels between them, unsent ones last, without duplicates. */
export function buildTimeline({ messages, unsent, user, seen, today }: Input): TimelineEntry[] {
  const entries: TimelineEntry[] = []
  let current: Day | null = null
  const addDay = (day: Day) => {
    if (day !== current) entries.push({ kind: 'day', key: day, label: dayLabel(day, today) })
    current = day
  }
  const lastSeen = messages.findLast(({ from, id }) => from === user && id <= seen)?.id
  for (const message of messages) {
    addDay(dayOf(new Date(message.timestamp)))
    entries.push({
      kind: 'message',
      key: keyOf(message.from, message.client_id),
      message,
      isOwn: message.from === user,
      isLastSeen: message.id === lastSeen,
    })
  }
  const sent = new Set(
    messages.flatMap((message) => (message.from === user ? message.client_id : [])),
  )
  const waiting = unsent.filter(({ client_id }) => !sent.has(client_id))
  if (waiting.length > 0) addDay(today)
  for (const one of waiting) {
    entries.push({ kind: 'unsent', key: keyOf(user, one.client_id), unsent: one })
  }
  return entries
}

const DAY_CHECK_INTERVAL_MS = 30_000

function onPossibleNewDay(listener: () => void) {
  const timer = setInterval(listener, DAY_CHECK_INTERVAL_MS)
  // A sleeping phone runs no timers.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

const today = () => dayOf(new Date())

/** The current day, updated at midnight. */
export const useToday = (): Day => useSyncExternalStore(onPossibleNewDay, today, today)
