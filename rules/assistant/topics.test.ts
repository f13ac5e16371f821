import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from './answers-en.ts'
import { swahili } from './answers-sw.ts'
import { isLostCode, matchOwnQuestions } from './own-questions.ts'
import { nearestQuestions } from './support.ts'
import { type Topic, topics } from './topic-rules.ts'
import { findTopic } from './topics.ts'

test.each([
  ['Where do I type my wifi code?', 'use_wifi'],
  ['Where can I buy a voucher?', 'buy_wifi'],
  ['what is the code of conduct, where do I find it', null],
  ['I have lost my dress code', null],
  ['Is there a dress code? I have not seen one', null],
  ['I do not have a code for the gate', null],
  ['Somebody else is using my wifi code', 'wifi_devices'],
  ['What is the door code, I forgot it', null],
  ['I forgot the code of the gate', null],
  ['where do I find the paybill code', null],
  ['Can I give my wifi code to a friend?', 'wifi_devices'],
  ['I paid for wifi, does it not work in the kitchen?', 'wifi_code'],
  ['my wifi code does not work', 'wifi_code'],
  ['When are you open?', 'hours'],
  ['What are the office hours', 'hours'],
  ['opening hours', 'hours'],
  ['hours?', 'hours'],
  ['what are your opening times', 'hours'],
  ['is the office open on Saturday', 'hours'],
  ['what time does the office close today?', 'hours'],
  ['are you open', 'hours'],
  ['saa za kazi', 'hours'],
  ['How many hours does a bundle last?', 'wifi_prices'],
  ['what hours is hot water', 'hot_water'],
  ['Is wifi available 24 hours?', null],
  ['How many hours is the 2 days bundle?', 'wifi_prices'],
  ['What hours is the laundry open?', 'services'],
  ['What are the visiting hours?', 'visitors'],
  ['Is the gym open 24 hours?', 'gym'],
  ['What are the gym opening hours', null],
  ['opening hours of the laundry', null],
  ['what are the visiting hours', 'visitors'],
  ['when will you open the gym', 'gym'],
  ['what time does the gate close', 'quiet_hours'],
  ['are you open to short stays', null],
  ['How can I contact you?', 'human'],
  ['contact', 'human'],
  ['contacts', 'human'],
  ['Contact details', 'human'],
  ['phone number?', 'human'],
  ['your e-mail please', 'human'],
  ['what is the phone number of the office', 'human'],
  ['I want to speak to a human', 'human'],
  ['who should I call', 'human'],
  ['talk to human', 'human'],
  ['where are you located', 'address'],
  ['who can I contact about my balance', 'human'],
  ['I want to contact my roommate', null],
  ['what is the phone number of the police', 'emergency'],
  ['how do I contact the plumber of my aunt', null],
  ['what is the number of rooms', null],
  ['how do I change my phone number', 'account_details'],
  ['who is my emergency contact', null],
  ['Tell me about the company', 'about'],
  ['about', 'about'],
  ['who are you', 'about'],
  ['tell me about acacia court', 'about'],
  ['Acacia Court', 'about'],
  ['Acacia court rent in May', null],
  ['I have a complaint about Acacia Court', 'complaint'],
  ['is there a rule about the house keys', null],
  ['who are you going to send', null],
  ['What is the meaning of life', null],
  ['I paid rent by Mpesa twice, can I get a refund?', 'wrong_payment'],
  ['my bundle is finished, refund', 'wrong_payment'],
  ['cancel my bundle', 'wrong_payment'],
  ['how much is wifi', 'wifi_prices'],
  ['price of 10gb', 'wifi_prices'],
  ['bei ya wifi', 'wifi_prices'],
  ['bundles?', 'wifi_prices'],
  ['What bundles do you have', 'wifi_prices'],
  ['How much do I pay for 3GB?', 'wifi_prices'],
  ['how much does the wifi cost', 'wifi_prices'],
  ['how much is wifi for the whole house in Nakuru', null],
  ['what is wifi', 'wifi_prices'],
  ['what does a bundle cost', 'wifi_prices'],
  ['services', 'services'],
  ['What services do you offer?', 'services'],
  ['hello', 'greeting'],
  ['Habari', 'greeting'],
  ['good morning', 'greeting'],
  ['Hello, my lamp is broken', 'repair'],
  ['asante sana', 'thanks'],
  ['ok thanks', 'thanks'],
  ['paybill number', 'paybill'],
  ['What is the paybill?', 'paybill'],
  ['when is rent due', 'due_date'],
  ['How much is a room?', 'room_prices'],
  ['pay rent', 'pay_rent'],
  ['How do I pay my rent by M-Pesa?', 'pay_rent'],
  ['ninalipaje kodi?', 'pay_rent'],
  ['nalipa kodi vipi', 'pay_rent'],
  ['nilipa kodi jana', 'last_payment'],
  ['I want to pay rent', 'pay_rent'],
  ['why can I not pay rent', 'push_problem'],
  ['I did pay rent', 'last_payment'],
  ['buy wifi', 'buy_wifi'],
  ['how can I buy a bundle', 'buy_wifi'],
  ['How do I buy a wifi bundle with M-Pesa?', 'buy_wifi'],
  ['How do I connect to the wifi', 'use_wifi'],
  ['I cannot connect to the wifi', 'wifi_problem'],
  ['How do I register as a new tenant?', 'move_in'],
  ['i paid but my balance didnt change', 'lost_payment'],
  ['where is my receipt', 'receipt'],
  ['can my girlfriend sleep over?', 'visitors'],
  ['toilet is blocked in A101', 'repair'],
  ['wifi haifanyi kazi', 'wifi_problem'],
  ['nataka kuongea na mtu', 'human'],
  ['what happens if I pay my rent late', 'late_rent'],
  ['help', 'what_can_you_do'],
  ['hellooo', 'greeting'],
  ['there is a fire', 'emergency'],
  ['can you write my assignment', null],
  ['rais wa kenya ni nani', null],
  ['mtandao hauna kasi kabisa', 'wifi_problem'],
  ['wifi haiko', 'wifi_problem'],
  ['hi am new, just moved in yesterday. how do i pay the rent', 'pay_rent'],
  ['i paid last month, how do i pay the rent now', 'pay_rent'],
  ['is my cat welcome', 'pets'],
  ['will my boda be safe in the compound', 'parking'],
  ['nextdoor guys blasting music at 2am', 'complaint'],
  ['mnafuanga nguo', 'services'],
  ['kuna wifi ya 20 bob', 'wifi_prices'],
  ['is there a swimming pool', 'pool'],
  ['msaada', 'what_can_you_do'],
  ['what do you do with my data', 'privacy'],
  ['My line is full. I moved in last week. It is the wifi, it drops all the time.', 'wifi_problem'],
  ['The bulb is broken. Can my boyfriend sleep over? When is rent due?', null],
  ['', null],
])('%s is about %s', (message, topic) => {
  expect(findTopic(message, 'Acacia Court')).toBe(topic)
})

