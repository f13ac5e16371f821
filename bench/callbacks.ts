import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { initiatePush } from '#contract/payments.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { toMpesaDateTime } from '#rules/calendar.ts'
import { amina } from '../server/demo/people.ts'
import { paidCallback, startFakeDaraja } from '../server/testing/fake-daraja.ts'
import { signInAt } from '../server/testing/server.ts'
import { alternate, perSecond, type Row, rate, sized } from './row.ts'
import { newDatabase, startFloor, startProcess, statementsOf } from './server-process.ts'

/** Enough pushes for both sides of every round. */
const PREPARED_PUSHES = sized(60_000, 100)

/** Posts a callback over a keep-alive connection with little overhead, because client and server share the machine. */
function poster(url: string) {
  const agent = new Agent({ keepAlive: true })
  return (push: InsertedPush) =>
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

/** From a callback to a settled payment, compared with bare Fastify that stores, reads and writes; and both repeated. */
export async function callbackSettled(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const waiting = await insertPushes(client, PREPARED_PUSHES)
  const bare = await startFloor('settle', DATABASE_URL)
  const settled: InsertedPush[] = []

  const newOn = (url: string) => {
    const post = poster(url)
    return async () => {
      const push = waiting.pop()
      if (!push) throw new Error('not enough pushes for this machine')
      await post(push)
      settled.push(push)
    }
  }
  const again = (url: string) => {
    const post = poster(url)
    let next = 0
    return () => post(settled[next++ % settled.length] as InsertedPush)
  }
  const [settleOurs, settleFloor] = [newOn(server.url), newOn(bare.url)]
  const first = await alternate(
    () => rate(settleOurs, 2),
    () => rate(settleFloor, 2),
    6,
  )
  const [repeatOurs, repeatFloor] = [again(server.url), again(bare.url)]
  const repeated = await alternate(
    () => rate(repeatOurs, 2),
    () => rate(repeatFloor, 2),
  )
  const statements = {
    first: await statementsOf(settleOurs),
    repeated: await statementsOf(repeatOurs),
  }
  const { rows } = await client.query(
    "select count(*)::int as n, count(distinct request_id)::int as pushes from payments where kind = 'push'",
  )
  if (rows[0].n !== rows[0].pushes) throw new Error('a callback was counted twice')
  await client.end()
  await bare.end()
  await server.end()
  const row = (
    what: string,
    { ours, floor }: typeof first,
    target: string,
    statements: string,
  ): Row => ({
    what,
    figure: perSecond(ours, statements),
    floor: `${perSecond(floor)} bare Fastify, one statement and a transaction`,
    ratio: (ours / floor).toFixed(2),
    target,
  })
  return [
    row('callback to settled (PostgreSQL)', first, '≥ 0.60', statements.first),
    row('the same callback once more', repeated, '≥ 0.70', statements.repeated),
  ]
}

/** When the payer types the PIN, in seconds: soon, and just after a status query. */
const secondsToPin = sized([2, 11, 31], [2])
const PATIENCE_MS = 120_000

/** From payment to credit when the callback is lost: the real schedule, in real time. */
export async function lostCallback(): Promise<Row[]> {
  const daraja = await startFakeDaraja()
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL, ...daraja.settings })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const person = await signInAt(server.url, `0${amina.phone.slice(3)}`, amina.id_number)
  const account_reference = (await person.call(getAccountNumber, {})).body.account_number
  const paid = new Map<string, number>()
  daraja.answerQuery = (id) =>
    paid.has(id)
      ? { status: 200, body: { ResultCode: '0', ResultDesc: 'Done' } }
      : { status: 200, body: { ResultCode: '4999', ResultDesc: 'Still under processing' } }

  /** The seconds from the PIN to the credit. */
  async function payAndWait(index: number, after: number, inTheStatement: boolean) {
    const amount = 100 + index
    const phone_number = `074600000${index}`
    await person.call(initiatePush, { body: { phone_number, amount, account_reference } })
    const push = daraja.pushes[index]
    if (!push) throw new Error('no push has arrived')
    await pause(after * 1000)
    const at = Date.now()
    paid.set(daraja.checkoutId(index), at)
    if (inTheStatement) {
      daraja.statement.push({
        transactionId: `UKL410000${index}`,
        billreference: push.AccountReference,
        amount: `${amount}.00`,
        trxDate: `${toMpesaDateTime(new Date(at))}Z`,
      })
    }
    while (Date.now() < at + PATIENCE_MS) {
      const { rows } = await client.query('select 1 from payments where amount = $1', [amount])
      if (rows.length > 0) return (Date.now() - at) / 1000
      await pause(100)
    }
    throw new Error('a payment was never credited')
  }

  const payments: Promise<number>[] = []
  for (const [index, after] of secondsToPin.entries()) {
    payments.push(payAndWait(index, after, false))
    while (daraja.pushes.length <= index) await pause(20)
  }
  daraja.answerPush = () => ({ status: 502, body: 'Bad Gateway' })
  const listed = payAndWait(secondsToPin.length, 2, true)
  const slowest = Math.max(...(await Promise.all(payments)))
  const fromStatement = await listed
  await client.end()
  await server.end()
  await daraja.close()
  const row = (what: string, seconds: number): Row => ({
    what,
    figure: `${seconds.toFixed(1)} s`,
    floor: '',
    ratio: '',
    target: '< 60 s',
  })
  return [
    row(`callback lost: PIN to credit, slowest of ${secondsToPin.length}`, slowest),
    row("the submit's reply lost too", fromStatement),
  ]
}

/** An inserted push that waits to be settled. */
export interface InsertedPush {
  request_id: number
  path: string
  token: string
  receipt: string
  body: string
}

/** Inserts pushes of Amina's that M-Pesa has accepted and whose next status query is far away. */
export async function insertPushes(client: pg.Client, count: number): Promise<InsertedPush[]> {
  const { rows } = await client.query<{ id: number; token: string }>(
    `insert into payment_requests (company_id, checkout_request_id, callback_token,
       starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
       wire_reference, description, phone, amount, daraja_checkout_id, initiated_at)
     select company_id, 'bench' || n, lpad(to_hex(n), 48, '0'), company_id, user_id, user_id,
       'rent', 'BENCH', 'BENCH' || n, 'Rent payment', '2547' || lpad(n::text, 8, '0'), 10,
       'ws_CO_bench_' || n, now()
     from logins, generate_series(1, $1::int) n where login = '254712345678'
     returning id, callback_token as token`,
    [count],
  )
  await client.query(
    `insert into open_pushes (phone, company_id, request_id, opened_at)
     select phone, company_id, id, now() from payment_requests where account_reference = 'BENCH'`,
  )
  await client.query('vacuum analyze')
  return rows.map(({ id, token }, index) => {
    const receipt = `B${String(id).padStart(9, '0')}`
    const path = `/api/hooks/stk/1/${token}`
    const callback = paidCallback(`ws_CO_bench_${index + 1}`, receipt, 10)
    return { request_id: id, path, token, receipt, body: JSON.stringify(callback) }
  })
}
