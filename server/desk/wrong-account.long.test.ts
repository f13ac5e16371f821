import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeApprovalLimit, listApprovals, withdraw } from '#contract/approvals.ts'
import { countersignClose, getClose, signClose } from '#contract/closes.ts'
import { listDesk, reverseDeskItem, splitDeskItem } from '#contract/desk.ts'
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
    const { itemOf, takeBack } = books
    const { payer, account, due, numberOf } = await books.addPayer()
    const dismiss = async (code: string) => {
      const { item } = (await takeBack((await numberOf(code)).params)).body
      expect((await books.dismiss({ id: item ?? 0 }, 'Given back')).status).toBe(200)
      return item
    }
    const [first, second, third] = [newReceipt(), newReceipt(), newReceipt()]
    const push = await books.push(payer, 910)
    for (const code of [first, second]) await push.paid(code, 910)
    expect(await due()).toBe(6500 - 1820)
    const item = await dismiss(second)
    await push.paid(second, 910)
    expect(await due()).toBe(5590)
    expect((await itemOf(item)).detail.closed?.outcome).toBe('dismissed')

    const late = await books.push(payer, 77)
    await books.report(account, 77, {}, third)
    await dismiss(third)
    await late.paid(third, 77)
    expect(await due()).toBe(5590)
    await takeBack((await numberOf(first)).params)
    expect(await due()).toBe(6500)
  })

  test('what staff have shared is taken back from all accounts at once', async () => {
    const { due, account, numberOf } = await books.addPayer()
    const other = await books.addTenant({ owes: 6500 })
    const { id, receipt } = await books.addDeskItem('NOBODY', 800)
    const parts = [
      { account_number: other.account, amount: 300 },
      { account_number: account, amount: 500 },
    ]
    await act(books.grace, splitDeskItem, { params: { id }, body: { parts } })
    expect([await due(), await other.owed()]).toEqual([6000, 6200])
    const taken = await books.takeBack((await numberOf(receipt)).params)
    expect([taken.body.item, taken.body.message]).toEqual([
      id,
      'Ksh\u00a0800 taken back. It’s on the desk now.',
    ])
    expect([await due(), await other.owed()]).toEqual([6500, 6500])
  })

  test('years later it stands in that day, after the close of its own', async () => {
    const { grace, manager, takeBack } = books
    const { payer, credited, due, ledger } = await books.addPayer()
    const { params, code } = await credited(600)
    const day = dayOf(books.now())
    const { fingerprint } = (await grace.call(getClose, { params: { day } })).body
    const signed = { expected: fingerprint, reason: 'No statement yet' }
    expect((await grace.call(signClose, { params: { day }, body: signed })).status).toBe(201)
    const hash = (await manager.call(getClose, { params: { day } })).body.close?.hash ?? ''
    await manager.call(countersignClose, { params: { day }, body: { expected: hash } })
    await books.later(1000 * DAYS, payer)
    const before = await due()
    expect((await takeBack(params)).status).toBe(200)
    expect(await due()).toBe(before + 600)
    const [reversal] = await ledger()
    expect([reversal?.amount, dayOf(new Date(reversal?.at ?? 0))]).toEqual([
      600,
      dayOf(books.now()),
    ])
    const { close, after } = (await grace.call(getClose, { params: { day } })).body
    expect(close?.hash).toBe(hash)
    expect(after).toMatchObject({ entries: { taken_back: { count: 1, cents: 60_000 } } })
    expect(after?.entries?.list).toContainEqual(
      expect.objectContaining({ what: 'taken_back', receipt_number: params.number }),
    )
    expect((await grace.call(listDesk, {})).body[0]).toMatchObject({ receipt: code })
  })

  test('above the limit a credit waits once, whether it is asked for at the desk or at either receipt', async () => {
    const { grace, manager, takeBack } = books
    const [{ account }, other] = [await books.addTenant(), await books.addTenant()]
    const params = await books.addDeskItem('NOBODY', 8000)
    const parts = [
      { account_number: other.account, amount: 3000 },
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