test.each([
  // One word of ours is not enough.
  ['the letter e key of my laptop is stuck', null],
  ['a person on tv said the light is faster than sound', null],
  ['what water do fish like', null],
  ['my phone screen is broken', null],
  ['did gor mahia pay their players', null],
  ['netflix login', null],
  ['my piano is missing a key', null],
  ['fees ya campus nalipa aje', null],
  ['forgot my instagram password n they dont reply', null],
  // A second word says which of two things the first one means.
  ['the bulb in my room died, who changes it', 'repair'],
  // ... or at least that it is not what the first one says: a payment, or the office.
  ['says wrong pin every time i try to sign in', null],
  ['is there somewhere to talk with the other tenants', null],
  // Known questions tell what the rules mix up.
  ['prompt ya mpesa haipop nikitry kupay rent', 'push_problem'],
  ['im clearing campus in april, when should i tell you', 'move_out'],
  ['are u guys around on saturdays', 'hours'],
  ['room yangu ilikuwa gani tena', 'own_room'],
  // ... but an emergency is one, whatever else is said.
  ['my laptop battery caught fire on the bed', 'emergency'],
  // The words of a known question are enough for what it asks.
  ['cancel my bundle', 'wrong_payment'],
  ['nataka kuhamia chuo kingine', null],
  // Where the two disagree, nothing is answered.
  ['nauza kitanda na gas naeza weka tangazo hapa', 'posts'],
  ['i am selling a bed and my gas cooker', null],
  // A word that neither knows needs more certainty.
  ['receipt printer driver zorbex', null],
])('by rules and known questions, %s is about %s', (message, topic) => {
  expect(findTopic(message)).toBe(topic)
})

test('all questions that are offered are answered', () => {
  for (const { questions } of [english, swahili])
    for (const [topic, question] of questions) expect(topicsOf(question)).toContain(nameOf(topic))
})

interface Question {
  question: string
  /** The topics whose answer helps; `unknown` when nobody can answer. */
  helpful: string[]
  lang: 'en' | 'sw' | 'sheng'
}

const questionsOf = (name: string): Question[] =>
  JSON.parse(readFileSync(new URL(`questions/${name}.json`, import.meta.url), 'utf8'))

const ownTopics = {
  balance: ['balance'],
  account_number: ['paybill'],
  last_payment: ['last_payment'],
  history: ['history'],
  room: ['own_room'],
  wifi_code: ['wifi_left', 'wifi_code'],
}

