import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAssistant } from '#contract/assistant.ts'
import { initiatePush } from '#contract/payments.ts'
import {
  type BundlePrice,
  changeBundlePrices,
  getBundlePrices,
  getPlannedPrices,
  planPrices,
} from '#contract/settings.ts'
import { listLog } from '#contract/staff-log.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const before = '2026-11-30T20:59:00Z'
/** A minute later it is December in Nairobi. */
const after = '2026-11-30T21:00:30Z'
const december = '2026-12-01'

describe.each(databases)('planned wifi prices on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let amina: Caller
  let now = new Date(before)
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => now)
  })
  beforeEach(async () => {
    at(before)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    amina = await server.signIn('0712345678', '12345678')
  })
  afterAll(() => endServer(server))

  const at = (instant: string) => {
    now = new Date(instant)
  }
  const current = async () => (await grace.call(getBundlePrices, {})).body
  const planned = async () => (await grace.call(getPlannedPrices, {})).body
  const plan = (was: unknown, now: { from: string; bundles: BundlePrice[] } | null) =>
    grace.call(planPrices, { body: { was, now } })
  const sold = async () =>
    (await server.call(getAssistant, { query: {} })).body.packages.map(({ price }) => price)
  const buy = async (price: number, account_reference = `package_${price}`) =>
    (
      await amina.call(initiatePush, {
        body: { phone_number: '0712345678', amount: price, account_reference },
      })
    ).status

  test('hold from midnight in Nairobi on, without anybody doing anything', async () => {
    const was = await current()
    const bundles = was.map((bundle) => ({ ...bundle, price: bundle.price + 20 }))
    expect((await plan(null, { from: december, bundles })).status).toBe(200)
    expect(await planned()).toEqual({ from: december, bundles })
    const old = await sold()
    expect(old).toEqual(was.map(({ price }) => price))

    at(after)
    expect(await buy(was[0]?.price ?? 0, was[0]?.id ?? '')).toBe(409)
    expect(await sold()).toEqual(old.map((price) => price + 20))
    expect(await planned()).toBeNull()
    const [entry] = (await grace.call(listLog, {})).body
    expect(entry).toMatchObject({ act: 'settings.bundles', before: was, by: 'Grace Wanjiru' })
  })

  test('at midnight many readers at once apply them once', async () => {
    const was = await current()
    const bundles = [...was, { id: null, gigabytes: 77, days: 7, price: 777 }]
    await plan(null, { from: december, bundles })
    at(after)
    const lists = await Promise.all(Array.from({ length: 12 }, sold))
    for (const list of lists) expect(list.filter((price) => price === 777)).toHaveLength(1)
    const entries = (await grace.call(listLog, {})).body
    expect(entries.filter(({ act }) => act === 'settings.bundles')).toHaveLength(2)
  })

  test('can be changed and taken back; of two who plan at once one wins', async () => {
    const bundles = await current()
    const answers = await Promise.all(
      [1, 2].map((more) =>
        plan(null, { from: december, bundles: bundles.map((one) => ({ ...one, price: more })) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = await planned()
    expect((await plan(null, null)).body).toMatchObject({ code: 'changed_meanwhile' })
    const moved = await plan(won, { from: '2027-01-01', bundles })
    expect(moved.body).toEqual({ from: '2027-01-01', bundles })
    // Today's prices can still be changed.
    const more = bundles.map((one) => ({ ...one, price: one.price + 1 }))
    const changed = await grace.call(changeBundlePrices, { body: { was: bundles, now: more } })
    expect(changed.status).toBe(200)
    expect((await plan(moved.body, null)).body).toBeNull()
    at(after)
    expect(await sold()).toEqual(more.map(({ price }) => price))
  })

  test('a day that has begun, or is far off, is refused', async () => {
    for (const from of ['2026-11-30', '2020-01-01', '2028-01-01', 'soon']) {
      const answer = await plan(null, { from, bundles: [] })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['now.from']])
    }
    const bad = await plan(null, {
      from: december,
      bundles: [{ id: null, gigabytes: 0, days: 1, price: 5 }],
    })
    expect(Object.keys(bad.body.fields ?? {})).toEqual(['now.bundles.0.gigabytes'])
  })
})
