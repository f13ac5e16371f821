import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, changeApprovalLimit, listApprovals } from '#contract/approvals.ts'
import {
  changeDepositRule,
  enterDeposit,
  getDepositTotals,
  getOwnDeposit,
  getTenantDeposit,
  listDeposits,
  previewDeposit,
  previewDepositUndo,
  undoDeposit,
} from '#contract/deposits.ts'
import { previewUndo } from '#contract/entries.ts'
import { listLedger } from '#contract/ledger.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { dayOf } from '#rules/calendar.ts'
import { type DepositForm, depositForms } from '#rules/deposit.ts'
import { testNow } from '../testing/clock.ts'
import { enter as enterByHand } from '../testing/entries.ts'
import { addResidence, addStaff, addTenant, signInGrace } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const today = dayOf(testNow())

describe.each(databases)('deposits on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await signInGrace(server)
  })
  afterAll(() => endServer(server))

  interface Form {
    kind: DepositForm
    amount: number | string
    reference?: string
    reason?: string
  }
  const full = (form: Form) => ({ on: today, reference: 'FT2611', reason: 'As agreed', ...form })

  /** A tenant who owes 6,500 and has no deposit, and what staff do with it. */
  async function addDepositor() {
    const tenant = await addTenant(server, { owes: 6500 })
    const { params } = tenant
    const look = (form: Form) => grace.call(previewDeposit, { params, body: full(form) })
    const entering = async (form: Form) => ({
      params,
      body: {
        ...{ entry: full(form), submission_id: crypto.randomUUID() },
        expected: (await look(form)).body,
      },
    })
    const own = async () => (await tenant.call(getOwnDeposit, {})).body
    return {
      ...{ ...tenant, look, entering, own },
      enter: async (form: Form) => grace.call(enterDeposit, await entering(form)),
      async undo(entry: number | null) {
        const of = { ...params, entry: String(entry) }
        const { body: expected } = await grace.call(previewDepositUndo, { params: of })
        const body = { reason: 'Typed twice', expected }
        return grace.call(undoDeposit, { params: of, body })
      },
      held: async () => (await own()).held,
    }
  }

  test('cash is held, not owed less; it has a receipt for the deposit, and the tenant sees it', async () => {
    const depositor = await addDepositor()
    const { call, params, full_name, look, enter, undo, own, held, owed } = depositor
    const summary = async () => (await call(getPaymentSummary, {})).body
    expect(await summary()).toMatchObject({ deposit: null })
    expect((await look({ kind: 'cash', amount: '6,000' })).body).toEqual({
      full_name,
      held: { before: 0, after: 6000 },
      owes: { before: 6500, after: 6500 },
    })
    expect(await held()).toBe(0)
    const { status, body } = await enter({ kind: 'cash', amount: 6000 })
    expect([status, await held(), await owed()]).toEqual([201, 6000, 6500])
    const receipt = await call(getReceipt, { params: { number: body.receipt_number ?? '' } })
    expect(receipt.body).toMatchObject({ purpose: 'deposit', kind: 'cash', amount: 6000 })
    expect((await own()).entries).toMatchObject([
      { kind: 'received', payment_kind: 'cash', amount: 6000, held: 6000, by: 'Grace Wanjiru' },
    ])
    expect(await summary()).toMatchObject({
      deposit: { asked: null, held: 6000, to_pay: 0, refund: null },
    })
    await undo(body.id)
    expect(await held()).toBe(0)
    const of = { ...params, entry: String(body.id) }
    const again = await grace.call(previewDepositUndo, { params: of })
    expect(again.body.code).toBe('already_reversed')
  })

  test('moved between rent and deposit it is in both ledgers, and taken back in one place', async () => {
    const depositor = await addDepositor()
    const { params, look, enter, undo, held, owed } = depositor
    await enterByHand(grace, depositor, { kind: 'cash', amount: 9000 })
    const moved = await enter({ kind: 'from_rent', amount: 1000 })
    expect([moved.status, await held(), await owed()]).toEqual([201, 1000, -1500])
    const ledger = await grace.call(listLedger, { params, query: { limit: '1' } })
    expect(ledger.body[0]).toMatchObject({ kind: 'to_deposit', amount: 1000, can_undo: false })
    const entry = String(ledger.body[0]?.id)
    expect((await grace.call(previewUndo, { params: { ...params, entry } })).status).toBe(404)
    expect((await look({ kind: 'from_rent', amount: 1501 })).status).toBe(400)
    expect((await undo(moved.body.id)).body).toMatchObject({ held: { after: 0 } })
    expect([await held(), await owed()]).toEqual([0, -2500])
  })

  test('the database refuses to hold less than nothing, and any change of an entry', async () => {
    const { db } = server.running.context
    const { params, enter } = await addDepositor()
    const { body } = await enter({ kind: 'cash', amount: 500 })
    const used = await enter({ kind: 'deducted', amount: 300, reason: 'A broken window' })
    expect(used.status).toBe(201)
    const of = { ...params, entry: String(body.id) }
    const refused = await grace.call(previewDepositUndo, { params: of })
    expect([refused.status, refused.body.code]).toEqual([409, 'deposit_used'])
    for (const change of [
      sql`update deposit_entries set amount = 1`,
      sql`delete from deposit_entries`,
      sql`truncate deposit_entries`,
    ]) {
      await expect(change.execute(db)).rejects.toThrow(/append-only/)
    }
  })

  test('the same form sent again says what is held by now; with something else in it, it is refused', async () => {
    const { entering, held } = await addDepositor()
    const { params, body: form } = await entering({ kind: 'bank', amount: 500, reference: 'EQ-55' })
    const { body } = await grace.call(enterDeposit, { params, body: form })
    const again = (changes: Partial<typeof form.entry>, expected = body) =>
      grace.call(enterDeposit, {
        params,
        body: { ...form, entry: { ...form.entry, ...changes }, expected },
      })
    const other = { ...body, held: { before: 500, after: 1000 } }
    expect((await again({}, other)).body).toEqual(body)
    for (const change of [{ reference: 'EQ-56' }, { on: '2026-11-19' }, { reason: 'Another' }]) {
      const refused = await again(change)
      expect([refused.status, refused.body.code]).toEqual([409, 'submission_used'])
    }
    expect(await held()).toBe(500)
  })

  test('of two that take from it at once, only one finds enough', async () => {
    const { enter, entering, held } = await addDepositor()
    await enter({ kind: 'cash', amount: 500 })
    const deduction = await entering({ kind: 'deducted', amount: 400 })
    const send = () =>
      grace.call(enterDeposit, {
        ...deduction,
        body: { ...deduction.body, submission_id: crypto.randomUUID() },
      })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(await held()).toBe(100)
  })

  test('above the limit giving back waits for a second person', async () => {
    const second = await addStaff(server, 'manager')
    const { enter, own, held } = await addDepositor()
    await enter({ kind: 'cash', amount: 3000 })
    const setLimit = (was: number | null, limit: number | null) =>
      grace.call(changeApprovalLimit, { body: { was: { limit: was }, now: { limit } } })
    await setLimit(null, 1000)
    const deduction = await enter({ kind: 'deducted', amount: 1500 })
    expect(deduction.body).toMatchObject({ id: expect.any(Number), held: { after: 1500 } })
    const waits = await enter({ kind: 'refund', amount: 1200, reference: 'Signed by the tenant' })
    expect(waits.body).toMatchObject({ id: null, waiting: { id: expect.any(Number) } })
    expect(await held()).toBe(1500)
    const [asked] = (await second.call(listApprovals, {})).body
    expect(asked).toMatchObject({
      act: 'deposit_refund',
      shillings: 1200,
      changes: [{ of: 'Deposit held', before: 1500, after: 300 }],
    })
    // What the deposit was by then doesn't matter, only what is given back.
    await setLimit(1000, null)
    await enter({ kind: 'cash', amount: 100 })
    const done = await second.call(approve, { params: { id: String(asked?.id) } })
    expect([done.status, done.body.decided?.outcome, await held()]).toEqual([200, 'approved', 400])
    const [given] = (await own()).entries
    expect(given).toMatchObject({ kind: 'refunded', amount: -1200, by: 'Grace Wanjiru' })
  })

  test('staff see who holds what, and the sum', async () => {
    const { id, params, full_name, enter } = await addDepositor()
    const before = (await grace.call(getDepositTotals, {})).body
    await enter({ kind: 'opening', amount: 4000, reason: 'From the paper book' })
    const list = async (of: 'held' | 'to_refund' | 'to_pay') =>
      (await grace.call(listDeposits, { query: { of } })).body
    // Some of the demo have one already.
    expect((await list('held')).find((one) => one.id === id)).toMatchObject({
      ...{ full_name, held: 4000 },
    })
    expect(await list('to_refund')).toEqual([])
    const after = (await grace.call(getDepositTotals, {})).body
    const { shillings, tenants } = before.held
    const held = { shillings: shillings + 4000, tenants: tenants + 1 }
    expect(after).toEqual({ ...before, held })
    expect(after.to_refund).toEqual({ shillings: 0, tenants: 0 })
    for (const of of ['held', 'to_pay'] as const) {
      const rows = await list(of)
      const sum = rows.reduce((sum, one) => sum + (of === 'held' ? one.held : one.to_pay), 0)
      expect(after[of]).toEqual({ shillings: sum, tenants: rows.length })
    }
    expect((await grace.call(getTenantDeposit, { params })).body.held).toBe(4000)
  })

  test('any entry does what its preview says, the sum of entries is held, and undoing restores', async () => {
    const depositor = await addDepositor()
    const { look, enter, undo, own, held, owed } = depositor
    // Credit, of which some can become a deposit.
    await enterByHand(grace, depositor, { kind: 'cash', amount: 20_000 })
    const entry = fc.record({
      kind: fc.constantFrom(...depositForms),
      amount: fc.integer({ min: 1, max: 4000 }),
    })
    for (const [index, form] of fc.sample(entry, { numRuns: 40, seed: 20261120 }).entries()) {
      const typed = { ...form, reference: `BK-${index}` }
      const before = { held: await held(), owes: await owed() }
      const shown = await look(typed)
      const done = await enter(typed)
      if (shown.status !== 200) {
        expect(done.status).toBe(400)
        continue
      }
      const { id: entered, receipt_number: _, ...effect } = done.body
      expect(effect).toEqual(shown.body)
      expect([await held(), await owed()]).toEqual([effect.held.after, effect.owes.after])
      const { entries } = await own()
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(effect.held.after)
      expect(effect.held.after).toBeGreaterThanOrEqual(0)
      if (index % 3 === 0) {
        await undo(entered)
        expect({ held: await held(), owes: await owed() }).toEqual(before)
      }
    }
  })

  test('a rule that somebody else has changed is not overwritten', async () => {
    const { owner } = await addResidence(server)
    const rule = { amount: null, months: 1, days: 21 }
    const was = { amount: null, months: null, days: 14 }
    expect((await owner.call(changeDepositRule, { body: { was, now: rule } })).body).toEqual(rule)
    const late = await owner.call(changeDepositRule, { body: { was, now: rule } })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  })
})
