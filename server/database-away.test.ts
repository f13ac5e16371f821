import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateUser } from '#contract/account.ts'
import { getUser } from '#contract/auth.ts'
import { initiatePush } from '#contract/payments.ts'
import { getPost } from '#contract/posts.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { listTransactions } from '#contract/transactions.ts'
import { type FakeDaraja, paidCallback, startFakeDaraja } from './testing/fake-daraja.ts'
import {
  type Caller,
  demoDatabase,
  endServer,
  startServer,
  type TestServer,
} from './testing/server.ts'

let daraja: FakeDaraja
let server: TestServer
let amina: Caller
let databaseUrl: string

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  daraja = await startFakeDaraja()
  server = await startServer('postgres', { DATABASE_URL: databaseUrl, ...daraja.settings })
  amina = await server.signIn('0712345678', '12345678')
})
afterAll(async () => {
  await endServer(server)
  await daraja.close()
})

/** As the operator of the PostgreSQL server, from its maintenance database. */
async function operator(statement: string) {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement.replaceAll('$name', name))
  await client.end()
}

test('every connection cut at once: the process stays up, answers 503 and recovers by itself', async () => {
  await operator('alter database $name allow_connections false')
  await operator(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = '$name' and pid <> pg_backend_pid()",
  )
  const away = await amina.call(getPaymentSummary, {})
  expect(away.status).toBe(503)
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.fetch('/healthz')).status).toBe(200)
  expect((await server.fetch('/readyz')).status).toBe(503)
  const page = await server.fetch('/')
  expect([200, 503]).toContain(page.status)

  await operator('alter database $name allow_connections true')
  const status = async () => (await amina.call(getUser, {})).status
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
})

test('a locked table: 503 within little more than two seconds', async () => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table charges in access exclusive mode')
  const answer = await amina.call(getPaymentSummary, {})
  await client.query('rollback')
  await client.end()
  expect(answer.status).toBe(503)
  const status = async () => (await amina.call(getPaymentSummary, {})).status
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
})

test('while everybody waits for a locked table, a payment is credited', async () => {
  const account_reference = (await amina.call(getAccountNumber, {})).body.account_number
  const dueNow = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const before = await dueNow()
  const body = { phone_number: '0746000001', amount: 10, account_reference }
  expect((await amina.call(initiatePush, { body })).status).toBe(200)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table comments in access exclusive mode')
  let answered = 0
  const waiting = Array.from({ length: 40 }, async () => {
    const { status } = await amina.call(getPost, { params: { id: 1 } })
    answered++
    return status
  })
  const path = new URL(daraja.pushes[0]?.CallBackURL ?? '').pathname
  const credited = await server.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(paidCallback(daraja.checkoutId(0), 'UKL4ABC123', 10)),
  })
  expect(credited.status).toBe(200)
  expect(answered).toBe(0)
  await client.query('rollback')
  await client.end()
  await Promise.all(waiting)
  expect(await dueNow()).toBe(before - 10)
})

test('four hundred requests at once all get their answer', async () => {
  const calls = Array.from({ length: 400 }, () => amina.call(listTransactions, {}))
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a column added by a newer version while this one runs: transactions still succeed', async () => {
  const { first_name, last_name, email } = (await amina.call(getUser, {})).body
  const body = { first_name, last_name, email }
  // More requests at once than there are connections, so that each one runs the statement that locks the user.
  const tries = () =>
    Promise.all(Array.from({ length: 30 }, () => amina.call(updateUser, { body })))
  await tries()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('alter table users add column newer int')
  await client.end()
  expect(new Set((await tries()).map(({ status }) => status))).toEqual(new Set([200]))
})

/** More requests at once than there are connections, so that each one has planned what a request needs. */
const callOften = async (call: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: 30 }, call))).map(({ status }) => status)

test('plans that no longer fit, after a column got another type, are made anew', async () => {
  const { first_name, last_name, email } = (await amina.call(getUser, {})).body
  const change = () => amina.call(updateUser, { body: { first_name, last_name, email } })
  const read = () => amina.call(getUser, {})
  await callOften(read)
  await callOften(change)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('alter table users alter column email type varchar(200)')
  await client.end()
  expect(new Set(await callOften(read))).toEqual(new Set([200]))
  // A connection's first transaction after it fails, and no other, whichever of the requests gets which connection.
  // A 503 is something else: on a busy machine thirty who change the same row can wait too long for it.
  const { pool } = server.running.context.database.engine as { pool: pg.Pool }
  const statuses: number[] = []
  for (let round = 0; round < 10; round++) statuses.push(...(await callOften(change)))
  const failed = statuses.filter((status) => ![200, 503].includes(status))
  expect(failed.length).toBeLessThanOrEqual(pool.options.max)
  expect(new Set(await callOften(change))).toEqual(new Set([200]))
})

test('statements that a connection has forgotten, as behind a transaction pooler, are sent anew', async () => {
  const { engine, sharedDb } = server.running.context.database
  const { pool } = engine as { pool: pg.Pool }
  const calls = [() => amina.call(getUser, {}), () => amina.call(listTransactions, {})]
  for (const call of calls) await callOften(call)
  const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const one of clients) await one.query('deallocate all')
  for (const one of clients) one.release()
  // As many at once as are sent over the shared connections, so that each of those forgets, too.
  await Promise.all(Array.from({ length: 8 }, () => sql`deallocate all`.execute(sharedDb)))
  for (const call of calls) expect(new Set(await callOften(call))).toEqual(new Set([200]))
})
