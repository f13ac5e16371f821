import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePayLink, revokePayLink } from '#contract/pay-links.ts'
import { password } from './testing/people.ts'
import { endServer, startServer, type TestServer } from './testing/server.ts'
import { openTestCompany, type TestCompany } from './testing/test-company.ts'

let server: TestServer
let testCompany: TestCompany

beforeAll(async () => {
  server = await startServer()
  testCompany = await openTestCompany(server)
  await testCompany.publishPost('A lamp for the desk')
})
afterAll(() => endServer(server))

/** Signs in as a browser does, which stores each cookie with its path. */
async function browserOf(username: string, secret = password) {
  const answer = await server.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: username, password: secret }),
  })
  const cookies = answer.headers.getSetCookie().map((text) => {
    const [pair = '', ...attributes] = text.split('; ')
    return { pair, name: pair.split('=')[0], attributes }
  })
  const reader = cookies.find(({ name }) => name === 'bweni_viewer')
  return { reader: reader?.pair ?? '', attributes: reader?.attributes, cookies }
}

async function pageOf(path: string, cookie: string) {
  const page = await server.fetch(path, { headers: { cookie } })
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('no-store')
  return page.text()
}
const feedPage = (reader: string, flag = '; bweni_logged_in=1') =>
  pageOf('/services', reader + flag)
const homePage = (reader: string, flag = '; bweni_signed_in=tenant; bweni_logged_in=1') =>
  pageOf('/', reader + flag)

test('contains the posts that its viewer may see, and no others', async () => {
  await testCompany.submitPost('A secret that waits')
  const { reader } = await browserOf('reader@other.example')
  const html = await feedPage(reader)
  expect(html).toContain('A lamp for the desk')
  expect(html).not.toContain('A secret that waits')
  expect(await feedPage((await browserOf('author@other.example')).reader)).toContain(
    'A secret that waits',
  )
  const otherCompany = await feedPage((await browserOf('0712345678', '12345678')).reader)
  expect(otherCompany).not.toContain('A lamp for the desk')
})

test('no script reads the cookie', async () => {
  const { attributes } = await browserOf('reader@other.example')
  expect(attributes).toEqual(
    expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Max-Age=7776000']),
  )
})

