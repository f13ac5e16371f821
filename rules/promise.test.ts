import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayEnd, dayStart } from './calendar.ts'
import { type Graded, gradeOf, gradeText } from './grade.ts'
import {
  dueDay,
  expectedDay,
  type HelbRound,
  helbForecast,
  type Instalment,
  planProblem,
  planWording,
  withDueDays,
} from './plan.ts'
import {
  agreedText,
  byWhen,
  countingPayments,
  judge,
  type LedgerPayment,
  mayPromise,
} from './promise.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const START = '2026-11-01'
const dayNumber = fc.integer({ min: 0, max: 40 })
const toDay = (number: number) => addDays(START, number)

/** Money with its fate, which the rules have to find out from the entries. */
const money = fc.record({
  amount: fc.integer({ min: 1, max: 3000 }),
  at: fc.record({ day: dayNumber, hour: fc.integer({ min: 0, max: 23 }) }),
  known_before: fc.boolean(),
  fate: fc.constantFrom('stays', 'stays', 'taken_back', 'restored', 'restored_twice', 'refund'),
})
type Money = typeof money extends fc.Arbitrary<infer Value> ? Value : never

const instantOf = ({ day, hour }: Money['at']) =>
  new Date(dayStart(toDay(day)).getTime() + hour * 3_600_000)

/** Entries as the ledger has them: those known before the agreement, then those after it, then what takes them back. */
function entriesOf(all: Money[]): { entries: LedgerPayment[]; after_payment: number } {
  const entries: LedgerPayment[] = []
  const add = (entry: Omit<LedgerPayment, 'id'>) => {
    entries.push({ id: entries.length + 1, ...entry })
    return entries.length
  }
  const sorted = all.toSorted((one, other) => Number(other.known_before) - Number(one.known_before))
  const ids = sorted.map(({ amount, at, fate }) =>
    add({
      amount: fate === 'refund' ? -amount : amount,
      paid_at: instantOf(at),
      kind: fate === 'refund' ? 'refund' : 'paybill',
      reverses_payment_id: null,
    }),
  )
  for (const [index, { amount, at, fate }] of sorted.entries()) {
    if (fate === 'stays' || fate === 'refund') continue
    const later = dayStart(toDay(60))
    let named = ids[index] ?? 0
    for (let time = fate === 'restored_twice' ? 2 : 1; time > 0; time--) {
      const back = { amount: -amount, paid_at: later, kind: 'correction' }
      named = add({ ...back, reverses_payment_id: named })
      if (fate === 'taken_back') break
      const again = { amount, paid_at: instantOf(at), kind: 'paybill' }
      named = add({ ...again, reverses_payment_id: named })
    }
  }
  return { entries, after_payment: all.filter(({ known_before }) => known_before).length }
}

interface Asked {
  amount: number
  day: string | null
}

/** Worked out apart: what had come in by an instant fills one pot after the other. */
function oracle(all: Money[], parts: Asked[], until: Date | null, now: Date) {
  const counting = all.filter(({ known_before, fate }) => !known_before && fate !== 'taken_back')
  const fill = (before: Date | null) => {
    let left = 0
    for (const { amount, at, fate } of counting) {
      if (before && instantOf(at) >= before) continue
      left += fate === 'refund' ? -amount : amount
    }
    return pots.map(({ amount }) => {
      const into = Math.max(0, Math.min(amount, left))
      left -= into
      return into
    })
  }
  const pots = [
    ...parts.filter(({ day }) => day !== null),
    ...parts.filter(({ day }) => day === null),
  ]
  const dated = pots.filter(({ day }) => day !== null)
  dated.sort((one, other) => String(one.day).localeCompare(String(other.day)))
  pots.splice(0, dated.length, ...dated)
  const inTime = (index: number, before: Date | null) =>
    fill(before)
      .slice(0, index + 1)
      .every((filled, pot) => filled === pots[pot]?.amount)
  const outcomes = pots.map(({ day }, index) => {
    const end = day === null ? null : dayEnd(day)
    const ends = until !== null && (end === null || until.getTime() < end.getTime())
    if (inTime(index, ends ? until : end)) return 'kept'
    if (ends) return 'ended'
    return end !== null && end.getTime() <= now.getTime() ? 'broken' : 'pending'
  })
  const filled = fill(null)
  const missing = pots.reduce((sum, { amount, day }, index) => {
    const isOver = day !== null && dayEnd(day).getTime() <= now.getTime()
    return isOver ? sum + amount - (filled[index] ?? 0) : sum
  }, 0)
  const unpaid = pots.reduce((sum, { amount }, index) => sum + amount - (filled[index] ?? 0), 0)
  return { outcomes, missing, unpaid }
}

