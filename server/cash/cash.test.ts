import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countCash, getDrawer, listCashCounts } from '#contract/cash.ts'
import { getClose } from '#contract/closes.ts'
import { dayOf } from '#rules/calendar.ts'
import { testNow } from '../testing/clock.ts'
import { enter, undo } from '../testing/entries.ts'
import { addResidence, addTenant } from '../testing/people.ts'
import { databases, endServer, startServer, type TestServer } from '../testing/server.ts'

const today = dayOf(testNow())

describe.each(databases)('counting the drawer on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
  })
  afterAll(() => endServer(server))

  /** The empty drawer of a residence of its own; it has been counted once, unless a test wants to do that. */
  async function openDrawer({ counted = true } = {}) {
    const residence = await addResidence(server)
    const tenant = await addTenant(server, { residence })
    const staff = residence.owner
    const drawer = async () => (await staff.call(getDrawer, {})).body
    async function count(counted: number, more: object = {}, submission_id = crypto.randomUUID()) {
      const { expected, last } = await drawer()
      const count = { counted, handed_to: '' as const, ...more }
      return staff.call(countCash, {
        body: { count, submission_id, expected, last: last?.id ?? null },
      })
    }
    if (counted) expect((await count(0)).status).toBe(201)
    return {
      ...{ staff, drawer, count },
      enter: async (kind: 'cash' | 'refund', amount: number, reference = 'Signed by the tenant') =>
        (await enter(staff, tenant, { kind, amount, reference })).body.id,
      undo: (id: number | null) => undo(staff, tenant, id),
      differences: async () => {
        const { body } = await staff.call(getClose, { params: { day: today } })
        return body.differences.filter(({ book }) => book === 'cash')
      },
    }
  }

  test('the first count is where the drawer starts, whatever was entered before', async () => {
    const { enter, count, drawer, differences } = await openDrawer({ counted: false })
    await enter('cash', 400)
    const first = await count(1000)
    expect([first.status, first.body]).toMatchObject([201, { expected: 1000, reason: null }])
    expect(await drawer()).toMatchObject({ left: 1000, received: 0, expected: 1000 })
    expect(await differences()).toEqual([])
  })

  test('what came and went is expected; a difference has a reason and is no entry', async () => {
    const { staff, enter, undo, count, drawer, differences } = await openDrawer()
    await enter('cash', 9000)
    await undo(await enter('cash', 500))
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
      { expected: 8800, counted: 8700, handed_to: 'bank', handed: 8000, by: staff.full_name },
    ])
    const again = await count(8700, counted, submission)
    expect(again.body).toEqual(done.body)
    expect(await drawer()).toMatchObject({ left: 700, received: 0, expected: 700 })
    expect(await differences()).toMatchObject([
      { kind: 'cash', cents: -10_000, open: true, reason: 'Change was given' },
    ])
  })

  test('what was counted and is undone later is neither received nor given back', async () => {
    const { enter, undo, count, drawer } = await openDrawer()
    await enter('cash', 9000)
    const [cash, refund] = [await enter('cash', 600), await enter('refund', 250)]
    await count(9350)
    await undo(cash)
    const less = { received: 0, given_back: 0, undone: -600, expected: 8750 }
    expect(await drawer()).toMatchObject(less)
    await undo(refund)
    expect(await drawer()).toMatchObject({ undone: -350, expected: 9000 })
    await count(9000)
  })

  test('what the next shift takes over stays in the drawer', async () => {
    const { staff, enter, count, drawer } = await openDrawer()
    await enter('cash', 300)
    expect((await count(300, { handed_to: 'next_shift' })).status).toBe(201)
    expect(await drawer()).toMatchObject({ left: 300, expected: 300 })
    const [latest] = (await staff.call(listCashCounts, { query: { limit: '1' } })).body
    expect(latest).toMatchObject({ handed_to: 'next_shift', handed: 300, counted: 300 })
  })

  test('of two counts at once, one is made; nothing more is handed over than was counted', async () => {
    const { staff, enter, count, drawer } = await openDrawer()
    await enter('cash', 40)
    const { expected, last } = await drawer()
    const send = () =>
      staff.call(countCash, {
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
