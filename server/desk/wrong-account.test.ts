import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, changeApprovalLimit, listApprovals } from '#contract/approvals.ts'
import { listDesk } from '#contract/desk.ts'
import { getReceipt } from '#contract/receipts.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { enter } from '../testing/entries.ts'
import { newReceipt } from '../testing/fake-daraja.ts'
import { addResidence } from '../testing/people.ts'
import { databases } from '../testing/server.ts'
import { openWrongAccounts, reason, type WrongAccounts } from '../testing/wrong-account.ts'

/** A payment credits itself to the account that was typed or chosen; when that was wrong, it is taken back where it is found. */
describe.each(databases)('a payment on the wrong account, on %s', (kind) => {
  let books: WrongAccounts
  beforeAll(async () => {
    books = await openWrongAccounts(kind)
  })
  afterAll(() => books.close())

  test('what was paid to the paybill is shown, taken back and credited to another account; repeated reports change nothing', async () => {
    const { grace, takeBack, itemOf } = books
    const { account, credited, due, ledger } = await books.addPayer()
    const other = await books.addTenant({ owes: 6500 })
    const { code, params } = await credited(700)
    expect(await due()).toBe(5800)
    const look = await grace.call(previewTakeBack, { params })
    expect([look.status, look.body.accounts]).toEqual([
      200,
      [
        expect.objectContaining({
          account_number: account,
          amount: -700,
          before: 5800,
          after: 6500,
          receipt: { change: 'void', number: params.number },
        }),
      ],
    ])
    expect(await due()).toBe(5800)

    const taken = await takeBack(params)
    expect([taken.status, taken.body.message]).toEqual([
      200,
      'Ksh\u00a0700 taken back. It’s on the desk now.',
    ])
    expect(await due()).toBe(6500)
    expect((await grace.call(getReceipt, { params })).body.voided).toMatchObject({ reason })
    expect((await ledger())[0]).toMatchObject({
      kind: 'correction',
      amount: 700,
      reason,
      by: 'Grace Wanjiru',
      takes_back: { receipt_number: params.number },
    })
    const { params: ofItem, detail } = await itemOf(taken.body.item)
    expect(detail).toMatchObject({
      reason: 'wrong_account',
      receipt: code,
      amount: '700',
      reference: account,
      account: { account_number: account },
      acts: ['assign', 'split', 'attach', 'dismiss'],
      history: [{ act: 'reverse', by: 'Grace Wanjiru', note: reason }],
      closed: null,
    })

    await books.report(account, 700, {}, code)
    expect(await due()).toBe(6500)
    const again = await grace.call(previewTakeBack, { params })
    expect([again.status, again.body.code]).toEqual([409, 'already_reversed'])

    await books.assign(ofItem, other.account)
    expect([await due(), await other.owed()]).toEqual([6500, 5800])
  })

  test('a push is taken back too, and its repeated callback does not credit it again', async () => {
    const { itemOf, takeBack, daraja } = books
    const { payer, account, due, numberOf } = await books.addPayer()
    const push = await books.push(payer, 900)
    const code = newReceipt()
    const report = () => push.paid(code, 900)
    await report()
    expect(await due()).toBe(5600)
    const { params } = await numberOf(code)
    const { item } = (await takeBack(params)).body
    expect(await due()).toBe(6500)
    await report()
    await books.report(daraja.pushes.at(-1)?.AccountReference ?? '', 900, {}, code)
    expect(await due()).toBe(6500)
    const { params: ofItem, detail } = await itemOf(item)
    expect(detail).toMatchObject({ reason: 'wrong_account', reference: null, closed: null })
    // It was right after all.
    const done = await books.assign(ofItem, account)
    expect([done.status, await due()]).toEqual([200, 5600])
    await report()
    expect(await due()).toBe(5600)
    // The desk’s own undo and this one are the same.
    expect((await takeBack((await numberOf(code)).params)).body.item).toBe(item)
    expect(await due()).toBe(6500)
  })

  test('above the limit it waits for a second person', async () => {
    const { grace, manager, takeBack } = books
    const { credited, due } = await books.addPayer()
    const body = { was: { limit: null }, now: { limit: 1000 } }
    expect((await grace.call(changeApprovalLimit, { body })).status).toBe(200)
    const { params, code } = await credited(5000)
    const asked = await takeBack(params, manager)
    expect([asked.body.item, asked.body.message]).toEqual([
      null,
      'Taking back Ksh\u00a05,000 waits for a second person.',
    ])
    expect(await due()).toBe(1500)
    const [waiting] = (await grace.call(listApprovals, { query: { state: 'open' } })).body
    expect(waiting).toMatchObject({
      act: 'reversal',
      shillings: 5000,
      about: `Receipt ${params.number}`,
      changes: [{ before: 1500, after: 6500 }],
    })
    // Asked for again, it is what waits already; with another reason it isn't the same.
    expect((await takeBack(params, manager)).body.waiting).toEqual(asked.body.waiting)
    const { body: expected } = await manager.call(previewTakeBack, { params })
    const other = { params, body: { reason: 'Another reason', expected } }
    expect((await manager.call(takeBackPayment, other)).body.code).toBe('already_waiting')
    const done = await grace.call(approve, { params: { id: String(waiting?.id) } })
    expect([done.status, await due()]).toEqual([200, 6500])
    expect((await grace.call(listDesk, {})).body[0]).toMatchObject({
      receipt: code,
      reason: 'wrong_account',
    })
    const off = { was: { limit: 1000 }, now: { limit: null } }
    await grace.call(changeApprovalLimit, { body: off })
  })

  test('it is refused without a known code, for cash, in another residence, and when something has changed', async () => {
    const { grace, manager } = books
    const { payer, credited, ledger } = await books.addPayer()
    await books.receiptless(payer, 400)
    const cash = await enter(grace, payer, { kind: 'cash', amount: 100 })
    const unnamed = (await ledger()).find(({ kind, amount }) => kind === 'push' && amount === -400)
    for (const number of [cash.body.receipt_number, unnamed?.receipt_number]) {
      const params = { number: number ?? '' }
      const { status, body } = await grace.call(previewTakeBack, { params })
      expect([status, body.code]).toEqual([409, 'not_a_credit'])
    }

    const { params } = await credited(300)
    const { owner: stranger } = await addResidence(books.server)
    expect((await stranger.call(previewTakeBack, { params })).status).toBe(404)

    const { body: expected } = await grace.call(previewTakeBack, { params })
    await credited(50)
    const late = await grace.call(takeBackPayment, { params, body: { reason, expected } })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    // Both have seen the same.
    const { body: seen } = await grace.call(previewTakeBack, { params })
    const taking = { params, body: { reason, expected: seen } }
    const both = await Promise.all(
      [grace, manager].map((staff) => staff.call(takeBackPayment, taking)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
