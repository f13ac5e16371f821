import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { queryDelayMs } from '#rules/payment.ts'
import { startFakeDaraja } from '../testing/fake-daraja.ts'
import { freePort } from '../testing/postgres.ts'
import { endServer, startServer } from '../testing/server.ts'
import { openStallingProxy } from '../testing/stalling-proxy.ts'

/** M-Pesa is unreachable for ten minutes, on a clock that the test sets: users are informed, nothing piles up. */
const AWAY_MS = 10 * 60_000
const STEP_MS = 60_000
/** A tick that hangs is not awaited: the server starts one every second. */
const LOOK_MS = 1100
/** Submits whose reply is lost. */
const SUBMITS = 1000
/** How many pushes are queried at once. */
const CONCURRENT_QUERIES = 20

/** How often a push is queried at most within `ms`. */
function questionsIn(ms: number): number {
  let queries = 0
  for (let at = queryDelayMs(0); at <= ms; at += queryDelayMs(queries)) queries++
  return queries
}

async function openServer(settings: Record<string, string>) {
  let now = Date.now()
  const server = await startServer(
    'postgres',
    { ...settings, THROTTLE: 'off' },
    () => new Date(now),
  )
  onTestFinished(() => endServer(server))
  let amina = await server.signIn('0712345678', '12345678')
  const account_reference = (await amina.call(getAccountNumber, {})).body.account_number
  return {
    server,
    pay: (phone_number: string) =>
      amina.call(initiatePush, { body: { phone_number, amount: 10, account_reference } }),
    statusOf: async (checkout_request_id: string) =>
      (await amina.call(getPushStatus, { body: { checkout_request_id } })).body.data?.status,
    /** Moves the clock on and runs what is due. */
    async pass(ms: number) {
      now += ms
      await Promise.race([server.running.followUp.tick(), pause(LOOK_MS)])
    },
    signIn: async () => {
      amina = await server.signIn('0712345678', '12345678')
    },
    pushes: () =>
      server.running.context.db
        .selectFrom('payment_requests')
        .select(['id', 'status', 'query_count'])
        .execute(),
    counted: () =>
      server.running.context.db
        .selectFrom('payments')
        .where('request_id', 'is not', null)
        .select(['request_id'])
        .execute(),
  }
}

const phone = (index: number) => `07460${String(index).padStart(5, '0')}`
const indices = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A Daraja whose connections the test can stall, and a server with pushes that wait for their PIN. */
async function openBehindProxy(waiting: number) {
  const daraja = await startFakeDaraja()
  onTestFinished(() => daraja.close())
  const proxy = await openStallingProxy(daraja.settings.DARAJA_BASE_URL ?? '')
  onTestFinished(() => proxy.close())
  const opened = await openServer({ ...daraja.settings, DARAJA_BASE_URL: proxy.url })
  for (const index of indices(waiting)) {
    expect((await opened.pay(phone(index))).status).toBe(200)
  }
  return { daraja, proxy, ...opened }
}

