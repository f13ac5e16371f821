import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PUBLIC_DOMAIN, publicName } from './public-name.ts'
import { isVisible } from './visible.ts'

const shown = (person: Parameters<typeof publicName>[0]) => publicName(person).split('@')[0]
const amina = { first_name: 'Amina', last_name: 'Otieno' }

test.each([
  ['amina.w@students.example', 'amina.w'],
  ['254712345678@tenant.bweni.invalid', 'amina.otieno'],
  ['0712345678@gmail.example', 'amina.otieno'],
  ['+254-712-345-678@gmail.example', 'amina.otieno'],
  ['amina+0712345678@gmail.example', 'amina.otieno'],
  ['amina.0712-345 678@gmail.example', 'amina.otieno'],
  ['a30000001@students.example', 'amina.otieno'],
  ['amina٠٧١٢٣٤٥٦٧٨@gmail.example', 'amina.otieno'],
  ['amina.1999@gmail.example', 'amina.1999'],
  ['amina+bweni@gmail.example', 'amina'],
  ['', 'amina.otieno'],
])('%s is shown as %s', (email, name) => {
  expect(shown({ ...amina, email })).toBe(name)
})

test.each([
  ['Mwanaisha Abdulrahman', 'Barasa-Wekesa', 'mwanaisha.abdulrahman.barasa-wekesa'],
  ["Ng'endo", '', 'ng.endo'],
  ['محمد', 'علي', 'محمد.علي'],
  ['\u200d', '\u200d', 'member'],
  ['\u0610', '', 'member'],
])('%s %s without an e-mail address is %s', (first_name, last_name, name) => {
  expect(shown({ email: '254712345678@tenant.bweni.invalid', first_name, last_name })).toBe(name)
})

test('there is always a name, and never a real domain or phone number', () => {
  const person = fc.record({
    email: fc.oneof(fc.emailAddress(), fc.constant('254712345678@tenant.bweni.invalid')),
    first_name: fc.string({ unit: 'binary' }),
    last_name: fc.string({ unit: 'binary' }),
  })
  fc.assert(
    fc.property(person, (one) => {
      const [name = '', ...domain] = publicName(one).split('@')
      expect(isVisible(name)).toBe(true)
      expect(`@${domain.join('@')}`).toBe(PUBLIC_DOMAIN)
      expect(name).not.toMatch(/254712345678/)
    }),
  )
})

test('no long number and no tag before a real @ is shown', () => {
  const number = fc
    .array(fc.tuple(fc.nat({ max: 9 }), fc.constantFrom('', ' ', '.', '-', '. ')), {
      minLength: 7,
      maxLength: 12,
    })
    .map((digits) => digits.flat().join(''))
  const letters = fc.stringMatching(/^[a-z]{0,8}$/)
  fc.assert(
    fc.property(letters, number, letters, (before, digits, after) => {
      expect(shown({ ...amina, email: `${before}${digits}${after}@gmail.example` })).toBe(
        'amina.otieno',
      )
      expect(shown({ ...amina, email: `x${before}+${after}@gmail.example` })).toBe(`x${before}`)
    }),
  )
})
