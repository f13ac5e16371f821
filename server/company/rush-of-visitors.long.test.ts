import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOGIN_FLAG_COOKIE } from '#contract/auth.ts'
import { VIEWER_COOKIE } from '../auth/session.ts'
import { viewerToken } from '../auth/tokens.ts'
import { addCompany, jacaranda } from '../testing/people.ts'
import { endServer, startServer, type TestServer } from '../testing/server.ts'

let server: TestServer

beforeAll(async () => {
  // The header then says which address a request comes from.
  server = await startServer('pglite', { TRUST_PROXY: 'on', DEMO: 'public' })
  await addCompany(server.running.context.db, 'jacaranda-house', jacaranda)
})
afterAll(() => endServer(server))

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
  // It has come when what was sent later is answered, while the pages are still being rendered.
  await server.fetch('/healthz')
  gone.abort()
  await expect(page).rejects.toThrow('aborted')
  await Promise.all(pages)
  await rename('Acacia Gardens')
  expect((await visit('/auth/forgot')).includes('Acacia Gardens')).toBe(true)
  await rename('Acacia Court')
})
