import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keywordAnswer, serviceAnswer } from './answers.ts'
import { matchFaq, matchKeyword, matchService, wordsOf } from './match.ts'
import { isLostCode, matchOwnQuestions } from './own-questions.ts'

test.each([
  ['What do I owe?', 'balance'],
  ['how much do i still owe you', 'balance'],
  ["what's my balance", 'balance'],
  ['How much rent do I have to pay this month?', 'balance'],
  ['nadaiwa pesa ngapi', 'balance'],
  ['What is my account number?', 'account_number'],
  ['which account number do I use for rent', 'account_number'],
  ['my last payment?', 'last_payment'],
  ['Did you receive my payment', 'last_payment'],
  ['when did I pay', 'last_payment'],
  ['which room am I in', 'room'],
  ['what is my room number', 'room'],
  ['chumba changu ni kipi', 'room'],
  ['what is my wifi code', 'wifi_code'],
  ['how much of my bundle is left', 'wifi_code'],
  ['my wifi code', 'wifi_code'],
  ['My voucher please', 'wifi_code'],
  ['my bundle', 'wifi_code'],
  ['Where can I find my wifi code?', 'wifi_code'],
  ['when does my bundle end', 'wifi_code'],
  ['how much data do I have left?', 'wifi_code'],
  ['Do I have any arrears?', 'balance'],
  ['have I paid my rent', 'balance'],
  ['is my rent paid', 'balance'],
  ['how much have I paid this month?', 'balance'],
  ['how much do i still have to pay', 'balance'],
  ['what is my outstanding rent', 'balance'],
  ['how much rent is left', 'balance'],
  ['balance', 'balance'],
  ['deni langu', 'balance'],
  ['Nambari yangu ya akaunti ni gani?', 'account_number'],
  ['what balance do I have', 'balance'],
  ['is my rent due', 'balance'],
  ['my payment failed', 'last_payment'],
  ['I have paid rent but it does not show', 'last_payment'],
  ['paid rent, has it arrived', 'last_payment'],
  ['do I have outstanding bundles', null],
  ['how much rent do I owe this month by mpesa', 'balance'],
  ['how much is my rent', 'room'],
  ['What is my rent?', 'room'],
  ['my payments', 'last_payment'],
  ['What is my receipt number', 'last_payment'],
  ['did my wifi bundle with mpesa fail', 'last_payment'],
  ['I paid my rent with M-Pesa yesterday, did you receive it?', 'last_payment'],
  ['What is my account number to pay rent by M-Pesa?', 'account_number'],
  ['How much data do I have left?', 'wifi_code'],
  ['What did I pay last?', 'last_payment'],
  ['how much did I pay last time', 'last_payment'],
  ['how much did I pay last month', 'history'],
  ['What have I paid in the last 3 months?', 'history'],
  ['list my transactions', 'history'],
  ['my transactions', 'history'],
  ['payment history', 'history'],
  ['Show me my transaction history please', 'history'],
  ['show all my payments', 'history'],
  ['my past payments', 'history'],
  ['Where can I see my payments?', 'history'],
  ['do i have a balance', 'balance'],
  ['How much did I pay this month?', 'balance'],
  ['my room', 'room'],
  ['show me my room', 'room'],
  // Answers to these would be to another question.
  ['why did I pay so much last month', null],
  ['What did I pay for?', null],
  ['the history of the house', null],
  ['can my parents see my transactions', null],
  ['payment history of Amina', null],
  ['clean my room', null],
  ['my room is cold', null],
  ['do I have a balcony', null],
  ['I paid rent by Mpesa twice, can I get a refund?', null],
  ['who can I contact about my balance', null],
  ['I want to change my password, room A101', null],
  ['there is no water in my room', null],
  ['Somebody else is using my wifi code', null],
  ['Why is my wifi bundle so slow?', null],
  ['Can my bundle be used on a TV?', null],
  ['my bundle is finished, refund', null],
  ['cancel my bundle', null],
  ['how do I pay my rent', null],
  ['my bundle is slow', null],
  ['Where do I type my wifi code?', null],
  ['my voucher does not work in the kitchen', null],
  ['can my friend use my wifi code', null],
  ['why is my bundle so expensive', null],
  // A lost code asks for the payment reference.
  ['I lost my wifi code', null],
  ['my voucher never came', null],
  ['How much do I pay for 3GB?', null],
  ['where is my room key', null],
  ['What do tenants owe for water?', null],
  ['delete my account', null],
  ['', null],
])('%s asks about oneself: %s', (message, question) => {
  expect(matchOwnQuestions(message)).toEqual(question ? [question] : [])
})

test('two questions in one are both answered', () => {
  const both = matchOwnQuestions('when does my bundle expire and what do I owe')
  expect(both.toSorted()).toEqual(['balance', 'wifi_code'])
})

