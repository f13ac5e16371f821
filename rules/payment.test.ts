import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MoneyStep, moneyStep, nextStatus, outcomeOf, queryDelayMs } from './payment.ts'

const statuses = ['processing', 'completed', 'cancelled', 'failed'] as const
const outcomes = [...statuses, 'unknown'] as const

describe('result codes', () => {
  test.each([
    ['0', 'completed'],
    ['1032', 'cancelled'],
    ['1', 'failed'],
    ['2', 'failed'],
    ['3', 'failed'],
    ['4', 'failed'],
    ['8', 'failed'],
    ['17', 'failed'],
    ['26', 'failed'],
    ['1001', 'failed'],
    ['1019', 'failed'],
    ['1025', 'failed'],
    ['1037', 'failed'],
    ['2001', 'failed'],
    ['2028', 'failed'],
    ['8006', 'failed'],
    ['9999', 'failed'],
    ['SFC_IC0003', 'failed'],
    ['4999', 'processing'],
    ['12345', 'unknown'],
    ['', 'unknown'],
  ])('%s means %s', (code, outcome) => {
    expect(outcomeOf(code, 'some words')).toBe(outcome)
  })

  test('"processing" in the text keeps a push open whatever the code', () => {
    expect(outcomeOf('1037', 'The transaction is still under processing')).toBe('processing')
    expect(outcomeOf('1', 'The transaction is being PROCESSED, processing')).toBe('processing')
  })
})

describe('the state machine', () => {
  test('nothing leaves completed, and a success wins over everything', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...outcomes)), (story) => {
        let status: (typeof statuses)[number] = 'processing'
        for (const outcome of story) {
          const next = nextStatus(status, outcome)
          if (status === 'completed') expect(next).toBe('completed')
          status = next
        }
        expect(status === 'completed').toBe(story.includes('completed'))
      }),
    )
  })

  test('the first ending without money stays until money arrives', () => {
    expect(nextStatus('cancelled', 'failed')).toBe('cancelled')
    expect(nextStatus('failed', 'cancelled')).toBe('failed')
    expect(nextStatus('failed', 'completed')).toBe('completed')
    expect(nextStatus('processing', 'unknown')).toBe('processing')
  })
})

describe('money counts by receipt', () => {
  const push = {
    requested: 500,
    payment: 'none',
    differing_amount_reported: false,
    receipt_used_elsewhere: false,
    purpose: 'rent',
  } as const
  const report = { receipt: 'UKL1', amount: 500, receipt_known: false }

  test.each<[string, Parameters<typeof moneyStep>, MoneyStep]>([
    ['the first success settles', [push, report], 'settle'],
    ['a known receipt only links', [push, { ...report, receipt_known: true }], 'link'],
    [
      'a known receipt links even with an odd amount',
      [push, { ...report, amount: 1, receipt_known: true }],
      'link',
    ],
    [
      'a receipt that becomes known later is filled in',
      [{ ...push, payment: 'without_receipt' }, report],
      'fill_in',
    ],
    [
      'another receipt is another payment',
      [{ ...push, payment: 'with_receipt' }, report],
      'another',
    ],
    [
      'a second wifi payment goes to the desk',
      [{ ...push, payment: 'with_receipt', purpose: 'wifi' }, report],
      'desk',
    ],
    ['a differing amount goes to the desk', [push, { ...report, amount: 499 }], 'desk'],
    ['a fraction goes to the desk', [push, { ...report, amount: null }], 'desk'],
    [
      'a differing amount is not filled in',
      [
        { ...push, payment: 'without_receipt' },
        { ...report, amount: 1 },
      ],
      'desk',
    ],
    ['a query settles without receipt', [push, { receipt: null }], 'settle'],
    [
      'a query adds nothing to a payment',
      [{ ...push, payment: 'with_receipt' }, { receipt: null }],
      'nothing',
    ],
    [
      'a query does not settle what was reported differently',
      [{ ...push, differing_amount_reported: true }, { receipt: null }],
      'nothing',
    ],
    [
      'a query does not settle what staff have credited elsewhere',
      [{ ...push, receipt_used_elsewhere: true }, { receipt: null }],
      'nothing',
    ],
  ])('%s', (_, [before, event], step) => {
    expect(moneyStep(before, event)).toBe(step)
  })
})

test('the schedule widens and never goes below the first wait', () => {
  expect(queryDelayMs(0)).toBe(10_000)
  expect(queryDelayMs(0, 6000)).toBe(6000)
  const waits = Array.from({ length: 12 }, (_, queries) => queryDelayMs(queries))
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect([1, 2, 8, 9].map((queries) => queryDelayMs(queries))).toEqual([
    20_000, 30_000, 900_000, 900_000,
  ])
  expect(queryDelayMs(500)).toBe(900_000)
})
