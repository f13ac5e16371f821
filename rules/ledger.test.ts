import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { monthOf, monthStart, nextMonth } from './calendar.ts'
import {
  announcedRate,
  balance,
  cutByRate,
  firstMonthOfNewRent,
  firstRent,
  nextRent,
  type RoomRate,
  rentDifferences,
  rentDue,
  reversalOf,
  type Stay,
} from './ledger.ts'

const month = '2026-11'
const anyMonth = fc.constantFrom('2026-08', '2026-09', '2026-10', '2026-11')
const charge = fc.record({ month: anyMonth, amount: fc.integer({ min: -9000, max: 9000 }) })
const instant = fc.date({
  min: new Date('2026-08-01T00:00:00Z'),
  max: new Date('2026-11-30T20:00:00Z'),
  noInvalidDate: true,
})
const payment = fc.record({ amount: fc.integer({ min: -9000, max: 9000 }), paid_at: instant })
const sum = (entries: { amount: number }[]) => entries.reduce((all, { amount }) => all + amount, 0)

describe('balance', () => {
  test('is charges minus payments, and its three parts add up to it', () => {
    fc.assert(
      fc.property(fc.array(charge), fc.array(payment), (charges, payments) => {
        const { brought_forward, this_month, paid_this_month, due } = balance(
          charges,
          payments,
          month,
        )
        expect(due).toBe(sum(charges) - sum(payments))
        expect(brought_forward + this_month - paid_this_month).toBe(due)
      }),
    )
  })

  test('does not depend on the order of entries', () => {
    const shuffled = fc
      .tuple(fc.array(charge), fc.array(payment))
      .chain(([charges, payments]) =>
        fc.tuple(
          fc.constant({ charges, payments }),
          fc.shuffledSubarray(charges, { minLength: charges.length }),
          fc.shuffledSubarray(payments, { minLength: payments.length }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([first, charges, payments]) => {
        expect(balance(charges, payments, month)).toEqual(
          balance(first.charges, first.payments, month),
        )
      }),
    )
  })

  test('a correction and its opposite change nothing', () => {
    fc.assert(
      fc.property(fc.array(charge), charge, (charges, extra) => {
        const both = [...charges, extra, { ...extra, amount: -extra.amount }]
        expect(balance(both, [], month).due).toBe(balance(charges, [], month).due)
      }),
    )
  })

  test('a payment that is taken back changes no month but the one in which that is done', () => {
    fc.assert(
      fc.property(fc.array(charge), fc.array(payment), payment, (charges, payments, wrong) => {
        const now = new Date('2026-11-22T09:00:00Z')
        const both = [...payments, wrong, reversalOf(wrong, now)]
        expect(balance(charges, both, month).due).toBe(balance(charges, payments, month).due)
        const october = [...payments, wrong].filter(({ paid_at }) => monthOf(paid_at) < month)
        expect(balance(charges, both, month).brought_forward).toBe(
          balance(charges, october, month).brought_forward,
        )
      }),
    )
  })

  test('a payment belongs to its Nairobi month', () => {
    const lastMinute = { amount: 100, paid_at: new Date('2026-10-31T20:59:59Z') }
    const firstMinute = { amount: 100, paid_at: new Date('2026-10-31T21:00:00Z') }
    expect(balance([], [lastMinute], month)).toMatchObject({
      brought_forward: -100,
      paid_this_month: 0,
    })
    expect(balance([], [firstMinute], month)).toMatchObject({
      brought_forward: 0,
      paid_this_month: 100,
    })
  })

  test('a later charge is not due yet', () => {
    expect(balance([{ month: '2026-12', amount: 6500 }], [], month).due).toBe(0)
  })
})

describe('rent', () => {
  const stay = (from_day: string, until_day: string | null, rate = 6500): Stay => ({
    from_day,
    until_day,
    rate,
  })

  test.each<[string, Stay[], string, { month: string; amount: number }[]]>([
    ['nothing before the move-in day', [stay('2026-11-21', null)], '2026-11-20', []],
    [
      'a full month at move-in',
      [stay('2026-11-20', null)],
      '2026-11-20',
      [{ month: '2026-11', amount: 6500 }],
    ],
    [
      'one charge a month',
      [stay('2026-09-15', null)],
      '2026-11-01',
      ['2026-09', '2026-10', '2026-11'].map((one) => ({ month: one, amount: 6500 })),
    ],
    [
      'not for a month that begins after leaving',
      [stay('2026-10-05', '2026-11-01')],
      '2026-11-20',
      [{ month: '2026-10', amount: 6500 }],
    ],
    [
      'for the room held on the 1st after a transfer',
      [stay('2026-10-01', '2026-10-10', 6000), stay('2026-10-10', null, 8000)],
      '2026-11-20',
      [
        { month: '2026-10', amount: 6000 },
        { month: '2026-11', amount: 8000 },
      ],
    ],
    [
      '29 February',
      [stay('2028-02-29', null)],
      '2028-03-01',
      [
        { month: '2028-02', amount: 6500 },
        { month: '2028-03', amount: 6500 },
      ],
    ],
    [
      'back after some months away: on the day, and for the new room',
      [stay('2026-06-10', '2026-07-05'), stay('2026-10-12', null, 8000)],
      '2026-11-20',
      [
        { month: '2026-06', amount: 6500 },
        { month: '2026-07', amount: 6500 },
        { month: '2026-10', amount: 8000 },
        { month: '2026-11', amount: 8000 },
      ],
    ],
    [
      'not before the day they are back',
      [stay('2026-06-10', '2026-07-05'), stay('2026-11-21', null, 8000)],
      '2026-11-20',
      [
        { month: '2026-06', amount: 6500 },
        { month: '2026-07', amount: 6500 },
      ],
    ],
    [
      'away and back within a month: once',
      [stay('2026-10-10', '2026-11-05'), stay('2026-11-12', null, 8000)],
      '2026-11-20',
      [
        { month: '2026-10', amount: 6500 },
        { month: '2026-11', amount: 6500 },
      ],
    ],
    ['no stay, no rent', [], '2026-11-20', []],
  ])('%s', (_, stays, today, charges) => {
    expect(rentDue(stays, today)).toEqual(charges)
  })

  test('half a shilling of a month by days counts as one', () => {
    expect(firstRent('2026-02-12', 42, 'pro_rata').amount).toBe(26)
    expect(firstRent('2026-02-12', 350, 'pro_rata').amount).toBe(213)
  })

  test.each([
    ['2026-11-01', 6500],
    ['2026-11-16', 3250],
    ['2026-11-30', 217],
    ['2028-02-29', 224],
  ])('by days from %s: %s, and the full rent from then on', (day, first) => {
    const [one, next] = rentDue([stay(day, null)], '2028-04-01', 'pro_rata')
    expect(one?.amount).toBe(first)
    expect(firstRent(day, 6500, 'pro_rata')).toEqual(one)
    expect(firstRent(day, 6500, 'full').amount).toBe(6500)
    expect(next?.amount).toBe(6500)
  })

  test('a stay of no days costs nothing; the room that replaced it does', () => {
    const none = { ...stay('2026-11-20', '2026-11-20'), rate: 9000 }
    expect(rentDue([none], '2027-01-31')).toEqual([])
    const instead = { ...stay('2026-11-20', '2026-12-15'), rate: 7000 }
    expect(rentDue([none, instead], '2027-01-31')).toEqual([
      { month: '2026-11', amount: 7000 },
      { month: '2026-12', amount: 7000 },
    ])
  })

  test.each([
    // Transfer, in the room since, today, first month at the new rent.
    ['2026-11-22', '2026-10-01', '2026-11-22', '2026-12'],
    ['2026-10-01', '2026-10-01', '2026-11-22', '2026-12'],
    ['2026-12-01', '2026-10-01', '2026-11-22', '2026-12'],
    ['2026-12-05', '2026-10-01', '2026-11-22', '2027-01'],
    ['2026-12-05', '2026-12-05', '2026-11-22', '2026-12'],
    ['2026-12-20', '2026-12-05', '2026-11-22', '2027-01'],
    ['2026-11-01', '2026-10-01', '2026-11-01', '2026-12'],
  ])('a transfer on %s, in the room since %s, on %s: the new rent from %s', (...days) => {
    const [transfer, from, today, month] = days
    expect(firstMonthOfNewRent(transfer, from, today)).toBe(month)
  })

  test('posting day by day and posting at once give the same charges', () => {
    const day = fc
      .integer({ min: 0, max: 120 })
      .map((days) => new Date(Date.UTC(2026, 7, 1 + days)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.option(day), day, (from_day, until_day, today) => {
        fc.pre(until_day === null || until_day > from_day)
        const stays = [stay(from_day, until_day)]
        const posted = new Map<string, number>()
        for (
          let at = Date.UTC(2026, 7, 1);
          new Date(at).toISOString().slice(0, 10) <= today;
          at += 86_400_000
        ) {
          for (const due of rentDue(stays, new Date(at).toISOString().slice(0, 10))) {
            expect(posted.get(due.month) ?? due.amount).toBe(due.amount)
            posted.set(due.month, due.amount)
          }
        }
        expect([...posted]).toEqual(rentDue(stays, today).map((due) => [due.month, due.amount]))
      }),
    )
  })
})

describe('Nairobi months', () => {
  test('begin three hours before UTC', () => {
    expect(monthStart('2026-11').toISOString()).toBe('2026-10-31T21:00:00.000Z')
    expect(nextMonth('2026-12')).toBe('2027-01')
  })

  test('every instant lies between the start of its month and the next', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const its = monthOf(at)
        expect(monthStart(its).getTime()).toBeLessThanOrEqual(at.getTime())
        expect(monthStart(nextMonth(its)).getTime()).toBeGreaterThan(at.getTime())
      }),
    )
  })
})

