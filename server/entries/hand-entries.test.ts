import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { enterDeposit, previewDeposit } from '#contract/deposits.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { listLedger } from '#contract/ledger.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { type HandKind, handKinds } from '#rules/hand-entry.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const today = '2026-11-20'
const now = () => new Date(`${today}T09:00:00Z`)

describe.each(databases)('entries by hand on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let amina: Caller
  let id: string
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, now)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    amina = await server.signIn('0712345678', '12345678')
    id = String((await amina.call(getUser, {})).body.id)
  })
  afterAll(() => endServer(server))

  interface Form {
    kind: HandKind
    amount: number | string
    on?: string
    reference?: string
    reason?: string
  }
  const full = (form: Form) => ({ on: today, reference: 'FT2611', reason: 'As agreed', ...form })
  const look = (form: Form) => grace.call(previewEntry, { params: { id }, body: full(form) })
  async function enter(form: Form, submission_id = crypto.randomUUID()) {
    const { body: expected } = await look(form)
    return grace.call(enterByHand, {
      params: { id },
      body: { entry: full(form), submission_id, expected },
    })
  }
  async function undo(entry: number | null, reason = 'Typed twice') {
    const params = { id, entry: String(entry) }
    const { body: expected } = await grace.call(previewUndo, { params })
    return grace.call(undoEntry, { params, body: { reason, expected } })
  }
  const owed = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const ledger = async () =>
    (await grace.call(listLedger, { params: { id }, query: { limit: '100' } })).body

  test('cash has a receipt that names who took it; taken back, the receipt is void', async () => {
    const before = await owed()
    const shown = await look({ kind: 'cash', amount: '1,500' })
    expect(shown.body).toEqual({ full_name: 'Amina Otieno', before, after: before - 1500 })
    expect(await owed()).toBe(before)
    const { status, body } = await enter({ kind: 'cash', amount: 1500 })
    expect([status, body.after, await owed()]).toEqual([201, before - 1500, before - 1500])
    const receipt = async () =>
      (await amina.call(getReceipt, { params: { number: body.receipt_number ?? '' } })).body
    expect(await receipt()).toMatchObject({
      kind: 'cash',
      // A code that the form still has from before cash was chosen isn't on the receipt.
      reference: null,
      amount: 1500,
      entered_by: 'Grace Wanjiru',
      voided: null,
    })
    expect((await undo(body.id)).body).toMatchObject({ after: before })
    expect(await owed()).toBe(before)
    expect((await receipt()).voided).toMatchObject({ reason: 'Typed twice' })
    const again = await grace.call(previewUndo, { params: { id, entry: String(body.id) } })
    expect([again.status, again.body.code]).toEqual([409, 'already_reversed'])
  })

  test('an entry and the one that takes it back name each other: in the ledger, and on the statement', async () => {
    const cash = (await enter({ kind: 'cash', amount: 700 })).body
    const waiver = (await enter({ kind: 'waiver', amount: 300 })).body
    const undone = [(await undo(cash.id)).body.id, (await undo(waiver.id)).body.id]
    const rows = await ledger()
    const named = (entry: number | null) => rows.find((one) => one.id === entry)
    expect(undone.map((one) => named(one)?.takes_back)).toEqual([
      { kind: 'cash', at: expect.any(String), receipt_number: cash.receipt_number },
      { kind: 'waiver', at: expect.any(String), receipt_number: null },
    ])
    for (const { id: entry } of [cash, waiver]) {
      expect(named(entry)).toMatchObject({ voided: true, taken_back_at: expect.any(String) })
    }
    const answer = await grace.fetch(`/api/staff/tenants/${id}/statement/csv/`)
    const text = await answer.text()
    expect(text).toContain(`,Takes back ${cash.receipt_number}`)
    expect(text).toMatch(/Cash payment,.*,Taken back on 20 Nov 2026/)
  })

  test('the tenant sees what isn’t this month’s rent by its name, until it is taken back', async () => {
    const others = async () => (await amina.call(getPaymentSummary, {})).body.other_charges
    const before = await others()
    const entered = [
      (await enter({ kind: 'charge', amount: 200, reason: 'Opening balance' })).body,
      (await enter({ kind: 'waiver', amount: 150 })).body,
    ]
    expect((await others()).slice(before.length)).toMatchObject([
      { kind: 'correction', months: null, reason: 'Opening balance', amount: 200 },
      { kind: 'waiver', months: null, reason: 'As agreed', amount: -150 },
    ])
    for (const { id: entry } of entered.toReversed()) await undo(entry)
    expect(await others()).toEqual(before)
  })

  test('sent twice at once, it is entered once', async () => {
    const before = await owed()
    const submission = crypto.randomUUID()
    const { body: expected } = await look({ kind: 'cash', amount: 10 })
    const send = () =>
      grace.call(enterByHand, {
        params: { id },
        body: { entry: full({ kind: 'cash', amount: 10 }), submission_id: submission, expected },
      })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body).toEqual(both[1]?.body)
    expect(await owed()).toBe(before - 10)
  })

  test('a submission is one entry: with something else in it, it is refused', async () => {
    const submission = crypto.randomUUID()
    expect((await enter({ kind: 'cash', amount: 40 }, submission)).status).toBe(201)
    const before = await owed()
    const brian = await server.signIn('0722000002', '23456789')
    const others = String((await brian.call(getUser, {})).body.id)
    for (const [whose, kind, amount, changes = {}] of [
      [id, 'cash', 50],
      [id, 'charge', 40],
      [others, 'cash', 40],
      [id, 'cash', 40, { reason: 'Another one' }],
      [id, 'cash', 40, { on: '2026-11-19' }],
    ] as const) {
      const entry = full({ kind, amount, ...changes })
      const params = { id: whose }
      const { body: expected } = await grace.call(previewEntry, { params, body: entry })
      const body = { entry, submission_id: submission, expected }
      const refused = await grace.call(enterByHand, { params, body })
      expect([refused.status, refused.body.code]).toEqual([409, 'submission_used'])
    }
    // Nor is it one of the deposit.
    const entry = full({ kind: 'cash', amount: 40 })
    const asDeposit = { params: { id }, body: { ...entry, kind: 'cash' as const } }
    const { body: expected } = await grace.call(previewDeposit, asDeposit)
    const refused = await grace.call(enterDeposit, {
      params: { id },
      body: { entry: asDeposit.body, submission_id: submission, expected },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'submission_used'])
    expect(await owed()).toBe(before)
  })

  test('looked at again after its reply was lost, and sent again, it says what is owed by now', async () => {
    for (const form of [
      { kind: 'cash', amount: 15 },
      { kind: 'charge', amount: 25 },
    ] as const) {
      const submission = crypto.randomUUID()
      const { body: first } = await enter(form, submission)
      expect((await enter(form, submission)).body).toEqual(first)
      expect(await owed()).toBe(first.after)
    }
  })

  test('what it means has changed since the preview: nothing is entered', async () => {
    const { body: expected } = await look({ kind: 'cash', amount: 20 })
    await enter({ kind: 'cash', amount: 30 })
    const late = await grace.call(enterByHand, {
      params: { id },
      body: {
        entry: full({ kind: 'cash', amount: 20 }),
        submission_id: crypto.randomUUID(),
        expected,
      },
    })
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
    const { status, body } = await look(form as Form)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })

  test('a bank’s code counts once, until it is taken back', async () => {
    const { body } = await enter({ kind: 'bank', amount: 40, reference: 'EQ-77' })
    const again = await look({ kind: 'bank', amount: 40, reference: 'eq-77' })
    expect([again.status, again.body.code]).toEqual([409, 'reference_used'])
    for (const reference of ['EQ 77', 'EQ-77.', 'EQ\u200b-77']) {
      expect((await look({ kind: 'bank', amount: 40, reference })).status).toBe(409)
    }
    await undo(body.id)
    expect((await enter({ kind: 'bank', amount: 40, reference: 'EQ-77' })).status).toBe(201)
  })

  test('any entry does what its preview says, and undoing it brings back the balance', async () => {
    const entry = fc.record({
      kind: fc.constantFrom(...handKinds),
      amount: fc.integer({ min: 1, max: 9000 }),
      on: fc.constantFrom(today, '2026-11-01', '2026-10-31'),
    })
    for (const [index, form] of fc.sample(entry, { numRuns: 30, seed: 20261120 }).entries()) {
      const on = form.kind === 'waiver' || form.kind === 'charge' ? today : form.on
      const typed = { ...form, on, reference: `BK-${index}` }
      const before = await owed()
      const shown = await look(typed)
      const done = await enter(typed)
      if (shown.status !== 200) {
        expect(done.status).toBe(400)
        continue
      }
      const { id: entered, receipt_number: _, ...effect } = done.body
      expect(effect).toEqual(shown.body)
      expect([shown.body.before, await owed()]).toEqual([before, shown.body.after])
      const [row] = (await ledger()).filter((one) => one.id === entered)
      expect(row).toMatchObject({ can_undo: true, amount: effect.after - effect.before })
      if (index % 2 === 0) {
        await undo(entered)
        expect(await owed()).toBe(before)
      }
    }
  })
})
