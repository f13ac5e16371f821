import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  assignDeskItem,
  confirmDeskItem,
  dismissDeskItem,
  getDeskItem,
  listDesk,
  previewDeskAct,
  pullStatement,
} from '#contract/desk.ts'
import { previewStatement, uploadStatement } from '#contract/statements.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { findVoucher, listVouchers, NOT_A_REFERENCE, VOUCHER_NOT_FOUND } from '#contract/wifi.ts'
import { dayOf, dayStart, formatDateTime } from '#rules/calendar.ts'
import { insertEvent } from '../payments/event-queries.ts'
import { applyResult, NO_PAYMENT_DETAILS } from '../payments/settle.ts'
import { bundleShop, callbackPaidAt } from '../testing/bundles.ts'
import { act } from '../testing/desk.ts'
import {
  confirmation,
  type FakeDaraja,
  failedCallback,
  newReceipt,
  startFakeDaraja,
  statementRow,
} from '../testing/fake-daraja.ts'
import { addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { payBill, portalCsv, portalName } from '../testing/statements.ts'

const minutes = 60_000
const hours = 60 * minutes

/** Bundles whose payment is late, arrives by another channel or needs staff; and finding a lost code. */
describe.each(databases)('late and unusual payments of bundles, on %s', (kind) => {
  let at = Math.floor(Date.now() / 1000) * 1000
  let daraja: FakeDaraja
  let server: TestServer
  let shop: ReturnType<typeof bundleShop>
  let amina: Caller
  let brian: Caller
  let grace: Caller

  async function signIn() {
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  }
  beforeAll(async () => {
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    shop = bundleShop(server, daraja)
    await signIn()
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })
  beforeEach(() => {
    at += minutes
  })

  const codesOf = async (who: Caller) =>
    (await who.call(listVouchers, { query: { limit: '100' } })).body.map(({ code }) => code)
  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const find = (who: Caller, reference: string) => who.call(findVoucher, { body: { reference } })
  const deskItem = async (reference: string) =>
    (await grace.call(listDesk, { query: { limit: '100' } })).body.find(
      (item) => item.reference === reference,
    )
  const requestOf = (wire_reference: string) =>
    server.running.context.db
      .selectFrom('push_references')
      .where('wire_reference', '=', wire_reference)
      .select(['company_id', 'request_id'])
      .executeTakeFirstOrThrow()

  /** A bundle that was paid according to a status query only. */
  async function receiptless(who: Caller) {
    const ordered = await shop.order(who)
    const { company_id, request_id } = await requestOf(ordered.sent.AccountReference)
    const result = { via: 'query', code: '0', description: 'Done', ...NO_PAYMENT_DETAILS } as const
    await applyResult(server.running.context, company_id, request_id, result)
    return ordered
  }

  test('a lost code is found by the reference, however it is typed', async () => {
    const { code, receipt } = await shop.buy(amina, at)
    for (const typed of [
      receipt,
      ` ${receipt.toLowerCase()} `,
      `${receipt.slice(0, 4)} ${receipt.slice(4)}`,
      `${receipt} Confirmed. Ksh100.00`,
      `MPESA\n${receipt} Confirmed. Ksh100.00 sent to ACACIA COURT for account WIFI7Q2FMK94 on 21/11/26 at 6:24 PM New M-PESA balance is Ksh1,204.50. Transaction cost, Ksh0.00.`,
    ]) {
      const answer = await find(amina, typed)
      expect(answer).toMatchObject({ status: 200, body: { status: 'found', voucher: { code } } })
    }
    expect((await find(amina, '   ')).status).toBe(400)
  })

  test('the reference of another user is answered like an unknown one', async () => {
    const { receipt } = await shop.buy(amina, at)
    const { account_number } = (await brian.call(getAccountNumber, {})).body
    const rent = newReceipt()
    await shop.confirm(confirmation(rent, account_number, '10.00'))
    const otherUsers = await find(brian, receipt)
    const nobodys = await find(brian, 'UKNOBODY00')
    expect(otherUsers).toMatchObject({ status: 404, body: { message: VOUCHER_NOT_FOUND } })
    expect(otherUsers.body).toEqual(nobodys.body)
    expect((await find(amina, rent)).body).toEqual(nobodys.body)
    // One's own rent is said to be rent.
    const own = await find(brian, `${rent} Confirmed. Ksh10.00 sent to ACACIA COURT`)
    expect(own).toMatchObject({ status: 200, body: { status: 'rent', voucher: null } })
    expect(own.body.message).toMatch(
      /^That’s the M-Pesa code of a rent payment \(Ksh\s10 on .+ 2026, .+\)/,
    )
  })

  test('an open payment is reported as on its way, a failed one is not', async () => {
    const { darajaId, callback } = await shop.order(brian)
    const answer = await find(brian, newReceipt())
    expect(answer.body).toMatchObject({ status: 'on_its_way', voucher: null })
    expect(answer.body.message).toContain('still being confirmed')
    // A user without an open payment.
    expect((await find(grace, newReceipt())).status).toBe(404)
    await callback(failedCallback(darajaId, 1032, 'Request cancelled by user'))
    expect((await find(brian, newReceipt())).status).toBe(404)

    // After a time-out the payment may still have gone through: for half an hour it counts as on its way.
    const order = await shop.order(brian)
    await order.callback(failedCallback(order.darajaId, 1037, 'No response from user.'))
    expect((await find(brian, newReceipt())).body.status).toBe('on_its_way')
    await server.running.context.db
      .updateTable('payment_requests')
      .where('daraja_checkout_id', '=', order.darajaId)
      .set({ initiated_at: new Date(at - 31 * 60_000) })
      .execute()
    expect((await find(brian, newReceipt())).status).toBe(404)
  })

  test('a query issues the code, and a receipt that arrives later issues no other', async () => {
    const { darajaId, callback, status } = await receiptless(brian)
    const { voucher } = await status()
    expect(await codesOf(brian)).toEqual([voucher?.code])
    const receipt = newReceipt()
    const unnamed = await find(brian, receipt)
    expect(unnamed.body).toMatchObject({ status: 'found', voucher: { code: voucher?.code } })
    expect(unnamed.body.voucher?.mpesa_receipt_number).toBe('N/A')
    await callback(callbackPaidAt(at, darajaId, receipt, 100))
    expect(await codesOf(brian)).toEqual([voucher?.code])
    expect((await find(brian, receipt)).body.voucher).toMatchObject({
      code: voucher?.code,
      mpesa_receipt_number: receipt,
    })
    expect((await find(brian, newReceipt())).status).toBe(404)
  })

  test('a rent payment of the same amount is rent, not a duplicate', async () => {
    const { darajaId, callback } = await receiptless(amina)
    const before = await due()
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    await shop.confirm(confirmation(newReceipt(), account_number, '100.00'))
    expect(await due()).toBe(before - 100)
    await callback(callbackPaidAt(at, darajaId, newReceipt(), 100))
    expect(await due()).toBe(before - 100)
  })

  test('the statement issues the code when no callback came', async () => {
    const { sent, status } = await shop.order(amina)
    const receipt = newReceipt()
    daraja.statement = [statementRow(receipt, sent.AccountReference, '100.00')]
    // The reading at the start may be faster; then it is read again later.
    expect((await grace.call(pullStatement, {})).status).toBe(200)
    at += minutes
    await server.running.followUp.tick()
    await expect.poll(async () => (await status()).voucher, { timeout: 10_000 }).not.toBeNull()
    daraja.statement = []
    const { voucher } = await status()
    expect((await find(amina, receipt)).body.voucher?.code).toBe(voucher?.code)
  })

  test('killed between payment and code: it is issued once, after the restart', async () => {
    const { sent, darajaId, callback, status } = await shop.order(amina)
    const before = (await codesOf(amina)).length
    const receipt = newReceipt()
    const paid = callbackPaidAt(at, darajaId, receipt, 100)
    // The event was stored, then the process ended.
    await insertEvent(server.running.context.db, {
      ...(await requestOf(sent.AccountReference)),
      kind: 'callback',
      raw: JSON.stringify(paid),
      received_at: new Date(at - 2 * minutes),
    })
    await server.stop()
    await server.restart()
    await server.running.followUp.tick()
    await expect.poll(async () => (await status()).status, { timeout: 10_000 }).toBe('completed')
    await callback(paid)
    expect(await codesOf(amina)).toHaveLength(before + 1)
    expect((await find(amina, receipt)).body.voucher?.code).toBe((await status()).voucher?.code)
  })

  test('a second receipt becomes a desk item, is credited to rent, and issues no second code', async () => {
    const { sent, darajaId, callback, status } = await shop.order(amina)
    await callback(callbackPaidAt(at, darajaId, newReceipt(), 100))
    const [codes, before] = [await codesOf(amina), await due()]
    const second = newReceipt()
    await callback(callbackPaidAt(at, darajaId, second, 100))
    expect((await find(amina, second)).body).toMatchObject({ status: 'at_desk', voucher: null })
    expect((await find(brian, second)).status).toBe(404)
    const item = await deskItem(sent.AccountReference)
    expect(item).toMatchObject({ reason: 'second_receipt', receipt: second, amount: '100' })
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    const params = { id: item?.id ?? 0 }
    const done = await act(grace, assignDeskItem, { params, body: { account_number } })
    expect(done.status, done.body.message).toBe(200)
    expect(await due()).toBe(before - 100)
    await callback(callbackPaidAt(at, darajaId, second, 100))
    expect(await codesOf(amina)).toEqual(codes)
    expect(await due()).toBe(before - 100)
    expect(await status()).toMatchObject({ status: 'completed', voucher: { code: codes[0] } })
    expect((await find(amina, second)).body).toMatchObject({ status: 'rent', voucher: null })
  })

  test('another amount becomes a desk item; credited to rent it never issues a code', async () => {
    const { sent, darajaId, callback, status } = await shop.order(amina)
    const [codes, before] = [await codesOf(amina), await due()]
    const receipt = newReceipt()
    await callback(callbackPaidAt(at, darajaId, receipt, 60))
    expect(await status()).toMatchObject({ status: 'processing', at_desk: true, voucher: null })
    expect((await find(amina, receipt)).body.status).toBe('at_desk')
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    const params = { id: (await deskItem(sent.AccountReference))?.id ?? 0 }
    await act(grace, assignDeskItem, { params, body: { account_number } })
    expect(await due()).toBe(before - 60)
    expect(await status()).toMatchObject({
      status: 'failed',
      result_desc: 'The office has credited it to your rent.',
      voucher: null,
    })
    await shop.confirm(confirmation(receipt, sent.AccountReference, '100.00'))
    expect(await codesOf(amina)).toEqual(codes)
    expect(await due()).toBe(before - 60)
  })

  test('a silent push issues its code when staff confirm it, and none when they dismiss it', async () => {
    const confirmed = await shop.order(amina)
    const dismissed = await shop.order(amina)
    const codes = await codesOf(amina)
    at += 49 * hours
    await signIn()
    await server.running.followUp.tick()
    const itemOf = async ({ sent }: typeof confirmed) => {
      await expect
        .poll(() => deskItem(sent.AccountReference), { timeout: 10_000 })
        .toMatchObject({ reason: 'silent' })
      return { id: (await deskItem(sent.AccountReference))?.id ?? 0 }
    }
    const body = { note: 'Seen on the statement' }
    const done = await act(grace, confirmDeskItem, { params: await itemOf(confirmed), body })
    expect(done.status, done.body.message).toBe(200)
    await act(grace, dismissDeskItem, { params: await itemOf(dismissed), body })
    const state = (await amina.call(listVouchers, {})).body[0]
    expect(state).toMatchObject({ state: 'active', starts_at: new Date(at).toISOString() })
    expect(await codesOf(amina)).toEqual([state?.code, ...codes])
  })

  test('money that only a file has waits, and a second person has its code made', async () => {
    const { db } = server.running.context
    await addPerson(db, 1, 'otieno@acacia.example', { staff_role: 'manager' })
    const otieno = await server.signIn('otieno@acacia.example', password)
    const setLimit = (approval_limit: number | null) =>
      db.updateTable('companies').where('id', '=', 1).set({ approval_limit }).execute()
    await setLimit(50)
    const codes = await codesOf(amina)
    const [wanted, forRent, forged] = [
      await shop.order(amina),
      await shop.order(amina),
      await shop.order(amina),
    ]
    const day = dayOf(new Date(at))
    const file_name = portalName('600984', day)
    const lines = [wanted, forRent, forged].map(({ sent: { AccountReference } }, index) => ({
      receipt: newReceipt(),
      at: new Date(dayStart(day).getTime() + index * 1000),
      details: payBill(AccountReference),
      cents: 10_000,
    }))
    const files = { table: new Blob([portalCsv(lines)]) }
    const { fingerprint, found } = (
      await grace.call(previewStatement, { body: { file_name }, files })
    ).body
    expect(found.held).toEqual({ rows: 3, cents: 30_000 })
    const kept = await grace.call(uploadStatement, { body: { file_name, fingerprint }, files })
    expect(kept.status).toBe(201)
    const itemOf = async ({ sent }: typeof wanted) => {
      const id = (await deskItem(sent.AccountReference))?.id ?? 0
      const { body } = await grace.call(getDeskItem, { params: { id: String(id) } })
      expect(body.acts).toEqual(['confirm', 'assign', 'dismiss'])
      return { id: String(id) }
    }
    const owed = await due()
    const body = { note: 'Compared with the portal' }
    const params = await itemOf(wanted)
    expect(await act(grace, confirmDeskItem, { params, body })).toMatchObject({
      status: 403,
      body: { code: 'second_person' },
    })
    const look = await otieno.call(previewDeskAct, { params, body: { act: 'confirm' } })
    expect(look.body).toMatchObject({
      accounts: [{ amount: 100, before: owed, after: owed, receipt: { change: 'new' } }],
      push: 'completed',
      wifi_code: true,
    })
    const { body: done } = await act(otieno, confirmDeskItem, { params, body })
    expect([done.waiting, done.item?.closed?.outcome]).toEqual([undefined, 'confirmed'])
    const [code] = await codesOf(amina)
    expect(await codesOf(amina)).toEqual([code, ...codes])
    const receipt = lines[0]?.receipt ?? ''
    expect((await find(amina, receipt)).body).toMatchObject({ status: 'found', voucher: { code } })
    // M-Pesa reports it after all.
    await wanted.callback(callbackPaidAt(at, wanted.darajaId, receipt, 100))
    expect(await codesOf(amina)).toEqual([code, ...codes])

    const { account_number } = (await amina.call(getAccountNumber, {})).body
    const rent = { params: await itemOf(forRent), body: { account_number } }
    expect((await act(otieno, assignDeskItem, rent)).status).toBe(200)
    expect([await due(), (await forRent.status()).status]).toEqual([owed - 100, 'failed'])
    // What is dismissed may still be on its way.
    await act(otieno, dismissDeskItem, { params: await itemOf(forged), body })
    expect((await forged.status()).status).toBe('processing')
    expect(await codesOf(amina)).toEqual([code, ...codes])
    await setLimit(null)
    await forged.callback(failedCallback(forged.darajaId, 1032, 'Request cancelled by user'))
  })

  test('while another bundle is on its way, an existing code is not claimed to be the one', async () => {
    const first = await receiptless(brian)
    const { voucher } = await first.status()
    const other = await shop.order(brian)
    const receipt = newReceipt()
    const before = (await find(brian, receipt)).body
    expect(before).toMatchObject({ status: 'on_its_way', voucher: { code: voucher?.code } })
    const [newest] = (await brian.call(listVouchers, {})).body
    expect(newest?.code).toBe(voucher?.code)
    const paidOn = formatDateTime(new Date(newest?.starts_at ?? 0))
    expect(before.message).toContain(
      `If this M-Pesa code is for the bundle you paid for on ${paidOn}`,
    )
    // The receipt was the other bundle's.
    await other.callback(callbackPaidAt(at, other.darajaId, receipt, 100))
    const { voucher: others } = await other.status()
    const after = (await find(brian, receipt)).body
    expect(after).toMatchObject({ status: 'found', voucher: { code: others?.code } })
    expect(others?.code).not.toBe(voucher?.code)
    await first.callback(callbackPaidAt(at, first.darajaId, newReceipt(), 100))
  })

  test('of several bundles without a receipt none is named', async () => {
    const bought = [await receiptless(brian), await receiptless(brian)]
    const unknown = newReceipt()
    const several = (await find(brian, unknown)).body
    expect(several).toMatchObject({ status: 'several', voucher: null })
    expect(several.message).toContain('My wifi')
    const other = await shop.order(brian)
    const waiting = (await find(brian, unknown)).body
    expect(waiting).toMatchObject({ status: 'on_its_way', voucher: null })
    expect(waiting.message).toContain('My wifi')
    await other.callback(failedCallback(other.darajaId, 1032, 'Request cancelled by user'))
    for (const { darajaId, callback } of bought)
      await callback(callbackPaidAt(at, darajaId, newReceipt(), 100))
  })

  test('a text that cannot be a reference finds no code', async () => {
    const { darajaId, callback } = await receiptless(brian)
    for (const typed of ['N/A', '---', 'my payment', 'I do not know', 'UKL7X2M4', '0712345678']) {
      expect(await find(brian, typed)).toMatchObject({
        status: 400,
        body: { message: NOT_A_REFERENCE },
      })
    }
    await callback(callbackPaidAt(at, darajaId, newReceipt(), 100))
  })
})
