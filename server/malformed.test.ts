import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { type FakeGemini, startFakeGemini } from './testing/fake-gemini.ts'
import { type Caller, endServer, startServer, type TestServer } from './testing/server.ts'

describe('malformed input', () => {
  let server: TestServer
  let gemini: FakeGemini
  let amina: Caller
  let grace: Caller

  beforeAll(async () => {
    gemini = await startFakeGemini()
    server = await startServer('postgres', { THROTTLE: 'off', ...gemini.settings })
    amina = await server.signIn('0712345678', '12345678')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(async () => {
    await endServer(server)
    await gemini.close()
  })

  test.each([
    ['not JSON', '{"email":', 'application/json', 400, 'malformed'],
    ['an empty body', '', 'application/json', 400, 'malformed'],
    ['another media type', 'email=x', 'text/plain', 415, 'unsupported_media_type'],
    ['XML', '<a/>', 'application/xml', 415, 'unsupported_media_type'],
    [
      'over a megabyte',
      JSON.stringify({ email: 'x'.repeat(1_100_000) }),
      'application/json',
      413,
      'too_large',
    ],
  ])('%s', async (_, body, type, status, code) => {
    const response = await server.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message: expect.any(String) })
  })

  test.each([
    ['/api/staff/posts/?status=foo', 'Please choose pending, edited or rejected.'],
    ['/api/blog/posts/?limit=1&limit=2', 'Please give a whole number from 1 to 100.'],
    ['/api/blog/comments/?post=x', 'Please say of which post.'],
    ['/api/transactions/?purpose=food', 'Please choose rent or wifi.'],
    ['/api/transactions/?month=2026-13', 'Please give a month as 2026-11.'],
  ])('%s is refused in words for people', async (path, message) => {
    const response = await grace.fetch(path)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid', message })
  })

  test.each(['a', 'a\u0000b', 'NaN', '', '2026-13', '+275760-09', '9999999-01'])(
    'a term that ends or begins with the month %j is refused, and counts no months without end',
    async (month) => {
      const term = { id: null, name: 'Long', due_day: '2026-11-01' }
      const months = { first_month: '2026-11', last_month: '2026-12' }
      for (const field of Object.keys(months)) {
        const now = [{ ...term, ...months, [field]: month }]
        const response = await grace.fetch('/api/staff/settings/billing-terms/', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ was: [], now }),
        })
        const refused = { code: 'invalid', fields: { [`now.0.${field}`]: expect.any(String) } }
        expect([response.status, await response.json()]).toMatchObject([400, refused])
      }
    },
  )

  const invisible = 'Please leave out invisible characters.'
  test.each<[string, () => Caller, string, unknown, string]>([
    [
      'a payment’s description',
      () => amina,
      '/api/stk-push/initiate/',
      {
        phone_number: '0747000901',
        amount: 10,
        account_reference: 'package_50',
        transaction_desc: 'a\u0000b',
      },
      'transaction_desc',
    ],
    [
      'a password',
      () => amina,
      '/api/auth/login',
      { email: '0712345678', password: '1234\u00005678' },
      'password',
    ],
    [
      'what was said before a question',
      () => amina,
      '/api/assistant/ask/',
      { text: 'Hours?', earlier: [{ from: 'person', text: 'a\u0000b' }] },
      'earlier.0.text',
    ],
    ['a path', () => amina, '/api/receipts/R%000001/', undefined, 'number'],
    ['a query', () => amina, '/api/company/?slug=a%00b', undefined, 'slug'],
  ])('a NUL in %s is refused with its field', async (_, who, path, body, field) => {
    const response = await who().fetch(path, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'invalid', message: invisible, fields: { [field]: invisible } },
    ])
  })

  test('a schema that throws refuses the request, in the one error shape', async () => {
    const app = await buildApp(readConfig({ LOG_LEVEL: 'silent' }))
    const broken = z.pipe(
      z.unknown(),
      z.transform((value) => String(value).trim()),
    )
    app.post('/broken', { schema: { body: z.object({ text: broken }) } }, () => 'read')
    const send = (text: unknown) =>
      app.inject({ method: 'POST', url: '/broken', payload: { text } })
    expect((await send('a')).statusCode).toBe(200)
    const response = await send({ toString: 1 })
    const message = 'This cannot be read.'
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { code: 'invalid', message, fields: { body: message } },
    ])
    await app.close()
  })

  test('a body that is no object is refused with a readable message', async () => {
    const response = await amina.fetch('/api/blog/comments/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[1]',
    })
    expect(response.status).toBe(400)
    const message = 'This cannot be read.'
    expect(await response.json()).toEqual({ code: 'invalid', message, fields: { body: message } })
  })

  test.each([
    ['an address that cannot be decoded', '/%ff', 400],
    ['a path that a browser would take for another host', '//evil.example/%0d%0a', 302],
  ])('%s', async (_, path, status) => {
    const response = await fetch(server.url + path, { redirect: 'manual' })
    expect(response.status).toBe(status)
    expect(response.headers.get('location') ?? '/').toBe('/')
  })

  test('a compressed body is not decompressed', async () => {
    const response = await server.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync('{}'),
    })
    expect(response.status).toBe(400)
  })

  test('an unknown API path is a 404 with the one error shape', async () => {
    const response = await server.fetch('/api/nothing/here')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})
