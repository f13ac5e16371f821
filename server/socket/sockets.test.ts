import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockPerson, markSeen, sendMessage, unblockPerson } from '#contract/chat.ts'
import { approvePost, rejectPost } from '#contract/moderation.ts'
import { initiatePush } from '#contract/payments.ts'
import { createComment, deleteComment, updatePost } from '#contract/posts.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { countUnread } from '#contract/unread.ts'
import {
  type Caller,
  demoDatabase,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { closeSockets, connected, once, openSocket, type TestSocket } from '../testing/sockets.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

/** Two nodes on one PostgreSQL. */
let one: TestServer
let other: TestServer
let amina: Caller & { token: string }
let testCompany: TestCompany

beforeAll(async () => {
  const shared = {
    DATABASE_URL: await demoDatabase(),
    JWT_SECRET: 'a secret that both nodes know, long enough',
    THROTTLE: 'off',
  }
  one = await startServer('postgres', shared)
  other = await startServer('postgres', shared)
  amina = await one.signIn('0712345678', '12345678')
  testCompany = await openTestCompany(one)
})
afterAll(async () => {
  closeSockets()
  await endServer(one)
  await endServer(other)
})

const push = async (phone_number: string) => {
  const { account_number } = (await amina.call(getAccountNumber, {})).body
  const body = { phone_number, amount: 10, account_reference: account_number }
  return (await amina.call(initiatePush, { body })).body.data.checkout_request_id
}

test('the result of a push reaches its initiator on another node, and no other user', async () => {
  const socket = await connected(other.url, amina.token)
  const brian = await other.signIn('0722000002', '23456789')
  const outsider = await connected(other.url, brian.token)

  const checkout_request_id = await push('0735000002')
  await expect
    .poll(() => socket.received('payment').at(-1), { timeout: 10_000 })
    .toMatchObject({
      checkout_request_id,
      status: 'completed',
      mpesa_receipt_number: expect.stringMatching(/^[A-Z0-9]{10}$/),
    })
  expect(outsider.received('payment')).toEqual([])
  // For her own push only `payment` is emitted; for a push by another user `balance` is.
  const { account_number } = (await amina.call(getAccountNumber, {})).body
  const paymentForOther = {
    phone_number: '0735000002',
    amount: 10,
    account_reference: account_number,
  }
  await brian.call(initiatePush, { body: paymentForOther })
  await expect
    .poll(() => outsider.received('payment').at(-1), { timeout: 10_000 })
    .toMatchObject({ status: 'completed' })
  const completedPushes = () =>
    outsider.received('payment').filter(({ status }) => status === 'completed').length
  await expect.poll(() => socket.received('balance').length - completedPushes()).toBe(0)
  expect(outsider.received('balance')).toEqual([])
})

test.each(['', 'x.y.z'])('the token "%s" is refused', async (token) => {
  const error = await once(openSocket(one.url, token), 'connect_error')
  expect(error.message).toBe('not_signed_in')
})

test('logging out disconnects the sockets of the session, on the other node too', async () => {
  const response = await one.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: '0722000003', password: '30000003' }),
  })
  const { access_token } = await response.json()
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const here = await connected(one.url, access_token)
  const there = await connected(other.url, access_token)
  const ended = Promise.all([once(here, 'disconnect'), once(there, 'disconnect')])
  const csrf = response.headers.get('x-csrftoken') ?? ''
  await one.fetch('/api/auth/logout', { method: 'POST', headers: { cookie, 'x-csrftoken': csrf } })
  await ended
  const error = await once(openSocket(other.url, access_token), 'connect_error')
  expect(error.message).toBe('not_signed_in')
})

