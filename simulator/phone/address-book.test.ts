import { describe, expect, test } from 'vitest'
import { emptyBook, readBook, without, withShown } from './address-book.ts'

const amina = '254712345678'
const brian = '254722000002'
const other = '254733000900'

const numberOf = (place: number) => `2547000000${String(place).padStart(2, '0')}`
const three = [amina, brian, other].reduce(withShown, emptyBook)

describe('the numbers of the phone page', () => {
  test('keep their places when one is shown again', () => {
    expect(three).toEqual({ numbers: [amina, brian, other], last: other })
    expect(withShown(three, amina)).toEqual({ numbers: [amina, brian, other], last: amina })
  })

  test('are a dozen at most: the oldest goes', () => {
    const many = Array.from({ length: 13 }, (_, place) => numberOf(place))
    const book = many.reduce(withShown, emptyBook)
    expect(book).toEqual({ numbers: many.slice(1), last: numberOf(12) })
  })

  test('a forgotten one that was shown gives way to its neighbour', () => {
    expect(without(three, other)).toEqual({ numbers: [amina, brian], last: brian })
    expect(without(withShown(three, amina), amina).last).toBe(brian)
    expect(without(three, amina)).toEqual({ numbers: [brian, other], last: other })
    expect(without(withShown(emptyBook, amina), amina)).toEqual(emptyBook)
  })

  test('come back as they were kept', () => {
    expect(readBook(JSON.parse(JSON.stringify(three)))).toEqual(three)
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
  ])('what is no book is an empty one: %j', (kept) => {
    expect(readBook(kept)).toEqual(emptyBook)
  })

  test('double and foreign entries are left out', () => {
    const kept = { numbers: [amina, 'x', amina, brian], last: other }
    expect(readBook(kept)).toEqual({ numbers: [amina, brian], last: null })
  })
})
