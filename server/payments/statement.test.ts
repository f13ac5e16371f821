import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countDesk, pullStatement } from '#contract/desk.ts'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import {
  type FakeDaraja,
  paidCallback,
  startFakeDaraja,
  statementRow,
  transactionStatus,
} from '../testing/fake-daraja.ts'
import {
  type Caller,
  databases,
  demoDatabase,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { openDaraja } from './daraja.ts'
import { requestReconciliation } from './statement.ts'

const receipt = () => `UK${randomBytes(4).toString('hex').toUpperCase()}`
const seconds = 1000
const minutes = 60 * seconds

describe.each(databases)('what M-Pesa never reported, on %s', (kind) => {
  let at = Date.now()
  let daraja: FakeDaraja
  let server: TestServer
  let amina: Caller
  let grace: Caller
  let account = ''
  /** Paid while no server was running. */
  const paidBeforeStart = receipt()

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    amina = await server.signIn('0712345678', '12345678')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    account = (await amina.call(getAccountNumber, {})).body.account_number
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const receipts = async () =>
    (await amina.call(getPaymentSummary, {})).body.matched_payments.map(
      (payment) => payment.transaction_id,
    )

  let phones = 0
  async function push(amount: number) {
    const phone_number = `07490${String(++phones).padStart(5, '0')}`
    const answer = await amina.call(initiatePush, {
      body: { phone_number, amount, account_reference: account },
    })
    const { checkout_request_id } = answer.body.data
    const sent = daraja.pushes.at(-1)
    return {
      darajaId: daraja.checkoutId(daraja.pushes.length - 1),
      reference: sent?.AccountReference ?? '',
      path: new URL(sent?.CallBackURL ?? '').pathname,
      status: async () =>
        (await amina.call(getPushStatus, { body: { checkout_request_id } })).body.data,
    }
  }

  const post = (path: string, body: unknown) =>
    server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('the statement is read at every start, page by page', async () => {
    const before = await due()
    await server.stop()
    daraja.statement.push(
      statementRow(paidBeforeStart, account, '100.00'),
      statementRow(receipt(), account, '200'),
      statementRow(receipt(), account.toLowerCase(), '300.00'),
    )
    at += minutes
    await server.restart()
    await server.running.followUp.tick()
    await expect.poll(due, { timeout: 10_000 }).toBe(before - 600)
    const asked = daraja.statementRequests.at(-1)
    expect(asked).toMatchObject({
      StartDate: expect.stringMatching(/^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/),
    })
    const offsets = () => daraja.statementRequests.map((one) => one.OffSetValue)
    await expect.poll(offsets, { timeout: 10_000 }).toEqual(expect.arrayContaining(['0', '2', '3']))
    const [known] = (await amina.call(getPaymentSummary, {})).body.matched_payments.filter(
      (payment) => payment.transaction_id === paidBeforeStart,
    )
    expect(known?.date_time).toBe('2026-11-20T08:31:12Z')
  })

  test('staff can have it read now, at most twice a minute, and nothing counts twice', async () => {
    const before = await due()
    const waitingBefore = (await grace.call(countDesk, {})).body.open
    const lost: string[] = []
    /** The server may read it by itself at the same moment; then nothing is left to find. */
    async function found() {
      const code = receipt()
      lost.push(code)
      daraja.statement.push(statementRow(code, account, '70'))
      at += minutes
      return (await grace.call(pullStatement, {})).body
    }
    await expect.poll(found, { timeout: 20_000 }).toEqual({
      message: 'Found 1 payment M-Pesa had not reported.',
      found: 1,
      payments: [
        {
          receipt: expect.any(String),
          amount: '70',
          item: null,
          receipt_number: expect.stringMatching(/^R\d{6}$/),
          account: { account_number: account, full_name: 'Amina Otieno', room_number: 'A101' },
        },
      ],
    })
    expect((await grace.call(pullStatement, {})).body).toEqual({
      message: 'We asked M-Pesa a moment ago. We’ll ask again soon.',
      found: 0,
      payments: [],
    })
    await server.running.followUp.tick()
    await expect.poll(due, { timeout: 10_000 }).toBe(before - 70 * lost.length)
    // The refused request is served later, and everything on the statement is known by then.
    daraja.statement.push(statementRow(receipt(), 'NOBODY', '5'))
    at += minutes
    const onDesk = async () => (await grace.call(countDesk, {})).body.open
    await server.running.followUp.tick()
    await expect.poll(onDesk, { timeout: 10_000 }).toBe(waitingBefore + 1)
    expect(await due()).toBe(before - 70 * lost.length)
    const listed = await receipts()
    for (const code of lost) expect(listed.filter((one) => one === code)).toHaveLength(1)
  })

  test('a push whose reply and callback were lost is found on the statement', async () => {
    const before = await due()
    const queued = daraja.answerPush
    daraja.answerPush = () => ({ status: 502, body: '<html>Bad gateway</html>' })
    const opened = await push(80)
    daraja.answerPush = queued
    const code = receipt()
    daraja.statement.push(statementRow(code, opened.reference, '80.00'))
    expect(await opened.status()).toMatchObject({ status: 'processing' })
    for (let turn = 0; turn < 3; turn++) {
      at += 31 * seconds
      await server.running.followUp.tick()
    }
    await server.running.followUp.tick()
    await expect.poll(opened.status, { timeout: 10_000 }).toMatchObject({
      status: 'completed',
      mpesa_receipt_number: code,
    })
    expect(await due()).toBe(before - 80)
  })

  /** A push that a status query has settled: it counts without a receipt. */
  async function receiptless(amount: number) {
    const opened = await push(amount)
    const queued = daraja.answerQuery
    daraja.answerQuery = (id) =>
      id === opened.darajaId
        ? { status: 200, body: { ResultCode: '0', ResultDesc: 'Done' } }
        : queued(id)
    at += 11 * seconds
    await server.running.followUp.tick()
    await expect.poll(opened.status, { timeout: 10_000 }).toMatchObject({
      status: 'completed',
      mpesa_receipt_number: 'N/A',
    })
    daraja.answerQuery = queued
    return opened
  }

  test('the receipt of an N/A payment is found by a Transaction Status query', async () => {
    const opened = await receiptless(90)
    const before = await due()
    at += 31 * seconds
    const asked = () =>
      daraja.statusAsked.find((one) => one.OriginalConversationID === `m-${opened.darajaId}`)
    await server.running.followUp.tick()
    await expect.poll(asked, { timeout: 10_000 }).toBeDefined()
    const path = new URL(asked()?.ResultURL ?? '').pathname
    // Found nothing, or nothing in time: neither changes anything.
    expect((await post(path, { Result: { ResultCode: 2032 } })).status).toBe(200)
    expect((await post(path, {})).status).toBe(200)
    expect((await post(`${path.slice(0, -4)}0000`, {})).status).toBe(404)
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: 'N/A' })
    const code = receipt()
    await Promise.all([1, 2, 3].map(() => post(path, transactionStatus(code, 90))))
    expect(await opened.status()).toMatchObject({
      mpesa_receipt_number: code,
      transaction_date: '2026-11-20T08:31:12Z',
    })
    await post(opened.path, paidCallback(opened.darajaId, code, 90))
    expect(await due()).toBe(before)
    const asksNow = daraja.statusAsked.length
    at += 3 * minutes
    await server.running.followUp.tick()
    expect(daraja.statusAsked.length).toBe(asksNow)
  })

  test('or by the statement', async () => {
    const opened = await receiptless(95)
    const before = await due()
    const code = receipt()
    daraja.statement.push(statementRow(code, opened.reference, '95.00'))
    at += 31 * seconds
    await server.running.followUp.tick()
    await expect.poll(opened.status, { timeout: 10_000 }).toMatchObject({
      mpesa_receipt_number: code,
    })
    expect(await due()).toBe(before)
  })

  test('M-Pesa asks us to slow down: no queries for a minute', async () => {
    const throttled = daraja.answerQuery
    daraja.answerQuery = () => ({
      status: 500,
      body: { errorCode: '500.003.02', errorMessage: 'System is busy' },
    })
    const first = await push(11)
    at += 11 * seconds
    await server.running.followUp.tick()
    await expect.poll(() => daraja.queries.includes(first.darajaId), { timeout: 10_000 }).toBe(true)
    const second = await push(12)
    const asked = daraja.queries.length
    at += 30 * seconds
    await server.running.followUp.tick()
    expect(daraja.queries.length).toBe(asked)
    daraja.answerQuery = throttled
    at += 40 * seconds
    await server.running.followUp.tick()
    await expect
      .poll(() => daraja.queries.includes(second.darajaId), { timeout: 10_000 })
      .toBe(true)
  })

  test('a statement that hangs delays no push', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    daraja.statementHeld = promise
    const asked = daraja.statementRequests.length
    await requestReconciliation(server.running.context, new Date(at - minutes))
    at += 31 * seconds
    await expect.poll(() => daraja.statementRequests.length, { timeout: 10_000 }).toBe(asked + 1)
    const opened = await push(14)
    at += 11 * seconds
    await expect
      .poll(() => daraja.queries.includes(opened.darajaId), { timeout: 10_000 })
      .toBe(true)
    resolve()
  })

  test('what is requested while the statement is being read is read afterwards', async () => {
    await server.running.followUp.tick()
    const before = await due()
    const { promise, resolve } = Promise.withResolvers<void>()
    daraja.statementHeld = promise
    const asked = daraja.statementRequests.length
    await requestReconciliation(server.running.context, new Date(at - minutes))
    at += minutes
    const reading = server.running.followUp.tick()
    await expect.poll(() => daraja.statementRequests.length, { timeout: 10_000 }).toBe(asked + 1)
    // Its first page was requested before this.
    await requestReconciliation(server.running.context, new Date(at))
    resolve()
    await reading
    daraja.statement.push(statementRow(receipt(), account, '33.00'))
    at += minutes
    await server.running.followUp.tick()
    expect(await due()).toBe(before - 33)
  })

  test('nothing known is queried again', async () => {
    const opened = await push(13)
    await post(opened.path, paidCallback(opened.darajaId, receipt(), 13))
    at += 5 * minutes
    await server.running.followUp.tick()
    expect(daraja.queries).not.toContain(opened.darajaId)
    expect(daraja.statusAsked.map((one) => one.OriginalConversationID)).not.toContain(
      `m-${opened.darajaId}`,
    )
  })
})

