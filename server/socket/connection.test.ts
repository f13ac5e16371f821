import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '#contract/chat.ts'
import { authenticateToken } from '../auth/access.ts'
import { signAccessToken } from '../auth/tokens.ts'
import { type House, openHouse } from '../testing/house.ts'
import { password } from '../testing/people.ts'
import { endServer, signInAt, startServer, type TestServer } from '../testing/server.ts'
import { closeSockets, connected, once, openSocket, type TestSocket } from '../testing/sockets.ts'
import { openSockets } from './sockets.ts'

let server: TestServer
let house: House

beforeAll(async () => {
  server = await startServer('pglite', { THROTTLE: 'off' })
  house = await openHouse(server)
})
afterAll(async () => {
  closeSockets()
  await endServer(server)
})

const open = (token: string) => connected(server.url, token)
/** Says something that the contract does not have. */
const shout = (socket: TestSocket, event: string, ...said: unknown[]) =>
  (socket as unknown as Socket).emit(event, ...said)
const alive = (socket: TestSocket) => socket.timeout(5000).emitWithAck('watch', null)

/** The access token of a sign-in, said again so that it runs out when told. */
async function tokenEnding(token: string, seconds: number) {
  const { jwtSecret } = server.running.context
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const quarter_hour = 15 * 60
  return signAccessToken(
    jwtSecret,
    { company_id: claims.company, user_id: Number(claims.sub), session_id: claims.session },
    new Date(Date.now() + (seconds - quarter_hour) * 1000),
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
  ['a token that is none', async () => 'x.y.z'],
  ['nothing', async () => undefined],
  ['one that is over', (mine: string) => tokenEnding(mine, -1)],
  ['one of another person', async () => house.author.token],
  [
    'one of another session of mine',
    async () => (await signInAt(server.url, 'reader@other.example', password)).token,
  ],
])('%s renews nothing and ends the connection', async (_, other) => {
  const socket = await open(house.reader.token)
  const ended = once(socket, 'disconnect')
  expect(await socket.emitWithAck('renew', (await other(house.reader.token)) as string)).toBe(false)
  await ended
})

test('whatever is said on a socket does no harm', async () => {
  const event = fc.constantFrom('renew', 'watch', 'typing', 'message', 'error', 'comment', '')
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(-1, 0, 1.5, 1e300, '1', 'x'.repeat(10_000), [[]], { post: {} }),
    fc.record({ post: fc.jsonValue(), person: fc.jsonValue() }),
    fc.constant({ post: 1, person: { valueOf: 1, toString: null } }),
    fc.constant(Buffer.from('bytes')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(event, fc.array(odd)), { maxLength: 6 }), async (words) => {
      const socket = await open(house.reader.token)
      for (const [name, said] of words) shout(socket, name, ...said)
      // Said without waiting for an answer, too.
      shout(socket, 'watch')
      shout(socket, 'renew', house.reader.token)
      const gone = new Promise((resolve) => socket.once('disconnect', () => resolve('gone')))
      await Promise.race([alive(socket).catch(() => 'gone'), gone])
      socket.disconnect()
    }),
    { numRuns: 30 },
  )
  expect((await server.fetch('/readyz')).status).toBe(200)
  expect(await alive(await open(house.reader.token))).toBe(false)
})

test('something huge, or more than anybody types, puts the socket out and nothing else', async () => {
  const [huge, fast, calm] = [
    await open(house.reader.token),
    await open(house.reader.token),
    await open(house.reader.token),
  ]
  const out = Promise.all([once(huge, 'disconnect'), once(fast, 'disconnect')])
  shout(huge, 'renew', 'x'.repeat(30_000))
  for (let i = 0; i < 100; i++) shout(fast, 'watch', i)
  await out
  expect(await alive(calm)).toBe(false)
  calm.disconnect()
})

