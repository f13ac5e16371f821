import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import fastify from 'fastify'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '#contract/chat.ts'
import { authenticateToken } from '../auth/access.ts'
import { signAccessToken } from '../auth/tokens.ts'
import { password } from '../testing/people.ts'
import { endServer, signInAt, startServer, type TestServer } from '../testing/server.ts'
import { closeSockets, connected, once, openSocket, type TestSocket } from '../testing/sockets.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'
import { openSocketServer, type Sessions } from './sockets.ts'

let server: TestServer
let testCompany: TestCompany

beforeAll(async () => {
  server = await startServer('pglite', { THROTTLE: 'off' })
  testCompany = await openTestCompany(server)
})
afterAll(async () => {
  closeSockets()
  await endServer(server)
})

const open = (token: string) => connected(server.url, token)
/** Emits anything, also what the contract does not have. */
const emitRaw = (socket: TestSocket, event: string, ...args: unknown[]) =>
  (socket as unknown as Socket).emit(event, ...args)
const alive = (socket: TestSocket) => socket.timeout(5000).emitWithAck('watch', null)

/** The same access token with another time of expiry. */
async function tokenEnding(token: string, seconds: number) {
  const { jwtSecret } = server.running.context
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const quarterHour = 15 * 60
  return signAccessToken(
    jwtSecret,
    { company_id: claims.company, user_id: Number(claims.sub), session_id: claims.session },
    new Date(Date.now() + (seconds - quarterHour) * 1000),
  )
}

test('a socket lives as long as its token, and longer with a fresh one of the same session', async () => {
  const { token } = await signInAt(server.url, 'reader@other.example', password)
  const short = await tokenEnding(token, 5)
  const [left, renewed] = [await open(short), await open(short)]
  const ended = once(left, 'disconnect')
  expect(await renewed.emitWithAck('renew', token)).toBe(true)
  await ended
  expect(await alive(renewed)).toBe(false)
  expect(renewed.connected).toBe(true)
})

test.each([
  ['a malformed token', async () => 'x.y.z'],
  ['nothing', async () => undefined],
  ['an expired one', (mine: string) => tokenEnding(mine, -1)],
  ['one of another user', async () => testCompany.author.token],
  [
    'one of another session of mine',
    async () => (await signInAt(server.url, 'reader@other.example', password)).token,
  ],
])('%s renews nothing and ends the connection', async (_, other) => {
  const socket = await open(testCompany.tenant.token)
  const ended = once(socket, 'disconnect')
  expect(await socket.emitWithAck('renew', (await other(testCompany.tenant.token)) as string)).toBe(
    false,
  )
  await ended
})

test('invalid messages on a socket do no harm', async () => {
  const event = fc.constantFrom('renew', 'watch', 'typing', 'message', 'error', 'comment', '')
  const nonsense = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(-1, 0, 1.5, 1e300, '1', 'x'.repeat(10_000), [[]], { post: {} }),
    fc.record({ post: fc.jsonValue(), person: fc.jsonValue() }),
    fc.constant({ post: 1, person: { valueOf: 1, toString: null } }),
    fc.constant(Buffer.from('bytes')),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(event, fc.array(nonsense)), { maxLength: 6 }),
      async (emitted) => {
        const socket = await open(testCompany.tenant.token)
        for (const [name, args] of emitted) emitRaw(socket, name, ...args)
        // Without an acknowledgement callback, too.
        emitRaw(socket, 'watch')
        emitRaw(socket, 'renew', testCompany.tenant.token)
        const gone = new Promise((resolve) => socket.once('disconnect', () => resolve('gone')))
        await Promise.race([alive(socket).catch(() => 'gone'), gone])
        socket.disconnect()
      },
    ),
    { numRuns: 30 },
  )
  expect((await server.fetch('/readyz')).status).toBe(200)
  expect(await alive(await open(testCompany.tenant.token))).toBe(false)
})

test('a huge packet, or too many packets, close that connection and no other', async () => {
  const [huge, fast, calm] = [
    await open(testCompany.tenant.token),
    await open(testCompany.tenant.token),
    await open(testCompany.tenant.token),
  ]
  const out = Promise.all([once(huge, 'disconnect'), once(fast, 'disconnect')])
  emitRaw(huge, 'renew', 'x'.repeat(30_000))
  for (let i = 0; i < 100; i++) emitRaw(fast, 'watch', i)
  await out
  expect(await alive(calm)).toBe(false)
  calm.disconnect()
})

