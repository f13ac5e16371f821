import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBalances } from '#contract/ledger.ts'
import { checkMpesa, getMpesa, registerMpesa, startTestPush } from '#contract/mpesa.ts'
import { getPushStatus } from '#contract/payments.ts'
import type { FaultKind } from '#contract/simulator.ts'
import { listLog } from '#contract/staff-log.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databases)('a check of M-Pesa on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  async function order(trouble: { on: string; kind: FaultKind; times?: number; code?: string }[]) {
    const answer = await server.fetch('/pretend-daraja/trouble/', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ trouble }),
    })
    expect(answer.status).toBe(200)
  }
  async function verdicts() {
    const { status, body } = await grace.call(checkMpesa, {})
    expect(status).toBe(200)
    return Object.fromEntries(body.verdicts.map(({ step, verdict }) => [step, verdict]))
  }

  test('finds everything in order, and remembers it', async () => {
    expect((await grace.call(getMpesa, {})).body).toMatchObject({ pretend: true, last: null })
    expect(await verdicts()).toMatchObject({ credentials: 'ok', paybill: 'ok', address: 'ok' })
    const { last } = (await grace.call(getMpesa, {})).body
    expect(last?.by).toBe('Grace Wanjiru')
    expect(last?.verdicts.length).toBeGreaterThanOrEqual(4)
    const registered = await grace.call(registerMpesa, {})
    expect(registered.body.map(({ step, verdict }) => [step, verdict])).toEqual([
      ['reports', 'ok'],
      ['statement', 'ok'],
    ])
  })

  test.each([
    ['wrong_credentials', 'problem'],
    ['busy', 'unknown'],
    ['html', 'unknown'],
    ['dropped', 'unknown'],
  ] as const)('says of the paybill when the query answers %s: %s', async (fault, verdict) => {
    await order([{ on: 'query', kind: fault }])
    expect(await verdicts()).toMatchObject({ credentials: 'ok', paybill: verdict })
    await order([])
  })

  test('without a token nothing else is asked', async () => {
    await order([{ on: 'token', kind: 'html', times: 2 }])
    expect(await verdicts()).toMatchObject({ credentials: 'problem' })
    expect(await verdicts()).not.toHaveProperty('paybill')
    await order([])
    expect(await verdicts()).toMatchObject({ credentials: 'ok' })
  })

  test('a push of Ksh 1 comes back, once, and is nobody else’s', async () => {
    const before = (await grace.call(listBalances, {})).body
    await order([{ on: 'push', kind: 'confirmed' }])
    const started = await grace.call(startTestPush, { body: { phone_number: '0722 333 444' } })
    expect(started.status).toBe(200)
    const state = async () => (await grace.call(getPushStatus, { body: started.body })).body.data
    await expect.poll(async () => (await state()).status, { timeout: 15_000 }).toBe('completed')
    expect(await state()).toMatchObject({ amount: 1, purpose: 'rent' })
    const [entry] = (await grace.call(listLog, { query: { about: 'mpesa.push' } })).body
    expect([entry?.by, entry?.after]).toMatchObject(['Grace Wanjiru', { phone: '0722 333 444' }])
    expect((await state()).receipt_number).toMatch(/^R\d{6}$/)
    const { db } = server.running.context
    const paid = await db
      .selectFrom('payments')
      .where('amount', '=', 1)
      .innerJoin('users', 'users.id', 'payments.user_id')
      .select('users.email')
      .execute()
    expect(paid).toEqual([{ email: 'staff@acacia.example' }])
    expect((await grace.call(listBalances, {})).body).toEqual(before)
    // M-Pesa has reported it to the paybill's address as well.
    await expect.poll(async () => (await verdicts()).reports, { timeout: 15_000 }).toBe('ok')
  })

  test('a refused push says so', async () => {
    await order([{ on: 'push', kind: 'result', code: '2001' }])
    const started = await grace.call(startTestPush, { body: { phone_number: '0722 333 445' } })
    const state = async () => (await grace.call(getPushStatus, { body: started.body })).body.data
    await expect.poll(async () => (await state()).status, { timeout: 15_000 }).toBe('failed')
    expect((await state()).result_code).toBe('2001')
  })
})

/** Daraja as it answers a wrong key or secret. */
async function wrongSecret() {
  const app = Fastify({ forceCloseConnections: true })
  app.get('/oauth/v1/generate', (_, reply) => reply.code(400).send())
  afterAll(() => app.close())
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

const addresses = [
  ['a wrong secret', async () => (await wrongSecret()).url, 'refuses'],
  ['an address where nobody answers', () => 'http://127.0.0.1:9', 'No answer from'],
] as const

test.each(addresses)('%s', async (_, address, text) => {
  const real = {
    DARAJA_CONSUMER_KEY: 'key',
    DARAJA_CONSUMER_SECRET: 'secret',
    DARAJA_SHORTCODE: '600984',
    DARAJA_PASSKEY: 'passkey',
    DARAJA_BASE_URL: await address(),
  }
  const server = await startServer('pglite', { ...real, THROTTLE: 'off', DEMO: 'public' })
  try {
    const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const { body } = await grace.call(checkMpesa, {})
    expect(body.verdicts).toMatchObject([
      {
        step: 'credentials',
        verdict: 'problem',
        // The page says it in plain words, and the server's words apart.
        text: expect.not.stringMatching(/DARAJA|consumer|portal/),
        for_operator: expect.stringContaining(text),
      },
      { step: 'address', verdict: 'problem' },
      { step: 'reports', verdict: 'unknown' },
      { step: 'statement', verdict: 'unknown' },
    ])
  } finally {
    await endServer(server)
  }
})