test('typing is passed on once a second, within an open conversation only', async () => {
  const { author, reader, staff, elsewhere } = house
  const post = await house.putUp()
  const [from, ear] = [await open(reader.token), await open(author.token)]
  const strangers = [await open(staff.token), await open(elsewhere.token)]
  const type = (socket: TestSocket) => socket.emit('typing', { post, person: author.id })
  type(from)
  for (const socket of strangers) type(socket)
  // What was said before on a socket has been heard when this is answered.
  for (const socket of [from, ...strangers]) await alive(socket)
  const say = {
    params: { post, person: author.id },
    body: { text: 'Hello', client_id: crypto.randomUUID() },
  }
  await reader.call(sendMessage, say)
  await expect.poll(() => ear.heard('message')).toHaveLength(1)
  expect(ear.heard('typing')).toEqual([])
  for (const socket of strangers) type(socket)
  const again = await open(reader.token)
  const tabs = [again, await open(reader.token)]
  const began = Date.now()
  await expect
    .poll(
      () => {
        for (let i = 0; i < 5; i++) for (const tab of tabs) type(tab)
        return ear.heard('typing')[0]
      },
      { interval: 300, timeout: 5000 },
    )
    .toEqual({ post, person: reader.id })
  for (const tab of tabs) await alive(tab)
  await reader.call(sendMessage, { ...say, body: { text: 'x', client_id: crypto.randomUUID() } })
  await expect.poll(() => ear.heard('message')).toHaveLength(2)
  const seconds = Math.ceil((Date.now() - began) / 1000)
  expect(ear.heard('typing').length).toBeLessThanOrEqual(seconds)
})

test('nobody watches faster than pages can be turned, and then one that was asked for in peace', async () => {
  const post = await house.putUp()
  const socket = await open(house.reader.token)
  const watch = () => socket.emitWithAck('watch', post)
  const answers = await Promise.all(Array.from({ length: 20 }, watch))
  // Of those that come at once the last counts, and at most five a second are looked at.
  expect(answers.slice(10)).toContain(false)
  await expect.poll(watch, { timeout: 5000, interval: 300 }).toBe(true)
})

test('of more than twenty sockets of one person the oldest goes', async () => {
  const { token } = house.staff
  const first = await open(token)
  const gone = once(first, 'disconnect')
  const rest: TestSocket[] = []
  for (let i = 0; i < 20; i++) rest.push(await open(token))
  await gone
  expect(rest.every((socket) => socket.connected)).toBe(true)
})

test('a connection carries one socket: nobody else joins it, however quickly they say so', async () => {
  const { author, reader } = house
  const raw = new WebSocket(
    `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
  )
  const heard: string[] = []
  raw.addEventListener('message', ({ data }) => heard.push(String(data)))
  await new Promise((resolve) => raw.addEventListener('open', resolve))
  const join = (token: string) => raw.send(`40${JSON.stringify({ token })}`)
  const answers = (kind: string) => heard.filter((said) => said.startsWith(kind))
  for (const { token } of [reader, author, reader]) join(token)
  await expect
    .poll(() => [answers('40'), answers('44')].map(({ length }) => length))
    .toEqual([1, 2])
  expect(new Set(answers('44'))).toEqual(new Set(['44{"message":"connected_already"}']))
  // The first is there all the same.
  raw.send('421["watch",null]')
  await expect.poll(() => answers('431')).toEqual(['431[false]'])
  // Once it stands, another one ends the connection.
  const closed = new Promise((resolve) => raw.addEventListener('close', resolve))
  join(author.token)
  await closed
  expect(answers('40')).toHaveLength(1)
})

test('a session that ends during the handshake leaves nobody connected', async () => {
  const { context } = server.running
  const http = createServer()
  const sockets = openSockets(http, context.database, async (token) => {
    const alive = await authenticateToken(context, token)
    if (alive) sockets.dropSession(alive.user.session_id)
    return alive
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const socket = openSocket(`http://127.0.0.1:${port}`, house.reader.token)
  await once(socket, 'disconnect')
  await sockets.close()
  http.close()
})
