import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { URL_PREFIX } from './plugin.ts'
import { createClient, createTemporaryFolder, now, startBusiness, startDaraja } from './testing.ts'

const A_MINUTE_MS = 60_000
/** A clock by which that has fallen due which the simulator had to do when it went down. */
const later = (clock: () => number) => () => new Date(clock() + A_MINUTE_MS)

const journalOf = (dataDir: string) => join(dataDir, 'pretend-daraja', 'journal.jsonl')

test('what fell due while it was down is sent when it is back, and nothing twice', async () => {
  const business = await startBusiness()
  const before = await startDaraja({ delayMs: A_MINUTE_MS })
  await before.register(business.url)
  const { access_token } = await before.signIn()
  const { body } = await before.push('254712345678', `${business.url}/callback`)
  await before.simulate()
  await business.received(2)
  await before.app.close()
  expect(business.posts.map((post) => post.path)).toEqual(['/validation', '/confirmation'])

  const after = await startDaraja({ dataDir: before.dataDir, now: later(() => now().getTime()) })
  const posts = await business.received(3)
  expect(posts[2]?.path).toBe('/callback')
  expect(posts[2]?.body.Body.stkCallback.CheckoutRequestID).toBe(body.CheckoutRequestID)
  await sleep(50)
  expect(business.posts).toHaveLength(3)

  after.useToken(access_token)
  expect((await after.query(body.CheckoutRequestID)).body.errorCode).toBe('404.001.03')
})

test('tokens, registrations and answered payments are still known', async () => {
  const business = await startBusiness()
  const before = await startDaraja()
  await before.register(business.url)
  const { body } = await before.push('254712345404', `${business.url}/callback`)
  const code = async () => (await before.query(body.CheckoutRequestID)).body.ResultCode
  await expect.poll(code, { timeout: 20_000 }).toBe('0')
  const { access_token } = await before.signIn()
  await before.app.close()

  const folder = before.dataDir
  await appendFile(journalOf(folder), '{"payment":{"kind":"push","id":"torn')
  const after = await startDaraja({ dataDir: folder })
  expect((await after.query(body.CheckoutRequestID)).body.ResultCode).toBe('0')
  await after.simulate()
  await business.received(2)
  expect(access_token).not.toBe((await after.signIn()).access_token)

  const lines = (await readFile(journalOf(folder), 'utf8')).trim().split('\n')
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})

test('kill -9 forgets neither a payment nor its callback, nor who may pull', async () => {
  const business = await startBusiness()
  const dataDir = await createTemporaryFolder()
  const main = join(import.meta.dirname, 'main.ts')
  const options = ['--port', '0', '--data', dataDir, '--delay', String(A_MINUTE_MS)]
  const child = spawn(process.execPath, [main, ...options])
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for await (const text of child.stdout) {
    printed += text
    if (printed.includes(URL_PREFIX)) break
  }
  const [, url = ''] = /on (http:\S+)/.exec(printed) ?? []
  const client = createClient(url)
  await client.signIn()
  const { body } = await client.push('254712345678', `${business.url}/callback`)
  await client.registerForPull()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(business.posts).toHaveLength(0)

  const after = await startDaraja({ dataDir, now: later(Date.now) })
  const [post] = await business.received(1)
  expect(post?.body.Body.stkCallback).toMatchObject({
    CheckoutRequestID: body.CheckoutRequestID,
    ResultCode: 0,
  })
  expect((await after.pull()).body.Response[0]).toHaveLength(1)
})
