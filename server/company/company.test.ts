import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOnboardingCompany, listColleges, listFaculties } from '#contract/onboarding.ts'
import { openMigrated } from '../db/open.ts'
import { addCompany, jacaranda } from '../testing/people.ts'
import { emptyDatabase, endServer, startServer, type TestServer } from '../testing/server.ts'
import { loadColleges } from './colleges.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer('pglite', { DEMO: 'public' })
  await addCompany(server.running.context.db, 'jacaranda-house', jacaranda)
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

describe('what the onboarding form asks for', () => {
  test('the residence by its slug', async () => {
    const found = await server.call(getOnboardingCompany, { params: { slug: 'jacaranda-house' } })
    expect(found.body).toEqual({
      name: 'Jacaranda House',
      slug: 'jacaranda-house',
      logo: null,
      first_month: 'full',
      terms_version: 1,
      deposit: { amount: null, months: null, days: 14 },
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
