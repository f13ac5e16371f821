import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { getConversation, listMessages, type Message, sendMessage } from '#contract/chat.ts'
import { approvePost } from '#contract/moderation.ts'
import { createPost } from '#contract/posts.ts'
import { freePort } from '../testing/postgres.ts'
import { runServer } from '../testing/process.ts'
import { type Caller, copyDemo, databases, demoDatabase, signInAt } from '../testing/server.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** The server in a process of its own; it ends with the test at the latest. */
async function run(env: Record<string, string>) {
  const server = runServer({ THROTTLE: 'off', ...env })
  ending.push(() => server.end())
  await server.open()
  return () => server.end()
}

/** Messages of each side. */
const MESSAGES_EACH = 40

test.each(databases)(
  'killed in the middle of a conversation: what was acknowledged is there once, in one order (%s)',
  async (kind) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'bweni-killed-'))
    ending.push(async () => rmSync(DATA_DIR, { recursive: true, force: true }))
    const PORT = String(await freePort())
    const env = {
      DATA_DIR,
      PORT,
      ...(kind === 'postgres' && { DATABASE_URL: await demoDatabase() }),
    }
    if (kind === 'pglite') copyDemo(DATA_DIR)
    const kill = await run(env)
    const url = `http://127.0.0.1:${PORT}`
    const [author, reader, staff] = await Promise.all([
      signInAt(url, '0712345678', '12345678'),
      signInAt(url, '0722000002', '23456789'),
      signInAt(url, 'staff@acacia.example', 'staff-demo-2026'),
    ])
    const ids = await Promise.all(
      [author, reader].map(async (who) => (await who.call(getUser, {})).body.id),
    )
    const [authorId = 0, readerId = 0] = ids
    const made = await author.call(createPost, { body: { title: 'Lamp', description: 'Bright' } })
    const post = made.body.id
    await staff.call(approvePost, { params: { id: post }, body: {} })

    const acknowledged: Message[] = []
    /** Sends a message until it is acknowledged, as the outbox of a browser does. */
    async function say(from: Caller, person: number, text: string) {
      const body = { text, client_id: randomUUID() }
      for (;;) {
        const answer = await from
          .call(sendMessage, { params: { post, person }, body })
          .catch(() => null)
        if (answer?.status === 201) return acknowledged.push(answer.body)
        await pause(20)
      }
    }
    await say(reader, authorId, 'first')
    const talk = [
      { from: reader, to: authorId, name: 'reader' },
      { from: author, to: readerId, name: 'author' },
    ].flatMap(({ from, to, name }) =>
      // Two tabs each.
      [0, 1].map(async (tab) => {
        for (let n = 0; n < MESSAGES_EACH / 2; n++) await say(from, to, `${name} ${tab} ${n}`)
      }),
    )
    const killed = (async () => {
      while (acknowledged.length < MESSAGES_EACH / 2) await pause(1)
      await kill()
      await run(env)
    })()
    await Promise.all([...talk, killed])

    const read = async (me: Caller, person: number) => {
      const { body } = await me.call(listMessages, {
        params: { post, person },
        query: { limit: '100' },
      })
      return body
    }
    const all = await read(author, readerId)
    expect(await read(reader, authorId)).toEqual(all)
    expect(all).toHaveLength(2 * MESSAGES_EACH + 1)
    expect(all.map(({ id }) => id).sort()).toEqual(acknowledged.map(({ id }) => id).sort())
    for (const message of acknowledged) expect(all).toContainEqual(message)
    const times = all.map(({ timestamp }) => timestamp).reverse()
    expect(times).toEqual(times.toSorted())
    // The messages of one tab are in the order in which they were sent.
    const order = all.map(({ text }) => text).reverse()
    for (const name of ['reader 0', 'reader 1', 'author 0', 'author 1']) {
      const mine = order.filter((text) => text.startsWith(name))
      expect(mine).toEqual(Array.from({ length: MESSAGES_EACH / 2 }, (_, n) => `${name} ${n}`))
    }
    const { body } = await author.call(getConversation, { params: { post, person: readerId } })
    const unseen = all.filter(({ from }) => from !== authorId)
    expect(body.unread).toBe(unseen.length)
  },
)