const part = fc.record({
  amount: fc.integer({ min: 1, max: 4000 }),
  day: fc.option(dayNumber.map(toDay), { freq: 4 }),
})

test('kept, broken, ended or pending, and what is missing: as pots that are filled one after the other', () => {
  fc.assert(
    fc.property(
      fc.array(money, { maxLength: 8 }),
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.option(dayNumber),
      fc.integer({ min: 0, max: 45 }),
      (all, parts, endsOn, today) => {
        const { entries, after_payment } = entriesOf(all)
        const now = new Date(dayStart(toDay(today)).getTime() + 12 * 3_600_000)
        const until = endsOn === null ? null : new Date(dayStart(toDay(endsOn)).getTime() + 1000)
        const judged = judge({ after_payment, parts, until }, countingPayments(entries), now)
        const expected = oracle(all, parts, until, now)
        expect(judged.parts.map(({ outcome }) => outcome)).toEqual(expected.outcomes)
        expect(judged.missing).toBe(until === null ? expected.missing : 0)
        expect(judged.unpaid).toBe(until === null ? expected.unpaid : 0)
      },
    ),
    { numRuns: 2000 },
  )
})

const instalment = (amount: number, day: string | null, days_after: number | null = null) => ({
  amount,
  day,
  days_after,
  helb_round: days_after === null ? null : 1,
})
const expectedOn = (day: string): HelbRound => ({ round: 1, kind: 'expected', day })
const cameOn = (day: string): HelbRound => ({ round: 1, kind: 'came', day })

