import { describe, expect, test } from 'vitest'
import { addNumber, emptyAddressBook, parseAddressBook, removeNumber } from './phone-numbers.ts'

const amina = '254712345678'
const brian = '254722000002'
const other = '254733000900'

const numberOf = (place: number) => `2547000000${String(place).padStart(2, '0')}`
const three = [amina, brian, other].reduce(addNumber, emptyAddressBook)

describe('the numbers of the phone page', () => {
  test('keep their places when one is shown again', () => {
    expect(three).toEqual({ numbers: [amina, brian, other], last: other })
    expect(addNumber(three, amina)).toEqual({ numbers: [amina, brian, other], last: amina })
  })

  test('are twelve at most: the oldest is dropped', () => {
    const many = Array.from({ length: 13 }, (_, place) => numberOf(place))
    const book = many.reduce(addNumber, emptyAddressBook)
    expect(book).toEqual({ numbers: many.slice(1), last: numberOf(12) })
  })

  test('removing the shown one shows its neighbour', () => {
    expect(removeNumber(three, other)).toEqual({ numbers: [amina, brian], last: brian })
    expect(removeNumber(addNumber(three, amina), amina).last).toBe(brian)
    expect(removeNumber(three, amina)).toEqual({ numbers: [brian, other], last: other })
    expect(removeNumber(addNumber(emptyAddressBook, amina), amina)).toEqual(emptyAddressBook)
  })

  test('are restored as they were stored', () => {
    expect(parseAddressBook(JSON.parse(JSON.stringify(three)))).toEqual(three)
  })

  test.each([
    null,
    7,
    'x',
    254712345678,
    [],
    {},
    { numbers: 'x', last: amina },
    { numbers: ['0712345678', 1, null] },
  ])('what is no book is an empty one: %j', (stored) => {
    expect(parseAddressBook(stored)).toEqual(emptyAddressBook)
  })

  test('double and foreign entries are left out', () => {
    const stored = { numbers: [amina, 'x', amina, brian], last: other }
    expect(parseAddressBook(stored)).toEqual({ numbers: [amina, brian], last: null })
  })
})
