import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAccountNotices } from '#contract/account-notices.ts'
import { countDesk, getDeskItem, listDesk } from '#contract/desk.ts'
import { getReceipt } from '#contract/receipts.ts'
import { listVouchers } from '#contract/wifi.ts'
import { previewTakenByMpesa, takeBackForMpesa } from '#contract/wrong-account.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { requestReconciliation } from '../payments/statement.ts'
import { bundleShop } from '../testing/bundles.ts'
import { confirmation, confirmTo, newReceipt, statementRow } from '../testing/fake-daraja.ts'
import { databases } from '../testing/server.ts'
import { openWrongAccounts, type WrongAccounts } from '../testing/wrong-account.ts'

const reason = 'The payer asked M-Pesa for it'

describe.each(databases)('what M-Pesa takes back, on %s', (kind) => {
  let books: WrongAccounts
  beforeAll(async () => {
    books = await openWrongAccounts(kind)
  })
  afterAll(() => books.close())

  async function takeBack(params: { number: string }) {
    const { grace } = books
    const look = await grace.call(previewTakenByMpesa, { params })
    expect(look.status, look.body.message).toBe(200)
    const body = { reason, expected: look.body }
    return grace.call(takeBackForMpesa, { params, body })
  }

  test.each(['paybill', 'push'] as const)(
    'a %s payment: opposite entry, void receipt, a notice; once',
    async (how) => {
      const { grace } = books
      const { payer, credited, due, ledger, numberOf } = await books.addPayer()
      let params = { number: '' }
      if (how === 'paybill') params = (await credited(700)).params
      else {
        const code = newReceipt()
        await (await books.push(payer, 700)).paid(code, 700)
        params = (await numberOf(code)).params
      }
      expect(await due()).toBe(5800)
      const other = { reason, expected: { accounts: [], push: null, wifi_code: false } }
      const stale = await grace.call(takeBackForMpesa, { params, body: other })
      expect(stale.status).toBe(409)
      const open = (await grace.call(listDesk, { query: {} })).body
      expect(open.some((one) => one.reason === 'taken_back_by_mpesa')).toBe(false)

      const taken = await takeBack(params)
      expect([taken.status, taken.body.message]).toEqual([
        200,
        'Ksh\u00a0700 taken back, as M-Pesa did.',
      ])
      expect(await due()).toBe(6500)
      expect((await grace.call(getReceipt, { params })).body.voided).toMatchObject({ reason })
      expect((await ledger())[0]).toMatchObject({
        ...{ kind: 'correction', amount: 700, reason, by: 'Grace Wanjiru' },
        takes_back: { receipt_number: params.number },
      })
      const item = { params: { id: String(taken.body.item) } }
      expect((await grace.call(getDeskItem, item)).body).toMatchObject({
        ...{ reason: 'taken_back_by_mpesa', closed: { outcome: 'corrected', note: reason } },
      })
      const notices = (await payer.call(listAccountNotices, {})).body
      expect(JSON.stringify(notices)).toContain('as a correction')

      const again = await grace.call(previewTakenByMpesa, { params })
      expect([again.status, again.body.code]).toEqual([409, 'already_reversed'])
      const sent = { reason, expected: other.expected }
      expect((await grace.call(takeBackForMpesa, { params, body: sent })).status).toBe(409)
      expect(await due()).toBe(6500)
    },
  )

  test('the wifi code that was paid with it ends', async () => {
    const { server, daraja } = books
    const tenant = await books.addTenant()
    const { code } = await bundleShop(server, daraja).buy(tenant, books.now().getTime())
    const { db } = server.running.context
    const endOf = () =>
      db
        .selectFrom('radius.radcheck')
        .where('username', '=', code)
        .where('attribute', '=', 'Expiration')
        .select('value')
        .executeTakeFirstOrThrow()
    const was = await endOf()
    const { payment_id } = await db
      .selectFrom('vouchers')
      .where('code', '=', code)
      .select('payment_id')
      .executeTakeFirstOrThrow()
    const taken = await takeBack({ number: receiptNumber(payment_id) })
    expect(taken.status).toBe(200)
    expect(await endOf()).not.toEqual(was)
    const voucher = (await tenant.call(listVouchers, {})).body.find((one) => one.code === code)
    expect(voucher?.state).toBe('expired')
    expect(new Date(voucher?.expires_at ?? '').getTime()).toBeLessThanOrEqual(books.now().getTime())
  })

  test('only payments of customers are credited: anything else goes to the desk with its kind', async () => {
    const { grace, daraja, server } = books
    // The statement was read when the server started.
    await books.later(3_600_000)
    const { account, due } = await books.addPayer()
    const { body: was } = await grace.call(countDesk, {})
    const code = newReceipt()
    await confirmTo(server, {
      ...confirmation(code, account, '1500'),
      TransactionType: 'Pay Utility Reversal',
    })
    const kinds = ['reversal', 'b2c-payout', 'c2b-pay-bill-debit']
    for (const transactiontype of kinds) {
      const row = { ...statementRow(newReceipt(), account, '100.00'), transactiontype }
      daraja.statement.push(row)
    }
    await requestReconciliation(server.running.context, new Date(books.now().getTime() - 3_600_000))
    await server.running.followUp.tick()
    // The only payment among them.
    expect(await due()).toBe(6400)
    const { body: listed } = await grace.call(listDesk, { query: {} })
    const items = listed.filter((one) => one.reason === 'other_kind')
    expect(items.map(({ reason, mpesa_type }) => [reason, mpesa_type]).toSorted()).toEqual([
      ['other_kind', 'Pay Utility Reversal'],
      ['other_kind', 'b2c-payout'],
      ['other_kind', 'reversal'],
    ])
    // They are no money that waits.
    expect((await grace.call(countDesk, {})).body).toMatchObject({ ...was, open: was.open + 3 })
  })
})
