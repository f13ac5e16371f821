import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewDeskAct, splitDeskItem } from '#contract/desk.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { findTenants } from '#contract/tenants.ts'
import { insertPayment, insertReceipt, insertReversal } from '../ledger/queries.ts'
import { act, openDesk, type TestDesk } from '../testing/desk.ts'
import { newReceipt } from '../testing/fake-daraja.ts'
import { addResidence, type TestTenant } from '../testing/people.ts'
import { databases } from '../testing/server.ts'

const year = 366 * 24 * 60 * 60_000

describe.each(databases)('one payment for several accounts on %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk.close())

  type Pair = [TestTenant, TestTenant]
  const addPair = async (): Promise<Pair> => [
    await desk.addTenant({ owes: 6500 }),
    await desk.addTenant({ owes: 6500 }),
  ]
  const dues = ([one, other]: Pair) => Promise.all([one.owed(), other.owed()])
  const partsOf = ([one, other]: Pair, first: number, second: number) => [
    { account_number: one.account, amount: first },
    { account_number: other.account, amount: second },
  ]
  const unmatched = (amount: number) => desk.addDeskItem('BOTH OF US', amount.toFixed(2))
  const share = (item: { id: number }, pair: Pair, first: number, second: number) =>
    act(desk.grace, splitDeskItem, {
      params: item,
      body: { parts: partsOf(pair, first, second) },
    })

  test('a payment is shared: each part has a receipt, the code counts once, undo takes all back', async () => {
    const pair = await addPair()
    const [one, other] = pair
    const item = await unmatched(5000)
    const params = { id: String(item.id) }
    const look = await desk.grace.call(previewDeskAct, {
      params,
      body: { act: 'split', parts: partsOf(pair, 3500, 1500) },
    })
    const shown = ({ account, full_name, room }: TestTenant, amount: number) => ({
      ...{ account_number: account, full_name, room_number: room },
      ...{ amount, before: 6500, after: 6500 - amount, receipt: { change: 'new', number: null } },
    })
    expect(look.body).toEqual({
      accounts: [shown(one, 3500), shown(other, 1500)],
      push: null,
      wifi_code: false,
    })
    expect(await dues(pair)).toEqual([6500, 6500])

    const done = await share(item, pair, 3500, 1500)
    expect(done.body.message).toBe('Ksh\u00a05,000 shared among 2 accounts.')
    expect(await dues(pair)).toEqual([3000, 5000])
    const closed = done.body.item.closed
    expect(closed).toMatchObject({
      outcome: 'split',
      parts: [
        { amount: 3500, account: { full_name: one.full_name } },
        { amount: 1500, account: { full_name: other.full_name } },
      ],
    })
    for (const [index, { call }] of pair.entries()) {
      const { receipt_number: number = '', amount } = closed?.parts[index] ?? {}
      expect((await call(getReceipt, { params: { number } })).body).toMatchObject({
        mpesa_receipt_number: item.receipt,
        amount,
        part: { number: index + 1, of: 2 },
      })
      expect((await call(getPaymentSummary, {})).body.matched_payments).toMatchObject([
        { transaction_id: item.receipt, amount, voided: false },
      ])
    }
    const found = await desk.grace.call(findTenants, { query: { q: item.receipt } })
    expect(found.body.map(({ full_name }) => full_name).sort()).toEqual(
      [one.full_name, other.full_name].sort(),
    )
    // M-Pesa tells it again.
    await desk.report(one.account, '5000.00', {}, item.receipt)
    expect(await dues(pair)).toEqual([3000, 5000])

    const payment_id = closed?.payment?.id ?? 0
    const back = await desk.grace.call(previewDeskAct, {
      params,
      body: { act: 'reverse', payment_id },
    })
    expect(back.body.accounts).toMatchObject([
      { amount: -3500, before: 3000, after: 6500, receipt: { change: 'void' } },
      { amount: -1500, before: 5000, after: 6500, receipt: { change: 'void' } },
    ])
    const answers = await Promise.all([1, 2, 3].map(() => desk.reverse(item, payment_id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 200)?.body.message).toBe(
      'Ksh\u00a05,000 taken back. It’s back on the desk.',
    )
    expect(await dues(pair)).toEqual([6500, 6500])

    // Then to one alone, and shared again.
    const alone = await desk.assign(item, other.account)
    expect(await dues(pair)).toEqual([6500, 1500])
    await desk.reverse(item, alone.body.item.closed?.payment?.id)
    expect((await share(item, pair, 1, 4999)).status).toBe(200)
    expect(await dues(pair)).toEqual([6499, 1501])
    const { history } = await desk.detail(item)
    const amounts = history.map((event) => [event.act, event.payments.map(({ amount }) => amount)])
    expect(amounts).toEqual([
      ['split', [3500, 1500]],
      ['reverse', [3500, 1500]],
      ['assign', [5000]],
      ['reverse', [5000]],
      ['split', [1, 4999]],
    ])
  })

  test('refused: parts that do not add up, one account twice, another residence’s, too few or many', async () => {
    const pair = await addPair()
    const params = { id: String((await unmatched(900)).id) }
    const { account: elsewhere } = await addResidence(desk.server)
    const [first, second] = [pair[0].account, pair[1].account]
    const tryParts = async (...parts: [string, number][]) => {
      const body = {
        act: 'split' as const,
        parts: parts.map(([account_number, amount]) => ({ account_number, amount })),
      }
      const { status, body: refused } = await desk.grace.call(previewDeskAct, { params, body })
      return [status, refused.message]
    }
    expect(await tryParts([first, 500], [second, 300])).toEqual([
      400,
      'Ksh\u00a0100 is still left to share.',
    ])
    expect(await tryParts([first, 500], [second, 500])).toEqual([
      400,
      'The parts are Ksh\u00a0100 more than was received.',
    ])
    expect(await tryParts([first, 400], [first, 500])).toEqual([
      400,
      'Each account can have one part only.',
    ])
    expect(await tryParts([first, 900])).toEqual([
      400,
      'Please share it among at least two accounts.',
    ])
    expect(await tryParts([first, 900], [second, 0])).toMatchObject([400, expect.any(String)])
    expect(await tryParts([first, 400], [elsewhere, 500])).toEqual([
      404,
      `There is no account ${elsewhere} in this residence.`,
    ])
    const many = Array.from({ length: 11 }, (): [string, number] => [first, 1])
    expect(await tryParts(...many)).toEqual([400, 'At most 10 accounts can share one payment.'])
    expect(await dues(pair)).toEqual([6500, 6500])
  })

  test('what the database itself refuses: parts that are not the whole, and taking back one of them', async () => {
    const { db } = desk
    const receipt = newReceipt()
    const users = (await addPair()).map(({ id }) => ({ company_id: 1, user_id: id }))
    const store = (code: string, amounts: number[], whole: number, parts = amounts.length) =>
      db.transaction().execute(async (tx) => {
        const ids = []
        for (const [index, amount] of amounts.entries()) {
          const user = users[index] ?? { company_id: 0, user_id: 0 }
          const paid_at = desk.now()
          const entry = { purpose: 'rent', kind: 'paybill', request_id: null, amount } as const
          const id = await insertPayment(tx, { ...user, ...entry, paid_at }, null)
          const part = { receipt: code, paid_at, part: index + 1, parts, whole }
          await insertReceipt(tx, { ...part, company_id: user.company_id, payment_id: id })
          ids.push(id)
        }
        return ids
      })
    const whole = 'the parts of a payment make up the whole'
    await expect(store(receipt, [10, 20], 31)).rejects.toThrow(whole)
    await expect(store(receipt, [10, 20], 30, 3)).rejects.toThrow(whole)
    const [first = 0] = await store(receipt, [10, 20], 30)
    await expect(store(receipt, [15, 15], 30)).rejects.toThrow('duplicate key')
    const entry = { reason: 'One of two', entered_by: null }
    const one = db
      .transaction()
      .execute((tx) => insertReversal(tx, { company_id: 1, id: first }, entry, desk.now()))
    await expect(one).rejects.toThrow('all parts of a payment are taken back together')
    await expect(
      sql`insert into receipts (receipt, company_id, payment_id, parts) values ('X', 1, 1, 2)`.execute(
        db,
      ),
    ).rejects.toThrow()
  })

  test('M-Pesa then reports it for a push of one of them: nothing more counts', async () => {
    const pair = await addPair()
    const item = await unmatched(700)
    const opened = await desk.push(pair[0], 700)
    await share(item, pair, 300, 400)
    await opened.paid(item.receipt, 700)
    expect(await dues(pair)).toEqual([6200, 6100])
    const push = await desk.rowOf(opened)
    expect(push).toMatchObject({ status: 'failed', receipt_used_elsewhere: true })
  })

  test('shared and assigned at once: one of them counts', async () => {
    const pair = await addPair()
    const item = await unmatched(1000)
    const answers = await Promise.all([
      share(item, pair, 600, 400),
      desk.assign(item, pair[0].account),
      share(item, pair, 1, 999),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [one, other] = await dues(pair)
    expect(one + other).toBe(13_000 - 1000)
  })

  test('in whatever order it is credited, shared and taken back, the whole counts once or not at all', async () => {
    const credited = async (receipt: string) => {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(amount), 0)::int as sum
        from receipts join payments on payments.company_id = receipts.company_id
          and payments.id = receipts.payment_id
        where receipt = ${receipt} and not exists (select from payments reversal
          where reversal.company_id = payments.company_id
            and reversal.reverses_payment_id = payments.id)`.execute(desk.db)
      return rows[0]?.sum
    }
    const step = fc.oneof(
      fc.record({ what: fc.constant('assign' as const), to: fc.nat(1) }),
      fc.record({ what: fc.constant('split' as const), first: fc.integer({ min: 1, max: 99 }) }),
      fc.record({ what: fc.constant('undo' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const pair = await addPair()
        const item = await unmatched(100)
        let counts: [number, number] | null = null
        for (const one of steps) {
          const { closed } = await desk.detail(item)
          const wasOpen = counts === null
          if (one.what === 'assign') {
            const { status } = await desk.assign(item, pair[one.to === 0 ? 0 : 1].account)
            expect(status).toBe(wasOpen ? 200 : 409)
            counts ??= one.to === 0 ? [100, 0] : [0, 100]
          } else if (one.what === 'split') {
            const { status } = await share(item, pair, one.first, 100 - one.first)
            expect(status).toBe(wasOpen ? 200 : 409)
            counts ??= [one.first, 100 - one.first]
          } else {
            const { status } = await desk.reverse(item, closed?.payment?.id)
            expect(status).toBe(wasOpen ? 409 : 200)
            counts = null
          }
          const [first, second] = counts ?? [0, 0]
          expect(await dues(pair)).toEqual([6500 - first, 6500 - second])
          expect(await credited(item.receipt)).toBe(counts ? 100 : 0)
        }
      }),
      { numRuns: 4 },
    )
  })

  test('years later it is taken back too, and counts in that month', async () => {
    const pair = await addPair()
    const item = await unmatched(800)
    const shared = await share(item, pair, 500, 300)
    await desk.later(3 * year, ...pair)
    const [one, other] = await dues(pair)
    const back = await desk.reverse(item, shared.body.item.closed?.payment?.id)
    expect(back.status).toBe(200)
    expect(await dues(pair)).toEqual([one + 500, other + 300])
    const { matched_payments } = (await pair[0].call(getPaymentSummary, {})).body
    const reversal = matched_payments.find(({ amount }) => amount === -500)
    expect(reversal?.date_time.slice(0, 4)).toBe(String(desk.now().getFullYear()))
  })
})