test('nodes share one token, and a refused one is replaced once', async () => {
  const daraja = await startFakeDaraja()
  const DATABASE_URL = await demoDatabase()
  const settings = { ...daraja.settings, DATABASE_URL, THROTTLE: 'off' }
  const one = await startServer('postgres', settings)
  // Its clock is a little behind.
  const two = await startServer('postgres', settings, () => new Date(Date.now() - 200))
  const ask = (node: TestServer) => node.running.context.daraja.query('ws_CO_1')
  await Promise.all([one, two, one, two].map(ask))
  expect(daraja.tokens).toBe(1)
  // Another node has fetched one, so ours is invalid.
  daraja.tokens++
  const answers = await Promise.all([one, two, one, two].map(ask))
  expect(answers.map((answer) => answer.kind)).toEqual(['result', 'result', 'result', 'result'])
  expect(daraja.tokens).toBe(3)
  // A third node uses the new one.
  const { config, db } = one.running.context
  const third = openDaraja(config.daraja, db, () => new Date())
  expect((await third.query('ws_CO_1')).kind).toBe('result')
  expect(daraja.tokens).toBe(3)
  await endServer(two)
  await endServer(one)
  await daraja.close()
})

test('several nodes send each status query, receipt query and statement request once', async () => {
  let at = Date.now()
  const daraja = await startFakeDaraja()
  const DATABASE_URL = await demoDatabase()
  const settings = { ...daraja.settings, DATABASE_URL, THROTTLE: 'off' }
  const nodes = await Promise.all(
    [1, 2, 3].map(() => startServer('postgres', settings, () => new Date(at))),
  )
  const [node] = nodes
  if (!node) throw new Error('no node')
  const amina = await node.signIn('0712345678', '12345678')
  const account_reference = (await amina.call(getAccountNumber, {})).body.account_number
  for (let i = 0; i < 10; i++) {
    await amina.call(initiatePush, {
      body: { phone_number: `074930000${i}`, amount: 10 + i, account_reference },
    })
  }
  await expect.poll(() => daraja.statementRequests.length, { timeout: 10_000 }).toBe(1)
  at += 11 * seconds
  await expect.poll(() => daraja.queries.length, { timeout: 10_000 }).toBe(10)
  // Every node has looked again by then.
  await Promise.all(nodes.map(({ running }) => running.followUp.tick()))
  expect(daraja.queries.length).toBe(10)
  expect(new Set(daraja.queries).size).toBe(10)
  expect(daraja.statementRequests.length).toBe(1)
  for (const one of nodes) await endServer(one)
  await daraja.close()
})