test('a session that ended while a node heard nothing loses its sockets once the node listens again', async () => {
  const { token } = await one.signIn('0722000004', '30000004')
  const socket = await connected(other.url, token)
  const { session } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const { db } = one.running.context
  const disconnected = once(socket, 'disconnect')
  // As by a logout on the first node whose event was lost.
  await db.updateTable('sessions').set({ ended_at: new Date() }).where('id', '=', session).execute()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query ilike 'listen%' and datname = current_database()`.execute(db)
  await disconnected
})

const send = (from: TestCompany['tenant'], to: TestCompany['tenant'], post: number, text: string) =>
  from.call(sendMessage, {
    params: { post, person: to.id },
    body: { text, client_id: randomUUID() },
  })
/** Resolves once all events that were emitted before have arrived. */
async function settled(post: number, ...sockets: TestSocket[]) {
  const { body } = await send(testCompany.tenant, testCompany.author, post, 'the last')
  const came = () =>
    sockets.map((socket) => socket.received('message').some(({ id }) => id === body.id))
  await expect.poll(came).toEqual(sockets.map(() => true))
}

test('message, typing and seen reach both users in every tab on every node, and no other user', async () => {
  const { author, tenant, staff } = testCompany
  const post = await testCompany.publishPost()
  const tabs = [
    await connected(one.url, tenant.token),
    await connected(other.url, tenant.token),
    await connected(other.url, tenant.token),
  ]
  const [mine, ...others] = tabs as [TestSocket, TestSocket, TestSocket]
  const far = await connected(other.url, author.token)
  const outsiders = [await connected(one.url, staff.token), await connected(other.url, amina.token)]
  // Longer than one notification of PostgreSQL can be.
  const long = (await send(tenant, author, post, 'ﷺ'.repeat(5000))).body
  for (const socket of [...tabs, far]) {
    await expect.poll(() => socket.received('message')).toEqual([long])
  }
  mine.emit('typing', { post, person: author.id })
  await expect.poll(() => far.received('typing')).toEqual([{ post, person: tenant.id }])

  await author.call(markSeen, { params: { post, person: tenant.id }, body: { message: long.id } })
  const seen = [{ post, person: author.id, message: long.id }]
  for (const socket of tabs) await expect.poll(() => socket.received('seen')).toEqual(seen)
  await expect
    .poll(() => far.received('read'))
    .toEqual([{ post, person: tenant.id, message: long.id, unread: 0 }])
  // Marking the same again emits nothing.
  await author.call(markSeen, { params: { post, person: tenant.id }, body: { message: long.id } })

  // Answering marks nothing as seen.
  await send(tenant, author, post, 'One more')
  await send(author, tenant, post, 'Yes')
  for (const socket of [...tabs, far]) {
    await expect.poll(() => socket.received('message')).toHaveLength(3)
  }
  expect((await author.call(countUnread, {})).body.unread).toBe(1)

  await author.call(blockPerson, { params: { person: tenant.id } })
  await expect.poll(() => mine.received('conversation')).toEqual([{ person: author.id }])
  await expect.poll(() => far.received('conversation')).toEqual([{ person: tenant.id }])
  for (const socket of tabs) socket.emit('typing', { post, person: author.id })
  // Answered after `typing` was handled, so the block was still there.
  await Promise.all(tabs.map((socket) => socket.emitWithAck('watch', post)))
  await author.call(unblockPerson, { params: { person: tenant.id } })
  await expect.poll(() => mine.received('conversation')).toHaveLength(2)
  await settled(post, ...tabs, far)
  expect(far.received('read')).toHaveLength(1)
  for (const socket of tabs) expect(socket.received('seen')).toEqual(seen)
  expect(far.received('typing')).toHaveLength(1)
  for (const socket of [...outsiders, ...others]) expect(socket.received('typing')).toEqual([])
  for (const event of ['message', 'seen', 'read', 'conversation'] as const) {
    for (const socket of outsiders) expect(socket.received(event)).toEqual([])
  }
  for (const socket of [...tabs, far]) socket.disconnect()
})

test('comments reach the users who watch the post, as long as they may see it', async () => {
  const { author, tenant, staff } = testCompany
  const post = await testCompany.publishPost()
  const watchers = [
    await connected(one.url, author.token),
    await connected(other.url, tenant.token),
    await connected(other.url, staff.token),
  ]
  const [authors, readers, staffs] = watchers as [TestSocket, TestSocket, TestSocket]
  const outsider = await connected(other.url, testCompany.outsider.token)
  const idle = await connected(other.url, tenant.token)
  const watch = (socket: TestSocket, id: number | null) => socket.emitWithAck('watch', id)
  for (const socket of watchers) expect(await watch(socket, post)).toBe(true)
  expect(await watch(outsider, post)).toBe(false)
  expect(await watch(idle, await testCompany.submitPost())).toBe(false)
  const comment = (content: string) => tenant.call(createComment, { body: { content, post } })

  const first = (await comment('First')).body
  for (const socket of watchers) {
    await expect.poll(() => socket.received('comment')).toMatchObject([{ id: first.id }])
  }
  // One post at a time: the last message counts.
  const [, last] = await Promise.all([watch(readers, post), watch(readers, null)])
  expect(last).toBe(false)
  await comment('Second')
  await expect.poll(() => staffs.received('comment')).toHaveLength(2)
  expect(await watch(readers, post)).toBe(true)

  await staff.call(rejectPost, { params: { id: post }, body: { reason: 'Not here' } })
  for (const socket of watchers)
    await expect.poll(() => socket.received('post')).toEqual([{ id: post }])
  expect(await watch(idle, post)).toBe(false)
  await author.call(updatePost, {
    params: { id: post },
    body: { title: 'Waits', description: 'Again' },
  })
  // Published again: `post` reaches all of them, and comments those who still watch.
  await staff.call(approvePost, { params: { id: post }, body: {} })
  await expect.poll(() => readers.received('post')).toEqual([{ id: post }, { id: post }])
  await expect.poll(() => idle.received('post')).toEqual([{ id: post }])
  await expect.poll(() => staffs.received('post')).toHaveLength(3)
  await expect
    .poll(async () => {
      await comment('Back')
      return [readers, idle].map((socket) => socket.received('comment').at(-1)?.content)
    })
    .toEqual(['Back', 'Back'])
  for (const socket of [readers, idle]) expect(await watch(socket, null)).toBe(false)
  const third = (await comment('Third')).body
  await tenant.call(deleteComment, { params: { id: third.id } })
  for (const socket of [authors, staffs]) {
    await expect.poll(() => socket.received('comment_gone')).toEqual([{ id: third.id, post }])
  }
  await settled(await testCompany.publishPost(), authors, readers, idle)
  for (const socket of [readers, idle]) {
    expect(socket.received('comment').map(({ id }) => id)).not.toContain(third.id)
    expect(socket.received('comment').map(({ content }) => content)).not.toContain('Second')
  }
  expect([...outsider.received('comment'), ...outsider.received('post')]).toEqual([])
  for (const socket of [...watchers, outsider, idle]) socket.disconnect()
})
