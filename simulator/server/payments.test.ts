import { describe, expect, test } from 'vitest'
import {
  createCheckoutId,
  createReceipt,
  createRequestId,
  deliveries,
  endOf,
  isOpen,
  type Push,
  queryResult,
} from './payments.ts'
import { scriptNameOf, scripts } from './scripts.ts'

const delay = 1000

function push(digits: string, more: Partial<Push> = {}): Push {
  const msisdn = `254712345${digits}`
  const script = scriptNameOf(msisdn)
  return {
    kind: 'push',
    id: 'ws_CO_1',
    merchant_request_id: '1-1-1',
    shortcode: '174379',
    msisdn,
    amount: 50,
    reference: 'A1023',
    description: '',
    callback_url: 'http://localhost/',
    receipt: 'UKL4ABC123',
    submitted_at: 0,
    delay_ms: delay,
    script,
    person_since: scripts[script].waitsForPhonePage ? 0 : null,
    answer: null,
    sent: [],
    ...more,
  }
}

interface Row {
  submit?: string
  code?: string
  ends?: number
  callbacks?: number[]
  confirmations?: number[]
  /** What a query says once it has ended. */
  query?: string
}

const rows: Record<string, Row> = {
  '678': {},
  '000': {},
  '001': { code: '1' },
  '032': { code: '1032' },
  '037': { code: '1037' },
  '201': { code: '2001' },
  '404': { callbacks: [] },
  '405': { callbacks: [], confirmations: [2000], query: '4999' },
  '409': { callbacks: [1000, 1000, 1000, 1500, 2000], confirmations: [1000] },
  '500': { submit: 'busy' },
  '504': { submit: 'reply_lost' },
  '777': { callbacks: [3000], query: '1037' },
  '900': { code: '1037', ends: 60_000, callbacks: [60_000] },
}

describe('a phone that ends in', () => {
  test.each(Object.entries(rows))('%s', (digits, row) => {
    const one = push(digits)
    const { code = '0', ends = delay, callbacks = [delay], confirmations = [] } = row
    expect(scripts[one.script].submit).toBe(row.submit ?? 'accepted')
    expect(endOf(one)).toEqual({ at: ends, code })
    expect(deliveries(one)).toEqual([
      ...callbacks.map((at) => ({ kind: 'callback', at })),
      ...confirmations.map((at) => ({ kind: 'confirmation', at })),
    ])
    expect(isOpen(one, ends - 1)).toBe(true)
    expect(queryResult(one, ends - 1)).toBe('4999')
    expect(isOpen(one, ends)).toBe(false)
    for (const later of [ends, ends + 1, ends + 10_000_000])
      expect(queryResult(one, later)).toBe(row.query ?? code)
  })
})

describe('an open phone page', () => {
  test.each(Object.keys(rows))('decides for any digits, here %s', (digits) => {
    const held = push(digits, { person_since: 500 })
    expect(endOf(held)).toEqual({ at: 60_500, code: '1037' })
    expect(queryResult(held, 60_499)).toBe('4999')
    expect(queryResult(held, 60_500)).toBe('1037')

    const answered = push(digits, { person_since: 500, answer: { at: 7000, code: '0' } })
    expect(deliveries(answered)).toEqual([{ kind: 'callback', at: 7000 }])
    expect(queryResult(answered, 7000)).toBe('0')
  })
})

test('a receipt begins with its day in Nairobi and is ten characters long', () => {
  const receipt = (at: string) => createReceipt(new Date(at), () => false)
  expect(receipt('2026-11-21T08:31:12Z')).toMatch(/^UKL[0-9A-Z]{7}$/)
  expect(receipt('2026-11-20T21:00:00Z')).toMatch(/^UKL/)
  expect(receipt('2027-01-01T09:00:00Z')).toMatch(/^VA1/)
})

test('a receipt that exists is not created again', () => {
  const refused = new Set<string>()
  const receipt = createReceipt(new Date(), (one) => refused.size < 3 && refused.add(one).has(one))
  expect(refused.size).toBe(3)
  expect(refused).not.toContain(receipt)
})

test('ids look like those of Daraja', () => {
  const id = createCheckoutId(new Date('2026-11-20T08:30:45Z'), '254712345678', () => false)
  expect(id).toMatch(/^ws_CO_20112026113045\d{3}712345678$/)
  expect(createRequestId()).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\d{5}$/)
})
