import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { monthOf, monthStart, nextMonth } from '#rules/calendar.ts'
import { chargeRentForAllCompanies } from '../billing/charge-rent.ts'
import { testNow } from '../testing/clock.ts'
import {
  type FakeDaraja,
  failedCallback,
  paidCallback,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import { type Caller, endServer, startServer, type TestServer } from '../testing/server.ts'
import { insertEvent } from './event-queries.ts'
import { processEvent } from './events.ts'

/** How pushes and rent change over time, on a clock that the test sets. */
const minutes = 60_000
const days = 24 * 60 * minutes

let at = testNow().getTime()
let daraja: FakeDaraja
let server: TestServer
let account = ''
let amina: Caller

const signedIn = () => server.signIn('0712345678', '12345678')
const pushTo = (phone_number: string) =>
  amina.call(initiatePush, { body: { phone_number, amount: 10, account_reference: account } })

beforeAll(async () => {
  daraja = await startFakeDaraja()
  const settings = { ...daraja.settings, DARAJA_CALLBACK_IPS: '196.201.214.200, 127.0.0.2' }
  server = await startServer('pglite', settings, () => new Date(at))
  amina = await signedIn()
  account = (await amina.call(getAccountNumber, {})).body.account_number
})
afterAll(async () => {
  await endServer(server)
  await daraja.close()
})

test('callbacks from an address that is not configured are refused', async () => {
  await pushTo('0746000001')
  const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
  const answer = await server.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(failedCallback(daraja.checkoutId(0), 1032, 'Request cancelled by user')),
  })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ code: 'unknown_address' })
})

test('a phone that never answered is free again after three minutes', async () => {
  expect((await pushTo('0746000002')).status).toBe(200)
  at += 2 * minutes
  expect((await pushTo('0746000002')).status).toBe(409)
  at += 2 * minutes
  expect((await pushTo('0746000002')).status).toBe(200)
})

test('a silent push goes to the desk after 48 hours, and stays processing', async () => {
  const { checkout_request_id } = (await pushTo('0746000003')).body.data
  const { db } = server.running.context
  const silent = () =>
    db
      .selectFrom('desk_items')
      .innerJoin('payment_requests', 'payment_requests.id', 'desk_items.request_id')
      .where('desk_items.reason', '=', 'silent')
      .where('payment_requests.checkout_request_id', '=', checkout_request_id)
      .select('desk_items.id')
      .execute()
  at += 2 * days - minutes
  await server.running.followUp.tick()
  expect(await silent()).toHaveLength(0)
  at += 20 * minutes
  await server.running.followUp.tick()
  expect(await silent()).toHaveLength(1)
  amina = await signedIn()
  const status = await amina.call(getPushStatus, { body: { checkout_request_id } })
  expect(status.body.data.status).toBe('processing')
})

test('an event that cannot be processed is retried after ever longer waits, and goes to the desk', async () => {
  const { db } = server.running.context
  const { id } = await db
    .insertInto('raw_reports')
    .values({ company_id: 1, kind: 'confirmation', raw: '{', received_at: new Date(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const storedEvent = () =>
    db.selectFrom('raw_reports').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const onDesk = async () =>
    (
      await db.selectFrom('desk_items').where('reason', '=', 'unreadable').select('raw').execute()
    ).filter((item) => item.raw === '{').length
  at += minutes
  const waits: number[] = []
  for (let tries = 1; tries <= 6; tries++) {
    at += 1000
    await server.running.followUp.tick()
    expect(await storedEvent()).toMatchObject({ tries, handled_at: null })
    const next = (await storedEvent()).next_try_at?.getTime() ?? 0
    waits.push(next - at)
    at = next
  }
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(new Set(waits).size).toBe(6)
  await server.running.followUp.tick()
  expect(await onDesk()).toBe(1)
  amina = await signedIn()
})

test('a desk item that fails holds up no other event, and is inserted at the next try', async () => {
  const { db } = server.running.context
  await sql`alter table desk_items add constraint no_room check (raw <> '"{a"')`.execute(db)
  const event = {
    company_id: 1,
    kind: 'confirmation',
    received_at: new Date(at),
    tries: 5,
  } as const
  await db
    .insertInto('raw_reports')
    .values([
      { ...event, raw: '{a' },
      { ...event, raw: '{b' },
    ])
    .execute()
  const onDesk = async () => {
    const items = await db.selectFrom('desk_items').select('raw').execute()
    return items.map(({ raw }) => raw).filter((raw) => raw === '{a' || raw === '{b')
  }
  at += 2 * minutes
  await server.running.followUp.tick()
  expect(await onDesk()).toEqual(['{b'])
  await sql`alter table desk_items drop constraint no_room`.execute(db)
  for (let hour = 0; hour < 2; hour++) {
    at += 61 * minutes
    await server.running.followUp.tick()
  }
  expect((await onDesk()).sort()).toEqual(['{a', '{b'])
  amina = await signedIn()
})

test('queries while M-Pesa is busy do not count', async () => {
  const queued = daraja.answerPush
  daraja.answerPush = () => ({
    status: 500,
    body: { errorCode: '500.003.02', errorMessage: 'System is busy' },
  })
  const statuses: number[] = []
  for (let i = 0; i < 35; i++) statuses.push((await pushTo('0746200001')).status)
  expect(new Set(statuses)).toEqual(new Set([503]))
  daraja.answerPush = queued
  expect((await pushTo('0746200001')).status).toBe(200)
})

test('a callback with another amount, before the submit’s reply: a desk item, and no query', async () => {
  const queued = daraja.answerPush
  const path = () => new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
  const { db } = server.running.context
  // The reply waits until the callback has been processed.
  let processed: Promise<unknown> = Promise.resolve()
  daraja.answerPush = (checkoutId, push) => {
    processed = processCallback(checkoutId)
    return queued(checkoutId, push)
  }
  async function processCallback(checkoutId: string) {
    const push = await db
      .selectFrom('payment_requests')
      .where('callback_token', '=', path().split('/').at(-1) ?? '')
      .select(['company_id', 'id'])
      .executeTakeFirstOrThrow()
    const raw = JSON.stringify(paidCallback(checkoutId, 'UKEARLY001', 9))
    const event = await insertEvent(db, {
      kind: 'callback',
      company_id: push.company_id,
      request_id: push.id,
      raw,
      received_at: new Date(at),
    })
    await processEvent(server.running.context, event)
  }
  await pushTo('0746200002')
  await processed
  daraja.answerPush = queued
  const row = () =>
    db
      .selectFrom('payment_requests')
      .where('phone', '=', '254746200002')
      .select('next_query_at')
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await row()).next_query_at, { timeout: 5000 }).toBeNull()
})

test('one user cannot ring phones without limit', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) statuses.push((await pushTo(`07461000${10 + i}`)).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
})

test('rent is posted on the 1st in Nairobi, once, and missed months are posted later', async () => {
  const due = async () => {
    amina = await signedIn()
    return (await amina.call(getPaymentSummary, {})).body.current_month_balance
  }
  const { context } = server.running
  const first = monthStart(nextMonth(monthOf(new Date(at)))).getTime()
  at = first - 1000
  await chargeRentForAllCompanies(context)
  const before = await due()
  at = first
  await Promise.all([chargeRentForAllCompanies(context), chargeRentForAllCompanies(context)])
  await chargeRentForAllCompanies(context)
  expect(await due()).toBe(before + 6500)
  at = first + 100 * days
  await chargeRentForAllCompanies(context)
  expect(await due()).toBe(before + 4 * 6500)
})
