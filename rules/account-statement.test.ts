import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountStatement,
  balanceInColumn,
  type Entry,
  entryName,
  statementFacts,
  takenBackText,
  takesBackText,
} from './account-statement.ts'
import { type Day, dayOf } from './calendar.ts'

const entries = fc
  .array(
    fc.record({
      at: fc.date({
        min: new Date('2026-01-01T00:00:00Z'),
        max: new Date('2026-12-31T00:00:00Z'),
        noInvalidDate: true,
      }),
      amount: fc.integer({ min: -20_000, max: 20_000 }),
      kind: fc.constantFrom('rent', 'waiver', 'late_fee', 'paybill', 'refund', 'correction'),
      named_kind: fc.constantFrom(null, 'paybill', 'refund'),
      is_again: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
const day = fc
  .date({
    min: new Date('2025-12-01T00:00:00Z'),
    max: new Date('2027-01-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map(dayOf)
const dayAfter = (one: Day) => dayOf(new Date(Date.parse(`${one}T12:00:00Z`) + 86_400_000))
const sum = (list: Pick<Entry, 'amount'>[]) => list.reduce((total, { amount }) => total + amount, 0)

test('what was owed, what came to it, what was paid and what is owed add up', () => {
  fc.assert(
    fc.property(entries, day, day, (all, one, other) => {
      const [from, until] = [one, other].toSorted()
      const { opening, rows, charged, credited, sums, closing } = accountStatement(all, {
        from: from ?? null,
        until: until ?? null,
      })
      expect(opening + charged - credited).toBe(closing)
      expect(Math.min(charged, credited, ...Object.values(sums))).toBeGreaterThanOrEqual(0)
      expect(sums.charged + sums.taken_back + sums.given_back).toBe(charged)
      expect(sums.taken_off + sums.paid + sums.credited_again).toBe(credited)
      expect(rows.at(-1)?.balance ?? opening).toBe(closing)
      expect(opening + sum(rows)).toBe(closing)
    }),
  )
})

test('statements of days that follow one another follow one another, and leave nothing out', () => {
  fc.assert(
    fc.property(entries, day, (all, until) => {
      const first = accountStatement(all, { from: null, until })
      const second = accountStatement(all, { from: dayAfter(until), until: null })
      expect(second.opening).toBe(first.closing)
      expect(second.closing).toBe(sum(all))
      expect([...first.rows, ...second.rows].map(({ balance, ...row }) => row)).toEqual(all)
    }),
  )
})

test('a statement says what was paid once, and of what was taken back and credited again how much', () => {
  const entry = (day: number, amount: number, kind: Entry['kind']) => ({
    ...{ at: new Date(Date.UTC(2026, 10, day, 9)), amount, kind },
    ...{ named_kind: null, is_again: false },
  })
  const statement = accountStatement(
    [
      entry(1, 6000, 'rent'),
      entry(2, -6000, 'paybill'),
      { ...entry(3, 6000, 'correction'), named_kind: 'paybill' as const },
      { ...entry(4, -6000, 'paybill'), is_again: true },
      entry(5, -500, 'waiver'),
    ],
    { from: null, until: '2026-11-30' },
  )
  expect(statement.rows.map(({ balance }) => balanceInColumn(balance))).toEqual([
    '6,000',
    '0',
    '6,000',
    '0',
    '500 credit',
  ])
  const facts = statementFacts({ ...statement, from: null, until: '2026-11-30' })
  expect(facts.slice(1)).toEqual([
    { label: 'Rent and fees', value: 'Ksh\u00a06,000' },
    { label: 'Waivers and corrections', value: 'Ksh\u00a0500' },
    { label: 'Payments', value: 'Ksh\u00a06,000' },
    { label: 'Payments taken back', value: 'Ksh\u00a06,000' },
    { label: 'Payments credited again', value: 'Ksh\u00a06,000' },
    { label: 'Balance on 30 Nov 2026', value: 'Ksh\u00a0500 credit' },
  ])
})

test('an entry names the one that it takes back', () => {
  const at = new Date('2026-11-12T09:00:00Z')
  const waiver = { kind: 'waiver', at, receipt_number: null } as const
  expect(entryName('charge_correction', '2026-11', waiver)).toBe('Waiver taken back, November')
  expect(entryName('correction', null, { kind: 'cash' })).toBe('Cash payment taken back')
  // A payment that counts again names the correction.
  expect(entryName('paybill', null, { kind: 'correction' }, null, true)).toBe(
    'Paybill payment, credited again',
  )
  expect(entryName('correction', null)).toBe('Correction')
  expect(entryName('fee', '2026-11', null, 'Key')).toBe('Key, November')
  expect(entryName('fee', '2026-11', { kind: 'fee' }, 'Key')).toBe('Key taken back, November')
  expect(entryName('late_fee', '2026-10')).toBe('Late fee, October')
  expect(entryName('late_fee', '2026-10', { kind: 'late_fee' })).toBe(
    'Late fee taken back, October',
  )
  expect(entryName('waiver', '2026-11', null, 'Key')).toBe('Key waived, November')
  expect(entryName('fee', '2026-11', { kind: 'waiver' }, 'Key')).toBe(
    'Waiver of Key taken back, November',
  )
  expect(takesBackText(waiver)).toBe('Takes back the waiver of 12 Nov 2026')
  expect(takesBackText({ kind: 'cash', at, receipt_number: 'R000124' })).toBe('Takes back R000124')
  expect(takenBackText(at)).toBe('Taken back on 12 Nov 2026')
})
