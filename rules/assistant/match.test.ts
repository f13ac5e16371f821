import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from './answers-en.ts'
import { matchFaq, matchService, wordsOf } from './match.ts'
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
  ['my payment failed', null],
  ['I have paid rent but it does not show', null],
  ['paid rent, has it arrived', 'last_payment'],
  ['do I have outstanding bundles', 'wifi_code'],
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
  ['I lost my wifi code', true],
  ["I paid for wifi and didn't get anything", true],
  ['where is my voucher', true],
  ['No code!!', true],
  ['sijapata msimbo', true],
  ['I paid but got no code', true],
  ['wifi code missing', true],
  ['I forgot my wifi code', true],
  ['my code has not come', true],
  ["I haven't received the code yet", true],
  ['please resend my voucher', true],
  ['I cannot find my wifi code', true],
  ['my wifi code, I lost it', true],
  ['bought a bundle and nothing came', true],
  ['Where do I type my wifi code?', false],
  ['Where can I buy a voucher?', false],
  ['nimelipa wifi lakini sijapata', true],
  ['I paid for wifi with M-Pesa but got no code', true],
  ['I bought a wifi bundle with mpesa and lost my code', true],
  ['what is the code of conduct, where do I find it', false],
  ['I have lost my dress code', false],
  ['Is there a dress code? I have not seen one', false],
  ['I do not have a code for the gate', false],
  ['Somebody else is using my wifi code', false],
  ['What is the door code, I forgot it', false],
  ['I forgot the code of the gate', false],
  ['where do I find the paybill code', false],
  ['Can I give my wifi code to a friend?', false],
  ['I paid for wifi, does it not work in the kitchen?', false],
  ['my wifi code does not work', false],
  ['I paid rent by Mpesa twice, can I get a refund?', false],
])('%s says that a code is lost: %s', (message, lost) => {
  expect(isLostCode(message)).toBe(lost)
})

const laundry = { name: 'Laundry', description: 'By the bucket.', coming_soon: true }
const services = [{ name: 'Wifi and internet', description: 'Fast.', coming_soon: false }, laundry]

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
  expect(english.serviceAnswer(laundry)).toBe('Laundry (coming soon): By the bucket.')
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
  const question = fc
    .uniqueArray(word, { minLength: 4, maxLength: 8 })
    .map((words) => words.join(' '))
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
