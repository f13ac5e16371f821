import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAccountNotices } from '#contract/account-notices.ts'
import {
  agreeToPlan,
  agreeToProposal,
  declineProposal,
  endAgreement,
  getStanding,
  getTenantStanding,
  makePromise,
  noteCall,
  previewPlan,
  proposePlan,
  setPlan,
} from '#contract/agreements.ts'
import { askAssistant } from '#contract/assistant.ts'
import { getUser } from '#contract/auth.ts'
import {
  type CallList,
  changePromiseRules,
  enterHelb,
  getCallSummary,
  getPromiseRules,
  listCalls,
  previewHelb,
  previewHelbUndo,
  undoHelb,
} from '#contract/calls.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { getOverview } from '#contract/overview.ts'
import { agreeOverLink, makePayLink, openPayLink, revokePayLink } from '#contract/pay-links.ts'
import { initiatePush } from '#contract/payments.ts'
import { listLog } from '#contract/staff-log.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { addDays, type Day, dayOf, dayStart, monthOf } from '#rules/calendar.ts'
import { judge } from '#rules/promise.ts'
import { chargeLateFeesForAllCompanies } from '../late-fees/late-fees.ts'
import { insertPayment, insertReversal } from '../ledger/queries.ts'
import { testNow } from '../testing/clock.ts'
import {
  type FakeDaraja,
  newReceipt,
  paidCallback,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import { allPages, expectPages } from '../testing/pages.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { insertAgreement, listCountingPayments, updateAgreement } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000
const plain = (text = '') => text.replaceAll('\u00a0', ' ')

describe.each(databases)('promises and plans on %s', (kind) => {
  let at = testNow().getTime()
  let daraja: FakeDaraja
  let server: TestServer
  let grace: Caller
  const today = () => dayOf(new Date(at))
  const inDays = (days: number) => addDays(today(), days)

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  /** Tenants of the demo, each used by one test. */
  let used = 2
  async function nextTenant(owed: number) {
    const number = ++used
    const login = [`07220${String(number).padStart(5, '0')}`, String(30_000_000 + number)] as const
    const signedIn = await server.signIn(...login)
    const id = (await signedIn.call(getUser, {})).body.id
    const { owes } = (await signedIn.call(getStanding, {})).body
    const tenant = { id, caller: signedIn as Caller, login }
    if (owes !== owed) {
      // Now and then somebody of the demo has credit.
      const { current_month_balance: due } = (await signedIn.call(getPaymentSummary, {})).body
      if (due < owed) await enter(tenant, { kind: 'charge', amount: owed - due })
      else await enter(tenant, { kind: 'waiver', amount: due - owed })
    }
    return tenant
  }
  type Tenant = Awaited<ReturnType<typeof nextTenant>>

  async function enter(
    { id }: { id: number },
    entry: { kind: 'charge' | 'waiver' | 'cash'; amount: number },
  ) {
    const params = { id: String(id) }
    const body = { ...entry, on: today(), ...(entry.kind !== 'cash' && { reason: 'For a test' }) }
    const { body: expected } = await grace.call(previewEntry, { params, body })
    const submission_id = crypto.randomUUID()
    const done = await grace.call(enterByHand, {
      params,
      body: { entry: body, submission_id, expected },
    })
    expect(done.status).toBe(201)
    return done.body.id ?? 0
  }
  async function takeBack({ id }: Tenant, entry: number) {
    const params = { id: String(id), entry: String(entry) }
    const { body: expected } = await grace.call(previewUndo, { params })
    await grace.call(undoEntry, { params, body: { reason: 'Typed twice', expected } })
  }
  /** A day later: access tokens have run out. */
  async function pass(days: number, ...tenants: Tenant[]) {
    at += days * DAY_MS
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    for (const tenant of tenants) tenant.caller = await server.signIn(...tenant.login)
  }
  const standing = async ({ caller }: Tenant) => (await caller.call(getStanding, {})).body
  const promise = (
    { caller }: Tenant,
    amount: number,
    day: Day | null,
    submission_id: string = crypto.randomUUID(),
  ) => caller.call(makePromise, { body: { amount, day, submission_id } })
  async function rowOf({ id }: Tenant, list: CallList = 'to_call') {
    for (let before: string | undefined; ; ) {
      const query = { list, limit: '100', ...(before && { before }) }
      const { body } = await grace.call(listCalls, { query })
      const row = body.find((one) => one.id === id)
      if (row || body.length < 100) return row
      before = String(body.at(-1)?.id)
    }
  }
  const onDay = (amount: number, day: Day) => ({ amount, day, days_after: null })
  const onHelb = (amount: number, days_after: number) => ({ amount, day: null, days_after })
  async function setPlanFor(tenant: Tenant, parts: ReturnType<typeof onDay | typeof onHelb>[]) {
    const params = { id: String(tenant.id) }
    const { body: expected } = await grace.call(previewPlan, { params, body: { parts } })
    const body = { plan: { parts }, submission_id: crypto.randomUUID(), expected }
    return grace.call(setPlan, { params, body })
  }
  const agree = async (tenant: Tenant) => {
    const plan = (await standing(tenant)).agreements.find(({ state }) => state === 'waiting')
    const params = { id: String(plan?.id) }
    return tenant.caller.call(agreeToPlan, { params, body: { wording: plan?.wording ?? '' } })
  }
  async function helb(kind: 'expected' | 'came', day: Day) {
    const news = { kind, day }
    const { body: expected } = await grace.call(previewHelb, { body: news })
    return grace.call(enterHelb, { body: { news, expected } })
  }

  test('a promise is made within the rules, once, and is not asked for while it is pending', async () => {
    const tenant = await nextTenant(6000)
    const rules = (await grace.call(getPromiseRules, {})).body
    expect(rules).toEqual({ allowed: true, days: 14, percent: 100, per_half_year: 3 })
    const stricter = { ...rules, percent: 50, per_half_year: 2 }
    const change = (was: unknown, now: typeof rules) =>
      grace.call(changePromiseRules, { body: { was, now } })
    expect((await change(rules, stricter)).body).toEqual(stricter)
    expect((await change(rules, stricter)).status).toBe(409)
    expect((await standing(tenant)).may_promise).toEqual({ most: 3000, last_day: inDays(14) })
    expect((await promise(tenant, 3001, inDays(3))).body.fields?.amount).toMatch(/up to Ksh.3,000/)
    expect((await promise(tenant, 3000, inDays(15))).body.fields?.day).toMatch(/Choose a day up to/)
    expect((await promise(tenant, 3000, inDays(-1))).status).toBe(400)
    expect((await promise(tenant, 3000, null)).body.fields?.day).toMatch(/Nobody has said/)

    const before = await rowOf(tenant)
    expect(before).toMatchObject({ group: 'no_promise', owed: 6000, next: null })
    const submission = crypto.randomUUID()
    const made = await promise(tenant, 3000, inDays(10), submission)
    expect([made.status, made.body.may_promise]).toEqual([201, 'open'])
    expect((await promise(tenant, 3000, inDays(10), submission)).body.agreements).toHaveLength(1)
    expect((await promise(tenant, 100, inDays(2))).status).toBe(409)
    const { agreed, may_promise, current_month_balance } = (
      await tenant.caller.call(getPaymentSummary, {})
    ).body
    expect({ agreed, may_promise, current_month_balance }).toEqual({
      agreed: {
        ...{ kind: 'promise', amount: 3000, day: inDays(10), days_after: null },
        ...{ missing: 0, rest: 3000 },
      },
      may_promise: false,
      current_month_balance: 6000,
    })
    expect(await rowOf(tenant)).toBeUndefined()
    expect(await rowOf(tenant, 'promised')).toMatchObject({ group: 'promised', missing: 0 })

    // The rules change: what was promised stays, and what comes is by the new ones.
    await change(stricter, { ...stricter, allowed: false })
    const [open] = (await standing(tenant)).agreements
    expect(open).toMatchObject({ state: 'in_force', outcome: 'pending' })
    const params = { id: String(open?.id) }
    const ended = await tenant.caller.call(endAgreement, { params })
    expect(ended.body).toMatchObject({ may_promise: 'off', agreements: [{ state: 'over' }] })
    expect((await tenant.caller.call(endAgreement, { params })).status).toBe(409)
    expect(await rowOf(tenant)).toMatchObject({ group: 'no_promise' })
    await change({ ...stricter, allowed: false }, stricter)
    expect((await promise(tenant, 10, inDays(1))).status).toBe(201)
    const second = (await standing(tenant)).agreements[0]
    await tenant.caller.call(endAgreement, { params: { id: String(second?.id) } })
    expect((await standing(tenant)).may_promise).toBe('too_often')
    await change(stricter, rules)
  })

  test('kept by what is paid after it, and only as long as that counts', async () => {
    const tenant = await nextTenant(5000)
    await enter(tenant, { kind: 'cash', amount: 1000 })
    await promise(tenant, 2000, inDays(5))
    const outcome = async () => (await standing(tenant)).agreements[0]
    // What was paid before doesn't keep it.
    expect(await outcome()).toMatchObject({ outcome: 'pending', unpaid: 2000 })
    await enter(tenant, { kind: 'cash', amount: 500 })
    expect(await outcome()).toMatchObject({ outcome: 'pending', unpaid: 1500 })
    const entry = await enter(tenant, { kind: 'cash', amount: 1500 })
    expect(await outcome()).toMatchObject({ outcome: 'kept', unpaid: 0 })
    expect(await rowOf(tenant)).toMatchObject({ group: 'no_promise', owed: 2000 })
    await takeBack(tenant, entry)
    expect(await outcome()).toMatchObject({ outcome: 'pending', unpaid: 1500 })
  })

  test('broken: first in the list, with the arithmetic of the grade; a call is noted', async () => {
    const tenant = await nextTenant(4000)
    await promise(tenant, 2500, inDays(1))
    await pass(1, tenant)
    expect(await rowOf(tenant)).toMatchObject({ group: 'today', missing: 0 })
    await pass(1, tenant)
    const [first] = (await grace.call(listCalls, {})).body
    const broken = async () => (await grace.call(getOverview, {})).body.needs.broken
    const { count = 0, shillings = 0 } = (await broken()) ?? {}
    expect(count).toBeGreaterThan(0)
    expect(first).toMatchObject({ id: tenant.id, group: 'broken', missing: 2500, next: null })
    expect(plain(first?.grade?.text)).toMatch(/ late.*, which is grade [A-E]\. A is up to 3 days/)
    const summary = (await tenant.caller.call(getPaymentSummary, {})).body
    expect(summary).toMatchObject({ agreed: null, may_promise: true })

    const params = { id: String(tenant.id) }
    const call = { outcome: 'will_pay', day: today(), note: 'On Friday' } as const
    const early = await grace.call(noteCall, { params, body: { ...call, day: inDays(1) } })
    expect(early.status).toBe(400)
    const noted = await grace.call(noteCall, { params, body: call })
    expect([noted.status, noted.body.calls]).toMatchObject([
      201,
      [{ ...call, by: 'Grace Wanjiru' }],
    ])
    expect(await rowOf(tenant)).toBeUndefined()
    expect(await broken()).toEqual({ count: count - 1, shillings: shillings - 2500 })
    expect(await rowOf(tenant, 'called')).toMatchObject({
      group: 'broken',
      last_call: { outcome: 'will_pay', day: today() },
    })
    const { body: log } = await grace.call(listLog, { query: { about: 'call' } })
    expect(log[0]).toMatchObject({ act: 'call.note', person: { id: tenant.id } })
    // Paid late it stays broken, and nobody is called for it any more.
    await enter(tenant, { kind: 'cash', amount: 2500 })
    expect((await standing(tenant)).agreements[0]).toMatchObject({ outcome: 'broken', missing: 0 })
    await pass(1, tenant)
    expect(await rowOf(tenant)).toMatchObject({ group: 'no_promise', owed: 1500 })
  })

  test('a plan of staff holds once the tenant agrees to what it says; only another one replaces it', async () => {
    const tenant = await nextTenant(9000)
    const short = await grace.call(previewPlan, {
      params: { id: String(tenant.id) },
      body: { parts: [onDay(8000, inDays(5))] },
    })
    expect(plain(short.body.fields?.parts)).toContain('Ksh 1,000 less than the Ksh 9,000 owed')
    const set = await setPlanFor(tenant, [onDay(3000, inDays(2)), onDay(6000, inDays(20))])
    expect(set.body.agreements[0]).toMatchObject({ state: 'waiting', made_by: 'Grace Wanjiru' })
    const [notice] = (await tenant.caller.call(listAccountNotices, {})).body
    expect(plain(notice?.text)).toContain('Grace has set a plan for the Ksh 9,000')
    expect((await standing(tenant)).may_promise).toBe('open')
    const { id, wording = '' } = (await standing(tenant)).agreements[0] ?? {}
    expect(plain(wording)).toContain('1. Ksh 3,000 by ')
    const params = { id: String(id) }
    const other = await tenant.caller.call(agreeToPlan, { params, body: { wording: 'Less' } })
    expect(other.body.code).toBe('other_wording')
    expect((await tenant.caller.call(agreeToPlan, { params, body: { wording } })).status).toBe(200)
    // Pressed twice.
    expect((await tenant.caller.call(agreeToPlan, { params, body: { wording } })).status).toBe(200)
    expect((await tenant.caller.call(endAgreement, { params })).body.code).toBe('in_force')
    expect((await tenant.caller.call(getPaymentSummary, {})).body.agreed).toEqual({
      ...{ kind: 'plan', amount: 3000, day: inDays(2), days_after: null, missing: 0, rest: 0 },
    })

    // A push is open while the plan is changed: what it pays counts for the new one.
    const account = (await tenant.caller.call(getAccountNumber, {})).body.account_number
    const push = { phone_number: '0748000101', amount: 3000, account_reference: account }
    expect((await tenant.caller.call(initiatePush, { body: push })).status).toBeLessThan(300)
    await setPlanFor(tenant, [onDay(4000, inDays(6)), onDay(5000, inDays(25))])
    expect((await standing(tenant)).agreements.map(({ state }) => state)).toEqual([
      'waiting',
      'in_force',
    ])
    await agree(tenant)
    const index = daraja.pushes.length - 1
    const path = new URL(daraja.pushes[index]?.CallBackURL ?? '').pathname
    await server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(paidCallback(daraja.checkoutId(index), newReceipt(), 3000)),
    })
    expect((await standing(tenant)).owes).toBe(6000)
    const [plan, old] = (await standing(tenant)).agreements
    expect(plan).toMatchObject({ state: 'in_force', unpaid: 6000, missing: 0 })
    expect(plan?.parts.map(({ unpaid }) => unpaid)).toEqual([1000, 5000])
    expect(old).toMatchObject({ state: 'over', outcome: 'ended', missing: 0 })

    await pass(7, tenant)
    expect(await rowOf(tenant)).toMatchObject({ group: 'broken', missing: 1000 })
  })

  test('a sponsor agrees over a link that may, once, and no other link or phone does', async () => {
    const tenant = await nextTenant(4000)
    const link = async ({ caller }: { caller: Caller }, agreeing_phone?: string) => {
      const form = { label: 'Mum', show_name: false, show_owed: false, agreeing_phone }
      const body = { ...form, submission_id: crypto.randomUUID() }
      const { body: made } = await caller.call(makePayLink, { body })
      return { id: made.link.id, token: made.url.split('/').at(-1) ?? '' }
    }
    const [mums, plainLink, dads] = [
      await link(tenant, '0745000123'),
      await link(tenant),
      await link(tenant, '0745000124'),
    ]
    const others = await link(
      { caller: await server.signIn('0722000002', '23456789') },
      '0745000123',
    )
    const shown = async ({ token }: { token: string }) =>
      (await server.call(openPayLink, { params: { token } })).body
    const agreeOver = async ({ token }: { token: string }, id: number, phone = '0745000123') => {
      const body = { phone_number: phone }
      const answer = await server.call(agreeOverLink, { params: { token, id }, body })
      return [answer.status, answer.body.code]
    }
    // What the tenant proposes is for staff to agree to.
    const proposal = { parts: [onDay(4000, inDays(3))], submission_id: crypto.randomUUID() }
    await tenant.caller.call(proposePlan, { body: proposal })
    const proposed = (await standing(tenant)).agreements[0]?.id ?? 0
    expect((await shown(mums)).plan).toBeNull()
    expect(await agreeOver(mums, proposed)).toEqual([404, 'agreement_not_found'])

    await setPlanFor(tenant, [onDay(1000, inDays(3)), onDay(3000, inDays(33))])
    const id = (await standing(tenant)).agreements[0]?.id ?? 0
    const parts = [
      { amount: 1000, day: inDays(3), days_after: null, expected: inDays(3), unpaid: 1000 },
      { amount: 3000, day: inDays(33), days_after: null, expected: inDays(33), unpaid: 3000 },
    ]
    const opened = await shown(mums)
    expect(opened).toMatchObject({ tenant: null, owed: null })
    expect(opened.plan).toEqual({ id, owed: 4000, parts, agreed_at: null })
    expect((await shown(plainLink)).plan).toBeNull()
    expect((await shown(others)).plan).toBeNull()

    expect(await agreeOver(plainLink, id)).toEqual([404, 'agreement_not_found'])
    expect(await agreeOver(others, id)).toEqual([404, 'agreement_not_found'])
    expect(await agreeOver({ token: 'W'.repeat(26) }, id)).toEqual([404, 'link_not_found'])
    expect((await agreeOver(mums, id, '0745000124'))[0]).toBe(400)
    await tenant.caller.call(revokePayLink, { params: { id: dads.id } })
    expect(await agreeOver(dads, id, '0745000124')).toEqual([410, 'link_revoked'])
    expect((await standing(tenant)).agreements[0]).toMatchObject({ state: 'waiting' })

    // Twice at the same time, and again later: once.
    const both = await Promise.all([agreeOver(mums, id), agreeOver(mums, id)])
    expect(both.map(([status]) => status)).toEqual([200, 200])
    const [own] = (await standing(tenant)).agreements
    expect(own).toMatchObject({
      state: 'in_force',
      agreed_over: { link: mums.id, sponsor: 'Mum (2547…123)' },
    })
    const notices = (await tenant.caller.call(listAccountNotices, {})).body.map(({ text }) => text)
    const told = notices.filter((text) => text.startsWith('Mum (2547…123) has agreed to the plan'))
    expect(told).toHaveLength(1)
    const staffs = await grace.call(getTenantStanding, { params: { id: String(tenant.id) } })
    expect(staffs.body.agreements[0]).toMatchObject({
      agreed_at: own?.agreed_at,
      agreed_over: { link: mums.id, sponsor: '2547…123' },
    })
    expect((await shown(mums)).plan).toMatchObject({ id, agreed_at: own?.agreed_at })
    await enter(tenant, { kind: 'cash', amount: 1200 })
    expect((await shown(mums)).plan?.parts).toMatchObject([{ unpaid: 0 }, { unpaid: 2800 }])
    // Another link of the tenant doesn't show what this one agreed to.
    const uncles = await link(tenant, '0745000125')
    expect((await shown(uncles)).plan).toBeNull()
    expect(await agreeOver(uncles, id, '0745000125')).toEqual([409, 'already_decided'])

    // What is replayed later agrees to no newer plan.
    await setPlanFor(tenant, [onDay(2800, inDays(20))])
    expect((await agreeOver(mums, id))[0]).toBe(200)
    expect((await standing(tenant)).agreements[0]).toMatchObject({ state: 'waiting' })
    await tenant.caller.call(revokePayLink, { params: { id: mums.id } })
    expect(await agreeOver(mums, id + 1)).toEqual([410, 'link_revoked'])
    await agree(tenant)
    expect((await standing(tenant)).agreements[1]).toMatchObject({ id, state: 'over' })
  })

  test('a tenant proposes a plan, which staff agree to or decline with a reason', async () => {
    const tenant = await nextTenant(3000)
    const propose = (
      parts: ReturnType<typeof onDay>[],
      submission_id: string = crypto.randomUUID(),
    ) => tenant.caller.call(proposePlan, { body: { parts, submission_id } })
    expect((await propose([onDay(3000, inDays(400))])).status).toBe(400)
    const submission = crypto.randomUUID()
    expect((await propose([onDay(3000, inDays(30))], submission)).status).toBe(201)
    expect((await propose([onDay(3000, inDays(30))], submission)).body.agreements).toHaveLength(1)
    expect((await propose([onDay(3000, inDays(31))])).body.code).toBe('plan_waiting')
    const { proposals } = (await grace.call(getCallSummary, {})).body
    const proposed = proposals.find(({ user_id }) => user_id === tenant.id)
    const params = { id: String(proposed?.id) }
    expect((await grace.call(declineProposal, { params, body: { reason: ' ' } })).status).toBe(400)
    await grace.call(declineProposal, { params, body: { reason: 'Too late' } })
    const [notice] = (await tenant.caller.call(listAccountNotices, {})).body
    expect(plain(notice?.text)).toBe('Grace hasn’t agreed to the plan for Ksh 3,000: Too late')
    expect((await grace.call(agreeToProposal, { params })).status).toBe(409)

    await propose([onDay(1000, inDays(3)), onDay(2000, inDays(30))])
    const [waiting] = (await standing(tenant)).agreements
    const agreed = await grace.call(agreeToProposal, { params: { id: String(waiting?.id) } })
    expect(agreed.body.agreements[0]).toMatchObject({ state: 'in_force', made_by: null })
    expect((await standing(tenant)).agreements[0]).toMatchObject({ state: 'in_force' })
    const brian = await server.signIn('0722000002', '23456789')
    const theirs = { params: { id: String(waiting?.id) } }
    expect((await brian.call(endAgreement, theirs)).status).toBe(404)
  })

  test('news of HELB move whatever waits for it by one act, which is taken back by another', async () => {
    const tenants = [await nextTenant(7000), await nextTenant(5000)] as const
    const [one, other] = tenants
    const noHelb = await grace.call(previewPlan, {
      params: { id: String(one.id) },
      body: { parts: [onHelb(7000, 7)] },
    })
    expect(noHelb.body.fields?.parts).toMatch(/Nobody has said/)
    expect((await helb('came', inDays(1))).status).toBe(400)
    const comes = inDays(40)
    expect((await helb('expected', comes)).body).toMatchObject({ tenants: 0, moved: [] })
    await setPlanFor(one, [onDay(1000, inDays(9)), onHelb(6000, 7)])
    await setPlanFor(other, [onHelb(5000, 0)])
    await agree(one)
    const soon = { kind: 'expected', day: inDays(50) } as const
    const { moved } = (await grace.call(previewHelb, { body: soon })).body
    const waiting = [one, other].map(({ id }) => moved.find((part) => part.id === id)?.waiting)
    expect(waiting).toEqual([false, true])
    await agree(other)
    const { forecast } = (
      await grace.call(getCallSummary, { query: { helb: `${comes.slice(0, 7)}-02` } })
    ).body.helb
    expect(forecast).toMatchObject({ shillings: 11_000, tenants: 2 })
    /** The part that waits for HELB; which comes first depends on the days. */
    const onHelbOf = async (tenant: Tenant) =>
      (await standing(tenant)).agreements[0]?.parts.find(({ days_after }) => days_after !== null)
    expect(await onHelbOf(one)).toMatchObject({
      day: null,
      expected: addDays(comes, 7),
      days_after: 7,
    })

    const later = inDays(60)
    const news = { kind: 'expected', day: later, note: 'Announced on the radio' } as const
    const { body: expected } = await grace.call(previewHelb, { body: news })
    expect(expected).toMatchObject({ day: later, tenants: 2, shillings: 11_000, more: 0 })
    expect(expected.moved.find(({ id }) => id === one.id)).toMatchObject({
      ...{ amount: 6000, before: addDays(comes, 7), after: addDays(later, 7), waiting: false },
    })
    // A look moves nothing.
    expect(await onHelbOf(one)).toMatchObject({ expected: addDays(comes, 7) })
    await enter(other, { kind: 'cash', amount: 500 })
    const stale = await grace.call(enterHelb, { body: { news, expected } })
    expect(stale.body.code).toBe('changed_meanwhile')
    const { body: fresh } = await grace.call(previewHelb, { body: news })
    expect(fresh.shillings).toBe(10_500)
    // What is listed adds up to the sum.
    expect(fresh.moved.find(({ id }) => id === other.id)?.amount).toBe(4500)
    expect((await grace.call(enterHelb, { body: { news, expected: fresh } })).status).toBe(201)
    expect(await onHelbOf(one)).toMatchObject({ day: null, expected: addDays(later, 7) })
    const [notice] = (await one.caller.call(listAccountNotices, {})).body
    expect(plain(notice?.text)).toMatch(
      /^Grace has news of HELB: Ksh 6,000 of yours that waits for it is now/,
    )

    // It comes early, and what waited for it is due.
    await pass(2, ...tenants)
    const came = await helb('came', inDays(-1))
    expect(came.body).toMatchObject({ kind: 'came', tenants: 2 })
    expect(await onHelbOf(one)).toMatchObject({ day: inDays(6) })
    expect(await rowOf(other)).toMatchObject({ group: 'broken', missing: 4500 })
    const { round } = (await grace.call(getCallSummary, {})).body.helb
    expect(round).toMatchObject({ kind: 'came', day: inDays(-1) })

    // That was a mistake.
    const params = { id: String(round?.entry) }
    const { body: back } = await grace.call(previewHelbUndo, { params })
    expect(back).toMatchObject({ kind: 'expected', day: later, tenants: 2 })
    expect((await grace.call(undoHelb, { params, body: { expected: back } })).status).toBe(201)
    expect((await grace.call(undoHelb, { params, body: { expected: back } })).status).toBe(404)
    expect(await onHelbOf(one)).toMatchObject({ day: null, expected: addDays(later, 7) })
    expect(await rowOf(other, 'promised')).toMatchObject({ group: 'promised', missing: 0 })
    const { entries } = (await grace.call(getCallSummary, {})).body.helb
    expect(entries.map(({ kind, is_void }) => [kind, is_void]).slice(0, 3)).toEqual([
      ['taken_back', false],
      ['came', true],
      ['expected', false],
    ])
    // It never comes: nothing is broken, and staff are asked.
    await pass(70, ...tenants)
    expect(await rowOf(other, 'promised')).toMatchObject({ group: 'promised' })
    expect(await rowOf(one)).toMatchObject({ group: 'broken', missing: 1000 })
    // The next payout is another one: those who wait for the last are not moved by it.
    await helb('came', today())
    await helb('expected', inDays(100))
    expect(await onHelbOf(one)).toMatchObject({ day: inDays(7) })
    const late = { params: { id: String(entries[2]?.id) } }
    expect((await grace.call(previewHelbUndo, late)).body.code).toBe('later_news')
  })

  test('a promise may wait for HELB within the days of the rules', async () => {
    const tenant = await nextTenant(2000)
    await helb('expected', inDays(8))
    expect((await promise(tenant, 2000, null)).status).toBe(400)
    await helb('expected', inDays(7))
    const made = await promise(tenant, 2000, null)
    expect(made.body.agreements[0]?.parts).toMatchObject([{ day: null, expected: inDays(14) }])
    const text = await (async () => {
      const response = await tenant.caller.fetch('/api/assistant/ask/', {
        method: askAssistant.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'How much do I owe?' }),
      })
      return plain(await response.text())
    })()
    expect(text).toContain('You promised Ksh 2,000 within 7 days after HELB comes.')
    // Who has promised all of it isn't asked again.
    expect(text).not.toContain('"flow"')
  })

  describe('the list, for any promises, plans and payments', () => {
    let staff: Caller
    let company_id: number
    let made = 0

    beforeAll(async () => {
      const { db } = server.running.context
      company_id = await addCompany(db, 'calls')
      await addPerson(db, company_id, 'staff@calls.example', { is_staff: true })
    })
    const signIn = async () => {
      staff = await server.signIn('staff@calls.example', password)
    }

    const dayAround = fc.integer({ min: -6, max: 6 })
    const account = fc.record({
      owed: fc.integer({ min: 1, max: 5000 }),
      agreements: fc.array(
        fc.record({
          parts: fc.array(
            fc.record({ amount: fc.integer({ min: 1, max: 2000 }), day: fc.option(dayAround) }),
            { minLength: 1, maxLength: 3 },
          ),
          state: fc.constantFrom('agreed', 'agreed', 'waiting', 'ended'),
          payments: fc.array(
            fc.record({
              amount: fc.integer({ min: 1, max: 1500 }),
              day: dayAround,
              fate: fc.constantFrom('stays', 'stays', 'taken_back'),
            }),
            { maxLength: 3 },
          ),
        }),
        { maxLength: 3 },
      ),
    })

    test('has the groups and sums that the rules give, page by page', async () => {
      await signIn()
      const { db } = server.running.context
      const now = new Date(at)
      await db
        .insertInto('helb_news')
        .values({
          ...{ company_id, round: 1, kind: 'expected', day: inDays(9) },
          entered_by: (await staff.call(getUser, {})).body.id,
          entered_at: now,
        })
        .execute()
      const expected = new Map<number, { group: string; missing: number }>()
      await fc.assert(
        fc.asyncProperty(account, async ({ owed, agreements }) => {
          const user_id = await addPerson(db, company_id, `debtor${++made}@calls.example`)
          const by = { company_id, user_id, entered_by: user_id, reason: 'x' }
          let paid = 0
          let current: {
            id: number
            after: number
            parts: { amount: number; day: Day | null }[]
          } | null = null
          for (const [index, { parts, state, payments }] of agreements.entries()) {
            const dated = parts.map(({ amount, day }) => ({
              amount,
              day: day === null ? null : inDays(day),
              helb_round: day === null ? 1 : null,
              days_after: day === null ? 7 : null,
            }))
            const made_at = new Date(at - DAY_MS + index)
            const id = await insertAgreement(
              db,
              {
                ...{ company_id, user_id, kind: 'plan', owed: 1, owed_by: null, wording: 'x' },
                ...{ made_by: user_id, made_at, submission_id: crypto.randomUUID() },
                ...{ agreed_at: state === 'agreed' ? made_at : null, agreed_by: null },
              },
              dated,
            )
            if (state === 'ended') {
              const ended = { ended_at: made_at, ended_by: user_id, reason: 'x' }
              await updateAgreement(db, company_id, id, ended)
            }
            const { after } = await db
              .selectFrom('agreements')
              .where('company_id', '=', company_id)
              .where('id', '=', id)
              .select('after_payment as after')
              .executeTakeFirstOrThrow()
            if (state === 'agreed') current = { id, after, parts: dated }
            for (const { amount, day, fate } of payments) {
              const payment = await insertPayment(
                db,
                {
                  ...by,
                  ...{ purpose: 'rent', kind: 'correction', amount },
                  paid_at: new Date(dayStart(inDays(day)).getTime() + 3_600_000),
                },
                null,
              )
              if (fate === 'stays') paid += amount
              else await insertReversal(db, { company_id, id: payment }, by, now)
            }
          }
          await db
            .insertInto('charges')
            .values({ ...by, kind: 'correction', month: monthOf(now), amount: owed + paid })
            .execute()
          const counting =
            (await listCountingPayments(db, company_id, [user_id])).get(user_id) ?? []
          const judged = current
            ? judge(
                { after_payment: current.after, parts: current.parts, until: null },
                counting,
                now,
              )
            : null
          const isToday = judged?.parts.some(({ day, unpaid }) => day === today() && unpaid > 0)
          const group = !judged
            ? 'no_promise'
            : judged.missing > 0
              ? 'broken'
              : isToday
                ? 'today'
                : judged.unpaid > 0
                  ? 'promised'
                  : 'no_promise'
          expected.set(user_id, { group, missing: judged?.missing ?? 0 })
        }),
        { numRuns: 30 },
      )
      const lists = ['to_call', 'promised'] as const
      const seen: { id: number; group: string; missing: number; owed: number }[] = []
      for (const list of lists) {
        const rows = await allPages(staff, listCalls, { list, limit: '100' })
        await expectPages(staff, listCalls, { list }, rows)
        seen.push(...rows)
        const { body } = await staff.call(getCallSummary, {})
        expect(body[list]).toEqual({
          count: rows.length,
          shillings: rows.reduce((sum, { owed }) => sum + owed, 0),
        })
        const ranks = ['broken', 'today', 'no_promise', 'promised']
        const keys = rows.map(({ group, owed, id }) => [ranks.indexOf(group), -owed, id])
        expect(keys).toEqual(
          keys.toSorted((one, other) => {
            const at = one.findIndex((value, index) => value !== other[index])
            return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
          }),
        )
      }
      expect(new Map(seen.map(({ id, group, missing }) => [id, { group, missing }]))).toEqual(
        expected,
      )
    })
  })

  test('of what is promised for a later day no late fee is charged, of the rest it is', async () => {
    const [promised, silent] = [await nextTenant(0), await nextTenant(0)]
    const { db } = server.running.context
    // A month whose rent nobody has charged yet.
    await pass(40, promised, silent)
    const charged = new Date(at - 2 * DAY_MS)
    for (const { id: user_id } of [promised, silent]) {
      const { id: tenancy_id } = await db
        .selectFrom('tenancies')
        .where('company_id', '=', 1)
        .where('user_id', '=', user_id)
        .select('id')
        .executeTakeFirstOrThrow()
      const rent = {
        kind: 'rent',
        amount: 3000,
        month: monthOf(charged),
        created_at: charged,
      } as const
      await db
        .insertInto('charges')
        .values({ company_id: 1, user_id, tenancy_id, ...rent })
        .execute()
    }
    await promise(promised, 2000, inDays(3))
    const terms = { from_month: '2020-01', grace_days: 0, amount: null, percent: 10, cap: null }
    await db
      .insertInto('late_fee_terms')
      .values({ company_id: 1, ...terms })
      .execute()
    await chargeLateFeesForAllCompanies(server.running.context)
    const owes = async (tenant: Tenant) => (await standing(tenant)).owes
    expect([await owes(promised), await owes(silent)]).toEqual([3100, 3300])
    await db.deleteFrom('late_fee_terms').where('company_id', '=', 1).execute()
  })

  test('what was agreed never changes, and is not deleted', async () => {
    const tenant = await nextTenant(1000)
    await promise(tenant, 1000, inDays(1))
    await helb('came', today())
    const { db } = server.running.context
    const row = (await standing(tenant)).agreements[0]
    const of = { company_id: 1, id: row?.id ?? 0 }
    const update = (set: object) =>
      db
        .updateTable('agreements')
        .set(set)
        .where('company_id', '=', 1)
        .where('id', '=', of.id)
        .execute()
    for (const change of [
      { owed: 1 },
      { wording: 'Less' },
      { agreed_at: null },
      { after_payment: 0 },
    ]) {
      await expect(update(change)).rejects.toThrow(/never changed/)
    }
    await expect(
      db
        .updateTable('agreement_parts')
        .set({ amount: 1 })
        .where('agreement_id', '=', of.id)
        .execute(),
    ).rejects.toThrow(/append-only/)
    await expect(db.deleteFrom('helb_news').execute()).rejects.toThrow(/append-only/)
    expect(
      (await grace.call(getTenantStanding, { params: { id: String(tenant.id) } })).status,
    ).toBe(200)
  })
})
