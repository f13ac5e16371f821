import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { register } from '#contract/account.ts'
import { initiatePush } from '#contract/payments.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { listTenants, removeTenant } from '#contract/tenants.ts'
import { listVouchers } from '#contract/wifi.ts'
import { dayOf } from '#rules/calendar.ts'
import { GIGABYTE } from '#rules/wifi.ts'
import { insertPayment } from '../ledger/queries.ts'
import { bundleShop, callbackPaidAt } from '../testing/bundles.ts'
import { testNow } from '../testing/clock.ts'
import {
  confirmation,
  type FakeDaraja,
  newReceipt,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { closeSockets, connected } from '../testing/sockets.ts'
import { issueVoucher, radiusDate } from './issue-voucher.ts'
import { anonymizeOldSessions, deleteOldHotspotLogins, listUsedBytes } from './queries.ts'

const days = 86_400_000
/** M-Pesa's clock has no fractions of a second. */
const now = () => Math.floor(testNow().getTime() / 1000) * 1000

describe.each(databases)('wifi bundles on %s', (kind) => {
  let at = now()
  let daraja: FakeDaraja
  let server: TestServer
  let shop: ReturnType<typeof bundleShop>
  let amina: Caller & { token: string }
  let brian: Caller
  let grace: Caller

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    shop = bundleShop(server, daraja)
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(async () => {
    closeSockets()
    await endServer(server)
    await daraja.close()
  })
  beforeEach(() => {
    at += 1000
  })

  const db = () => server.running.context.db
  const vouchersOf = async (who: Caller, limit = '100') =>
    (await who.call(listVouchers, { query: { limit } })).body
  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const online = (username: string, session: string, octets: [number, number]) =>
    db()
      .insertInto('radius.radacct')
      .values({
        acctuniqueid: session,
        acctsessionid: session,
        username,
        nasipaddress: '10.0.0.1',
        acctinputoctets: octets[0],
        acctoutputoctets: octets[1],
      })
      .execute()

  test('a paid bundle has its code, for the buyer and for the hotspot', async () => {
    const socket = await connected(server.url, amina.token)
    const before = await due()
    const { sent, darajaId, callback, status } = await shop.order(amina)
    expect(sent).toMatchObject({ Amount: 100, TransactionDesc: 'Wifi 3GB, 3 d' })
    expect(sent.AccountReference).toMatch(/^WIFI[2-9A-HJKMNP-Z]{8}$/)
    expect(await status()).toMatchObject({ purpose: 'wifi', status: 'processing', voucher: null })
    const receipt = newReceipt()
    await callback(callbackPaidAt(at, darajaId, receipt, 100))

    const { voucher, ...state } = await status()
    const expires_at = new Date(at + 3 * days)
    expect(state).toMatchObject({
      status: 'completed',
      account_reference: 'package_100',
      transaction_desc: 'Wifi 3GB, 3 days',
      bundle: { package_id: 'package_100', name: '3GB, 3 days', data: '3GB' },
      mpesa_receipt_number: receipt,
    })
    expect(voucher).toEqual({
      code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/),
      package_id: 'package_100',
      expires_at: expires_at.toISOString(),
    })
    await expect
      .poll(() => socket.received('payment').at(-1), { timeout: 10_000 })
      .toMatchObject({ voucher })
    expect(await vouchersOf(amina)).toMatchObject([
      {
        code: voucher?.code,
        package_id: 'package_100',
        name: '3GB, 3 days',
        price: 100,
        data_bytes: 3 * GIGABYTE,
        used_bytes: 0,
        state: 'active',
        starts_at: new Date(at).toISOString(),
        expires_at: expires_at.toISOString(),
        mpesa_receipt_number: receipt,
        receipt_number: state.receipt_number,
      },
    ])
    const known = await db()
      .selectFrom('radius.radcheck')
      .where('username', '=', voucher?.code ?? '')
      .select(['attribute', 'op', 'value'])
      .orderBy('attribute')
      .execute()
    expect(known).toEqual([
      { attribute: 'Bweni-Max-Octets', op: ':=', value: String(3 * GIGABYTE) },
      { attribute: 'Cleartext-Password', op: ':=', value: voucher?.code },
      { attribute: 'Expiration', op: ':=', value: radiusDate(expires_at) },
      { attribute: 'Simultaneous-Use', op: ':=', value: '1' },
    ])
    // None of it counts as rent.
    expect(await due()).toBe(before)
  })

  test('its receipt says what was bought', async () => {
    const { receipt } = await shop.buy(amina, at)
    const [bought] = await vouchersOf(amina)
    const number = bought?.receipt_number ?? ''
    const shown = await amina.call(getReceipt, { params: { number } })
    expect(shown.body).toMatchObject({
      purpose: 'wifi',
      bundle: '3GB, 3 days',
      amount: 100,
      mpesa_receipt_number: receipt,
      full_name: 'Amina Otieno',
    })
    const pdf = await amina.fetch(`/api/receipts/${number}/pdf/`)
    expect(pdf.status).toBe(200)
    expect((await brian.call(getReceipt, { params: { number } })).status).toBe(404)
  })

  test.each([
    [
      'another price',
      'package_100',
      90,
      409,
      'price_changed',
      'now Ksh\u00a0100. Please choose again.',
    ],
    ['one that never was', 'package_1', 100, 404, 'package_not_found', 'no longer sold'],
    ['capital letters', 'PACKAGE_100', 100, 400, 'invalid', 'account number'],
    ['no name', 'package_', 100, 400, 'invalid', 'account number'],
  ])('%s: refused before any phone rings', async (_, reference, amount, status, code, words) => {
    const orders = () => db().selectFrom('bundle_orders').select('request_id').execute()
    const [sent, ordered] = [daraja.pushes.length, (await orders()).length]
    const answer = await shop.ask(amina, reference, amount)
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.body.message).toContain(words)
    expect(daraja.pushes).toHaveLength(sent)
    expect(await orders()).toHaveLength(ordered)
  })

  test('a refused submit stores the order and issues no code', async () => {
    const queued = daraja.answerPush
    const busy = { errorCode: '500.003.02', errorMessage: 'System is busy' }
    daraja.answerPush = () => ({ status: 500, body: busy })
    expect((await shop.ask(brian)).body.code).toBe('mpesa_busy')
    daraja.answerPush = queued
    expect(await vouchersOf(brian)).toEqual([])
  })

  test('price and list change during the push: the agreed bundle is charged and delivered', async () => {
    const { darajaId, callback, status } = await shop.order(amina)
    const change = (values: object) =>
      db().updateTable('packages').set(values).where('id', '=', 'package_100').execute()
    await change({ price: 999, data_bytes: 1, duration_s: 60, name: 'Tiny', offered: false })
    await callback(callbackPaidAt(at, darajaId, newReceipt(), 100))
    expect((await shop.ask(amina)).body.code).toBe('package_not_found')
    await change({ offered: true })
    expect((await shop.ask(amina)).body.message).toContain('is now Ksh\u00a0999.')
    const chosen = { data_bytes: 3 * GIGABYTE, duration_s: (3 * days) / 1000 }
    await change({ price: 100, data_bytes: GIGABYTE, duration_s: 86_400 })
    const changed = await amina.call(initiatePush, {
      body: {
        phone_number: '0743900001',
        amount: 100,
        account_reference: 'package_100',
        chosen,
      },
    })
    expect(changed).toMatchObject({ status: 409, body: { code: 'bundle_changed' } })
    expect(changed.body.message).toBe('This bundle is now 1GB for 1 day. Please choose again.')
    await change({
      price: 100,
      data_bytes: 3 * GIGABYTE,
      duration_s: (3 * days) / 1000,
      name: '3GB, 3 days',
    })
    expect((await status()).voucher?.expires_at).toBe(new Date(at + 3 * days).toISOString())
    expect((await vouchersOf(amina))[0]).toMatchObject({
      price: 100,
      data_bytes: 3 * GIGABYTE,
      name: '3GB, 3 days',
    })
  })

  test('staff, users without a room and former tenants may buy', async () => {
    await server.call(register, {
      body: {
        first_name: 'Nia',
        last_name: 'Guest',
        email: 'nia@guest.example',
        password,
        password2: password,
      },
    })
    const guest = await server.signIn('nia@guest.example', password)
    const left = await server.signIn('0722000003', '30000003')
    const [tenant] = (await grace.call(listTenants, {})).body.filter(
      ({ full_name }) => full_name === 'Achieng Odhiambo',
    )
    const removed = await grace.call(removeTenant, {
      body: {
        id: tenant?.id ?? 0,
        removal_reason: 'other',
        departure_date: dayOf(new Date(at)),
      },
    })
    expect(removed.status, removed.body.message).toBe(200)
    for (const who of [grace, guest, left]) {
      const { code } = await shop.buy(who, at)
      expect(await vouchersOf(who)).toMatchObject([{ code }])
    }
  })

  test('a hundred callbacks and confirmations at once: one code', async () => {
    const { sent, darajaId, callback, status } = await shop.order(amina)
    const before = (await vouchersOf(amina)).length
    const receipt = newReceipt()
    const paid = callbackPaidAt(at, darajaId, receipt, 100)
    const confirmed = confirmation(receipt, sent.AccountReference, '100.00')
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 4 === 0 ? shop.confirm(confirmed) : callback(paid),
      ),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    // A stored event waits until the push is no longer locked, and is tried again when that took too long.
    for (let tries = 0; tries < 5 && !(await status()).voucher; tries++) {
      at += 60_000
      await server.running.followUp.tick()
    }
    expect((await status()).voucher).not.toBeNull()
    expect(await vouchersOf(amina)).toHaveLength(before + 1)
  })

  test('a code that exists already is created again', async () => {
    const { code: existing } = await shop.buy(amina, at)
    await shop.order(brian)
    const { id: request_id, account_user_id: user_id } = await db()
      .selectFrom('payment_requests')
      .select(['id', 'account_user_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const codes = [existing, existing, '22223333']
    await db()
      .transaction()
      .execute(async (tx) => {
        const owner = { company_id: 1, user_id, request_id, paid_at: new Date(at) }
        const money = { purpose: 'wifi', kind: 'push', amount: 100 } as const
        const payment_id = await insertPayment(tx, { ...owner, ...money }, newReceipt())
        await issueVoucher(tx, { ...owner, payment_id }, () => codes.shift() ?? '')
      })
    expect(codes).toEqual([])
    expect(await vouchersOf(brian)).toMatchObject([{ code: '22223333' }])
    expect((await vouchersOf(amina)).filter(({ code }) => code === existing)).toHaveLength(1)
  })

  test('used data are summed over all sessions until nothing is left', async () => {
    const { code } = await shop.buy(amina, at)
    const shown = async () => (await vouchersOf(amina)).find((voucher) => voucher.code === code)
    await online(code, `${code}-1`, [GIGABYTE, 5])
    await online(code, `${code}-2`, [0, GIGABYTE])
    expect(await shown()).toMatchObject({ used_bytes: 2 * GIGABYTE + 5, state: 'active' })
    await online(code, `${code}-3`, [GIGABYTE, 0])
    expect(await shown()).toMatchObject({ used_bytes: 3 * GIGABYTE + 5, state: 'used_up' })
    const { code: past } = await shop.buy(amina, at - 4 * days)
    expect((await vouchersOf(amina)).find((voucher) => voucher.code === past)?.state).toBe(
      'expired',
    )
  })

  test('bundles are listed in pages, newest first', async () => {
    const all = await vouchersOf(amina)
    const first = await amina.call(listVouchers, { query: { limit: '2' } })
    const next = /<\/api(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await (await amina.fetch(`/api${next}`)).json()
    expect([...first.body, ...second]).toEqual(all.slice(0, 4))
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a))
  })

  test('each residence sells its own', async () => {
    const company_id = await addCompany(db())
    await addPerson(db(), company_id, 'stranger@other.example')
    const stranger = await server.signIn('stranger@other.example', password)
    expect((await shop.ask(stranger)).body.code).toBe('package_not_found')
    const bundle = { name: 'Small', price: 20, data_bytes: GIGABYTE, duration_s: 3600, position: 0 }
    await db()
      .insertInto('packages')
      .values({ company_id, id: 'package_20', offered: true, ...bundle })
      .execute()
    expect((await shop.ask(amina, 'package_20', 20)).body.code).toBe('package_not_found')
    const { darajaId, callback, status } = await shop.order(stranger, 'package_20', 20)
    await callback(callbackPaidAt(at, darajaId, newReceipt(), 20))
    const { voucher } = await status()
    expect(await vouchersOf(stranger)).toMatchObject([{ code: voucher?.code, name: 'Small' }])
    expect((await vouchersOf(amina)).some(({ code }) => code === voucher?.code)).toBe(false)
  })

  test('its reference is valid for one payment by paybill, and for a limited time', async () => {
    const mayGoThrough = async (reference: string) => {
      const response = await server.fetch(
        `/api/hooks/${server.running.context.hookSecret}/validation`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(confirmation(newReceipt(), reference, '100.00')),
        },
      )
      return (await response.json()).ResultCode
    }
    const { sent, darajaId, callback } = await shop.order(amina)
    const reference = sent.AccountReference
    expect(await mayGoThrough(reference)).toBe('0')
    const order = db().updateTable('payment_requests').where('wire_reference', '=', reference)
    await order.set({ initiated_at: new Date(at - 3 * days) }).execute()
    expect(await mayGoThrough(reference)).toBe('C2B00012')
    await order.set({ initiated_at: new Date(at) }).execute()
    await callback(callbackPaidAt(at, darajaId, newReceipt(), 100))
    expect(await mayGoThrough(reference)).toBe('C2B00012')
  })

  test('sign-in attempts at the hotspot are deleted after 90 days', async () => {
    for (const age of [1, 89, 91]) {
      const username = `DAY${age}`
      const then = new Date(at - age * days)
      await db().insertInto('radius.radpostauth').values({ username, authdate: then }).execute()
      await db().insertInto('radius.let_in').values({ username, let_in_at: then }).execute()
    }
    await deleteOldHotspotLogins(db(), new Date(at))
    for (const table of ['radius.radpostauth', 'radius.let_in'] as const) {
      const remaining = await db()
        .selectFrom(table)
        .select('username')
        .orderBy('username')
        .execute()
      expect(remaining.map(({ username }) => username)).toEqual(['DAY1', 'DAY89'])
    }
  })

  test('the device of a session is deleted after 90 days; its used data still count', async () => {
    const session = (started: number, ended: number | null, more: object = {}) => ({
      acctuniqueid: `device-${started}-${ended}`,
      acctsessionid: 'x',
      username: 'DEVICES',
      nasipaddress: '10.0.0.1',
      acctinputoctets: 10,
      acctoutputoctets: 0,
      callingstationid: 'AA-BB',
      calledstationid: 'hotspot',
      acctupdatetime: null,
      acctstarttime: new Date(at - started * days),
      acctstoptime: ended === null ? null : new Date(at - ended * days),
      ...more,
    })
    const lasting = { acctupdatetime: new Date(at - days) }
    await db()
      .insertInto('radius.radacct')
      .values([session(92, 91), session(95, null), session(91, 89), session(96, null, lasting)])
      .execute()
    await anonymizeOldSessions(db(), new Date(at))
    const remaining = await db()
      .selectFrom('radius.radacct')
      .where('username', '=', 'DEVICES')
      .select(['callingstationid', 'calledstationid'])
      .orderBy('radacctid')
      .execute()
    const forgotten = { callingstationid: null, calledstationid: null }
    const known = { callingstationid: 'AA-BB', calledstationid: 'hotspot' }
    expect(remaining).toEqual([forgotten, forgotten, known, known])
    expect((await listUsedBytes(db(), ['DEVICES'])).get('DEVICES')).toBe(40)
  })
})
