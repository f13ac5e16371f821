import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOTH_REQUIRED, INVALID_CREDENTIALS } from '#contract/auth.ts'
import { password } from '../testing/people.ts'
import { endServer, startServer, type TestServer } from '../testing/server.ts'
import { openTestCompany } from '../testing/test-company.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await openTestCompany(server)
})
afterAll(() => endServer(server))

/** As a browser posts the form of the login page by itself. */
const post = (
  fields: Record<string, string>,
  headers: Record<string, string> = { origin: server.url },
) =>
  server.fetch('/auth/login', {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(fields),
  })

const cookiesOf = (answer: Response) =>
  new Map(
    answer.headers.getSetCookie().map((text) => {
      const [pair = '', ...attributes] = text.split('; ')
      return [pair.split('=')[0] ?? '', { pair, attributes }]
    }),
  )

describe('the form of the login page without its scripts', () => {
  test('leads home, which is rendered with its data', async () => {
    const answer = await post({ email: ' 0712345678 ', password: '12345678' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    const cookies = cookiesOf(answer)
    const attributes = (name: string) => cookies.get(name)?.attributes
    expect(attributes('bweni_refresh')).toContain('HttpOnly')
    // The scripts of the next page read and remove these.
    for (const name of ['bweni_logged_in', 'bweni_by_form']) {
      expect(attributes(name)).toEqual(expect.arrayContaining(['Path=/', 'SameSite=Lax']))
      expect(attributes(name)).not.toContain('HttpOnly')
    }
    const cookie = [...cookies.values()].map(({ pair }) => pair).join('; ')
    const home = await (await server.fetch('/', { headers: { cookie } })).text()
    expect(home).toContain('Room A101')
    expect(home).toMatch(/bweni_by_form/)
  })

  test.each([
    ['a wrong password', { email: '0712345678', password: 'wrong' }, 401, INVALID_CREDENTIALS],
    ['nobody', { email: 'nobody@nowhere.example', password }, 401, INVALID_CREDENTIALS],
    ['no password', { email: '0712345678', password: '' }, 400, BOTH_REQUIRED],
    ['nothing', {}, 400, BOTH_REQUIRED],
  ] as const)(
    'says what is wrong with %s, and keeps the username',
    async (_, fields, status, message) => {
      const answer = await post({ ...fields })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const html = await answer.text()
      expect(html).toContain(message)
      const { email = '', password: secret = '' } = fields as Record<string, string>
      if (email) expect(html).toContain(`value="${email}"`)
      if (secret) expect(html).not.toContain(secret)
      expect(cookiesOf(answer).size).toBe(0)
    },
  )

  test('what was typed is text, not HTML', async () => {
    const answer = await post({ email: '"><script>alert(1)</script>', password: 'wrong' })
    expect(await answer.text()).not.toContain('<script>alert(1)')
  })

  test('a page without a refusal shows none, whoever was refused before', async () => {
    await post({ email: '0712345678', password: 'wrong' })
    const page = await server.fetch('/auth/login')
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain(INVALID_CREDENTIALS)
  })

  test.each([
    ['other pages', { origin: 'https://elsewhere.example' }],
    ['nowhere', {}],
    ['a frame without an origin', { origin: 'null' }],
  ])('is refused when it comes from %s', async (_, headers) => {
    const answer = await post({ email: '0712345678', password: '12345678' }, { ...headers })
    expect(answer.status).toBe(403)
    expect(cookiesOf(answer).size).toBe(0)
  })

  test.each([
    ['a long form', new URLSearchParams({ email: 'x'.repeat(5000), password }), 413],
    ['another type', 'email=0712345678', 415],
  ])('%s is refused', async (_, body, status) => {
    const answer = await server.fetch('/auth/login', {
      method: 'POST',
      headers: {
        origin: server.url,
        ...(typeof body === 'string' && { 'content-type': 'text/x-other' }),
      },
      body,
    })
    expect(answer.status).toBe(status)
  })
})
