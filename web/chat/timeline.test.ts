import { expect, test } from 'vitest'
import type { Conversation, Message } from '#contract/chat.ts'
import { moveToFront } from './chat-cache.ts'
import { conversationOf } from './conversation-key.ts'
import type { UnsentMessage } from './outbox.ts'
import { buildTimeline, dayLabel } from './timeline.ts'

const user = 7
const other = 9
const message = (id: number, from: number, timestamp: string): Message => ({
  id,
  client_id: `c${id}`,
  post: 1,
  from,
  to: from === user ? other : user,
  text: `text ${id}`,
  senderId: 'Somebody',
  senderName: 'Somebody Else',
  timestamp,
})
const unsent = (client_id: string, sequence: number): UnsentMessage => ({
  client_id,
  post: 1,
  person: other,
  text: 'later',
  sequence,
  state: 'waiting',
  reason: null,
})

test('a conversation is identified by its post and the other user, for messages of both', () => {
  expect(conversationOf(message(1, user, ''), user)).toEqual({ post: 1, person: other })
  expect(conversationOf(message(1, other, ''), user)).toEqual({ post: 1, person: other })
})

test('days follow the time zone of Nairobi', () => {
  expect(dayLabel('2026-03-01', '2026-03-01')).toBe('Today')
  expect(dayLabel('2026-02-28', '2026-03-01')).toBe('Yesterday')
  expect(dayLabel('2026-02-27', '2026-03-01')).toBe('27 Feb 2026')
  // 22:30 in London is the next day here.
  const entries = buildTimeline({
    messages: [
      message(1, user, '2026-11-18T20:30:00Z'),
      message(2, other, '2026-11-18T22:30:00Z'),
      message(3, other, '2026-11-20T05:00:00Z'),
    ],
    unsent: [],
    user,
    seen: 0,
    today: '2026-11-20',
  })
  expect(entries.map((entry) => (entry.kind === 'day' ? entry.label : entry.kind))).toEqual([
    '18 Nov 2026',
    'message',
    'Yesterday',
    'message',
    'Today',
    'message',
  ])
})

test('unsent messages come last, and not twice once they have arrived', () => {
  const shown = { user, seen: 2, today: '2026-11-20' }
  const messages = [
    message(1, user, '2026-11-20T05:00:00Z'),
    message(2, user, '2026-11-20T05:01:00Z'),
    message(3, other, '2026-11-20T05:02:00Z'),
    message(4, user, '2026-11-20T05:03:00Z'),
  ]
  const entries = buildTimeline({ messages, unsent: [unsent('c4', 1), unsent('new', 2)], ...shown })
  expect(entries.map(({ key }) => key)).toEqual([
    '2026-11-20',
    '7.c1',
    '7.c2',
    '9.c3',
    '7.c4',
    '7.new',
  ])
  // Only under the last message that was seen.
  expect(
    entries.filter((entry) => entry.kind === 'message' && entry.isLastSeen).map(({ key }) => key),
  ).toEqual(['7.c2'])
  // A message of another user with the same client_id is a different message.
  const theirs = buildTimeline({
    messages: messages.slice(2, 3),
    unsent: [unsent('c3', 1)],
    ...shown,
  })
  expect(theirs.map(({ kind }) => kind)).toEqual(['day', 'message', 'unsent'])
})

test('a message moves its conversation to the front of the list, across pages', () => {
  const row = (person: number, last: number): Conversation => ({
    post: { id: 1, title: 'A kettle' },
    person: { id: person, first_name: 'Njeri', last_name: 'Mwangi', image: null, identifier: '' },
    label: '',
    last_message: message(last, person, '2026-11-20T05:00:00Z'),
    unread: 1,
    seen: 0,
    closed: null,
    blocked_by_me: false,
  })
  const pages = [[row(11, 30), row(12, 20)], [row(9, 10)]]
  const received = message(31, other, '2026-11-20T05:00:00Z')
  const moved = moveToFront(pages, { post: 1, person: other }, received, 1)
  expect(moved?.map((rows) => rows.map(({ person }) => person.id))).toEqual([[9, 11, 12], []])
  expect(moved?.[0]?.[0]).toMatchObject({ unread: 2, last_message: { id: 31 } })
  expect(moved && moveToFront(moved, { post: 1, person: other }, received, 1)).toBe(moved)
  expect(moveToFront(pages, { post: 2, person: other }, received, 1)).toBeNull()
})
