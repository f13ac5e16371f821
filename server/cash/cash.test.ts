import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { countCash, getDrawer, listCashCounts } from '#contract/cash.ts'
import { getClose } from '#contract/closes.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { dayOf } from '#rules/calendar.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const today = dayOf(new Date())

describe.each(databases)('counting the drawer on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let params: { id: string }
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const amina = await server.signIn('0712345678', '12345678')
    params = { id: String((await amina.call(getUser, {})).body.id) }
  })
  afterAll(() => endServer(server))

  async function enter(kind: 'cash' | 'refund', amount: number, reference = 'Signed: Amina') {
    const entry = { kind, amount, on: today, reference }
    const { body: expected } = await grace.call(previewEntry, { params, body: entry })
    const submission_id = crypto.randomUUID()
    const { body } = await grace.call(enterByHand, {
      params,
      body: { entry, submission_id, expected },
    })
    return body.id
  }
  async function undo(id: number) {
    const entry = { ...params, entry: String(id) }
    const { body: expected } = await grace.call(previewUndo, { params: entry })
    await grace.call(undoEntry, { params: entry, body: { reason: 'Typed twice', expected } })
  }
  const drawer = async () => (await grace.call(getDrawer, {})).body
  async function count(counted: number, more: object = {}, submission_id = crypto.randomUUID()) {
    const { expected, last } = await drawer()
    const count = { counted, handed_to: '' as const, ...more }
    return grace.call(countCash, {
      body: { count, submission_id, expected, last: last?.id ?? null },
    })
  }

  test('the first count is where the drawer starts, whatever was entered before', async () => {
    await enter('cash', 400)
    const first = await count(1000)
    expect([first.status, first.body]).toMatchObject([201, { expected: 1000, reason: null }])
    expect(await drawer()).toMatchObject({ left: 1000, received: 0, expected: 1000 })
    const { differences } = (await grace.call(getClose, { params: { day: today } })).body
    expect(differences.filter(({ book }) => book === 'cash')).toEqual([])
    // Nothing is left for the counts below.
    expect((await count(1000, { handed_to: 'owner', handed: 1000 })).status).toBe(201)
  })

  test('what came and went is expected; a difference has a reason and is no entry', async () => {
    await enter('cash', 9000)
    const typed = await enter('cash', 500)
    await undo(typed ?? 0)
    await enter('refund', 200)
    // Sent from a phone.
    await enter('refund', 100, 'UKK4M8Z2QF')
    expect(await drawer()).toMatchObject({
      received: 9000,
      given_back: 200,
      undone: 0,
      expected: 8800,
    })
    const silent = await count(8700)
    expect([silent.status, Object.keys(silent.body.fields ?? {})]).toEqual([400, ['reason']])
    const submission = crypto.randomUUID()
    const counted = {
      reason: 'Change was given',
      handed_to: 'bank',
      handed: '8,000',
      note: 'Slip 9',
    }
    const done = await count(8700, counted, submission)
    expect([done.status, done.body]).toMatchObject([
      201,
      { expected: 8800, counted: 8700, handed_to: 'bank', handed: 8000, by: 'Grace Wanjiru' },
    ])
    const again = await count(8700, counted, submission)
    expect(again.body).toEqual(done.body)
    expect(await drawer()).toMatchObject({ left: 700, received: 0, expected: 700 })
    const { differences } = (await grace.call(getClose, { params: { day: today } })).body
    expect(differences.filter(({ book }) => book === 'cash')).toMatchObject([
      { kind: 'cash', cents: -10_000, open: true, reason: 'Change was given' },
    ])
  })

  test('what was counted and is undone later is neither received nor given back', async () => {
    const [cash, refund] = [await enter('cash', 600), await enter('refund', 250)]
    const { expected } = await drawer()
    await count(expected)
    await undo(cash ?? 0)
    const less = { received: 0, given_back: 0, undone: -600, expected: expected - 600 }
    expect(await drawer()).toMatchObject(less)
    await undo(refund ?? 0)
    expect(await drawer()).toMatchObject({ undone: -350, expected: expected - 350 })
    await count(expected - 350)
  })

  test('what the next shift takes over stays in the drawer', async () => {
    await enter('cash', 300)
    const { expected } = await drawer()
    expect((await count(expected, { handed_to: 'next_shift' })).status).toBe(201)
    expect(await drawer()).toMatchObject({ left: expected, expected })
    const [latest] = (await grace.call(listCashCounts, { query: { limit: '1' } })).body
    expect(latest).toMatchObject({ handed_to: 'next_shift', handed: expected, counted: expected })
  })

  test('of two counts at once, one is made; nothing more is handed over than was counted', async () => {
    await enter('cash', 40)
    const { expected, last } = await drawer()
    const send = () =>
      grace.call(countCash, {
        body: {
          count: { counted: expected, handed_to: '' },
          submission_id: crypto.randomUUID(),
          expected,
          last: last?.id ?? null,
        },
      })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await drawer()).toMatchObject({ left: expected, received: 0, expected })
    const over = await count(expected, { handed_to: 'owner', handed: expected + 1 })
    expect([over.status, Object.keys(over.body.fields ?? {})]).toEqual([400, ['count.handed']])
  })
})
