import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { type History, nothing_yet, withFetched, withMessages } from './history.ts'

const message = (id: number): Message => ({
  ...{ id, client_id: `c${id}`, post: 1, from: 7, to: 9, text: `text ${id}` },
  ...{ senderId: 'Somebody', senderName: 'Somebody Else', timestamp: '2026-11-20T08:00:00Z' },
})
const messages = (...ids: number[]) => ids.map(message)
const idsOf = (history: History) => history.messages.map(({ id }) => id)

/** What the server answers to whoever knows everything up to `known_to`. */
const fetched = (history: History, ...said: number[]) =>
  withFetched(history, messages(...said.filter((id) => id > history.known_to).toReversed()))

test('messages come in any order and any number of times, and stand once in the order of the server', () => {
  const [one, two, three] = [message(1), message(2), message(3)]
  let history: History = withMessages({ ...nothing_yet, before: '5' }, [three])
  history = withMessages(history, [one, three, one])
  history = withMessages(history, [two])
  expect(idsOf(history)).toEqual([1, 2, 3])
  expect(history.before).toBe('5')
  // Nothing new, nothing to draw again.
  expect(withMessages(history, [two, three])).toBe(history)
  const known = withFetched(history, [three])
  expect(withFetched(known, [three])).toBe(known)
})

test('an own message that is acknowledged hides nothing that was said before it', () => {
  let history = fetched(nothing_yet, 1, 2, 3, 4)
  history = withMessages(history, [message(6)])
  expect(idsOf(fetched(history, 1, 2, 3, 4, 5, 6))).toEqual([1, 2, 3, 4, 5, 6])
})

test('a message that comes live hides nothing that was missed before it', () => {
  let history = fetched(nothing_yet, 1, 2, 3, 4, 5, 6)
  history = withMessages(history, [message(9)])
  expect(history.known_to).toBe(6)
  history = fetched(history, 1, 2, 3, 4, 5, 6, 7, 8, 9)
  expect(idsOf(history)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(history.known_to).toBe(9)
})
