import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { createComment } from '#contract/posts.ts'
import { freePort } from './testing/postgres.ts'
import { signInAt } from './testing/server.ts'
import { connected } from './testing/sockets.ts'
import { startTwoWorkers } from './testing/workers.ts'

const workersOf = ({ pid }: { pid?: number | undefined }) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

test('two workers on one port are one server: one is killed and replaced, and both end with it', async () => {
  const { process: server, url } = await startTwoWorkers()
  await server.open()
  expect(server.output().out.match(/Bweni is open/g)).toHaveLength(1)
  const amina = await signInAt(url, '0712345678', '12345678')
  const read = async () => (await amina.call(getUser, {})).status
  const readOften = async () => new Set(await Promise.all(Array.from({ length: 40 }, read)))
  expect(await readOften()).toEqual(new Set([200]))

  // Whichever worker is asked, what both have counted is there.
  const counted = /bweni_http_request_seconds_count\{[^}]*route="\/api\/auth\/user[^}]*\} (\d+)/
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(Number(counted.exec(metrics)?.[1])).toBeGreaterThanOrEqual(40)

  const [first = 0, second] = workersOf(server.child)
  expect(second).toBeGreaterThan(0)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => workersOf(server.child).length, { timeout: 10_000 }).toBe(1)
  expect(await read()).toBe(200)
  await expect.poll(() => workersOf(server.child).length, { timeout: 30_000 }).toBe(2)
  expect(server.output().err).toContain('A worker has ended (SIGKILL). Another one is starting.')
  await expect.poll(readOften, { timeout: 10_000 }).toEqual(new Set([200]))

  const workers = workersOf(server.child)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(server.output().out).toContain('Stopped.')
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('sockets on both workers hear of a comment that one of them received', async () => {
  const { process: server, url } = await startTwoWorkers()
  await server.open()
  const amina = await signInAt(url, '0712345678', '12345678')
  const sockets = await Promise.all(Array.from({ length: 8 }, () => connected(url, amina.token)))
  for (const socket of sockets) expect(await socket.emitWithAck('watch', 1)).toBe(true)
  await amina.call(createComment, { body: { post: 1, content: 'From one worker' } })
  for (const socket of sockets) {
    await expect
      .poll(() => socket.received('comment'))
      .toMatchObject([{ content: 'From one worker' }])
  }
})

test('when the first worker cannot start, the reason is printed once', async () => {
  const { process: server } = await startTwoWorkers({
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`,
  })
  expect(await server.exited).toBe(1)
  expect(server.output().err.match(/could not be reached for 30 seconds/g)).toHaveLength(1)
})
