import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listConversations } from '#contract/chat.ts'
import { type Endpoint, pathOf, permissionFor } from '#contract/endpoint.ts'
import { initiatePush } from '#contract/payments.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { apiEndpoints, simulatorEndpoints } from './testing/endpoints.ts'
import { type FakeGemini, startFakeGemini } from './testing/fake-gemini.ts'
import { oddBodies, oddFields, sampleOf } from './testing/odd-inputs.ts'
import { type Caller, endServer, startServer, type TestServer } from './testing/server.ts'

const endpoints = [...apiEndpoints, ...simulatorEndpoints]
const writing = endpoints.filter((endpoint) => endpoint.method !== 'GET')

/** Keys that some schema knows, so that odd values are parsed at all. */
const keys = fc.constantFrom(
  ...'email password phone_number amount account_reference checkout_request_id Body stkCallback ResultCode TransID TransAmount BillRefNumber pin note account_number payment_id Result trouble id id_number full_name room college terms start_date departure_date removal_reason transfer_date previous_room room_number token title description content post submission_id reason revision text client_id message reference slug earlier'.split(
    ' ',
  ),
)
const odd = fc.oneof(
  fc.constantFrom('\u0000', 'a\u0000b', '\u202ea', '\ud800'),
  fc.constant(Number.MAX_SAFE_INTEGER),
  fc.constant(-1),
  fc.constant('0712345678'),
  fc.constant('x'.repeat(5000)),
  fc.jsonValue(),
  fc.dictionary(keys, fc.jsonValue()),
)
const anyBody = fc.oneof(fc.jsonValue(), fc.dictionary(keys, odd))
const anyText = fc.oneof(
  fc.string(),
  fc.constantFrom('\u0000', 'a\u0000b'),
  fc.constant('../..'),
  fc.constant('9'.repeat(30)),
)

describe('any malformed input', () => {
  let server: TestServer
  let gemini: FakeGemini
  let amina: Caller
  let grace: Caller
  let hookSecret: string
  let callbackToken: string
  /** A conversation of Amina's. */
  const talk = { post: 0, person: 0 }

  beforeAll(async () => {
    gemini = await startFakeGemini()
    server = await startServer('postgres', { THROTTLE: 'off', ...gemini.settings })
    amina = await server.signIn('0712345678', '12345678')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    hookSecret = server.running.context.hookSecret
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    await amina.call(initiatePush, {
      body: { phone_number: '0747000900', amount: 10, account_reference: account_number },
    })
    const push = await server.running.context.db
      .selectFrom('payment_requests')
      .select('callback_token')
      .executeTakeFirstOrThrow()
    callbackToken = push.callback_token
    const [conversation] = (await amina.call(listConversations, {})).body
    if (!conversation) throw new Error('the demo has no conversation of hers')
    talk.post = conversation.post.id
    talk.person = conversation.person.id
  })
  afterAll(async () => {
    await endServer(server)
    await gemini.close()
  })

  const under = (endpoint: Endpoint) => (endpoint.path.startsWith('/pretend-daraja') ? '' : '/api')

  const callerFor = (endpoint: Endpoint) => (permissionFor(endpoint) ? grace : amina)

  async function expectPoliteAnswer(response: Response) {
    const text = await response.text()
    expect(response.status, text).toBeLessThan(500)
    if (response.status < 400) return
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/\S/) })
  }

  test.each(writing.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })))(
    '$name answers any body with a reason',
    async ({ endpoint }) => {
      await fc.assert(
        fc.asyncProperty(anyBody, async (body) => {
          const params = {
            secret: hookSecret,
            company: 1,
            token: callbackToken,
            msisdn: '254712345678',
            checkout_request_id: 'x',
            id: 1,
            number: 'R000001',
            post: talk.post,
            person: talk.person,
          }
          const response = await callerFor(endpoint).fetch(
            under(endpoint) + pathOf(endpoint.path, params),
            {
              method: endpoint.method,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            },
          )
          await expectPoliteAnswer(response)
        }),
        { numRuns: 40 },
      )
    },
  )

  const own = { secret: () => hookSecret, company: () => '1', token: () => callbackToken }
  /** What an address needs, where it is known; else what its schema takes. */
  const paramsOf = (endpoint: Endpoint) => ({
    ...(endpoint.params ? (sampleOf(endpoint.params) as object) : {}),
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value()])),
  })

  test.each(
    endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })),
  )('$name answers an odd value in any field with a reason', async ({ endpoint }) => {
    const send = async (address: string, body?: string) => {
      const response = await callerFor(endpoint).fetch(under(endpoint) + address, {
        method: endpoint.method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body }),
      })
      await expectPoliteAnswer(response)
    }
    const path = pathOf(endpoint.path, paramsOf(endpoint))
    if (endpoint.method !== 'GET') {
      for (const body of oddBodies(endpoint.body)) await send(path, body)
    }
    const body = endpoint.method === 'GET' ? undefined : '{}'
    if (endpoint.params) {
      for (const fields of oddFields(endpoint.params)) {
        const values = Object.values(fields)
        if (values.some((value) => value === '')) continue
        await send(pathOf(endpoint.path, fields), body)
      }
    }
    if (endpoint.query) {
      for (const fields of oddFields(endpoint.query)) {
        await send(`${path}?${new URLSearchParams(fields)}`, body)
      }
    }
  })

  test('any path params and queries get an error with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...endpoints),
        anyText,
        anyText,
        async (endpoint, text, query) => {
          const params = {
            secret: text,
            company: text,
            token: text,
            msisdn: text,
            checkout_request_id: text,
            id: text,
            number: text,
            post: text,
            person: text,
          }
          const path = under(endpoint) + pathOf(endpoint.path, params)
          const odd = encodeURIComponent(query)
          const search = `slug=${odd}&limit=${odd}&before=${odd}&after=${odd}&state=${odd}&purpose=${odd}&month=${odd}`
          const response = await callerFor(endpoint).fetch(`${path}?${search}`, {
            method: endpoint.method,
            ...(endpoint.method !== 'GET' && {
              headers: { 'content-type': 'application/json' },
              body: '{}',
            }),
          })
          await expectPoliteAnswer(response)
        },
      ),
      { numRuns: 150 },
    )
  })
})
