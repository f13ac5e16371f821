import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createVoucherCode,
  dataPanes,
  formatBundleDays,
  formatBundleDuration,
  formatDataSize,
  formatTimeLeft,
  formatVoucherCode,
  GIGABYTE,
  normaliseVoucherCode,
  voucherExpiry,
  voucherState,
} from './wifi.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

describe('a voucher code', () => {
  test('survives being shown and typed', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const code = createVoucherCode((below) => numbers.next().value % below)
        expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
        const shown = formatVoucherCode(code)
        expect(shown).toMatch(/^.{4}-.{4}$/)
        expect(normaliseVoucherCode(` ${shown.toLowerCase()} `)).toBe(code)
      }),
    )
  })

  test('uses every character in every position', () => {
    const seen = new Set<string>()
    for (let number = 0; number < 31; number++) seen.add(createVoucherCode(() => number))
    expect(seen.size).toBe(31)
  })
})

test('a bundle runs from its payment', () => {
  const paid = new Date('2026-11-20T08:31:00Z')
  const end = voucherExpiry(paid, { data_bytes: 1, duration_s: 2 * DAY_S })
  expect(end).toEqual(new Date('2026-11-22T08:31:00Z'))
})

describe('a voucher is', () => {
  const now = new Date('2026-11-20T08:31:00Z')
  const later = new Date(now.getTime() + 1)
  test.each([
    ['active', 0, later],
    ['active', 99, later],
    ['used_up', 100, later],
    ['used_up', 5000, later],
    ['expired', 0, now],
    ['expired', 100, now],
  ])('%s with %i of 100 used, until %s', (state, used_bytes, expires_at) => {
    expect(voucherState({ data_bytes: 100, used_bytes, expires_at }, now)).toBe(state)
  })
})

test.each([
  [2 * GIGABYTE, '2GB'],
  [10 * GIGABYTE, '10GB'],
  [1.5 * GIGABYTE, '1.5GB'],
  [2 * GIGABYTE - 1, '1.9GB'],
  [GIGABYTE - 1, '1023MB'],
  [850 * 2 ** 20, '850MB'],
  [0, '0MB'],
  [-1, '0MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatDataSize(bytes)).toBe(words)
})

test.each([
  [GIGABYTE / 4, 1],
  [3 * GIGABYTE, 3],
  [50 * GIGABYTE, 10],
])('%i bytes are drawn as %i panes', (bytes, panes) => {
  expect(dataPanes(bytes)).toHaveLength(panes)
})

test.each([
  [2 * DAY_S, '2 days'],
  [DAY_S, '1 day'],
  [30 * DAY_S, '1 month'],
  [60 * DAY_S, '2 months'],
  [31 * DAY_S, '31 days'],
  [36 * HOUR_S, '36 hours'],
  [HOUR_S, '1 hour'],
])('a bundle of %i seconds lasts %s', (seconds, words) => {
  expect(formatBundleDuration(seconds)).toBe(words)
})

test.each([
  [30, '1 month'],
  [1, '1 day'],
  [0, '0 days'],
])('a bundle of %i days lasts %s', (days, words) => {
  expect(formatBundleDays(days)).toBe(words)
})

test.each([
  [2 * DAY_S + 4 * HOUR_S + 59 * 60, '2 days 4 hours'],
  [DAY_S + 59 * 60, '1 day'],
  [DAY_S + HOUR_S, '1 day 1 hour'],
  [3 * HOUR_S - 1, '2 hours'],
  [HOUR_S - 1, '59 minutes'],
  [60, '1 minute'],
  [59, '0 minutes'],
  [-5, '0 minutes'],
])('of %i seconds %s are left', (seconds, words) => {
  expect(formatTimeLeft(seconds)).toBe(words)
})

/** Nothing is promised that there is not: a wrong figure would be larger than what is left. */
test('what is left is rounded down', () => {
  const unit = { GB: GIGABYTE, MB: 2 ** 20 }
  fc.assert(
    fc.property(fc.nat({ max: 20 * GIGABYTE }), (bytes) => {
      const [, figure = '', name = 'MB'] = /^([\d.]+)(GB|MB)$/.exec(formatDataSize(bytes)) ?? []
      expect(Number(figure) * unit[name as keyof typeof unit]).toBeLessThanOrEqual(bytes)
    }),
  )
})
