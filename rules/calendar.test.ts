import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayOf,
  formatDateTime,
  formatLongDay,
  formatRecent,
  formatTime,
  fromMpesaTime,
  isoTime,
  monthName,
  monthOf,
  monthStart,
  monthsBetween,
  nextMonth,
  previousMonth,
  timeAgo,
  toMpesaTime,
} from './calendar.ts'

const evening = new Date('2026-11-05T16:42:31Z')
const lastSecond = new Date('2026-12-31T20:59:59Z')
const newYear = new Date('2026-12-31T21:00:00Z')

describe('days and months are those of Nairobi', () => {
  it('begins a day, a month and a year at 21:00 UTC', () => {
    expect([dayOf(lastSecond), monthOf(lastSecond)]).toEqual(['2026-12-31', '2026-12'])
    expect([dayOf(newYear), monthOf(newYear)]).toEqual(['2027-01-01', '2027-01'])
    expect(monthStart('2027-01')).toEqual(newYear)
  })

  it('writes days and times as Date does', () => {
    const instants = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2200-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (instant) => {
        expect(isoTime(instant)).toBe(instant.toISOString().replace(/\.\d+/, ''))
        const inNairobi = new Date(instant.getTime() + 3 * 60 * 60 * 1000)
        expect(dayOf(instant)).toBe(inNairobi.toISOString().slice(0, 10))
      }),
    )
    expect(() => dayOf(new Date(Number.NaN))).toThrow(RangeError)
    expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError)
  })

  it('steps over the end of a year', () => {
    expect(nextMonth('2026-12')).toBe('2027-01')
    expect(previousMonth('2027-01')).toBe('2026-12')
    expect(monthsBetween('2026-11', '2027-02')).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
    ])
    expect(monthsBetween('2027-02', '2026-11')).toEqual([])
    // No month comes after these: counting up to one would never end.
    for (const end of ['', 'a', 'NaN', '2026-13', '99999-01'])
      expect(() => monthsBetween('2026-11', end)).toThrow(RangeError)
  })
})

describe('how dates are written', () => {
  it.each([
    [evening, '5 Nov 2026, 19:42', 'Thursday 5 November'],
    [lastSecond, '31 Dec 2026, 23:59', 'Thursday 31 December'],
    [newYear, '1 Jan 2027, 00:00', 'Friday 1 January'],
    [new Date('2026-09-30T05:05:00Z'), '30 Sep 2026, 08:05', 'Wednesday 30 September'],
  ])('%s', (instant, short, long) => {
    expect(formatDateTime(instant)).toBe(short)
    expect(formatLongDay(instant)).toBe(long)
  })

  it('names a month and a time', () => {
    expect(monthName('2026-09')).toBe('September')
    const now = new Date('2026-11-20T10:00:00Z')
    expect(
      [30, 60, 150, 3600, 2 * 3600, 86_400].map((s) =>
        timeAgo(new Date(now.getTime() - s * 1000), now),
      ),
    ).toEqual([
      ...[
        'just now',
        'a minute ago',
        '2 minutes ago',
        'an hour ago',
        '2 hours ago',
        'on 19 Nov 2026',
      ],
    ])
    expect(formatTime(evening)).toBe('19:42')
  })
})

describe('how M-Pesa writes an instant', () => {
  it('is Nairobi time in one run of digits', () => {
    expect(toMpesaTime(evening)).toBe('20261105194231')
    expect(fromMpesaTime('20261105194231')).toEqual(evening)
    expect(fromMpesaTime(20261105194231)).toEqual(evening)
  })

  it.each(['', '2026110519423', '20261305194231', null, undefined])('refuses %s', (stamp) => {
    expect(fromMpesaTime(stamp)).toBeNull()
  })
})

it('a recent time has a year only when it is another one', () => {
  const instant = new Date('2026-12-31T20:25:00Z')
  expect(formatRecent(instant, new Date('2026-12-31T20:30:00Z'))).toBe('31 Dec, 23:25')
  expect(formatRecent(instant, new Date('2026-12-31T21:00:00Z'))).toBe('31 Dec 2026, 23:25')
})