test.each([
  ['I lost my wifi code', 'lost_code'],
  ["I paid for wifi and didn't get anything", 'lost_code'],
  ['where is my voucher', 'lost_code'],
  ['No code!!', 'lost_code'],
  ['sijapata msimbo', 'lost_code'],
  ['I paid but got no code', 'lost_code'],
  ['wifi code missing', 'lost_code'],
  ['I forgot my wifi code', 'lost_code'],
  ['my code has not come', 'lost_code'],
  ["I haven't received the code yet", 'lost_code'],
  ['please resend my voucher', 'lost_code'],
  ['I cannot find my wifi code', 'lost_code'],
  ['my wifi code, I lost it', 'lost_code'],
  ['bought a bundle and nothing came', 'lost_code'],
  ['Where do I type my wifi code?', null],
  ['Where can I buy a voucher?', 'buy_wifi'],
  ['nimelipa wifi lakini sijapata', 'lost_code'],
  ['I paid for wifi with M-Pesa but got no code', 'lost_code'],
  ['I bought a wifi bundle with mpesa and lost my code', 'lost_code'],
  ['what is the code of conduct, where do I find it', null],
  ['I have lost my dress code', null],
  ['Is there a dress code? I have not seen one', null],
  ['I do not have a code for the gate', null],
  ['Somebody else is using my wifi code', null],
  ['What is the door code, I forgot it', null],
  ['I forgot the code of the gate', null],
  ['where do I find the paybill code', null],
  ['Can I give my wifi code to a friend?', null],
  ['I paid for wifi, does it not work in the kitchen?', null],
  ['my wifi code does not work', null],
  ['When are you open?', 'hours'],
  ['What are the office hours', 'hours'],
  ['opening hours', 'hours'],
  ['hours?', 'hours'],
  ['what are your opening times', 'hours'],
  ['is the office open on Saturday', 'hours'],
  ['what time does the office close today?', 'hours'],
  ['are you open', 'hours'],
  ['saa za kazi', 'hours'],
  ['How many hours does a bundle last?', null],
  ['what hours is hot water', null],
  ['Is wifi available 24 hours?', null],
  ['How many hours is the 2 days bundle?', null],
  ['What hours is the laundry open?', null],
  ['What are the visiting hours?', null],
  ['Is the gym open 24 hours?', null],
  ['What are the gym opening hours', null],
  ['opening hours of the laundry', null],
  ['what are the visiting hours', null],
  ['when will you open the gym', null],
  ['what time does the gate close', null],
  ['are you open to short stays', null],
  ['How can I contact you?', 'contact'],
  ['contact', 'contact'],
  ['contacts', 'contact'],
  ['Contact details', 'contact'],
  ['phone number?', 'contact'],
  ['your e-mail please', 'contact'],
  ['what is the phone number of the office', 'contact'],
  ['I want to speak to a human', 'contact'],
  ['who should I call', 'contact'],
  ['talk to human', 'contact'],
  ['where are you located', 'contact'],
  ['who can I contact about my balance', 'contact'],
  ['I want to contact my roommate', null],
  ['what is the phone number of the police', null],
  ['how do I contact the plumber of my aunt', null],
  ['what is the number of rooms', null],
  ['how do I change my phone number', null],
  ['who is my emergency contact', null],
  ['Tell me about the company', 'about'],
  ['about', 'about'],
  ['who are you', 'about'],
  ['tell me about acacia court', 'about'],
  ['Acacia Court', 'about'],
  ['Acacia court rent in May', null],
  ['I have a complaint about Acacia Court', null],
  ['is there a rule about the house keys', null],
  ['who are you going to send', null],
  ['What is the meaning of life', null],
  ['I paid rent by Mpesa twice, can I get a refund?', 'staff'],
  ['my bundle is finished, refund', 'staff'],
  ['cancel my bundle', 'staff'],
  ['how much is wifi', 'prices'],
  ['price of 10gb', 'prices'],
  ['bei ya wifi', 'prices'],
  ['bundles?', 'prices'],
  ['What bundles do you have', 'prices'],
  ['How much do I pay for 3GB?', 'prices'],
  ['how much does the wifi cost', 'prices'],
  ['how much is wifi for the whole house in Nakuru', null],
  ['what is wifi', null],
  ['what does a bundle cost', 'prices'],
  ['services', 'services'],
  ['What services do you offer?', 'services'],
  ['hello', 'greeting'],
  ['Habari', 'greeting'],
  ['good morning', 'greeting'],
  ['Hello, my lamp is broken', null],
  ['asante sana', 'thanks'],
  ['ok thanks', 'thanks'],
  ['paybill number', 'paybill'],
  ['What is the paybill?', 'paybill'],
  ['when is rent due', 'rent_due'],
  ['How much is a room?', 'rooms'],
  ['pay rent', 'pay_rent'],
  ['How do I pay my rent by M-Pesa?', 'pay_rent'],
  ['ninalipaje kodi?', 'pay_rent'],
  ['nalipa kodi vipi', 'pay_rent'],
  ['nilipa kodi jana', null],
  ['I want to pay rent', 'pay_rent'],
  ['why can I not pay rent', null],
  ['I did pay rent', null],
  ['buy wifi', 'buy_wifi'],
  ['how can I buy a bundle', 'buy_wifi'],
  ['How do I buy a wifi bundle with M-Pesa?', 'buy_wifi'],
  ['How do I connect to the wifi', 'connect'],
  ['I cannot connect to the wifi', null],
  ['How do I register as a new tenant?', 'onboard'],
])('%s is answered as %s', (message, keyword) => {
  expect(isLostCode(message) ? 'lost_code' : matchKeyword(message, 'Acacia Court')).toBe(keyword)
})

