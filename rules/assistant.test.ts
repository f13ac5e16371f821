import { expect, test } from 'vitest'
import { keywordAnswer, keywordOf, ownQuestionOf } from './assistant.ts'

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
  // A lost code asks for the payment reference.
  ['I lost my wifi code', null],
  ['my voucher never came', null],
  ['How much do I pay for 3GB?', null],
  ['where is my room key', null],
  ['What do tenants owe for water?', null],
  ['delete my account', null],
  ['', null],
])('%s asks about oneself: %s', (message, question) => {
  expect(ownQuestionOf(message)).toBe(question)
})

test.each([
  ['I lost my wifi code', 'lost_code'],
  ["I paid for wifi and didn't get anything", 'lost_code'],
  ['where is my voucher', 'lost_code'],
  ['No code!!', 'lost_code'],
  ['sijapata msimbo', 'lost_code'],
  ['where do I find the paybill code', null],
  ['When are you open?', 'hours'],
  ['What are the office hours', 'hours'],
  ['How can I contact you?', 'contact'],
  ['your e-mail please', 'contact'],
  ['I want to speak to a human', 'contact'],
  ['how do I change my phone number', null],
  ['who is my emergency contact', null],
  ['Tell me about the company', 'about'],
  ['who are you', 'about'],
  ['tell me about acacia court', 'about'],
  ['What is the meaning of life', null],
])('%s is answered as %s', (message, keyword) => {
  expect(keywordOf(message, 'Acacia Court')).toBe(keyword)
})

const acacia = {
  name: 'Acacia Court',
  tagline: 'Rooms.',
  email: 'hello@acacia.example',
  phone: '0709 000 123',
  address: 'Kenyatta Road',
  hours: 'Monday to Friday',
}

test('canned answers are made of what the residence says of itself', () => {
  expect(keywordAnswer('hours', acacia, [])).toBe(
    'Support hours: Monday to Friday. You can call 0709 000 123 or write to hello@acacia.example.',
  )
  expect(keywordAnswer('contact', { ...acacia, email: '', hours: '' }, [])).toBe(
    'You can call 0709 000 123. Acacia Court is at Kenyatta Road.',
  )
  const laundry = { name: 'Laundry', coming_soon: true }
  expect(keywordAnswer('about', acacia, [{ name: 'Wifi', coming_soon: false }, laundry])).toContain(
    'We offer: Wifi, Laundry (coming soon).',
  )
  const blank = { ...acacia, email: '', phone: '', hours: '' }
  expect(keywordAnswer('hours', blank, [])).toBe('')
})
