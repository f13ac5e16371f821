import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOGIN_FLAG_COOKIE } from '#contract/auth.ts'
import { getOnboardingCompany, listColleges, listFaculties } from '#contract/onboarding.ts'
import { VIEWER_COOKIE } from '../auth/session.ts'
import { viewerToken } from '../auth/tokens.ts'
import { openMigrated } from '../db/open.ts'
import { emptyDatabase, endServer, startServer, type TestServer } from '../testing/server.ts'
import { loadColleges } from './colleges.ts'

let server: TestServer

beforeAll(async () => {
  // The header then says which address a request comes from.
  server = await startServer('pglite', { TRUST_PROXY: 'on', DEMO: 'public' })
  await server.running.context.db
    .insertInto('companies')
    .values({
      slug: 'jacaranda-house',
      name: 'Jacaranda House',
      tagline: 'Rooms under the trees.',
      email: 'hello@jacaranda.example',
      phone: '0709 000 456',
      address: 'Thika Road',
      hours: 'Every day',
    })
    .execute()
})
afterAll(() => endServer(server))

describe('the residence that a visitor sees', () => {
  /** A page, as a browser with these cookies gets it. */
  async function visit(path: string, cookie = '') {
    const page = await server.fetch(path, { headers: { cookie }, redirect: 'manual' })
    const set = page.headers.getSetCookie().find((text) => text.startsWith('bweni_company='))
    return { status: page.status, html: await page.text(), set }
  }
  const jacaranda = 'bweni_company=jacaranda-house'

  test('is the first of the installation at first', async () => {
    const { html, set } = await visit('/')
    expect(html).toContain('hello@acacia.example')
    expect(set).toBeUndefined()
  })

  test.each(['/auth/onboard/jacaranda-house', '/terms/jacaranda-house'])(
    'is that of the link %s, and is remembered',
    async (path) => {
      const { status, html, set } = await visit(path)
      expect(status).toBe(200)
      expect(html).toContain('hello@jacaranda.example')
      expect(set).toMatch(/^bweni_company=jacaranda-house; Max-Age=31536000; .*SameSite=Lax/)
    },
  )

  test.each(['/', '/about', '/auth/register'])('is the remembered one at %s', async (path) => {
    const { html } = await visit(path, jacaranda)
    expect(html).toContain('Jacaranda House')
    expect(html).not.toContain('Acacia Court')
  })

  test.each([
    ['/', 'Jacaranda House', 'Jacaranda House. Rooms under the trees.'],
    ['/about', 'About us · Jacaranda House', 'Pictures of Jacaranda House, Thika Road, and how'],
    ['/services', 'Feed · Jacaranda House', 'What people at Jacaranda House are saying.'],
    ['/auth/login', 'Log in · Jacaranda House', 'Log in to Jacaranda House to see your room'],
    ['/auth/onboard/jacaranda-house', 'Move in · Jacaranda House', 'Move in to Jacaranda House'],
    ['/terms/jacaranda-house', 'Terms · Jacaranda House', 'The terms for tenants of Jacaranda'],
    ['/auth/user', 'Profile · Jacaranda House', 'Your profile at Jacaranda House.'],
    ['/chats', 'Chats · Jacaranda House', 'Your chats with people at Jacaranda House.'],
    ['/receipts/R000001', 'Receipt · Jacaranda House', 'A receipt from Jacaranda House.'],
    ['/transactions', 'Transaction history · Jacaranda House', 'What you’ve paid at Jacaranda'],
    [
      '/staff/desk',
      'Payments desk · Jacaranda House',
      'Payments waiting for the staff of Jacaranda House.',
    ],
    ['/staff/posts', 'Posts · Jacaranda House', 'Posts waiting for the staff of Jacaranda House.'],
    ['/staff/tenants/3', 'Tenants · Jacaranda House', 'The tenants of Jacaranda House, for its'],
    ['/staff/rooms', 'Rooms · Jacaranda House', 'The rooms of Jacaranda House, for its staff.'],
  ])('%s says to search engines and chats what it is', async (path, title, description) => {
    const { html } = await visit(path, jacaranda)
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html.match(/name="description"/g)).toHaveLength(1)
    expect(/property="og:title" content="([^"]*)"/.exec(html)?.[1]).toBe(title)
    for (const name of ['name="description"', 'property="og:description"']) {
      expect(html.includes(`${name} content="${description}`)).toBe(true)
    }
    const isPrivate = /^\/(?:auth\/user|chats|receipts|transactions|staff)/.test(path)
    expect(html.includes('<meta name="robots" content="noindex"/>')).toBe(isPrivate)
  })

  test('is the own one of a signed-in user, set once', async () => {
    const amina = await server.signIn('0712345678', '12345678')
    const user = async (cookie: string) => {
      const answer = await amina.fetch('/api/auth/user', { headers: { cookie } })
      return answer.headers.getSetCookie().find((text) => text.startsWith('bweni_company='))
    }
    expect(await user(jacaranda)).toMatch(/^bweni_company=acacia-court;/)
    expect(await user('bweni_company=acacia-court')).toBeUndefined()
  })

  test('stays what it was after a link that names none', async () => {
    const { status, html, set } = await visit('/terms/nowhere', jacaranda)
    expect(status).toBe(404)
    expect(html).toContain('We can’t find this residence')
    expect(html).toContain('Jacaranda House')
    expect(set).toBeUndefined()
  })

  test.each(['nowhere', 'a%20b%0d%0a', '%zz', 'x'.repeat(200)])(
    'is the first again for a cookie of %s',
    async (value) => {
      const { status, html } = await visit('/', `bweni_company=${value}`)
      expect(status).toBe(200)
      expect(html).toContain('Acacia Court')
    },
  )

  test('of a link is shown once to a signed-in user, and not remembered', async () => {
    const { html, set } = await visit('/terms/jacaranda-house', 'bweni_signed_in=1')
    expect(html).toContain('Jacaranda House')
    expect(set).toBeUndefined()
  })
})

