import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterDeposit, previewDeposit } from '#contract/deposits.ts'
import { enterByHand, previewUndo } from '#contract/entries.ts'
import { listLedger } from '#contract/ledger.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { dayOf } from '#rules/calendar.ts'
import { handKinds } from '#rules/hand-entry.ts'
import { testNow } from '../testing/clock.ts'
import { enter, entering, fullEntry, type HandForm, lookAtEntry, undo } from '../testing/entries.ts'
import { addTenant, signInGrace, type TestTenant } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const today = dayOf(testNow())

describe.each(databases)('entries by hand on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await signInGrace(server)
  })
  afterAll(() => endServer(server))

  const ledger = async ({ params }: TestTenant) =>
    (await grace.call(listLedger, { params, query: { limit: '100' } })).body

  test('cash has a receipt that names who took it; taken back, the receipt is void', async () => {
    const tenant = await addTenant(server, { owes: 6500 })
    const shown = await lookAtEntry(grace, tenant, { kind: 'cash', amount: '1,500' })
    expect(shown.body).toEqual({ full_name: tenant.full_name, before: 6500, after: 5000 })
    expect(await tenant.owed()).toBe(6500)
    const { status, body } = await enter(grace, tenant, { kind: 'cash', amount: 1500 })
    expect([status, body.after, await tenant.owed()]).toEqual([201, 5000, 5000])
    const receipt = async () =>
      (await tenant.call(getReceipt, { params: { number: body.receipt_number ?? '' } })).body
    expect(await receipt()).toMatchObject({
      kind: 'cash',
      // A code that the form still has from before cash was chosen isn't on the receipt.
      reference: null,
      amount: 1500,
      entered_by: 'Grace Wanjiru',
      voided: null,
    })
    expect((await undo(grace, tenant, body.id)).body).toMatchObject({ after: 6500 })
    expect(await tenant.owed()).toBe(6500)
    expect((await receipt()).voided).toMatchObject({ reason: 'Typed twice' })
    const again = await grace.call(previewUndo, {
      params: { ...tenant.params, entry: String(body.id) },
    })
    expect([again.status, again.body.code]).toEqual([409, 'already_reversed'])
  })

  test('an entry and the one that takes it back name each other: in the ledger, and on the statement', async () => {
    const tenant = await addTenant(server, { owes: 6500 })
    const cash = (await enter(grace, tenant, { kind: 'cash', amount: 700 })).body
    const waiver = (await enter(grace, tenant, { kind: 'waiver', amount: 300 })).body
    const undone = [
      (await undo(grace, tenant, cash.id)).body.id,
      (await undo(grace, tenant, waiver.id)).body.id,
    ]
    const rows = await ledger(tenant)
    const named = (entry: number | null) => rows.find((one) => one.id === entry)
    expect(undone.map((one) => named(one)?.takes_back)).toEqual([
      { kind: 'cash', at: expect.any(String), receipt_number: cash.receipt_number },
      { kind: 'waiver', at: expect.any(String), receipt_number: null },
    ])
    for (const { id: entry } of [cash, waiver]) {
      expect(named(entry)).toMatchObject({ voided: true, taken_back_at: expect.any(String) })
    }
    const answer = await grace.fetch(`/api/staff/tenants/${tenant.id}/statement/csv/`)
    const text = await answer.text()
    expect(text).toContain(`,Takes back ${cash.receipt_number}`)
    expect(text).toMatch(/Cash payment,.*,Taken back on 20 Nov 2026/)
  })

  test('the tenant sees what isn’t this month’s rent by its name, until it is taken back', async () => {
    const tenant = await addTenant(server)
    const others = async () => (await tenant.call(getPaymentSummary, {})).body.other_charges
    expect(await others()).toEqual([])
    const charge = { kind: 'charge', amount: 200, reason: 'Opening balance' } as const
    const entered = [
      (await enter(grace, tenant, charge)).body,
      (await enter(grace, tenant, { kind: 'waiver', amount: 150 })).body,
    ]
    expect(await others()).toMatchObject([
      { kind: 'correction', months: null, reason: 'Opening balance', amount: 200 },
      { kind: 'waiver', months: null, reason: 'As agreed', amount: -150 },
    ])
    for (const one of entered.toReversed()) await undo(grace, tenant, one.id)
    expect(await others()).toEqual([])
  })

  test('sent twice at once, it is entered once', async () => {
    const tenant = await addTenant(server, { owes: 6500 })
    const form = await entering(grace, tenant, { kind: 'cash', amount: 10 })
    const send = () => grace.call(enterByHand, form)
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body).toEqual(both[1]?.body)
    expect(await tenant.owed()).toBe(6490)
  })

  test('a submission is one entry: with something else in it, it is refused', async () => {
    const tenant = await addTenant(server, { owes: 6500 })
    const other = await addTenant(server)
    const submission = crypto.randomUUID()
    const first = await enter(grace, tenant, { kind: 'cash', amount: 40 }, submission)
    expect(first.status).toBe(201)
    for (const [whose, kind, amount, changes = {}] of [
      [tenant, 'cash', 50],
      [tenant, 'charge', 40],
      [other, 'cash', 40],
      [tenant, 'cash', 40, { reason: 'Another one' }],
      [tenant, 'cash', 40, { on: '2026-11-19' }],
    ] as const) {
      const refused = await enter(grace, whose, { kind, amount, ...changes }, submission)
      expect([refused.status, refused.body.code]).toEqual([409, 'submission_used'])
    }
    // Nor is it one of the deposit.
    const { params } = tenant
    const entry = { ...fullEntry({ kind: 'cash', amount: 40 }), kind: 'cash' } as const
    const { body: expected } = await grace.call(previewDeposit, { params, body: entry })
    const body = { entry, submission_id: submission, expected }
    const refused = await grace.call(enterDeposit, { params, body })
    expect([refused.status, refused.body.code]).toEqual([409, 'submission_used'])
    expect(await tenant.owed()).toBe(6460)
  })

  test('looked at again after its reply was lost, and sent again, it says what is owed by now', async () => {
    const tenant = await addTenant(server)
    for (const form of [
      { kind: 'cash', amount: 15 },
      { kind: 'charge', amount: 25 },
    ] as const) {
      const submission = crypto.randomUUID()
      const { body: first } = await enter(grace, tenant, form, submission)
      expect((await enter(grace, tenant, form, submission)).body).toEqual(first)
      expect(await tenant.owed()).toBe(first.after)
    }
  })

  test('what it means has changed since the preview: nothing is entered', async () => {
    const tenant = await addTenant(server)
    const form = await entering(grace, tenant, { kind: 'cash', amount: 20 })
    await enter(grace, tenant, { kind: 'cash', amount: 30 })
    const late = await grace.call(enterByHand, form)
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  })

  test.each([
    [{ kind: 'cash', amount: 0 }, 'amount'],
    [{ kind: 'cash', amount: 100, on: '2026-11-21' }, 'on'],
    [{ kind: 'cash', amount: 100, on: '2026-01-01' }, 'on'],
    [{ kind: 'waiver', amount: 100, on: '2026-11-19' }, 'on'],
    [{ kind: 'waiver', amount: 100, reason: ' ' }, 'reason'],
    [{ kind: 'waiver', amount: 100_000 }, 'amount'],
    [{ kind: 'refund', amount: 100_000 }, 'amount'],
    [{ kind: 'bank', amount: 100, reference: '' }, 'reference'],
    [{ kind: 'bank', amount: 100, reference: 'UKK4M8Z2QF' }, 'reference'],
    [{ kind: 'bank', amount: 100, reference: 'UKK4M8\u200bZ2QF.' }, 'reference'],
    [{ kind: 'bank', amount: 100, reference: '—' }, 'reference'],
  ] as const)('%o is refused at its field', async (form, field) => {
    const tenant = await addTenant(server)
    const { status, body } = await lookAtEntry(grace, tenant, form as HandForm)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })

  test('a bank’s code counts once, until it is taken back', async () => {
    const tenant = await addTenant(server)
    const bank = (reference: string) => ({ kind: 'bank', amount: 40, reference }) as const
    const { body } = await enter(grace, tenant, bank('EQ-77'))
    const again = await lookAtEntry(grace, tenant, bank('eq-77'))
    expect([again.status, again.body.code]).toEqual([409, 'reference_used'])
    for (const reference of ['EQ 77', 'EQ-77.', 'EQ\u200b-77']) {
      expect((await lookAtEntry(grace, tenant, bank(reference))).status).toBe(409)
    }
    await undo(grace, tenant, body.id)
    expect((await enter(grace, tenant, bank('EQ-77'))).status).toBe(201)
  })

  test('any entry does what its preview says, and undoing it brings back the balance', async () => {
    const tenant = await addTenant(server, { owes: 6500 })
    const entry = fc.record({
      kind: fc.constantFrom(...handKinds),
      amount: fc.integer({ min: 1, max: 9000 }),
      on: fc.constantFrom(today, '2026-11-01', '2026-10-31'),
    })
    for (const [index, form] of fc.sample(entry, { numRuns: 30, seed: 20261120 }).entries()) {
      const on = form.kind === 'waiver' || form.kind === 'charge' ? today : form.on
      const typed = { ...form, on, reference: `BK-${index}` }
      const before = await tenant.owed()
      const shown = await lookAtEntry(grace, tenant, typed)
      const done = await enter(grace, tenant, typed)
      if (shown.status !== 200) {
        expect(done.status).toBe(400)
        continue
      }
      const { id: entered, receipt_number: _, ...effect } = done.body
      expect(effect).toEqual(shown.body)
      expect([shown.body.before, await tenant.owed()]).toEqual([before, shown.body.after])
      const [row] = (await ledger(tenant)).filter((one) => one.id === entered)
      expect(row).toMatchObject({ can_undo: true, amount: effect.after - effect.before })
      if (index % 2 === 0) {
        await undo(grace, tenant, entered)
        expect(await tenant.owed()).toBe(before)
      }
    }
  })
})
