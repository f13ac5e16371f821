import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { signAccessToken } from '../server/auth/tokens.ts'
import { median, milliseconds, milliseconds as ms, type Row, sized } from './row.ts'
import { fetching, newDatabase, resident, startFloor, startProcess } from './server-process.ts'

const SOCKETS = sized(1000, 20)
const CONVERSATIONS = sized(100, 5)
const MESSAGES_PER_SECOND = sized(200, 50)
const WARM_UP_MS = sized(3000, 200)
const MEASURED_MS = sized(8000, 400)
const ROUNDS = sized(3, 1)

interface Pair {
  post: number
  author: BenchUser
  reader: BenchUser
}
/** Sends one message without waiting for the reply. */
type Send = (pair: Pair, from: BenchUser, to: BenchUser, client_id: string) => void

/** Connects every user's socket, some at a time, as after a restart. */
async function connectAll(url: string, people: BenchUser[]): Promise<Map<number, Socket>> {
  const open = new Map<number, Socket>()
  const waiting = [...people]
  const worker = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const socket = io(url, { transports: ['websocket'], auth: { ...person }, forceNew: true })
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', () => resolve())
        socket.once('connect_error', reject)
      })
      open.set(person.id, socket)
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  return open
}

/** Sends messages at the given rate for a while; returns each one's time to the other user's socket. */
async function exchange(pairs: Pair[], open: Map<number, Socket>, send: Send): Promise<number[]> {
  const sent = new Map<string, number>()
  const latencies: number[] = []
  const onMessage = (person: number) => (message: { client_id: string; to: number }) => {
    const begin = sent.get(message.client_id)
    if (message.to !== person || begin === undefined) return
    latencies.push(performance.now() - begin)
    sent.delete(message.client_id)
  }
  for (const [person, socket] of open) socket.on('message', onMessage(person))
  const begin = performance.now()
  for (let turn = 0; ; turn++) {
    const due = begin + (turn * 1000) / MESSAGES_PER_SECOND
    const now = performance.now()
    if (now - begin > WARM_UP_MS + MEASURED_MS) break
    if (due > now) await pause(due - now)
    const pair = pairs[turn % pairs.length] as Pair
    const [from, to] =
      Math.floor(turn / pairs.length) % 2 ? [pair.author, pair.reader] : [pair.reader, pair.author]
    const client_id = randomUUID()
    sent.set(client_id, performance.now())
    send(pair, from, to, client_id)
  }
  for (let wait = 0; sent.size > 0 && wait < 60; wait++) await pause(50)
  for (const socket of open.values()) socket.off('message')
  return latencies.slice((MESSAGES_PER_SECOND * WARM_UP_MS) / 1000).sort((a, b) => a - b)
}

const agent = new Agent({ keepAlive: true })
// A browser would send these again.
let refused = 0

function post(url: string): Send {
  return ({ post }, from, to, client_id) => {
    const body = JSON.stringify({ text: 'Is it still there? I could come at six.', client_id })
    const sending = request(
      `${url}/api/chat/conversations/${post}/${to.id}/messages/`,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${from.token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (reply) => {
        if (reply.statusCode !== 201) refused += 1
        reply.resume()
      },
    )
    sending.on('error', () => {
      refused += 1
    })
    sending.end(body)
  }
}

const percentile = (sorted: number[], at: number) => sorted[Math.floor(sorted.length * at)] ?? 0
const both = (p50: number, p99: number) => `p50 ${ms(p50)}, p99 ${ms(p99)}`

/** The fastest of a few rounds, so that a noisy moment of the machine does not count. */
function fastest(measured: number[][]): { p50: number; p99: number } {
  const [best = []] = measured.toSorted((a, b) => percentile(a, 0.99) - percentile(b, 0.99))
  return { p50: percentile(best, 0.5), p99: percentile(best, 0.99) }
}

/** From sending a message to its arrival, with a thousand open sockets, compared with a bare Socket.IO echo. */
export async function chat(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL, JWT_SECRET: SECRET })
  const bare = await startFloor('echo')
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const people = await insertUsers(client, SOCKETS)
  const pairs: Pair[] = []
  for (let n = 0; n < CONVERSATIONS; n++) {
    const [author, reader] = people.slice(2 * n, 2 * n + 2) as [BenchUser, BenchUser]
    pairs.push({ post: await insertPublishedPost(client, author.id), author, reader })
  }
  await client.query('vacuum analyze')

  const before = { ours: resident(server), bare: resident(bare) }
  const appSockets = await connectAll(server.url, people)
  const bareSockets = await connectAll(bare.url, people)
  const held = {
    ours: ((resident(server) - before.ours) * 1024) / SOCKETS,
    bare: ((resident(bare) - before.bare) * 1024) / SOCKETS,
  }
  const emitToEcho: Send = (_, from, to, client_id) =>
    bareSockets.get(from.id)?.emit('say', { to: to.id, client_id, text: 'Is it still there?' })
  const measured = { ours: [] as number[][], bare: [] as number[][] }
  for (let round = 0; round < ROUNDS; round++) {
    measured.bare.push(await exchange(pairs, bareSockets, emitToEcho))
    measured.ours.push(await exchange(pairs, appSockets, post(server.url)))
  }
  for (const socket of [...appSockets.values(), ...bareSockets.values()]) socket.disconnect()
  const [ours, floor] = [fastest(measured.ours), fastest(measured.bare)]
  await client.end()
  await bare.end()
  await server.end()
  return [
    {
      what: `chat, ${SOCKETS} sockets, ${MESSAGES_PER_SECOND} messages /s to arrival (PostgreSQL)`,
      figure: both(ours.p50, ours.p99) + (refused > 0 ? `, ${refused} refused` : ''),
      floor: `${both(floor.p50, floor.p99)} bare Socket.IO`,
      ratio: `+ ${ms(ours.p99 - floor.p99)}`,
      target: '< + 100 ms at p99',
    },
    {
      what: 'memory of one socket',
      figure: `${held.ours.toFixed(1)} kB`,
      floor: `${held.bare.toFixed(1)} kB bare Socket.IO`,
      ratio: (held.ours / held.bare).toFixed(2),
      target: 'told',
    },
  ]
}

