import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getMoneyOfMonth,
  getOverview,
  listOverviewEntries,
  type Overview,
} from '#contract/overview.ts'
import { listRooms } from '#contract/tenants.ts'
import { dayOf, monthOf } from '#rules/calendar.ts'
import { OPENING_BALANCE } from '#rules/ledger.ts'
import { ages, arrearsByAge } from '#rules/overview.ts'
import { expectPages } from '../testing/pages.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const now = new Date('2026-03-20T09:00:00Z')
const today = dayOf(now)
const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03']
/** Often at the ends of days and months in Nairobi. */
const instant = fc.constantFrom(
  ...['2025-11-01T06:00:00Z', '2025-12-31T20:59:59.999Z', '2025-12-31T21:00:00Z'],
  ...['2026-01-15T12:00:00Z', '2026-02-10T20:59:59.999Z', '2026-02-10T21:00:00Z'],
  ...['2026-02-28T21:00:00Z', '2026-03-19T08:00:00Z', '2026-03-20T08:00:00Z'],
)
const nonZero = (min: number) => fc.integer({ min, max: 9000 }).filter((amount) => amount !== 0)
const account = fc.record({
  charges: fc.array(
    fc.record({ month: fc.constantFrom(...months), amount: nonZero(-3000), entered: instant }),
    { maxLength: 8 },
  ),
  payments: fc.array(
    fc.record({
      amount: nonZero(-2000),
      purpose: fc.constantFrom('rent' as const, 'rent' as const, 'wifi' as const),
      paid: instant,
      /** By M-Pesa's clock, which counts for the month. */
      receipt: fc.oneof(fc.constantFrom(null, 'unknown' as const), instant),
      entered: instant,
    }),
    { maxLength: 6 },
  ),
})
type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never

/** What is true of the accounts at the end of a day, entry by entry. */
function recompute(accounts: Map<number, Account>, day: string) {
  const was = (entered: string) => day === today || dayOf(new Date(entered)) <= day
  const month = day.slice(0, 7)
  const paidIn = ({ receipt, paid }: Account['payments'][number]) =>
    monthOf(new Date(receipt === 'unknown' ? paid : (receipt ?? paid)))
  const known = [...accounts].map(([id, { charges, payments }]) => ({
    id,
    charges: charges.filter(({ entered }) => was(entered)),
    payments: payments.filter(({ entered }) => was(entered)),
  }))
  const total = (rows: { amount: number }[]) => rows.reduce((all, row) => all + row.amount, 0)
  const inMonth = (purpose: 'rent' | 'wifi', one: string) =>
    total(
      known
        .flatMap(({ payments }) => payments)
        .filter((payment) => payment.purpose === purpose && paidIn(payment) === one),
    )
  const debtors = known
    .map(({ id, charges, payments }) => {
      const rent = payments.filter(({ purpose }) => purpose === 'rent')
      const owed = total(charges.filter((one) => one.month <= month)) - total(rent)
      return { id, owed, ...arrearsByAge(charges, rent, month) }
    })
    .filter(({ owed }) => owed > 0)
    .sort((one, other) => other.owed - one.owed || one.id - other.id)
  /** The rent of a month that is owed when the oldest month is settled first. */
  const unpaidOf = (one: string) =>
    total(
      known.map(({ charges, payments }) => {
        const due = charges.filter((charge) => charge.month <= month)
        let purse = total(payments.filter(({ purpose }) => purpose === 'rent'))
        const sums = months.map((of) => total(due.filter((charge) => charge.month === of)))
        for (const sum of sums) purse -= Math.min(0, sum)
        let amount = 0
        for (const [index, sum] of sums.entries()) {
          if (months[index] === one) {
            amount = Math.max(0, Math.min(sum, Math.max(0, sum) - purse))
          }
          purse -= Math.max(0, sum)
        }
        return { amount }
      }),
    )
  return {
    unpaidOf,
    due: total(known.flatMap(({ charges }) => charges).filter((one) => one.month === month)),
    debtors,
    months: months
      .filter((one) => one <= month)
      .map((one) => ({
        month: one,
        due: total(known.flatMap(({ charges }) => charges).filter((row) => row.month === one)),
        collected: inMonth('rent', one),
        wifi: inMonth('wifi', one),
      })),
  }
}

