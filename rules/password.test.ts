import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

const amina = {
  first_name: 'Amina',
  last_name: 'Mũthoni',
  email: 'amina.muthoni@students.example',
  username: '0712345678',
  phone: '254712345678',
  id_number: '30-111 222',
}
const common = new Set(['password', '12345678', 'iloveyou', 'qwertyuiop'])
const problem = (password: string) => passwordProblem(password, amina, common)

describe('a chosen password', () => {
  test.each([
    ['1234567', 'Please choose at least 8 characters.'],
    ['x'.repeat(129), 'At most 128 characters.'],
    ['iloveyou', 'Many people use this'],
    ['I love you', 'Many people use this'],
    ['Password!', 'Many people use this'],
    ['30111222', 'Your ID number'],
    ['30.111.222', 'Your ID number'],
    ['0712345678', 'Your phone number'],
    ['+254 712 345 678', 'Your phone number'],
    ['712-345-678', 'Your phone number'],
    ['Amina.Muthoni', 'Your email address'],
    ['amina.muthoni@students.example', 'Your email address'],
    ['MuthoniAmina', 'Your name'],
    ['MÜTHONI AMINA', 'Your name'],
  ])('%s is refused', (password, sentence) => {
    expect(problem(password)).toContain(sentence)
  })

  test.each(['x'.repeat(128), 'mango-matatu', 'Amina Muthoni 42', '!!!!!!!!', 'jambo jambo'])(
    '%s is good',
    (password) => {
      expect(problem(password)).toBeNull()
    },
  )

  const gap = fc.constantFrom('', ' ', '-', '.', '_', "'")
  /** The same text with other gaps and in other letters. */
  const disguised = (text: string) =>
    fc
      .tuple(
        fc.array(gap, { minLength: text.length, maxLength: text.length }),
        fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }),
      )
      .map(([gaps, upper]) =>
        [...text].map((c, i) => (upper[i] ? c.toUpperCase() : c) + gaps[i]).join(''),
      )

  test('the user’s own details are found with any spaces and case', () => {
    const details = ['30111222', '254712345678', '0712345678', 'aminamuthoni', 'iloveyou']
    fc.assert(
      fc.property(fc.constantFrom(...details).chain(disguised), (password) => {
        expect(problem(password)).not.toBeNull()
      }),
    )
  })

  test('long enough words that are no details of the user are accepted', () => {
    const words = fc.array(fc.stringMatching(/^[b-hj-z]{4,9}$/), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(words, (chosen) => {
        const password = `${chosen.join(' ')} 7`
        fc.pre(password.length >= 8 && password.length <= 128)
        expect(problem(password)).toBeNull()
      }),
    )
  })

  test('unknown details forbid no password', () => {
    const noDetails = { first_name: '', last_name: '', email: '', username: '' }
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 128 }), (password) => {
        const unknown = { ...noDetails, phone: null, id_number: null }
        expect(passwordProblem(password, unknown, new Set())).toBeNull()
      }),
    )
  })
})
