import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOpenPush, getPushStatus, initiatePush } from '#contract/payments.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import {
  confirmation,
  confirmTo,
  type FakeDaraja,
  failedCallback,
  newReceipt,
  paidCallback,
  postTo,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databases)('a push on %s', (kind) => {
  let daraja: FakeDaraja
  let server: TestServer
  let amina: Caller
  let brian: Caller
  let account: string

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    server = await startServer(kind, { ...daraja.settings, THROTTLE: 'off' })
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    account = (await amina.call(getAccountNumber, {})).body.account_number
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  let phones = 0
  const newPhone = () => `07450${String(++phones).padStart(5, '0')}`

  async function push(amount = 100, phone_number = newPhone(), who = amina) {
    const answer = await who.call(initiatePush, {
      body: { phone_number, amount, account_reference: account },
    })
    expect(answer.body).toMatchObject({ data: { checkout_request_id: expect.any(String) } })
    const sent = daraja.pushes.at(-1)
    if (!sent) throw new Error('nothing was sent')
    const checkout_request_id = answer.body.data.checkout_request_id
    return {
      checkout_request_id,
      sent,
      darajaId: daraja.checkoutId(daraja.pushes.length - 1),
      status: async () =>
        (await who.call(getPushStatus, { body: { checkout_request_id } })).body.data,
      callback: (body: unknown) => post(new URL(sent.CallBackURL).pathname, body),
    }
  }

  const post = (path: string, body: unknown) => postTo(server, path, body)
  const confirm = (body: ReturnType<typeof confirmation>) => confirmTo(server, body)
  const validate = async (reference: string, amount: string) => {
    const path = `/api/hooks/${server.running.context.hookSecret}/validation`
    const response = await post(path, confirmation(newReceipt(), reference, amount))
    return (await response.json()).ResultCode
  }
  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const deskItems = () =>
    server.running.context.db.selectFrom('desk_items').selectAll().orderBy('id', 'desc').execute()

  test('is sent with a reference of its own and its own secret callback', async () => {
    const { sent } = await push(150)
    expect(sent).toMatchObject({ Amount: 150 })
    expect(sent.AccountReference).toMatch(new RegExp(`^${account}[2-9A-Z]{4}$`))
    expect(sent.CallBackURL).toMatch(/\/api\/hooks\/stk\/1\/[0-9a-f]{48}$/)
  })

  test('is credited once for any order of callbacks and confirmations at once', async () => {
    const before = await due()
    const rounds = kind === 'postgres' ? 12 : 4
    const order = fc.shuffledSubarray(['c', 'c', 'c', 'c', 'c', 'p', 'p'], { minLength: 7 })
    for (const sequence of fc.sample(order, rounds)) {
      const { sent, darajaId, status, callback } = await push(100)
      const code = newReceipt()
      const answers = await Promise.all(
        sequence.map((step) =>
          step === 'c'
            ? callback(paidCallback(darajaId, code, 100))
            : confirm(confirmation(code, sent.AccountReference, '100.00')),
        ),
      )
      expect(answers.map((answer) => answer.status)).toEqual(sequence.map(() => 200))
      expect(await status()).toMatchObject({ status: 'completed', mpesa_receipt_number: code })
    }
    expect(await due()).toBe(before - rounds * 100)
  })

  test('a success wins even after a failure, and a failure changes nothing after it', async () => {
    const before = await due()
    const { darajaId, status, callback } = await push(100)
    await callback(failedCallback(darajaId, 1032, 'Request cancelled by user'))
    expect(await status()).toMatchObject({ status: 'cancelled', result_code: '1032' })
    await callback(paidCallback(darajaId, newReceipt(), 100))
    expect(await status()).toMatchObject({ status: 'completed', result_code: '0' })
    await callback(failedCallback(darajaId, 1, 'The balance is insufficient'))
    expect(await status()).toMatchObject({ status: 'completed', result_code: '0' })
    expect(await due()).toBe(before - 100)
  })

  test('another receipt for the same push is another payment', async () => {
    const before = await due()
    const { darajaId, callback } = await push(100)
    await callback(paidCallback(darajaId, newReceipt(), 100))
    await callback(paidCallback(darajaId, newReceipt(), 100))
    expect(await due()).toBe(before - 200)
  })

  test.each([90, 999_999_999, 3e9, 1e21])(
    '%d instead of 100 is not credited but becomes one desk item',
    async (amount) => {
      const before = await due()
      const { darajaId, status, callback } = await push(100)
      const code = newReceipt()
      await callback(paidCallback(darajaId, code, amount))
      await callback(paidCallback(darajaId, code, amount))
      expect(await status()).toMatchObject({ status: 'processing' })
      expect(await due()).toBe(before)
      const items = (await deskItems()).filter((item) => item.receipt === code)
      expect(items).toMatchObject([{ reason: 'differing_amount', amount: String(amount) }])
    },
  )

  test('a callback with a wrong token or for another push is ignored', async () => {
    const before = await due()
    const { status, callback } = await push(100)
    const forged = await post(
      `/api/hooks/stk/1/${'0'.repeat(48)}`,
      paidCallback('x', newReceipt(), 100),
    )
    expect(forged.status).toBe(404)
    expect((await callback(paidCallback('ws_CO_other', newReceipt(), 100))).status).toBe(200)
    expect(await status()).toMatchObject({ status: 'processing' })
    expect(await due()).toBe(before)
  })

  test.each([
    ['nothing', {}],
    ['a list', []],
    ['text', 'paid'],
    ['a callback without a code', { Body: { stkCallback: { ResultDesc: 'hm' } } }],
  ])('a callback of %s is refused', async (_, body) => {
    const { callback } = await push(100)
    const answer = await callback(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid', message: expect.any(String) })
  })

  test('a success without a receipt waits for the query', async () => {
    const { darajaId, status, callback } = await push(100)
    const bare = paidCallback(darajaId, newReceipt(), 100)
    await callback({ Body: { stkCallback: { ...bare.Body.stkCallback, CallbackMetadata: {} } } })
    expect(await status()).toMatchObject({ status: 'processing' })
  })

  test('a success without a receipt after a failure is for staff: nobody queries any more', async () => {
    const { darajaId, status, callback } = await push(100)
    await callback(failedCallback(darajaId, 1032, 'Cancelled'))
    const bare = paidCallback(darajaId, newReceipt(), 100)
    const success = {
      Body: { stkCallback: { ...bare.Body.stkCallback, CallbackMetadata: {} } },
    }
    const unreadable = async () =>
      (await deskItems()).filter(({ reason }) => reason === 'unreadable').length
    const before = await unreadable()
    for (let times = 0; times < 2; times++) expect((await callback(success)).status).toBe(200)
    expect(await unreadable()).toBe(before + 1)
    expect(await status()).toMatchObject({ status: 'cancelled' })
  })

  test('a manual payment counts by account number, however it is typed, once', async () => {
    const before = await due()
    const code = newReceipt()
    const typed = confirmation(
      code,
      ` ${account.toLowerCase().slice(0, 4)}-${account.slice(4)}`,
      '250',
    )
    await Promise.all([confirm(typed), confirm(typed), confirm(typed)])
    expect(await due()).toBe(before - 250)
  })

  test('money that matches nothing and fractions become desk items', async () => {
    const before = await due()
    const [unmatched, fraction] = [newReceipt(), newReceipt()]
    await confirm(confirmation(unmatched, 'RENT FOR MAY', '6500.00'))
    await confirm(confirmation(fraction, account, '99.50'))
    expect(await due()).toBe(before)
    const items = await deskItems()
    expect(items.find((item) => item.receipt === unmatched)).toMatchObject({ reason: 'unmatched' })
    expect(items.find((item) => item.receipt === fraction)).toMatchObject({
      reason: 'fraction',
      amount: '99.50',
    })
  })

  test('money that was paid to another paybill is credited to nobody', async () => {
    const before = await due()
    const [typed, pushed] = [newReceipt(), newReceipt()]
    const { sent, status } = await push(100)
    const elsewhere = { BusinessShortCode: '600111' }
    await confirm({ ...confirmation(typed, account, '50.00'), ...elsewhere })
    await confirm({ ...confirmation(pushed, sent.AccountReference, '100.00'), ...elsewhere })
    expect(await due()).toBe(before)
    expect(await status()).toMatchObject({ status: 'processing' })
    for (const code of [typed, pushed]) {
      const item = (await deskItems()).find((row) => row.receipt === code)
      expect(item).toMatchObject({ reason: 'other_paybill', company_id: 1 })
    }
    const body = { ...confirmation(newReceipt(), account, '50.00'), ...elsewhere }
    const path = `/api/hooks/${server.running.context.hookSecret}/validation`
    expect(await (await post(path, body)).json()).toMatchObject({ ResultCode: 'C2B00015' })
  })

  test('malformed confirmations become desk items', async () => {
    const before = await due()
    const cut = newReceipt()
    const nothing = newReceipt()
    const ancient = newReceipt()
    await confirm({ ...confirmation(cut, 'RENT \ud83c', '50.00'), FirstName: 'A\u0000' })
    await confirm(confirmation(nothing, account, '0.00'))
    await confirm({ ...confirmation(ancient, account, '10'), TransTime: '00000101000000' })
    expect((await confirm({ ...confirmation('', account, '50.00') })).status).toBe(400)
    const items = await deskItems()
    expect(items.find((item) => item.receipt === cut)).toMatchObject({ reason: 'unmatched' })
    expect(items.find((item) => item.receipt === nothing)).toMatchObject({ reason: 'fraction' })
    expect(items.some((item) => item.reason === 'unreadable')).toBe(true)
    expect(await due()).toBe(before - 10)
  })

  test('paybill validation refuses what could not be credited', async () => {
    expect(await validate(account, '100.00')).toBe('0')
    const mistyped = account.slice(0, -1) + (account.endsWith('A') ? 'B' : 'A')
    expect(await validate(mistyped, '100.00')).toBe('C2B00012')
    expect(await validate('WIFI', '100.00')).toBe('C2B00012')
    expect(await validate(account, '99.50')).toBe('C2B00013')
    expect(await validate(account, '0')).toBe('C2B00013')
  })

  test('a double click sends one push', async () => {
    const phone_number = newPhone()
    const sentBefore = daraja.pushes.length
    const body = { phone_number, amount: 100, account_reference: account }
    const answers = await Promise.all([1, 2, 3].map(() => amina.call(initiatePush, { body })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(daraja.pushes.length).toBe(sentBefore + 1)
    const first = answers.find((answer) => answer.status === 200)?.body.data.checkout_request_id
    for (const refused of answers.filter((answer) => answer.status === 409)) {
      expect(refused.body).toMatchObject({ code: 'payment_open', checkout_request_id: first })
    }
    const other = await brian.call(initiatePush, { body })
    expect(other.status).toBe(409)
    expect(other.body).toMatchObject({ code: 'phone_busy' })
    expect(other.body.checkout_request_id).toBeUndefined()
  })

  test('an ended push frees its phone', async () => {
    const phone = newPhone()
    const { darajaId, callback } = await push(100, phone)
    await callback(failedCallback(darajaId, 1, 'The balance is insufficient'))
    await push(100, phone)
  })

  test.each([
    ['busy', 500, { errorCode: '500.003.02', errorMessage: 'System is busy' }, 503, 'mpesa_busy'],
    [
      'a throttle of the gateway',
      500,
      {
        fault: {
          faultstring: 'Spike arrest violation',
          detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
        },
      },
      503,
      'mpesa_busy',
    ],
    [
      'a locked subscriber',
      500,
      {
        errorCode: '500.001.1001',
        errorMessage:
          'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      },
      409,
      'phone_busy',
    ],
    [
      'a bad phone',
      400,
      { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid PhoneNumber' },
      400,
      'invalid',
    ],
  ])(
    'refused by M-Pesa (%s): answered at once, and the phone is free',
    async (_, status, body, expected, code) => {
      const phone_number = newPhone()
      const queued = daraja.answerPush
      daraja.answerPush = () => ({ status, body })
      const input = { body: { phone_number, amount: 100, account_reference: account } }
      const refused = await amina.call(initiatePush, input)
      daraja.answerPush = queued
      expect(refused.status).toBe(expected)
      expect(refused.body.code).toBe(code)
      expect((await amina.call(initiatePush, input)).status).toBe(200)
    },
  )

  test.each([
    ['HTML', 502, '<html>Bad gateway</html>'],
    ['nothing', 200, ''],
    [
      "the gateway's time-out",
      504,
      {
        fault: {
          faultstring: 'Gateway Timeout',
          detail: { errorcode: 'messaging.adaptors.http.flow.GatewayTimeout' },
        },
      },
    ],
  ])('%s says nothing about the push, so it stays open', async (_, status, body) => {
    const queued = daraja.answerPush
    daraja.answerPush = () => ({ status, body })
    const opened = await push(100)
    daraja.answerPush = queued
    expect(await opened.status()).toMatchObject({ status: 'processing' })
  })

  test('a receipt that arrives after a settlement by query is filled in, with its own time', async () => {
    const before = await due()
    const { checkout_request_id, darajaId, status, callback } = await push(100)
    const { db } = server.running.context
    daraja.answerQuery = (id) => ({
      status: 200,
      body:
        id === darajaId
          ? { ResponseCode: '0', ResultCode: '0', ResultDesc: 'Processed' }
          : { ResultCode: '4999', ResultDesc: 'The transaction is still under processing' },
    })
    await db
      .updateTable('payment_requests')
      .set({ next_query_at: new Date() })
      .where('checkout_request_id', '=', checkout_request_id)
      .execute()
    await server.running.followUp.tick()
    await expect.poll(status, { timeout: 10_000 }).toMatchObject({
      status: 'completed',
      mpesa_receipt_number: 'N/A',
    })
    expect(daraja.queries).toContain(darajaId)
    const otherReceipt = newReceipt()
    await confirm(confirmation(otherReceipt, account, '100.00'))
    expect((await deskItems()).find((item) => item.receipt === otherReceipt)).toMatchObject({
      reason: 'possible_twin',
    })
    const code = newReceipt()
    await callback(paidCallback(darajaId, code, 100))
    expect(await status()).toMatchObject({
      mpesa_receipt_number: code,
      transaction_date: '2026-11-20T08:31:12Z',
    })
    expect(await due()).toBe(before - 100)
  })

  test('an event that was stored but never processed is processed later', async () => {
    const before = await due()
    const { db } = server.running.context
    const raw = JSON.stringify(confirmation(newReceipt(), account, '70.00'))
    const received_at = new Date(Date.now() - 120_000)
    await db
      .insertInto('raw_reports')
      .values({ company_id: 1, kind: 'confirmation', raw, received_at })
      .execute()
    await server.running.followUp.tick()
    await expect.poll(due, { timeout: 10_000 }).toBe(before - 70)
  })

  test('the database itself refuses to change money or to undo a completed push', async () => {
    const { checkout_request_id, darajaId, callback } = await push(100)
    await callback(paidCallback(darajaId, newReceipt(), 100))
    const { db } = server.running.context
    const change = (table: 'charges' | 'payments') =>
      db.updateTable(table).set({ amount: 1 }).execute()
    await expect(change('charges')).rejects.toThrow('append-only')
    await expect(change('payments')).rejects.toThrow('append-only')
    await expect(db.deleteFrom('receipts').execute()).rejects.toThrow('append-only')
    await expect(
      db
        .updateTable('payment_requests')
        .set({ status: 'failed' })
        .where('checkout_request_id', '=', checkout_request_id)
        .execute(),
    ).rejects.toThrow('stays completed')
  })

  test('an unclear reply keeps the push open, and it is not sent again', async () => {
    const phone_number = newPhone()
    const queued = daraja.answerPush
    daraja.answerPush = () => ({ status: 502, body: '<html>Bad gateway</html>' })
    const sentBefore = daraja.pushes.length
    const answer = await amina.call(initiatePush, {
      body: { phone_number, amount: 100, account_reference: account },
    })
    daraja.answerPush = queued
    expect(answer.status).toBe(200)
    expect(daraja.pushes.length).toBe(sentBefore + 1)
    const { checkout_request_id } = answer.body.data
    const status = await amina.call(getPushStatus, { body: { checkout_request_id } })
    expect(status.body.data.status).toBe('processing')
    const sent = daraja.pushes.at(-1)
    await post(
      new URL(sent?.CallBackURL ?? '').pathname,
      paidCallback('ws_late', newReceipt(), 100),
    )
    const later = await amina.call(getPushStatus, { body: { checkout_request_id } })
    expect(later.body.data.status).toBe('completed')
  })

  test('any user may pay for an account; only the initiator sees the push, the user of the account sees the money', async () => {
    const before = await due()
    const { checkout_request_id, darajaId, status, callback } = await push(100, newPhone(), brian)
    await callback(paidCallback(darajaId, newReceipt(), 100))
    expect(await status()).toMatchObject({ status: 'completed' })
    const asAmina = await amina.call(getPushStatus, { body: { checkout_request_id } })
    expect(asAmina.status).toBe(404)
    expect(await due()).toBe(before - 100)
  })

  test('an open push is found again, a finished one is not', async () => {
    const opened = await push(100, newPhone(), brian)
    expect((await brian.call(getOpenPush, {})).body.data).toMatchObject({
      checkout_request_id: opened.checkout_request_id,
    })
    await opened.callback(
      failedCallback(opened.darajaId, 2001, 'The initiator information is invalid.'),
    )
    const after = (await brian.call(getOpenPush, {})).body.data
    expect(after?.checkout_request_id).not.toBe(opened.checkout_request_id)
  })

  test.each([
    [
      'phone_number',
      { phone_number: '12345' },
      'Please enter a valid phone number (e.g., 0712345678)',
    ],
    ['amount', { amount: 0 }, 'Please enter a valid amount.'],
    ['amount', { amount: 1.5 }, 'Please enter a valid amount.'],
    ['amount', { amount: 'x' }, 'Please enter a valid amount.'],
    ['amount', { amount: 250_001 }, 'M-Pesa takes at most Ksh 250,000 at a time.'],
    ['account_reference', { account_reference: '  ' }, 'Please enter a valid account number.'],
    [
      'account_reference',
      { account_reference: 'AAAAAAAA' },
      'Please enter a valid account number.',
    ],
  ])('bad %s is named', async (field, wrong, message) => {
    const response = await amina.fetch('/api/stk-push/initiate/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        phone_number: newPhone(),
        amount: 10,
        account_reference: account,
        ...wrong,
      }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message, fields: { [field]: message } })
  })
})
