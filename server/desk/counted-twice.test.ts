import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReceipt } from '#contract/receipts.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { listTransactions } from '#contract/transactions.ts'
import { previewTakenByMpesa, takeBackForMpesa } from '#contract/wrong-account.ts'
import { insertPayment } from '../ledger/queries.ts'
import { newAmount, openDesk, type TestDesk } from '../testing/desk.ts'
import { newReceipt } from '../testing/fake-daraja.ts'
import { databases } from '../testing/server.ts'

/** Money on the wrong account, on no account, or on two, until staff have put it right. */
describe.each(databases)('credits taken back and money counted twice on %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk.close())

  const openTwice = async (...codes: string[]) =>
    (await desk.listOpen()).filter(
      ({ reason, receipt }) => reason === 'counted_twice' && codes.includes(receipt ?? ''),
    )

  test('the same money credited by staff and by a query is detected and corrected', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.receiptless(tenant, 1111)
    const duplicate = await desk.addTwin(tenant, 1111)
    await desk.assign(duplicate, tenant.account)
    expect(await tenant.owed()).toBe(6500 - 2222)
    await opened.paid(duplicate.receipt, 1111)
    await opened.paid(duplicate.receipt, 1111)
    const found = await openTwice(duplicate.receipt)
    expect(found).toHaveLength(1)
    expect((await desk.correct(found[0])).status).toBe(200)
    expect(await tenant.owed()).toBe(6500 - 1111)
  })

  test('after a correction of money counted twice, other money for the push counts', async () => {
    const payer = await desk.addTenant({ owes: 6500 })
    const other = await desk.addTenant()
    const opened = await desk.receiptless(payer, 2222)
    const item = await desk.addDeskItem('ROOM 9', 2222)
    const credit = await desk.assign(item, other.account)
    await opened.paid(item.receipt, 2222)
    const [twice] = await openTwice(item.receipt)
    expect((await desk.correct(twice)).status).toBe(200)
    expect(await payer.owed()).toBe(6500)
    await desk.paidByQuery(opened)
    expect(await payer.owed()).toBe(6500)

    // The other credit was wrong after all: what M-Pesa then reports again belongs to the push.
    const reversed = await desk.reverse(item, credit.body.item.closed?.payment?.id)
    expect(reversed.status).toBe(200)
    await opened.paid(item.receipt, 2222)
    expect(await payer.owed()).toBe(6500 - 2222)
    expect((await desk.listOpen()).filter((one) => one.receipt === item.receipt)).toEqual([])

    await opened.paid(newReceipt(), 2222)
    expect(await payer.owed()).toBe(6500 - 4444)
  })

  test('M-Pesa takes back the other credit: the money counts once, and nobody has to decide', async () => {
    const payer = await desk.addTenant({ owes: 6500 })
    const other = await desk.addTenant({ owes: 6500 })
    const opened = await desk.receiptless(payer, 2345)
    const item = await desk.addDeskItem('ROOM 9', 2345)
    const credit = await desk.assign(item, other.account)
    await opened.paid(item.receipt, 2345)
    const [twice] = await openTwice(item.receipt)
    const params = { number: credit.body.item.closed?.payment?.receipt_number ?? '' }
    const { body: expected } = await desk.grace.call(previewTakenByMpesa, { params })
    const body = { reason: 'The payer asked M-Pesa for it', expected }
    expect((await desk.grace.call(takeBackForMpesa, { params, body })).status).toBe(200)
    expect([await payer.owed(), await other.owed()]).toEqual([6500 - 2345, 6500])
    expect(await openTwice(item.receipt)).toEqual([])
    expect((await desk.detail(twice)).closed).toMatchObject({
      outcome: 'by_itself',
      note: 'The other credit was taken back, so this money is now counted only once.',
    })
  })

  test('a credit to the wrong account is taken back once, and credited to the right one', async () => {
    const payer = await desk.addTenant({ owes: 6500 })
    const other = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem('BRAIN', 4321)
    const wrong = (await desk.assign(item, other.account)).body.item.closed?.payment
    expect(await other.owed()).toBe(2179)
    expect((await desk.reverse(item, wrong?.id, ' ')).body.fields).toEqual({
      note: 'Please say why.',
    })

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.reverse(item, wrong?.id)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    for (const { status, body } of answers) {
      expect(body).toMatchObject(
        status === 200
          ? {
              message: 'Ksh\u00a04,321 taken back. It’s back on the desk.',
              item: { closed: null },
            }
          : { code: 'already_reversed' },
      )
    }
    expect(await other.owed()).toBe(6500)
    const { matched_payments } = (await other.call(getPaymentSummary, {})).body
    const number = wrong?.receipt_number ?? ''
    const void_ = matched_payments.find(({ receipt_number }) => receipt_number === number)
    expect(void_).toMatchObject({ transaction_id: item.receipt, amount: 4321, voided: true })
    expect(matched_payments).toContainEqual(
      expect.objectContaining({
        amount: -4321,
        kind: 'correction',
        takes_back: true,
        voided: false,
      }),
    )
    const voided = { at: expect.any(String), reason: 'Of another tenant' }
    expect((await other.call(getReceipt, { params: { number } })).body).toMatchObject({
      number,
      amount: 4321,
      voided,
    })
    const listed = (await other.call(listTransactions, {})).body
    expect(listed).toMatchObject([
      { amount: -4321, transaction_desc: 'Payment taken back', voided: false },
      { amount: 4321, receipt_number: number, voided: true },
    ])
    const correction = listed[0]?.receipt_number ?? ''
    const opposite = await other.call(getReceipt, { params: { number: correction } })
    expect(opposite.body).toMatchObject({ voids: number, voided: null, amount: -4321 })

    // Open as before, until it is credited to the right account; then the first request comes again.
    expect(await desk.itemOf({ receipt: item.receipt })).toMatchObject({
      id: item.id,
      reason: 'unmatched',
    })
    const right = (await desk.assign(item, payer.account)).body.item.closed?.payment
    expect(await payer.owed()).toBe(2179)
    expect((await desk.reverse(item, wrong?.id)).body.code).toBe('already_reversed')
    expect(await payer.owed()).toBe(2179)
    const receiptOfRight = { params: { number: right?.receipt_number ?? '' } }
    expect((await payer.call(getReceipt, receiptOfRight)).body).toMatchObject({
      mpesa_receipt_number: item.receipt,
      voided: null,
    })
    const to = (account_number: string) => ({ amount: 4321, account: { account_number } })
    expect((await desk.detail(item)).history).toMatchObject([
      { act: 'assign', payments: [{ receipt_number: number, ...to(other.account) }] },
      { act: 'reverse', note: 'Of another tenant', payments: [to(other.account)] },
      { act: 'assign', payments: [to(payer.account)] },
    ])
    await desk.report(payer.account, 4321, {}, item.receipt)
    expect(await payer.owed()).toBe(2179)
  })

  test('a receipt whose credit was taken back counts once when its push is reported', async () => {
    for (let round = 0; round < 4; round++) {
      const payer = await desk.addTenant({ owes: 6500 })
      const other = await desk.addTenant({ owes: 6500 })
      const opened = await desk.push(payer, 640)
      const item = await desk.addDeskItem('HIS', 640)
      const { closed } = (await desk.assign(item, other.account)).body.item
      await desk.reverse(item, closed?.payment?.id)
      await Promise.all([
        opened.paid(item.receipt, 640),
        opened.paid(item.receipt, 640),
        ...(round > 0 ? [desk.assign(item, payer.account), desk.assign(item, payer.account)] : []),
      ])
      expect(await opened.status()).toMatchObject({ status: 'completed' })
      expect([await payer.owed(), await other.owed()]).toEqual([5860, 6500])
    }
  })

  test('what is not a credit is not taken back, and the database refuses unequal reversals', async () => {
    const item = await desk.addDeskItem('NO CREDIT', 51)
    expect((await desk.reverse(item)).body.code).toBe('already_reversed')
    expect((await desk.dismiss(item)).status).toBe(200)
    expect((await desk.reverse(item)).body.code).toBe('already_reversed')

    const { id: user_id, account } = await desk.addTenant()
    const credits: number[] = []
    for (const typed of ['REVERSED', 'KEPT']) {
      const credited = await desk.addDeskItem(typed, 4321)
      const { closed } = (await desk.assign(credited, account)).body.item
      const id = closed?.payment?.id ?? 0
      credits.push(id)
      if (typed === 'REVERSED') await desk.reverse(credited, id)
    }
    const reversalOf = (reverses_payment_id: number | undefined, amount: number) => ({
      ...({ company_id: 1, purpose: 'rent', kind: 'correction', reason: 'Twice', amount } as const),
      ...{ paid_at: desk.now(), entered_by: 1, user_id, reverses_payment_id },
    })
    const refused = (index: number, amount: number) =>
      expect(insertPayment(desk.db, reversalOf(credits[index], amount), null)).rejects
    await refused(0, -4321).toThrow(/unique|duplicate/)
    await refused(1, -4320).toThrow(/opposite/)
  })

  /** A push that counts without a receipt, whose receipt staff have credited to somebody else. */
  async function countedTwice() {
    const amount = newAmount()
    const payer = await desk.addTenant({ owes: 9000 })
    const other = await desk.addTenant({ owes: 9000 })
    const opened = await desk.receiptless(payer, amount)
    const item = await desk.addDeskItem('TWICE', amount)
    const { closed } = (await desk.assign(item, other.account)).body.item
    return {
      ...{ amount, payer, other, opened, item, credit: closed?.payment?.id },
      report: () => opened.paid(item.receipt, amount),
      twice: () => openTwice(item.receipt),
      /** How often it counts on the two accounts. */
      counted: async () =>
        [9000 - (await payer.owed()), 9000 - (await other.owed())].map((paid) => paid / amount),
    }
  }

  test('money counts twice only while both count: the item closes and opens with the other credit', async () => {
    const { item, credit, other, report, twice, counted } = await countedTwice()
    await report()
    expect(await counted()).toEqual([1, 1])
    const [doubled] = await twice()
    expect((await desk.reverse(item, credit)).status).toBe(200)
    expect(await counted()).toEqual([1, 0])
    const note = 'The other credit was taken back, so this money is now counted only once.'
    expect((await desk.detail(doubled)).closed).toMatchObject({
      outcome: 'by_itself',
      by: null,
      note,
    })
    const late = await desk.correct(doubled)
    expect([late.status, late.body]).toMatchObject([409, { code: 'already_closed', message: note }])
    expect((await desk.itemOf({ receipt: item.receipt })).id).toBe(item.id)

    const again = await desk.assign(item, other.account)
    expect(await twice()).toMatchObject([{ id: doubled?.id, closed: null }])
    expect((await desk.dismiss(doubled)).status).toBe(200)
    await desk.reverse(item, again.body.item.closed?.payment?.id)
    const reopened = await desk.reopen(doubled)
    expect([reopened.status, reopened.body]).toMatchObject([
      409,
      {
        code: 'nothing_to_correct',
        message: 'This money is now counted only once, so there is nothing left to correct.',
      },
    ])
    // What staff have dismissed stays so, until they open it again.
    await desk.assign(item, other.account)
    expect(await twice()).toEqual([])
    expect((await desk.reopen(doubled)).status).toBe(200)
    expect((await desk.correct(doubled)).status).toBe(200)
    expect(await counted()).toEqual([0, 1])
    await report()
    expect(await twice()).toEqual([])
    expect(await counted()).toEqual([0, 1])
  })

  test('correcting, taking back and M-Pesa’s report at once: the money counts once or waits', async () => {
    for (let round = 0; round < 6; round++) {
      const { item, credit, opened, report, twice, counted } = await countedTwice()
      if (round % 2 === 0) await report()
      const [doubled] = await twice()
      const [back, corrected] = await Promise.all([
        desk.reverse(item, credit),
        doubled ? desk.correct(doubled) : report(),
      ])
      expect(back.status).toBe(200)
      expect([200, 409]).toContain(corrected.status)
      const isCorrected = doubled && corrected.status === 200
      expect(await counted()).toEqual([isCorrected ? 0 : 1, 0])
      expect(await twice()).toEqual([])
      const waits = (await desk.listOpen()).some((one) => one.receipt === item.receipt)
      const { mpesa_receipt_number } = await opened.status()
      expect(waits).toBe(mpesa_receipt_number !== item.receipt)
    }
  })

  test('another receipt of the push that is credited elsewhere opens an item of its own', async () => {
    const { amount, opened, report, twice, counted, other, item } = await countedTwice()
    await report()
    await desk.dismiss((await twice())[0])
    await report()
    expect(await twice()).toEqual([])
    const second = await desk.addDeskItem('TWICE AGAIN', amount)
    await desk.assign(second, other.account)
    await opened.paid(second.receipt, amount)
    await opened.paid(second.receipt, amount)
    const open = await openTwice(item.receipt, second.receipt)
    expect(open).toMatchObject([{ receipt: second.receipt, push: { amount } }])
    // The push's own receipt after all: then nothing counts twice.
    const own = newReceipt()
    await opened.paid(own, amount)
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: own })
    expect((await desk.detail(open[0])).closed).toMatchObject({
      outcome: 'by_itself',
      note: 'This payment now has its own M-Pesa code, so nothing is counted twice.',
    })
    expect((await desk.listOpen()).filter((one) => one.receipt === item.receipt)).toEqual([])
    expect(await counted()).toEqual([1, 2])
  })

  test('a receipt attached to the payment of another push counts twice again', async () => {
    const { amount, payer, item, credit, report, twice, counted } = await countedTwice()
    await report()
    await desk.reverse(item, credit)
    expect(await twice()).toEqual([])
    const another = await desk.receiptless(payer, amount)
    const { twins } = await desk.detail(item)
    expect(twins).toHaveLength(2)
    await desk.attach(item, twins[0]?.payment_id)
    expect(await another.status()).toMatchObject({ mpesa_receipt_number: item.receipt })
    const [doubled] = await twice()
    expect((await desk.correct(doubled)).status).toBe(200)
    expect(await counted()).toEqual([1, 0])
  })

  test('two receipts of a push credited elsewhere: one correction closes both items', async () => {
    const { amount, opened, report, twice, counted, other } = await countedTwice()
    await report()
    const second = await desk.addDeskItem('TWICE TOO', amount)
    await desk.assign(second, other.account)
    await opened.paid(second.receipt, amount)
    const [first] = await twice()
    const [more] = await openTwice(second.receipt)
    expect((await desk.correct(first)).status).toBe(200)
    expect((await desk.detail(more)).closed).toMatchObject({
      outcome: 'by_itself',
      note: 'This payment was taken back, so the money is now counted only once.',
    })
    expect(await counted()).toEqual([0, 2])
  })

  test('a receipt that M-Pesa reports for two pushes counts twice for both', async () => {
    const { amount, payer, item, credit, report, twice, other, counted } = await countedTwice()
    const another = await desk.receiptless(payer, amount)
    await report()
    await another.paid(item.receipt, amount)
    expect(await twice()).toHaveLength(2)
    await desk.reverse(item, credit)
    expect(await twice()).toEqual([])
    await desk.assign(item, other.account)
    expect(await twice()).toHaveLength(2)
    for (const one of await twice()) await desk.correct(one)
    expect(await counted()).toEqual([0, 1])
  })
})
