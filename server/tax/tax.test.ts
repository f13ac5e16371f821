import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  enterDeposit,
  previewDeposit,
  previewDepositUndo,
  undoDeposit,
} from '#contract/deposits.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { changeFees, type Fee, getFees } from '#contract/fees.ts'
import { getOverview } from '#contract/overview.ts'
import { getReceipt, setEtimsNumber } from '#contract/receipts.ts'
import { listLog } from '#contract/staff-log.ts'
import { changeTaxRate, getRentReceived } from '#contract/tax.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { listTenants } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { taxOf } from '#rules/rent-received.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('for the tax return, on %s', (kind) => {
  let at = new Date('2026-11-20T09:00:00Z')
  let server: TestServer
  let grace: Caller
  let amina: Caller
  let id = 0

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => at)
    grace = await signIn()
    amina = await signInAmina()
    const tenants = (await grace.call(listTenants, {})).body
    id = tenants.find(({ full_name }) => full_name === 'Amina Otieno')?.id ?? 0
  })
  afterAll(() => endServer(server))

  const signIn = () => server.signIn('staff@acacia.example', 'staff-demo-2026')
  const signInAmina = () => server.signIn('0712345678', '12345678')
  const received = async (year?: string) =>
    (await grace.call(getRentReceived, { query: { year } })).body
  const november = async () => {
    const { months } = await received('2026')
    const month = months.find((one) => one.month === '2026-11')
    if (!month) throw new Error('Nothing was received in November.')
    return month
  }
  const enter = async (entry: {
    kind: 'cash' | 'fee' | 'refund' | 'waiver'
    amount: number
    fee?: number | undefined
    waives?: number
  }) => {
    const params = { id: String(id) }
    const whole = { on: dayOf(at), reference: 'Signed by her', reason: 'As agreed', ...entry }
    const expected = (await grace.call(previewEntry, { params, body: whole })).body
    const submission_id = crypto.randomUUID()
    const body = { entry: whole, submission_id, expected }
    return (await grace.call(enterByHand, { params, body })).body
  }

  test('rent and wifi of each month are what the overview collected, with the tax on the rent alone', async () => {
    const { year, property, months } = await received()
    expect([year, property]).toEqual([2026, 'Acacia Court'])
    const overview = (await grace.call(getOverview, { query: {} })).body
    expect(months.length).toBeGreaterThan(1)
    for (const one of months) {
      const same = overview.months.find(({ month }) => month === one.month)
      expect([one.rent + one.other, one.wifi]).toEqual([same?.collected, same?.wifi])
      expect(one.rate).toBe(750)
      expect(one.tax).toBe(Math.round(one.rent * 0.075))
    }
    expect((await november()).file_by).toBe('2026-12-20')
    expect((await received('2025')).months).toEqual([])
  })

  test('what pays a fee of the price list is no rent', async () => {
    const before = await november()
    const key: Fee = {
      ...{ id: null, name: 'Key replacement', amount: 500 },
      ...{ may_vary: false, active: true, next: null },
    }
    const was = (await grace.call(getFees, {})).body
    const fees = (await grace.call(changeFees, { body: { was, now: [...was, key] } })).body
    const fee = fees.find(({ name }) => name === key.name)?.id ?? undefined
    await enter({ kind: 'fee', amount: 500, fee })
    expect(await november()).toEqual(before)
    const owes = (await amina.call(getPaymentSummary, {})).body.current_month_balance
    await enter({ kind: 'cash', amount: owes })
    const after = await november()
    expect([after.rent, after.other]).toEqual([before.rent + owes - 500, before.other + 500])
    expect(after.tax).toBe(taxOf(after.rent, 750))

    // What is waived of a fee before it is paid takes nothing off the rent.
    const { id: waives } = await enter({ kind: 'fee', amount: 500, fee })
    await enter({ kind: 'waiver', amount: 300, waives: waives ?? 0 })
    await enter({ kind: 'cash', amount: 200 })
    expect(await november()).toMatchObject({ rent: after.rent, other: after.other + 200 })
  })

  test('deposits are apart, and what is deducted from one is another charge', async () => {
    const params = { id: String(id) }
    const held = async (kind: 'cash' | 'deducted' | 'from_rent', amount: number) => {
      const entry = { kind, amount, on: dayOf(at), reason: 'A broken lamp' }
      const { body: expected } = await grace.call(previewDeposit, { params, body: entry })
      const body = { entry, submission_id: crypto.randomUUID(), expected }
      return String((await grace.call(enterDeposit, { params, body })).body.id)
    }
    const before = await november()
    await held('cash', 6000)
    expect(await november()).toEqual({ ...before, deposits: before.deposits + 6000 })
    await enter({ kind: 'cash', amount: 1000 })
    await held('from_rent', 1000)
    const entry = await held('deducted', 2500)
    const after = await november()
    expect(after).toEqual({
      ...before,
      other: before.other + 2500,
      deposits: before.deposits + 4500,
    })
    const expected = (await grace.call(previewDepositUndo, { params: { ...params, entry } })).body
    const body = { reason: 'It was the neighbour', expected }
    await grace.call(undoDeposit, { params: { ...params, entry }, body })
    expect(await november()).toEqual({ ...before, deposits: before.deposits + 7000 })
  })

  test('what is taken back or given back is less in the month in which it is', async () => {
    const before = await november()
    const { id: entry } = await enter({ kind: 'cash', amount: 4000 })
    expect((await november()).rent).toBe(before.rent + 4000)
    at = new Date('2026-12-02T09:00:00Z')
    grace = await signIn()
    const params = { id: String(id), entry: String(entry) }
    const expected = (await grace.call(previewUndo, { params })).body
    await grace.call(undoEntry, { params, body: { reason: 'Typed twice', expected } })
    const { months } = await received()
    expect(months.at(-1)).toMatchObject({ month: '2026-12', rent: -4000, tax: 0 })
    expect((await november()).rent).toBe(before.rent + 4000)
  })

  test('staff set another rate from a month on, and take that back; the log says so', async () => {
    const { rates } = await received()
    const set = (was: unknown, from: string, rate: string) =>
      grace.call(changeTaxRate, { body: { was, now: { from, rate } } })
    const changed = await set(rates, '2026-11', '10')
    expect(changed.body).toEqual([
      { from: '2016-01', rate: 1000, is_law: true },
      { from: '2024-01', rate: 750, is_law: true },
      { from: '2026-11', rate: 1000, is_law: false },
    ])
    const { rent, tax } = await november()
    expect(tax).toBe(Math.round(rent / 10))
    expect((await received()).months.find(({ month }) => month === '2026-10')?.rate).toBe(750)
    // Somebody whose page is older changes nothing.
    expect((await set(rates, '2026-11', '5')).status).toBe(409)
    for (const odd of ['101', '-1', '7.555', 'x']) {
      const refused = await set(changed.body, '2026-11', odd)
      expect([odd, refused.status]).toEqual([odd, 400])
    }
    expect((await set(changed.body, '2026-11', '')).body).toEqual(rates)
    const [last] = (await grace.call(listLog, {})).body
    expect(last).toMatchObject({
      act: 'settings.tax',
      before: { from: '2026-11', rate: 1000 },
      after: { from: '2026-11', rate: null },
    })
  })

  test('as CSV, which is in the log', async () => {
    const { months } = await received()
    const answer = await grace.fetch('/api/staff/tax/csv/?year=2026')
    expect(answer.headers.get('content-disposition')).toContain(
      'acacia-court-rent-received-2026.csv',
    )
    const [head, ...lines] = (await answer.text()).trim().split('\n')
    expect(head).toBe(
      'Month,Property,Gross rent received,Other charges,Wifi,Deposits,Rate in percent,Estimated tax,File by',
    )
    expect(lines).toHaveLength(months.length)
    const [first] = months
    expect(lines[0]).toBe(
      `${first?.month},Acacia Court,${first?.rent},0,${first?.wifi},0,7.5,${first?.tax},${first?.file_by}`,
    )
    expect((await grace.call(listLog, {})).body[0]).toMatchObject({
      act: 'export',
      after: { table: 'rent received', year: 2026 },
    })
  })

  test('an eTIMS number stands beside a receipt, until staff write another or take it away', async () => {
    const number = (await enter({ kind: 'cash', amount: 900 })).receipt_number ?? ''
    const write = (was: string | null, typed: string) =>
      grace.call(setEtimsNumber, { params: { number }, body: { was, now: { number: typed } } })
    const shown = async (who: Caller) =>
      (await who.call(getReceipt, { params: { number } })).body.etims_number
    amina = await signInAmina()
    expect(await shown(amina)).toBeNull()
    expect((await write(null, ' krasrn000123/45 ')).body.etims_number).toBe('KRASRN000123/45')
    expect(await shown(amina)).toBe('KRASRN000123/45')
    expect((await write(null, 'KRASRN000123/46')).status).toBe(409)
    expect((await write('KRASRN000123/45', 'two words')).status).toBe(400)
    const pdf = await amina.fetch(`/api/receipts/${number}/pdf/`)
    expect(pdf.status).toBe(200)
    expect((await write('KRASRN000123/45', '')).body.etims_number).toBeNull()
    const log = (await grace.call(listLog, {})).body.filter(({ act }) => act === 'receipt.etims')
    expect(log).toMatchObject([
      { before: { receipt: number, number: 'KRASRN000123/45' }, after: { number: null } },
      { before: { receipt: number, number: null }, after: { number: 'KRASRN000123/45' } },
    ])
    const { db } = server.running.context
    await expect(db.deleteFrom('etims_numbers').execute()).rejects.toThrow()
    await expect(
      db.updateTable('etims_numbers').set({ number: 'X123' }).execute(),
    ).rejects.toThrow()
  })

  test('money that goes back has no invoice', async () => {
    const { receipt_number } = await enter({ kind: 'cash', amount: 90_000 })
    await enter({ kind: 'refund', amount: 500 })
    const params = { number: receipt_number ?? '' }
    const [refund] = (
      await server.running.context.db
        .selectFrom('payments')
        .where('kind', '=', 'refund')
        .select('id')
        .execute()
    ).map((row) => `R${String(row.id).padStart(6, '0')}`)
    const body = { was: null, now: { number: 'KRA0001' } }
    expect((await grace.call(setEtimsNumber, { params, body })).status).toBe(200)
    const refused = await grace.call(setEtimsNumber, { params: { number: refund ?? '' }, body })
    expect([refused.status, refused.body.code]).toEqual([409, 'not_received'])
  })
})
