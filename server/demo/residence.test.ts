import { expect, test } from 'vitest'
import { matchFaq, wordsOf } from '#rules/assistant/match.ts'
import { isLostCode, matchOwnQuestions } from '#rules/assistant/own-questions.ts'
import { faq } from './residence.ts'

const entries = faq.map(([question]) => ({ question }))

test.each(entries)('$question has enough distinctive words and is found by them', (entry) => {
  const compared = new Set(wordsOf(entry.question).filter((word) => word.length > 3))
  expect(compared.size).toBeGreaterThanOrEqual(4)
  expect(matchFaq(entries, entry.question)).toBe(entry)
  expect(matchFaq(entries, wordsOf(entry.question).join(' '))).toBe(entry)
  // Prepared answers come first and would hide the FAQ entry.
  expect(matchOwnQuestions(entry.question)).toEqual([])
  expect(isLostCode(entry.question)).toBe(false)
})

test.each([
  'I paid for wifi with M-Pesa but got no code',
  'I bought a wifi bundle with mpesa and lost my code',
  'did my wifi bundle with mpesa fail',
  'I paid my rent with M-Pesa yesterday, did you receive it?',
  'I paid rent by Mpesa twice, can I get a refund?',
  'how much rent do I owe this month by mpesa',
  'What is my account number to pay rent by M-Pesa?',
  'Somebody else is using my wifi code',
  'there is no water in my room',
  'I want to change my password, room A101',
])('no how-to answers: %s', (trouble) => {
  expect(matchFaq(entries, trouble)).toBeNull()
})
