import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followBalance } from './balance-chain.ts'
import { addDays, dayStart } from './calendar.ts'
import { compareDay } from './day-close.ts'
import type { DayFacts, DayRow, LedgerPayment } from './day-facts.ts'

const day = '2026-11-21'
const noon = (on: string) => new Date(dayStart(on).getTime() + 12 * 60 * 60 * 1000)
const days = fc.constantFrom(day, addDays(day, 1), addDays(day, -1))
/** Few, so that both sides often have the same. */
const receipt = fc.option(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'))
const amount = fc.integer({ min: 1, max: 5 })

const row = fc
  .record({
    id: fc.integer({ min: 1, max: 1e6 }),
    on: days,
    receipt,
    cents: fc.oneof(
      amount.map((one) => one * 100),
      fc.constant(150),
    ),
    kind: fc.constantFrom('payment', 'payment', 'payment', 'reversal', 'sweep'),
    source: fc.constantFrom('paybill', 'paybill', 'bank'),
    of: receipt,
  })
  .map(
    ({ on, of, kind, cents, ...rest }) =>
      ({
        ...rest,
        kind,
        at: noon(on),
        cents: kind === 'reversal' ? -cents : cents,
        balance_cents: null,
        reversed_receipt: kind === 'reversal' ? of : null,
      }) as DayRow,
  )

const payment = fc
  .record({
    id: fc.integer({ min: 1, max: 1e6 }),
    company_id: fc.constantFrom(1, 1, 2),
    on: days,
    kind: fc.constantFrom('push', 'paybill', 'cash', 'bank'),
    amount,
    receipt,
    reversal_id: fc.option(fc.integer({ min: 1 }), { freq: 3 }),
    corrected: fc.constantFrom(0, 0, 0, 1),
  })
  .map(
    ({ on, kind, receipt: code, ...rest }) =>
      ({
        ...rest,
        kind,
        at: noon(on),
        receipt: kind === 'push' || kind === 'paybill' ? code : null,
        reference: kind === 'bank' ? code : null,
        reverses: null,
      }) as LedgerPayment,
  )

const facts: fc.Arbitrary<DayFacts> = fc.record({
  company_id: fc.constant(1),
  day: fc.constant(day),
  covered: fc.constantFrom([], [{ from: dayStart(day), until: noon(day) }]),
  rows: fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 }),
  payments: fc.uniqueArray(payment, { selector: ({ id }) => id, maxLength: 12 }),
  desk: fc.uniqueArray(
    fc.record({
      id: fc.nat(),
      company_id: fc.constantFrom(1, 2),
      receipt: fc.constantFrom('A', 'B', 'C', 'D'),
      cents: fc.integer({ min: 100, max: 500 }),
      at: days.map(noon),
      state: fc.constantFrom('open' as const, 'dismissed' as const, 'closed' as const),
    }),
    { selector: ({ receipt: code }) => code },
  ),
  balance_before: fc.constant(null),
  counts: fc.constant([]),
})

test('the differences add up to statement less ledger, exactly', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const { mpesa, bank, differences } = compareDay(known)
      const sumOf = (book: string) =>
        differences.filter((one) => one.book === book).reduce((sum, { cents }) => sum + cents, 0)
      const { statement, reversed, reported, ledger } = mpesa
      expect(sumOf('mpesa')).toBe(statement.cents + reversed.cents + reported.cents - ledger.cents)
      expect(sumOf('bank')).toBe(bank ? bank.statement.cents - bank.ledger.cents : 0)
    }),
    { numRuns: 2000 },
  )
})

const chain = fc.record({
  before: fc.integer({ min: 0, max: 1000 }),
  steps: fc.array(fc.record({ cents: fc.integer({ min: -500, max: 500 }), later: fc.boolean() }), {
    minLength: 1,
    maxLength: 20,
  }),
  seed: fc.integer(),
})

/** Rows of the same second stand in any order. */
function rowsOf({
  before,
  steps,
  seed,
}: {
  before: number
  steps: { cents: number; later: boolean }[]
  seed: number
}) {
  let balance = before
  let second = 0
  const rows = steps.map(({ cents, later }, id) => {
    balance += cents
    if (later) second++
    return {
      id,
      kind: 'payment' as const,
      at: new Date(second * 1000),
      cents,
      balance_cents: balance,
    }
  })
  return {
    balance,
    rows: rows.toSorted((one, other) => ((one.id * seed) % 7) - ((other.id * seed) % 7)),
  }
}

test('a whole chain has no break, in whatever order its rows of one second are', () => {
  fc.assert(
    fc.property(chain, (known) => {
      const { rows, balance } = rowsOf(known)
      const { opening, ends, breaks } = followBalance(rows, known.before)
      expect([opening, [...(ends ?? [])][0], breaks]).toEqual([known.before, balance, []])
    }),
  )
})

