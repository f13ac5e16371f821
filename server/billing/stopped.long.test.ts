import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeBillingRule, changeBillingTerms } from '#contract/billing.ts'
import type { Context } from '../context.ts'
import { databases, endServer } from '../testing/server.ts'
import {
  MAX_STATEMENTS,
  type ServerOnDay,
  startServerOn,
  stopAndRepeat,
} from '../testing/stopping-db.ts'
import { billTerm } from './bill-term.ts'
import { chargeRentForAllCompanies } from './charge-rent.ts'
import { listTerms } from './queries.ts'
import { takeBackTerm } from './take-back.ts'

describe.each(databases)('billing stopped anywhere, on %s', (kind) => {
  let on: ServerOnDay
  let server: ServerOnDay['server']
  let staff: { company_id: number; id: number }
  beforeAll(async () => {
    on = await startServerOn(kind, '2026-11-20')
    server = on.server
    const grace = await on.signIn()
    const { db } = server.running.context
    staff = await db
      .selectFrom('users')
      .where('staff_role', '=', 'owner')
      .select(['company_id', 'id'])
      .executeTakeFirstOrThrow()
    const now = [
      { name: 'First', first_month: '2026-12', last_month: '2027-02', due_day: '2026-12-05' },
      { name: 'Second', first_month: '2027-04', last_month: '2027-06', due_day: '2027-04-05' },
    ].map((term) => ({ id: null, ...term }))
    await grace.call(changeBillingTerms, { body: { was: [], now } })
    await grace.call(changeBillingRule, {
      body: {
        was: { billed_by: 'month', leaving_percent: 0 },
        now: { billed_by: 'term', leaving_percent: 0 },
      },
    })
  })
  afterAll(() => endServer(server))

  /** What stands, month by month: how many are charged, and for how many tenancies. */
  async function standing() {
    const { db } = server.running.context
    const rows = await db
      .selectFrom('charges')
      .leftJoin('charges as taken', (join) =>
        join
          .onRef('taken.company_id', '=', 'charges.company_id')
          .onRef('taken.reverses_charge_id', '=', 'charges.id'),
      )
      .where('charges.kind', '=', 'rent')
      .where('charges.month', '>=', '2026-12')
      .where('taken.id', 'is', null)
      .groupBy('charges.month')
      .orderBy('charges.month')
      .select('charges.month')
      .select(({ fn }) => [
        fn.countAll<string>().as('charges'),
        fn.count<string>('charges.tenancy_id').distinct().as('tenancies'),
      ])
      .execute()
    for (const { charges, tenancies } of rows) expect(charges).toBe(tenancies)
    return rows.map(({ month, charges }) => [month, Number(charges)])
  }

  /** Stops before or after each statement in turn, and begins again as the page, or the next night, would. */
  async function stopEverywhere(
    work: (on: Context) => Promise<unknown>,
    undo: () => Promise<unknown>,
    expected: () => Promise<void>,
    when: 'before' | 'after',
  ) {
    for (let statement = 1; statement <= MAX_STATEMENTS; statement++) {
      const stopped = await stopAndRepeat(server, work, statement, when)
      await expected()
      await undo()
      if (!stopped) return statement
    }
    throw new Error('More statements than expected.')
  }

  test('every tenant has each month once; taken back, nobody has any', async () => {
    const { context } = server.running
    const [first] = await listTerms(context.db, staff.company_id)
    const id = first?.id ?? 0
    const bill = (on: Context) => billTerm(on, staff, id, 0)
    const takeBack = (on: Context) => takeBackTerm(on, staff, id, 0)
    await bill(context)
    const all = await standing()
    expect(all.map(([month]) => month)).toEqual(['2026-12', '2027-01', '2027-02'])
    expect(all[0]?.[1]).toBeGreaterThan(25)
    await takeBack(context)
    expect(await standing()).toEqual([])
    const billed = async () => expect(await standing()).toEqual(all)
    expect(await stopEverywhere(bill, () => takeBack(context), billed, 'after')).toBeGreaterThan(5)
    await bill(context)
    const gone = async () => expect(await standing()).toEqual([])
    expect(await stopEverywhere(takeBack, () => bill(context), gone, 'before')).toBeGreaterThan(5)
  })

  test('two who bill a term at once make one bill for each tenant', async () => {
    const { context } = server.running
    const second = (await listTerms(context.db, staff.company_id))[1]?.id ?? 0
    const both = await Promise.all([1, 2, 3].map(() => billTerm(context, staff, second, 0)))
    const tenancies = (await standing()).find(([month]) => month === '2027-04')?.[1]
    expect(both.reduce((sum, { bills }) => sum + bills, 0)).toBe(tenancies)
  })

  test('whom nobody has billed gets the bill by the night in which the term begins', async () => {
    const { context } = server.running
    const [first, second] = await listTerms(context.db, staff.company_id)
    for (const { id = 0 } of [first ?? {}, second ?? {}]) await takeBackTerm(context, staff, id, 0)
    expect(await standing()).toEqual([])
    on.goTo('2026-12-01')
    const night = (on: Context) => chargeRentForAllCompanies(on)
    const billed = async () => {
      const rows = await standing()
      expect(rows.map(([month]) => month)).toEqual(['2026-12', '2027-01', '2027-02'])
      expect(new Set(rows.map(([, count]) => count)).size).toBe(1)
    }
    const takeBack = () => takeBackTerm(context, staff, first?.id ?? 0, 0)
    expect(await stopEverywhere(night, takeBack, billed, 'after')).toBeGreaterThan(3)
  })
})
