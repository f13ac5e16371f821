import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, isDay } from './calendar.ts'
import {
  currentStay,
  departureDateError,
  endDateError,
  planStayEnds,
  type StayPeriod,
  startDateError,
  transferDateError,
} from './tenancy.ts'

const today = '2026-11-20'

test('days that exist, and those that do not', () => {
  for (const day of ['2026-11-30', '2028-02-29', '2000-02-29', '2026-12-31']) {
    expect(isDay(day), day).toBe(true)
  }
  for (const day of [
    '2026-11-31',
    '2027-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-1-1',
    '',
    '20/11/2026',
    '1826-01-01',
    '2026-11-20T00:00:00Z',
  ]) {
    expect(isDay(day), day).toBe(false)
  }
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-11-20', 24, '2028-11-20'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s and %i months: %s', (day, count, expected) => {
  expect(addMonths(day, count)).toBe(expected)
})

describe('requested dates', () => {
  test.each([
    ['2026-11-19', 'Choose today or a later day.'],
    ['2026-11-20', null],
    ['2028-11-20', null],
    ['2028-11-21', 'Choose a day within two years, by 20 Nov 2028.'],
  ])('a start on %s: %s', (start, expected) => {
    expect(startDateError(start, today)).toBe(expected)
  })

  test.each([
    ['2026-10-19', 'Choose 20 Oct 2026 or a later day.'],
    ['2026-10-20', null],
    ['2028-11-21', 'Choose a day within two years, by 20 Nov 2028.'],
  ])('a start on %s, entered by staff: %s', (start, expected) => {
    expect(startDateError(start, today, true)).toBe(expected)
  })

  test.each([
    ['2026-11-20', 'Choose a day after the start date.'],
    ['2026-11-21', null],
    ['2033-11-20', null],
    ['2033-11-21', 'Choose a day within seven years, by 20 Nov 2033.'],
  ])('an end on %s: %s', (end, expected) => {
    expect(endDateError(end, today)).toBe(expected)
  })

  const stay = { from_day: '2026-10-01' }
  test.each([
    ['2026-09-30', 'They have had this room since 1 Oct 2026. Choose that day or a later one.'],
    ['2026-10-01', null],
    ['2026-12-31', null],
    ['2029-01-01', 'Choose a day within two years, by 20 Nov 2028.'],
  ])('a departure on %s: %s', (departure, expected) => {
    expect(departureDateError(departure, stay, today)).toBe(expected)
  })

  test.each([
    [
      '2026-09-30',
      null,
      'They have had this room since 1 Oct 2026. Choose that day or a later one.',
    ],
    ['2026-10-01', null, null],
    ['2026-12-31', '2026-12-31', 'They leave on 31 Dec 2026. Choose an earlier day.'],
    ['2026-12-30', '2026-12-31', null],
  ])('a transfer on %s of somebody who leaves on %s: %s', (transfer, last, expected) => {
    expect(transferDateError(transfer, stay, last, today)).toBe(expected)
  })
})

/** A tenancy of some stays, one after the other; the last may be without an end. */
const tenancies = fc
  .record({
    gaps: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 5 }),
    open: fc.boolean(),
    now: fc.integer({ min: -60, max: 220 }),
    cut: fc.integer({ min: 0, max: 260 }),
  })
  .map(({ gaps, open, now, cut }) => {
    const dayAt = (at: number) =>
      new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
    let at = 0
    const stays: StayPeriod[] = gaps.map((length, index) => {
      const from_day = dayAt(at)
      at += length
      const last = index === gaps.length - 1
      return { id: index + 1, from_day, until_day: last && open ? null : dayAt(at) }
    })
    return { stays, now: dayAt(now), cut: dayAt(cut) }
  })

const held = (stays: StayPeriod[], day: string) =>
  stays.filter((stay) => stay.from_day <= day && (stay.until_day === null || day < stay.until_day))

test('after cutting, no room is held from that day on, and nothing before it has changed', () => {
  fc.assert(
    fc.property(tenancies, ({ stays, now, cut }) => {
      const current = currentStay(stays, now)
      fc.pre(current !== undefined && cut >= current.from_day)
      if (!current) return
      const { shortened, cancelled } = planStayEnds(stays, current, cut)
      const after = stays
        .filter((stay) => !cancelled.includes(stay))
        .map((stay) => (shortened.includes(stay) ? { ...stay, until_day: cut } : stay))
      for (const stay of after)
        expect(stay.until_day !== null && stay.until_day >= stay.from_day).toBe(true)
      for (let at = 0; at < 260; at++) {
        const day = new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
        const ids = held(after, day).map((stay) => stay.id)
        expect(ids).toEqual(day < cut ? held(stays, day).map((stay) => stay.id) : [])
      }
      expect(after).toContainEqual(expect.objectContaining({ id: current.id }))
    }),
  )
})

test('the current stay is the one of today, else the first to come', () => {
  const stays = [
    { id: 1, from_day: '2026-10-01', until_day: '2026-12-01' },
    { id: 2, from_day: '2026-12-01', until_day: '2027-01-01' },
  ]
  expect(currentStay(stays, '2026-11-30')?.id).toBe(1)
  expect(currentStay(stays, '2026-12-01')?.id).toBe(2)
  expect(currentStay(stays, '2026-09-01')?.id).toBe(1)
  expect(currentStay(stays, '2027-01-01')).toBeUndefined()
})