/** The topics that the answer to a question is about, in the order in which the server looks for one. */
function topicsOf(question: string): string[] {
  if (isLostCode(question)) return ['wifi_code']
  const [own] = matchOwnQuestions(question)
  if (own) return ownTopics[own]
  const topic = findTopic(question)
  return [topic === null ? 'unknown' : nameOf(topic)]
}

/** `late_rent` is a part of `due_date` in the questions. */
const nameOf = (topic: Topic) => (topic === 'late_rent' ? 'due_date' : topic)

const topicOf = new Map(
  [...english.questions, ...swahili.questions].map(([topic, question]) => [question, topic]),
)

/** The topics of the questions that are offered instead of an answer. */
const offeredFor = (question: string) =>
  nearestQuestions(question, []).questions.map((one) => topicOf.get(one) ?? 'unknown')

test.each([
  ['building', 0.95, 0.95],
  ['held-back', 0.9, 0.95],
  // Of people who did not know the code; no rule was written for these but to take back two wrong answers each.
  ['looked-at-before', 0.5, 0.85],
  ['looked-at-last', 0.5, 0.85],
])(
  'of the questions of tenants (%s), at least %d are answered, %d with those that are offered, and none wrongly',
  (name, least, leastWithOffered) => {
    const questions = questionsOf(name)
    const answered = questions.map((one) => ({ ...one, topics: topicsOf(one.question) }))
    const isHelped = ({ helpful, topics }: (typeof answered)[number]) =>
      topics.some((topic) => helpful.includes(topic))
    const wrong = answered.filter((one) => !isHelped(one) && !one.topics.includes('unknown'))
    expect(wrong).toEqual([])
    const helped = answered.filter(isHelped)
    expect(helped.length / questions.length).toBeGreaterThanOrEqual(least)
    const offered = answered.filter(
      (one) =>
        !isHelped(one) && offeredFor(one.question).some((topic) => one.helpful.includes(topic)),
    )
    expect((helped.length + offered.length) / questions.length).toBeGreaterThanOrEqual(
      leastWithOffered,
    )
  },
)

test.each([
  ['how do i pay my rent and the toilet in my room is blocked', ['pay_rent', 'repair']],
  ['can my boyfriend sleep over and when is my deposit returned', ['visitors', 'deposit']],
  ['wifi haifanyi kazi alafu nataka kuhama room ingine', ['wifi_problem', 'change_room']],
  ['am leaving end of april wen do i get my deposit back', ['move_out', 'deposit']],
  ['naeza ingiza rafiki yangu kwa room tugawane rent', ['visitors']],
])('%s names more than one subject, and all are offered: %s', (message, named) => {
  expect(topicsOf(message)).toEqual(['unknown'])
  expect(offeredFor(message)).toEqual(expect.arrayContaining(named))
})

test('misspelt by a letter, long words are still understood', () => {
  const places = fc.nat(1000)
  fc.assert(
    fc.property(
      fc.constantFrom('receipt', 'password', 'internet', 'deposit'),
      places,
      (word, at) => {
        const index = 1 + (at % (word.length - 1))
        const typed = `my ${word.slice(0, index)}${word.slice(index + 1)} please`
        const whole = findTopic(`my ${word} please`)
        expect([whole, null]).toContain(findTopic(typed))
      },
    ),
  )
  expect(findTopic('where is my reciept')).toBe('receipt')
  expect(findTopic('i forgot my pasword')).toBe('password')
})

test('any text has a topic or none, in bounded time', () => {
  const words = fc.array(
    fc.constantFrom('pay', 'nimelipa', 'wifi', 'haifanyi', 'room', '?', '🙂', '1'),
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    words.map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect([null, ...topics]).toContain(findTopic(text, 'Acacia Court'))
    }),
  )
  const begin = performance.now()
  for (const piece of ['nimemesha', 'a ', 'pay ', 'aaaaaaaaab ', 'wifi-'])
    findTopic(piece.repeat(1_000_000 / piece.length))
  // A second for five megabytes: a message has 500 characters at most.
  expect(performance.now() - begin).toBeLessThan(5000)
})

test('the longest message of words that all seem misspelt is read in milliseconds', () => {
  const word = (seed: number) =>
    Array.from({ length: 23 }, (_, at) => String.fromCharCode(97 + ((seed * (at + 7)) % 26))).join(
      '',
    )
  const times = Array.from({ length: 31 }, (_, message) => {
    const text = Array.from({ length: 20 }, (_, at) => word(message * 20 + at)).join('. ')
    const begin = performance.now()
    isLostCode(text)
    matchOwnQuestions(text)
    findTopic(text, 'Acacia Court')
    nearestQuestions(text, [])
    return performance.now() - begin
  })
  expect(times.toSorted((one, other) => one - other)[15]).toBeLessThan(10)
})
