import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createComment } from '#contract/posts.ts'
import { demoDatabase, endServer, startServer, type TestServer } from '../testing/server.ts'
import { closeSockets, connected } from '../testing/sockets.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

let one: TestServer
let testCompany: TestCompany
let post: number
let listener: pg.Client
let settings: Record<string, string>
/** What a comment says, of which the database was notified. */
const notified: string[] = []

beforeAll(async () => {
  settings = {
    DATABASE_URL: await demoDatabase(),
    JWT_SECRET: 'a secret that both nodes know, long enough',
    THROTTLE: 'off',
  }
  listener = new pg.Client({ connectionString: settings.DATABASE_URL })
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => {
    const [, content] = /"content":"([^"]*)"/.exec(payload) ?? []
    if (content) notified.push(content)
  })
  await listener.query('listen "socket.io#/"')
  one = await startServer('postgres', settings)
  testCompany = await openTestCompany(one)
  post = await testCompany.publishPost()
})
afterAll(async () => {
  closeSockets()
  await endServer(one)
  await listener.end()
})

async function comment(content: string) {
  expect((await testCompany.tenant.call(createComment, { body: { content, post } })).status).toBe(
    201,
  )
}

/**
 * The other node is gone: known at once when it could still say that it closes, else once it has been silent for so long.
 * Notifications keep their order, so that one of our own tells that none came before it.
 */
const untilAlone = () =>
  expect
    .poll(
      async () => {
        const [content, mark] = [randomUUID(), randomUUID()]
        await comment(content)
        await listener.query('select pg_notify($1, $2)', ['socket.io#/', `{"content":"${mark}"}`])
        await expect.poll(() => notified).toContain(mark)
        return notified.includes(content)
      },
      { timeout: 90_000, interval: 1000 },
    )
    .toBe(false)

test('a node that is alone notifies nobody, and notifies one that starts at once', {
  timeout: 240_000,
}, async () => {
  await comment('It may not be alone')
  await expect.poll(() => notified).toEqual(['It may not be alone'])
  await untilAlone()

  const other = await startServer('postgres', settings)
  const socket = await connected(other.url, testCompany.author.token)
  expect(await socket.emitWithAck('watch', post)).toBe(true)
  await comment('Another one is here')
  await expect
    .poll(() => socket.received('comment').map(({ content }) => content))
    .toEqual(['Another one is here'])
  await endServer(other)

  await untilAlone()
})
