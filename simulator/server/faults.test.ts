import { describe, expect, test } from 'vitest'
import { type FaultKind, type FaultPlace, getFaults } from '#contract/simulator.ts'
import { startBusiness, startDaraja } from './testing.ts'

const phone = '254712345678'

async function start(...faults: object[]) {
  const business = await startBusiness()
  const daraja = await startDaraja()
  await daraja.registerForPull()
  await daraja.register(business.url)
  const set = (...list: object[]) => daraja.setFaults(...list)
  expect((await set(...faults)).status).toBe(200)
  const callbackUrl = `${business.url}/callback/0af0`
  const calls: Record<string, () => Promise<{ status: number; body: unknown }>> = {
    token: daraja.requestToken,
    push: () => daraja.push(phone, callbackUrl),
    query: () => daraja.query('ws_CO_1'),
    status: () => daraja.askStatus(business.url, { TransactionID: 'UKL4ABC123' }),
    pull: () => daraja.pull(),
  }
  const call = (place: FaultPlace) => calls[place]?.() ?? Promise.reject(new Error(place))
  return { ...daraja, business, callbackUrl, set, call }
}

describe('the list of faults', () => {
  test('is used up call by call, separately for each place', async () => {
    const one = await start(
      { on: 'push', kind: 'busy', times: 2 },
      { on: 'query', kind: 'html' },
      { on: 'push', kind: 'bad_phone' },
    )
    await one.call('push')
    expect(await one.remainingFaults()).toEqual([
      { on: 'push', kind: 'busy', times: 1, ms: 3000 },
      { on: 'query', kind: 'html', times: 1, ms: 3000 },
      { on: 'push', kind: 'bad_phone', times: 1, ms: 3000 },
    ])
    await one.call('push')
    expect((await one.call('push')).status).toBe(400)
    expect((await one.call('push')).status).toBe(200)
    expect(await one.remainingFaults()).toMatchObject([{ on: 'query' }])
  })

  test('is replaced as a whole', async () => {
    const one = await start({ on: 'push', kind: 'busy' })
    await one.set()
    expect(await one.remainingFaults()).toEqual([])
    expect((await one.call('push')).status).toBe(200)
  })

  test.each([
    [{ on: 'push', kind: 'earthquake' }, 'kind', 'There is no such kind of trouble.'],
    [{ on: 'token', kind: 'toString' }, 'kind', 'There is no such kind of trouble.'],
    [{ on: 'token', kind: 'locked' }, 'on', 'This kind of trouble does not happen there.'],
    [{ on: 'push', kind: 'result' }, 'code', 'Please say which result.'],
  ])('refuses %o', async (fault, field, message) => {
    const one = await start({ on: 'push', kind: 'busy' })
    expect(await one.set(fault)).toEqual({
      status: 400,
      body: { code: 'invalid', message, fields: { [`trouble.0.${field}`]: message } },
    })
    expect(await one.remainingFaults()).toHaveLength(1)
  })

  test('refuses anything but a list', async () => {
    const { base } = await startDaraja()
    for (const body of ['{}', 'null', '[]', '{"trouble":[null]}', '{"trouble":[{"on":1}]}']) {
      const response = await fetch(base + getFaults.path.replace('/pretend-daraja', ''), {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(400)
    }
  })
})

const spikeArrest = { fault: { detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' } } }
const envelope = (errorCode: string, says = /\S/) => ({
  errorCode,
  errorMessage: expect.stringMatching(says),
})

const answers: [FaultPlace, FaultKind, number, unknown][] = [
  ...(['token', 'push', 'query', 'status', 'pull'] as const).flatMap((place): typeof answers => [
    [place, 'busy', 500, envelope('500.003.02', /^System is busy/)],
    [place, 'quota', 500, envelope('500.003.03')],
    [place, 'spike_arrest', 500, spikeArrest],
    [place, 'spike_429', 429, spikeArrest],
    [place, 'html', 502, expect.stringMatching(/^<html>/)],
    [place, 'empty', 200, ''],
  ]),
  ['push', 'locked', 500, envelope('500.001.1001', /^Unable to lock subscriber/)],
  ['push', 'wrong_credentials', 500, envelope('500.001.1001', /Wrong credentials/)],
  ['query', 'wrong_credentials', 500, envelope('500.001.1001', /Wrong credentials/)],
  ['push', 'bad_phone', 400, envelope('400.002.02', /Invalid PhoneNumber$/)],
  ['query', 'being_processed', 500, envelope('500.001.1001', /being processed$/)],
  ['query', 'empty_message', 200, envelope('500.001.1001', /^$/)],
  ['query', 'does_not_exist', 500, envelope('500.001.1001', /does not Exist$/)],
  ['push', 'token_refused', 404, envelope('404.001.03', /Invalid Access Token/)],
  ['query', 'token_refused', 404, envelope('404.001.03')],
  ['status', 'token_refused', 400, envelope('400.003.01')],
  ['pull', 'token_refused', 401, envelope('401.001')],
  ['push', 'token_refused_401', 401, envelope('401.003.01', /Invalid Access Token/)],
]

describe('instead of the answer', () => {
  test.each(answers)('to %s: %s', async (on, kind, status, expected) => {
    const one = await start({ on, kind })
    expect(await one.call(on)).toMatchObject({ status, body: expected })
  })

  test.each(['busy', 'spike_429', 'html', 'refused', 'locked', 'token_refused'])(
    '%s leaves a push undone',
    async (kind) => {
      const one = await start({ on: 'push', kind })
      await one.call('push').catch(() => null)
      expect((await one.phone(`${phone}/`)).body).toMatchObject({ push: null, messages: [] })
    },
  )

  test.each(['empty', 'dropped'])('%s, but the request is carried out', async (kind) => {
    const one = await start({ on: 'push', kind })
    const failure = await one.call('push').catch((error: Error) => error.message)
    if (kind === 'dropped') expect(failure).toBe('fetch failed')
    const [post] = await one.business.received(1)
    expect(post?.body.Body.stkCallback.ResultCode).toBe(0)
  })

  test.each(['token', 'push', 'query', 'status', 'pull'] as const)(
    'to %s the line goes dead',
    async (on) => {
      const one = await start({ on, kind: 'refused' }, { on, kind: 'dropped' })
      await expect(one.call(on)).rejects.toThrow('fetch failed')
      await expect(one.call(on)).rejects.toThrow('fetch failed')
      expect((await one.call(on)).status).toBeGreaterThanOrEqual(200)
    },
  )

  test.each(['token_refused', 'token_refused_401'])('a new token ends %s', async (kind) => {
    const one = await start({ on: 'push', kind })
    await one.call('push')
    expect((await one.call('query')).status).toBe(404)
    await one.signIn()
    expect((await one.call('push')).status).toBe(200)
  })

  test('is delayed when it is slow', async () => {
    const one = await start({ on: 'query', kind: 'slow', ms: 120 })
    const begin = performance.now()
    expect((await one.call('query')).status).toBe(500)
    expect(performance.now() - begin).toBeGreaterThan(115)
  })

  test('a token, a push, a query and a pull come with their types swapped', async () => {
    const one = await start(
      ...['token', 'push', 'query', 'pull'].map((on) => ({ on, kind: 'types_swapped' })),
    )
    expect(await one.signIn()).toMatchObject({ expires_in: 3599 })
    const { body } = await one.push(phone, one.callbackUrl)
    expect(body).toMatchObject({ ResponseCode: 0, CheckoutRequestID: expect.any(String) })
    expect((await one.query(body.CheckoutRequestID)).body.ResultCode).toBe(4999)
    await one.simulate()
    const pulled = (await one.pull()).body
    expect(pulled.ResponseCode).toBe(1000)
    // The push may have been paid by now, too.
    const line = { msisdn: '712345126', amount: 6500 }
    expect(pulled.Response.flat()).toContainEqual(expect.objectContaining(line))
  })
})

test('a query may report an ending too early', async () => {
  const one = await start({ on: 'query', kind: 'early_final' })
  const { body } = await one.push('254712345900', one.callbackUrl)
  expect((await one.query(body.CheckoutRequestID)).body.ResultCode).toBe('1037')
  expect((await one.query(body.CheckoutRequestID)).body.ResultCode).toBe('4999')
})

describe('the result of a question', () => {
  const question = { TransactionID: 'UKL4ABC123' }

  test('is lost', async () => {
    const one = await start({ on: 'status', kind: 'lost' })
    expect((await one.call('status')).status).toBe(200)
    const second = await one.askStatus(one.business.url, question)
    const [posted] = await one.business.received(1)
    expect(posted?.body.Result.ConversationID).toBe(second.body.ConversationID)
  })

  test('is that the queue timed out', async () => {
    const one = await start({ on: 'status', kind: 'queue_timeout' })
    await one.askStatus(one.business.url, question)
    const [posted] = await one.business.received(1)
    expect(posted).toMatchObject({ path: '/timeout', body: { Result: { ResultCode: 1 } } })
  })

  test('has its types swapped', async () => {
    const one = await start({ on: 'status', kind: 'types_swapped' })
    expect((await one.askStatus(one.business.url, question)).body.ResponseCode).toBe(0)
    const [posted] = await one.business.received(1)
    expect(posted?.body.Result).toMatchObject({ ResultType: '0', ResultCode: '2032' })
  })
})