describe('in a rush of visitors', () => {
  const noncesOf = async (page: Response) => {
    const html = await page.text()
    return {
      allowed: /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1],
      used: [...new Set([...html.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce))],
      text: html,
    }
  }

  const rename = (name: string) =>
    server.running.context.db
      .updateTable('companies')
      .set({ name })
      .where('slug', '=', 'acacia-court')
      .execute()
  const visit = async (path: string, cookie?: string) =>
    (await server.fetch(path, { headers: cookie ? { cookie } : {} })).text()
  /** So many different pages at once. */
  const rush = (count: number, address: string) =>
    Array.from({ length: count }, (_, number) =>
      server.fetch(`/?month=${number}`, { headers: { 'x-forwarded-for': address } }),
    )

  test('a page is rendered once for some seconds, with a nonce for each', async () => {
    const visits = await Promise.all([1, 2, 3].map(() => server.fetch('/about')))
    const pages = await Promise.all(visits.map(noncesOf))
    for (const { allowed, used } of pages) expect(used).toEqual([allowed])
    const nonces = pages.map(({ allowed }) => allowed)
    expect(new Set(nonces).size).toBe(3)
    const texts = pages.map(({ text, allowed = '' }) => text.replaceAll(allowed, ''))
    expect(new Set(texts).size).toBe(1)

    await rename('Acacia Gardens')
    expect(await visit('/about')).toContain('Acacia Court')
    const marked = await visit('/about?fbclid=abc&utm_source=abc', '_ga=abc; theme=abc')
    expect(marked).toContain('Acacia Court')
    expect(marked).not.toContain('abc')
    // These say whose page it is.
    expect(await visit('/services', 'bweni_logged_in=1')).toContain('Acacia Gardens')
    expect(await visit('/about', 'bweni_signed_in=1')).toContain('Acacia Gardens')
    expect(await visit('/about', 'bweni_company=jacaranda-house')).toContain('Jacaranda House')
    await expect.poll(() => visit('/about'), { timeout: 5000 }).toContain('Acacia Gardens')
    await rename('Acacia Court')
  })

  test('at most so many pages wait; more are told to come back', async () => {
    const pages = await Promise.all(rush(200, '192.0.2.1'))
    const refused = pages.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(50)
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(200 - refused.length)
    const [busy] = refused
    expect(busy?.headers.get('retry-after')).toBe('5')
    expect(busy?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await busy?.text()).toContain('Lots of people are here right now')
  })

  test('an address that fills the queue keeps out neither others nor the signed-in', async () => {
    const pages = rush(200, '192.0.2.2')
    const answered: string[] = []
    const isFull = Promise.withResolvers<void>()
    const flood = pages.map(async (page) => {
      const { status } = await page
      answered.push(`flood ${status}`)
      if (status === 503) isFull.resolve()
    })
    await isFull.promise
    const others = [
      ['192.0.2.3', ''],
      ['2001:db8::1', ''],
      ['192.0.2.2', 'bweni_signed_in=1'],
    ].map(async ([address = '', cookie = '']) => {
      const headers = { 'x-forwarded-for': address, cookie }
      const { status } = await server.fetch(`/?month=${address}`, { headers })
      answered.push(`other ${status}`)
      return status
    })
    expect(await Promise.all(others)).toEqual([200, 200, 200])
    await Promise.all(flood)
    expect(answered.slice(answered.lastIndexOf('other 200')).length).toBeGreaterThan(10)
  })

  test('one user with many sessions keeps out nobody else', async () => {
    const isFull = Promise.withResolvers<void>()
    const flood = Array.from({ length: 200 }, async (_, number) => {
      const viewer = { company_id: 1, user_id: 1, session_id: `session-${number}` }
      const token = viewerToken(server.running.context.jwtSecret, viewer)
      const cookie = `${LOGIN_FLAG_COOKIE}=1; ${VIEWER_COOKIE}=${token}`
      const { status } = await server.fetch('/services', { headers: { cookie } })
      if (status === 503) isFull.resolve()
    })
    await isFull.promise
    const others = Array.from({ length: 5 }, async (_, number) => {
      const headers = { 'x-forwarded-for': `192.0.2.${number + 10}` }
      return (await server.fetch(`/?month=${number}`, { headers })).status
    })
    expect(await Promise.all(others)).toEqual([200, 200, 200, 200, 200])
    await Promise.all(flood)
  })

  test('a page is not rendered when all who waited for it have gone', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.4' }
    const pages = rush(60, headers['x-forwarded-for'])
    const gone = new AbortController()
    const page = server.fetch('/auth/forgot', { headers, signal: gone.signal })
    await setTimeout(50)
    gone.abort()
    await expect(page).rejects.toThrow('aborted')
    await Promise.all(pages)
    await rename('Acacia Gardens')
    expect((await visit('/auth/forgot')).includes('Acacia Gardens')).toBe(true)
    await rename('Acacia Court')
  })
})

