import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  columnsByHeading,
  fieldsOf,
  importFields,
  importKinds,
  matchColumns,
  missingFields,
  plainHeading,
  readDay,
  withFullName,
} from './import-columns.ts'
import { readShillings } from './money.ts'

describe('columns of an import', () => {
  test.each(importKinds)('of %s are found by label and by alias, in any order', (kind) => {
    const fields = fieldsOf(kind)
    fc.assert(
      fc.property(
        fc.shuffledSubarray(fields, { minLength: 1 }),
        fc.integer({ min: 0 }),
        (chosen, seed) => {
          const headings = chosen.map(([, { label, aliases }]) => {
            const names = [label, label.toUpperCase(), ...aliases]
            return ` ${names[seed % names.length] ?? label}. `
          })
          const columns = matchColumns(importFields[kind], headings)
          expect(columns).toEqual(chosen.map(([name]) => name))
        },
      ),
    )
  })

  test.each(importKinds)('of %s have no alias that stands for two of them', (kind) => {
    const names = fieldsOf(kind).flatMap(([, { label, aliases }]) => [
      ...new Set([plainHeading(label), ...aliases]),
    ])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(names.map(plainHeading)).toEqual(names)
  })

  test('are never taken twice, whatever was remembered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Room', 'room no', 'Rent', 'Price', 'Kodi', '')),
        fc.dictionary(
          fc.constantFrom('room', 'room no', 'rent', 'kodi'),
          fc.constantFrom('room_number', 'rate', 'unknown', null),
        ),
        (headings, remembered) => {
          const columns = matchColumns(importFields.rooms, headings, remembered)
          const taken = columns.filter((name) => name !== null)
          expect(new Set(taken).size).toBe(taken.length)
          expect(columns).toHaveLength(headings.length)
          for (const label of missingFields('rooms', columns))
            expect(label).toMatch(/^(Room|Rent)$/)
        },
      ),
    )
  })
})

test('a heading that was left out stays so, unless only another column had its field', () => {
  const { tenants } = importFields
  const headings = ['Names', 'Full name', 'Phone', 'PHONE', 'Owes']
  const columns = [null, 'full_name', 'phone_number', null, null]
  const remembered = columnsByHeading(tenants, headings, columns)
  expect(remembered).toEqual({ 'full name': 'full_name', phone: 'phone_number', owes: null })
  expect(matchColumns(tenants, ['Names', 'Phone', 'Owes'], remembered)).toEqual([
    'full_name',
    'phone_number',
    null,
  ])
})

test.each([
  [{ first_name: 'Njeri', middle_name: 'Wambui', last_name: 'Kamau' }, 'Njeri Wambui Kamau'],
  [{ middle_name: 'Njeri Wambui', last_name: 'Kamau' }, 'Njeri Wambui Kamau'],
  [{ full_name: 'Njeri', last_name: 'Kamau' }, 'Njeri Kamau'],
  [{ full_name: 'KAMAU Njeri', first_name: 'Njeri', last_name: 'Kamau' }, 'KAMAU Njeri'],
  [{ full_name: 'Otieno', first_name: 'Otieno James' }, 'Otieno James'],
  [{ full_name: 'Otieno James', last_name: 'James Kamau' }, 'Otieno James Kamau'],
  [{ first_name: 'Otieno', last_name: 'Otieno James' }, 'Otieno James'],
  [{ first_name: 'Otieno James', last_name: 'James' }, 'Otieno James'],
  [{ first_name: 'Otieno', last_name: 'Otieno' }, 'Otieno Otieno'],
  [{ full_name: '', first_name: '', last_name: 'Kamau' }, ''],
  [{ full_name: '', first_name: '', last_name: '' }, ''],
])('the parts %o are one name', (parts, name) => {
  expect(withFullName(parts as Record<string, string>).full_name).toBe(name)
})

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
  ['6500', 6500],
  ['6,500', 6500],
  ['Ksh 6,500.00', 6500],
  ['KES6500', 6500],
  ['6500/=', 6500],
  ['(1,500)', -1500],
  ['-1500', -1500],
  ['−20', -20],
  ['0', 0],
  ['12.50', null],
  ['1500,50', null],
  ['1500,00', 1500],
  ['1 500', 1500],
  ['15,00', 15],
  ['1,50,000', null],
  ['=1+1', null],
  ['', null],
  ['1e5', null],
])('%s is %s shillings', (typed, shillings) => {
  expect(readShillings(typed)).toBe(shillings)
})
