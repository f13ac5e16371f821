import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import {
  changeFees,
  changeLateFees,
  previewRecurringFee,
  startRecurringFee,
} from '#contract/fees.ts'
import { type LedgerEntry, listLedger } from '#contract/ledger.ts'
import { type Month, monthsBetween, nextMonth } from '#rules/calendar.ts'
import { chargeRentForAllCompanies } from '../billing/charge-rent.ts'
import { chargeLateFeesForAllCompanies } from '../late-fees/late-fees.ts'
import { databases, endServer } from '../testing/server.ts'
import {
  MAX_STATEMENTS,
  type ServerOnDay,
  startServerOn,
  stopAndRepeat,
} from '../testing/stopping-db.ts'

describe.each(databases)('the job of rent stopped anywhere, on %s', (kind) => {
  let on: ServerOnDay
  let params: { id: string }
  beforeAll(async () => {
    on = await startServerOn(kind, '2026-11-20')
    const amina = await on.server.signIn('0712345678', '12345678')
    params = { id: String((await amina.call(getUser, {})).body.id) }
  })
  afterAll(() => endServer(on.server))

  async function wholeLedger(): Promise<LedgerEntry[]> {
    const grace = await on.signIn()
    const rows: LedgerEntry[] = []
    for (let before: string | undefined; ; before = String(rows.at(-1)?.id)) {
      const query = { limit: '100', ...(before && { before }) }
      const { body } = await grace.call(listLedger, { params, query })
      rows.push(...body)
      if (body.length < 100) return rows
    }
  }

  test('each month has its fee and its late fee once, whatever the job was doing when it stopped', async () => {
    const grace = await on.signIn()
    const fee = { name: 'Locker', amount: 300, may_vary: false, active: true, next: null }
    const list = await grace.call(changeFees, { body: { was: [], now: [{ id: null, ...fee }] } })
    const terms = { grace_days: 5, per: 'amount', value: 100 } as const
    await grace.call(changeLateFees, { body: { was: [], now: terms } })
    const recurring = { fee: list.body[0]?.id ?? 0, amount: 300, from_month: '2026-12' }
    const { body: expected } = await grace.call(previewRecurringFee, { params, body: recurring })
    const body = { recurring, submission_id: crypto.randomUUID(), expected }
    expect((await grace.call(startRecurringFee, { params, body })).status).toBe(201)

    let month: Month = '2026-11'
    let reached = 0
    for (let statement = 1; statement <= MAX_STATEMENTS; statement++) {
      const stopped: boolean[] = []
      for (const when of ['before', 'after'] as const) {
        month = nextMonth(month)
        on.goTo(`${month}-01`)
        stopped.push(await stopAndRepeat(on.server, chargeRentForAllCompanies, statement, when))
        on.goTo(`${month}-07`)
        stopped.push(await stopAndRepeat(on.server, chargeLateFeesForAllCompanies, statement, when))
      }
      if (!stopped.includes(true)) break
      reached = statement
    }
    expect(reached).toBeGreaterThan(5)
    expect(reached).toBeLessThan(MAX_STATEMENTS)
    const rows = await wholeLedger()
    const monthsOf = (kind: string) =>
      rows.filter((row) => row.kind === kind && row.month && row.month >= '2026-12')
    const months = monthsBetween('2026-12', month)
    for (const [kind, amount] of [
      ['rent', 6500],
      ['fee', 300],
      ['late_fee', 100],
    ] as const) {
      const charged = monthsOf(kind)
      expect(charged.map((row) => row.month).sort(), kind).toEqual(months)
      expect(new Set(charged.map((row) => row.amount)), kind).toEqual(new Set([amount]))
    }
  })
})
