import { describe, expect, test } from 'vitest'
import { paymentIdOf, receiptClosing, receiptNumber, receiptRows, voidSentence } from './receipt.ts'

describe('receipt numbers', () => {
  test.each([
    [1, 'R000001'],
    [123, 'R000123'],
    [999_999, 'R999999'],
    [1_000_000, 'R1000000'],
    [2_147_483_647, 'R2147483647'],
  ])('payment %i is %s, and back', (id, number) => {
    expect(receiptNumber(id)).toBe(number)
    expect(paymentIdOf(number)).toBe(id)
    expect(paymentIdOf(` ${number.toLowerCase()} `)).toBe(id)
  })

  test.each(['', 'R', 'R0', 'R000000', 'R00123', 'R0000123', 'R2147483648', 'X000123', 'R12345a'])(
    '%o is none',
    (number) => {
      expect(paymentIdOf(number)).toBeNull()
    },
  )
})

test('a void receipt says since when', () => {
  expect(voidSentence({ at: '2026-11-21T21:30:00.000Z' }, 'push')).toBe(
    'Void since 22 Nov 2026. This payment was taken back and no longer counts.',
  )
})

test('a receipt thanks for a payment that counts, and for nothing else', () => {
  expect(receiptClosing({ kind: 'push', voided: null })).toBe('Asante. Questions?')
  expect(receiptClosing({ kind: 'paybill', voided: {} })).toBe('Questions?')
  expect(receiptClosing({ kind: 'correction', voided: null })).toBe('Questions?')
})

describe('the lines of a receipt', () => {
  const receipt = {
    full_name: 'Amina Otieno',
    sponsor: null,
    room_number: 'A101',
    account_number: 'AC7K4M9X',
    purpose: 'rent' as const,
    bundle: null,
    kind: 'push' as const,
    mpesa_receipt_number: 'UKK4M8Z2QF',
    part: null,
    paid_at: '2026-11-20T14:52:00.000Z',
    reference: null,
    entered_by: null,
    etims_number: null,
    reason: null,
    voids: null,
  }
  const labels = (rows: { label: string }[]) => rows.map(({ label }) => label)

  test('of a push', () => {
    expect(receiptRows(receipt)).toEqual([
      { label: 'Tenant', value: 'Amina Otieno' },
      { label: 'Room', value: 'A101' },
      { label: 'Account number', value: 'AC7K 4M9X' },
      { label: 'For', value: 'Rent' },
      { label: 'Paid by', value: 'M‑Pesa, by PIN prompt' },
      { label: 'M‑Pesa code', value: 'UKK4M8Z2QF' },
      { label: 'Date', value: '20 Nov 2026, 17:52' },
    ])
  })

  test('of a bundle says what was bought, and no account', () => {
    const rows = receiptRows({ ...receipt, purpose: 'wifi', bundle: '3GB, 3 days' })
    expect(rows).toContainEqual({ label: 'For', value: 'Wifi 3GB, 3 days' })
    expect(labels(rows)).not.toContain('Account number')
  })

  test('explains a missing code of M‑Pesa', () => {
    expect(receiptRows({ ...receipt, mpesa_receipt_number: 'N/A' })).toContainEqual({
      label: 'M‑Pesa code',
      value: 'N/A',
      hint: 'M‑Pesa hasn’t sent it yet.',
    })
  })

  test('of a shared payment says which part it is', () => {
    expect(receiptRows({ ...receipt, part: { number: 2, of: 3 } })).toContainEqual({
      label: 'M‑Pesa code',
      value: 'UKK4M8Z2QF',
      hint: 'Part 2 of 3 of this M‑Pesa payment.',
    })
  })

  test('leaves out empty lines', () => {
    expect(labels(receiptRows({ ...receipt, room_number: null, account_number: null }))).toEqual([
      'Tenant',
      'For',
      'Paid by',
      'M‑Pesa code',
      'Date',
    ])
  })

  test('what takes a payment back, and what counts again, name the other receipt', () => {
    const voids = 'R000124'
    const taken = receiptRows({ ...receipt, kind: 'correction', voids })
    expect(taken).toContainEqual({ label: 'Entry', value: 'Payment taken back' })
    expect(taken).toContainEqual({ label: 'Takes back', value: `Receipt ${voids}` })
    expect(labels(taken)).not.toContain('Paid by')
    const again = receiptRows({ ...receipt, kind: 'push', voids })
    expect(again).toContainEqual({ label: 'Paid by', value: 'M‑Pesa, by PIN prompt' })
    expect(again).toContainEqual({ label: 'Credited again', value: `After receipt ${voids}` })
  })

  test('a correction has a reason instead of a code', () => {
    const correction = { ...receipt, kind: 'correction' as const, reason: 'Posted twice' }
    expect(labels(receiptRows(correction))).toContain('Reason')
    expect(labels(receiptRows(correction))).not.toContain('M‑Pesa code')
  })
})
