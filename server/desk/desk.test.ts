import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDeskNote,
  assignDeskItem,
  attachDeskItem,
  confirmDeskItem,
  correctDeskItem,
  countDesk,
  type DeskItem,
  dismissDeskItem,
  getDeskItem,
  listAccounts,
  listDesk,
  reopenDeskItem,
  reverseDeskItem,
} from '#contract/desk.ts'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { listTenants, removeTenant } from '#contract/tenants.ts'
import { listTransactions } from '#contract/transactions.ts'
import { findVoucher, listVouchers } from '#contract/wifi.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { dayOf } from '#rules/calendar.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { sameCompany } from '../db/same-company.ts'
import { insertPayment } from '../ledger/queries.ts'
import { applyResult, NO_PAYMENT_DETAILS } from '../payments/settle.ts'
import { testNow } from '../testing/clock.ts'
import { act } from '../testing/desk.ts'
import {
  confirmation,
  confirmTo,
  type FakeDaraja,
  failedCallback,
  newReceipt,
  paidCallback,
  postTo,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const minutes = 60_000
const days = 24 * 60 * minutes

describe.each(databases)('the desk on %s', (kind) => {
  let at = testNow().getTime()
  let daraja: FakeDaraja
  let server: TestServer
  let amina: Caller
  let grace: Caller
  let account = ''

  async function signIn() {
    amina = await server.signIn('0712345678', '12345678')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  }

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    await signIn()
    account = (await amina.call(getAccountNumber, {})).body.account_number
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  const post = (path: string, body: unknown) => postTo(server, path, body)
  const confirm = (body: ReturnType<typeof confirmation>) => confirmTo(server, body)
  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const listOpen = async () => (await grace.call(listDesk, { query: { limit: '100' } })).body
  const listClosed = async () => (await grace.call(listDesk, { query: { state: 'closed' } })).body

  async function itemOf(what: Partial<DeskItem>): Promise<DeskItem> {
    const found = (await listOpen()).find((item) =>
      Object.entries(what).every(([name, value]) => item[name as keyof DeskItem] === value),
    )
    if (!found) throw new Error(`nothing on the desk like ${JSON.stringify(what)}`)
    return found
  }

  /** Money that matches nothing. */
  async function unmatched(typed: string, amount: string) {
    const code = newReceipt()
    await confirm(confirmation(code, typed, amount))
    return { code, item: await itemOf({ receipt: code }) }
  }

  let phones = 0
  async function push(amount: number, account_reference = account) {
    const phone_number = `07480${String(++phones).padStart(5, '0')}`
    const answer = await amina.call(initiatePush, {
      body: { phone_number, amount, account_reference },
    })
    const { checkout_request_id } = answer.body.data
    const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    return {
      darajaId: daraja.checkoutId(daraja.pushes.length - 1),
      callback: (body: unknown) => post(path, body),
      status: async () =>
        (await amina.call(getPushStatus, { body: { checkout_request_id } })).body.data,
    }
  }

  /** A push that a status query has settled: it counts without a receipt. */
  async function receiptless(amount: number, account_reference = account) {
    const opened = await push(amount, account_reference)
    const { db } = server.running.context
    const queued = daraja.answerQuery
    daraja.answerQuery = () => ({ status: 200, body: { ResultCode: '0', ResultDesc: 'Done' } })
    await db
      .updateTable('payment_requests')
      .set({ next_query_at: new Date(at) })
      .where('daraja_checkout_id', '=', opened.darajaId)
      .execute()
    await server.running.followUp.tick()
    expect(await opened.status()).toMatchObject({ status: 'completed' })
    daraja.answerQuery = queued
    return opened
  }

  const log = () =>
    server.running.context.db.selectFrom('staff_log').selectAll().orderBy('id', 'desc').execute()

  test('money that was paid to another paybill shows its number, and can be credited', async () => {
    const before = await due()
    const code = newReceipt()
    await confirm({ ...confirmation(code, account, '40.00'), BusinessShortCode: '600111' })
    const item = await itemOf({ receipt: code })
    expect(item).toMatchObject({ reason: 'other_paybill', shortcode: '600111' })
    const params = { id: String(item.id) }
    const { body: detail } = await grace.call(getDeskItem, { params })
    expect(detail.acts).toEqual(['assign', 'split', 'dismiss'])
    await act(grace, assignDeskItem, { params, body: { account_number: account } })
    expect(await due()).toBe(before - 40)
  })

  test('money with a mistyped account is suggested, assigned and logged', async () => {
    const before = await due()
    const mistyped = account.slice(0, -1) + (account.endsWith('A') ? 'B' : 'A')
    const { code, item } = await unmatched(mistyped, '6500.00')
    expect(item).toMatchObject({
      reason: 'unmatched',
      amount: '6500.00',
      reference: mistyped,
      push: null,
      account: null,
      closed: null,
    })
    const { body: detail } = await grace.call(getDeskItem, { params: { id: String(item.id) } })
    expect(detail.acts).toEqual(['assign', 'split', 'attach', 'dismiss'])
    expect(detail.suggestions[0]).toMatchObject({
      account: { account_number: account, full_name: 'Amina Otieno', room_number: 'A101' },
      likely: true,
      reasons: ['One character differs from the account number.', expect.any(String)],
    })
    const done = await act(grace, assignDeskItem, {
      params: { id: String(item.id) },
      body: { account_number: account },
    })
    expect(done.status).toBe(200)
    expect(done.body.message).toBe('Ksh\u00a06,500 credited to Amina Otieno.')
    expect(done.body.item.closed).toMatchObject({
      outcome: 'assigned',
      by: 'Grace Wanjiru',
      payment: {
        receipt_number: expect.stringMatching(/^R\d{6}$/),
        account: { account_number: account },
      },
    })
    expect(await due()).toBe(before - 6500)
    const summary = (await amina.call(getPaymentSummary, {})).body
    expect(summary.matched_payments).toContainEqual(
      expect.objectContaining({ transaction_id: code, date_time: '2026-11-20T08:31:12Z' }),
    )
    expect((await log())[0]).toMatchObject({
      act: 'desk.assign',
      subject: 'desk_item',
      subject_id: item.id,
      before: { reason: 'unmatched', receipt: code, amount: '6500.00' },
      after: { outcome: 'assigned' },
    })
    expect((await listClosed())[0]).toMatchObject({ id: item.id })
  })

  test('resolved items are listed by resolution, newest first', async () => {
    const { item: old } = await unmatched('OLD', '21')
    const { item: young } = await unmatched('YOUNG', '22')
    for (const { id } of [young, old]) {
      at += 1000
      await act(grace, dismissDeskItem, { params: { id: String(id) }, body: { note: 'Test' } })
    }
    expect((await listClosed()).slice(0, 2).map((item) => item.id)).toEqual([old.id, young.id])
    const before = String(old.id)
    const next = await grace.call(listDesk, { query: { state: 'closed', before, limit: '1' } })
    expect(next.body.map((item) => item.id)).toEqual([young.id])
  })

  test('several actions at once: one succeeds, the others are refused', async () => {
    const before = await due()
    const { item } = await unmatched('RENT', '1000')
    const params = { id: String(item.id) }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        i % 2 === 0
          ? act(grace, assignDeskItem, { params, body: { account_number: account } })
          : act(grace, dismissDeskItem, { params, body: { note: 'Sent back' } }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    for (const { status, body } of answers) {
      if (status === 409) {
        expect(body).toMatchObject({
          code: 'already_closed',
          message: 'Grace Wanjiru has dealt with this already.',
        })
      }
    }
    const assigned = answers.some(({ status }, i) => status === 200 && i % 2 === 0)
    expect(await due()).toBe(assigned ? before - 1000 : before)
  })

  test('other staff see who resolved an item', async () => {
    const { db } = server.running.context
    const login = 'second@acacia.example'
    await addPerson(db, 1, login, { first_name: 'Second', last_name: 'Desk', is_staff: true })
    const second = await server.signIn(login, password)
    const { item } = await unmatched('BOTH', '1001')
    const params = { id: String(item.id) }
    const answers = await Promise.all([
      act(grace, assignDeskItem, { params, body: { account_number: account } }),
      act(second, assignDeskItem, { params, body: { account_number: account } }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? 'Grace Wanjiru' : 'Second Desk'
    expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(
      `${winner} has dealt with this already.`,
    )
  })

  test('a repeated event credits nothing that staff have resolved', async () => {
    const before = await due()
    const code = newReceipt()
    const body = confirmation(code, 'WHO KNOWS', '750')
    await confirm(body)
    const item = await itemOf({ receipt: code })
    const params = { id: String(item.id) }
    await act(grace, dismissDeskItem, { params, body: { note: 'Sent back by bank' } })
    await confirm(body)
    await confirm({ ...body, BillRefNumber: account })
    expect(await due()).toBe(before)
    expect((await listOpen()).some((waits) => waits.receipt === code)).toBe(false)
  })

  test('refused: unknown account, an action that the item does not allow, no reason', async () => {
    const { item } = await unmatched('NOBODY', '50')
    const params = { id: String(item.id) }
    const unknown = await act(grace, assignDeskItem, {
      params,
      body: { account_number: '22222222' },
    })
    expect(unknown.status).toBe(404)
    expect(unknown.body.code).toBe('account_not_found')
    const mistyped = await act(grace, assignDeskItem, {
      params,
      body: { account_number: '22222223' },
    })
    expect(mistyped.body.fields).toEqual({
      account_number: 'Please enter a valid account number.',
    })
    const confirmed = await act(grace, confirmDeskItem, { params, body: { note: 'Seen' } })
    expect(confirmed.body.code).toBe('act_not_possible')
    const silent = await act(grace, dismissDeskItem, { params, body: { note: '  ' } })
    expect(silent.body.fields).toEqual({ note: 'Please say why.' })
    const gone = await act(grace, dismissDeskItem, {
      params: { id: '999999' },
      body: { note: 'x' },
    })
    expect(gone.body.code).toBe('desk_item_not_found')
    expect((await listOpen()).some((waits) => waits.id === item.id)).toBe(true)
  })

  test('an amount with a fraction is credited in whole shillings as staff choose, at most what arrived', async () => {
    const before = await due()
    const code = newReceipt()
    await confirm(confirmation(code, account, '99.50'))
    const item = await itemOf({ receipt: code, reason: 'fraction' })
    const params = { id: String(item.id) }
    const assign = (amount?: number) =>
      act(grace, assignDeskItem, {
        params,
        body: { account_number: account, ...(amount !== undefined && { amount }) },
      })
    expect((await assign()).body.fields).toHaveProperty('amount')
    expect((await assign(100)).body.fields).toEqual({
      amount: 'You can credit at most the Ksh 99.50 received.',
    })
    expect((await assign(99)).status).toBe(200)
    expect(await due()).toBe(before - 99)
  })

  test.each([
    ['1e9', 'no amount'],
    ['-5', 'below nothing'],
    ['0.40', 'less than a shilling'],
  ])('nothing can be credited for %s (%s)', async (amount) => {
    const before = await due()
    const code = newReceipt()
    await confirm(confirmation(code, account, amount))
    const item = await itemOf({ receipt: code, reason: 'fraction' })
    const params = { id: String(item.id) }
    expect((await grace.call(getDeskItem, { params })).body.acts).toEqual(['dismiss'])
    const body = { account_number: account, amount: 900_000_000 }
    expect((await act(grace, assignDeskItem, { params, body })).status).toBe(409)
    expect(await due()).toBe(before)
  })

  test('what waits is counted with its cents', async () => {
    const waiting = async () => (await grace.call(countDesk, {})).body.cents
    const before = await waiting()
    await unmatched('cents', '99.50')
    await unmatched('more cents', '1,000.25')
    expect(await waiting()).toBe(before + 9950 + 100_025)
  })

  test('an amount in another notation is credited up to its whole shillings', async () => {
    const before = await due()
    const code = newReceipt()
    await confirm(confirmation(code, account, 'KES 1,500.00'))
    const item = await itemOf({ receipt: code, reason: 'fraction' })
    const params = { id: String(item.id) }
    const assign = (amount: number) =>
      act(grace, assignDeskItem, { params, body: { account_number: account, amount } })
    expect((await assign(1501)).status).toBe(400)
    expect((await assign(1500)).status).toBe(200)
    expect(await due()).toBe(before - 1500)
  })

  test('a push settled by a query, then reported with another amount: corrected, never both', async () => {
    const opened = await receiptless(1000)
    const before = await due()
    const code = newReceipt()
    await opened.callback(paidCallback(opened.darajaId, code, 900))
    const item = await itemOf({ receipt: code, reason: 'differing_amount' })
    const params = { id: String(item.id) }
    expect((await grace.call(getDeskItem, { params })).body.acts).toEqual(['correct', 'dismiss'])
    const body = { account_number: account }
    expect((await act(grace, assignDeskItem, { params, body })).body.code).toBe('act_not_possible')
    const note = 'Ksh 900 came, not 1,000'
    const done = await act(grace, correctDeskItem, { params, body: { note } })
    expect(done.body.message).toBe('Ksh\u00a0100 taken back from Amina Otieno.')
    expect(await due()).toBe(before + 100)
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: code })
    await opened.callback(paidCallback(opened.darajaId, code, 900))
    expect(await due()).toBe(before + 100)
  })

  test.each(['1,500.00', 1500.5])(
    'a push settled by a query, then reported with the same shillings as %s: its receipt is attached',
    async (reported) => {
      const opened = await receiptless(1500)
      const before = await due()
      const code = newReceipt()
      await opened.callback(paidCallback(opened.darajaId, code, reported))
      const item = await itemOf({ receipt: code, reason: 'differing_amount' })
      const params = { id: String(item.id) }
      const { body: detail } = await grace.call(getDeskItem, { params })
      expect(detail.acts).toEqual(['attach', 'dismiss'])
      expect(detail.twins).toHaveLength(1)
      const corrected = await act(grace, correctDeskItem, { params, body: { note: 'The same' } })
      expect([corrected.status, corrected.body.code]).toEqual([409, 'act_not_possible'])
      const payment_id = detail.twins[0]?.payment_id ?? 0
      const done = await act(grace, attachDeskItem, { params, body: { payment_id } })
      expect(done.body.message).toBe(`Receipt ${code} attached.`)
      expect(await opened.status()).toMatchObject({
        status: 'completed',
        amount: 1500,
        mpesa_receipt_number: code,
      })
      expect(await due()).toBe(before)
    },
  )

  test('such a receipt is attached to no other payment', async () => {
    const other = await receiptless(1600)
    const opened = await receiptless(1600)
    const code = newReceipt()
    await opened.callback(paidCallback(opened.darajaId, code, '1,600.00'))
    const item = await itemOf({ receipt: code, reason: 'differing_amount' })
    const params = { id: String(item.id) }
    const { twins } = (await grace.call(getDeskItem, { params })).body
    expect(twins).toHaveLength(1)
    const { id: payment_id } = await server.running.context.db
      .selectFrom('payments')
      .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
      .where('daraja_checkout_id', '=', other.darajaId)
      .select('payments.id')
      .executeTakeFirstOrThrow()
    const attached = await act(grace, attachDeskItem, { params, body: { payment_id } })
    expect([attached.status, attached.body.code]).toEqual([404, 'payment_not_found'])
  })

  test('a fraction less than what is counted is corrected to its whole shillings', async () => {
    const opened = await receiptless(1500)
    const before = await due()
    const code = newReceipt()
    await opened.callback(paidCallback(opened.darajaId, code, 1499.5))
    const params = { id: String((await itemOf({ receipt: code })).id) }
    const done = await act(grace, correctDeskItem, { params, body: { note: 'One less' } })
    expect(done.body.message).toBe('Ksh\u00a01 taken back from Amina Otieno.')
    expect(await due()).toBe(before + 1)
  })

  test('the same money credited by staff and by a query is detected and corrected', async () => {
    const opened = await receiptless(1111)
    const before = await due()
    const code = newReceipt()
    const now = new Date(at + 3 * 60 * minutes).toISOString().replace(/\D/g, '').slice(0, 14)
    await confirm({ ...confirmation(code, account, '1111'), TransTime: now })
    const duplicate = await itemOf({ receipt: code, reason: 'possible_twin' })
    await act(grace, assignDeskItem, {
      params: { id: String(duplicate.id) },
      body: { account_number: account },
    })
    expect(await due()).toBe(before - 1111)
    await opened.callback(paidCallback(opened.darajaId, code, 1111))
    await opened.callback(paidCallback(opened.darajaId, code, 1111))
    const found = (await listOpen()).filter((one) => one.reason === 'counted_twice')
    expect(found).toHaveLength(1)
    const params = { id: String(found[0]?.id) }
    const done = await act(grace, correctDeskItem, { params, body: { note: 'Counted twice' } })
    expect(done.status).toBe(200)
    expect(await due()).toBe(before)
  })

  test('after a correction of money counted twice, other money for the push counts', async () => {
    const brian = await server.signIn('0722000002', '23456789')
    const brians = (await brian.call(getAccountNumber, {})).body.account_number
    const before = await due()
    const opened = await receiptless(2222)
    const { code, item } = await unmatched('ROOM 9', '2222')
    const params = { id: String(item.id) }
    const credit = await act(grace, assignDeskItem, { params, body: { account_number: brians } })
    await opened.callback(paidCallback(opened.darajaId, code, 2222))
    const twice = await itemOf({ reason: 'counted_twice' })
    const twiceParams = { id: String(twice.id) }
    const note = 'Counted twice'
    expect(
      (await act(grace, correctDeskItem, { params: twiceParams, body: { note } })).status,
    ).toBe(200)
    expect(await due()).toBe(before)
    const { context } = server.running
    const row = await context.db
      .selectFrom('payment_requests')
      .where('daraja_checkout_id', '=', opened.darajaId)
      .selectAll()
      .executeTakeFirstOrThrow()
    const query = { via: 'query', code: '0', description: 'Paid', ...NO_PAYMENT_DETAILS } as const
    await applyResult(context, row.company_id, row.id, query)
    expect(await due()).toBe(before)

    // The credit to Brian was wrong after all: what M-Pesa then reports again belongs to the push.
    const reversed = await act(grace, reverseDeskItem, {
      params,
      body: { payment_id: credit.body.item.closed?.payment?.id ?? 0, note: 'Wrong account' },
    })
    expect(reversed.status).toBe(200)
    await opened.callback(paidCallback(opened.darajaId, code, 2222))
    expect(await due()).toBe(before - 2222)
    expect((await listOpen()).filter((one) => one.receipt === code)).toEqual([])

    const another = newReceipt()
    await opened.callback(paidCallback(opened.darajaId, another, 2222))
    expect(await due()).toBe(before - 4444)
  })

  test('a push whose receipt staff credited to another account is never counted by a query', async () => {
    const brian = await server.signIn('0722000002', '23456789')
    const brians = (await brian.call(getAccountNumber, {})).body.account_number
    const brianDue = async () =>
      (await brian.call(getPaymentSummary, {})).body.current_month_balance
    const [before, brianBefore] = [await due(), await brianDue()]
    const opened = await push(1234)
    const { code, item } = await unmatched('ROOM 5', '1234')
    await act(grace, assignDeskItem, {
      params: { id: String(item.id) },
      body: { account_number: brians },
    })
    await opened.callback(paidCallback(opened.darajaId, code, 1234))
    const { context } = server.running
    const row = await context.db
      .selectFrom('payment_requests')
      .where('daraja_checkout_id', '=', opened.darajaId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      next_query_at: null,
      differing_amount_reported: false,
      receipt_used_elsewhere: true,
    })
    const result = { via: 'query', code: '0', description: 'Paid', ...NO_PAYMENT_DETAILS } as const
    await applyResult(context, row.company_id, row.id, result)
    expect(await opened.status()).toMatchObject({ status: 'failed' })
    expect([await due(), await brianDue()]).toEqual([before, brianBefore - 1234])
  })

  test('unmatched money becomes the push’s payment when its callback arrives', async () => {
    const before = await due()
    const opened = await push(500)
    const { code, item } = await unmatched('ROOM 6', '499')
    await opened.callback(paidCallback(opened.darajaId, code, 499))
    const params = { id: String(item.id) }
    const { body } = await grace.call(getDeskItem, { params })
    expect(body).toMatchObject({ reason: 'differing_amount', push: { amount: 500 } })
    await act(grace, assignDeskItem, { params, body: { account_number: account } })
    expect(await opened.status()).toMatchObject({ status: 'completed', amount: 499 })
    expect(await due()).toBe(before - 499)
  })

  test('an item dismissed by mistake is opened again', async () => {
    const before = await due()
    const { code, item } = await unmatched('MISTAKE', '31')
    const params = { id: String(item.id) }
    const reopen = () => act(grace, reopenDeskItem, { params, body: { note: 'Pressed wrongly' } })
    expect((await reopen()).body.code).toBe('not_dismissed')
    await act(grace, dismissDeskItem, { params, body: { note: '\u202eOh\u0000' } })
    expect((await reopen()).status).toBe(200)
    expect((await itemOf({ receipt: code })).closed).toBeNull()
    await act(grace, assignDeskItem, { params, body: { account_number: account } })
    expect(await due()).toBe(before - 31)
    expect((await reopen()).status).toBe(409)
    const { history } = (await grace.call(getDeskItem, { params })).body
    expect(history).toMatchObject([
      { act: 'dismiss', by: 'Grace Wanjiru', note: 'Oh', payments: [] },
      { act: 'reopen', by: 'Grace Wanjiru', note: 'Pressed wrongly' },
      {
        act: 'assign',
        note: null,
        payments: [{ amount: 31, account: { account_number: account } }],
      },
    ])
  })

  /** Brian, to whom money is credited by mistake. */
  async function wrongPayee() {
    const brian = await server.signIn('0722000002', '23456789')
    const { account_number } = (await brian.call(getAccountNumber, {})).body
    const summary = async () => (await brian.call(getPaymentSummary, {})).body
    return { brian, account_number, summary }
  }
  const assignTo = (id: number, account_number: string) =>
    act(grace, assignDeskItem, { params: { id: String(id) }, body: { account_number } })
  const reverse = (id: number, payment_id: number | undefined, note = 'Of another tenant') =>
    act(grace, reverseDeskItem, {
      params: { id: String(id) },
      body: { payment_id: payment_id ?? 999_999, note },
    })

  test('a credit to the wrong account is taken back once, and credited to the right one', async () => {
    const { brian, account_number, summary } = await wrongPayee()
    const [before, brianBefore] = [await due(), (await summary()).current_month_balance]
    const { code, item } = await unmatched('BRAIN', '4321')
    const wrong = (await assignTo(item.id, account_number)).body.item.closed
    expect((await summary()).current_month_balance).toBe(brianBefore - 4321)
    expect((await reverse(item.id, wrong?.payment?.id, ' ')).body.fields).toEqual({
      note: 'Please say why.',
    })

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => reverse(item.id, wrong?.payment?.id)),
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
    const { current_month_balance, matched_payments } = await summary()
    expect(current_month_balance).toBe(brianBefore)
    const number = wrong?.payment?.receipt_number ?? ''
    const void_ = matched_payments.find(({ receipt_number }) => receipt_number === number)
    expect(void_).toMatchObject({ transaction_id: code, amount: 4321, voided: true })
    expect(matched_payments).toContainEqual(
      expect.objectContaining({
        amount: -4321,
        kind: 'correction',
        takes_back: true,
        voided: false,
      }),
    )
    const voided = { at: expect.any(String), reason: 'Of another tenant' }
    expect((await brian.call(getReceipt, { params: { number } })).body).toMatchObject({
      number,
      amount: 4321,
      voided,
    })
    const listed = (await brian.call(listTransactions, { query: { limit: '100' } })).body
    expect(listed.filter(({ amount }) => Math.abs(amount) === 4321)).toMatchObject([
      { amount: -4321, transaction_desc: 'Payment taken back', voided: false },
      { amount: 4321, receipt_number: number, voided: true },
    ])
    const correction = listed.find(({ amount }) => amount === -4321)?.receipt_number ?? ''
    const opposite = await brian.call(getReceipt, { params: { number: correction } })
    expect(opposite.body).toMatchObject({ voids: number, voided: null, amount: -4321 })

    // Open as before, until it is credited to the right account; then the first request comes again.
    expect(await itemOf({ receipt: code })).toMatchObject({ id: item.id, reason: 'unmatched' })
    const right = await assignTo(item.id, account)
    expect(await due()).toBe(before - 4321)
    expect((await reverse(item.id, wrong?.payment?.id)).body.code).toBe('already_reversed')
    expect(await due()).toBe(before - 4321)
    const receiptOfRight = {
      params: { number: right.body.item.closed?.payment?.receipt_number ?? '' },
    }
    expect((await amina.call(getReceipt, receiptOfRight)).body).toMatchObject({
      mpesa_receipt_number: code,
      voided: null,
    })
    const { history } = (await grace.call(getDeskItem, { params: { id: String(item.id) } })).body
    const to = (account_number: string) => ({ amount: 4321, account: { account_number } })
    expect(history).toMatchObject([
      { act: 'assign', payments: [{ receipt_number: number, ...to(account_number) }] },
      { act: 'reverse', note: 'Of another tenant', payments: [to(account_number)] },
      { act: 'assign', payments: [to(account)] },
    ])
    await confirm(confirmation(code, account, '4321'))
    expect(await due()).toBe(before - 4321)
  })

  test('a receipt whose credit was taken back counts once when its push is reported', async () => {
    const { account_number, summary } = await wrongPayee()
    for (let round = 0; round < 4; round++) {
      const amount = 640 + round
      const [before, brianBefore] = [await due(), (await summary()).current_month_balance]
      const opened = await push(amount)
      const { code, item } = await unmatched('HIS', String(amount))
      const { closed } = (await assignTo(item.id, account_number)).body.item
      await reverse(item.id, closed?.payment?.id)
      await Promise.all([
        opened.callback(paidCallback(opened.darajaId, code, amount)),
        opened.callback(paidCallback(opened.darajaId, code, amount)),
        ...(round > 0 ? [assignTo(item.id, account), assignTo(item.id, account)] : []),
      ])
      expect(await opened.status()).toMatchObject({ status: 'completed' })
      expect(await due()).toBe(before - amount)
      expect((await summary()).current_month_balance).toBe(brianBefore)
    }
  })

  test('a push that a wrong credit completed stays so; its money goes to another account', async () => {
    const { account_number, summary } = await wrongPayee()
    const [before, brianBefore] = [await due(), (await summary()).current_month_balance]
    const opened = await push(700)
    const code = newReceipt()
    await opened.callback(paidCallback(opened.darajaId, code, 650))
    const item = await itemOf({ receipt: code })
    const { closed } = (await assignTo(item.id, account)).body.item
    expect(await due()).toBe(before - 650)
    expect((await reverse(item.id, closed?.payment?.id)).status).toBe(200)
    expect(await due()).toBe(before)
    await assignTo(item.id, account_number)
    await opened.callback(paidCallback(opened.darajaId, code, 650))
    expect(await opened.status()).toMatchObject({ status: 'completed' })
    expect([await due(), (await summary()).current_month_balance]).toEqual([
      before,
      brianBefore - 650,
    ])
  })

  /** A push that counts without a receipt, whose receipt staff have credited to somebody else. */
  async function countedTwice(amount: number) {
    const { account_number, summary } = await wrongPayee()
    const before = { own: await due(), other: (await summary()).current_month_balance }
    const opened = await receiptless(amount)
    const { code, item } = await unmatched('TWICE', String(amount))
    const { closed } = (await assignTo(item.id, account_number)).body.item
    const report = () => opened.callback(paidCallback(opened.darajaId, code, amount))
    const twice = async () =>
      (await listOpen()).filter((one) => one.reason === 'counted_twice' && one.receipt === code)
    /** What counts on the two accounts since then. */
    const counted = async () => [
      before.own - (await due()),
      before.other - (await summary()).current_month_balance,
    ]
    return {
      opened,
      code,
      id: item.id,
      credit: closed?.payment?.id,
      account_number,
      report,
      twice,
      counted,
    }
  }
  const detailOf = async (id: number | undefined) =>
    (await grace.call(getDeskItem, { params: { id: String(id) } })).body
  const withNote = (
    action: typeof correctDeskItem | typeof dismissDeskItem | typeof reopenDeskItem,
    id: number | undefined,
  ) => act(grace, action, { params: { id: String(id) }, body: { note: 'Looked it up' } })

  test('money counts twice only while both count: the item closes and opens with the other credit', async () => {
    const { code, id, credit, account_number, report, twice, counted } = await countedTwice(2323)
    await report()
    expect(await counted()).toEqual([2323, 2323])
    const [item] = await twice()
    expect((await reverse(id, credit)).status).toBe(200)
    expect(await counted()).toEqual([2323, 0])
    const note = 'The other credit was taken back, so this money is now counted only once.'
    expect((await detailOf(item?.id)).closed).toMatchObject({
      outcome: 'by_itself',
      by: null,
      note,
    })
    const late = await withNote(correctDeskItem, item?.id)
    expect([late.status, late.body]).toMatchObject([409, { code: 'already_closed', message: note }])
    expect((await itemOf({ receipt: code })).id).toBe(id)

    const again = await assignTo(id, account_number)
    expect(await twice()).toMatchObject([{ id: item?.id, closed: null }])
    expect((await withNote(dismissDeskItem, item?.id)).status).toBe(200)
    await reverse(id, again.body.item.closed?.payment?.id)
    const reopened = await withNote(reopenDeskItem, item?.id)
    expect([reopened.status, reopened.body]).toMatchObject([
      409,
      {
        code: 'nothing_to_correct',
        message: 'This money is now counted only once, so there is nothing left to correct.',
      },
    ])
    // What staff have dismissed stays so, until they open it again.
    await assignTo(id, account_number)
    expect(await twice()).toEqual([])
    expect((await withNote(reopenDeskItem, item?.id)).status).toBe(200)
    expect((await withNote(correctDeskItem, item?.id)).status).toBe(200)
    expect(await counted()).toEqual([0, 2323])
    await report()
    expect(await twice()).toEqual([])
    expect(await counted()).toEqual([0, 2323])
  })

  test('correcting, taking back and M-Pesa’s report at once: the money counts once or waits', async () => {
    for (let round = 0; round < 6; round++) {
      const amount = 2400 + round
      const { code, id, credit, opened, report, twice, counted } = await countedTwice(amount)
      if (round % 2 === 0) await report()
      const [item] = await twice()
      const [back, corrected] = await Promise.all([
        reverse(id, credit),
        item ? withNote(correctDeskItem, item.id) : report(),
      ])
      expect(back.status).toBe(200)
      expect([200, 409]).toContain(corrected.status)
      const isCorrected = item && corrected.status === 200
      expect(await counted()).toEqual([isCorrected ? 0 : amount, 0])
      expect(await twice()).toEqual([])
      const waits = (await listOpen()).some((one) => one.receipt === code)
      const { mpesa_receipt_number } = await opened.status()
      expect(waits).toBe(mpesa_receipt_number !== code)
    }
  })

  test('another receipt of the push that is credited elsewhere opens an item of its own', async () => {
    const { opened, report, twice, counted, account_number, code } = await countedTwice(2525)
    await report()
    await withNote(dismissDeskItem, (await twice())[0]?.id)
    await report()
    expect(await twice()).toEqual([])
    const { code: second, item } = await unmatched('TWICE AGAIN', '2525')
    await assignTo(item.id, account_number)
    const reportSecond = () => opened.callback(paidCallback(opened.darajaId, second, 2525))
    await reportSecond()
    await reportSecond()
    const open = (await listOpen()).filter((one) => one.reason === 'counted_twice')
    expect(open).toMatchObject([{ receipt: second, push: { amount: 2525 } }])
    // The push's own receipt after all: then nothing counts twice.
    const own = newReceipt()
    await opened.callback(paidCallback(opened.darajaId, own, 2525))
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: own })
    expect((await detailOf(open[0]?.id)).closed).toMatchObject({
      outcome: 'by_itself',
      note: 'This payment now has its own M-Pesa code, so nothing is counted twice.',
    })
    expect((await listOpen()).filter((one) => one.receipt === code)).toEqual([])
    expect(await counted()).toEqual([2525, 5050])
  })

  test('a receipt attached to the payment of another push counts twice again', async () => {
    const { code, id, credit, report, twice, counted } = await countedTwice(2727)
    await report()
    await reverse(id, credit)
    expect(await twice()).toEqual([])
    const other = await receiptless(2727)
    const { twins } = await detailOf(id)
    expect(twins).toHaveLength(2)
    const body = { payment_id: twins[0]?.payment_id ?? 0 }
    await act(grace, attachDeskItem, { params: { id: String(id) }, body })
    expect(await other.status()).toMatchObject({ mpesa_receipt_number: code })
    const [item] = await twice()
    expect((await withNote(correctDeskItem, item?.id)).status).toBe(200)
    expect(await counted()).toEqual([2727, 0])
  })

  test('what was dismissed and counts by now is not reopened', async () => {
    const opened = await push(2828)
    const { code, item } = await unmatched('DISMISSED', '2828')
    await withNote(dismissDeskItem, item.id)
    await opened.callback(paidCallback(opened.darajaId, code, 2828))
    expect(await opened.status()).toMatchObject({ status: 'completed' })
    const reopened = await withNote(reopenDeskItem, item.id)
    expect([reopened.status, reopened.body]).toMatchObject([
      409,
      { code: 'already_counted', message: 'This payment has already been counted.' },
    ])
  })

  test('two receipts of a push credited elsewhere: one correction closes both items', async () => {
    const { opened, report, twice, counted, account_number } = await countedTwice(2626)
    await report()
    const { code: second, item } = await unmatched('TWICE TOO', '2626')
    await assignTo(item.id, account_number)
    await opened.callback(paidCallback(opened.darajaId, second, 2626))
    const [first] = await twice()
    const other = await itemOf({ reason: 'counted_twice', receipt: second })
    expect((await withNote(correctDeskItem, first?.id)).status).toBe(200)
    expect((await detailOf(other.id)).closed).toMatchObject({
      outcome: 'by_itself',
      note: 'This payment was taken back, so the money is now counted only once.',
    })
    expect(await counted()).toEqual([0, 5252])
  })

  test('a receipt that M-Pesa reports for two pushes counts twice for both', async () => {
    const { code, id, credit, report, twice, account_number, counted } = await countedTwice(2929)
    const other = await receiptless(2929)
    await report()
    await other.callback(paidCallback(other.darajaId, code, 2929))
    expect(await twice()).toHaveLength(2)
    await reverse(id, credit)
    expect(await twice()).toEqual([])
    await assignTo(id, account_number)
    expect(await twice()).toHaveLength(2)
    for (const item of await twice()) await withNote(correctDeskItem, item.id)
    expect(await counted()).toEqual([0, 2929])
  })

  test('a receipt reported for two pushes in one moment: acting on the item that was left ends its push', async () => {
    const left = await push(3434)
    const paid = await push(3535)
    const code = newReceipt()
    await left.callback(paidCallback(left.darajaId, code, 3535))
    const { id } = await itemOf({ receipt: code })
    // The other callback comes on another node, in whose transaction this item isn't there yet.
    const setReceipt = (value: string) =>
      server.running.context.db
        .updateTable('desk_items')
        .set({ receipt: value })
        .where('id', '=', Number(id))
        .execute()
    await setReceipt('HIDDEN0001')
    await paid.callback(paidCallback(paid.darajaId, code, 3535))
    await setReceipt(code)
    expect(await left.status()).toMatchObject({ status: 'processing' })
    const before = await due()
    const answer = await assignTo(id, account)
    expect(answer.body).toMatchObject({ code: 'already_counted' })
    expect(await left.status()).toMatchObject({ status: 'completed' })
    expect(await due()).toBe(before)
  })

  test('a receipt that waits for one push and then counts for another: nobody forgets the first', async () => {
    const before = await due()
    // The first counts without a receipt: the money may count twice.
    const first = await receiptless(3030)
    const second = await push(3131)
    const code = newReceipt()
    await first.callback(paidCallback(first.darajaId, code, 3131))
    const waits = await itemOf({ receipt: code, reason: 'differing_amount' })
    await second.callback(paidCallback(second.darajaId, code, 3131))
    expect(await second.status()).toMatchObject({ mpesa_receipt_number: code })
    expect((await detailOf(waits.id)).closed).toMatchObject({ outcome: 'by_itself' })
    const twice = await itemOf({ receipt: code, reason: 'counted_twice' })
    expect(twice.push).toMatchObject({ amount: 3030 })
    expect((await withNote(correctDeskItem, twice.id)).status).toBe(200)
    expect(await due()).toBe(before - 3131)

    // The first doesn't count yet: it ends as it would if the receipt had counted before.
    const third = await push(3232)
    const fourth = await push(3333)
    const another = newReceipt()
    await third.callback(paidCallback(third.darajaId, another, 3333))
    expect(await third.status()).toMatchObject({ status: 'processing' })
    await fourth.callback(paidCallback(fourth.darajaId, another, 3333))
    expect(await fourth.status()).toMatchObject({ status: 'completed' })
    expect(await third.status()).toMatchObject({ status: 'completed', mpesa_receipt_number: 'N/A' })
    expect(await due()).toBe(before - 3131 - 3333)
  })

  test('notes are stored once each, with author and time, also on a closed item', async () => {
    const { item } = await unmatched('NOTED', '17')
    const params = { id: String(item.id) }
    const add = (text: string, submission_id = randomUUID()) =>
      grace.call(addDeskNote, { params, body: { text, submission_id } })
    const twice = randomUUID()
    const answers = await Promise.all([add('Called the bank.', twice), add('Called…', twice)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    await assignTo(item.id, account)
    const { history } = (await add('Her aunt paid.\nShe rang.')).body
    expect(history).toMatchObject([
      { act: 'note', by: 'Grace Wanjiru', note: expect.stringMatching(/^Called/), payments: [] },
      { act: 'assign', note: null },
      { act: 'note', by: 'Grace Wanjiru', note: 'Her aunt paid.\nShe rang.' },
    ])
    expect((await grace.call(getDeskItem, { params })).body.history).toEqual(history)
    const odd = (await add('\u202eHe said\u0000 \u2066no\u2069.\r\nمرحبا')).body.history
    expect(odd.at(-1)).toMatchObject({ note: 'He said no.\nمرحبا' })
    expect((await add('  ')).body.fields).toEqual({ text: 'Please write a note.' })
    expect((await add('\u202e\u0000')).body.fields).toEqual({ text: 'Please write a note.' })
    expect((await add('x'.repeat(501))).status).toBe(400)
    const gone = { id: '999999' }
    const body = { text: 'x', submission_id: twice }
    expect((await grace.call(addDeskNote, { params: gone, body })).status).toBe(404)
  })

  test('what is not a credit is not taken back, and the database refuses unequal reversals', async () => {
    const { db } = server.running.context
    const { item } = await unmatched('NO CREDIT', '51')
    expect((await reverse(item.id, 999_999)).body.code).toBe('already_reversed')
    const params = { id: String(item.id) }
    const dismissed = await act(grace, dismissDeskItem, { params, body: { note: 'Sent back' } })
    expect(dismissed.status).toBe(200)
    expect((await reverse(item.id, undefined)).body.code).toBe('already_reversed')
    const entry = { company_id: 1, purpose: 'rent', kind: 'correction', reason: 'Twice' } as const
    const paid = await db
      .selectFrom('payments')
      .where('amount', '=', 4321)
      .select(['id', 'user_id'])
      .orderBy('id')
      .execute()
    const reversalOf = (index: number, amount: number) => ({
      ...entry,
      amount,
      paid_at: new Date(at),
      entered_by: 1,
      user_id: paid[index]?.user_id ?? 0,
      reverses_payment_id: paid[index]?.id ?? 0,
    })
    // The first is reversed already; the second was not credited with this amount.
    await expect(insertPayment(db, reversalOf(0, -4321), null)).rejects.toThrow(/unique|duplicate/)
    await expect(insertPayment(db, reversalOf(1, -4320), null)).rejects.toThrow(/opposite/)
  })

  test('a body that PostgreSQL refuses as JSON is stored as text', async () => {
    const code = newReceipt()
    const deep = JSON.parse(`${'['.repeat(500)}1${']'.repeat(500)}`)
    const odd = { ...confirmation(code, 'ODD', '12'), 'a\u0000b': 1, deep }
    expect((await confirm(odd)).status).toBe(200)
    const item = await itemOf({ receipt: code })
    const { body } = await grace.call(getDeskItem, { params: { id: String(item.id) } })
    expect(body.raw).toEqual(expect.stringContaining(code))
  })

  test('a callback of success without an amount is left to the query', async () => {
    const opened = await push(77)
    const { Body } = paidCallback(opened.darajaId, newReceipt(), 77)
    const Item = Body.stkCallback.CallbackMetadata.Item.filter(({ Name }) => Name !== 'Amount')
    await opened.callback({
      Body: { stkCallback: { ...Body.stkCallback, CallbackMetadata: { Item } } },
    })
    expect(await opened.status()).toMatchObject({ status: 'processing' })
    await opened.callback(failedCallback(opened.darajaId, 1, 'Enough'))
  })

  test('a push paid with a fraction is credited in whole shillings too', async () => {
    const before = await due()
    const { darajaId, callback, status } = await push(100)
    const code = newReceipt()
    await callback(paidCallback(darajaId, code, 100.5))
    const item = await itemOf({ receipt: code, reason: 'differing_amount', amount: '100.5' })
    const params = { id: String(item.id) }
    const body = { account_number: account, amount: 100 }
    expect((await act(grace, assignDeskItem, { params, body })).status).toBe(200)
    expect(await status()).toMatchObject({ status: 'completed', amount: 100 })
    expect(await due()).toBe(before - 100)
  })

  test('credited to another account: a repeated event does not complete the push', async () => {
    const brian = await server.signIn('0722000002', '23456789')
    const brians = (await brian.call(getAccountNumber, {})).body.account_number
    const { darajaId, callback, status } = await push(100)
    const code = newReceipt()
    await callback(paidCallback(darajaId, code, 60))
    const item = await itemOf({ receipt: code })
    const assigned = await act(grace, assignDeskItem, {
      params: { id: String(item.id) },
      body: { account_number: brians },
    })
    expect(assigned.status).toBe(200)
    const failed = {
      status: 'failed',
      result_desc: 'The office has credited it to another account.',
    }
    expect(await status()).toMatchObject(failed)
    await callback(paidCallback(darajaId, code, 60))
    await callback(paidCallback(darajaId, code, 100))
    expect(await status()).toMatchObject(failed)
  })

  test('another amount than asked for is credited by staff, and its push is completed', async () => {
    const before = await due()
    const { darajaId, callback, status } = await push(100)
    const code = newReceipt()
    await callback(paidCallback(darajaId, code, 90))
    const item = await itemOf({ receipt: code })
    expect(await status()).toMatchObject({ status: 'processing', at_desk: true })
    expect(item).toMatchObject({
      reason: 'differing_amount',
      push: { amount: 100, status: 'processing' },
      account: { account_number: account, full_name: 'Amina Otieno' },
    })
    await act(grace, assignDeskItem, {
      params: { id: String(item.id) },
      body: { account_number: account },
    })
    // The amount that was paid, not the one that was asked for.
    expect(await status()).toMatchObject({
      status: 'completed',
      mpesa_receipt_number: code,
      amount: 90,
      at_desk: false,
    })
    expect(await due()).toBe(before - 90)
    await callback(paidCallback(darajaId, code, 90))
    expect(await due()).toBe(before - 90)
  })

  test('another amount than asked for, dismissed: the push fails and nothing is credited', async () => {
    const before = await due()
    const { darajaId, callback, status } = await push(100)
    const code = newReceipt()
    await callback(paidCallback(darajaId, code, 1))
    const item = await itemOf({ receipt: code })
    await act(grace, dismissDeskItem, {
      params: { id: String(item.id) },
      body: { note: 'Sent back' },
    })
    expect(await status()).toMatchObject({ status: 'failed' })
    expect(await due()).toBe(before)
  })

  test('a possible duplicate is attached to the payment without a receipt: nothing is credited', async () => {
    const opened = await receiptless(130)
    const before = await due()
    const code = newReceipt()
    const now = new Date(at + 3 * 60 * minutes).toISOString().replace(/\D/g, '').slice(0, 14)
    await confirm({ ...confirmation(code, account, '130.00'), TransTime: now })
    const item = await itemOf({ receipt: code, reason: 'possible_twin' })
    const params = { id: String(item.id) }
    const { twins } = (await grace.call(getDeskItem, { params })).body
    expect(twins).toMatchObject([{ account: { account_number: account } }])
    const attach = (payment_id: number) =>
      act(grace, attachDeskItem, { params, body: { payment_id } })
    expect((await attach(999_999)).body.code).toBe('payment_not_found')
    expect((await attach(twins[0]?.payment_id ?? 0)).status).toBe(200)
    expect(await due()).toBe(before)
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: code })
  })

  test('a code that was attached to the wrong bundle finds no wifi code once it is taken off', async () => {
    const price = 100
    const opened = await receiptless(price, 'package_100')
    const { code, item } = await unmatched('NOBODY', String(price))
    const params = { id: String(item.id) }
    const vouchers = async () => (await amina.call(listVouchers, {})).body
    const find = async () => (await amina.call(findVoucher, { body: { reference: code } })).body
    const { twins } = (await grace.call(getDeskItem, { params })).body
    const payment_id = twins[0]?.payment_id ?? 0
    await act(grace, attachDeskItem, { params, body: { payment_id } })
    const [voucher] = await vouchers()
    expect([voucher?.mpesa_receipt_number, (await find()).voucher?.id]).toEqual([code, voucher?.id])
    const body = { payment_id, note: 'Brian’s money' }
    expect((await act(grace, reverseDeskItem, { params, body })).status).toBe(200)
    expect((await vouchers())[0]).toMatchObject({ id: voucher?.id, mpesa_receipt_number: 'N/A' })
    expect((await find()).voucher?.mpesa_receipt_number).not.toBe(code)
    const own = newReceipt()
    await opened.callback(paidCallback(opened.darajaId, own, price))
    expect((await vouchers())[0]).toMatchObject({ id: voucher?.id, mpesa_receipt_number: own })
  })

  test('taken back where the payment is found, an attached code is taken off as it is at the desk', async () => {
    const opened = await receiptless(1377)
    const { item } = await unmatched('NOBODY', '1377.00')
    const params = { id: String(item.id) }
    const [twin] = (await grace.call(getDeskItem, { params })).body.twins
    const payment_id = twin?.payment_id ?? 0
    await act(grace, attachDeskItem, { params, body: { payment_id } })
    const before = await due()
    const ofReceipt = { params: { number: receiptNumber(payment_id) } }
    const { body: expected } = await grace.call(previewTakeBack, ofReceipt)
    expect(expected.accounts).toMatchObject([{ amount: 0, receipt: { change: 'replaced' } }])
    const body = { reason: 'Brian’s money', expected }
    const taken = await grace.call(takeBackPayment, { ...ofReceipt, body })
    expect(taken.body).toMatchObject({
      message: 'The M-Pesa code is off this payment. It’s on the desk now.',
      item: item.id,
    })
    expect(await due()).toBe(before)
    expect(await opened.status()).toMatchObject({
      ...{ status: 'completed', mpesa_receipt_number: 'N/A' },
    })
    const { history, closed, reason } = (await grace.call(getDeskItem, { params })).body
    expect([history.map((one) => one.act), closed, reason]).toEqual([
      ['attach', 'detach'],
      null,
      'unmatched',
    ])
  })

  test('attached to the wrong payment: that counts as before, and the money waits again', async () => {
    const opened = await receiptless(1371)
    const stray = await unmatched('NOBODY', '1371.00')
    const params = { id: String(stray.item.id) }
    const find = async () => (await grace.call(getDeskItem, { params })).body
    const twins = async () => (await find()).twins.map(({ payment_id }) => payment_id)
    const before = await due()
    const detach = (payment_id: number) =>
      act(grace, reverseDeskItem, { params, body: { payment_id, note: 'Brian’s money' } })
    let [payment_id = 0] = await twins()
    for (let round = 0; round < 2; round++) {
      expect((await act(grace, attachDeskItem, { params, body: { payment_id } })).status).toBe(200)
      // Two people at once, and somebody later.
      const both = await Promise.all([detach(payment_id), detach(payment_id)])
      const done = both.find(({ status }) => status === 200)
      expect(done?.body.item).toMatchObject({ closed: null })
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await detach(payment_id)).body.code).toBe('already_reversed')
      expect(await due()).toBe(before)
      expect(await opened.status()).toMatchObject({
        status: 'completed',
        mpesa_receipt_number: 'N/A',
      })
      const [again = 0, ...others] = await twins()
      expect([again > payment_id, others]).toEqual([true, []])
      payment_id = again
    }
    const { history } = await find()
    expect(history.map((event) => event.act)).toEqual(['attach', 'detach', 'attach', 'detach'])
    expect(history.at(-1)).toMatchObject({
      note: 'Brian’s money',
      payments: [{ amount: 1371, receipt_number: receiptNumber(payment_id) }],
    })

    // The push's own receipt comes, and completes what replaces the payment; the other money counts for itself.
    const own = newReceipt()
    await opened.callback(paidCallback(opened.darajaId, own, 1371))
    expect(await opened.status()).toMatchObject({ mpesa_receipt_number: own })
    expect(await due()).toBe(before)
    await act(grace, assignDeskItem, { params, body: { account_number: account } })
    expect(await due()).toBe(before - 1371)
  })

  test('attached to the wrong payment while its own receipt counted twice: that is open again', async () => {
    const opened = await receiptless(1372)
    const credited = await unmatched('NOBODY', '1372.00')
    const stray = await unmatched('NOBODY', '1372.00')
    const credit = { params: { id: String(credited.item.id) }, body: { account_number: account } }
    await act(grace, assignDeskItem, credit)
    await opened.callback(paidCallback(opened.darajaId, credited.code, 1372))
    const isOpen = async () =>
      (await listOpen()).some(
        ({ reason, push }) => reason === 'counted_twice' && push?.amount === 1372,
      )
    expect(await isOpen()).toBe(true)
    const params = { id: String(stray.item.id) }
    const { twins } = (await grace.call(getDeskItem, { params })).body
    const [{ payment_id = 0 } = {}] = twins
    await act(grace, attachDeskItem, { params, body: { payment_id } })
    expect(await isOpen()).toBe(false)
    await act(grace, reverseDeskItem, { params, body: { payment_id, note: 'Other money' } })
    expect(await isOpen()).toBe(true)
  })

  test('attaching and the delayed callback at once: one succeeds, without a deadlock', async () => {
    for (let round = 0; round < 8; round++) {
      const amount = 400 + round
      const opened = await receiptless(amount)
      const before = await due()
      const code = newReceipt()
      const now = new Date(at + 3 * 60 * minutes).toISOString().replace(/\D/g, '').slice(0, 14)
      await confirm({ ...confirmation(code, account, `${amount}.00`), TransTime: now })
      const item = await itemOf({ receipt: code, reason: 'possible_twin' })
      const params = { id: String(item.id) }
      const { twins } = (await grace.call(getDeskItem, { params })).body
      const body = { payment_id: twins[0]?.payment_id ?? 0 }
      const [attached, callback] = await Promise.all([
        act(grace, attachDeskItem, { params, body }),
        opened.callback(paidCallback(opened.darajaId, code, amount)),
      ])
      expect([200, 404, 409]).toContain(attached.status)
      expect(callback.status).toBe(200)
      expect(await due()).toBe(before)
      expect(await opened.status()).toMatchObject({ mpesa_receipt_number: code })
    }
  })

  test('credited by hand while M-Pesa reports it for a push that counts: the desk shows it either way', async () => {
    for (let round = 0; round < 8; round++) {
      const opened = await receiptless(1500 + round)
      const { code, item } = await unmatched('NOBODY', '900.00')
      const [assigned, callback] = await Promise.all([
        act(grace, assignDeskItem, {
          params: { id: String(item.id) },
          body: { account_number: account },
        }),
        opened.callback(paidCallback(opened.darajaId, code, 900)),
      ])
      expect([200, 409]).toContain(assigned.status)
      expect(callback.status).toBe(200)
      expect((await listOpen()).filter((one) => one.receipt === code)).toHaveLength(1)
    }
  })

  test('an item closes by itself when M-Pesa settles its receipt meanwhile', async () => {
    const opened = await receiptless(140)
    const code = newReceipt()
    const now = new Date(at + 3 * 60 * minutes).toISOString().replace(/\D/g, '').slice(0, 14)
    await confirm({ ...confirmation(code, account, '140.00'), TransTime: now })
    const item = await itemOf({ receipt: code, reason: 'possible_twin' })
    await opened.callback(paidCallback(opened.darajaId, code, 140))
    const { body } = await grace.call(getDeskItem, { params: { id: String(item.id) } })
    expect(body.closed).toMatchObject({ outcome: 'by_itself', by: null })
    const refused = await act(grace, assignDeskItem, {
      params: { id: String(item.id) },
      body: { account_number: account },
    })
    expect(refused.body).toMatchObject({
      code: 'already_closed',
      message: 'M-Pesa has settled this in the meantime.',
    })
  })

  test('pushes with an unknown code or no result become items after 48 hours; staff confirm or dismiss', async () => {
    const odd = await push(210)
    const silent = await push(220)
    const never = await push(230)
    await odd.callback(failedCallback(odd.darajaId, 7777, 'Something new'))
    expect(await odd.status()).toMatchObject({ status: 'processing' })
    at += 2 * days + 20 * minutes
    await signIn()
    const reasons = async () =>
      (await listOpen()).filter((item) => item.push).map((item) => [item.push?.amount, item.reason])
    // Twenty at a time.
    for (let batch = 0; batch < 3; batch++) await server.running.followUp.tick()
    expect(await reasons()).toEqual(
      expect.arrayContaining([
        [210, 'unknown_code'],
        [220, 'silent'],
        [230, 'silent'],
      ]),
    )
    const items = (await listOpen()).filter((item) => item.push)
    const idOf = (amount: number) =>
      String(items.find((item) => item.push?.amount === amount)?.id ?? 0)
    expect(items.find((item) => item.push?.amount === 210)?.push).toMatchObject({
      unknown_code: '7777',
      unknown_desc: 'Something new',
    })

    const before = await due()
    const note = 'Seen on the statement'
    const confirmed = await act(grace, confirmDeskItem, {
      params: { id: idOf(220) },
      body: { note },
    })
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.item.closed?.payment).toMatchObject({
      receipt_number: expect.stringMatching(/^R\d{6}$/),
      account: { account_number: account },
    })
    expect(await silent.status()).toMatchObject({
      status: 'completed',
      mpesa_receipt_number: 'N/A',
    })
    expect(await due()).toBe(before - 220)

    await act(grace, dismissDeskItem, { params: { id: idOf(210) }, body: { note: 'Not ours' } })
    expect(await odd.status()).toMatchObject({ status: 'failed' })
    // A verified success wins even then.
    await odd.callback(paidCallback(odd.darajaId, newReceipt(), 210))
    expect(await odd.status()).toMatchObject({ status: 'completed' })
    const again = await withNote(reopenDeskItem, Number(idOf(210)))
    expect(again.body).toMatchObject({ code: 'already_counted' })

    await never.callback(failedCallback(never.darajaId, 1032, 'Request cancelled by user'))
    expect(await never.status()).toMatchObject({ status: 'cancelled' })
    const { body } = await grace.call(getDeskItem, { params: { id: idOf(230) } })
    expect(body.closed).toMatchObject({ outcome: 'by_itself' })
    expect(await due()).toBe(before - 220 - 210)
  })

  test('money may be credited to an account of another residence without revealing its user', async () => {
    const { db } = server.running.context
    const company_id = await addCompany(db)
    const user_id = await addPerson(db, company_id, 's@other.example', { is_staff: true })
    await db
      .insertInto('account_numbers')
      .values({ account_number: '22222222', company_id, user_id })
      .execute()
    const elsewhere = await server.signIn('s@other.example', password)
    expect((await elsewhere.call(listDesk, {})).body).toEqual([])

    const { item } = await unmatched('OTHER HOUSE', '300')
    const done = await act(grace, assignDeskItem, {
      params: { id: String(item.id) },
      body: { account_number: '2222 2222' },
    })
    expect(done.body.message).toBe('Ksh\u00a0300 credited to account 22222222.')
    expect(done.body.item.closed?.payment).toEqual({
      id: expect.any(Number),
      receipt_number: null,
      amount: null,
      account: null,
    })
    expect((await elsewhere.call(listAccounts, {})).body).toMatchObject([
      { account_number: '22222222', due: -300 },
    ])
    expect(JSON.stringify((await grace.call(listAccounts, {})).body)).not.toContain('22222222')

    const { history } = (await grace.call(getDeskItem, { params: { id: String(item.id) } })).body
    expect(history[0]?.payments).toEqual([{ amount: 300, receipt_number: null, account: null }])
    const back = await reverse(item.id, done.body.item.closed?.payment?.id)
    expect(back.status).toBe(200)
    expect((await elsewhere.call(listAccounts, {})).body).toMatchObject([{ due: 0 }])
  })

  test('a receipt counted for a push with the same id in another residence is not this push’s', async () => {
    const { db } = server.running.context
    const opened = await push(320)
    const { id: request_id } = await db
      .selectFrom('payment_requests')
      .where('daraja_checkout_id', '=', opened.darajaId)
      .select('id')
      .executeTakeFirstOrThrow()
    const company_id = await addCompany(db, 'same-number')
    const user_id = await addPerson(db, company_id, 'same@number.example', {})
    await sql`insert into payment_requests (company_id, id, checkout_request_id, callback_token,
        starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
        wire_reference, description, phone, amount, initiated_at)
      overriding system value
      values (${company_id}, ${request_id}, 'same', 'same', ${company_id}, ${user_id}, ${user_id},
        'rent', '22222222', '22222222', 'Rent', '254712345678', 320, now())`.execute(db)
    const code = newReceipt()
    const payment = { company_id, user_id, request_id, amount: 320, paid_at: new Date(at) }
    await insertPayment(db, { ...payment, purpose: 'rent', kind: 'push' }, code)
    await opened.callback(paidCallback(opened.darajaId, code, 320))
    expect(await opened.status()).toMatchObject({
      status: 'failed',
      result_desc: 'The office has credited it to another account.',
    })
  })

  test('money that waits here and is then reported for a push of another residence waits there', async () => {
    const { db } = server.running.context
    const company_id = await addCompany(db, 'elsewhere')
    const user_id = await addPerson(db, company_id, 'tenant@elsewhere.example', {})
    await addPerson(db, company_id, 'staff@elsewhere.example', { is_staff: true })
    await db
      .insertInto('payment_requests')
      .values({
        ...{ company_id, starter_company_id: company_id, starter_user_id: user_id },
        ...{ account_user_id: user_id, purpose: 'rent', account_reference: '22222223' },
        ...{ wire_reference: '22222223', checkout_request_id: 'elsewhere' },
        ...{ callback_token: 'elsewhere', description: 'Rent', phone: '254712345678' },
        ...{ amount: 340, initiated_at: new Date(at) },
      })
      .execute()
    const opened = await push(341)
    const { code, item } = await unmatched('ELSEWHERE', '330')
    const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    const there = path.replace(/\/\d+\/[^/]+$/, `/${company_id}/elsewhere`)
    expect((await post(there, paidCallback('ws_CO_elsewhere', code, 330))).status).toBe(200)
    const staff = await server.signIn('staff@elsewhere.example', password)
    expect((await staff.call(listDesk, {})).body).toMatchObject([
      { receipt: code, reason: 'differing_amount', amount: '330' },
    ])
    expect((await detailOf(item.id)).closed).toMatchObject({
      outcome: 'by_itself',
      by: null,
      payment: null,
      note: 'M-Pesa has since reported that this money is for a payment in another residence. Its staff will deal with it.',
    })
    expect((await assignTo(item.id, account)).body.code).toBe('already_closed')
    await opened.callback(failedCallback(opened.darajaId, 1032, 'Request cancelled by user'))
  })

  test('the room of a former tenant suggests them, labelled', async () => {
    const tenant = (await grace.call(listTenants, {})).body.at(-1)
    if (!tenant) throw new Error('no tenant')
    const left = await grace.call(removeTenant, {
      body: { id: tenant.id, removal_reason: 'other', departure_date: dayOf(new Date(at)) },
    })
    expect(left.status).toBe(200)
    const { item } = await unmatched(`Rent ${tenant.room.toLowerCase()}`, '1')
    const { body } = await grace.call(getDeskItem, { params: { id: String(item.id) } })
    expect(body.suggestions).toMatchObject([
      {
        account: { full_name: tenant.full_name, room_number: null },
        reasons: [
          expect.stringMatching(
            `^The payer typed room ${tenant.room}. This tenant lived there until \\d+ `,
          ),
        ],
      },
    ])
  })

  test('no action of staff leaves a push open', async () => {
    const open = await server.running.context.db
      .selectFrom('desk_items')
      .innerJoin('payment_requests', sameCompany('payment_requests.id', 'desk_items.request_id'))
      .where('desk_items.closed_at', 'is not', null)
      .where('payment_requests.status', '=', 'processing')
      .select('desk_items.id')
      .execute()
    expect(open).toEqual([])
  })

  test('every account with the balance that its user sees', async () => {
    const accounts = (await grace.call(listAccounts, {})).body
    expect(accounts).toHaveLength(30)
    expect(accounts.find((one) => one.account_number === account)).toMatchObject({
      full_name: 'Amina Otieno',
      room_number: 'A101',
      due: await due(),
    })
  })

  test('the list has pages with a link to the next one', async () => {
    for (let i = 0; i < 5; i++) await unmatched(`PAGE ${i}`, '10')
    const whole = await listOpen()
    const seen: number[] = []
    let path: string | undefined = '/api/staff/desk/?limit=2'
    while (path) {
      const response: Response = await grace.fetch(path)
      const page = (await response.json()) as DeskItem[]
      seen.push(...page.map((item) => item.id))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(whole.map((item) => item.id))
    const last = String(whole.at(-1)?.id)
    const newer = (await grace.call(listDesk, { query: { after: last, limit: '2' } })).body
    expect(newer.map((item) => item.id)).toEqual(whole.slice(-3, -1).map((item) => item.id))
    const { open } = (await grace.call(countDesk, {})).body
    expect(open).toBe(whole.length)
    const refused = await grace.fetch('/api/staff/desk/?limit=101')
    expect(refused.status).toBe(400)
  })
})