const anyDay = fc
  .integer({ min: 0, max: 300 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10))
const anyRates = fc
  .uniqueArray(fc.record({ from_day: anyDay, rate: fc.integer({ min: 1, max: 9000 }) }), {
    selector: ({ from_day }) => from_day,
    maxLength: 5,
  })
  .map((rates) => [{ from_day: '-infinity', rate: 5000 }, ...rates])

describe('a stay, cut where the rent of its room changes', () => {
  const rateOn = (rates: { from_day: string; rate: number }[], day: string) =>
    rates
      .filter(({ from_day }) => from_day <= day)
      .toSorted((one, other) => (one.from_day < other.from_day ? 1 : -1))[0]?.rate

  test('has on each of its days the rent that holds then, and no other days', () => {
    fc.assert(
      fc.property(anyDay, fc.option(anyDay), anyRates, anyDay, (from_day, until, rates, day) => {
        const until_day = until !== null && until > from_day ? until : null
        const parts = cutByRate({ from_day, until_day }, rates)
        const on = parts.filter(
          (part) => part.from_day <= day && (part.until_day === null || day < part.until_day),
        )
        const isLived = from_day <= day && (until_day === null || day < until_day)
        expect(on.map(({ rate }) => rate)).toEqual(isLived ? [rateOn(rates, day)] : [])
      }),
    )
  })

  test('is charged what holds on the 1st, or on the first day', () => {
    fc.assert(
      fc.property(anyDay, anyRates, anyDay, (from_day, rates, today) => {
        const charges = rentDue(cutByRate({ from_day, until_day: null }, rates), today)
        for (const { month, amount } of charges) {
          const day = `${month}-01` > from_day ? `${month}-01` : from_day
          expect(amount).toBe(rateOn(rates, day))
        }
        const flat = rentDue([{ from_day, until_day: null, rate: 1 }], today)
        expect(charges.map(({ month }) => month)).toEqual(flat.map(({ month }) => month))
      }),
    )
  })

  const change = fc.record({
    from: anyDay,
    rate: fc.integer({ min: 1, max: 9999 }),
    correct: fc.boolean(),
    rule: fc.constantFrom('full' as const, 'pro_rata' as const),
  })
  type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

  /** A month's rent is charged by the rule of its day; then rents are entered, with or without corrections. */
  function enter(from_day: string, today: string, changes: Change[]) {
    let rates: RoomRate[] = [{ from_day: '-infinity', rate: 6500 }]
    const stays = () => cutByRate({ from_day, until_day: null }, rates)
    const charged = rentDue(stays(), today, 'full').map((one) => ({
      ...one,
      first_month: 'full' as const,
    }))
    const differences = ({ from, rule }: Change) => {
      const until = rates.map((one) => one.from_day).filter((day) => day > from)
      const end = until.sort()[0] ?? null
      const isMeant = (_: Stay, day: string) => day >= from && (end === null || day < end)
      return rentDifferences(stays(), charged, { today, firstMonth: rule }, isMeant)
    }
    for (const entered of changes) {
      const { from, rate, correct } = entered
      rates = [...rates.filter((one) => one.from_day !== from), { from_day: from, rate }]
      if (!correct) continue
      for (const { month, after } of differences(entered)) {
        const one = charged.find((charge) => charge.month === month)
        if (one) one.amount = after
      }
    }
    return { rates, charged, stays: stays(), differences }
  }

  test('is what its rents make due once each change was corrected, whatever was entered before', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.array(change), (from_day, today, changes) => {
        const all = changes.map((one) => ({ ...one, correct: true }))
        const { charged, stays } = enter(from_day, today, all)
        expect(charged.map(({ month, amount }) => ({ month, amount }))).toEqual(
          rentDue(stays, today, 'full'),
        )
      }),
    )
  })

  test('is corrected later, too, and once only', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.array(change), change, (from_day, today, changes, last) => {
        const { charged, rates, stays, differences } = enter(from_day, today, [
          ...changes,
          { ...last, correct: true },
        ])
        expect(differences(last)).toEqual([])
        const due = rentDue(stays, today, 'full')
        const until = rates.map((one) => one.from_day).filter((day) => day > last.from)
        for (const { month, amount } of charged) {
          const day = `${month}-01` > from_day ? `${month}-01` : from_day
          if (day < last.from || until.some((end) => end <= day)) continue
          expect(amount).toBe(due.find((one) => one.month === month)?.amount)
        }
      }),
    )
  })

  test('of a month that was charged by another rule differs only when its rent does', () => {
    const stay = { from_day: '2026-10-25', until_day: null, rate: 6500 }
    const charged = [{ month: '2026-10', amount: 6500, first_month: 'full' as const }]
    const now = { today: '2026-11-22', firstMonth: 'pro_rata' as const }
    const differences = (rate: number) =>
      rentDifferences([{ ...stay, rate }], charged, now, () => true)
    expect(differences(6500)).toEqual([])
    expect(differences(9000)).toMatchObject([{ month: '2026-10', before: 6500, after: 9000 }])
  })
})