test('typing is passed on once a second, within an open conversation only', async () => {
  const { author, tenant, staff, outsider } = testCompany
  const post = await testCompany.publishPost()
  const [from, receiver] = [await open(tenant.token), await open(author.token)]
  const others = [await open(staff.token), await open(outsider.token)]
  const type = (socket: TestSocket) => socket.emit('typing', { post, person: author.id })
  type(from)
  for (const socket of others) type(socket)
  // Messages are handled in order: when this is answered, those before have been handled.
  for (const socket of [from, ...others]) await alive(socket)
  const say = {
    params: { post, person: author.id },
    body: { text: 'Hello', client_id: crypto.randomUUID() },
  }
  await tenant.call(sendMessage, say)
  await expect.poll(() => receiver.received('message')).toHaveLength(1)
  expect(receiver.received('typing')).toEqual([])
  for (const socket of others) type(socket)
  const again = await open(tenant.token)
  const tabs = [again, await open(tenant.token)]
  const began = Date.now()
  await expect
    .poll(
      () => {
        for (let i = 0; i < 5; i++) for (const tab of tabs) type(tab)
        return receiver.received('typing')[0]
      },
      { interval: 300, timeout: 5000 },
    )
    .toEqual({ post, person: tenant.id })
  for (const tab of tabs) await alive(tab)
  await tenant.call(sendMessage, { ...say, body: { text: 'x', client_id: crypto.randomUUID() } })
  await expect.poll(() => receiver.received('message')).toHaveLength(2)
  const seconds = Math.ceil((Date.now() - began) / 1000)
  expect(receiver.received('typing').length).toBeLessThanOrEqual(seconds)
})

test('at most five posts a second can be watched; a second later it works again', async () => {
  const post = await testCompany.publishPost()
  const socket = await open(testCompany.tenant.token)
  const watch = () => socket.emitWithAck('watch', post)
  const answers = await Promise.all(Array.from({ length: 20 }, watch))
  // Of concurrent messages the last counts, and at most five a second are handled.
  expect(answers.slice(10)).toContain(false)
  await expect.poll(watch, { timeout: 5000, interval: 300 }).toBe(true)
})

test('of more than twenty sockets of one user the oldest is disconnected', async () => {
  const { token } = testCompany.staff
  const first = await open(token)
  const gone = once(first, 'disconnect')
  const rest: TestSocket[] = []
  for (let i = 0; i < 20; i++) rest.push(await open(token))
  await gone
  expect(rest.every((socket) => socket.connected)).toBe(true)
})

test('a connection carries one socket: another handshake on it is refused, however soon', async () => {
  const { author, tenant } = testCompany
  const raw = new WebSocket(
    `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
  )
  const received: string[] = []
  raw.addEventListener('message', ({ data }) => received.push(String(data)))
  await new Promise((resolve) => raw.addEventListener('open', resolve))
  const join = (token: string) => raw.send(`40${JSON.stringify({ token })}`)
  const answers = (kind: string) => received.filter((packet) => packet.startsWith(kind))
  for (const { token } of [tenant, author, tenant]) join(token)
  await expect
    .poll(() => [answers('40'), answers('44')].map(({ length }) => length))
    .toEqual([1, 2])
  expect(new Set(answers('44'))).toEqual(new Set(['44{"message":"connected_already"}']))
  // The first socket still works.
  raw.send('421["watch",null]')
  await expect.poll(() => answers('431')).toEqual(['431[false]'])
  // After the handshake, another one ends the connection.
  const closed = new Promise((resolve) => raw.addEventListener('close', resolve))
  join(author.token)
  await closed
  expect(answers('40')).toHaveLength(1)
})

type Authenticate = Sessions['authenticate']

/** Sockets on a server of their own, with the users and sessions of the other. */
async function openSocketsApart(authenticate: Authenticate, log = server.running.context.log) {
  const http = createServer()
  const { database } = server.running.context
  const listLive = async (ids: string[]) => new Set(ids)
  const sockets = openSocketServer(http, database, { authenticate, listLive }, log)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  async function close() {
    await sockets.close()
    http.close()
  }
  return { sockets, url: `http://127.0.0.1:${port}`, close }
}

test('a session that ends during the handshake leaves no socket connected', async () => {
  const { sockets, url, close } = await openSocketsApart(async (token) => {
    const alive = await authenticateToken(server.running.context, token)
    if (alive) sockets.dropSession(alive.user.session_id)
    return alive
  })
  const socket = openSocket(url, testCompany.tenant.token)
  await once(socket, 'disconnect')
  await close()
})

test('a message whose handler fails is answered with false, and logged', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const { log } = fastify({ logger: { stream } })
  const { sockets, url, close } = await openSocketsApart(
    (token) => authenticateToken(server.running.context, token),
    log,
  )
  sockets.onConnection((connection) =>
    connection.on('watch', () => {
      throw new Error('no database')
    }),
  )
  const socket = await connected(url, testCompany.tenant.token)
  expect(await socket.emitWithAck('watch', null)).toBe(false)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'socket message failed', message: 'watch', err: { message: 'no database' } },
  ])
  await close()
})