test('contains no posts without a session: no cookie, a forged one, one of an ended session', async () => {
  const { reader, cookies } = await browserOf('reader@other.example')
  expect(await feedPage(reader)).toContain('A lamp for the desk')
  const [, value = ''] = reader.split('=')
  const [company, session, seal] = value.split('.')
  const bad = [
    '',
    'bweni_signed_in=1',
    'bweni_viewer=',
    'bweni_viewer=..',
    `bweni_viewer=${company}.${session}`,
    `bweni_viewer=${company}.${session}.${'A'.repeat(43)}`,
    `bweni_viewer=${Number(company) + 1}.${session}.${seal}`,
    `bweni_viewer=${company}.${'x'.repeat(22)}.${seal}`,
    `bweni_viewer=${'9'.repeat(400)}`,
  ]
  for (const cookie of bad) {
    expect(await feedPage(cookie), cookie).not.toContain('A lamp for the desk')
  }
  const cookie = cookies.map(({ pair }) => pair).join('; ')
  const out = await server.fetch('/api/auth/logout', {
    method: 'POST',
    headers: { cookie, origin: server.url },
  })
  expect(out.status).toBe(204)
  expect(out.headers.getSetCookie().join('\n')).toMatch(/bweni_viewer=; Max-Age=0; Path=\//)
  expect(await feedPage(reader)).not.toContain('A lamp for the desk')
})

test('contains no posts after a logout without network: the browser has deleted its cookie', async () => {
  const { reader } = await browserOf('reader@other.example')
  expect(await feedPage(reader, '')).not.toContain('A lamp for the desk')
})

test('contains no more data of its viewer than it shows', async () => {
  const { reader } = await browserOf('reader@other.example')
  expect(await feedPage(reader)).not.toContain('reader@other.example')
})

test('its cookie gives no access to the API', async () => {
  const { reader } = await browserOf('reader@other.example')
  const value = reader.split('=')[1]
  const ways: Record<string, string>[] = [{ cookie: reader }, { authorization: `Bearer ${value}` }]
  for (const headers of ways) {
    expect((await server.fetch('/api/blog/posts/', { headers })).status).toBe(401)
  }
})

describe('home', () => {
  const amina = () => browserOf('0712345678', '12345678')

  test('has its tenant’s balance and account number, and no skeleton', async () => {
    const html = await homePage((await amina()).reader)
    expect(html).toContain('Karibu, Amina.')
    expect(html).toContain('6,000')
    expect(html).not.toContain('room-skeleton')
    // It is in the page itself, not in what React's scripts show later.
    expect(html.indexOf('6,000')).toBeLessThan(html.indexOf('<div hidden id="S:'))
  })

  test('has nothing of anybody without their session, after a logout without network, or elsewhere', async () => {
    const { reader, cookies } = await amina()
    const pages = [
      homePage(''),
      homePage(`${reader}A`),
      homePage(reader, '; bweni_signed_in=tenant'),
      pageOf('/about', `${reader}; bweni_signed_in=tenant; bweni_logged_in=1`),
      pageOf('/wifi', `${reader}; bweni_signed_in=tenant; bweni_logged_in=1`),
    ]
    const cookie = cookies.map(({ pair }) => pair).join('; ')
    for (const html of await Promise.all(pages)) {
      expect(html).not.toContain('Amina')
      expect(html).not.toContain('6,000')
    }
    const headers = { cookie, origin: server.url }
    await server.fetch('/api/auth/logout', { method: 'POST', headers })
    expect(await homePage(reader)).not.toContain('Amina')
  })

  test('of staff, and of a user who never had a room, is fetched by the browser', async () => {
    for (const [username, secret] of [
      ['staff@acacia.example', 'staff-demo-2026'],
      ['reader@other.example', password],
    ] as const) {
      const { reader, cookies } = await browserOf(username, secret)
      const role = cookies.find(({ name }) => name === 'bweni_signed_in')?.pair
      const html = await homePage(reader, `; ${role}; bweni_logged_in=1`)
      expect(html).not.toContain('Balance today')
      expect(html).not.toContain(username)
    }
  })

  test('is rendered with the list that staff have opened, as the browser has it', async () => {
    const { cookies } = await browserOf('staff@acacia.example', 'staff-demo-2026')
    const role = cookies.find(({ name }) => name === 'bweni_signed_in')?.pair ?? ''
    const html = await pageOf('/staff/calls?list=promised', `${role}; bweni_logged_in=1`)
    expect(html).toContain('They promised to pay on a later day')
  })

  test('has no more data of its viewer than it shows', async () => {
    expect(await homePage((await amina()).reader)).not.toContain('12345678"')
  })
})

test('the page of a pay link is rendered, passed on to nobody, and the same for every wrong one', async () => {
  const tenant = await server.signIn('0712345678', '12345678')
  const form = { label: 'Mum', show_name: false, show_owed: false }
  const made = await tenant.call(makePayLink, {
    body: { ...form, submission_id: crypto.randomUUID() },
  })
  const path = new URL(made.body.url).pathname
  const page = await server.fetch(path)
  expect(page.status).toBe(200)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  const html = await page.text()
  expect(html).toContain('Pay rent')
  expect(html).toContain('Acacia Court')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toMatch(/Amina|Otieno|Mum/)

  const wrong = await Promise.all(
    [`/pay/${'0'.repeat(26)}`, '/pay/x'].map(async (guess) => {
      const answer = await server.fetch(guess)
      const text = (await answer.text()).replaceAll(guess, '').replace(/nonce="[^"]*"/g, '')
      return [answer.status, answer.headers.get('referrer-policy'), text.length]
    }),
  )
  expect(wrong[0]).toEqual(wrong[1])
  expect(wrong[0]?.[0]).toBe(404)

  await tenant.call(revokePayLink, { params: { id: made.body.link.id } })
  // Not shown again from what was rendered before.
  await expect.poll(async () => (await server.fetch(path)).status, { timeout: 10_000 }).toBe(410)
})