test('a row that is missing between two seconds is a break of its amount', () => {
  const rows = [
    { kind: 'payment' as const, at: new Date(1000), cents: 100, balance_cents: 1100 },
    { kind: 'payment' as const, at: new Date(3000), cents: 50, balance_cents: 1450 },
  ]
  expect(followBalance(rows, 1000)).toEqual({
    opening: 1000,
    ends: new Set([1450]),
    breaks: [{ row: rows[1], cents: 300 }],
  })
})

describe('a sweep has a row in each of two accounts, with the balance of either', () => {
  const at = (second: number) => new Date(noon(day).getTime() + second * 1000)
  const onStatement = (id: number, second: number, shillings: number, balance: number) =>
    ({
      ...{ id, source: 'paybill', at: at(second), cents: shillings * 100 },
      ...{ balance_cents: balance * 100, reversed_receipt: null },
      receipt: id === 2 || id === 3 ? 'S' : `P${id}`,
      kind: id === 2 || id === 3 ? 'sweep' : 'payment',
    }) as DayRow
  const entered = (id: number, second: number, amount: number): LedgerPayment => ({
    ...{ id, company_id: 1, kind: 'paybill', amount, reference: null, at: at(second) },
    ...{ receipt: `P${id}`, reversal_id: null, reverses: null, corrected: 0 },
  })
  const compare = (rows: DayRow[], balance_before: number | null) =>
    compareDay({
      ...{ company_id: 1, day, covered: [], desk: [], counts: [], balance_before, rows },
      payments: [entered(1, 1, 5000), entered(4, 9, 3000)],
    })
  const sweep = [onStatement(2, 5, -5000, 0), onStatement(3, 5, 5000, 45_000)]

  test.each([0, null])('nothing is open when the ledger agrees, from %s', (before) => {
    const rows = [onStatement(1, 1, 5000, 5000), ...sweep, onStatement(4, 9, 3000, 3000)]
    for (const some of [rows, rows.toReversed()]) {
      const { differences, open_cents, balance } = compare(some, before)
      expect([differences, open_cents]).toEqual([[], 0])
      expect(balance).toEqual({ opening: 0, closing: 3000_00 })
    }
  })

  test('a row that is missing after it is still noticed', () => {
    const rows = [onStatement(1, 1, 5000, 5000), ...sweep, onStatement(4, 9, 3000, 3700)]
    expect(compare(rows, 0).differences).toMatchObject([{ kind: 'balance', cents: 700_00, row: 4 }])
  })

  test('a day that ends with it has the balance of the account that payments come into', () => {
    const { balance } = compare([onStatement(1, 1, 5000, 5000), ...sweep], 0)
    expect(balance).toEqual({ opening: 0, closing: 0 })
  })
})

test('a bank’s rows are known by the code that staff have entered, on this day or another', () => {
  const bank = (id: number, code: string | null, cents: number): DayRow => ({
    ...{ id, source: 'bank', kind: 'payment', at: noon(day), cents, balance_cents: null },
    ...{ receipt: code, reversed_receipt: null },
  })
  const entry = (id: number, reference: string, shillings: number, on = day): LedgerPayment => ({
    ...{ id, company_id: 1, kind: 'bank', amount: shillings, reference, at: noon(on) },
    ...{ receipt: null, reversal_id: null, reverses: null, corrected: 0 },
  })
  const { bank: sums, differences } = compareDay({
    ...{ company_id: 1, day, covered: [], desk: [], counts: [], balance_before: null },
    rows: [
      bank(1, 'EQ 77', 100_00),
      bank(2, null, 200_00),
      bank(3, 'EQ78', 300_00),
      bank(4, 'EQ79', 400_00),
      bank(5, 'EQ80', 500_00),
    ],
    payments: [
      entry(1, 'eq77', 100),
      entry(2, 'Statement  row 2', 200),
      entry(3, 'EQ78', 300, addDays(day, 1)),
      entry(4, 'EQ79', 390),
      entry(6, 'EQ81', 60),
    ],
  })
  expect(differences.map(({ kind, cents }) => [kind, cents / 100])).toEqual([
    ['other_day', 300],
    ['amount', 10],
    ['not_entered', 500],
    ['not_on_statement', -60],
  ])
  expect(sums).toEqual({
    statement: { count: 5, cents: 1500_00 },
    ledger: { count: 4, cents: 750_00 },
  })
})

test('the parts of a shared payment are one: missing on the statement, or on another day of it', () => {
  const part = (id: number, receipt: string, amount: number): LedgerPayment => ({
    ...{ id, company_id: 1, kind: 'paybill', amount, receipt, at: noon(day) },
    ...{ reference: null, reversal_id: null, reverses: null, corrected: 0 },
  })
  const { differences } = compareDay({
    ...{ company_id: 1, day, desk: [], counts: [], balance_before: null },
    covered: [{ from: dayStart(day), until: dayStart(addDays(day, 1)) }],
    rows: [
      {
        ...{ id: 1, source: 'paybill', kind: 'payment', at: noon(addDays(day, 1)) },
        ...{ cents: 500_00, balance_cents: null, receipt: 'LATER', reversed_receipt: null },
      },
    ],
    payments: [
      part(1, 'GONE', 70),
      part(2, 'GONE', 30),
      part(3, 'LATER', 200),
      part(4, 'LATER', 300),
    ],
  })
  expect(differences.map(({ kind, cents, receipt }) => [kind, cents / 100, receipt])).toEqual([
    ['not_on_statement', -100, 'GONE'],
    ['other_day', -500, 'LATER'],
  ])
})

