import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importFields } from './import-columns.ts'
import {
  columnDays,
  headingRow,
  isNothing,
  isTotal,
  readColumnDay,
  withoutArmour,
} from './import-rows.ts'
import { readOwed } from './money.ts'
import { readDay } from './typed-day.ts'

test.each([
  ...['-', ' - ', '–', '—', '−', '--', '---', '.', '_', 'NIL', 'nil', 'Nil', 'none', 'None'],
  ...['N/A', 'n/a', 'NA', 'not given', 'Not known', 'hakuna', 'nothing'],
])('%j says that nothing is there', (cell) => {
  expect(isNothing(cell)).toBe(true)
})
test.each(['', '0', '-5', 'Nilson', 'A-', 'N', 'Nanyuki', '- 500', '?'])('%j doesn’t', (cell) => {
  expect(isNothing(cell)).toBe(false)
})

test.each([
  ['="0733456789"', '0733456789'],
  ['= "0733456789"', '0733456789'],
  ['=“0733456789”', '0733456789'],
  ['="A101"', 'A101'],
  ['=""', ''],
  ["'0733456789", '0733456789'],
  ['’0733456789', '0733456789'],
  ['`0733456789', '0733456789'],
  ["'+254733456789", '+254733456789'],
  ["'-500", '-500'],
  ["'=1+1", '=1+1'],
  ["'Aina", "'Aina"],
  ["O'Brien", "O'Brien"],
  ['=1+1', '=1+1'],
  ['0733456789', '0733456789'],
])('%j is %j without what keeps it a text', (cell, text) => {
  expect(withoutArmour(cell)).toBe(text)
})

test.each([
  [['TOTAL', '', '', '45,000']],
  [['Total:', '12', '-']],
  [['', 'Totals', '', '', 'Ksh 45,000.00']],
  [['Grand total', '(1,500)']],
  [['Sub-total', '4500/=']],
  [['SUBTOTAL', '', '0']],
  [['Jumla', '45000']],
  [['JUMLA KUU', '', '', '', '45000']],
  [['Overall Total', '45 000']],
  [['Total owed', '500 DR']],
  [['TOTAL (KSH)', '45,000']],
  [['*** TOTAL ***', '45,000']],
  [['Total - 29 tenants', '', '45000']],
  [['', '', '', 'SUM', '45000']],
  [['Page total', '1', '2']],
])('%j is a row of sums', (cells) => {
  expect(isTotal(cells)).toBe(true)
})
test.each([
  [['Total Kamau', '0733456789', '23456789', 'A101', '2026-09-01', '0']],
  [['Njeri Total', '0733456789', '23456789', 'A101', '2026-09-01', '0']],
  [['Totalia', '5000']],
  [['K1', '6500', '1', 'total refit, next year']],
  [['', '', '']],
  [['45000', '45000']],
])('%j is not', (cells) => {
  expect(isTotal(cells)).toBe(false)
})

describe('the headings', () => {
  const { rooms } = importFields
  test.each([
    [
      'at once',
      [
        ['Room', 'Rent'],
        ['K1', '5000'],
      ],
      0,
    ],
    ['below a title', [['ACACIA HOSTEL'], ['Room', 'Rent'], ['K1', '5000']], 1],
    [
      'below an address with commas',
      [
        ['Box 12', 'Nairobi', 'Kenya'],
        ['Room', 'Rent'],
      ],
      1,
    ],
    ['below several', [['Rooms'], ['As at', '1/11/2026'], ['Unit', 'Rent', 'Beds']], 2],
    ['that nobody knows', [['ACACIA HOSTEL'], ['Mlango', 'Kodi'], ['K1', '5000']], 1],
    [
      'that nobody knows, at once',
      [
        ['Mlango', 'Kodi'],
        ['K1', '5000'],
      ],
      0,
    ],
    ['of one column', [['Room'], ['K1']], 0],
    ['of one column that nobody knows', [['Mlango'], ['K1']], 0],
  ])('are found %s', (_, table, at) => {
    expect(headingRow(rooms, table)).toBe(at)
  })
  test('are found by what is remembered', () => {
    const remembered = { mlango: 'room_number', kodi: 'rate' }
    const table = [
      ['Nyumba', 'Ya', 'Wanafunzi'],
      ['Mlango', 'Kodi'],
    ]
    expect(headingRow(rooms, table, remembered)).toBe(1)
  })
})

describe('a column of days', () => {
  test.each([
    [['3/4/2026', '3/25/2026'], 'month'],
    [['3/4/2026', '25/3/2026'], 'day'],
    [['3/4/2026', '5.6.26'], 'either'],
    [['3/4/2026', '3/25/2026', '25/3/2026'], 'mixed'],
    [['25/3/2026', '2026-04-03'], 'day'],
    [['2026-04-03', '3 Apr 2026', 'Apr 3, 2026', ''], null],
    [['4/4/2026', ''], null],
    [['soon'], null],
    [[], null],
  ])('%j is written with %s first', (cells, order) => {
    expect(columnDays(cells).order).toBe(order)
  })

  test.each([
    ['3/4/2026', 'day', '2026-04-03'],
    ['3/4/2026', 'month', '2026-03-04'],
    ['03-04-26', 'month', '2026-03-04'],
    ['3/25/2026', 'mixed', '2026-03-25'],
    ['25/3/2026', 'mixed', '2026-03-25'],
    ['3/4/2026', 'mixed', 'unclear'],
    ['Apr 3, 2026', 'month', '2026-04-03'],
    ['3rd April 2026', 'month', '2026-04-03'],
    ['3-Apr-26', 'day', '2026-04-03'],
    ['2026-04-03T00:00:00.000Z', 'month', '2026-04-03'],
    ['31/2/2026', 'day', null],
    ['13/13/2026', 'month', null],
    ['soon', 'mixed', null],
  ] as const)('%j with %s first is %s', (cell, order, day) => {
    expect(readColumnDay(cell, order)).toBe(day)
  })

  test('of real days is read as it was written, or asked about', () => {
    const days = fc.array(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(days, fc.constantFrom('day' as const, 'month' as const), (dates, first) => {
        const isos = dates.map((date) => date.toISOString().slice(0, 10))
        const cells = isos.map((iso) => {
          const [year, month, day] = iso.split('-').map(Number)
          return first === 'day' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
        })
        const { order } = columnDays(cells)
        expect(order).not.toBe('mixed')
        const read = cells.map((cell) => readColumnDay(cell, order === 'either' ? first : order))
        expect(read).toEqual(isos)
        expect(cells.map((cell) => readDay(cell, first))).toEqual(isos)
      }),
    )
  })
})

test.each([
  ['Shs 7,250', 7250],
  ['Sh. 7250', 7250],
  ['KSHS 7,250/=', 7250],
  ['7250 DR', 7250],
  ['7,250.00Dr', 7250],
  ['DR 7250', 7250],
  ['7250 CR', -7250],
  ['Ksh 7,250 Cr.', -7250],
  ['cr 7250', -7250],
  ['0 CR', 0],
  ['-7250', -7250],
  ['(7,250)', -7250],
  ['-7250 CR', null],
  ['7250.50', null],
  ['7250.50 CR', null],
  ['CR', null],
  ['much', null],
])('%j owed is %s', (typed, shillings) => {
  expect(readOwed(typed)).toBe(shillings)
})
