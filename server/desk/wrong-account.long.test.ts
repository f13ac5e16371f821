import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeApprovalLimit, listApprovals, withdraw } from '#contract/approvals.ts'
import { countersignClose, getClose, signClose } from '#contract/closes.ts'
import { dismissDeskItem, listDesk, reverseDeskItem, splitDeskItem } from '#contract/desk.ts'
import { dayOf } from '#rules/calendar.ts'
import { act } from '../testing/desk.ts'
import { newReceipt } from '../testing/fake-daraja.ts'
import { databases } from '../testing/server.ts'
import { openWrongAccounts, reason, type WrongAccounts } from '../testing/wrong-account.ts'

const DAYS = 24 * 3_600_000

describe.each(databases)('less usual payments on the wrong account, on %s', (kind) => {
  let books: WrongAccounts
  beforeAll(async () => {
    books = await openWrongAccounts(kind)
  })
  afterAll(() => books.close())

  test('one of two payments of a push is taken back, or one that the paybill reported first: no late callback credits it again', async () => {
    const { account, confirm, due, itemOf, numberOf, takeBack } = books
    const { grace } = books.people()
    const before = await due()
    const send = (amount: number) => books.push('0748000002', amount)
    const dismiss = async (code: string) => {
      const { item } = (await takeBack((await numberOf(code)).params)).body
      const body = { note: 'Given back' }
      const done = await act(grace, dismissDeskItem, { params: { id: String(item) }, body })
      expect(done.status).toBe(200)
      return item
    }
    const [first, second, third] = [newReceipt(), newReceipt(), newReceipt()]
    const report = await send(910)
    for (const code of [first, second]) await report(code)
    expect(await due()).toBe(before - 1820)
    const item = await dismiss(second)
    await report(second)
    expect(await due()).toBe(before - 910)
    expect((await itemOf(item)).detail.closed?.outcome).toBe('dismissed')

    const late = await send(77)
    await confirm(third, account, 77)
    await dismiss(third)
    await late(third)
    expect(await due()).toBe(before - 910)
    await takeBack((await numberOf(first)).params)
    expect(await due()).toBe(before)
  })

  test('what staff have shared is taken back from all accounts at once', async () => {
    const { account, confirm, due, numberOf, othersAccount, takeBack } = books
    const { grace, brian } = books.people()
    const [before, othersDue] = [await due(), await due(brian)]
    const code = newReceipt()
    await confirm(code, 'NOBODY', 800)
    const open = (await grace.call(listDesk, {})).body
    const params = { id: String(open.find(({ receipt }) => receipt === code)?.id) }
    const parts = [
      { account_number: await othersAccount(), amount: 300 },
      { account_number: account, amount: 500 },
    ]
    await act(grace, splitDeskItem, { params, body: { parts } })
    expect([await due(), await due(brian)]).toEqual([before - 500, othersDue - 300])
    const taken = await takeBack((await numberOf(code)).params)
    expect([taken.body.item, taken.body.message]).toEqual([
      Number(params.id),
      'Ksh\u00a0800 taken back. It’s on the desk now.',
    ])
    expect([await due(), await due(brian)]).toEqual([before, othersDue])
  })

  test('years later it stands in that day, after the close of its own', async () => {
    const { credited, due, ledger, takeBack } = books
    const { grace, manager } = books.people()
    const { params, code } = await credited(600)
    const day = '2026-11-20'
    const { fingerprint } = (await grace.call(getClose, { params: { day } })).body
    const signed = { expected: fingerprint, reason: 'No statement yet' }
    expect((await grace.call(signClose, { params: { day }, body: signed })).status).toBe(201)
    const hash = (await manager.call(getClose, { params: { day } })).body.close?.hash ?? ''
    await manager.call(countersignClose, { params: { day }, body: { expected: hash } })
    await books.later(1000 * DAYS)
    const again = books.people().grace
    const before = await due()
    expect((await takeBack(params)).status).toBe(200)
    expect(await due()).toBe(before + 600)
    const [reversal] = await ledger()
    expect([reversal?.amount, dayOf(new Date(reversal?.at ?? 0))]).toEqual([
      600,
      dayOf(new Date(books.now())),
    ])
    const { close, after } = (await again.call(getClose, { params: { day } })).body
    expect(close?.hash).toBe(hash)
    expect(after).toMatchObject({ entries: { taken_back: { count: 1, cents: 60_000 } } })
    expect(after?.entries?.list).toContainEqual(
      expect.objectContaining({ what: 'taken_back', receipt_number: params.number }),
    )
    expect((await again.call(listDesk, {})).body[0]).toMatchObject({ receipt: code })
  })

  test('above the limit a credit waits once, whether it is asked for at the desk or at either receipt', async () => {
    const { account, confirm, othersAccount, takeBack } = books
    const { grace, manager } = books.people()
    const code = newReceipt()
    await confirm(code, 'NOBODY', 8000)
    const open = (await grace.call(listDesk, {})).body
    const params = { id: String(open.find(({ receipt }) => receipt === code)?.id) }
    const parts = [
      { account_number: await othersAccount(), amount: 3000 },
      { account_number: account, amount: 5000 },
    ]
    const split = await act(grace, splitDeskItem, { params, body: { parts } })
    const shared = split.body.item.closed?.parts ?? []
    const body = { was: { limit: null }, now: { limit: 1000 } }
    expect((await grace.call(changeApprovalLimit, { body })).status).toBe(200)
    const payment_id = split.body.item.closed?.payment?.id ?? 0
    const undo = { payment_id, note: reason }
    const { waiting: first } = (await act(manager, reverseDeskItem, { params, body: undo })).body
    expect(first).toBeDefined()
    for (const { receipt_number: number } of shared) {
      expect((await takeBack({ number: number ?? '' }, manager)).body.waiting).toEqual(first)
    }
    expect(shared).toHaveLength(2)
    const waiting = (await grace.call(listApprovals, { query: { state: 'open' } })).body
    expect(waiting).toHaveLength(1)
    await manager.call(withdraw, { params: { id: String(first?.id) } })
    const off = { was: { limit: 1000 }, now: { limit: null } }
    await grace.call(changeApprovalLimit, { body: off })
  })
})