describe('one thing is one difference', () => {
  const whole = [{ from: dayStart(day), until: dayStart(addDays(day, 1)) }]
  const at = (second: number) => new Date(noon(day).getTime() + second * 1000)
  const onStatement = (id: number, shillings: number, more: Partial<DayRow> = {}): DayRow => ({
    ...{ id, source: 'paybill', kind: 'payment', at: at(id), cents: shillings * 100 },
    ...{ balance_cents: null, receipt: `P${id}`, reversed_receipt: null, ...more },
  })
  const entered = (id: number, shillings: number, more: Partial<LedgerPayment> = {}) => ({
    ...{ id, company_id: 1, kind: 'paybill' as const, amount: shillings, at: at(id) },
    ...{ reference: null, receipt: `P${id}`, reversal_id: null, reverses: null, corrected: 0 },
    ...more,
  })
  const compare = (known: Partial<DayFacts>) => {
    const none = { rows: [], payments: [], desk: [], counts: [], balance_before: null }
    return compareDay({ company_id: 1, day, covered: whole, ...none, ...known })
  }
  const kinds = (known: Partial<DayFacts>) =>
    compare(known).differences.map(({ kind, cents }) => [kind, cents / 100])

  test('a row that is missing, and the break of the balance that it makes', () => {
    const rows = [
      onStatement(1, 100, { balance_cents: 100_00 }),
      onStatement(3, 50, { balance_cents: 450_00 }),
    ]
    const known = { rows, payments: [entered(1, 100), entered(2, 300), entered(3, 50)] }
    expect(compare(known)).toMatchObject({
      open_cents: 300_00,
      differences: [{ kind: 'not_on_statement', cents: -300_00, payment: 2, row: 3 }],
    })
    // Two that are missing in one gap are its break together; with one that isn't, both are shown.
    const two = [entered(1, 100), entered(2, 200), entered(4, 100), entered(3, 50)]
    expect(kinds({ ...known, payments: two })).toEqual([
      ['not_on_statement', -200],
      ['not_on_statement', -100],
    ])
    expect(kinds({ ...known, payments: two.toSpliced(1, 1) })).toEqual([
      ['not_on_statement', -100],
      ['balance', 300],
    ])
  })

  test('what M-Pesa took back before anybody was credited', () => {
    const back = onStatement(2, -100, { kind: 'reversal', reversed_receipt: 'P1' })
    const rows = [onStatement(1, 100), back]
    expect(kinds({ rows })).toEqual([
      ['returned', 100],
      ['returned', -100],
    ])
    const item = { id: 5, company_id: 1, receipt: 'P1', cents: 100_00, at: at(1) }
    expect(compare({ rows, desk: [{ ...item, state: 'open' }] })).toMatchObject({
      open_cents: 100_00,
      differences: [{ kind: 'on_desk', desk: 5 }, { kind: 'returned' }],
    })
    expect(kinds({ rows, payments: [entered(1, 100)] })).toEqual([['taken_back_by_mpesa', -100]])
  })

  test('a refund by M-Pesa is a withdrawal of the paybill', () => {
    const refund = (id: number, shillings: number, code = 'UKL4N5P6Q7') =>
      entered(id, -shillings, { kind: 'refund', reference: code, receipt: null })
    const sent = (shillings: number, more: Partial<DayRow> = {}) =>
      onStatement(9, -shillings, { kind: 'withdrawal', receipt: 'UKL4N5P6Q7', ...more })
    expect(compare({ payments: [refund(1, 500)] })).toMatchObject({
      open_cents: 500_00,
      differences: [{ book: 'refunds', kind: 'refund', cents: 500_00, payment: 1 }],
    })
    expect(compare({ payments: [refund(1, 500)], rows: [sent(500)] })).toMatchObject({
      differences: [],
      refunds: { statement: { count: 1, cents: -500_00 }, ledger: { count: 1, cents: -500_00 } },
    })
    expect(kinds({ payments: [refund(1, 500)], rows: [sent(400)] })).toEqual([['amount', 100]])
    const tomorrow = { at: noon(addDays(day, 1)) }
    expect(kinds({ payments: [refund(1, 500)], rows: [sent(500, tomorrow)] })).toEqual([
      ['other_day', 500],
    ])
    // One code for two refunds, and cash.
    const twice = [refund(1, 500), refund(2, 500)]
    expect(kinds({ payments: twice, rows: [sent(500)] })).toEqual([['amount', 500]])
    expect(kinds({ payments: [refund(1, 500, 'Cash')] })).toEqual([])
  })
})
