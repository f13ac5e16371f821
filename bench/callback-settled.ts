import { Agent, request } from 'node:http'
import pg from 'pg'
import { settleBare } from './bare-settle.ts'
import { insertPushes, type WaitingPush } from './many-pushes.ts'
import { inTurn, perSecond, type Row, rate } from './row.ts'
import { newDatabase, startProcess } from './server-process.ts'

/** Enough for both sides of every round. */
const many = 60_000

/** Posts a callback over a connection that is kept, as lightly as can be: it shares the machine. */
function poster(url: string) {
  const agent = new Agent({ keepAlive: true })
  return (push: WaitingPush) =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(push.body),
      }
      const sending = request(url + push.path, { method: 'POST', agent, headers }, (reply) => {
        reply.resume()
        reply.on('end', () => {
          if (reply.statusCode === 200) resolve()
          else reject(new Error(`a callback was answered ${reply.statusCode}`))
        })
      })
      sending.on('error', reject)
      sending.end(push.body)
    })
}

/** From a callback to a settled payment, beside the bare statements; and the same callback once more. */
export async function callbackSettled(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const waiting = await insertPushes(client, many)
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
  const post = poster(server.url)
  const settled: WaitingPush[] = []
  let again = 0

  function next(): WaitingPush {
    const push = waiting.pop()
    if (!push) throw new Error('not enough pushes for this machine')
    return push
  }
  async function settleOne() {
    const push = next()
    await post(push)
    settled.push(push)
  }
  const { ours, floor } = await inTurn(
    () => rate(settleOne, 2),
    () => rate(() => settleBare(pool, next()), 2),
    6,
  )
  const { ours: replay, floor: first } = await inTurn(
    () => rate(async () => post(settled[again++ % settled.length] as WaitingPush), 2),
    () => rate(settleOne, 2),
  )
  const { rows } = await client.query(
    "select count(*)::int as n, count(distinct request_id)::int as pushes from payments where kind = 'push'",
  )
  if (rows[0].n !== rows[0].pushes) throw new Error('a callback was counted twice')
  await client.end()
  await pool.end()
  await server.end()
  return [
    {
      what: 'callback to settled (PostgreSQL)',
      figure: perSecond(ours),
      floor: `${perSecond(floor)} the same statements bare`,
      ratio: (ours / floor).toFixed(2),
      wanted: '≥ 0.50',
    },
    {
      what: 'the same callback once more',
      figure: perSecond(replay),
      floor: `${perSecond(first)} the first time`,
      ratio: (replay / first).toFixed(2),
      wanted: '≥ 1.00',
    },
  ]
}
