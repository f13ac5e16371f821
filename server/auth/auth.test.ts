import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login } from '#contract/auth.ts'
import { QueueFull } from '../queue.ts'
import { endServer, startServer, type TestServer } from '../testing/server.ts'
import { verifyPassword } from './password.ts'
import { hashToken } from './tokens.ts'

interface Signed {
  status: number
  access: string
  refresh: string
  csrf: string
  cookies: string[]
}

describe('sign-in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer('postgres')
  })
  afterAll(() => endServer(server))

  const post = (path: string, init: { body?: unknown; headers?: Record<string, string> } = {}) =>
    server.fetch(path, {
      method: 'POST',
      headers: {
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    })

  async function read(response: Response): Promise<Signed> {
    const cookies = response.headers.getSetCookie()
    const refresh = cookies.find((cookie) => cookie.startsWith('bweni_refresh='))
    const body = await response.json()
    return {
      status: response.status,
      access: body.access_token ?? body.access ?? '',
      refresh: refresh?.split(';')[0] ?? '',
      csrf: response.headers.get('x-csrftoken') ?? '',
      cookies,
    }
  }

  const signIn = async (email = '0712345678', password = '12345678') =>
    read(await post('/api/auth/login', { body: { email, password } }))
  const refreshWith = async (cookie: string, headers: Record<string, string>) =>
    read(await post('/api/auth/refresh-token', { headers: { cookie, ...headers } }))
  const refresh = (signed: Signed) => refreshWith(signed.refresh, { 'x-csrftoken': signed.csrf })
  const userStatus = async (access: string) =>
    (await server.fetch('/api/auth/user', { headers: { authorization: `Bearer ${access}` } }))
      .status

  test.each([
    '0712345678',
    '0712 345 678',
    '254712345678',
    '+254712345678',
    '0712345678@tenant.bweni.invalid',
    '254712345678@TENANT.bweni.invalid',
  ])('as %s', async (typed) => {
    expect((await signIn(typed)).status).toBe(200)
  })

  test('by email address in any case', async () => {
    expect((await signIn('Staff@Acacia.Example', 'staff-demo-2026')).status).toBe(200)
  })

  test('returns the user without secrets', async () => {
    const amina = await server.signIn('0712345678', '12345678')
    const { body } = await amina.call(getUser, {})
    expect(body).toEqual({
      id: expect.any(Number),
      first_name: 'Amina',
      last_name: 'Otieno',
      email: '254712345678@tenant.bweni.invalid',
      username: '0712345678',
      phone: '254712345678',
      profile_image: null,
      is_staff: false,
      staff_role: null,
      must_change_password: true,
      company: { name: 'Acacia Court', slug: 'acacia-court' },
    })
  })

  test('the refresh token is in an HttpOnly cookie only', async () => {
    const { cookies, csrf } = await signIn()
    expect(cookies[0]).toMatch(/^bweni_refresh=.*Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
    expect(csrf).not.toBe('')
  })

  test.each([
    [
      'a wrong password',
      { email: '0712345678', password: 'wrong' },
      401,
      'Invalid credentials. Please try again.',
    ],
    [
      'an unknown account',
      { email: 'nobody@acacia.example', password: 'wrong' },
      401,
      'Invalid credentials. Please try again.',
    ],
    ['no password', { email: '0712345678' }, 400, 'Please enter both email and password.'],
    [
      'a blank username',
      { email: '  ', password: 'x' },
      400,
      'Please enter both email and password.',
    ],
    ['nothing', {}, 400, 'Please enter both email and password.'],
  ])('%s is refused', async (_, body, status, message) => {
    const answer = await server.call(login, { body: body as never })
    expect(answer.status).toBe(status)
    expect(answer.body.message).toBe(message)
  })

  test('rotates at every refresh', async () => {
    const first = await signIn()
    const second = await refresh(first)
    expect(second.status).toBe(200)
    expect(second.refresh).not.toBe(first.refresh)
    expect(await userStatus(second.access)).toBe(200)
    expect((await refresh(second)).status).toBe(200)
  })

  test('a lost reply: the previous token is valid while its successor has not been used', async () => {
    const first = await signIn()
    await refresh(first)
    const again = await refresh(first)
    expect(again.status).toBe(200)
    expect((await refresh(again)).status).toBe(200)
  })

  test('two tabs at once: both replies can be used', async () => {
    const first = await signIn()
    const [one, other] = await Promise.all([refresh(first), refresh(first)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect((await refresh(one)).status).toBe(200)
  })

  test('a stolen old token ends the whole session', async () => {
    const first = await signIn()
    const second = await refresh(first)
    const third = await refresh(second)
    expect((await refresh(first)).status).toBe(401)
    expect((await refresh(third)).status).toBe(401)
    expect(await userStatus(third.access)).toBe(401)
  })

  test('a token whose sibling was used ends the session too', async () => {
    const first = await signIn()
    const [one, other] = await Promise.all([refresh(first), refresh(first)])
    expect((await refresh(one)).status).toBe(200)
    expect((await refresh(other)).status).toBe(401)
  })

  test('a cookie alone is not enough: csrf token or our own origin', async () => {
    const own = server.running.context.config.publicUrl
    const { refresh: cookie } = await signIn()
    expect((await refreshWith(cookie, {})).status).toBe(403)
    expect((await refreshWith(cookie, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await refreshWith(cookie, { 'x-csrftoken': 'guess' })).status).toBe(403)
    const viaOrigin = await refreshWith(cookie, { origin: own })
    expect(viaOrigin.status).toBe(200)
    const loopback = own.replace('localhost', '127.0.0.1')
    expect((await refreshWith(viaOrigin.refresh, { origin: loopback })).status).toBe(200)
  })

  test('without a cookie, or with an invented one, the request is not signed in', async () => {
    expect((await refreshWith('', {})).status).toBe(401)
    expect((await refreshWith('bweni_refresh=1.aaaaaaaaaaaaaaaaaaaaaa.bbb', {})).status).toBe(401)
  })

  test('logging out ends the session at once, also for its access token', async () => {
    const signed = await signIn()
    const answer = await post('/api/auth/logout', {
      headers: { cookie: signed.refresh, 'x-csrftoken': signed.csrf },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^bweni_refresh=;.*Max-Age=0/)
    expect(await userStatus(signed.access)).toBe(401)
    expect((await refresh(signed)).status).toBe(401)
  })

  test("a user's logout also ends the session of a thief with a newer token", async () => {
    const owner = await signIn()
    const before = await refresh(owner)
    const stolen = await refresh(owner)
    const ahead = await refresh(stolen)
    expect(ahead.status).toBe(200)
    const headers = { cookie: before.refresh, 'x-csrftoken': before.csrf }
    expect((await post('/api/auth/logout', { headers })).status).toBe(204)
    expect(await userStatus(ahead.access)).toBe(401)
    expect((await refresh(ahead)).status).toBe(401)
  })

  test('another site cannot log a user out', async () => {
    const signed = await signIn()
    const answer = await post('/api/auth/logout', {
      headers: { cookie: signed.refresh, origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(403)
    expect(await userStatus(signed.access)).toBe(200)
  })

  test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])(
    'the token "%s" is nobody',
    async (token) => {
      expect(await userStatus(token)).toBe(401)
    },
  )

  test('a token with the right signature but without an expiry is nobody', async () => {
    const { access } = await signIn()
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
    const { exp: _, ...endless } = claims
    const sign = (payload: object) =>
      new SignJWT({ ...payload })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(server.running.context.jwtSecret)
    expect(await userStatus(await sign(claims))).toBe(200)
    expect(await userStatus(await sign(endless))).toBe(401)
  })
})

describe('sessions end', () => {
  test.each([
    ['after 30 idle days', [29, 31], [200, 401]],
    ['after 90 days in all, however busy', [25, 25, 25, 25], [200, 200, 200, 401]],
  ])('%s', async (_, days, statuses) => {
    let at = Date.now()
    const server = await startServer('pglite', {}, () => new Date(at))
    const { config } = server.running.context
    const first = await server.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: '0712345678', password: '12345678' }),
    })
    let cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const seen: number[] = []
    for (const idle of days) {
      at += idle * 86_400_000
      const answer = await server.fetch('/api/auth/refresh-token', {
        method: 'POST',
        headers: { cookie, origin: config.publicUrl },
      })
      seen.push(answer.status)
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
    await endServer(server)
    expect(seen).toEqual(statuses)
  })
})

describe('guessing is throttled', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer('pglite', { TRUST_PROXY: 'on', DEMO: 'public' })
  })
  afterAll(() => endServer(server))

  async function tryFrom(address: string, email: string, password: string) {
    const response = await server.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    })
    return response
  }
  const statusFrom = async (address: string, email: string, password: string) =>
    (await tryFrom(address, email, password)).status

  test('after five failures for one account from one address even the right password is refused', async () => {
    for (let i = 0; i < 5; i++) expect(await statusFrom('10.0.0.1', '0712345678', 'no')).toBe(401)
    const refused = await tryFrom('10.0.0.1', '0712345678', '12345678')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
    expect(await statusFrom('10.0.0.2', '0712345678', '12345678')).toBe(200)
  })

  test('success clears the count of the pair', async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) expect(await statusFrom('10.1.0.1', '0722000002', 'no')).toBe(401)
      expect(await statusFrom('10.1.0.1', '0722000002', '23456789')).toBe(200)
    }
  })

  test('a whole residence signs in from one address, all at once', async () => {
    for (let round = 0; round < 2; round++) {
      const attempts = Array.from({ length: 15 }, (_, i) =>
        statusFrom('10.4.0.1', `07220000${String(i + 5).padStart(2, '0')}`, String(30_000_005 + i)),
      )
      expect(await Promise.all(attempts)).toEqual(attempts.map(() => 200))
    }
  })

  test('a forwarded header that the client sends itself is ignored', async () => {
    for (let i = 0; i < 6; i++) await statusFrom(`1.2.3.${i}, 10.5.0.1`, '0722000006', 'no')
    expect(await statusFrom('1.2.3.99, 10.5.0.1', '0722000006', '30000006')).toBe(429)
  })

  test('twenty failures for one account, from any address', async () => {
    for (let i = 0; i < 20; i++) {
      expect(await statusFrom(`10.2.0.${i}`, 'staff@acacia.example', 'no')).toBe(401)
    }
    expect(await statusFrom('10.2.1.1', 'staff@acacia.example', 'staff-demo-2026')).toBe(429)
  })

  test('an attempt refused because of its account does not count for its address', async () => {
    const { loginAccount } = server.running.context.throttles
    const account = hashToken('254722000007').toString('base64url')
    for (let i = 0; i < 20; i++) await loginAccount.consume(account)
    for (let i = 0; i < 6; i++) expect(await statusFrom('10.6.0.1', '0722000007', 'no')).toBe(429)
    await loginAccount.clear(account)
    expect(await statusFrom('10.6.0.1', '0722000007', 'no')).toBe(401)
  })

  test('a flood of sign-ins from one address takes turns with those from others', async () => {
    let answered = 0
    const verify = (line: string, isWanted = () => true) =>
      verifyPassword(undefined, 'no', { line, isWanted }).then(() => answered++)
    const flood = Array.from({ length: 20 }, () => verify('10.7.0.1'))
    // Nobody waits for the answer any more.
    const gone = verify('10.7.0.1', () => false)
    await verify('10.7.0.2')
    expect(answered).toBeLessThan(10)
    await expect(gone).rejects.toThrow(QueueFull)
    await Promise.all(flood)
  })

  test('sixty sign-ins to unknown accounts from one address, also all at once; right passwords still work', async () => {
    const attempts = Array.from({ length: 70 }, (_, i) =>
      statusFrom('10.3.0.1', `no${i}@x.example`, 'no'),
    )
    const statuses = await Promise.all(attempts)
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    // A refusal does not tell which accounts exist.
    expect(await statusFrom('10.3.0.1', '0722000008', 'no')).toBe(429)
    expect(await statusFrom('10.3.0.1', '0722000008', '30000008')).toBe(200)
  })
})
