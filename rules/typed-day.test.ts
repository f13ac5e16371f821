import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysMeant, isMonthFirst, readDay } from './typed-day.ts'

test.each([
  ['2026-09-01', '2026-09-01'],
  ['1/9/2026', '2026-09-01'],
  ['01.09.26', '2026-09-01'],
  ['1 Sep 2026', '2026-09-01'],
  ['1 September, 2026', '2026-09-01'],
  ['2026/9/1', '2026-09-01'],
  ['2026-09-01 00:00:00', '2026-09-01'],
  ['31/02/2026', null],
  ['9/13/2026', null],
  ['1 Foo 2026', null],
  ['soon', null],
  ['', null],
])('%s is the day %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each([
  ['2026-11-03', ['2026-11-03']],
  ['3/11/2026', ['2026-11-03', '2026-03-11']],
  ['9/1/2026', ['2026-01-09', '2026-09-01']],
  ['9/15/2026', ['2026-09-15']],
  ['15/9/2026', ['2026-09-15']],
  ['5/5/2026', ['2026-05-05']],
  ['03.11.26', ['2026-11-03', '2026-03-11']],
  ['3-Nov-26', ['2026-11-03']],
  ['3 Nov 2026', ['2026-11-03']],
  ['3rd November, 2026', ['2026-11-03']],
  ['3 of Nov 2026', ['2026-11-03']],
  ['Nov 3, 2026', ['2026-11-03']],
  ['NOVEMBER 3 2026', ['2026-11-03']],
  ['Tue 3 Nov 2026', ['2026-11-03']],
  ['Tuesday, 3 November 2026', ['2026-11-03']],
  ['3 Novemba 2026', ['2026-11-03']],
  ['12 Mei 2026', ['2026-05-12']],
  ['3 Sept. 2026', ['2026-09-03']],
  ['2026 Nov 3', ['2026-11-03']],
  ['2026/11/3', ['2026-11-03']],
  ['3 / 11 / 2026', ['2026-11-03', '2026-03-11']],
  ['３/１１/２０２６', ['2026-11-03', '2026-03-11']],
  ['13\u201311\u20112026', ['2026-11-13']],
  ['\u200e13/11/2026\u200f', ['2026-11-13']],
  ['13/11/2026, 6:24 PM', ['2026-11-13']],
  ['2026-11-13T18:24', ['2026-11-13']],
  ['26-09-01', []],
  ['29/02/2026', []],
  ['29/02/2028', ['2028-02-29']],
  ['31/11/2026', []],
  ['3/11', []],
  ['Nov 2026', []],
  ['3 Movember 2026', []],
  ['2026-11-03Z', []],
  ['3/11/226', []],
])('%j can mean %j', (typed, days) => {
  expect(daysMeant(typed)).toEqual(days)
  expect(isMonthFirst(typed)).toBe(typed === '9/15/2026')
})

const day = fc
  .date({ min: new Date('2007-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

test('a day in any spelling is among those that are meant, and the only one with a name for its month', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('/', '.', '-', ' / ', ' '), (known, between) => {
      const [year = '', month = '', date = ''] = known.split('-')
      const name = months[Number(month) - 1] ?? ''
      expect(daysMeant(known)).toEqual([known])
      expect(daysMeant(`${Number(date)} ${name} ${year}`)).toEqual([known])
      expect(daysMeant(`${date}-${name.toUpperCase()}-${year.slice(2)}`)).toEqual([known])
      expect(daysMeant(`${name} ${date}, ${year}`)).toEqual([known])
      const dayFirst = [date, month, year].join(between)
      const monthFirst = [month, date, year].join(between)
      expect(daysMeant(dayFirst)[0]).toBe(known)
      expect(daysMeant(monthFirst)).toContain(known)
      expect(daysMeant(dayFirst)).toHaveLength(Number(date) <= 12 && date !== month ? 2 : 1)
      expect(readDay(dayFirst)).toBe(known)
    }),
  )
})
