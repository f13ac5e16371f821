import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import {
  claimForTenant,
  closeClaim,
  findPayment,
  listClaims,
  listTenantClaims,
  listUnreportedClaims,
  reopenClaim,
} from '#contract/claims.ts'
import {
  assignDeskItem,
  correctDeskItem,
  dismissDeskItem,
  getDeskItem,
  listDesk,
  pullStatement,
  reverseDeskItem,
} from '#contract/desk.ts'
import { getOverview } from '#contract/overview.ts'
import { initiatePush } from '#contract/payments.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { insertEvent, markProcessed } from '../payments/event-queries.ts'
import { testNow } from '../testing/clock.ts'
import { act } from '../testing/desk.ts'
import {
  confirmation,
  confirmTo,
  type FakeDaraja,
  newReceipt,
  paidCallback,
  postTo,
  startFakeDaraja,
  statementRow,
  transactionStatus,
} from '../testing/fake-daraja.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { addStatement } from '../testing/statement-rows.ts'

const day = 24 * 60 * 60_000

describe.each(databases)('claims on %s', (kind) => {
  let at = testNow().getTime()
  let daraja: FakeDaraja
  let server: TestServer
  let amina: Caller
  let brian: Caller
  let grace: Caller
  let account = ''
  let id = ''

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    server = await startServer(kind, daraja.settings, () => new Date(at))
    await signIn()
    account = (await amina.call(getAccountNumber, {})).body.account_number
    id = String((await amina.call(getUser, {})).body.id)
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  async function signIn() {
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  }
  const post = (path: string, body: unknown) => postTo(server, path, body)
  async function arrive(typed: string, amount: string, code = newReceipt()) {
    await confirmTo(server, confirmation(code, typed, amount))
    return code
  }
  const ask = async (who: Caller, text: string) => {
    // Each test has a limit of its own.
    await server.running.context.db.deleteFrom('throttles').execute()
    return who.call(findPayment, { body: { text } })
  }
  const find = async (who: Caller, text: string) => (await ask(who, text)).body
  const own = async (who: Caller, code: string) =>
    (await who.call(listClaims, {})).body.find(({ receipt }) => receipt === code)
  async function itemOf(code: string) {
    const { body } = await grace.call(listDesk, { query: { limit: '100' } })
    return String(body.find(({ receipt }) => receipt === code)?.id ?? 0)
  }
  const unreported = async () =>
    (await grace.call(listUnreportedClaims, {})).body.map(({ receipt }) => receipt)

  /** M-Pesa is asked about a code; what it answers is posted to where it was told to. */
  async function asked(code: string) {
    const find = () => daraja.statusAsked.filter((one) => one.TransactionID === code)
    await expect.poll(() => find().length, { timeout: 10_000 }).toBeGreaterThan(0)
    const [query, ...more] = find()
    expect(more).toEqual([])
    return (body: unknown) => post(new URL(query?.ResultURL ?? '').pathname, body)
  }
  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
  const paybill = () => server.running.context.config.daraja.shortcode

  test('M-Pesa is asked once about a code: what it has waits for its account, and counts by itself when that comes', async () => {
    const before = await due()
    const code = newReceipt()
    expect(await find(amina, code)).toMatchObject({ state: 'unknown', mpesa: null })
    const answer = await asked(code)
    await find(amina, code)
    expect((await answer(transactionStatus(newReceipt(), 90, paybill()))).status).toBe(200)
    expect(await own(amina, code)).toMatchObject({ state: 'unknown', mpesa: null })
    for (let twice = 0; twice < 2; twice++) await answer(transactionStatus(code, 90, paybill()))
    expect(await own(amina, code)).toMatchObject({ state: 'on_desk', mpesa: 'paid', payment: null })
    const params = { id: await itemOf(code) }
    const { body: item } = await grace.call(getDeskItem, { params })
    expect(item).toMatchObject({
      ...{ reason: 'confirmed_code', amount: '90', reference: null, account: null },
      suggestions: [{ account: { account_number: account }, likely: true }],
    })
    expect(await due()).toBe(before)
    await asked(code)

    await arrive(account, '90', code)
    expect(await due()).toBe(before - 90)
    expect(await own(amina, code)).toMatchObject({ state: 'credited' })
    const { closed } = (await grace.call(getDeskItem, { params })).body
    expect(closed).toMatchObject({ outcome: 'by_itself', payment: { amount: 90 } })
  })

  test('of several codes in one paste the one that is the person’s own is found', async () => {
    const code = await arrive(account, '70')
    const [other, word] = [newReceipt(), newReceipt()]
    const sms = (one: string, sum: string) =>
      `MPESA ${one} Confirmed. Ksh${sum} sent to ACACIA COURT`
    for (const text of [
      `${sms(other, '10.00')}\n${sms(code, '70.00')}`,
      `${sms(code, '70.00')} New M-PESA balance is Ksh1.00. ${sms(other, '10.00')}`,
      `my codes: ${word}, ${other} and ${code}`,
    ])
      expect(await find(amina, text)).toMatchObject({ receipt: code, state: 'credited' })
    // Brian has paid neither: the first of them is kept.
    expect(await find(brian, `${sms(other, '10.00')} ${sms(word, '70.00')}`)).toMatchObject({
      ...{ receipt: other, amount: 10, state: 'unknown' },
    })
  })

  test('the SMS of a reversal is about the payment that was taken back, and says so', async () => {
    const code = await arrive(account, '60')
    const text = `UKM52J5ABX confirmed. Reversal of transaction ${code} has been successfully reversed on 22/11/26 at 9:02 AM and Ksh60.00 is credited to your M-PESA account.`
    const found = await find(amina, text)
    expect(found).toMatchObject({ receipt: code, amount: 60, on: null, reversal: 'UKM52J5ABX' })
    expect(await find(amina, code)).toMatchObject({ id: found.id, reversal: 'UKM52J5ABX' })
  })

  test('what staff have credited by its code is not credited again by M-Pesa’s report', async () => {
    const before = await due()
    const code = newReceipt()
    await find(amina, code)
    await (await asked(code))(transactionStatus(code, 80, paybill()))
    const params = { id: await itemOf(code) }
    const body = { account_number: account }
    expect((await act(grace, assignDeskItem, { params, body })).status).toBe(200)
    await arrive(account, '80', code)
    expect(await due()).toBe(before - 80)
  })

  test('a report about a code that waits keeps what its payer typed', async () => {
    const code = newReceipt()
    await find(brian, code)
    await (await asked(code))(transactionStatus(code, 90, paybill()))
    await arrive('AMINA OTIENO A101', '90', code)
    const params = { id: await itemOf(code) }
    expect((await grace.call(getDeskItem, { params })).body).toMatchObject({
      ...{ reason: 'unmatched', reference: 'AMINA OTIENO A101' },
    })
  })

  test('money that M-Pesa has waits, even if staff have closed the claim meanwhile', async () => {
    const code = newReceipt()
    const { id: claim } = await find(amina, code)
    const params = { id: String(claim) }
    const closing = { params, body: { note: 'Paid to another paybill' } }
    expect((await grace.call(closeClaim, closing)).status).toBe(200)
    await (await asked(code))(transactionStatus(code, 1500, paybill()))
    expect(await itemOf(code)).not.toBe('0')
  })

  /** Reports `code` in this moment: after M-Pesa's answer about it has found nothing, and before that is kept. */
  async function meanwhile(answer: () => Promise<unknown>, report: () => Promise<unknown>) {
    // There everything takes turns for one connection.
    if (kind === 'pglite') return Promise.all([answer(), report()])
    const { db } = server.running.context
    const waits = async (where: RawBuilder<unknown>) =>
      (
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and ${where}`.execute(
          db,
        )
      ).rows.length > 0
    const until = (done: () => boolean | Promise<boolean>) =>
      expect.poll(done, { timeout: 20_000 }).toBe(true)
    const sent: Promise<unknown>[] = []
    await db.transaction().execute(async (tx) => {
      await sql`lock table desk_items in share mode`.execute(tx)
      sent.push(answer())
      await until(() => waits(sql`query like 'insert into "desk_items"%'`))
      let reported = false
      sent.push(report().then(() => (reported = true)))
      await until(async () => reported || (await waits(sql`wait_event = 'advisory'`)))
    })
    return Promise.all(sent)
  }

  test('M-Pesa’s answer about a code comes together with its report: it counts, and nothing waits', async () => {
    const before = await due()
    const sent = { phone_number: '0748000009', amount: 61, account_reference: account }
    await amina.call(initiatePush, { body: sent })
    const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    const checkout = daraja.checkoutId(daraja.pushes.length - 1)
    const ways = [
      { amount: 60, report: (code: string) => arrive(account, '60', code) },
      { amount: 61, report: (code: string) => post(path, paidCallback(checkout, code, 61)) },
    ]
    for (const { amount, report } of ways) {
      const code = newReceipt()
      await find(amina, code)
      const answer = await asked(code)
      await meanwhile(
        () => answer(transactionStatus(code, amount, paybill())),
        () => report(code),
      )
      expect([await itemOf(code), (await own(amina, code))?.state]).toEqual(['0', 'credited'])
    }
    expect(await due()).toBe(before - 121)
  })

  /** M-Pesa knows the code, and staff have decided to credit nothing. */
  async function dismissed(amount: number) {
    const code = newReceipt()
    await find(amina, code)
    await (await asked(code))(transactionStatus(code, amount, paybill()))
    const params = { id: await itemOf(code) }
    const body = { note: 'Given back in cash' }
    expect((await act(grace, dismissDeskItem, { params, body })).status).toBe(200)
    return { code, params }
  }
  const detail = async (params: { id: string }) => (await grace.call(getDeskItem, { params })).body

  test('what M-Pesa reports after it was dismissed by its code waits again, with what staff did', async () => {
    const before = await due()
    const { code, params } = await dismissed(62)
    for (let twice = 0; twice < 2; twice++) await arrive(account, '62', code)
    expect(await detail(params)).toMatchObject({
      ...{ reason: 'dismissed_before', reference: account, closed: null },
      history: [{ act: 'dismiss', by: 'Grace Wanjiru', note: 'Given back in cash' }],
      suggestions: [{ account: { account_number: account }, likely: true }],
    })
    expect(await due()).toBe(before)
    // Decided with all that is known, it stays so.
    await act(grace, dismissDeskItem, { params, body: { note: 'As before' } })
    await arrive(account, '62', code)
    expect((await detail(params)).closed).toMatchObject({ outcome: 'dismissed', note: 'As before' })

    const pulled = await dismissed(63)
    daraja.statement = [statementRow(pulled.code, 'AMINA', '63.00')]
    const { db } = server.running.context
    await db.updateTable('daraja_accounts').set({ statement_asked_at: null }).execute()
    await grace.call(pullStatement, {})
    await expect
      .poll(() => detail(pulled.params), { timeout: 10_000 })
      .toMatchObject({ reason: 'unmatched', reference: 'AMINA', closed: null })
    daraja.statement = []

    const body = { phone_number: '0748000010', amount: 65, account_reference: account }
    await brian.call(initiatePush, { body })
    const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    const other = await dismissed(64)
    await post(path, paidCallback(daraja.checkoutId(daraja.pushes.length - 1), other.code, 64))
    expect(await detail(other.params)).toMatchObject({
      ...{ reason: 'differing_amount', push: { amount: 65 }, closed: null },
    })
    expect(await due()).toBe(before)
  })

  test('when the account turns out to be in another residence, only its staff have the payment', async () => {
    const { db } = server.running.context
    const company = await addCompany(db, 'elsewhere')
    const user = await addPerson(db, company, 'payee@elsewhere.example')
    const account_number = '22222222'
    await db
      .insertInto('account_numbers')
      .values({ company_id: company, user_id: user, account_number })
      .execute()
    const code = newReceipt()
    await find(amina, code)
    await (await asked(code))(transactionStatus(code, '80.50', paybill()))
    const params = { id: await itemOf(code) }
    await arrive(account_number, '80.50', code)
    const open = await db
      .selectFrom('desk_items')
      .where('receipt', '=', code)
      .where('closed_at', 'is', null)
      .select(['company_id', 'reason'])
      .execute()
    expect(open).toEqual([{ company_id: company, reason: 'fraction' }])
    expect((await detail(params)).closed).toMatchObject({ outcome: 'by_itself', payment: null })
  })

  test('M-Pesa doesn’t know the code, or somebody else was paid: nothing waits', async () => {
    const [unknown, elsewhere] = [newReceipt(), newReceipt()]
    await find(amina, unknown)
    await find(amina, elsewhere)
    const timeout = { Result: { ResultCode: '1', ResultDesc: 'Queue timed out' } }
    await (await asked(unknown))(timeout)
    expect((await own(amina, unknown))?.mpesa).toBeNull()
    await (await asked(unknown))({ Result: { ResultCode: 2032, ResultDesc: 'No such receipt' } })
    await (await asked(elsewhere))(transactionStatus(elsewhere, 80, '600111'))
    expect(await own(amina, unknown)).toMatchObject({ state: 'unknown', mpesa: 'not_found' })
    expect(await own(amina, elsewhere)).toMatchObject({ state: 'unknown', mpesa: 'elsewhere' })
    expect([await itemOf(unknown), await itemOf(elsewhere)]).toEqual(['0', '0'])
  })

  test('the code of a sweep or a charge is no payment', async () => {
    const { db } = server.running.context
    const [sweep, charge] = [newReceipt(), newReceipt()]
    const { id: uploaded_by } = (await grace.call(getUser, {})).body
    const period = { from: '2026-11-18 00:00:00', until: '2026-11-18 23:59:59' }
    const row = { at: '2026-11-18 12:00:00', shillings: -15, kind: 'charge' as const }
    await addStatement(db, 1, uploaded_by, period, [{ ...row, receipt: charge }])
    for (const code of [sweep, charge]) await find(amina, code)
    // Money that the residence has moved itself: both parties are its own accounts.
    await (await asked(sweep))(transactionStatus(sweep, 15_000, paybill(), paybill()))
    await (await asked(charge))(transactionStatus(charge, 15, paybill()))
    expect([await itemOf(sweep), await itemOf(charge)]).toEqual(['0', '0'])
    expect((await own(amina, sweep))?.mpesa).toBe('elsewhere')
  })

  test('money on the own account: when, how much, and the receipt', async () => {
    const code = await arrive(account, '70')
    const sms = `${code.toLowerCase()} confirmed. Ksh70.00 sent to ACACIA COURT for account ${account} on 20/11/26 at 8:31 AM`
    const found = await find(amina, sms)
    expect(found).toMatchObject({
      receipt: code,
      amount: 70,
      on: '2026-11-20',
      account,
      by: null,
      state: 'credited',
      payment: { amount: 70, purpose: 'rent', paid_for: null },
    })
    const params = { number: found.payment?.receipt_number ?? '' }
    expect((await amina.call(getReceipt, { params })).body.mpesa_receipt_number).toBe(code)
    // What M-Pesa says of it beyond that is not kept.
    const { db } = server.running.context
    const row = await db
      .selectFrom('payment_claims')
      .where('receipt', '=', code)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('ACACIA')
  })

  test('the money of others: that it counts elsewhere, and nothing more', async () => {
    const code = await arrive(account, '71')
    const { state, payment, amount, on, account: typed } = await find(brian, code)
    expect({ state, payment, amount, on, typed }).toEqual({
      state: 'elsewhere',
      payment: null,
      amount: null,
      on: null,
      typed: null,
    })
    const { db } = server.running.context
    const company = await addCompany(db)
    await addPerson(db, company, 'stranger@other.example')
    const stranger = await server.signIn('stranger@other.example', password)
    expect(await find(stranger, code)).toMatchObject({ state: 'elsewhere', payment: null })
  })

  test('a push for another account: the payer learns that it counts, without the receipt', async () => {
    const code = newReceipt()
    const body = { phone_number: '0748000001', amount: 72, account_reference: account }
    await brian.call(initiatePush, { body })
    expect((await find(brian, newReceipt())).state).toBe('push_open')
    const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    await post(path, paidCallback(daraja.checkoutId(daraja.pushes.length - 1), code, 72))
    expect(await find(brian, code)).toMatchObject({
      state: 'for_other',
      payment: { amount: 72, receipt_number: null, paid_for: account },
    })
    expect((await find(amina, code)).state).toBe('credited')
  })

  test('a code that is not known is kept, and answered when proof comes', async () => {
    const code = newReceipt()
    const before = (await amina.call(getPaymentSummary, {})).body.current_month_balance
    expect((await find(amina, code)).state).toBe('unknown')
    const sms = `${code} Confirmed. Ksh73.00 sent to ACACIA COURT for account X on 20/11/26 at 8:31 AM`
    expect(await find(amina, sms)).toMatchObject({ state: 'unknown', amount: 73, account: 'X' })
    // Typed again without its SMS, it loses nothing.
    expect(await find(amina, code)).toMatchObject({ amount: 73, account: 'X' })
    const all = (await amina.call(listClaims, {})).body
    expect(all.filter(({ receipt }) => receipt === code)).toHaveLength(1)
    expect((await amina.call(getPaymentSummary, {})).body.current_month_balance).toBe(before)
    await arrive(account, '73', code)
    expect(await own(amina, code)).toMatchObject({ state: 'credited', payment: { amount: 73 } })
  })

  test('on the desk, credited, taken back, dismissed: always as it is now', async () => {
    const code = await arrive('RENT', '74')
    expect(await find(amina, code)).toMatchObject({ state: 'on_desk', payment: null })
    const params = { id: await itemOf(code) }
    const { suggestions } = (await grace.call(getDeskItem, { params })).body
    expect(suggestions[0]).toMatchObject({
      account: { account_number: account },
      likely: true,
      reasons: ['Amina Otieno says they paid this.'],
    })
    const assigned = await act(grace, assignDeskItem, {
      params,
      body: { account_number: account },
    })
    expect((await own(amina, code))?.state).toBe('credited')
    const payment_id = assigned.body.item.closed?.payment?.id ?? 0
    await act(grace, reverseDeskItem, { params, body: { payment_id, note: 'Not hers' } })
    expect((await own(amina, code))?.state).toBe('on_desk')
    await act(grace, dismissDeskItem, { params, body: { note: 'Sent back' } })
    expect((await own(amina, code))?.state).toBe('dismissed')
  })

  test('what M-Pesa has reported and is not processed yet is on its way', async () => {
    const { db } = server.running.context
    const code = newReceipt()
    const raw = JSON.stringify({ TransID: code })
    const now = new Date(at)
    const event = { company_id: 1, kind: 'confirmation', raw, received_at: now } as const
    const stored = await insertEvent(db, event)
    expect((await find(amina, code)).state).toBe('reported')
    await markProcessed(db, stored, now)
    expect((await own(amina, code))?.state).not.toBe('reported')
  })

  test('a payment whose code M-Pesa has not named is likely the one', async () => {
    const { db } = server.running.context
    const body = { phone_number: '0748000002', amount: 75, account_reference: account }
    await amina.call(initiatePush, { body })
    await db
      .updateTable('payment_requests')
      .set({ next_query_at: new Date(at) })
      .where('amount', '=', 75)
      .execute()
    daraja.answerQuery = () => ({ status: 200, body: { ResultCode: '0', ResultDesc: 'Done' } })
    await server.running.followUp.tick()
    const code = newReceipt()
    const sms = (sum: number) => `${code} Confirmed. Ksh${sum}.00 sent to ACACIA COURT`
    expect((await find(amina, sms(75))).state).toBe('likely')
    expect((await own(amina, code))?.payment).toMatchObject({ amount: 75, purpose: 'rent' })
    const other = `${newReceipt()} Confirmed. Ksh76.00 sent to ACACIA COURT`
    expect((await find(amina, other)).state).toBe('unknown')
    // What M-Pesa says of the same amount is most likely this payment; other money waits.
    await (await asked(code))(transactionStatus(code, 75, paybill()))
    expect([(await own(amina, code))?.state, await itemOf(code)]).toEqual(['likely', '0'])
    const bare = newReceipt()
    expect((await find(amina, bare)).state).toBe('likely')
    await (await asked(bare))(transactionStatus(bare, 1500, paybill()))
    expect((await own(amina, bare))?.state).toBe('on_desk')
  })

  test('no code: the field says so; too many codes: a pause', async () => {
    for (const text of ['I paid on Monday', ' ']) {
      const { status, body } = await ask(amina, text)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['text']])
    }
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) {
      const answer = await brian.call(findPayment, { body: { text: newReceipt() } })
      statuses.push(answer.status)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(statuses[20]).toBe(429)
  })

  test('staff type a code for a tenant at the counter', async () => {
    const code = await arrive('RENT', '77')
    const params = { id }
    const typed = await grace.call(claimForTenant, { params, body: { text: code } })
    expect([typed.status, typed.body]).toMatchObject([
      200,
      { state: 'on_desk', by: 'Grace Wanjiru', full_name: 'Amina Otieno' },
    ])
    expect(String(typed.body.item)).toBe(await itemOf(code))
    expect((await own(amina, code))?.by).toBe('Grace Wanjiru')
    const { account_number } = (await brian.call(getAccountNumber, {})).body
    await act(grace, assignDeskItem, {
      params: { id: await itemOf(code) },
      body: { account_number },
    })
    const { body: all } = await grace.call(listTenantClaims, { params })
    expect(all.find(({ receipt }) => receipt === code)).toMatchObject({
      state: 'elsewhere',
      credited_to: { full_name: 'Brian Kamau' },
    })
    const nobody = await grace.call(claimForTenant, {
      params: { id: '999999' },
      body: { text: code },
    })
    expect(nobody.status).toBe(404)
  })

  test('money that M-Pesa has sent back, whether it was credited or on the desk', async () => {
    const { db } = server.running.context
    const codes = [await arrive(account, '73'), await arrive('nobody', '74')]
    const { id: uploaded_by } = (await grace.call(getUser, {})).body
    const period = { from: '2026-11-20 00:00:00', until: '2026-11-20 23:59:59' }
    const back = codes.map((reversed_receipt, index) => ({
      ...{ at: '2026-11-20 12:00:00', shillings: -73 - index, kind: 'reversal' as const },
      ...{ receipt: newReceipt(), reversed_receipt },
    }))
    await addStatement(db, 1, uploaded_by, period, back)
    await sql`insert into desk_items (company_id, reason, statement_row_id, counted_receipt, amount,
        paid_at, raw)
      select company_id, 'taken_back_by_mpesa', id, reversed_receipt, (-cents / 100)::text, at, '{}'
      from statement_rows where kind = 'reversal'`.execute(db)
    const [credited = '', waiting = ''] = codes
    const returned = { state: 'returned', returned_at: '2026-11-20T09:00:00Z', payment: null }
    // It is said while it counts that it does.
    expect(await find(amina, credited)).toMatchObject({ state: 'credited', returned_at: null })
    expect(await find(amina, waiting)).toMatchObject(returned)
    const { body: items } = await grace.call(listDesk, { query: { limit: '100' } })
    const item = items.find((one) => one.receipt === credited)
    const params = { id: String(item?.id) }
    await act(grace, correctDeskItem, { params, body: { note: 'M-Pesa took it back.' } })
    expect(await own(amina, credited)).toMatchObject(returned)
    // What nobody was credited with has nothing to correct, so staff close both of its items.
    const both = items.filter((one) => one.receipt === waiting)
    expect(both.length).toBe(2)
    for (const { id } of both) {
      const close = { params: { id: String(id) }, body: { note: 'M-Pesa took it back.' } }
      expect((await act(grace, dismissDeskItem, close)).status).toBe(200)
    }
    expect(await own(amina, waiting)).toMatchObject(returned)
  })

  test('a code that is not reported within a day is listed for staff, who close it', async () => {
    const code = newReceipt()
    const { id: claim } = await find(amina, `${code} Confirmed. Ksh78.00 sent to ACACIA COURT`)
    expect(await unreported()).not.toContain(code)
    at += day + 1
    await signIn()
    expect(await unreported()).toContain(code)
    const { codes } = (await grace.call(getOverview, {})).body.needs
    expect(codes?.count).toBe((await unreported()).length)
    expect(codes?.shillings).toBeGreaterThanOrEqual(78)
    const params = { id: String(claim) }
    const note = 'Paid to another paybill, says her SMS.'
    expect((await grace.call(closeClaim, { params, body: { note: ' ' } })).status).toBe(400)
    expect((await grace.call(closeClaim, { params, body: { note } })).body).toMatchObject({
      state: 'closed',
      closed: { note },
      closed_by: 'Grace Wanjiru',
    })
    expect((await grace.call(closeClaim, { params, body: { note } })).status).toBe(409)
    expect(await unreported()).not.toContain(code)
    expect(await own(amina, code)).toMatchObject({ state: 'closed', closed: { note } })
    expect((await grace.call(reopenClaim, { params })).body.state).toBe('unknown')
    expect((await grace.call(reopenClaim, { params })).status).toBe(409)
    expect(await unreported()).toContain(code)
    // Proof comes all the same, and nothing is left to close.
    await arrive(account, '78', code)
    expect(await unreported()).not.toContain(code)
    expect((await grace.call(closeClaim, { params, body: { note } })).body.code).toBe(
      'reported_meanwhile',
    )
  })
})
