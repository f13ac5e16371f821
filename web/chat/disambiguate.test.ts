import { expect, test } from 'vitest'
import type { Conversation } from '#contract/chat.ts'
import { disambiguate } from './disambiguate.ts'

const person = (id: number, last_name: string, identifier: string) => ({
  id,
  first_name: 'Jane',
  last_name,
  image: null,
  identifier: `${identifier}@bweni.invalid`,
})
const chatsWith = (...people: Conversation['person'][]): Conversation[] =>
  people.map((one) => ({
    post: { id: 1, title: 'A lamp' },
    person: one,
    label: '',
    last_message: null,
    unread: 0,
    seen: 0,
    closed: null,
    blocked_by_me: false,
  }))

test('users of the same name are distinguished, even with equal identifiers; unique names are not', () => {
  const [jane, namesake, third] = [
    person(1, 'Doe', 'jane'),
    person(2, 'DOE ', 'jane.doe'),
    person(3, 'Doe', 'jane.doe'),
  ]
  expect(disambiguate(jane, chatsWith(jane, jane, person(4, 'Otieno', 'jane')))).toBe(null)
  expect(disambiguate(jane)).toBe(null)
  const chats = chatsWith(jane, namesake, third)
  expect(disambiguate(jane, chats)).toBe('jane')
  expect(disambiguate(namesake, chats)).toBe('jane.doe 2')
  expect(disambiguate(third, chats)).toBe('jane.doe 3')
})
