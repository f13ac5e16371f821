import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDesk } from '#contract/desk.ts'
import { sameCompany } from '../db/same-company.ts'
import { insertPayment } from '../ledger/queries.ts'
import { newAmount, openDesk, type TestDesk } from '../testing/desk.ts'
import { failedCallback, newReceipt, paidCallback, postTo } from '../testing/fake-daraja.ts'
import { addResidence } from '../testing/people.ts'
import { databases } from '../testing/server.ts'

const minutes = 60_000
const days = 24 * 60 * minutes

/** What M-Pesa reports of pushes otherwise than they were asked for, or not at all. */
describe.each(databases)('pushes on the desk of %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk.close())

  test('a push settled by a query, then reported with another amount: corrected, never both', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.receiptless(tenant, 1000)
    const code = newReceipt()
    await opened.paid(code, 900)
    const item = await desk.itemOf({ receipt: code, reason: 'differing_amount' })
    expect((await desk.detail(item)).acts).toEqual(['correct', 'dismiss'])
    expect((await desk.assign(item, tenant.account)).body.code).toBe('act_not_possible')
    const done = await desk.correct(item, 'Ksh 900 came, not 1,000')
    expect(done.body.message).toBe(`Ksh\u00a0100 taken back from ${tenant.full_name}.`)
    expect(await tenant.owed()).toBe(5600)
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: code })
    await opened.paid(code, 900)
    expect(await tenant.owed()).toBe(5600)
  })

  test.each(['1,500.00', 1500.5])(
    'a push settled by a query, then reported with the same shillings as %s: its receipt is attached',
    async (reported) => {
      const tenant = await desk.addTenant({ owes: 6500 })
      const opened = await desk.receiptless(tenant, 1500)
      const code = newReceipt()
      await opened.paid(code, reported)
      const item = await desk.itemOf({ receipt: code, reason: 'differing_amount' })
      const { acts, twins } = await desk.detail(item)
      expect(acts).toEqual(['attach', 'dismiss'])
      expect(twins).toHaveLength(1)
      const corrected = await desk.correct(item)
      expect([corrected.status, corrected.body.code]).toEqual([409, 'act_not_possible'])
      const done = await desk.attach(item, twins[0]?.payment_id)
      expect(done.body.message).toBe(`Receipt ${code} attached.`)
      expect(await opened.status()).toMatchObject({
        status: 'completed',
        amount: 1500,
        mpesa_receipt_number: code,
      })
      expect(await tenant.owed()).toBe(5000)
    },
  )

  test('such a receipt is attached to no other payment', async () => {
    const tenant = await desk.addTenant()
    const other = await desk.receiptless(tenant, 1600)
    const opened = await desk.receiptless(tenant, 1600)
    const code = newReceipt()
    await opened.paid(code, '1,600.00')
    const item = await desk.itemOf({ receipt: code, reason: 'differing_amount' })
    expect((await desk.detail(item)).twins).toHaveLength(1)
    const { id: payment_id } = await desk.db
      .selectFrom('payments')
      .where('request_id', '=', (await desk.rowOf(other)).id)
      .select('id')
      .executeTakeFirstOrThrow()
    const attached = await desk.attach(item, payment_id)
    expect([attached.status, attached.body.code]).toEqual([404, 'payment_not_found'])
  })

  test('a fraction less than what is counted is corrected to its whole shillings', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.receiptless(tenant, 1500)
    const code = newReceipt()
    await opened.paid(code, 1499.5)
    const done = await desk.correct(await desk.itemOf({ receipt: code }))
    expect(done.body.message).toBe(`Ksh\u00a01 taken back from ${tenant.full_name}.`)
    expect(await tenant.owed()).toBe(5001)
  })

  test('a push whose receipt staff credited to another account is never counted by a query', async () => {
    const payer = await desk.addTenant({ owes: 6500 })
    const other = await desk.addTenant({ owes: 6500 })
    const opened = await desk.push(payer, 1234)
    const item = await desk.addDeskItem('ROOM 5', 1234)
    await desk.assign(item, other.account)
    await opened.paid(item.receipt, 1234)
    expect(await desk.rowOf(opened)).toMatchObject({
      next_query_at: null,
      differing_amount_reported: false,
      receipt_used_elsewhere: true,
    })
    await desk.paidByQuery(opened)
    expect(await opened.status()).toMatchObject({ status: 'failed' })
    expect([await payer.owed(), await other.owed()]).toEqual([6500, 5266])
  })

  test('unmatched money becomes the push’s payment when its callback arrives', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.push(tenant, 500)
    const item = await desk.addDeskItem('ROOM 6', 499)
    await opened.paid(item.receipt, 499)
    expect(await desk.detail(item)).toMatchObject({
      reason: 'differing_amount',
      push: { amount: 500 },
    })
    await desk.assign(item, tenant.account)
    expect(await opened.status()).toMatchObject({ status: 'completed', amount: 499 })
    expect(await tenant.owed()).toBe(6001)
  })

  test('a push that a wrong credit completed stays so; its money goes to another account', async () => {
    const payer = await desk.addTenant({ owes: 6500 })
    const other = await desk.addTenant({ owes: 6500 })
    const opened = await desk.push(payer, 700)
    const code = newReceipt()
    await opened.paid(code, 650)
    const item = await desk.itemOf({ receipt: code })
    const { closed } = (await desk.assign(item, payer.account)).body.item
    expect(await payer.owed()).toBe(5850)
    expect((await desk.reverse(item, closed?.payment?.id)).status).toBe(200)
    expect(await payer.owed()).toBe(6500)
    await desk.assign(item, other.account)
    await opened.paid(code, 650)
    expect(await opened.status()).toMatchObject({ status: 'completed' })
    expect([await payer.owed(), await other.owed()]).toEqual([6500, 5850])
  })

  test('what was dismissed and counts by now is not reopened', async () => {
    const opened = await desk.push(await desk.addTenant(), 2828)
    const item = await desk.addDeskItem('DISMISSED', 2828)
    await desk.dismiss(item)
    await opened.paid(item.receipt, 2828)
    expect(await opened.status()).toMatchObject({ status: 'completed' })
    const reopened = await desk.reopen(item)
    expect([reopened.status, reopened.body]).toMatchObject([
      409,
      { code: 'already_counted', message: 'This payment has already been counted.' },
    ])
  })

  test('a receipt reported for two pushes in one moment: acting on the item that was left ends its push', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const left = await desk.push(tenant, 3434)
    const paid = await desk.push(tenant, 3535)
    const code = newReceipt()
    await left.paid(code, 3535)
    const item = await desk.itemOf({ receipt: code })
    // The other callback comes on another node, in whose transaction this item isn't there yet.
    const setReceipt = (receipt: string) =>
      desk.db.updateTable('desk_items').set({ receipt }).where('id', '=', item.id).execute()
    await setReceipt('HIDDEN0001')
    await paid.paid(code, 3535)
    await setReceipt(code)
    expect(await left.status()).toMatchObject({ status: 'processing' })
    expect((await desk.assign(item, tenant.account)).body.code).toBe('already_counted')
    expect(await left.status()).toMatchObject({ status: 'completed' })
    expect(await tenant.owed()).toBe(2965)
  })

  test('a receipt that waits for one push and then counts for another: nobody forgets the first', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    // The first counts without a receipt: the money may count twice.
    const first = await desk.receiptless(tenant, 3030)
    const second = await desk.push(tenant, 3131)
    const code = newReceipt()
    await first.paid(code, 3131)
    const waits = await desk.itemOf({ receipt: code, reason: 'differing_amount' })
    await second.paid(code, 3131)
    expect(await second.status()).toMatchObject({ mpesa_receipt_number: code })
    expect((await desk.detail(waits)).closed).toMatchObject({ outcome: 'by_itself' })
    const twice = await desk.itemOf({ receipt: code, reason: 'counted_twice' })
    expect(twice.push).toMatchObject({ amount: 3030 })
    expect((await desk.correct(twice)).status).toBe(200)
    expect(await tenant.owed()).toBe(6500 - 3131)

    // The first doesn't count yet: it ends as it would if the receipt had counted before.
    const third = await desk.push(tenant, 3232)
    const fourth = await desk.push(tenant, 3333)
    const another = newReceipt()
    await third.paid(another, 3333)
    expect(await third.status()).toMatchObject({ status: 'processing' })
    await fourth.paid(another, 3333)
    expect(await fourth.status()).toMatchObject({ status: 'completed' })
    expect(await third.status()).toMatchObject({ status: 'completed', mpesa_receipt_number: 'N/A' })
    expect(await tenant.owed()).toBe(6500 - 3131 - 3333)
  })

  test('a callback of success without an amount is left to the query', async () => {
    const opened = await desk.push(await desk.addTenant(), 77)
    const { Body } = paidCallback(opened.darajaId, newReceipt(), 77)
    const Item = Body.stkCallback.CallbackMetadata.Item.filter(({ Name }) => Name !== 'Amount')
    await opened.callback({
      Body: { stkCallback: { ...Body.stkCallback, CallbackMetadata: { Item } } },
    })
    expect(await opened.status()).toMatchObject({ status: 'processing' })
  })

  test('a push paid with a fraction is credited in whole shillings too', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.push(tenant, 100)
    const code = newReceipt()
    await opened.paid(code, 100.5)
    const what = { receipt: code, reason: 'differing_amount', amount: '100.5' } as const
    const item = await desk.itemOf(what)
    expect((await desk.assign(item, tenant.account, 100)).status).toBe(200)
    expect(await opened.status()).toMatchObject({ status: 'completed', amount: 100 })
    expect(await tenant.owed()).toBe(6400)
  })

  test('credited to another account: a repeated event does not complete the push', async () => {
    const opened = await desk.push(await desk.addTenant(), 100)
    const other = await desk.addTenant()
    const code = newReceipt()
    await opened.paid(code, 60)
    const item = await desk.itemOf({ receipt: code })
    expect((await desk.assign(item, other.account)).status).toBe(200)
    const failed = {
      status: 'failed',
      result_desc: 'The office has credited it to another account.',
    }
    expect(await opened.status()).toMatchObject(failed)
    await opened.paid(code, 60)
    await opened.paid(code, 100)
    expect(await opened.status()).toMatchObject(failed)
  })

  test('another amount than asked for is credited by staff, and its push is completed', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.push(tenant, 100)
    const code = newReceipt()
    await opened.paid(code, 90)
    const item = await desk.itemOf({ receipt: code })
    expect(await opened.status()).toMatchObject({ status: 'processing', at_desk: true })
    expect(item).toMatchObject({
      reason: 'differing_amount',
      push: { amount: 100, status: 'processing' },
      account: { account_number: tenant.account, full_name: tenant.full_name },
    })
    await desk.assign(item, tenant.account)
    // The amount that was paid, not the one that was asked for.
    expect(await opened.status()).toMatchObject({
      status: 'completed',
      mpesa_receipt_number: code,
      amount: 90,
      at_desk: false,
    })
    expect(await tenant.owed()).toBe(6410)
    await opened.paid(code, 90)
    expect(await tenant.owed()).toBe(6410)
  })

  test('another amount than asked for, dismissed: the push fails and nothing is credited', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.push(tenant, 100)
    const code = newReceipt()
    await opened.paid(code, 1)
    await desk.dismiss(await desk.itemOf({ receipt: code }))
    expect(await opened.status()).toMatchObject({ status: 'failed' })
    expect(await tenant.owed()).toBe(6500)
  })

  test('pushes with an unknown code or no result become items after 48 hours; staff confirm or dismiss', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const odd = await desk.push(tenant, newAmount())
    const silent = await desk.push(tenant, newAmount())
    const never = await desk.push(tenant, newAmount())
    await odd.callback(failedCallback(odd.darajaId, 7777, 'Something new'))
    expect(await odd.status()).toMatchObject({ status: 'processing' })
    await desk.later(2 * days + 20 * minutes, tenant)
    const find = async (opened: typeof odd) => {
      const { amount } = await desk.rowOf(opened)
      return (await desk.listOpen()).find((item) => item.push?.amount === amount)
    }
    // Twenty at a time.
    for (let ticks = 0; ticks < 10 && !(await find(never)); ticks++) {
      await desk.server.running.followUp.tick()
    }
    const items = [await find(odd), await find(silent), await find(never)]
    expect(items).toMatchObject([
      {
        reason: 'unknown_code',
        push: { unknown_code: '7777', unknown_desc: 'Something new' },
      },
      { reason: 'silent' },
      { reason: 'silent' },
    ])
    const [oddItem, silentItem, neverItem] = items

    const confirmed = await desk.confirm(silentItem, 'Seen on the statement')
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.item.closed?.payment).toMatchObject({
      receipt_number: expect.stringMatching(/^R\d{6}$/),
      account: { account_number: tenant.account },
    })
    expect(await silent.status()).toMatchObject({
      status: 'completed',
      mpesa_receipt_number: 'N/A',
    })
    const left = 6500 - (silentItem?.push?.amount ?? 0)
    expect(await tenant.owed()).toBe(left)

    const oddAmount = oddItem?.push?.amount ?? 0
    await desk.dismiss(oddItem, 'Not ours')
    expect(await odd.status()).toMatchObject({ status: 'failed' })
    // A verified success wins even then.
    await odd.paid(newReceipt(), oddAmount)
    expect(await odd.status()).toMatchObject({ status: 'completed' })
    expect((await desk.reopen(oddItem)).body).toMatchObject({ code: 'already_counted' })

    await never.callback(failedCallback(never.darajaId, 1032, 'Request cancelled by user'))
    expect(await never.status()).toMatchObject({ status: 'cancelled' })
    expect((await desk.detail(neverItem)).closed).toMatchObject({ outcome: 'by_itself' })
    expect(await tenant.owed()).toBe(left - oddAmount)
  })

  test('a receipt counted for a push with the same id in another residence is not this push’s', async () => {
    const opened = await desk.push(await desk.addTenant(), 320)
    const { id: request_id } = await desk.rowOf(opened)
    const { company_id, user_id, account } = await addResidence(desk.server)
    await sql`insert into payment_requests (company_id, id, checkout_request_id, callback_token,
        starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
        wire_reference, description, phone, amount, initiated_at)
      overriding system value
      values (${company_id}, ${request_id}, 'same', 'same', ${company_id}, ${user_id}, ${user_id},
        'rent', ${account}, ${account}, 'Rent', '254712345678', 320, now())`.execute(desk.db)
    const code = newReceipt()
    const payment = { company_id, user_id, request_id, amount: 320, paid_at: desk.now() }
    await insertPayment(desk.db, { ...payment, purpose: 'rent', kind: 'push' }, code)
    await opened.paid(code, 320)
    expect(await opened.status()).toMatchObject({
      status: 'failed',
      result_desc: 'The office has credited it to another account.',
    })
  })

  test('money that waits here and is then reported for a push of another residence waits there', async () => {
    const { company_id, user_id, account, owner } = await addResidence(desk.server)
    await desk.db
      .insertInto('payment_requests')
      .values({
        ...{ company_id, starter_company_id: company_id, starter_user_id: user_id },
        ...{ account_user_id: user_id, purpose: 'rent', account_reference: account },
        ...{ wire_reference: account, checkout_request_id: 'elsewhere' },
        ...{ callback_token: 'elsewhere', description: 'Rent', phone: '254712345678' },
        ...{ amount: 340, initiated_at: desk.now() },
      })
      .execute()
    const tenant = await desk.addTenant()
    await desk.push(tenant, 341)
    const item = await desk.addDeskItem('ELSEWHERE', 330)
    const path = new URL(desk.daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    const there = path.replace(/\/\d+\/[^/]+$/, `/${company_id}/elsewhere`)
    const body = paidCallback('ws_CO_elsewhere', item.receipt, 330)
    expect((await postTo(desk.server, there, body)).status).toBe(200)
    expect((await owner.call(listDesk, {})).body).toMatchObject([
      { receipt: item.receipt, reason: 'differing_amount', amount: '330' },
    ])
    expect((await desk.detail(item)).closed).toMatchObject({
      outcome: 'by_itself',
      by: null,
      payment: null,
      note: 'M-Pesa has since reported that this money is for a payment in another residence. Its staff will deal with it.',
    })
    expect((await desk.assign(item, tenant.account)).body.code).toBe('already_closed')
  })

  test('no action of staff leaves a push open', async () => {
    const tenant = await desk.addTenant()
    const other = await desk.addTenant()
    for (const does of [
      (item: { id: number }) => desk.assign(item, tenant.account),
      (item: { id: number }) => desk.assign(item, other.account),
      (item: { id: number }) => desk.dismiss(item),
    ]) {
      const opened = await desk.push(tenant, 200)
      const code = newReceipt()
      await opened.paid(code, 190)
      expect((await does(await desk.itemOf({ receipt: code }))).status).toBe(200)
      expect((await opened.status()).status).not.toBe('processing')
    }
    const open = await desk.db
      .selectFrom('desk_items')
      .innerJoin('payment_requests', sameCompany('payment_requests.id', 'desk_items.request_id'))
      .where('desk_items.closed_at', 'is not', null)
      .where('payment_requests.status', '=', 'processing')
      .select('desk_items.id')
      .execute()
    expect(open).toEqual([])
  })
})
