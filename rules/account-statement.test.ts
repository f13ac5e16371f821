import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountStatement, type Entry } from './account-statement.ts'
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
const sum = (list: Entry[]) => list.reduce((total, { amount }) => total + amount, 0)

test('what was owed, what came to it, what was paid and what is owed add up', () => {
  fc.assert(
    fc.property(entries, day, day, (all, one, other) => {
      const [from, until] = [one, other].toSorted()
      const { opening, rows, charged, credited, closing } = accountStatement(all, {
        from: from ?? null,
        until: until ?? null,
      })
      expect(opening + charged - credited).toBe(closing)
      expect(Math.min(charged, credited)).toBeGreaterThanOrEqual(0)
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
      expect([...first.rows, ...second.rows].map(({ at, amount }) => ({ at, amount }))).toEqual(all)
    }),
  )
})
