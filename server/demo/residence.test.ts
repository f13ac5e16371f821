import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isLostCode, matchOwnQuestions } from '#rules/assistant/own-questions.ts'
import { nearestQuestions, prepareAnswer } from '#rules/assistant/support.ts'
import { faq } from './residence.ts'

const entries = faq.map(([question, answer]) => ({ question, answer }))
const company = {
  name: 'Acacia Court',
  tagline: '',
  email: 'hello@acacia.example',
  phone: '0709 000 123',
  address: 'Kenyatta Road, Juja',
  hours: 'Monday to Friday',
  wifi_network: 'AcaciaCourt',
}
const data = {
  company,
  services: [],
  packages: [],
  freeRooms: [],
  promises: false,
  paybill: '174379',
  name: null,
}
const answerTo = (message: string) => prepareAnswer(message, entries, data)?.text ?? null

test.each(faq)('%s is answered by its entry', (question, answer) => {
  expect(answerTo(question)).toContain(answer)
  expect(answerTo(question.toUpperCase().replace('?', ' please'))).toContain(answer)
  // The user's own data comes first and would hide the entry.
  expect(matchOwnQuestions(question)).toEqual([])
  expect(isLostCode(question)).toBe(false)
  expect(answer).not.toContain('this chat')
})

test.each([
  ['can my girlfriend sleep over', /^Visitors are welcome until 10 PM/],
  ['maji ya moto iko saa ngapi', /^Hot water runs from 5 to 9/],
  ['hot water?', /^Hot water runs from 5 to 9/],
  ['i want to change room', /^Yes, if another room is free/],
  ['my toilet is blocked', /^Tell the office.*call 0709 000 123/],
  ['can my dad pay the rent for me', /^Yes/],
  ['is there unlimited for a month n how much', /^No wifi bundles/],
])('%s: %s', (message, answer) => {
  expect(answerTo(message)).toMatch(answer)
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
  'the rent is too high',
])('no how-to answers: %s', (trouble) => {
  expect(answerTo(trouble) ?? '').not.toMatch(/^(?:Choose|Join the|Hot water)/)
})

test.each(['building', 'held-back'])('what nobody can answer has no answer (%s)', (name) => {
  const file = new URL(`../../rules/assistant/questions/${name}.json`, import.meta.url)
  const questions: { question: string; helpful: string[] }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const unanswerable = questions.filter(({ helpful }) => helpful.join() === 'unknown')
  expect(unanswerable.length).toBeGreaterThan(5)
  expect(unanswerable.filter(({ question }) => answerTo(question) !== null)).toEqual([])
})

test('what is not understood gets the nearest questions, which are all answered', () => {
  for (const message of ['is the wifi password pink', 'xyz', '', 'rent rent rent rents wifi']) {
    const nearest = nearestQuestions(message, entries).questions
    expect(new Set(nearest).size).toBe(3)
    for (const question of nearest)
      expect(answerTo(question) ?? matchOwnQuestions(question)).not.toEqual([])
  }
  expect(nearestQuestions('wifi wa pili ni rangi', entries).questions.join()).toMatch(/wifi/)
})