describe('HELB', () => {
  const hanging: Instalment = instalment(6000, null, 7)

  test('moves what hangs on it, early, late and never', () => {
    expect(dueDay(hanging, [])).toBeNull()
    expect(dueDay(hanging, [expectedOn('2027-01-20')])).toBeNull()
    expect(expectedDay(hanging, [expectedOn('2027-01-20')])).toBe('2027-01-27')
    expect(dueDay(hanging, [cameOn('2027-01-08')])).toBe('2027-01-15')
    // Another payout changes nothing.
    expect(dueDay(hanging, [{ ...cameOn('2026-09-01'), round: 2 }])).toBeNull()
    expect(dueDay(instalment(1, '2026-12-01'), [cameOn('2027-01-08')])).toBe('2026-12-01')
  })

  test('as long as it has not come nothing is broken, and what moves is broken or kept by its new day', () => {
    fc.assert(
      fc.property(
        fc.array(money, { maxLength: 6 }),
        fc.integer({ min: 1, max: 3000 }),
        dayNumber,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 80 }),
        (all, amount, comes, days_after, today) => {
          const { entries, after_payment } = entriesOf(all)
          const now = dayStart(toDay(today))
          const outcome = (rounds: HelbRound[]) => {
            const parts = withDueDays([instalment(amount, null, days_after)], rounds)
            return judge({ after_payment, parts, until: null }, countingPayments(entries), now)
              .outcome
          }
          expect(['pending', 'kept']).toContain(outcome([expectedOn(toDay(comes))]))
          const fixed = [{ amount, day: toDay(comes + days_after) }]
          expect(outcome([cameOn(toDay(comes))])).toBe(
            judge({ after_payment, parts: fixed, until: null }, countingPayments(entries), now)
              .outcome,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  test('the forecast has what is unpaid and due by the end of its month', () => {
    const parts = [
      { unpaid: 4000, days_after: 7 },
      { unpaid: 2000, days_after: 14 },
      { unpaid: 1000, days_after: null },
    ]
    expect(helbForecast(parts, '2027-01-20')).toEqual({ by: '2027-01-31', shillings: 4000 })
    expect(helbForecast(parts, '2027-01-17')).toEqual({ by: '2027-01-31', shillings: 6000 })
    expect(helbForecast([], '2028-02-01')).toEqual({ by: '2028-02-29', shillings: 0 })
  })
})

describe('a plan', () => {
  test('covers what is owed, on days of the next year', () => {
    const today = '2026-11-25'
    expect(
      planProblem([instalment(3000, today), instalment(6000, null, 7)], 9000, today),
    ).toBeNull()
    expect(plain(planProblem([instalment(8000, today)], 9000, today) ?? '')).toBe(
      'The parts add up to Ksh 8,000, Ksh 1,000 less than the Ksh 9,000 owed.',
    )
    expect(planProblem([instalment(9000, '2026-11-24')], 9000, today)).toMatch(/is over/)
    expect(planProblem([instalment(9000, '2027-11-26')], 9000, today)).toMatch(/up to 25 Nov 2027/)
    expect(planProblem([], 0, today)).toMatch(/Nothing is owed/)
  })

  test('says the same to both sides', () => {
    const parts = [instalment(3000, '2026-12-05'), instalment(6000, null, 7)]
    const when = { owed: 9000, today: '2026-11-25', bills: null }
    const wording = planWording(
      'Amina Otieno',
      'Acacia Court',
      when,
      parts,
      expectedOn('2027-01-20'),
    )
    expect(plain(wording).split('\n').slice(0, 3)).toEqual([
      'Amina Otieno owes Acacia Court Ksh 9,000 on 25 Nov 2026 and will pay it in 2 parts:',
      '1. Ksh 3,000 by 5 Dec 2026',
      '2. Ksh 6,000 within 7 days after HELB comes, expected on 20 Jan 2027',
    ])
    const first = (owed: number) => {
      const bills = { amount: 26_000, by: '2027-01-05' }
      const [line] = planWording('Amina', 'Acacia', { ...when, owed, bills }, parts, null).split(
        '\n',
      )
      return plain(line ?? '')
    }
    expect([first(29_000), first(25_000)]).toEqual([
      'Amina owes Acacia Ksh 3,000 on 25 Nov 2026 and Ksh 26,000 by 5 Jan 2027, and will pay it in 2 parts:',
      // The rest was paid ahead.
      'Amina owes Acacia Ksh 25,000 by 5 Jan 2027 and will pay it in 2 parts:',
    ])
    expect(byWhen({ day: null, days_after: 0 })).toBe('when HELB comes')
    expect(plain(agreedText('plan', { amount: 10, day: '2026-12-05', days_after: null }))).toBe(
      'Under your plan you pay Ksh 10 by 5 Dec 2026.',
    )
  })
})

test('a promise stays within the rules of the residence', () => {
  const now = new Date('2026-11-25T09:00:00Z')
  const rules = { allowed: true, days: 14, percent: 50, per_half_year: 2 }
  const standing = { owed: 6501, has_open: false, made: [] as Date[] }
  expect(mayPromise(rules, standing, now)).toEqual({ most: 3250, last_day: '2026-12-09' })
  expect(mayPromise(rules, { ...standing, owed: 1 }, now)).toMatchObject({ most: 1 })
  expect(mayPromise({ ...rules, allowed: false }, standing, now)).toBe('off')
  expect(mayPromise(rules, { ...standing, owed: 0 }, now)).toBe('nothing_owed')
  expect(mayPromise(rules, { ...standing, has_open: true }, now)).toBe('open')
  const made = [new Date('2026-05-25T09:00:00Z'), new Date('2026-05-26T09:00:00Z')]
  expect(mayPromise(rules, { ...standing, made }, now)).toMatchObject({ most: 3250 })
  expect(mayPromise(rules, { ...standing, made: [...made, now] }, now)).toBe('too_often')
})

describe('the grade', () => {
  const charge = (month: string, amount = 1000) => ({
    at: dayStart(`${month}-01`),
    amount,
    bill: month,
  })
  const pay = (day: string, amount: number) => ({ at: dayStart(day), amount: -amount, bill: null })
  const now = new Date('2026-11-13T09:00:00Z')
  const shown = (graded: Graded | null) => graded && gradeText(graded)

  test('is the average of the days late of the last six bills, in words', () => {
    expect(gradeOf([], now)).toBeNull()
    const entries = [
      charge('2026-09'),
      pay('2026-09-04', 1000),
      charge('2026-10'),
      pay('2026-09-30', 1000),
      charge('2026-11'),
    ]
    expect(shown(gradeOf(entries, now))).toBe(
      'November has been unpaid for 12 days, October was paid on time and September was paid 3 days late. That is 5 days late on average, which is grade B. A is up to 3 days, B up to 7, C up to 14, D up to 30 and E more.',
    )
    const one = [charge('2026-09')]
    expect(shown(gradeOf(one, new Date('2026-10-05T09:00:00Z')))).toBe(
      'September has been unpaid for 34 days. That is 34 days late, which is grade E. A is up to 3 days, B up to 7, C up to 14, D up to 30 and E more.',
    )
    const older = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07']
    const all = older.flatMap((month) => [charge(month), pay(`${month}-01`, 1000)])
    expect(gradeOf(all, now)).toMatchObject({ grade: 'A' })
    expect(gradeOf(all, now)?.bills).toHaveLength(6)
    const average = shown(
      gradeOf(
        [charge('2026-10'), pay('2026-10-04', 1000), charge('2026-11'), pay('2026-11-05', 1000)],
        now,
      ),
    )
    expect(average).toContain('3.5 days late on average, which is grade B.')
  })

  test('is that of somebody who asks on every day whether the bill is paid', () => {
    const entry = fc.oneof(
      fc.record({ day: dayNumber, amount: fc.integer({ min: 1, max: 900 }), bill: fc.boolean() }),
      fc.record({
        day: dayNumber,
        amount: fc.integer({ min: -900, max: -1 }),
        bill: fc.constant(false),
      }),
    )
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (all) => {
        const rows = all.map(({ day, amount, bill }, index) => ({
          at: new Date(dayStart(toDay(day)).getTime() + index),
          amount,
          bill: bill ? toDay(day).slice(0, 7) : null,
        }))
        const sorted = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
        const today = toDay(41)
        const billed = sorted.filter(({ bill }) => bill !== null)
        const late = sorted.flatMap((row, index) => {
          // Charges that follow each other in one bill are paid when the last of them is.
          if (row.bill === null || billed[billed.indexOf(row) + 1]?.bill === row.bill) return []
          const before = sorted
            .slice(0, index + 1)
            .reduce((sum, one) => sum + Math.max(0, one.amount), 0)
          let days = 0
          for (let day = 0; day <= 41; day++) {
            const end = dayEnd(toDay(day))
            if (end <= row.at) continue
            const paid = sorted.reduce(
              (sum, one) => (one.at < end ? sum - Math.min(0, one.amount) : sum),
              0,
            )
            if (paid >= before) break
            if (toDay(day) < today) days++
          }
          return [days]
        })
        const graded = gradeOf(rows, dayStart(today))
        expect(graded?.bills.map(({ days_late }) => days_late) ?? []).toEqual(
          late.slice(-6).toReversed(),
        )
      }),
      { numRuns: 500 },
    )
  })
})
