import { describe, expect, test } from 'vitest'
import { ksh, parseMpesaAmount } from './money.ts'
import { formatPhone, sponsorText, toMsisdn } from './phone.ts'
import { roomLocation } from './room-location.ts'

describe('phones', () => {
  test.each([
    ['0712345678', '254712345678'],
    ['0112345678', '254112345678'],
    ['254712345678', '254712345678'],
    ['+254 712 345 678', '254712345678'],
    ['0712-345-678', '254712345678'],
    ['712345678', null],
    ['0812345678', null],
    ['07123456789', null],
    ['25471234567', null],
    ['07123x5678', null],
    ['', null],
  ])('%s is %s', (typed, msisdn) => {
    expect(toMsisdn(typed)).toBe(msisdn)
  })

  test('are shown in the usual spelling', () => {
    expect(formatPhone('254712345678')).toBe('0712 345 678')
    expect(formatPhone('no phone')).toBe('no phone')
  })
})

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
    expect(ksh(-1500)).toBe('−\u00a0Ksh\u00a01,500')
  })
})

test('of a sponsor’s phone the tenant reads the beginning and the end', () => {
  expect(sponsorText('Mum', '254712345123')).toBe('Mum (2547…123)')
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