describe('an announced rent', () => {
  const announced = (planned: RoomRate[], until: string | null = null) =>
    announcedRate(6500, planned, until)
  test('is the one that holds on the day of its first charge', () => {
    const planned = [
      { from_day: '2026-12-15', rate: 7000 },
      { from_day: '2027-01-01', rate: 8500 },
    ]
    expect(announced(planned)).toEqual({ rate: 8500, from: '2027-01-01' })
    expect(announced(planned, '2027-01-01')).toBeNull()
    expect(announced(planned.slice(0, 1))).toEqual({ rate: 7000, from: '2027-01-01' })
  })
  test('is not the rent of today', () => {
    const planned = [
      { from_day: '2026-12-01', rate: 6500 },
      { from_day: '2027-02-01', rate: 7000 },
    ]
    expect(announced(planned)).toEqual({ rate: 7000, from: '2027-02-01' })
    expect(announced([])).toBeNull()
  })
})

describe('the next rent', () => {
  const today = '2026-11-22'
  const rooms = (
    rate: number | null,
    leaves_on: string | null = null,
    next: string | null = null,
  ) => ({
    rate,
    leaves_on,
    next_room: next ? { rate: 7250, from: next, charged: false } : null,
    next_rate: null,
  })
  test.each([
    ['of a room is due on the 1st', rooms(6500), { day: '2026-12-01', amount: 6500 }],
    [
      'is the next room’s from the day of the move',
      rooms(6500, null, '2026-12-01'),
      { day: '2026-12-01', amount: 7250 },
    ],
    [
      'is not the next room’s before',
      rooms(6500, null, '2026-12-02'),
      { day: '2026-12-01', amount: 6500 },
    ],
    ['is not due for a room that is left by then', rooms(6500, '2026-12-01'), null],
    [
      'is due for a room that is left later',
      rooms(6500, '2026-12-02'),
      { day: '2026-12-01', amount: 6500 },
    ],
    [
      'of a future room is due when its tenant moves in',
      rooms(null, null, '2027-01-15'),
      { day: '2027-01-15', amount: null },
    ],
    [
      'of somebody who moves back in, in a month that is charged, is that of the next one',
      {
        ...rooms(null),
        next_room: { rate: 7250, from: '2026-11-28', charged: true },
      },
      { day: '2026-12-01', amount: 7250 },
    ],
    [
      'is not due for somebody who moves back in and leaves before it',
      {
        ...rooms(null, '2026-12-01'),
        next_room: { rate: 7250, from: '2026-11-28', charged: true },
      },
      null,
    ],
    ['is not due without a room', rooms(null), null],
    [
      'is the announced one from its day on',
      { ...rooms(6500), next_rate: { rate: 7000, from: '2026-12-01' } },
      { day: '2026-12-01', amount: 7000 },
    ],
    [
      'is not the announced one before',
      { ...rooms(6500), next_rate: { rate: 7000, from: '2027-01-01' } },
      { day: '2026-12-01', amount: 6500 },
    ],
    [
      'is the next room’s, not the one announced for the present room',
      { ...rooms(6500, null, '2026-12-01'), next_rate: { rate: 7000, from: '2026-12-01' } },
      { day: '2026-12-01', amount: 7250 },
    ],
  ])('%s', (_, given, expected) => {
    expect(nextRent(given, today)).toEqual(expected)
  })
  test('is what will be charged next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 9000 }),
        (number, rate) => {
          const start = `2026-${String(number).padStart(2, '0')}-15`
          const stays = [{ from_day: start, until_day: null, rate }]
          const next = nextRent(rooms(rate), start)
          const before = rentDue(stays, start).length
          expect(rentDue(stays, next?.day ?? '').slice(before)).toEqual([
            { month: next?.day.slice(0, 7), amount: next?.amount },
          ])
        },
      ),
    )
  })
})