describe.each(databaseOfTier())('the overview on %s', (kind) => {
  let server: TestServer
  let staff: Caller
  let company_id: number
  let others = 0

  beforeAll(async () => {
    server = await startServer(kind, {}, () => now)
    ;({ company_id, staff } = await addResidence())
  })
  afterAll(() => endServer(server))

  async function addResidence() {
    const { db } = server.running.context
    const slug = `overview-${++others}`
    const company_id = await addCompany(db, slug)
    const email = `staff@${slug}.example`
    await addPerson(db, company_id, email, { is_staff: true })
    return { company_id, staff: await server.signIn(email, password) }
  }

  async function addAccount(company_id: number, { charges, payments }: Account) {
    const { db } = server.running.context
    const user_id = await addPerson(db, company_id, `tenant${++others}@overview.example`, {
      first_name: `Tenant ${others}`,
    })
    const entry = { company_id, user_id, kind: 'correction' as const, reason: 'x' }
    for (const { entered, ...charge } of charges) {
      await db
        .insertInto('charges')
        .values({ ...entry, ...charge, entered_by: user_id, created_at: new Date(entered) })
        .execute()
    }
    for (const { amount, purpose, paid, receipt, entered } of payments) {
      const { id: payment_id } = await db
        .insertInto('payments')
        .values({
          ...entry,
          amount,
          purpose,
          paid_at: new Date(paid),
          created_at: new Date(entered),
          entered_by: user_id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (receipt === null) continue
      const paid_at = receipt === 'unknown' ? null : new Date(receipt)
      await db
        .insertInto('receipts')
        .values({ company_id, payment_id, receipt: `OV${payment_id}`, paid_at })
        .execute()
    }
    return user_id
  }

  async function addRoom(room_number: string, more: object = {}) {
    const { id } = await server.running.context.db
      .insertInto('rooms')
      .values({ company_id, room_number, rate: 6500, created_at: null, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async function addStay(tenancy_id: number, room: number, from_day: string, until: string | null) {
    await server.running.context.db
      .insertInto('stays')
      .values({
        company_id,
        tenancy_id,
        room_id: room,
        from_day,
        until_day: until,
        recorded_at: null,
      })
      .execute()
  }

  async function addTenancy(user_id: number, ended_day: string | null = null) {
    const { id } = await server.running.context.db
      .insertInto('tenancies')
      .values({ company_id, user_id, ended_day })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const overviewOn = async (caller: Caller, on?: string): Promise<Overview> => {
    const { status, body } = await caller.call(getOverview, { query: { on } })
    expect(status, body.message).toBe(200)
    return body
  }

  test('money is what the entries of the day say, on any day', async () => {
    const residence = await addResidence()
    const accounts = new Map<number, Account>()
    for (const one of fc.sample(account, { numRuns: 40, seed: 20260320 })) {
      accounts.set(await addAccount(residence.company_id, one), one)
    }
    // The earliest possible entry, so that every day has an overview.
    const first: Account = {
      charges: [{ month: '2025-11', amount: 1, entered: '2025-11-01T06:00:00Z' }],
      payments: [],
    }
    const { db } = server.running.context
    await db
      .updateTable('users')
      .set({ created_at: new Date('2025-11-01T06:00:00Z') } as never)
      .where('company_id', '=', residence.company_id)
      .execute()
    accounts.set(await addAccount(residence.company_id, first), first)
    const days = [today, '2026-03-19', '2026-02-28', '2026-02-11', '2026-02-10', '2026-01-15']
    for (const day of [...days, '2025-12-31', '2025-11-01']) {
      const expected = recompute(accounts, day)
      const found = await overviewOn(residence.staff, day === today ? undefined : day)
      expect(found.is_today).toBe(day === today)
      expect(found.due.amount, day).toBe(expected.due)
      expect(
        found.debtors.map(({ full_name, room, ...debtor }) => debtor),
        day,
      ).toEqual(expected.debtors)
      for (const age of ages) {
        expect(found.arrears[age]).toBe(expected.debtors.reduce((all, one) => all + one[age], 0))
      }
      expect(found.due.unpaid).toBe(found.arrears.this_month)
      expect(
        found.months
          .slice(-expected.months.length)
          .map(({ payments, bundles, ...amounts }) => amounts),
        day,
      ).toEqual(expected.months)
      expect(found.months).toHaveLength(12)
      for (const { month, due } of expected.months) {
        const { body } = await residence.staff.call(getMoneyOfMonth, { query: { month, on: day } })
        expect(body.due, `${month} on ${day}`).toMatchObject({
          amount: due,
          unpaid: expected.unpaidOf(month),
        })
        expect(body.months).toEqual(found.months)
        for (const age of ages) {
          expect(body.owed[age]).toEqual({
            count: expected.debtors.filter((one) => one[age] > 0).length,
            shillings: found.arrears[age],
          })
        }
      }
      for (const of of ['due', 'collected', 'wifi'] as const) {
        for (const { month, ...amounts } of expected.months) {
          const query = { of, month, on: day }
          const { body } = await residence.staff.call(listOverviewEntries, {
            query: { ...query, limit: '100' },
          })
          const total = body.reduce((all, { amount }) => all + amount, 0)
          expect(total, `${of} of ${month} on ${day}`).toBe(amounts[of])
          await expectPages(residence.staff, listOverviewEntries, query, body)
        }
      }
    }
  })

  test('rooms, moves and who leaves with a debt, by their days', async () => {
    const { db } = server.running.context
    const [a, b, c] = [await addRoom('A1'), await addRoom('A2'), await addRoom('A3')]
    await addRoom('A4', { capacity: 2, created_at: new Date('2026-03-10T06:00:00Z') })
    const owes: Account = {
      charges: [
        { month: '2026-01', amount: 6500, entered: '2026-01-15T12:00:00Z' },
        { month: '2026-03', amount: 6500, entered: '2026-03-01T06:00:00Z' },
      ],
      payments: [],
    }
    const leaving = await addAccount(company_id, owes)
    const moving = await addAccount(company_id, { charges: [], payments: [] })
    const coming = await addAccount(company_id, { charges: [], payments: [] })
    await addStay(await addTenancy(leaving), a, '2026-01-10', '2026-03-25')
    const tenancy = await addTenancy(moving)
    await addStay(tenancy, b, '2026-02-01', '2026-03-22')
    await addStay(tenancy, c, '2026-03-22', null)
    await addStay(await addTenancy(coming), b, '2026-03-26', null)

    const { occupancy, moves, needs, rooms } = await overviewOn(staff)
    expect(occupancy).toEqual({
      rooms: 4,
      lived_in: 2,
      out_of_service: 0,
      in_service_lived_in: 2,
      // A1 to A3 are held until a later day, or from one.
      free: 1,
      free_rent: 13_000,
    })
    const listed = (await staff.call(listRooms, { query: {} })).body
    expect(rooms).toEqual(listed.map(({ free_from, ...room }) => room))
    const due = await staff.call(listOverviewEntries, { query: { of: 'due', month: '2026-03' } })
    expect(due.body.find(({ user_id }) => user_id === leaving)?.room).toBe('A1')
    expect(moves.map(({ full_name, ...move }) => move)).toEqual([
      { id: moving, kind: 'moves', day: '2026-03-22', room: 'A3', from_room: 'A2', owed: 0 },
      { id: leaving, kind: 'leaves', day: '2026-03-25', room: 'A1', from_room: null, owed: 13_000 },
      { id: coming, kind: 'moves_in', day: '2026-03-26', room: 'A2', from_room: null, owed: 0 },
    ])
    expect(needs).toEqual({
      desk: { count: 0, cents: 0, taken_back_cents: 0 },
      leaving_with_debt: { count: 1, shillings: 13_000 },
      long_overdue: { count: 1, shillings: 13_000 },
      broken: { count: 0, shillings: 0 },
      deposits: { count: 0, shillings: 0 },
      approvals: { count: 0, shillings: 0 },
      codes: { count: 0, shillings: 0 },
      posts: 0,
      mail_failed: null,
    })

    const past = await overviewOn(staff, '2026-02-05')
    expect(past.rooms.map(({ room_number }) => room_number)).toEqual(['A1', 'A2', 'A3'])
    expect([past.occupancy.lived_in, past.occupancy.free]).toEqual([2, 1])
    expect(past.debtors).toMatchObject([{ id: leaving, room: 'A1', owed: 6500, one_month: 6500 }])
    expect([past.moves, past.needs.posts, past.due.tenants]).toEqual([[], null, 0])

    await db
      .insertInto('room_closures')
      .values({
        company_id,
        room_id: c,
        from_day: '2026-03-01',
        until_day: null,
        reason: 'Roof',
        entered_by: moving,
        recorded_at: null,
      })
      .execute()
    const closed = await overviewOn(staff, '2026-03-05')
    expect(closed.occupancy).toMatchObject({ out_of_service: 1, free: 0 })
    // Who still lives in a room that is out of service doesn't count among the rooms in service.
    expect((await overviewOn(staff, '2026-03-20')).occupancy).toMatchObject({
      lived_in: 2,
      out_of_service: 1,
      in_service_lived_in: 2,
    })
    await db.updateTable('room_closures').set({ room_id: a }).where('room_id', '=', c).execute()
    expect((await overviewOn(staff, '2026-03-20')).occupancy).toMatchObject({
      lived_in: 2,
      out_of_service: 1,
      in_service_lived_in: 1,
    })
  })

  test('stays and times out of service as they had been entered by the day', async () => {
    const residence = await addResidence()
    const { db } = server.running.context
    const ids = { company_id: residence.company_id }
    const since = new Date('2026-01-15T12:00:00Z')
    await db
      .updateTable('users')
      .set({ created_at: since } as never)
      .where('company_id', '=', residence.company_id)
      .execute()
    const rooms = await db
      .insertInto('rooms')
      .values(
        ['P1', 'P2'].map((room_number) => ({ ...ids, room_number, rate: 1, created_at: null })),
      )
      .returning('id')
      .execute()
    const [one = 0, other = 0] = rooms.map(({ id }) => id)
    const user_id = await addAccount(residence.company_id, {
      charges: [{ month: '2026-02', amount: 5, entered: '2026-02-01T06:00:00Z' }],
      payments: [],
    })
    const { id: tenancy_id } = await db
      .insertInto('tenancies')
      .values({ ...ids, user_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Entered on 5 March, and back-dated.
    const recorded_at = new Date('2026-03-05T12:00:00Z')
    await db
      .insertInto('stays')
      .values({ ...ids, tenancy_id, room_id: one, from_day: '2026-02-01', recorded_at })
      .execute()
    const entered = { entered_by: user_id, reason: 'Roof', recorded_at }
    await db
      .insertInto('room_closures')
      .values({ ...ids, ...entered, room_id: other, from_day: '2026-02-10' })
      .execute()
    const on = async (day?: string) => {
      const { rooms, moves } = await overviewOn(residence.staff, day)
      const of = rooms.map(({ occupants, closed }) => [occupants[0]?.from, closed?.from])
      const query = { of: 'due' as const, month: '2026-02', on: day }
      const { body } = await residence.staff.call(listOverviewEntries, { query })
      return [of, moves.map(({ kind, room }) => `${kind} ${room}`), body.map(({ room }) => room)]
    }
    const nobody = [
      [undefined, undefined],
      [undefined, undefined],
    ]
    const before = [
      [
        ['2026-02-01', undefined],
        [undefined, '2026-02-10'],
      ],
      [],
      ['P1'],
    ]
    expect(await on('2026-03-04')).toEqual([nobody, [], [null]])
    expect(await on('2026-03-05')).toEqual(before)
    expect(await on()).toEqual(before)

    // Changed now, as a back-dated move and the end of a time out of service do.
    await db
      .updateTable('stays')
      .set({ until_day: '2026-03-01' })
      .where('company_id', '=', residence.company_id)
      .execute()
    await db.deleteFrom('room_closures').where('company_id', '=', residence.company_id).execute()
    await db
      .insertInto('stays')
      .values({ ...ids, tenancy_id, room_id: other, from_day: '2026-03-01' })
      .execute()
    expect(await on('2026-03-05')).toEqual(before)
    expect(await on()).toEqual([
      [
        [undefined, undefined],
        ['2026-03-01', undefined],
      ],
      [],
      ['P2'],
    ])
  })

  test('the desk as it was', async () => {
    const { db } = server.running.context
    const item = { company_id, reason: 'unmatched' as const, raw: '{}' }
    await db
      .insertInto('desk_items')
      .values([
        { ...item, receipt: `D1${kind}`, amount: '6500.00', created_at: new Date('2026-03-01') },
        {
          ...item,
          receipt: `D2${kind}`,
          amount: '99.50',
          created_at: new Date('2026-03-02'),
          closed_at: new Date('2026-03-10T21:00:00Z'),
          outcome: 'dismissed',
          note: 'x',
        },
      ])
      .execute()
    const desk = async (on?: string) => (await overviewOn(staff, on)).needs.desk
    expect(await desk()).toEqual({ count: 1, cents: 650_000, taken_back_cents: 0 })
    expect(await desk('2026-03-11')).toEqual({ count: 1, cents: 650_000, taken_back_cents: 0 })
    expect(await desk('2026-03-10')).toEqual({ count: 2, cents: 659_950, taken_back_cents: 0 })
    expect(await desk('2026-02-28')).toEqual({ count: 0, cents: 0, taken_back_cents: 0 })
  })

  test('a day to come, one before the first entry and no day at all are refused', async () => {
    for (const [on, message] of [
      ['2026-03-21', 'That day hasn’t come yet'],
      ['2026-01-14', 'The first entry here is from 15 Jan 2026'],
      ['2026-02-30', 'Please give a date'],
    ]) {
      const { status, body } = await staff.call(getOverview, { query: { on } })
      expect([status, body.fields?.on], on).toEqual([400, expect.stringContaining(message ?? '')])
      const input = { query: { of: 'wifi' as const, month: '2026-03', on } }
      expect((await staff.call(listOverviewEntries, input)).status).toBe(400)
    }
    expect((await overviewOn(staff)).first_day).toBe('2026-01-15')
  })

  test('what is paid is a part of debts only; opening balances are no rent of the month', async () => {
    const residence = await addResidence()
    const owing = (amount: number): Account => ({
      charges: [{ month: '2026-03', amount, entered: '2026-03-01T06:00:00Z' }],
      payments: [],
    })
    await addAccount(residence.company_id, owing(6500))
    await addAccount(residence.company_id, owing(-9000))
    const { db } = server.running.context
    for (const amount of [4000, -1500]) {
      const user_id = await addAccount(residence.company_id, { charges: [], payments: [] })
      const entry = { company_id: residence.company_id, user_id, entered_by: user_id }
      await db
        .insertInto('charges')
        .values({ ...entry, kind: 'correction', reason: OPENING_BALANCE, month: '2026-03', amount })
        .execute()
    }
    expect((await overviewOn(residence.staff)).due).toEqual({
      ...{ amount: -2500, tenants: 1, unpaid: 6500, payable: 6500 },
      opening: { owed: 4000, credit: 1500 },
    })
  })

  test('a payment says how it came and which months it pays for, as entered by the day', async () => {
    const residence = await addResidence()
    const { db } = server.running.context
    const user_id = await addAccount(residence.company_id, {
      charges: ['2026-01', '2026-02', '2026-03'].map((month) => ({
        month,
        amount: 6500,
        entered: `${month}-01T06:00:00Z`,
      })),
      payments: [],
    })
    await db
      .updateTable('users')
      .set({ created_at: new Date('2026-01-01') } as never)
      .where('company_id', '=', residence.company_id)
      .execute()
    const pay = (amount: number, at: string, more: object) =>
      db
        .insertInto('payments')
        .values({
          ...{
            company_id: residence.company_id,
            user_id,
            purpose: 'rent',
            kind: 'paybill',
            amount,
          },
          ...{ paid_at: new Date(at), created_at: new Date(at) },
          ...more,
        })
        .execute()
    await pay(7000, '2026-01-05', {})
    await pay(13_000, '2026-02-05', { reason: 'x', entered_by: user_id })
    await pay(500, '2026-03-05', {
      kind: 'cash',
      reason: 'x',
      entered_by: user_id,
      submission_id: randomUUID(),
    })
    const entries = async (month: string, on?: string) => {
      const query = { of: 'collected' as const, month, on }
      const { body } = await residence.staff.call(listOverviewEntries, { query })
      return body.map(({ how, pays_for }) => [how, pays_for?.months, pays_for?.ahead])
    }
    expect(await entries('2026-01')).toEqual([['paybill', ['2026-01', '2026-02'], false]])
    expect(await entries('2026-02', '2026-02-20')).toEqual([['desk', ['2026-02'], true]])
    expect(await entries('2026-02')).toEqual([['desk', ['2026-02', '2026-03'], true]])
    expect(await entries('2026-03')).toEqual([['cash', [], true]])
    const money = async (month: string) =>
      (await residence.staff.call(getMoneyOfMonth, { query: { month } })).body
    expect((await money('2026-03')).due.unpaid).toBe(0)
    expect(await money('2026-04')).toMatchObject({ first_month: '2026-01', due: { unpaid: null } })
    expect((await money('2026-04')).months.at(-1)?.month).toBe('2026-04')
    expect((await money('2025-03')).months.map(({ month }) => month)).toContain('2025-03')
  })

  test('a new residence has an overview of nothing', async () => {
    const empty = await addResidence()
    const { months, ...found } = await overviewOn(empty.staff)
    expect(found).toMatchObject({ rooms: [], debtors: [], moves: [], first_day: today })
    expect(found.due).toMatchObject({ amount: 0, tenants: 0, unpaid: 0 })
    expect(months.every(({ due, collected, wifi }) => due + collected + wifi === 0)).toBe(true)
  })

  test('what was taken back is no payment, and a correction is none either', async () => {
    const residence = await addResidence()
    const { db } = server.running.context
    const user_id = await addAccount(residence.company_id, { charges: [], payments: [] })
    const at = { paid_at: new Date('2026-03-02'), created_at: new Date('2026-03-02') }
    const paid = { ...at, company_id: residence.company_id, user_id, kind: 'paybill' as const }
    const rows = await db
      .insertInto('payments')
      .values([
        { ...paid, purpose: 'rent', amount: 6500 },
        { ...paid, purpose: 'rent', amount: 3000 },
        { ...paid, purpose: 'wifi', amount: 50 },
      ])
      .returning('id')
      .execute()
    const entered = { ...paid, kind: 'correction' as const, reason: 'x', entered_by: user_id }
    await db
      .insertInto('payments')
      .values([
        {
          ...entered,
          purpose: 'rent',
          amount: -3000,
          reverses_payment_id: rows[1]?.id ?? 0,
          created_at: new Date('2026-03-11'),
          paid_at: new Date('2026-03-11'),
        },
        { ...entered, purpose: 'rent', amount: -500, reverses_payment_id: null },
      ])
      .execute()
    const march = async (on?: string) => (await overviewOn(residence.staff, on)).months.at(-1)
    expect(await march()).toMatchObject({ collected: 6000, payments: 1, wifi: 50, bundles: 1 })
    await db
      .updateTable('users')
      .set({ created_at: new Date('2026-03-01') } as never)
      .where('company_id', '=', residence.company_id)
      .execute()
    expect(await march('2026-03-10')).toMatchObject({ collected: 9000, payments: 2 })
  })

  test('entries come in pages', async () => {
    const residence = await addResidence()
    await addAccount(residence.company_id, {
      charges: [1, 2, 3, 4, 5].map((amount) => ({
        month: '2026-03',
        amount,
        entered: '2026-03-01T06:00:00Z',
      })),
      payments: [],
    })
    const amounts: number[] = []
    for (let before: string | undefined; ; ) {
      const page = await residence.staff.call(listOverviewEntries, {
        query: { of: 'due', month: '2026-03', limit: '2', before },
      })
      amounts.push(...page.body.map(({ amount }) => amount))
      before = /before=(\d+)/.exec(page.headers.get('link') ?? '')?.[1]
      if (!before) break
    }
    expect(amounts).toEqual([5, 4, 3, 2, 1])
  })
})
