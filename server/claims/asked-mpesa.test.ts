import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { closeClaim } from '#contract/claims.ts'
import { pullStatement } from '#contract/desk.ts'
import { type ClaimsDesk, openClaims } from '../testing/claims.ts'
import { newReceipt, statementRow, transactionStatus } from '../testing/fake-daraja.ts'
import { addResidence, type TestTenant } from '../testing/people.ts'
import { databases } from '../testing/server.ts'
import { addStatement } from '../testing/statement-rows.ts'

/** M-Pesa is asked about the codes that tenants quote and nobody has reported. */
describe.each(databases)('codes that M-Pesa is asked about on %s', (kind) => {
  let desk: ClaimsDesk
  beforeAll(async () => {
    desk = await openClaims(kind)
  })
  afterAll(() => desk.close())

  test('M-Pesa is asked once about a code: what it has waits for its account, and counts by itself when that comes', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const code = newReceipt()
    expect(await desk.find(tenant, code)).toMatchObject({ state: 'unknown', mpesa: null })
    const answer = await desk.asked(code)
    await desk.find(tenant, code)
    expect((await answer(desk.paid(newReceipt(), 90))).status).toBe(200)
    expect(await desk.own(tenant, code)).toMatchObject({ state: 'unknown', mpesa: null })
    for (let twice = 0; twice < 2; twice++) await answer(desk.paid(code, 90))
    expect(await desk.own(tenant, code)).toMatchObject({
      ...{ state: 'on_desk', mpesa: 'paid', payment: null },
    })
    const item = await desk.waitsFor(code)
    expect(await desk.detail(item)).toMatchObject({
      ...{ reason: 'confirmed_code', amount: '90', reference: null, account: null },
      suggestions: [{ account: { account_number: tenant.account }, likely: true }],
    })
    expect(await tenant.owed()).toBe(6500)
    await desk.asked(code)

    await desk.report(tenant.account, 90, {}, code)
    expect(await tenant.owed()).toBe(6410)
    expect(await desk.own(tenant, code)).toMatchObject({ state: 'credited' })
    expect((await desk.detail(item)).closed).toMatchObject({
      outcome: 'by_itself',
      payment: { amount: 90 },
    })
  })

  test('what staff have credited by its code is not credited again by M-Pesa’s report', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const code = newReceipt()
    await desk.find(tenant, code)
    await desk.answerPaid(code, 80)
    expect((await desk.assign(await desk.waitsFor(code), tenant.account)).status).toBe(200)
    await desk.report(tenant.account, 80, {}, code)
    expect(await tenant.owed()).toBe(6420)
  })

  test('a report about a code that waits keeps what its payer typed', async () => {
    const code = newReceipt()
    await desk.find(await desk.addTenant(), code)
    await desk.answerPaid(code, 90)
    await desk.report('FOR THE TALL ONE', 90, {}, code)
    expect(await desk.detail(await desk.waitsFor(code))).toMatchObject({
      ...{ reason: 'unmatched', reference: 'FOR THE TALL ONE' },
    })
  })

  test('money that M-Pesa has waits, even if staff have closed the claim meanwhile', async () => {
    const code = newReceipt()
    const { id: claim } = await desk.find(await desk.addTenant(), code)
    const params = { id: String(claim) }
    const closing = { params, body: { note: 'Paid to another paybill' } }
    expect((await desk.grace.call(closeClaim, closing)).status).toBe(200)
    await desk.answerPaid(code, 1500)
    expect(await desk.waitsFor(code)).toBeDefined()
  })

  /** Reports a code in this moment: after M-Pesa's answer about it has found nothing, and before that is kept. */
  async function meanwhile(answer: () => Promise<unknown>, report: () => Promise<unknown>) {
    // There everything takes turns for one connection.
    if (kind === 'pglite') return Promise.all([answer(), report()])
    const waits = async (where: RawBuilder<unknown>) =>
      (
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and ${where}`.execute(
          desk.db,
        )
      ).rows.length > 0
    const until = (done: () => boolean | Promise<boolean>) =>
      expect.poll(done, { timeout: 20_000 }).toBe(true)
    const sent: Promise<unknown>[] = []
    await desk.db.transaction().execute(async (tx) => {
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
    const tenant = await desk.addTenant({ owes: 6500 })
    const push = await desk.push(tenant, 61)
    const ways = [
      { amount: 60, report: (code: string) => desk.report(tenant.account, 60, {}, code) },
      { amount: 61, report: (code: string) => push.paid(code, 61) },
    ]
    for (const { amount, report } of ways) {
      const code = newReceipt()
      await desk.find(tenant, code)
      const answer = await desk.asked(code)
      await meanwhile(
        () => answer(desk.paid(code, amount)),
        () => report(code),
      )
      expect(await desk.waitsFor(code)).toBeUndefined()
      expect((await desk.own(tenant, code))?.state).toBe('credited')
    }
    expect(await tenant.owed()).toBe(6500 - 121)
  })

  /** M-Pesa knows the code, and staff have decided to credit nothing. */
  async function dismissed(tenant: TestTenant, amount: number) {
    const code = newReceipt()
    await desk.find(tenant, code)
    await desk.answerPaid(code, amount)
    const item = await desk.waitsFor(code)
    expect((await desk.dismiss(item, 'Given back in cash')).status).toBe(200)
    return { code, item }
  }

  test('what M-Pesa reports after it was dismissed by its code waits again, with what staff did', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const { code, item } = await dismissed(tenant, 62)
    for (let twice = 0; twice < 2; twice++) await desk.report(tenant.account, 62, {}, code)
    expect(await desk.detail(item)).toMatchObject({
      ...{ reason: 'dismissed_before', reference: tenant.account, closed: null },
      history: [{ act: 'dismiss', by: 'Grace Wanjiru', note: 'Given back in cash' }],
      suggestions: [{ account: { account_number: tenant.account }, likely: true }],
    })
    expect(await tenant.owed()).toBe(6500)
    // Decided with all that is known, it stays so.
    await desk.dismiss(item, 'As before')
    await desk.report(tenant.account, 62, {}, code)
    expect((await desk.detail(item)).closed).toMatchObject({
      outcome: 'dismissed',
      note: 'As before',
    })

    const pulled = await dismissed(tenant, 63)
    desk.daraja.statement = [statementRow(pulled.code, 'ON THE STATEMENT', '63.00')]
    await desk.db.updateTable('daraja_accounts').set({ statement_asked_at: null }).execute()
    await desk.grace.call(pullStatement, {})
    await expect
      .poll(() => desk.detail(pulled.item), { timeout: 10_000 })
      .toMatchObject({ reason: 'unmatched', reference: 'ON THE STATEMENT', closed: null })
    desk.daraja.statement = []

    const push = await desk.push(await desk.addTenant(), 65, tenant.account)
    const other = await dismissed(tenant, 64)
    await push.paid(other.code, 64)
    expect(await desk.detail(other.item)).toMatchObject({
      ...{ reason: 'differing_amount', push: { amount: 65 }, closed: null },
    })
    expect(await tenant.owed()).toBe(6500)
  })

  test('when the account turns out to be in another residence, only its staff have the payment', async () => {
    const { company_id, account } = await addResidence(desk.server)
    const code = newReceipt()
    await desk.find(await desk.addTenant(), code)
    await desk.answerPaid(code, '80.50')
    const item = await desk.waitsFor(code)
    await desk.report(account, '80.50', {}, code)
    const open = await desk.db
      .selectFrom('desk_items')
      .where('receipt', '=', code)
      .where('closed_at', 'is', null)
      .select(['company_id', 'reason'])
      .execute()
    expect(open).toEqual([{ company_id, reason: 'fraction' }])
    expect((await desk.detail(item)).closed).toMatchObject({ outcome: 'by_itself', payment: null })
  })

  test('M-Pesa doesn’t know the code, or somebody else was paid: nothing waits', async () => {
    const tenant = await desk.addTenant()
    const [unknown, elsewhere] = [newReceipt(), newReceipt()]
    await desk.find(tenant, unknown)
    await desk.find(tenant, elsewhere)
    const answer = await desk.asked(unknown)
    await answer({ Result: { ResultCode: '1', ResultDesc: 'Queue timed out' } })
    expect((await desk.own(tenant, unknown))?.mpesa).toBeNull()
    await answer({ Result: { ResultCode: 2032, ResultDesc: 'No such receipt' } })
    await (await desk.asked(elsewhere))(transactionStatus(elsewhere, 80, '600111'))
    expect(await desk.own(tenant, unknown)).toMatchObject({ state: 'unknown', mpesa: 'not_found' })
    expect(await desk.own(tenant, elsewhere)).toMatchObject({
      ...{ state: 'unknown', mpesa: 'elsewhere' },
    })
    for (const code of [unknown, elsewhere]) expect(await desk.waitsFor(code)).toBeUndefined()
  })

  test('the code of a sweep or a charge is no payment', async () => {
    const tenant = await desk.addTenant()
    const [sweep, charge] = [newReceipt(), newReceipt()]
    const { id: uploaded_by } = (await desk.grace.call(getUser, {})).body
    const period = { from: '2026-11-18 00:00:00', until: '2026-11-18 23:59:59' }
    const row = { at: '2026-11-18 12:00:00', shillings: -15, kind: 'charge' as const }
    await addStatement(desk.db, 1, uploaded_by, period, [{ ...row, receipt: charge }])
    for (const code of [sweep, charge]) await desk.find(tenant, code)
    // Money that the residence has moved itself: both parties are its own accounts.
    const { shortcode } = desk.server.running.context.config.daraja
    await (await desk.asked(sweep))(transactionStatus(sweep, 15_000, shortcode, shortcode))
    await desk.answerPaid(charge, 15)
    for (const code of [sweep, charge]) expect(await desk.waitsFor(code)).toBeUndefined()
    expect((await desk.own(tenant, sweep))?.mpesa).toBe('elsewhere')
  })

  test('a payment whose code M-Pesa has not named is likely the one', async () => {
    const tenant = await desk.addTenant()
    await desk.receiptless(tenant, 75)
    const code = newReceipt()
    const sms = (code: string, sum: number) =>
      `${code} Confirmed. Ksh${sum}.00 sent to ACACIA COURT`
    expect((await desk.find(tenant, sms(code, 75))).state).toBe('likely')
    expect((await desk.own(tenant, code))?.payment).toMatchObject({ amount: 75, purpose: 'rent' })
    expect((await desk.find(tenant, sms(newReceipt(), 76))).state).toBe('unknown')
    // What M-Pesa says of the same amount is most likely this payment; other money waits.
    await desk.answerPaid(code, 75)
    expect((await desk.own(tenant, code))?.state).toBe('likely')
    expect(await desk.waitsFor(code)).toBeUndefined()
    const bare = newReceipt()
    expect((await desk.find(tenant, bare)).state).toBe('likely')
    await desk.answerPaid(bare, 1500)
    expect((await desk.own(tenant, bare))?.state).toBe('on_desk')
  })
})
