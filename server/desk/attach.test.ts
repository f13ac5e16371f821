import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findVoucher, listVouchers } from '#contract/wifi.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { newAmount, openDesk, type TestDesk } from '../testing/desk.ts'
import { newReceipt } from '../testing/fake-daraja.ts'
import { databases } from '../testing/server.ts'

/** M-Pesa codes that staff attach to payments that count without one. */
describe.each(databases)('attaching a code on %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk.close())

  const twinsOf = async (item: { id: number }) =>
    (await desk.detail(item)).twins.map(({ payment_id }) => payment_id)

  test('a possible duplicate is attached to the payment without a receipt: nothing is credited', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.receiptless(tenant, 130)
    const item = await desk.addTwin(tenant, 130)
    const { twins } = await desk.detail(item)
    expect(twins).toMatchObject([{ account: { account_number: tenant.account } }])
    expect((await desk.attach(item, 999_999)).body.code).toBe('payment_not_found')
    expect((await desk.attach(item, twins[0]?.payment_id)).status).toBe(200)
    expect(await tenant.owed()).toBe(6370)
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: item.receipt })
  })

  test('a code that was attached to the wrong bundle finds no wifi code once it is taken off', async () => {
    const price = 100
    const tenant = await desk.addTenant()
    const opened = await desk.receiptless(tenant, price, 'package_100')
    const item = await desk.addDeskItem('NOBODY', price)
    const voucher = async () => (await tenant.call(listVouchers, {})).body[0]
    const find = async () =>
      (await tenant.call(findVoucher, { body: { reference: item.receipt } })).body.voucher
    const [payment_id] = await twinsOf(item)
    await desk.attach(item, payment_id)
    const bought = await voucher()
    expect([bought?.mpesa_receipt_number, (await find())?.id]).toEqual([item.receipt, bought?.id])
    expect((await desk.reverse(item, payment_id)).status).toBe(200)
    expect(await voucher()).toMatchObject({ id: bought?.id, mpesa_receipt_number: 'N/A' })
    expect((await find())?.mpesa_receipt_number).not.toBe(item.receipt)
    const own = newReceipt()
    await opened.paid(own, price)
    expect(await voucher()).toMatchObject({ id: bought?.id, mpesa_receipt_number: own })
  })

  test('taken back where the payment is found, an attached code is taken off as it is at the desk', async () => {
    const amount = newAmount()
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.receiptless(tenant, amount)
    const item = await desk.addDeskItem('NOBODY', amount)
    const [payment_id = 0] = await twinsOf(item)
    await desk.attach(item, payment_id)
    const ofReceipt = { params: { number: receiptNumber(payment_id) } }
    const { body: expected } = await desk.grace.call(previewTakeBack, ofReceipt)
    expect(expected.accounts).toMatchObject([{ amount: 0, receipt: { change: 'replaced' } }])
    const body = { reason: 'Brian’s money', expected }
    const taken = await desk.grace.call(takeBackPayment, { ...ofReceipt, body })
    expect(taken.body).toMatchObject({
      message: 'The M-Pesa code is off this payment. It’s on the desk now.',
      item: item.id,
    })
    expect(await tenant.owed()).toBe(6500 - amount)
    expect(await opened.status()).toMatchObject({
      ...{ status: 'completed', mpesa_receipt_number: 'N/A' },
    })
    const { history, closed, reason } = await desk.detail(item)
    expect([history.map((one) => one.act), closed, reason]).toEqual([
      ['attach', 'detach'],
      null,
      'unmatched',
    ])
  })

  test('attached to the wrong payment: that counts as before, and the money waits again', async () => {
    const amount = newAmount()
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.receiptless(tenant, amount)
    const stray = await desk.addDeskItem('NOBODY', amount)
    const detach = (payment_id: number) => desk.reverse(stray, payment_id, 'Brian’s money')
    let [payment_id = 0] = await twinsOf(stray)
    for (let round = 0; round < 2; round++) {
      expect((await desk.attach(stray, payment_id)).status).toBe(200)
      // Two people at once, and somebody later.
      const both = await Promise.all([detach(payment_id), detach(payment_id)])
      const done = both.find(({ status }) => status === 200)
      expect(done?.body.item).toMatchObject({ closed: null })
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await detach(payment_id)).body.code).toBe('already_reversed')
      expect(await tenant.owed()).toBe(6500 - amount)
      expect(await opened.status()).toMatchObject({
        status: 'completed',
        mpesa_receipt_number: 'N/A',
      })
      const [again = 0, ...others] = await twinsOf(stray)
      expect([again > payment_id, others]).toEqual([true, []])
      payment_id = again
    }
    const { history } = await desk.detail(stray)
    expect(history.map((event) => event.act)).toEqual(['attach', 'detach', 'attach', 'detach'])
    expect(history.at(-1)).toMatchObject({
      note: 'Brian’s money',
      payments: [{ amount, receipt_number: receiptNumber(payment_id) }],
    })

    // The push's own receipt comes, and completes what replaces the payment; the other money counts for itself.
    const own = newReceipt()
    await opened.paid(own, amount)
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: own })
    expect(await tenant.owed()).toBe(6500 - amount)
    await desk.assign(stray, tenant.account)
    expect(await tenant.owed()).toBe(6500 - 2 * amount)
  })

  test('attached to the wrong payment while its own receipt counted twice: that is open again', async () => {
    const amount = newAmount()
    const tenant = await desk.addTenant()
    const opened = await desk.receiptless(tenant, amount)
    const credited = await desk.addDeskItem('NOBODY', amount)
    const stray = await desk.addDeskItem('NOBODY', amount)
    await desk.assign(credited, tenant.account)
    await opened.paid(credited.receipt, amount)
    const isOpen = async () =>
      (await desk.listOpen()).some(
        ({ reason, push }) => reason === 'counted_twice' && push?.amount === amount,
      )
    expect(await isOpen()).toBe(true)
    const [payment_id] = await twinsOf(stray)
    await desk.attach(stray, payment_id)
    expect(await isOpen()).toBe(false)
    await desk.reverse(stray, payment_id)
    expect(await isOpen()).toBe(true)
  })

  test('attaching and the delayed callback at once: one succeeds, without a deadlock', async () => {
    for (let round = 0; round < 8; round++) {
      const tenant = await desk.addTenant({ owes: 6500 })
      const opened = await desk.receiptless(tenant, 400)
      const item = await desk.addTwin(tenant, 400)
      const [payment_id] = await twinsOf(item)
      const [attached, callback] = await Promise.all([
        desk.attach(item, payment_id),
        opened.paid(item.receipt, 400),
      ])
      expect([200, 404, 409]).toContain(attached.status)
      expect(callback.status).toBe(200)
      expect(await tenant.owed()).toBe(6100)
      expect(await opened.status()).toMatchObject({ mpesa_receipt_number: item.receipt })
    }
  })

  test('credited by hand while M-Pesa reports it for a push that counts: the desk shows it either way', async () => {
    const tenant = await desk.addTenant()
    for (let round = 0; round < 8; round++) {
      const opened = await desk.receiptless(tenant, newAmount())
      const item = await desk.addDeskItem('NOBODY', '900.00')
      const [assigned, callback] = await Promise.all([
        desk.assign(item, tenant.account),
        opened.paid(item.receipt, 900),
      ])
      expect([200, 409]).toContain(assigned.status)
      expect(callback.status).toBe(200)
      const shown = (await desk.listOpen()).filter((one) => one.receipt === item.receipt)
      expect(shown).toHaveLength(1)
    }
  })

  test('an item closes by itself when M-Pesa settles its receipt meanwhile', async () => {
    const tenant = await desk.addTenant()
    const opened = await desk.receiptless(tenant, 140)
    const item = await desk.addTwin(tenant, 140)
    await opened.paid(item.receipt, 140)
    expect((await desk.detail(item)).closed).toMatchObject({ outcome: 'by_itself', by: null })
    expect((await desk.assign(item, tenant.account)).body).toMatchObject({
      code: 'already_closed',
      message: 'M-Pesa has settled this in the meantime.',
    })
  })
})
