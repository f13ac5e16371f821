import { sql } from 'kysely'
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
import { getOverview } from '#contract/overview.ts'
import { getReceipt } from '#contract/receipts.ts'
import { insertEvent, markProcessed } from '../payments/event-queries.ts'
import { type ClaimsDesk, openClaims } from '../testing/claims.ts'
import { newReceipt } from '../testing/fake-daraja.ts'
import { addResidence } from '../testing/people.ts'
import { databases } from '../testing/server.ts'
import { addStatement } from '../testing/statement-rows.ts'

const day = 24 * 60 * 60_000

describe.each(databases)('claims on %s', (kind) => {
  let desk: ClaimsDesk
  beforeAll(async () => {
    desk = await openClaims(kind)
  })
  afterAll(() => desk.close())

  const addPair = async () => [await desk.addTenant(), await desk.addTenant()] as const

  test('of several codes in one paste the one that is the person’s own is found', async () => {
    const [payer, stranger] = await addPair()
    const code = await desk.report(payer.account, 70)
    const [other, word] = [newReceipt(), newReceipt()]
    const sms = (one: string, sum: string) =>
      `MPESA ${one} Confirmed. Ksh${sum} sent to ACACIA COURT`
    for (const text of [
      `${sms(other, '10.00')}\n${sms(code, '70.00')}`,
      `${sms(code, '70.00')} New M-PESA balance is Ksh1.00. ${sms(other, '10.00')}`,
      `my codes: ${word}, ${other} and ${code}`,
    ])
      expect(await desk.find(payer, text)).toMatchObject({ receipt: code, state: 'credited' })
    // Somebody who has paid neither: the first of them is kept.
    const text = `${sms(other, '10.00')} ${sms(word, '70.00')}`
    expect(await desk.find(stranger, text)).toMatchObject({
      ...{ receipt: other, amount: 10, state: 'unknown' },
    })
  })

  test('the SMS of a reversal is about the payment that was taken back, and says so', async () => {
    const payer = await desk.addTenant()
    const code = await desk.report(payer.account, 60)
    const text = `UKM52J5ABX confirmed. Reversal of transaction ${code} has been successfully reversed on 22/11/26 at 9:02 AM and Ksh60.00 is credited to your M-PESA account.`
    const found = await desk.find(payer, text)
    expect(found).toMatchObject({ receipt: code, amount: 60, on: null, reversal: 'UKM52J5ABX' })
    expect(await desk.find(payer, code)).toMatchObject({ id: found.id, reversal: 'UKM52J5ABX' })
  })

  test('money on the own account: when, how much, and the receipt', async () => {
    const payer = await desk.addTenant()
    const { account } = payer
    const code = await desk.report(account, 70)
    const sms = `${code.toLowerCase()} confirmed. Ksh70.00 sent to ACACIA COURT for account ${account} on 20/11/26 at 8:31 AM`
    const found = await desk.find(payer, sms)
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
    expect((await payer.call(getReceipt, { params })).body.mpesa_receipt_number).toBe(code)
    // What M-Pesa says of it beyond that is not kept.
    const row = await desk.db
      .selectFrom('payment_claims')
      .where('receipt', '=', code)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('ACACIA')
  })

  test('the money of others: that it counts elsewhere, and nothing more', async () => {
    const [payer, other] = await addPair()
    const code = await desk.report(payer.account, 71)
    const { state, payment, amount, on, account: typed } = await desk.find(other, code)
    expect({ state, payment, amount, on, typed }).toEqual({
      state: 'elsewhere',
      payment: null,
      amount: null,
      on: null,
      typed: null,
    })
    const { owner: stranger } = await addResidence(desk.server)
    expect(await desk.find(stranger, code)).toMatchObject({ state: 'elsewhere', payment: null })
  })

  test('a push for another account: the payer learns that it counts, without the receipt', async () => {
    const [payer, other] = await addPair()
    const code = newReceipt()
    const push = await desk.push(payer, 72, other.account)
    expect((await desk.find(payer, newReceipt())).state).toBe('push_open')
    await push.paid(code, 72)
    expect(await desk.find(payer, code)).toMatchObject({
      state: 'for_other',
      payment: { amount: 72, receipt_number: null, paid_for: other.account },
    })
    expect((await desk.find(other, code)).state).toBe('credited')
  })

  test('a code that is not known is kept, and answered when proof comes', async () => {
    const payer = await desk.addTenant({ owes: 6500 })
    const code = newReceipt()
    expect((await desk.find(payer, code)).state).toBe('unknown')
    const sms = `${code} Confirmed. Ksh73.00 sent to ACACIA COURT for account X on 20/11/26 at 8:31 AM`
    expect(await desk.find(payer, sms)).toMatchObject({
      ...{ state: 'unknown', amount: 73, account: 'X' },
    })
    // Typed again without its SMS, it loses nothing.
    expect(await desk.find(payer, code)).toMatchObject({ amount: 73, account: 'X' })
    expect((await payer.call(listClaims, {})).body).toMatchObject([{ receipt: code }])
    expect(await payer.owed()).toBe(6500)
    await desk.report(payer.account, 73, {}, code)
    expect(await desk.own(payer, code)).toMatchObject({
      state: 'credited',
      payment: { amount: 73 },
    })
  })

  test('on the desk, credited, taken back, dismissed: always as it is now', async () => {
    const payer = await desk.addTenant()
    const item = await desk.addDeskItem('RENT', 74)
    const state = async () => (await desk.own(payer, item.receipt))?.state
    expect(await desk.find(payer, item.receipt)).toMatchObject({ state: 'on_desk', payment: null })
    expect((await desk.detail(item)).suggestions[0]).toMatchObject({
      account: { account_number: payer.account },
      likely: true,
      reasons: [`${payer.full_name} says they paid this.`],
    })
    const assigned = await desk.assign(item, payer.account)
    expect(await state()).toBe('credited')
    await desk.reverse(item, assigned.body.item.closed?.payment?.id)
    expect(await state()).toBe('on_desk')
    await desk.dismiss(item)
    expect(await state()).toBe('dismissed')
  })

  test('what M-Pesa has reported and is not processed yet is on its way', async () => {
    const payer = await desk.addTenant()
    const code = newReceipt()
    const raw = JSON.stringify({ TransID: code })
    const now = desk.now()
    const event = { company_id: 1, kind: 'confirmation', raw, received_at: now } as const
    const stored = await insertEvent(desk.db, event)
    expect((await desk.find(payer, code)).state).toBe('reported')
    await markProcessed(desk.db, stored, now)
    expect((await desk.own(payer, code))?.state).not.toBe('reported')
  })

  test('no code: the field says so; too many codes: a pause', async () => {
    const payer = await desk.addTenant()
    for (const text of ['I paid on Monday', ' ']) {
      const { status, body } = await desk.ask(payer, text)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['text']])
    }
    const other = await desk.addTenant()
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) {
      const answer = await other.call(findPayment, { body: { text: newReceipt() } })
      statuses.push(answer.status)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(statuses[20]).toBe(429)
  })

  test('staff type a code for a tenant at the counter', async () => {
    const [payer, other] = await addPair()
    const item = await desk.addDeskItem('RENT', 77)
    const { params } = payer
    const body = { text: item.receipt }
    const typed = await desk.grace.call(claimForTenant, { params, body })
    expect([typed.status, typed.body]).toMatchObject([
      200,
      { state: 'on_desk', by: 'Grace Wanjiru', full_name: payer.full_name, item: item.id },
    ])
    expect((await desk.own(payer, item.receipt))?.by).toBe('Grace Wanjiru')
    await desk.assign(item, other.account)
    expect((await desk.grace.call(listTenantClaims, { params })).body).toMatchObject([
      {
        ...{ receipt: item.receipt, state: 'elsewhere' },
        credited_to: { full_name: other.full_name },
      },
    ])
    const nobody = await desk.grace.call(claimForTenant, { params: { id: '999999' }, body })
    expect(nobody.status).toBe(404)
  })

  test('money that M-Pesa has sent back, whether it was credited or on the desk', async () => {
    const payer = await desk.addTenant()
    const credited = await desk.report(payer.account, 73)
    const waiting = await desk.report('nobody', 74)
    const { id: uploaded_by } = (await desk.grace.call(getUser, {})).body
    const period = { from: '2026-11-20 00:00:00', until: '2026-11-20 23:59:59' }
    const back = [credited, waiting].map((reversed_receipt, index) => ({
      ...{ at: '2026-11-20 12:00:00', shillings: -73 - index, kind: 'reversal' as const },
      ...{ receipt: newReceipt(), reversed_receipt },
    }))
    await addStatement(desk.db, 1, uploaded_by, period, back)
    await sql`insert into desk_items (company_id, reason, statement_row_id, counted_receipt, amount,
        paid_at, raw)
      select company_id, 'taken_back_by_mpesa', id, reversed_receipt, (-cents / 100)::text, at, '{}'
      from statement_rows where kind = 'reversal'`.execute(desk.db)
    const returned = { state: 'returned', returned_at: '2026-11-20T09:00:00Z', payment: null }
    // It is said while it counts that it does.
    expect(await desk.find(payer, credited)).toMatchObject({
      ...{ state: 'credited', returned_at: null },
    })
    expect(await desk.find(payer, waiting)).toMatchObject(returned)
    await desk.correct(await desk.itemOf({ receipt: credited }))
    expect(await desk.own(payer, credited)).toMatchObject(returned)
    // What nobody was credited with has nothing to correct, so staff close both of its items.
    const both = (await desk.listOpen()).filter(({ receipt }) => receipt === waiting)
    expect(both).toHaveLength(2)
    for (const item of both) expect((await desk.dismiss(item)).status).toBe(200)
    expect(await desk.own(payer, waiting)).toMatchObject(returned)
  })

  test('a code that is not reported within a day is listed for staff, who close it', async () => {
    const { grace } = desk
    const unreported = async () =>
      (await grace.call(listUnreportedClaims, {})).body.map(({ receipt }) => receipt)
    const payer = await desk.addTenant()
    const code = newReceipt()
    const sms = `${code} Confirmed. Ksh78.00 sent to ACACIA COURT`
    const { id: claim } = await desk.find(payer, sms)
    expect(await unreported()).not.toContain(code)
    await desk.later(day + 1, payer)
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
    expect(await desk.own(payer, code)).toMatchObject({ state: 'closed', closed: { note } })
    expect((await grace.call(reopenClaim, { params })).body.state).toBe('unknown')
    expect((await grace.call(reopenClaim, { params })).status).toBe(409)
    expect(await unreported()).toContain(code)
    // Proof comes all the same, and nothing is left to close.
    await desk.report(payer.account, 78, {}, code)
    expect(await unreported()).not.toContain(code)
    expect((await grace.call(closeClaim, { params, body: { note } })).body.code).toBe(
      'reported_meanwhile',
    )
  })
})