describe('what the onboarding form asks for', () => {
  test('the residence by its slug', async () => {
    const found = await server.call(getOnboardingCompany, { params: { slug: 'jacaranda-house' } })
    expect(found.body).toEqual({
      name: 'Jacaranda House',
      slug: 'jacaranda-house',
      logo: null,
      first_month: 'full',
      terms_version: 1,
    })
    const none = await server.call(getOnboardingCompany, { params: { slug: 'nowhere' } })
    expect(none.status).toBe(404)
  })

  test('colleges, and the faculties of each', async () => {
    const { body: colleges } = await server.call(listColleges, {})
    expect(colleges.length).toBeGreaterThanOrEqual(3)
    const names = colleges.map((college) => college.name)
    expect(names).toEqual([...names].sort())
    const found = await Promise.all(
      colleges.map(({ id }) => server.call(listFaculties, { params: { id } })),
    )
    for (const { body } of found) expect(body.faculties.length).toBeGreaterThanOrEqual(3)
    const ids = found.flatMap(({ body }) => body.faculties.map((faculty) => faculty.id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('an unknown college has no faculties', async () => {
    const answer = await server.call(listFaculties, { params: { id: 999_999 } })
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ message: 'There is no such college.' })
  })
})

test('nodes that start together load the colleges once, and existing colleges are not added to', async () => {
  const database = await openMigrated(await emptyDatabase(), '')
  const names = () => database.db.selectFrom('colleges').select('name').orderBy('id').execute()
  await Promise.all([1, 2, 3].map(() => loadColleges(database.db, 2)))
  const loaded = await names()
  expect(loaded).toHaveLength(2)
  await loadColleges(database.db)
  expect(await names()).toEqual(loaded)
  await database.close()
})
