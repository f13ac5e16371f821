import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { initiatePush, type PushState } from '#contract/payments.ts'
import { getAccount } from '#contract/tenancy.ts'
import {
  type Caller,
  endServer,
  newDatabase,
  startServer,
  type TestServer,
} from './testing/server.ts'

/** Two nodes on one PostgreSQL. */
let one: TestServer
let other: TestServer
let amina: Caller & { token: string }
const sockets: Socket[] = []

beforeAll(async () => {
  const shared = {
    DATABASE_URL: await newDatabase(),
    JWT_SECRET: 'a secret that both nodes know, long enough',
    THROTTLE: 'off',
  }
  one = await startServer('postgres', shared)
  other = await startServer('postgres', shared)
  amina = await one.signIn('0712345678', '12345678')
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await endServer(one)
  await endServer(other)
})

function connect(server: TestServer, token: string): Socket {
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, reconnection: false })
  sockets.push(socket)
  return socket
}

/** The first time that something happens on a socket; its first argument. */
const once = (socket: Socket, event: string) =>
  new Promise<Error>((resolve) => socket.once(event, resolve))

const push = async (phone_number: string) => {
  const { account_number } = (await amina.call(getAccount, {})).body
  const body = { phone_number, amount: 10, account_reference: account_number }
  return (await amina.call(initiatePush, { body })).body.data.checkout_request_id
}

test('the result of a push reaches its starter on another node, and nobody else', async () => {
  const socket = connect(other, amina.token)
  await once(socket, 'connect')
  const brian = await other.signIn('0722000002', '23456789')
  const strange = connect(other, brian.token)
  await once(strange, 'connect')
  const overheard: unknown[] = []
  strange.on('payment', (state) => overheard.push(state))
  const seen: PushState[] = []
  socket.on('payment', (state) => seen.push(state))

  const checkout_request_id = await push('0735000002')
  await expect
    .poll(() => seen.at(-1), { timeout: 10_000 })
    .toMatchObject({
      checkout_request_id,
      status: 'completed',
      mpesa_receipt_number: expect.stringMatching(/^[A-Z0-9]{10}$/),
    })
  expect(overheard).toEqual([])
})

test.each(['', 'x.y.z'])('the token "%s" is refused', async (token) => {
  const error = await once(connect(one, token), 'connect_error')
  expect(error.message).toBe('not_signed_in')
})

test('logging out puts out the sockets of the session, on the other node too', async () => {
  const response = await one.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: '0722000003', password: '30000003' }),
  })
  const { access_token } = await response.json()
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const here = connect(one, access_token)
  const there = connect(other, access_token)
  await Promise.all([once(here, 'connect'), once(there, 'connect')])
  const ended = Promise.all([once(here, 'disconnect'), once(there, 'disconnect')])
  const csrf = response.headers.get('x-csrftoken') ?? ''
  await one.fetch('/api/auth/logout', { method: 'POST', headers: { cookie, 'x-csrftoken': csrf } })
  await ended
  const error = await once(connect(other, access_token), 'connect_error')
  expect(error.message).toBe('not_signed_in')
})
