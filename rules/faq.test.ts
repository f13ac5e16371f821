import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchFaq, wordsOf } from './faq.ts'

const asked = (questions: string[], message: string) =>
  matchFaq(
    questions.map((question) => ({ question })),
    message,
  )?.question ?? null

test.each([
  // garden, open, every, evening, week: four of five are more than 60 percent, three are not.
  ['Is the garden open every evening of the week?', 'garden open every EVENING please', true],
  ['Is the garden open every evening of the week?', 'is every garden open', false],
  [
    'Is the garden open every evening of the week?',
    'gardens opened everyday, evenings, weeks',
    false,
  ],
  ['Wi-Fi by M-Pesa', 'wifi, mpesa', true],
  ['What’s the caretaker’s name?', 'whats the caretakers name', true],
  ['Choo kiko wapi ghorofani?', 'CHOO KIKO WAPI', true],
  ['Où est la buanderie à côté?', 'buanderie CÔTÉ', true],
  ['متى تفتح الحديقة للجميع', 'متى تفتح الحديقة', true],
  // No word is longer than three letters: it can never be asked for.
  ['Can I?', 'Can I?', false],
  ['...', '...', false],
])('%s asked as %s: %s', (question, message, matches) => {
  expect(asked([question], message)).toBe(matches ? question : null)
})

test('the best match wins, of equal ones the first', () => {
  const questions = ['garden open today', 'garden open today late night', 'late garden night open']
  expect(asked(questions, 'is the garden open late at night?')).toBe('late garden night open')
  expect(asked(['first garden', 'garden first'], 'the first garden')).toBe('first garden')
})

test('a question asked word for word is found, whatever stands around it', () => {
  const word = fc.stringMatching(/^[a-zåéñ]{4,9}$/)
  const question = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(question, fc.string(), (one, around) => {
      expect(asked([one], `${around} ${one.toUpperCase()}? ${around}`)).toBe(one)
    }),
  )
})

test('any text has words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(wordsOf(text).every((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word))).toBe(true)
    }),
  )
})
