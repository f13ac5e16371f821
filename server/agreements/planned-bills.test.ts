import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getStanding, previewPlan, proposePlan, setPlan } from '#contract/agreements.ts'
import { getUser } from '#contract/auth.ts'
import {
  billTerm,
  changeBillingRule,
  changeBillingTerms,
  getTenantBilling,
  previewBillUndo,
} from '#contract/billing.ts'
import { type CallList, getCallSummary, listCalls } from '#contract/calls.ts'
import { enterByHand, previewEntry } from '#contract/entries.ts'
import { agreeOverLink, makePayLink, openPayLink } from '#contract/pay-links.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { chargeRentForAllCompanies } from '../billing/charge-rent.ts'
import { type Caller, databases, endServer } from '../testing/server.ts'
import { type ServerOnDay, startServerOn } from '../testing/stopping-db.ts'

const plain = (text = '') => text.replaceAll('\u00a0', ' ')
const part = (amount: number, day: Day) => ({ amount, day, days_after: null })

describe.each(databases)('a plan for a bill that isn’t due yet, on %s', (kind) => {
  let on: ServerOnDay
  let grace: Caller
  let brian: Caller
  let params: { id: string }
  async function goTo(day: Day) {
    on.goTo(day)
    await chargeRentForAllCompanies(on.server.running.context)
    grace = await on.signIn()
    brian = await on.server.signIn('0722000002', '23456789')
  }
  beforeAll(async () => {
    on = await startServerOn(kind, '2026-11-20')
    await goTo('2026-11-20')
    params = { id: String((await brian.call(getUser, {})).body.id) }
    const term = {
      ...{ id: null, name: 'December term', due_day: '2026-12-30' },
      ...{ first_month: '2026-12', last_month: '2027-03' },
    }
    const { body: terms } = await grace.call(changeBillingTerms, { body: { was: [], now: [term] } })
    const was = { billed_by: 'month' as const, leaving_percent: 0 }
    await grace.call(changeBillingRule, { body: { was, now: { ...was, billed_by: 'term' } } })
    await grace.call(billTerm, { params: { id: String(terms[0]?.id) }, body: {} })
  })
  afterAll(() => endServer(on.server))

  const summary = async () => (await brian.call(getPaymentSummary, {})).body
  const rowIn = async (list: CallList) =>
    (await grace.call(listCalls, { query: { list, limit: '100' } })).body.find(
      ({ id }) => String(id) === params.id,
    )

  test('a sponsor agrees to it, and it is kept or broken by its own days', async () => {
    const { body: standing } = await brian.call(getStanding, {})
    expect(standing).toMatchObject({
      owes: 0,
      with_bills: { owes: 26_000, by: '2026-12-30' },
      may_promise: 'nothing_owed',
    })
    const parts = [part(10_000, '2026-12-10'), part(8_000, '2027-01-10'), part(8_000, '2027-02-10')]
    const without = await grace.call(previewPlan, { params, body: { parts } })
    expect(without.body.fields).toEqual({
      parts: 'Nothing is owed, so there is nothing to plan.',
    })
    const less = { parts: parts.slice(1), with_bills: true }
    const own = { ...less, submission_id: crypto.randomUUID() }
    expect(plain((await brian.call(proposePlan, { body: own })).body.fields?.parts)).toBe(
      'The parts add up to Ksh 16,000, Ksh 10,000 less than the Ksh 26,000 owed.',
    )
    const plan = { parts, with_bills: true }
    const { body: expected } = await grace.call(previewPlan, { params, body: plan })
    expect(expected.owed).toBe(26_000)
    expect(plain(expected.wording).split('\n')[0]).toBe(
      'Brian Kamau owes Acacia Court Ksh 26,000 by 30 Dec 2026 and will pay it in 3 parts:',
    )
    const body = { plan, submission_id: crypto.randomUUID(), expected }
    expect((await grace.call(setPlan, { params, body })).status).toBe(201)

    const phone_number = '0745000456'
    const form = { label: 'Mum', show_name: false, show_owed: true, agreeing_phone: phone_number }
    const link = await brian.call(makePayLink, {
      body: { ...form, submission_id: crypto.randomUUID() },
    })
    const token = new URL(link.body.url).pathname.replace('/pay/', '')
    const { body: opened } = await on.server.call(openPayLink, { params: { token } })
    expect(opened).toMatchObject({ plan: { owed: 26_000, agreed_at: null }, next: null })
    const agreed = await on.server.call(agreeOverLink, {
      params: { token, id: opened.plan?.id ?? 0 },
      body: { phone_number },
    })
    expect(agreed.status).toBe(200)
    expect((await summary()).agreed).toEqual({
      ...{ kind: 'plan', amount: 10_000, day: '2026-12-10', days_after: null },
      ...{ missing: 0, rest: 0 },
    })
    const next = async (token: string) =>
      (await on.server.call(openPayLink, { params: { token } })).body.next
    expect(await next(token)).toMatchObject({ amount: 10_000, day: '2026-12-10', missing: 0 })
    // Who isn't shown what is owed learns nothing of a plan that others have agreed to.
    const blind = await brian.call(makePayLink, {
      body: { ...form, show_owed: false, submission_id: crypto.randomUUID() },
    })
    expect(await next(new URL(blind.body.url).pathname.replace('/pay/', ''))).toBe(null)
    const [bill] = (await grace.call(getTenantBilling, { params })).body.bills
    const undo = await grace.call(previewBillUndo, { params: { id: String(bill?.id) } })
    expect(undo.body.message).toContain('a promise or plan was made')
    expect([await rowIn('to_call'), await rowIn('promised')]).toEqual([undefined, undefined])

    await goTo('2026-12-10')
    expect(await rowIn('to_call')).toMatchObject({ group: 'today', owed: 10_000, missing: 0 })
    await goTo('2026-12-11')
    expect(await rowIn('to_call')).toMatchObject({ group: 'broken', owed: 10_000, missing: 10_000 })
    const { body: calls } = await grace.call(getCallSummary, { query: {} })
    expect(await next(token)).toMatchObject({ amount: 8_000, missing: 10_000 })
    expect((await summary()).agreed).toMatchObject({ amount: 8_000, day: '2027-01-10', rest: 0 })
    const entry = { kind: 'cash' as const, amount: 10_000, on: dayOf(new Date('2026-12-11')) }
    const { body: effect } = await grace.call(previewEntry, { params, body: entry })
    const sent = { entry, submission_id: crypto.randomUUID(), expected: effect }
    expect((await grace.call(enterByHand, { params, body: sent })).status).toBe(201)
    expect([await rowIn('to_call'), await rowIn('promised')]).toEqual([undefined, undefined])
    const { body: later } = await grace.call(getCallSummary, { query: {} })
    expect(later.to_call).toEqual({
      count: calls.to_call.count - 1,
      shillings: calls.to_call.shillings - 10_000,
    })

    await goTo('2026-12-30')
    expect((await summary()).current_month_balance).toBe(16_000)
    expect(await rowIn('promised')).toMatchObject({ owed: 16_000, next: { amount: 8_000 } })
    await goTo('2027-01-11')
    expect(await rowIn('to_call')).toMatchObject({ group: 'broken', owed: 16_000, missing: 8_000 })
    expect((await summary()).agreed).toMatchObject({ amount: 8_000, day: '2027-02-10', rest: 0 })
  })
})
