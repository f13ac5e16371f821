import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatLabel, closedReason } from './chat.ts'

const amina = { first_name: 'Amina', last_name: 'Otieno' }
const brian = { first_name: 'Brian', last_name: 'Kamau' }

test('the label carries both names, sorted, and the post', () => {
  expect(chatLabel(brian, amina, 7)).toBe('chat_Amina_Otieno_Brian_Kamau_7')
})

test('a name cannot change the writing direction of the label', () => {
  const turned = { first_name: '\u202eAmina', last_name: 'Otieno\u2066' }
  expect(chatLabel(turned, brian, 7)).toBe(chatLabel(amina, brian, 7))
})

test('both users see the same label', () => {
  const person = fc.record({ first_name: fc.string(), last_name: fc.string() })
  fc.assert(
    fc.property(person, person, fc.nat(), (one, other, post) => {
      expect(chatLabel(one, other, post)).toBe(chatLabel(other, one, post))
    }),
  )
})

const open = { post_deleted: false, post_approved: true, blocked_by_me: false, blocked: false }

test.each([
  [{}, null],
  [{ blocked: true }, 'blocked'],
  [{ blocked: true, blocked_by_me: true }, 'blocked_by_me'],
  [{ post_approved: false, blocked_by_me: true }, 'post_not_up'],
  [{ post_deleted: true, post_approved: false, blocked: true }, 'post_deleted'],
])('with %o nothing can be written because: %s', (but, reason) => {
  expect(closedReason({ ...open, ...but })).toBe(reason)
})
