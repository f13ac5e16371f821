import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ksh, parseMpesaAmount, readShillings, readSum } from './money.ts'
import { roomLocation } from './room-location.ts'

describe('money', () => {
  test.each([
    [6500, 6500],
    ['6500', 6500],
    ['6500.00', 6500],
    [1, 1],
    [1.5, null],
    ['6500.50', null],
    ['', null],
    [null, null],
    ['-5', null],
    ['1e3', null],
  ])('%s shillings are %s', (sent, whole) => {
    expect(parseMpesaAmount(sent).exact).toBe(whole)
  })

  test.each([
    [6500, 6500],
    ['6500.00', 6500],
    [1500.5, 1500],
    ['99.99', 99],
    ['1,500.00', 1500],
    ['KES 1,500', 1500],
    ['ksh5', 5],
    ['12,50', null],
    ['0.40', null],
    ['0', null],
    ['1,000,000,000', null],
    ['-5', null],
    ['1e3', null],
    [null, null],
  ])('of %s at most %s are credited', (sent, creditable) => {
    expect(parseMpesaAmount(sent).creditable).toBe(creditable)
  })

  test('another notation than M-Pesa documents never counts without staff', () => {
    for (const sent of ['1,500.00', 'KES 1500', 'Ksh5']) {
      expect(parseMpesaAmount(sent).exact).toBeNull()
    }
  })

  test('is written in shillings, with a true minus', () => {
    expect(ksh(6500)).toBe('Ksh\u00a06,500')
    expect(ksh(-1500)).toBe('−Ksh\u00a01,500')
  })
})

test('a room number gives the position of its window', () => {
  expect(roomLocation('A101')).toEqual({
    wing: 'A',
    floor: 1,
    position: 1,
    description: 'ground floor, wing A',
  })
  expect(roomLocation('B405')?.description).toBe('third floor, wing B')
  expect(roomLocation('Annexe')).toBeNull()
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

test.each([
  ['Ksh 6 500/='],
  ['KSh. 6,500.00'],
  ['Kshs.6,500/='],
  ['KES: 6500'],
  ['K.Sh 6,500'],
  ['Shs 6,500'],
  ['sh 6500'],
  ['6500 bob'],
  ['6500 shillings'],
  ['6,500/-'],
  ['6,500 /='],
  ['6500='],
  ['6500/00'],
  ['6,500/= only'],
  ['６，５００'],
  ['٦٥٠٠'],
  ['6\u00a0500'],
  ['6\u202f500'],
  ['6’500'],
  ["6'500.00"],
  ["'6500"],
  ['"6,500"'],
  ['+6500'],
  ['\u200e6,500\u200f'],
  ['6500,00'],
  [' 6500.0 '],
])('%j is 6,500', (typed) => {
  expect(readShillings(typed)).toBe(6500)
})

test.each([
  ['6.500,00'],
  ['6.500'],
  ['6,5'],
  ['6,50,0'],
  ['65,00,0'],
  ['6,500,00'],
  ['6,500.5'],
  ['6500.001'],
  ['6,500 1'],
  ['6 500,000'],
  ['65²'],
  ['6½'],
  ['65OO'],
  ['6.5k'],
  ['6/-500'],
  ['5ksh00'],
  ['(6500'],
  ['6500)'],
  ['--6500'],
  ['6500-'],
  ['3 x 6500'],
  ['6500 7000'],
  ['6500/7000'],
  ['USD 6500'],
  ['$6500'],
  ['9999999999'],
])('%j isn’t guessed', (typed) => {
  expect(readShillings(typed)).toBeNull()
})

const shillings = fc.integer({ min: 0, max: 999_999_999 })

test('a sum is read in any spelling, and a minus is never lost', () => {
  const before = fc.constantFrom('', 'Ksh ', 'KSH', 'Kshs. ', 'KES ', 'Sh ', '\u200e', "'")
  const after = fc.constantFrom('', '/=', '/-', '.00', '.0', ' bob', '/= only', ' ')
  const sign = fc.constantFrom(',', ' ', '\u00a0', '’', '')
  fc.assert(
    fc.property(shillings, before, after, sign, (sum, open, close, between) => {
      const text = String(sum).replace(/\B(?=(\d{3})+$)/g, between)
      expect(readShillings(open + text + close)).toBe(sum)
      expect(readShillings(`-${text}`)).toBe(-sum || 0)
      expect(readShillings(`(${text})`)).toBe(-sum || 0)
    }),
  )
})

test('what is read has the digits that were typed, up to a fraction', () => {
  const piece = fc.oneof(
    fc.constantFrom(',', '.', ' ', '’', '-', '/', '=', '(', ')', 'Ksh', '²', 'k', '٦', '６'),
    fc.stringMatching(/^\d{1,3}$/),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const typed = pieces.join('')
      const read = readSum(typed)
      if (read === null) return
      const digits = typed
        .normalize('NFKC')
        .replaceAll('٦', '6')
        .replace(/\/00(?!\d)/, '')
        .replace(/\D+$/g, '')
        .replace(/,(0{1,2})$/, '.$1')
        .replace(/[^\d.]/g, '')
        .replace(/^\.+/, '')
      expect(Math.abs(read.cents)).toBe(Math.round(Number(digits) * 100))
      expect(typed).not.toMatch(/[²k]/)
    }),
    { numRuns: 300 },
  )
})
