import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { nextBefore } from '#contract/page.ts'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { listTenants, removeTenant } from '#contract/tenants.ts'
import { listTransactionMonths, listTransactions } from '#contract/transactions.ts'
import { dayOf } from '#rules/calendar.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { insertPayment } from '../ledger/queries.ts'
import { insertPush } from '../payments/push-queries.ts'
import { testNow } from '../testing/clock.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('transactions on %s', (kind) => {
  let server: TestServer
  let amina: Caller
  let brian: Caller
  /** A tenant of another residence, without an account number. */
  let stranger: Caller
  let elsewhere = { company_id: 0, user_id: 0 }

  beforeAll(async () => {
    server = await startServer(kind)
    const { db } = server.running.context
    const company_id = await addCompany(db)
    const user_id = await addPerson(db, company_id, 'stranger@other.example')
    elsewhere = { company_id, user_id }
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    stranger = await server.signIn('stranger@other.example', password)
  })
  afterAll(() => endServer(server))

  const list = async (who: Caller, query = {}) => (await who.call(listTransactions, { query })).body
  const accountOf = async (who: Caller) =>
    (await who.call(getAccountNumber, {})).body.account_number

  async function push(who: Caller, account_reference: string, phone_number: string) {
    const body = { phone_number, amount: 25, account_reference, transaction_desc: 'For November' }
    const { checkout_request_id } = (await who.call(initiatePush, { body })).body.data
    const state = async () =>
      (await who.call(getPushStatus, { body: { checkout_request_id } })).body.data
    await expect.poll(state, { timeout: 10_000 }).toMatchObject({ status: 'completed' })
    return state()
  }

  /** Inserts a paybill payment to an account of the other residence; its id. */
  const pay = (amount: number, at: string, receipt: string | null = null) =>
    insertPayment(
      server.running.context.db,
      { ...elsewhere, purpose: 'rent', kind: 'paybill', amount, paid_at: new Date(at) },
      receipt,
    )

  /** Inserts a bundle bought by the tenant of the other residence. */
  async function payBundle(amount: number, paid_at: Date) {
    const { db } = server.running.context
    const { company_id, user_id } = elsewhere
    const mark = crypto.randomUUID()
    const { id: request_id } = await insertPush(db, {
      company_id,
      checkout_request_id: mark,
      callback_token: mark,
      starter_company_id: company_id,
      starter_user_id: user_id,
      account_user_id: user_id,
      purpose: 'wifi',
      account_reference: 'package_50',
      wire_reference: mark,
      description: 'Wifi 2GB, 2 days',
      phone: '254712000001',
      amount,
      initiated_at: paid_at,
    })
    const order = { package_id: 'package_50', name: '2GB, 2 days', price: amount }
    await db
      .insertInto('bundle_orders')
      .values({ company_id, request_id, ...order, data_bytes: 2 ** 31, duration_s: 172_800 })
      .execute()
    const money = { ...elsewhere, purpose: 'wifi', kind: 'push', amount, paid_at } as const
    await insertPayment(db, { ...money, request_id }, null)
  }

  test('what came by paybill', async () => {
    const [newest] = await list(amina, { limit: '1' })
    expect(newest).toMatchObject({
      purpose: 'rent',
      checkout_request_id: null,
      account: await accountOf(amina),
      mpesa_receipt_number: expect.stringMatching(/^U\w+DM00$/),
      result_code: '0',
      status: 'completed',
      transaction_desc: 'Rent by paybill',
    })
  })

  test('a payment for a friend, from both sides', async () => {
    const account = await accountOf(amina)
    const before = { amina: (await list(amina)).length, brian: (await list(brian)).length }
    const paid = await push(brian, account, '0741000012')

    const [given, ...rest] = await list(brian)
    expect(rest).toHaveLength(before.brian)
    expect(given).toMatchObject({
      checkout_request_id: paid.checkout_request_id,
      amount: 25,
      account,
      mpesa_receipt_number: paid.mpesa_receipt_number,
      transaction_date: paid.transaction_date,
      transaction_desc: 'For November',
      receipt_number: null,
    })

    const [got, ...others] = await list(amina)
    expect(others).toHaveLength(before.amina)
    expect(got).toMatchObject({
      id: given?.id,
      checkout_request_id: null,
      account,
      mpesa_receipt_number: paid.mpesa_receipt_number,
      transaction_desc: 'Rent by someone else',
    })
    const params = { number: got?.receipt_number ?? '' }
    expect((await amina.call(getReceipt, { params })).status).toBe(200)
    expect((await brian.call(getReceipt, { params })).status).toBe(404)
  })

  test('a payment for a tenant of another residence is listed, and no other payment there', async () => {
    const account = await accountOf(amina)
    const paid = await push(stranger, account, '0741000013')
    expect(await list(stranger)).toEqual([
      expect.objectContaining({ account, amount: 25, receipt_number: null }),
    ])
    const [got] = await list(amina)
    expect(got).toMatchObject({ mpesa_receipt_number: paid.mpesa_receipt_number, amount: 25 })
    expect(got?.receipt_number).toBe(receiptNumber(got?.id ?? 0))
  })

  test('a push for one’s own account is listed once, with its description', async () => {
    const before = (await list(amina)).length
    const paid = await push(amina, await accountOf(amina), '0741000014')
    const [newest, ...rest] = await list(amina)
    expect(rest).toHaveLength(before)
    expect(newest).toMatchObject({
      checkout_request_id: paid.checkout_request_id,
      receipt_number: paid.receipt_number,
      transaction_desc: 'For November',
    })
  })

  test('a month begins at midnight in Nairobi, on M-Pesa’s clock where known', async () => {
    await pay(100, '2025-10-31T20:59:59Z')
    await pay(200, '2025-10-31T21:00:00Z')
    const settledLater = await pay(400, '2025-11-30T21:00:00Z')
    const { db } = server.running.context
    const receipt = { receipt: 'UKW0LATE01', company_id: elsewhere.company_id }
    const receiptLater = { payment_id: settledLater, paid_at: new Date('2025-11-30T20:59:59Z') }
    await db
      .insertInto('receipts')
      .values({ ...receipt, ...receiptLater })
      .execute()
    await payBundle(50, new Date('2025-10-31T22:00:00Z'))

    const months = (await stranger.call(listTransactionMonths, {})).body
    expect(months.filter(({ month }) => month < '2026')).toEqual([
      { month: '2025-11', rent: 600, wifi: 50 },
      { month: '2025-10', rent: 100, wifi: 0 },
    ])
    const amounts = async (query: object) =>
      (await list(stranger, query)).map(({ amount }) => amount)
    expect(await amounts({ month: '2025-10' })).toEqual([100])
    expect(await amounts({ month: '2025-11' })).toEqual([400, 50, 200])
    expect(await amounts({ month: '2025-11', purpose: 'rent' })).toEqual([400, 200])
    expect(await amounts({ month: '2025-12' })).toEqual([])
    expect(await list(stranger, { purpose: 'wifi' })).toEqual([
      expect.objectContaining({
        account: '2GB, 2 days',
        transaction_desc: 'Wifi 2GB, 2 days',
        mpesa_receipt_number: 'N/A',
      }),
    ])
  })

  test('two years of months, the last first', async () => {
    for (let at = 0; at < 26; at++) {
      await pay(1, new Date(Date.UTC(2023, at, 15)).toISOString())
    }
    const months = (await stranger.call(listTransactionMonths, {})).body
    expect(months).toHaveLength(24)
    const names = months.map(({ month }) => month)
    expect(names).toEqual(names.toSorted().toReversed())
    expect(new Set(names).size).toBe(24)
  })

  test('page by page, while payments come in', async () => {
    const all = await list(stranger, { limit: '100', purpose: 'rent' })
    const newestAt = new Date(Date.parse(all[0]?.transaction_date ?? '') + 1000).toISOString()
    const seen: number[] = []
    let before: string | null = null
    do {
      const query = { limit: '10', purpose: 'rent' as const, ...(before && { before }) }
      const page = await stranger.call(listTransactions, { query })
      seen.push(...page.body.map(({ id }) => id))
      before = nextBefore(page.headers.get('link'))
      if (seen.length === 10) await pay(7, newestAt)
    } while (before)
    expect(seen).toEqual(all.map(({ id }) => id))
    const since = await list(stranger, { after: String(seen[0]) })
    expect(since.map(({ amount }) => amount)).toEqual([7])
  })

  test('a payment that is known later is sorted by when it was paid, also between pages', async () => {
    const latePayment = await pay(9, '2025-10-31T22:30:00Z')
    const amounts = async (query: object) =>
      (await list(stranger, { month: '2025-11', ...query })).map(({ amount }) => amount)
    expect(await amounts({})).toEqual([400, 9, 50, 200])
    const [last, , bundle] = (await list(stranger, { month: '2025-11' })).map(({ id }) => id)
    expect(await amounts({ before: String(last), limit: '1' })).toEqual([9])
    expect(await amounts({ before: String(latePayment) })).toEqual([50, 200])
    expect(await amounts({ after: String(bundle), limit: '1' })).toEqual([9])
    expect(await amounts({ after: String(latePayment) })).toEqual([400])
    // An id of another user: the position is after the smaller ids.
    expect(await amounts({ before: '0' })).toEqual([])
    expect(await amounts({ after: '0' })).toEqual([400, 9, 50, 200])
    const times = (await list(stranger, { limit: '100' })).map((one) => one.transaction_date)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('corrections are not listed as payments', async () => {
    const before = await list(stranger)
    const entered_by = (await stranger.call(getUser, {})).body.id
    const entry = { kind: 'correction', reason: 'Counted twice', entered_by } as const
    const paid_at = testNow()
    await insertPayment(
      server.running.context.db,
      { ...elsewhere, ...entry, purpose: 'rent', amount: -7, paid_at },
      null,
    )
    expect(await list(stranger)).toEqual(before)
  })

  test('a former tenant still sees their payments', async () => {
    const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const tenants = (await grace.call(listTenants, {})).body
    const leaving = tenants.find(({ room }) => room === 'A103')
    const departure_date = dayOf(server.running.context.now())
    const body = { id: leaving?.id ?? 0, removal_reason: 'other', departure_date } as const
    expect((await grace.call(removeTenant, { body })).status).toBe(200)
    const left = await server.signIn('0722000003', '30000003')
    const paid = await list(left)
    expect(paid.length).toBeGreaterThan(0)
    expect(paid[0]?.account).toMatch(/^[2-9A-Z]{8}$/)
  })
})