/** Inserts messages into one conversation, and as many more conversations of its author, each about another post. */
async function fill(
  client: pg.Client,
  exchange: { id: number; author: number; reader: number },
  many: number,
) {
  await client.query(
    `with inserted as (
       insert into messages (company_id, conversation_id, sender_id, client_id, text, sent_at)
       select 1, $1, case when n % 2 = 0 then $2::int else $3 end, gen_random_uuid(),
         'Is it still there? I could come at six.', now()
       from generate_series(1, $4::int) n returning id)
     update conversations set last_message_id = (select max(id) from inserted)
     where company_id = 1 and id = $1`,
    [exchange.id, exchange.author, exchange.reader, many],
  )
  await client.query(
    `with post as (
       insert into posts (company_id, author_id, title, description, status, position, created_at)
       select 1, $1, 'Talk ' || n, 'Talk', 'approved', nextval('post_positions'), now()
       from generate_series(1, $3::int) n returning id),
     talk as (
       insert into conversations (company_id, post_id, author_id, reader_id, last_message_at)
       select 1, id, $1, $2, now() from post returning id),
     inserted as (
       insert into messages (company_id, conversation_id, sender_id, client_id, text, sent_at)
       select 1, id, $2, gen_random_uuid(), 'Hello', now() from talk returning id, conversation_id)
     select count(*) from inserted`,
    [exchange.author, exchange.reader, many / 10],
  )
  await client.query(
    `update conversations set last_message_id = last.id
     from (select conversation_id, max(id) as id from messages group by 1) last
     where company_id = 1 and conversations.id = last.conversation_id and last_message_id = 0`,
  )
  await client.query('vacuum analyze')
}

/** Messages of one conversation before it grows; a tenth as many conversations. */
const HISTORY = 500
const GROWTH = sized(100, 2)

/** A page of messages and a page of conversations, with a hundred times as many of both. */
export async function chatHistory(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL, JWT_SECRET: SECRET })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const [author, reader] = (await insertUsers(client, 2)) as [BenchUser, BenchUser]
  const post = await insertPublishedPost(client, author.id)
  const { rows } = await client.query(
    `insert into conversations (company_id, post_id, author_id, reader_id, last_message_at)
     values (1, $1, $2, $3, now()) returning id`,
    [post, author.id, reader.id],
  )
  const exchange = { id: rows[0].id, author: author.id, reader: reader.id }
  const headers = { authorization: `Bearer ${author.token}` }
  const chat = `${server.url}/api/chat/conversations/`
  async function measured() {
    const middle = await client.query(
      'select id from messages where conversation_id = $1 order by id offset $2 limit 1',
      [exchange.id, 250],
    )
    const page = `${chat}${post}/${reader.id}/messages/?before=${middle.rows[0].id}`
    const calls = [fetching(page, headers), fetching(chat, headers)]
    const latencies: number[] = []
    for (const call of calls) {
      await median(call)
      latencies.push(await median(call))
    }
    return latencies as [number, number]
  }
  await fill(client, exchange, HISTORY)
  const small = await measured()
  await fill(client, exchange, HISTORY * (GROWTH - 1))
  const large = await measured()
  await client.end()
  await server.end()
  const row = (what: string, at: 0 | 1): Row => ({
    what,
    figure: milliseconds(large[at]),
    floor: `${milliseconds(small[at])} at 1 ×`,
    ratio: (large[at] / small[at]).toFixed(2),
    target: '≤ 1.50',
  })
  return [
    row(`chat history at ${GROWTH} × the messages (${HISTORY} → ${HISTORY * GROWTH})`, 0),
    row(`list of conversations at ${GROWTH} × (${HISTORY / 10} → ${(HISTORY * GROWTH) / 10})`, 1),
  ]
}

export const SECRET = 'a secret that the bench and its server know'

export interface BenchUser {
  id: number
  token: string
}

/** Inserts users with sessions, without signing them in. */
export async function insertUsers(client: pg.Client, many: number): Promise<BenchUser[]> {
  const mark = randomBytes(4).toString('hex')
  const { rows } = await client.query<{ id: number; session_id: string }>(
    `with person as (
       insert into users (company_id, first_name, last_name, email, username, password_hash)
       select 1, 'Talker', n::text, $2 || n, $2 || n, '' from generate_series(1, $1::int) n
       returning id)
     insert into sessions (company_id, id, user_id, next_hashes, used_at)
     select 1, $2 || id, id, '{}', now() from person returning user_id as id, id as session_id`,
    [many, `talker-${mark}-`],
  )
  const key = new TextEncoder().encode(SECRET)
  return Promise.all(
    rows.map(async ({ id, session_id }) => ({
      id,
      token: await signAccessToken(key, { company_id: 1, user_id: id, session_id }, new Date()),
    })),
  )
}

/** Inserts a published post of a user; its id. */
export async function insertPublishedPost(client: pg.Client, author_id: number): Promise<number> {
  const { rows } = await client.query(
    `insert into posts (company_id, author_id, title, description, status, position, created_at)
     values (1, $1, 'Talk', 'Talk', 'approved', nextval('post_positions'), now()) returning id`,
    [author_id],
  )
  return rows[0].id
}
