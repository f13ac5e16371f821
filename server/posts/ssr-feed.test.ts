import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '../testing/people.ts'
import { endServer, startServer, type TestServer } from '../testing/server.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

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
  const reader = cookies.find(({ name }) => name === 'bweni_reader')
  return { reader: reader?.pair ?? '', attributes: reader?.attributes, cookies }
}

async function feedPage(reader: string, here = '; bweni_here=1') {
  const page = await server.fetch('/services', { headers: { cookie: reader + here } })
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('no-store')
  return page.text()
}

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

test('the cookie goes to that page only, and no script reads it', async () => {
  const { attributes } = await browserOf('reader@other.example')
  expect(attributes).toEqual(
    expect.arrayContaining(['Path=/services', 'HttpOnly', 'SameSite=Lax', 'Max-Age=7776000']),
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
    'bweni_reader=',
    'bweni_reader=..',
    `bweni_reader=${company}.${session}`,
    `bweni_reader=${company}.${session}.${'A'.repeat(43)}`,
    `bweni_reader=${Number(company) + 1}.${session}.${seal}`,
    `bweni_reader=${company}.${'x'.repeat(22)}.${seal}`,
    `bweni_reader=${'9'.repeat(400)}`,
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
  expect(out.headers.getSetCookie().join('\n')).toMatch(/bweni_reader=; Max-Age=0; Path=\/services/)
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
