import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnswerData } from './answers.ts'
import { english } from './answers-en.ts'
import { swahili } from './answers-sw.ts'
import { languageOf } from './language.ts'
import { matchOwnQuestions, type OwnQuestion } from './own-questions.ts'
import { nearestQuestions, prepareAnswer } from './support.ts'
import type { Topic } from './topic-rules.ts'
import { findTopic } from './topics.ts'

test.each([
  ['how do i pay rent', 'en'],
  ['habari, how do I pay my rent?', 'en'],
  ['wifi?', 'en'],
  ['Amina', 'en'],
  ['', 'en'],
  ['nalipaje kodi', 'sw'],
  ['rent ni how much', 'sw'],
  ['nimepay rent but balance haijachange', 'sw'],
  ['maji', 'sw'],
  ['niaje', 'sw'],
])('%s is answered in %s', (message, language) => {
  expect(languageOf(message)).toBe(language)
})

test.each(['building', 'held-back'])(
  'nearly all questions (%s) are answered in their language',
  (name) => {
    const file = new URL(`questions/${name}.json`, import.meta.url)
    const questions: { question: string; lang: string }[] = JSON.parse(readFileSync(file, 'utf8'))
    for (const [lang, language] of [
      ['en', 'en'],
      ['sw', 'sw'],
      ['sheng', 'sw'],
    ]) {
      const asked = questions.filter((one) => one.lang === lang)
      const right = asked.filter(({ question }) => languageOf(question) === language)
      expect(right.length / asked.length).toBeGreaterThan(0.98)
    }
  },
)

const data: AnswerData = {
  company: {
    name: 'Mti House',
    tagline: 'A home',
    email: 'hello@mti.example',
    phone: '0711 222 333',
    address: 'Plot 7, Thika Road',
    hours: '9 AM to 5 PM',
    wifi_network: 'Mti24',
  },
  services: [{ name: 'Laundry', description: '80 a bucket', coming_soon: true }],
  packages: [{ data: '4 GB', duration: '12 hours', price: 65 }],
  freeRooms: [6100, 7200],
  paybill: '555666',
  promises: false,
  name: null,
}

/** The residence's facts left empty: nothing is invented in their place. */
const empty: AnswerData = {
  ...data,
  company: { ...data.company, email: '', phone: '', address: '', hours: '', wifi_network: null },
  services: [],
  packages: [],
  freeRooms: [],
}

test('both languages have the same numbers, buttons and contacts in every answer', () => {
  const numbers = (text: string) => [...new Set(text.match(/\d[\d ,]*\d|\d/g))].toSorted()
  const topics = Object.keys(english.answers) as (keyof typeof english.answers)[]
  const lateFee = { from_month: '2026-12', grace_days: 5, amount: null, percent: 5, cap: 400 }
  for (const facts of [
    data,
    empty,
    { ...data, name: 'Amina' },
    { ...data, freeRooms: [6100] },
    { ...data, lateFee },
  ]) {
    for (const topic of topics) {
      const [one, other] = [english.answers[topic](facts), swahili.answers[topic](facts)]
      expect([topic, numbers(other.text)]).toEqual([topic, numbers(one.text)])
      expect([topic, other.button]).toEqual([topic, one.button])
      expect([topic, other.text.includes(facts.company.phone)]).toEqual([
        topic,
        one.text.includes(facts.company.phone),
      ])
      expect(languageOf(other.text)).toBe('sw')
      expect(languageOf(one.text)).toBe('en')
    }
  }
})

/** Questions about oneself whose topic has another name. */
const ownTopics: Partial<Record<OwnQuestion, Topic>> = { room: 'own_room', wifi_code: 'wifi_left' }

test.each([english, swahili])('every offered question is understood (%#)', ({ questions }) => {
  for (const [topic, question] of questions) {
    const own = matchOwnQuestions(question).map((one) => ownTopics[one] ?? one)
    expect([question, own.length > 0 ? own : [findTopic(question)]]).toEqual([question, [topic]])
  }
  expect(new Set(questions.map(([topic]) => topic)).size).toBe(questions.length)
})

const faq = [
  { question: 'How can I pay my rent?', answer: 'Pay at the desk.' },
  { question: 'Can I have visitors?', answer: 'Until 9 PM.' },
  { question: 'Naweza kufua nguo wapi?', answer: 'Kwa dobi, getini.' },
]
const answerTo = (message: string) => prepareAnswer(message, faq, data)?.text

test('the residence answers in its own words, a question in Swahili only where it knows better', () => {
  expect(answerTo('How can I pay my rent?')).toBe('Pay at the desk.')
  expect(answerTo('nalipaje kodi')).toMatch(/^Chagua Rent payment.*paybill 555666/)
  expect(answerTo('wageni wanaruhusiwa?')).toBe('Until 9 PM.')
  expect(answerTo('naweza kufua nguo wapi')).toBe('Kwa dobi, getini.')
})

test('what the residence has is known from its services and its FAQ', () => {
  const gym = { name: 'Gym', description: 'Open from 6 AM.', coming_soon: false }
  const withGym = { ...data, services: [gym] }
  const pool = { question: 'Is there a pool?', answer: 'Behind block B.' }
  expect(prepareAnswer('when does the gym open', [], withGym)?.text).toBe('Gym: Open from 6 AM.')
  expect(prepareAnswer('can i use the pool today', [pool], withGym)?.text).toBe('Behind block B.')
  expect(prepareAnswer('is there a lift', [pool], withGym)?.text).toMatch(/^I don’t have any/)
})

test('the nearest questions are in the language of the message', () => {
  for (const question of nearestQuestions('kodi ya mbalambwezi', faq).questions)
    expect(languageOf(question)).toBe('sw')
  expect(nearestQuestions('rent of a zeppelin', faq).questions).toContain('How can I pay my rent?')
})

test.each([
  ['what do cats eat', 'Are pets allowed?'],
  ['music of the seventies', 'Whom do I tell about noise or dirt?'],
  ['my motorbike wheezes', 'Where can I park?'],
  ['paka wa jirani wa zamani', 'Naweza kukaa na mbwa au paka?'],
  ['pikipiki zinapendeza', 'Naweza kuegesha wapi?'],
])('the nearest questions name what was understood: %s', (message, question) => {
  expect(findTopic(message)).toBe(null)
  expect(nearestQuestions(message, faq).questions).toContain(question)
})

test('with nothing understood, the three most common questions are offered', () => {
  expect(nearestQuestions('zeppelin', [])).toEqual({
    questions: english.questions.slice(0, 3).map(([, question]) => question),
    common: true,
  })
})
