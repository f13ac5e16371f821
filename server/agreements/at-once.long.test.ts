import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  agreeToPlan,
  getStanding,
  makePromise,
  previewPlan,
  setPlan,
} from '#contract/agreements.ts'
import { getUser } from '#contract/auth.ts'
import {
  billTerm,
  changeBillingRule,
  changeBillingTerms,
  getTenantBilling,
  previewBillUndo,
  takeBackTerm,
  undoBill,
} from '#contract/billing.ts'
import {
  enterHelb,
  getCallSummary,
  previewHelb,
  previewHelbUndo,
  undoHelb,
} from '#contract/calls.ts'
import {
  enterDeposit,
  getTenantDeposit,
  previewDeposit,
  previewDepositUndo,
  undoDeposit,
} from '#contract/deposits.ts'
import { enterByHand, previewEntry } from '#contract/entries.ts'
import { changeFees, getFees } from '#contract/fees.ts'
import { listLedger } from '#contract/ledger.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import type { Form } from '../testing/random-acts.ts'
import { type Caller, databases, endServer } from '../testing/server.ts'
import { type ServerOnDay, startServerOn } from '../testing/stopping-db.ts'

/** Two people do the same at the same moment, or two things that exclude each other: what one has done, the other doesn't do again. */
describe.each(databases)('two acts at once on %s', (kind) => {
  let on: ServerOnDay
  let grace: Caller
  let brian: Caller
  let params: { id: string }
  const today = '2026-11-20'
  const submission = () => ({ submission_id: crypto.randomUUID() })

  beforeAll(async () => {
    on = await startServerOn(kind, today)
    grace = await on.signIn()
    brian = await on.server.signIn('0722000002', '23456789')
    params = { id: String((await brian.call(getUser, {})).body.id) }
  })
  afterAll(() => endServer(on.server))

  const owes = async () => (await brian.call(getPaymentSummary, {})).body.current_month_balance
  const statuses = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).toSorted()
  async function enter(entry: Form) {
    const { body: expected } = await grace.call(previewEntry, { params, body: entry })
    return () => grace.call(enterByHand, { params, body: { entry, expected, ...submission() } })
  }
  const charge = async (amount: number) =>
    (await enter({ kind: 'charge', amount, on: today, reason: 'Broken window' }))()

  test('a fee is waived once', async () => {
    const fee = { id: null, name: 'Key', amount: 500, may_vary: false, active: true, next: null }
    await grace.call(changeFees, { body: { was: [], now: [fee] } })
    const [key] = (await grace.call(getFees, {})).body
    await charge(2000)
    await (await enter({ kind: 'fee', amount: 500, on: today, fee: key?.id ?? 0 }))()
    const rows = (await grace.call(listLedger, { params, query: { limit: '5' } })).body
    const waives = rows.find((row) => row.kind === 'fee')?.id ?? 0
    const before = await owes()
    const waive = await enter({ kind: 'waiver', amount: 500, on: today, waives, reason: 'Ours' })
    const [one, other] = await statuses([waive(), waive()])
    expect([one, other && other >= 400 && other < 500]).toEqual([201, true])
    expect(await owes()).toBe(before - 500)
  })

  test('one of two promises is made, and a plan is agreed to once', async () => {
    const promise = () =>
      brian.call(makePromise, { body: { amount: 100, day: '2026-11-25', ...submission() } })
    expect(await statuses([promise(), promise()])).toEqual([201, 409])
    const parts = [{ amount: await owes(), day: '2026-11-28', days_after: null }]
    const { body: expected } = await grace.call(previewPlan, { params, body: { parts } })
    const set = () =>
      grace.call(setPlan, { params, body: { plan: { parts }, expected, ...submission() } })
    await Promise.all([set(), set()])
    const { agreements } = (await brian.call(getStanding, {})).body
    const waiting = agreements.filter(({ state }) => state === 'waiting')
    expect(waiting).toHaveLength(1)
    const { id = 0, wording = '' } = waiting[0] ?? {}
    const agree = () => brian.call(agreeToPlan, { params: { id: String(id) }, body: { wording } })
    const both = await statuses([agree(), agree()])
    expect(both[0]).toBe(200)
    const after = (await brian.call(getStanding, {})).body.agreements
    expect(after.filter(({ state }) => state === 'in_force')).toHaveLength(1)
  })

  test('an entry of a deposit is taken back once', async () => {
    const entry = { kind: 'cash' as const, amount: 3000, on: today }
    const { body: expected } = await grace.call(previewDeposit, { params, body: entry })
    await grace.call(enterDeposit, { params, body: { entry, expected, ...submission() } })
    const held = async () => (await grace.call(getTenantDeposit, { params })).body
    const [entered] = (await held()).entries
    const undoing = { ...params, entry: String(entered?.id) }
    const { body: seen } = await grace.call(previewDepositUndo, { params: undoing })
    const undo = () =>
      grace.call(undoDeposit, { params: undoing, body: { reason: 'By mistake', expected: seen } })
    expect(await statuses([undo(), undo()])).toEqual([201, 409])
    expect((await held()).held).toBe(expected.held.before)
  })

  test('news of HELB are taken back once', async () => {
    const news = { kind: 'expected' as const, day: '2026-12-10' }
    const { body: expected } = await grace.call(previewHelb, { body: news })
    await grace.call(enterHelb, { body: { news, expected } })
    const { helb } = (await grace.call(getCallSummary, { query: {} })).body
    const latest = { id: String(helb.entries[0]?.id) }
    const { body: seen } = await grace.call(previewHelbUndo, { params: latest })
    const undo = () => grace.call(undoHelb, { params: latest, body: { expected: seen } })
    const [one, other] = await statuses([undo(), undo()])
    expect([one, other && other >= 400 && other < 500]).toEqual([201, true])
    const { entries } = (await grace.call(getCallSummary, { query: {} })).body.helb
    expect(entries.filter((one) => one.kind === 'taken_back')).toHaveLength(1)
  })

  test('a bill is taken back once: by two people, with its whole term, and beside money that comes in', async () => {
    // After what was agreed, which would keep the bill.
    on.goTo('2026-11-21')
    grace = await on.signIn()
    brian = await on.server.signIn('0722000002', '23456789')
    const term = {
      ...{ id: null, name: 'December term', due_day: '2026-12-05' },
      ...{ first_month: '2026-12', last_month: '2027-02' },
    }
    const { body: terms } = await grace.call(changeBillingTerms, { body: { was: [], now: [term] } })
    const was = { billed_by: 'month' as const, leaving_percent: 0 }
    await grace.call(changeBillingRule, { body: { was, now: { ...was, billed_by: 'term' } } })
    const whole = { params: { id: String(terms[0]?.id) }, body: {} }
    const bill = async () => {
      await grace.call(billTerm, whole)
      return (await grace.call(getTenantBilling, { params })).body.bills[0]?.id ?? 0
    }
    const undoOf = async (id: number) => {
      const of = { id: String(id) }
      const { body: expected } = await grace.call(previewBillUndo, { params: of })
      return () => grace.call(undoBill, { params: of, body: { reason: 'Not theirs', expected } })
    }
    /** What of the bills stands, by what they say and by the ledger of each. */
    const left = async () => {
      const { db } = on.server.running.context
      const rows = await db
        .selectFrom('bills')
        .innerJoin('charges', 'charges.bill_id', 'bills.id')
        .groupBy(['bills.id', 'bills.taken_back_at'])
        .select(['bills.id', 'bills.taken_back_at'])
        .select(({ fn }) => fn.sum<string>('charges.amount').as('amount'))
        .execute()
      expect(rows.filter((row) => row.taken_back_at && Number(row.amount) !== 0)).toEqual([])
      return rows.filter(({ taken_back_at }) => taken_back_at === null).length
    }

    const undo = await undoOf(await bill())
    const billed = await left()
    expect(await statuses([undo(), undo()])).toEqual([200, 409])
    expect(await left()).toBe(billed - 1)

    const again = await undoOf(await bill())
    const [, all] = await Promise.all([again(), grace.call(takeBackTerm, whole)])
    expect(all.status).toBe(200)
    expect(await left()).toBe(0)

    const last = await undoOf(await bill())
    const pay = await enter({ kind: 'cash', amount: 700, on: today })
    const [undone, paid] = await Promise.all([last(), pay()])
    expect(paid.status).toBe(201)
    // Whichever was first: a bill on which something was paid stays.
    expect([200, 409]).toContain(undone.status)
    expect(await left()).toBe(billed - (undone.status === 200 ? 1 : 0))
    const twice = await Promise.all([
      grace.call(takeBackTerm, whole),
      grace.call(takeBackTerm, whole),
    ])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(twice[0].body.bills + twice[1].body.bills).toBe(billed - 1)
  })
})