test('connections are refused for ten minutes: users know at once, and M-Pesa is queried no more often than planned', async () => {
  const waiting = 30
  const { daraja, proxy, pay, pass, pushes, counted, signIn } = await openBehindProxy(waiting)
  await proxy.refuse()
  let slowest = 0
  for (let passed = 0; passed < AWAY_MS; passed += STEP_MS) {
    const begin = performance.now()
    const answer = await pay(phone(waiting))
    slowest = Math.max(slowest, performance.now() - begin)
    // The phone is free again at once: the next try is refused for the same reason, not for a busy phone.
    expect([answer.status, answer.body.code]).toEqual([503, 'mpesa_unreachable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await pass(STEP_MS)
  }
  // Refused at once: a timeout would take twenty seconds.
  expect(slowest).toBeLessThan(10_000)
  expect(daraja.pushes).toHaveLength(waiting)
  const open = (await pushes()).filter(({ status }) => status === 'processing')
  expect(open).toHaveLength(waiting)
  for (const { query_count } of open) {
    expect(query_count).toBeGreaterThan(2)
    expect(query_count).toBeLessThanOrEqual(questionsIn(AWAY_MS))
  }

  await proxy.accept()
  daraja.answerQuery = () => ({ status: 200, body: { ResultCode: '0', ResultDesc: 'Done' } })
  await signIn()
  expect((await pay(phone(waiting))).status).toBe(200)
  const countedLater = async () => {
    await pass(60_000)
    return (await counted()).length
  }
  await expect.poll(countedLater, { timeout: 30_000 }).toBe(waiting + 1)
})

test('connections hang for ten minutes: no more than a few at a time, and nothing is sent twice', async () => {
  const waiting = 40
  const hanging = 5
  const { daraja, proxy, pay, pass, pushes, counted, statusOf } = await openBehindProxy(waiting)
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
  const before = { connections: proxy.connections(), timers: timers() }
  proxy.freeze()
  const answers = indices(hanging).map((index) => pay(phone(waiting + index)))
  let most = 0
  for (let passed = 0; passed < AWAY_MS; passed += STEP_MS) {
    await pass(STEP_MS)
    most = Math.max(most, proxy.connections())
  }
  // Earlier connections may be stuck; the statement is requested on one more.
  expect(most).toBeLessThanOrEqual(before.connections + CONCURRENT_QUERIES + hanging + 1)
  for (const { status, body } of await Promise.all(answers)) {
    expect(status).toBe(200)
    expect(await statusOf(body.data.checkout_request_id)).toBe('processing')
  }
  for (const { query_count } of await pushes()) {
    expect(query_count).toBeLessThanOrEqual(questionsIn(AWAY_MS))
  }

  daraja.answerQuery = () => ({ status: 200, body: { ResultCode: '0', ResultDesc: 'Done' } })
  proxy.thaw()
  const countedLater = async () => {
    await pass(60_000)
    return (await counted()).length
  }
  // Pushes whose submit reply was lost have no id to query with.
  await expect.poll(countedLater, { timeout: 60_000 }).toBe(waiting)
  expect(daraja.pushes).toHaveLength(waiting + hanging)
  expect(new Set(daraja.pushes.map(({ PhoneNumber }) => PhoneNumber)).size).toBe(waiting + hanging)
  // One for each submit would be a thousand and more.
  expect(timers()).toBeLessThan(before.timers + 100)
})

/** Every way in which the reply to an accepted submit may be lost. */
const losses: ((reply: ServerResponse) => void)[] = [
  (reply) => reply.destroy(),
  (reply) => reply.socket?.end(),
  (reply) =>
    reply
      .writeHead(200, { 'content-length': 200 })
      .write('{"MerchantRequest', () => reply.destroy()),
  (reply) => reply.writeHead(200).end(),
  (reply) => reply.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>'),
  (reply) => reply.writeHead(200).end('{"ResponseDescription":"Success"}'),
  (reply) => reply.writeHead(504).end('{"fault":{"faultstring":"Gateway Timeout"}}'),
]

test('every submit whose reply is lost arrives exactly once', async () => {
  const arrived: string[] = []
  const lossyDaraja = createServer((request, reply) => {
    if (request.url?.startsWith('/oauth')) {
      return reply.end('{"access_token":"token","expires_in":"3599"}')
    }
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (!request.url?.includes('stkpush/')) return reply.writeHead(503).end()
      arrived.push(String(JSON.parse(body).PhoneNumber))
      losses[arrived.length % losses.length]?.(reply)
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => lossyDaraja.listen(port, '127.0.0.1', resolve))
  onTestFinished(async () => {
    lossyDaraja.closeAllConnections()
    await new Promise((resolve) => lossyDaraja.close(resolve))
  })
  const { server, pay, pass, pushes, counted } = await openServer({
    DARAJA_BASE_URL: `http://127.0.0.1:${port}`,
    DARAJA_CONSUMER_KEY: 'key',
    DARAJA_CONSUMER_SECRET: 'secret',
    DARAJA_SHORTCODE: '600984',
    DARAJA_PASSKEY: 'passkey',
    DARAJA_STATEMENT_NUMBER: '254712000000',
  })

  const left = indices(SUBMITS)
  const statuses: number[] = []
  async function worker() {
    for (let index = left.pop(); index !== undefined; index = left.pop()) {
      statuses.push((await pay(phone(index))).status)
    }
  }
  await Promise.all(indices(25).map(worker))
  expect(statuses.filter((status) => status === 200)).toHaveLength(SUBMITS)
  expect(arrived).toHaveLength(SUBMITS)

  for (let passed = 0; passed < AWAY_MS; passed += 2 * STEP_MS) await pass(2 * STEP_MS)
  await server.stop()
  await server.restart()
  await pass(STEP_MS)
  expect(arrived).toHaveLength(SUBMITS)
  expect(new Set(arrived).size).toBe(SUBMITS)
  const all = await pushes()
  expect(all.filter(({ status }) => status === 'processing')).toHaveLength(SUBMITS)
  expect(await counted()).toHaveLength(0)
})
