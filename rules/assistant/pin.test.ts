import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsPin } from './pin.ts'

test.each([
  'my mpesa pin is 4821',
  'PIN: 4821',
  'pin4821',
  '4821 is my m-pin, is it right?',
  'M-PIN 4 8 2 1',
  'namba ya siri ni 4821',
  'nambari ya siri: 4821 haikubali',
  'pini yangu ni 4821',
  'namba yangu ya siri ni 4821',
  'nambari yangu mpya ya siri ni 4821',
  'neno langu la siri ni 4821',
  'siri yangu 4821',
  'nenosiri 4821',
  'nywila yangu ni 4821',
  'my p.i.n is 4821',
  'my P I N is 4821',
  'my mpesa password is 4821',
  'the passcode 4821 is refused',
  'my secret number is 4821',
  'secret mpesa number 4821',
  'my security code: 4821',
  'my pin is ４８２１',
  'my pin is 4\u200b821',
  'pin 4-8-2-1',
  'pin 4.8.2.1',
  'pin=4821',
  'pin_4821',
  'pincode 4821',
  'my pin is four eight two one',
  'namba ya siri: nne nane mbili moja',
  'my pin is 2001',
  'my pin code is 1032',
  'pin 1037',
  'my pin is 2026 and my rent is 6500',
  'I entered my pin 4821 on 0712345678',
  'my pin 4821 0712345678',
  'I get error 1032 with my pin 4821',
  'I sent 4821 as my pin',
  'my pin is 1500',
  'I paid Ksh 6500 with pin 4821 in November 2026',
  'In 2024 my pin was 4821',
])('it is told in %j', (text) => {
  expect(containsPin(text)).toBe(true)
})

test.each([
  '',
  'my pin does not work',
  'I paid 6500 for rent',
  'no PIN prompt came for Ksh 6500',
  'no pin request for 6500 bob',
  'the pin request for 6,500 failed',
  'I paid 6500 but no pin prompt came',
  'pin prompt does not come to 0712345678',
  'pin prompt does not come to 0712 345 678',
  'is the shopping 1234',
  'opinion 4821',
  'after the PIN I get error 1032',
  'what does error code 1037 mean? I typed my PIN',
  'PIN error 2001',
  'I typed my pin and it says code 2001',
  'the pin prompt ended with result 1037',
  'nimeweka namba ya siri lakini kosa 2001',
  'I changed my PIN in 2025',
  'I forgot my password since November 2026',
  'my password from 21/11/2026 does not work',
  'namba ya siri ya mwaka 2024 haifanyi kazi',
  'the wifi password for room 1204',
  'I need a password for the 2026 intake',
  'my password was set for the academic year 2025/2026',
  'pin request for 6500/= did not come',
  'password for 2048 MB',
  'the spinning pins at 18:24',
  'my account is AC7K 4M9X and the pin fails',
  'paybill 600984 does not ask for my pin',
  'my ID 23456789 is my password',
])('it is not told in %j', (text) => {
  expect(containsPin(text)).toBe(false)
})

const digits = fc.stringMatching(/^\d{4}$/)
const word = fc.constantFrom(
  'pin',
  'M-PIN',
  'p.i.n',
  'namba ya siri',
  'nambari yangu ya siri',
  'neno la siri',
  'secret number',
  'mpesa password',
)
const is = fc.constantFrom(' is ', ' ni ', ': ', ' = ', ' ', ' yangu ni ')
const around = fc.constantFrom(
  '',
  'my ',
  'hello, ',
  'please help. ',
  'I paid Ksh 6,500 and ',
  'error 1032, ',
)
const after = fc.constantFrom(
  '',
  '.',
  ' please',
  ' but error 1037',
  ' on 0712345678',
  ' in November 2026',
)

test('whatever stands around it, a word for a PIN with four digits after it tells one', () => {
  fc.assert(
    fc.property(around, word, is, digits, after, (before, name, verb, pin, end) => {
      expect(containsPin(before + name + verb + pin + end)).toBe(true)
      expect(containsPin(before + name + verb + [...pin].join(' ') + end)).toBe(true)
      expect(containsPin(`${before}${pin} is my ${name}${end}`)).toBe(true)
    }),
  )
})

test('any text of the longest allowed length is judged at once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      expect(typeof containsPin(text)).toBe('boolean')
    }),
  )
  for (const piece of ['pin ', '1 ', '12 34', 'namba ya ', '1-', 'error ', 'secret a '])
    expect(typeof containsPin(piece.repeat(500))).toBe('boolean')
})
