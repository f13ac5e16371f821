import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, changeApprovalLimit, listApprovals } from '#contract/approvals.ts'
import { assignDeskItem, listDesk } from '#contract/desk.ts'
import { enterByHand, previewEntry } from '#contract/entries.ts'
import { initiatePush } from '#contract/payments.ts'
import { getReceipt } from '#contract/receipts.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { dayOf } from '#rules/calendar.ts'
import { applyResult, NO_PAYMENT_DETAILS } from '../payments/settle.ts'
import { act } from '../testing/desk.ts'
import { newReceipt } from '../testing/fake-daraja.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
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
    const { account, confirm, credited, due, itemOf, ledger, othersAccount, takeBack } = books
    const { grace, brian } = books.people()
    const before = await due()
    const othersDue = await due(brian)
    const { code, params } = await credited(700)
    expect(await due()).toBe(before - 700)
    const look = await grace.call(previewTakeBack, { params })
    expect([look.status, look.body.accounts]).toEqual([
      200,
      [
        expect.objectContaining({
          account_number: account,
          amount: -700,
          before: before - 700,
          after: before,
          receipt: { change: 'void', number: params.number },
        }),
      ],
    ])
    expect(await due()).toBe(before - 700)

    const taken = await takeBack(params)
    expect([taken.status, taken.body.message]).toEqual([
      200,
      'Ksh\u00a0700 taken back. It’s on the desk now.',
    ])
    expect(await due()).toBe(before)
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

    await confirm(code, account, 700)
    expect(await due()).toBe(before)
    const again = await grace.call(previewTakeBack, { params })
    expect([again.status, again.body.code]).toEqual([409, 'already_reversed'])

    const account_number = await othersAccount()
    await act(grace, assignDeskItem, { params: ofItem, body: { account_number } })
    expect([await due(), await due(brian)]).toEqual([before, othersDue - 700])
  })

  test('a push is taken back too, and its repeated callback does not credit it again', async () => {
    const { account, confirm, due, itemOf, numberOf, takeBack, daraja } = books
    const { grace } = books.people()
    const before = await due()
    const report = await books.push('0748000001', 900)
    const code = newReceipt()
    await report(code)
    expect(await due()).toBe(before - 900)
    const { params } = await numberOf(code)
    const { item } = (await takeBack(params)).body
    expect(await due()).toBe(before)
    await report(code)
    await confirm(code, daraja.pushes.at(-1)?.AccountReference ?? '', 900)
    expect(await due()).toBe(before)
    const { params: ofItem, detail } = await itemOf(item)
    expect(detail).toMatchObject({ reason: 'wrong_account', reference: null, closed: null })
    // It was right after all.
    const done = await act(grace, assignDeskItem, {
      params: ofItem,
      body: { account_number: account },
    })
    expect([done.status, await due()]).toEqual([200, before - 900])
    await report(code)
    expect(await due()).toBe(before - 900)
    // The desk’s own undo and this one are the same.
    expect((await takeBack((await numberOf(code)).params)).body.item).toBe(item)
    expect(await due()).toBe(before)
  })

  test('above the limit it waits for a second person', async () => {
    const { credited, due, takeBack } = books
    const { grace, manager } = books.people()
    const body = { was: { limit: null }, now: { limit: 1000 } }
    expect((await grace.call(changeApprovalLimit, { body })).status).toBe(200)
    const { params, code } = await credited(5000)
    const before = await due()
    const asked = await takeBack(params, manager)
    expect([asked.body.item, asked.body.message]).toEqual([
      null,
      'Taking back Ksh\u00a05,000 waits for a second person.',
    ])
    expect(await due()).toBe(before)
    const [waiting] = (await grace.call(listApprovals, { query: { state: 'open' } })).body
    expect(waiting).toMatchObject({
      act: 'reversal',
      shillings: 5000,
      about: `Receipt ${params.number}`,
      changes: [{ before, after: before + 5000 }],
    })
    // Asked for again, it is what waits already; with another reason it isn't the same.
    expect((await takeBack(params, manager)).body.waiting).toEqual(asked.body.waiting)
    const { body: expected } = await manager.call(previewTakeBack, { params })
    const other = { params, body: { reason: 'Another reason', expected } }
    expect((await manager.call(takeBackPayment, other)).body.code).toBe('already_waiting')
    const done = await grace.call(approve, { params: { id: String(waiting?.id) } })
    expect([done.status, await due()]).toEqual([200, before + 5000])
    expect((await grace.call(listDesk, {})).body[0]).toMatchObject({
      receipt: code,
      reason: 'wrong_account',
    })
    const off = { was: { limit: 1000 }, now: { limit: null } }
    await grace.call(changeApprovalLimit, { body: off })
  })

  test('it is refused without a known code, for cash, in another residence, and when something has changed', async () => {
    const { account, credited, id, ledger, server } = books
    const { grace, manager, amina } = books.people()
    const { context } = server.running
    const body = { phone_number: '0748000009', amount: 400, account_reference: account }
    expect((await amina.call(initiatePush, { body })).status).toBe(200)
    const push = await context.db
      .selectFrom('payment_requests')
      .where('phone', '=', '254748000009')
      .select('id')
      .executeTakeFirstOrThrow()
    const told = { via: 'query', code: '0', description: 'Done', ...NO_PAYMENT_DETAILS } as const
    await applyResult(context, 1, push.id, told)
    const entry = { kind: 'cash', amount: 100, on: dayOf(new Date(books.now())) } as const
    const { body: effect } = await grace.call(previewEntry, { params: { id }, body: entry })
    const sent = { entry, submission_id: crypto.randomUUID(), expected: effect }
    const cash = await grace.call(enterByHand, { params: { id }, body: sent })
    const unnamed = (await ledger()).find(({ kind, amount }) => kind === 'push' && amount === -400)
    for (const number of [cash.body.receipt_number, unnamed?.receipt_number]) {
      const params = { number: number ?? '' }
      const { status, body } = await grace.call(previewTakeBack, { params })
      expect([status, body.code]).toEqual([409, 'not_a_credit'])
    }

    const { params } = await credited(300)
    const other = await addCompany(context.db)
    await addPerson(context.db, other, 'owner@other.example', { is_staff: true })
    const stranger = await server.signIn('owner@other.example', password)
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
