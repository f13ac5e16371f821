import { describe, expect, test } from 'vitest'
import { deliveries, ending, isOpen, type Push, queryResult } from './pushes.ts'
import { scriptNameOf, scripts } from './script.ts'

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
    person_since: scripts[script].person ? 0 : null,
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
    expect(ending(one)).toEqual({ at: ends, code })
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

describe('a person at the phone page', () => {
  test.each(Object.keys(rows))('decides whatever the digits, here %s', (digits) => {
    const held = push(digits, { person_since: 500 })
    expect(ending(held)).toEqual({ at: 60_500, code: '1037' })
    expect(queryResult(held, 60_499)).toBe('4999')
    expect(queryResult(held, 60_500)).toBe('1037')

    const answered = push(digits, { person_since: 500, answer: { at: 7000, code: '0' } })
    expect(deliveries(answered)).toEqual([{ kind: 'callback', at: 7000 }])
    expect(queryResult(answered, 7000)).toBe('0')
  })
})