const acacia = {
  name: 'Acacia Court',
  tagline: 'Rooms.',
  email: 'hello@acacia.example',
  phone: '0709 000 123',
  address: 'Kenyatta Road',
  hours: 'Monday to Friday',
}

const laundry = { name: 'Laundry', description: 'By the bucket.', coming_soon: true }
const services = [{ name: 'Wifi and internet', description: 'Fast.', coming_soon: false }, laundry]
const packages = [
  { data: '2GB', duration: '2 days', price: 50 },
  { data: '10GB', duration: '1 month', price: 1650 },
]
const full = { company: acacia, services, packages, paybill: '174379' }
const empty = { company: acacia, services: [], packages: [], paybill: '174379' }

test('prepared answers are built from the data of the residence', () => {
  expect(keywordAnswer('hours', empty)).toBe(
    'Support hours: Monday to Friday. You can call 0709 000 123 or write to hello@acacia.example.',
  )
  expect(keywordAnswer('contact', { ...empty, company: { ...acacia, email: '', hours: '' } })).toBe(
    'You can call 0709 000 123. Acacia Court is at Kenyatta Road.',
  )
  for (const keyword of ['about', 'services'] as const)
    expect(keywordAnswer(keyword, full)).toContain(
      'We offer: Wifi and internet, Laundry (coming soon).',
    )
  expect(keywordAnswer('prices', full)).toContain(
    'Wifi bundles: 2GB for 2 days, KSH 50; 10GB for 1 month, KSH 1,650.',
  )
  expect(keywordAnswer('paybill', full)).toContain('174379')
  const blank = { ...empty, company: { ...acacia, email: '', phone: '', hours: '' } }
  for (const keyword of ['hours', 'staff', 'prices', 'services', 'buy_wifi'] as const)
    expect(keywordAnswer(keyword, blank)).toBe('')
})

test.each([
  ['laundry', 'Laundry'],
  ['Is there a laundry?', 'Laundry'],
  ['do you have laundry services', 'Laundry'],
  ['How much is laundry?', 'Laundry'],
  ['internet', 'Wifi and internet'],
  ['is laundry available?', 'Laundry'],
  ['when is laundry?', 'Laundry'],
  ['When will the laundry start?', 'Laundry'],
  ['when does the laundry close', null],
  ['Are laundry services available here?', 'Laundry'],
  ['Is the laundry expensive?', null],
  ['are laundry baskets available', null],
  ['is internet slow', null],
  ['What hours is the laundry open?', null],
  ['somebody stole from my laundry', null],
  ['and', null],
  ['', null],
])('%s asks for the service %s', (message, name) => {
  expect(matchService(message, services)?.name ?? null).toBe(name)
})

test('a service is described as the residence does', () => {
  expect(serviceAnswer(laundry)).toBe('Laundry (coming soon): By the bucket.')
})

const bestMatch = (questions: string[], message: string) =>
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
  expect(bestMatch([question], message)).toBe(matches ? question : null)
})

test('the best match wins, the first of equal ones', () => {
  const questions = ['garden open today', 'garden open today late night', 'late garden night open']
  expect(bestMatch(questions, 'is the garden open late at night?')).toBe('late garden night open')
  expect(bestMatch(['first garden', 'garden first'], 'the first garden')).toBe('first garden')
})

test('an FAQ question is found word for word in any surrounding text', () => {
  const word = fc.stringMatching(/^[a-zåéñ]{4,9}$/)
  const question = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(question, fc.string(), (one, around) => {
      expect(bestMatch([one], `${around} ${one.toUpperCase()}? ${around}`)).toBe(one)
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
