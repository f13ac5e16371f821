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
    [
      'a long username',
      { body: new URLSearchParams({ email: 'x'.repeat(5000), password }) },
      400,
      'This is too long for a username or password.',
    ],
    [
      'a long password',
      { body: new URLSearchParams({ email: '0712345678', password: 'x'.repeat(255) }) },
      400,
      'This is too long for a username or password.',
    ],
    [
      'more than any form has',
      { body: new URLSearchParams({ email: 'x'.repeat(1_100_000), password }) },
      413,
      'This is too large.',
    ],
    [
      'JSON',
      {
        headers: { 'content-type': 'application/json' },
        body: '{"email":{"toString":null},"password":"x"}',
      },
      415,
      'Welcome back',
    ],
  ])('%s is refused with the page', async (_, { body, ...sent }, status, says) => {
    const headers = { origin: server.url, ...('headers' in sent ? sent.headers : {}) }
    const answer = await server.fetch('/auth/login', { method: 'POST', headers, body })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain(says)
  })

  test('of a name that is there twice the last one counts, and no name reaches further', async () => {
    const body = new URLSearchParams([
      ['email', 'somebody else'],
      ['__proto__', 'x'],
      ['email', '0712345678'],
      ['password', '12345678'],
    ])
    const headers = { origin: server.url }
    const sent = { method: 'POST', redirect: 'manual', headers, body } as const
    expect((await server.fetch('/auth/login', sent)).status).toBe(303)
  })
})
