import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/page.ts'
import { lastDay } from '#rules/calendar.ts'
import { balance } from '#rules/ledger.ts'
import { chargeRent } from '../billing/charge-rent.ts'
import type { Database } from '../db/connect.ts'
import { openMigrated } from '../db/open.ts'
import { addCompany, addPerson } from '../testing/people.ts'
import { copyDemo, databases, emptyDatabase } from '../testing/server.ts'
import { balanceOf, findBalance } from './balance.ts'
import { listLedger } from './list-ledger.ts'
import { insertPayment } from './queries.ts'

const month = '2026-11'
const amount = fc.integer({ min: -9000, max: 9000 }).filter((shillings) => shillings !== 0)
const anyMonth = fc.constantFrom('2025-12', '2026-09', '2026-10', '2026-11', '2026-12')
/** Often at the boundary of a month in Nairobi. */
const instant = fc.oneof(
  fc.constantFrom('2026-10-31T20:59:59.999Z', '2026-10-31T21:00:00Z', '2026-11-30T21:00:00Z'),
  fc.constantFrom('2026-08-01T00:00:00Z', '2026-11-15T12:00:00Z', '2026-12-24T00:00:00Z'),
)
const ledger = fc.record({
  charges: fc.array(fc.record({ month: anyMonth, amount }), { maxLength: 8 }),
  payments: fc.array(
    fc.record({
      amount,
      purpose: fc.constantFrom('rent', 'wifi'),
      paid_at: instant,
      /** By M-Pesa's clock, which takes precedence over ours. */
      receipt_paid_at: fc.option(instant),
      receipt: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
})
type Ledger = typeof ledger extends fc.Arbitrary<infer Value> ? Value : never

describe.each(databases)('the balance on %s', (kind) => {
  let database: Database
  let company_id: number
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-test-'))

  beforeAll(async () => {
    if (kind === 'pglite') copyDemo(dataDir)
    database = await openMigrated(kind === 'postgres' ? await emptyDatabase() : null, dataDir)
    company_id = await addCompany(database.db, 'ledger')
  })
  afterAll(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  let users = 0
  async function insert({ charges, payments }: Ledger): Promise<number> {
    const { db } = database
    const user_id = await addPerson(db, company_id, `${++users}@ledger.example`)
    const entry = {
      company_id,
      user_id,
      kind: 'correction',
      reason: 'x',
      entered_by: user_id,
    } as const
    for (const charge of charges) {
      await db
        .insertInto('charges')
        .values({ ...entry, ...charge })
        .execute()
    }
    for (const [index, { receipt, receipt_paid_at, paid_at, ...payment }] of payments.entries()) {
      const id = await insertPayment(db, { ...entry, ...payment, paid_at: new Date(paid_at) }, null)
      if (!receipt) continue
      await db
        .insertInto('receipts')
        .values({
          receipt: `R${user_id}X${index}`,
          company_id,
          payment_id: id,
          paid_at: receipt_paid_at === null ? null : new Date(receipt_paid_at),
        })
        .execute()
    }
    return user_id
  }

  const expected = ({ charges, payments }: Ledger) =>
    balance(
      charges,
      payments
        .filter(({ purpose }) => purpose === 'rent')
        .map(({ amount, paid_at, receipt, receipt_paid_at }) => ({
          amount,
          paid_at: new Date((receipt ? receipt_paid_at : null) ?? paid_at),
        })),
      month,
    )

  const page = async (user_id: number, page: Page) =>
    (await listLedger(database.db, company_id, user_id, lastDay(month), page)).rows

  test('equals that of the rules for any ledger, for one user and for all', async () => {
    const ledgers = new Map<number, Ledger>()
    await fc.assert(
      fc.asyncProperty(ledger, async (entries) => {
        const user_id = await insert(entries)
        ledgers.set(user_id, entries)
        expect(await findBalance(database.db, company_id, user_id, lastDay(month))).toEqual(
          expected(entries),
        )
        const whole = await page(user_id, { limit: 100 })
        expect(whole[0]?.balance ?? 0).toBe(expected(entries).due)
        for (const [index, entry] of whole.entries()) {
          expect(entry.balance).toBe((whole[index + 1]?.balance ?? 0) + entry.amount)
          const { at } = whole[index + 1] ?? entry
          expect(entry.at.getTime()).toBeGreaterThanOrEqual(at.getTime())
        }
        const paged = []
        for (let before: number | undefined; ; ) {
          const rows = await page(user_id, { limit: 3, ...(before !== undefined && { before }) })
          paged.push(...rows)
          before = rows.at(-1)?.id
          if (rows.length < 3) break
        }
        expect(paged).toEqual(whole)
        const last = whole.at(-1)
        if (last) {
          const newer = await page(user_id, { limit: 100, after: last.id })
          expect(newer).toEqual(whole.slice(0, -1).reverse())
        }
      }),
      { numRuns: 40 },
    )
    const all = await database.db
      .selectFrom('users')
      .innerJoinLateral(balanceOf('users.id', lastDay(month)), (join) => join.onTrue())
      .where('users.company_id', '=', company_id)
      .select(['users.id', 'balance.due'])
      .execute()
    expect(all).toHaveLength(ledgers.size)
    for (const { id, due } of all) {
      expect(due).toBe(expected(ledgers.get(id) ?? { charges: [], payments: [] }).due)
    }
  })

  test('rent is charged for one tenant after another on one connection', async () => {
    const company = { id: await addCompany(database.db, 'rent'), first_month: 'full' } as const
    const company_id = company.id
    await database.db.connection().execute(async (db) => {
      for (let tenant = 0; tenant < 8; tenant++) {
        const user_id = await addPerson(db, company_id, `${tenant}@rent.example`)
        const { id: room_id } = await db
          .insertInto('rooms')
          .values({ company_id, room_number: `A${tenant}`, rate: 100 })
          .returning('id')
          .executeTakeFirstOrThrow()
        const { id: tenancy_id } = await db
          .insertInto('tenancies')
          .values({ company_id, user_id })
          .returning('id')
          .executeTakeFirstOrThrow()
        await db
          .insertInto('stays')
          .values({ company_id, tenancy_id, room_id, from_day: '2026-11-01', until_day: null })
          .execute()
        const now = new Date('2026-11-02T09:00:00Z')
        expect(await chargeRent(db, company, now, tenancy_id)).toBe(1)
        expect((await findBalance(db, company_id, user_id, lastDay(month))).due).toBe(100)
      }
    })
  })
})
