import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { emptyHistory, type History, mergeFetched, mergeMessages } from './history.ts'

const message = (id: number): Message => ({
  id,
  client_id: `c${id}`,
  post: 1,
  from: 7,
  to: 9,
  text: `text ${id}`,
  senderId: 'Somebody',
  senderName: 'Somebody Else',
  timestamp: '2026-11-20T08:00:00Z',
})
const messages = (...ids: number[]) => ids.map(message)
const idsOf = (history: History) => history.messages.map(({ id }) => id)

/** The history after fetching the messages after `completeTo`. */
const fetched = (history: History, ...ids: number[]) =>
  mergeFetched(history, messages(...ids.filter((id) => id > history.completeTo).toReversed()))

test('messages that arrive repeatedly and in any order are listed once, in the order of the server', () => {
  const [one, two, three] = [message(1), message(2), message(3)]
  let history: History = mergeMessages({ ...emptyHistory, before: '5' }, [three])
  history = mergeMessages(history, [one, three, one])
  history = mergeMessages(history, [two])
  expect(idsOf(history)).toEqual([1, 2, 3])
  expect(history.before).toBe('5')
  // Nothing is new, so nothing is rendered again.
  expect(mergeMessages(history, [two, three])).toBe(history)
  const known = mergeFetched(history, [three])
  expect(mergeFetched(known, [three])).toBe(known)
})

test('an acknowledged message does not hide earlier messages that were missed', () => {
  let history = fetched(emptyHistory, 1, 2, 3, 4)
  history = mergeMessages(history, [message(6)])
  expect(idsOf(fetched(history, 1, 2, 3, 4, 5, 6))).toEqual([1, 2, 3, 4, 5, 6])
})

test('a message that arrives as an event does not hide earlier messages that were missed', () => {
  let history = fetched(emptyHistory, 1, 2, 3, 4, 5, 6)
  history = mergeMessages(history, [message(9)])
  expect(history.completeTo).toBe(6)
  history = fetched(history, 1, 2, 3, 4, 5, 6, 7, 8, 9)
  expect(idsOf(history)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(history.completeTo).toBe(9)
})
