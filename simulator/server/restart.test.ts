import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { URL_PREFIX } from './plugin.ts'
import { createClient, createTemporaryFolder, startBusiness, startDaraja } from './testing.ts'

const journalOf = (dataDir: string) => join(dataDir, 'pretend-daraja', 'journal.jsonl')

test('what fell due while it was down is sent when it is back, and nothing twice', async () => {
  const business = await startBusiness()
  const before = await startDaraja({ delayMs: 600 })
  await before.register(business.url)
  const { access_token } = await before.signIn()
  const { body } = await before.push('254712345678', `${business.url}/callback`)
  await before.simulate()
  await business.received(2)
  await before.app.close()
  await sleep(650)
  expect(business.posts.map((post) => post.path)).toEqual(['/validation', '/confirmation'])

  const after = await startDaraja({ dataDir: before.dataDir })
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
  await sleep(60)
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

/** Below the ports that systems give to connections, which could take it while the simulator is down. */
async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  const server = createServer().listen(port)
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('kill -9 forgets neither a payment nor its callback, nor who may pull', async () => {
  const business = await startBusiness()
  const folder = await createTemporaryFolder()
  const port = await freePort()
  const client = createClient(`http://127.0.0.1:${port}${URL_PREFIX}`)

  async function start() {
    const main = join(import.meta.dirname, 'main.ts')
    const options = ['--port', String(port), '--data', folder, '--delay', '400']
    const child = spawn(process.execPath, [main, ...options], { stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    for (;;) {
      const up = await client.signIn().catch(() => null)
      if (up) return child
      await sleep(30)
    }
  }

  const first = await start()
  const { body } = await client.push('254712345678', `${business.url}/callback`)
  await client.registerForPull()
  first.kill('SIGKILL')
  await new Promise((resolve) => first.once('exit', resolve))
  await sleep(400)
  expect(business.posts).toHaveLength(0)

  await start()
  const [post] = await business.received(1)
  expect(post?.body.Body.stkCallback).toMatchObject({
    CheckoutRequestID: body.CheckoutRequestID,
    ResultCode: 0,
  })
  expect((await client.pull()).body.Response[0]).toHaveLength(1)
}, 20_000)
