import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAccountNotices } from '#contract/account-notices.ts'
import { getUser } from '#contract/auth.ts'
import {
  billTerm,
  changeBillingRule,
  changeBillingTerms,
  changeTenantBilling,
  getBillingRule,
  getBillingTerms,
  getTenantBilling,
  listBilledTerms,
  previewBilling,
  previewBillUndo,
  previewRemoval,
  previewTakeBack,
  previewTenantBilling,
  previewTransfer,
  takeBackTerm,
  undoBill,
} from '#contract/billing.ts'
import { changeLateFees, getLateFees } from '#contract/fees.ts'
import { listLedger } from '#contract/ledger.ts'
import { listFreeRooms, onboardTenant } from '#contract/onboarding.ts'
import { getOverview } from '#contract/overview.ts'
import { listLog } from '#contract/staff-log.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import {
  extendStay,
  listRoomNumbers,
  moveBack,
  previewMoveBack,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import { addDays, dayOf } from '#rules/calendar.ts'
import { dueOfAccount, dueSentence } from '#rules/due.ts'
import { runDailyJobs } from '../jobs.ts'
import { chargeLateFeesForAllCompanies } from '../late-fees/late-fees.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { newStudent, slug } from '../testing/students.ts'
import { chargeRentForAllCompanies } from './charge-rent.ts'

const term = {
  id: null,
  name: 'January term',
  first_month: '2027-01',
  last_month: '2027-04',
  due_day: '2027-01-05',
}
const plain = (text = '') => text.replaceAll('\u00a0', ' ')

describe.each(databases)('billing by the term on %s', (kind) => {
  let at = new Date('2026-11-20T09:00:00Z').getTime()
  let server: TestServer
  let grace: Caller
  let brian: Caller
  let faith: Caller
  let term_id = ''
  const ids = { amina: '', brian: '', faith: '' }

  async function signIn() {
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    brian = await server.signIn('0722000002', '23456789')
    faith = await server.signIn('0722000003', '30000003')
  }
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => new Date(at))
    await signIn()
    const amina = await server.signIn('0712345678', '12345678')
    ids.amina = String((await amina.call(getUser, {})).body.id)
    ids.faith = String((await faith.call(getUser, {})).body.id)
    ids.brian = String((await brian.call(getUser, {})).body.id)
  })
  afterAll(() => endServer(server))

  const today = () => dayOf(new Date(at))
  async function goTo(day: string) {
    at = new Date(`${day}T09:00:00+03:00`).getTime()
    await chargeRentForAllCompanies(server.running.context)
    await signIn()
  }
  const free = async () => (await grace.call(listFreeRooms, { params: { slug } })).body.at(-1)
  /** From today on; returns the new tenant's id. */
  async function moveIn(end_date: string): Promise<string> {
    const room = (await free())?.id ?? 0
    const form = await newStudent(server, { room, start_date: today(), end_date })
    expect((await server.call(onboardTenant, { params: { slug }, body: form })).status).toBe(201)
    const newest = server.running.context.db.selectFrom('users')
    const { id } = await newest.select(({ fn }) => fn.max('id').as('id')).executeTakeFirstOrThrow()
    return String(id)
  }
  const summary = async (who: Caller) => (await who.call(getPaymentSummary, {})).body
  const owed = async (who: Caller) => (await summary(who)).current_month_balance
  const bills = async (id: string) =>
    (await grace.call(getTenantBilling, { params: { id } })).body.bills
  async function sentence(who: Caller) {
    const account = await summary(who)
    const due = dueOfAccount(account, today())
    return due && plain(dueSentence(due, today()))
  }
  const ledger = async (id: string) =>
    (await grace.call(listLedger, { params: { id }, query: { limit: '100' } })).body
  const preview = async () => (await grace.call(previewBilling, { params: { id: term_id } })).body
  /** As the page does it: a batch after the other. */
  async function inBatches(endpoint: typeof billTerm | typeof takeBackTerm) {
    const sum = { bills: 0, shillings: 0, kept: 0 }
    let after: number | null = 0
    while (after !== null) {
      const sent = { params: { id: term_id }, body: { after } }
      const answer: Awaited<ReturnType<typeof next>> = await next(endpoint, sent)
      expect(answer.status).toBe(200)
      const { body } = answer
      sum.bills += body.bills
      sum.shillings += body.shillings
      if ('kept' in body) sum.kept += Number(body.kept)
      after = body.after
    }
    return sum
  }
  const next = (
    endpoint: typeof billTerm | typeof takeBackTerm,
    sent: { params: { id: string }; body: { after: number } },
  ) => (endpoint === billTerm ? grace.call(billTerm, sent) : grace.call(takeBackTerm, sent))

  test('terms are settings: dates that make no sense are refused with their field', async () => {
    const save = async (now: unknown[]) =>
      grace.call(changeBillingTerms, {
        body: { was: (await grace.call(getBillingTerms, {})).body, now: now as [] },
      })
    const refused = async (now: unknown[]) => Object.keys((await save(now)).body.fields ?? {})
    expect(await refused([{ ...term, last_month: '2026-12' }])).toEqual(['now.0.last_month'])
    expect(await refused([{ ...term, due_day: '2027-02-01' }])).toEqual(['now.0.due_day'])
    expect(
      await refused([
        term,
        { ...term, first_month: '2027-04', last_month: '2027-05', due_day: '2027-04-05' },
      ]),
    ).toEqual(['now.1.first_month'])
    const saved = await save([term])
    expect(saved.body).toMatchObject([{ ...term, id: expect.any(Number) }])
    term_id = String(saved.body[0]?.id)
    const rule = { billed_by: 'term' as const, leaving_percent: 50 }
    const was = (await grace.call(getBillingRule, {})).body
    expect(was).toEqual({ billed_by: 'month', leaving_percent: 0 })
    const over = { body: { was, now: { ...rule, leaving_percent: 101 } } }
    expect((await grace.call(changeBillingRule, over)).status).toBe(400)
    expect((await grace.call(changeBillingRule, { body: { was, now: rule } })).body).toEqual(rule)
  })

  test('a tenant may be billed by the month: shown first, and then left out', async () => {
    const params = { id: ids.amina }
    const { body: shown } = await grace.call(previewTenantBilling, {
      params,
      body: { billed_by: 'month' },
    })
    expect(shown).toMatchObject({ bill: null, stay: [] })
    expect(shown.after).toBe(shown.before)
    const { bill: _, stay: __, ...expected } = shown
    const wrong = { ...expected, after: expected.after + 1 }
    const change = (expected: typeof wrong) =>
      grace.call(changeTenantBilling, { params, body: { billed_by: 'month', expected } })
    expect((await change(wrong)).status).toBe(409)
    expect((await change(expected)).body).toMatchObject({
      billed_by: 'month',
      residence: 'term',
      bills: [],
    })
    const { left_out, tenants } = await preview()
    expect(left_out).toMatchObject([{ why: 'monthly', count: 1, names: ['Amina Otieno'] }])
    expect(tenants).toBeGreaterThan(20)
  })

  test('a term is billed once, in batches; a bill that is to come is no debt yet', async () => {
    const before = { brian: await owed(brian), faith: await owed(faith) }
    const shown = await preview()
    const rate = (await summary(brian)).rate ?? 0
    const done = await inBatches(billTerm)
    expect(done).toMatchObject({ bills: shown.tenants, shillings: shown.shillings })
    expect(await inBatches(billTerm)).toMatchObject({ bills: 0, shillings: 0 })
    expect(await preview()).toMatchObject({
      tenants: 0,
      left_out: [
        { why: 'billed', count: shown.tenants },
        { why: 'monthly', count: 1 },
      ],
    })
    const [listed] = (await grace.call(listBilledTerms, {})).body
    expect(listed).toMatchObject({ ...(done && { bills: done.bills, shillings: done.shillings }) })
    expect(await owed(brian)).toBe(before.brian)
    expect(await owed(faith)).toBe(before.faith)
    expect((await summary(brian)).billed).toMatchObject({
      bills: [{ first_month: '2027-01', last_month: '2027-04', amount: 4 * rate }],
      next_month: '2027-05',
    })
    const total = (4 * rate).toLocaleString('en')
    expect(await sentence(brian)).toContain(`Ksh ${total} by 5 January 2027`)
  })

  test('months outside of a term are charged by the month; the bill is owed from its day on', async () => {
    const start = await owed(brian)
    const rate = (await summary(brian)).rate ?? 0
    await goTo('2026-12-01')
    expect(await owed(brian)).toBe(start + rate)
    await goTo('2027-01-04')
    expect(await owed(brian)).toBe(start + rate)
    await goTo('2027-01-05')
    expect(await owed(brian)).toBe(start + 5 * rate)
    const rows = (await ledger(ids.brian)).filter(({ month }) => month && month >= '2027-01')
    expect(rows.map(({ kind, month, amount }) => [kind, month, amount])).toEqual(
      ['04', '03', '02', '01'].map((month) => ['rent', `2027-${month}`, rate]),
    )
    const { body: overview } = await grace.call(getOverview, { query: {} })
    expect(overview.months.at(-1)).toMatchObject({ month: '2027-01' })
    await goTo('2027-02-01')
    expect(await owed(brian)).toBe(start + 5 * rate)
    expect((await summary(brian)).owed_months.at(-1)).toMatchObject({ month: '2027-01' })
  })

  test('who is billed by the term from its second month on keeps the months that were charged', async () => {
    const { body: shown } = await grace.call(previewTenantBilling, {
      params: { id: ids.amina },
      body: { billed_by: 'term' },
    })
    expect(shown).toMatchObject({
      bill: { first_month: '2027-03', last_month: '2027-04' },
      stay: ['2027-01', '2027-02'],
    })
  })

  test('a bill has one late fee', async () => {
    const was = (await grace.call(getLateFees, {})).body
    const now = { grace_days: '5', per: 'amount' as const, value: '300', cap: '' }
    expect((await grace.call(changeLateFees, { body: { was, now } })).status).toBe(200)
    const { db } = server.running.context
    await db.updateTable('late_fee_terms').set({ from_month: '2027-01' }).execute()
    await chargeLateFeesForAllCompanies(server.running.context)
    await chargeLateFeesForAllCompanies(server.running.context)
    const fees = (await ledger(ids.brian)).filter((row) => row.kind === 'late_fee')
    expect(fees.map(({ amount, month }) => [amount, month])).toEqual([[300, '2027-01']])
  })

  test('another room changes the months that haven’t begun, at its rent', async () => {
    const before = await owed(faith)
    const { room_number, rate } = await summary(faith)
    const { body: rooms } = await grace.call(listRoomNumbers, { query: {} })
    const { db } = server.running.context
    const free = await db
      .selectFrom('rooms')
      .where('room_number', 'in', rooms)
      .where('rate', '!=', rate ?? 0)
      .select(['room_number', 'rate'])
      .executeTakeFirstOrThrow()
    const more = free.rate - (rate ?? 0)
    const params = { id: ids.faith }
    const move = { room_number: free.room_number, transfer_date: '2027-02-10' }
    const { body: shown } = await grace.call(previewTransfer, { params, body: move })
    expect(shown.changes).toEqual([
      { month: '2027-03', amount: more },
      { month: '2027-04', amount: more },
    ])
    expect(shown.after - shown.before).toBe(2 * more)
    const form = {
      ...{ id: ids.faith, previous_room: room_number ?? '', ...move },
      transfer_reason: 'upgrade' as const,
    }
    const sent = (expected_change: number) =>
      grace.call(transferTenant, { body: { ...form, expected_change } })
    expect((await sent(2 * more + 1)).body).toMatchObject({ code: 'changed_meanwhile' })
    expect((await sent(2 * more)).status).toBe(201)
    expect(await owed(faith)).toBe(before + 2 * more)
    expect((await bills(ids.faith))[0]).toMatchObject({ amount: 4 * (rate ?? 0) + 2 * more })
  })

  test('who leaves early gets back what the rule of the bill says, and pays again when they stay', async () => {
    const rate = (await summary(brian)).rate ?? 0
    const before = await owed(brian)
    const params = { id: ids.brian }
    const { body: shown } = await grace.call(previewRemoval, {
      params,
      body: { departure_date: '2027-02-15' },
    })
    const half = Math.floor(rate / 2)
    expect(shown).toEqual({
      differences: [],
      before: before,
      after: before - 2 * half,
      changes: [
        { month: '2027-03', amount: -half },
        { month: '2027-04', amount: -half },
      ],
      leaving_percent: 50,
    })
    // The rule of today changes nothing of what was billed.
    const was = (await grace.call(getBillingRule, {})).body
    await grace.call(changeBillingRule, { body: { was, now: { ...was, leaving_percent: 100 } } })
    const leave = (departure_date: string) =>
      grace.call(removeTenant, {
        body: {
          ...{ id: ids.brian, removal_reason: 'other', departure_date },
          expected_change: -2 * half,
        },
      })
    expect((await leave('2027-04-10')).status).toBe(409)
    expect((await leave('2027-02-15')).body).toMatchObject({ closing_balance: before - 2 * half })
    const [given] = await ledger(ids.brian)
    expect(given).toMatchObject({
      kind: 'charge_correction',
      name: 'Rent given back',
      amount: -half,
    })
    expect(given?.reason).toContain('April of bill B')
    await grace.call(extendStay, { params, body: {} })
    expect(await owed(brian)).toBe(before)
    expect((await bills(ids.brian))[0]).toMatchObject({ amount: 4 * rate })
  })

  test('who moves in during a term gets a bill for the rest of it', async () => {
    await moveIn('2027-09-30')
    const { db } = server.running.context
    const bill = await db
      .selectFrom('bills')
      .orderBy('id', 'desc')
      .select(['first_month', 'last_month', 'due_day'])
      .executeTakeFirst()
    expect(bill).toEqual({ first_month: '2027-02', last_month: '2027-04', due_day: today() })
  })

  test('bills are taken back unless something has grown on them, and can be made again', async () => {
    const [listed] = (await grace.call(listBilledTerms, {})).body
    const params = { id: term_id }
    const { body: shown } = await grace.call(previewTakeBack, { params })
    const taken = await inBatches(takeBackTerm)
    expect(taken.kept).toBeGreaterThanOrEqual(2)
    // What was shown before is what was done.
    expect(taken).toMatchObject({ bills: shown.bills, shillings: shown.shillings })
    expect(shown.kept.reduce((sum, { count }) => sum + count, 0)).toBe(taken.kept)
    expect(shown.kept.find(({ why }) => why === 'corrected')?.names).toContain('Brian Kamau')
    expect((await grace.call(previewTakeBack, { params })).body).toMatchObject({
      bills: 0,
      kept: shown.kept,
    })
    expect(taken.bills + taken.kept).toBe(listed?.bills)
    // Each of them is told once, and nobody whose bill stays.
    const { db } = server.running.context
    const theirs = await db
      .selectFrom('bills')
      .innerJoin('users', 'users.id', 'bills.user_id')
      .innerJoin('id_numbers', 'id_numbers.user_id', 'bills.user_id')
      .where('bills.taken_back_at', 'is not', null)
      .select(['users.phone', 'id_numbers.id_number'])
      .executeTakeFirstOrThrow()
    const other = await server.signIn(`0${theirs.phone?.slice(3)}`, theirs.id_number)
    const told = async (who: Caller) =>
      (await who.call(listAccountNotices, {})).body.map(({ text }) => plain(text))
    expect(await told(other)).toEqual([
      expect.stringMatching(
        /^Grace took back a bill of Ksh [\d,]+: January term was billed by mistake$/,
      ),
    ])
    expect((await told(brian)).join()).not.toContain('took back a bill')
    expect((await bills(ids.brian)).length).toBe(1)
    const again = await inBatches(billTerm)
    expect(again.bills).toBe(taken.bills)
    expect(await inBatches(billTerm)).toMatchObject({ bills: 0 })
    const twice = await db
      .selectFrom('charges')
      .where('kind', '=', 'rent')
      .where('month', '>=', '2027-01')
      .groupBy(['tenancy_id', 'month'])
      .having(({ fn }) => fn.countAll(), '>', 2)
      .select('tenancy_id')
      .execute()
    expect(twice).toEqual([])
  })

  test('one bill is taken back, shown first; one on which something has grown stays, with the reason', async () => {
    const { db } = server.running.context
    const [brians] = await bills(ids.brian)
    const stays = await grace.call(previewBillUndo, { params: { id: String(brians?.id) } })
    expect(stays.status).toBe(409)
    expect(stays.body.message).toMatch(
      /^Bill B\d{6} can’t be taken back: .*part of it was corrected/,
    )
    // Somebody on whose bill nothing has grown.
    const { user_id, id } = await db
      .selectFrom('bills')
      .where('taken_back_at', 'is', null)
      .where('user_id', 'not in', [Number(ids.brian), Number(ids.faith)])
      .select(['user_id', 'id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const params = { id: String(id) }
    const [bill] = await bills(String(user_id))
    const { body: shown } = await grace.call(previewBillUndo, { params })
    expect(shown).toMatchObject({
      amount: bill?.amount,
      after: shown.before - (bill?.amount ?? 0),
      // The term has begun, and they pay by the term.
      again_on: addDays(today(), 1),
    })
    const undo = (expected: typeof shown) =>
      grace.call(undoBill, { params, body: { reason: 'Left out of the term', expected } })
    expect((await undo({ ...shown, amount: shown.amount + 1 })).body).toMatchObject({
      code: 'changed_meanwhile',
    })
    expect((await bills(String(user_id))).length).toBe(1)
    expect((await undo(shown)).body.bills).toEqual([])
    expect((await undo(shown)).status).toBe(409)
    const reasons = (await ledger(String(user_id))).map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'Left out of the term').length).toBe(
      bill?.months.length,
    )
    expect((await grace.call(listLog, { query: { about: 'bill' } })).body[0]).toMatchObject({
      act: 'bill.undo',
      person: { id: user_id },
    })
    await goTo(addDays(today(), 1))
    expect((await bills(String(user_id))).map(({ amount }) => amount)).toEqual([bill?.amount])
  })

  test('who moves back in, or stays longer, gets a bill for the months of the term that have none', async () => {
    const spans = async (id: string) =>
      (await bills(id)).map((bill) => [bill.first_month, bill.last_month, bill.due_day])
    const [back, longer] = [await moveIn('2027-03-10'), await moveIn('2027-03-28')]
    const first = ['2027-02', '2027-03', today()]
    await goTo('2027-03-12')
    const room_number = (await free())?.room_number ?? ''
    const comeBack = { room_number, start_date: '2027-03-20' }
    const params = { id: back }
    // Whoever has left wouldn't be billed again: what they owe isn't given away.
    const [theirs] = await bills(back)
    const lost = await grace.call(previewBillUndo, { params: { id: String(theirs?.id) } })
    expect([lost.status, lost.body.message]).toEqual([
      409,
      expect.stringContaining('the tenant has left'),
    ])
    const { body: shown } = await grace.call(previewMoveBack, { params, query: comeBack })
    expect(shown).toMatchObject({
      charges: [],
      bills: [{ first_month: '2027-04', last_month: '2027-04', due_day: '2027-03-20' }],
      next_month: '2027-05',
    })
    // The bill is made on that day.
    expect(shown.after).toBe(shown.before)
    const move = (expected: typeof shown) =>
      grace.call(moveBack, { params, body: { ...comeBack, expected } })
    expect((await move({ ...shown, rate: shown.rate + 1 })).body).toMatchObject({
      code: 'changed_meanwhile',
    })
    expect((await move(shown)).status).toBe(200)
    await goTo('2027-03-19')
    expect(await spans(back)).toEqual([first])
    await goTo('2027-03-20')
    expect(await spans(back)).toEqual([['2027-04', '2027-04', '2027-03-20'], first])
    await grace.call(extendStay, { params: { id: longer }, body: { end_date: '2027-04-20' } })
    await goTo('2027-03-21')
    expect(await spans(longer)).toEqual([['2027-04', '2027-04', '2027-03-21'], first])
    await goTo('2027-03-22')
    expect((await spans(back)).length + (await spans(longer)).length).toBe(4)
    // Who leaves by the next night, or before a billed month of which nothing is given back, wouldn't be billed for all of it.
    const was = (await grace.call(getBillingRule, {})).body
    await grace.call(changeBillingRule, { body: { was, now: { ...was, leaving_percent: 0 } } })
    const [soon, early] = [await moveIn('2027-03-23'), await moveIn('2027-04-20')]
    const leaving = { removal_reason: 'other' as const, departure_date: '2027-03-30' }
    expect((await grace.call(removeTenant, { body: { id: early, ...leaving } })).status).toBe(200)
    for (const id of [soon, early]) {
      const [bill] = await bills(id)
      const undo = await grace.call(previewBillUndo, { params: { id: String(bill?.id) } })
      expect(undo.body.message).toMatch(/^Bill B\d+ can’t be taken back: it wouldn’t all be billed/)
    }
  })

  test('a term that is due before its first month is billed by itself on that day', async () => {
    await goTo('2027-05-02')
    const was = (await grace.call(getBillingTerms, {})).body
    const early = {
      ...{ id: null, name: 'June term', due_day: '2027-05-20' },
      ...{ first_month: '2027-06', last_month: '2027-08' },
    }
    const saved = await grace.call(changeBillingTerms, { body: { was, now: [...was, early] } })
    expect(saved.status).toBe(200)
    const billed = async () => (await grace.call(listBilledTerms, {})).body[0]
    await goTo('2027-05-19')
    expect(await billed()).toMatchObject({ name: 'June term', bills: 0 })
    await goTo('2027-05-20')
    const first = await billed()
    expect(first?.bills).toBeGreaterThan(0)
    await chargeRentForAllCompanies(server.running.context)
    await goTo('2027-06-01')
    expect(await billed()).toEqual(first)
  })

  test('taken back at the moment its tenant is removed, a bill is given back once', async () => {
    const { db } = server.running.context
    const june = await db
      .selectFrom('bills')
      .where('first_month', '=', '2027-06')
      .where('taken_back_at', 'is', null)
      .where('user_id', 'not in', [Number(ids.brian), Number(ids.faith)])
      .orderBy('id')
      .limit(4)
      .select(['id', 'user_id'])
      .execute()
    expect(june.length).toBe(4)
    await goTo('2027-06-02')
    for (const { id, user_id } of june) {
      const params = { id: String(id) }
      const { body: expected } = await grace.call(previewBillUndo, { params })
      const leaving = {
        ...{ id: String(user_id), departure_date: '2027-06-20' },
        removal_reason: 'other' as const,
      }
      const statuses = await Promise.all([
        grace.call(removeTenant, { body: leaving }),
        grace.call(undoBill, { params, body: { reason: 'Not theirs', expected } }),
      ])
      expect(statuses.map(({ status }) => status).every((one) => one < 500)).toBe(true)
      const { left } = await db
        .selectFrom('charges')
        .where('bill_id', '=', id)
        .select(({ fn }) => fn.sum<string>('amount').as('left'))
        .executeTakeFirstOrThrow()
      expect(Number(left)).toBeGreaterThanOrEqual(0)
    }
  })

  test('who left while the nightly jobs didn’t run owes the month that they had a room', async () => {
    const { context } = server.running
    const was = (await grace.call(getBillingTerms, {})).body
    const september = {
      ...{ id: null, name: 'September term', due_day: '2027-09-03' },
      ...{ first_month: '2027-09', last_month: '2027-12' },
    }
    const saved = await grace.call(changeBillingTerms, { body: { was, now: [...was, september] } })
    expect(saved.status).toBe(200)
    const id = await moveIn('2027-09-02')
    const months = async () => (await bills(id)).map((bill) => [bill.first_month, bill.last_month])
    expect(await months()).toEqual([['2027-06', '2027-08']])

    at = new Date('2027-09-05T09:00:00+03:00').getTime()
    await signIn()
    await runDailyJobs(context)
    await runDailyJobs(context)
    expect(await months()).toEqual([['2027-06', '2027-08']])
    const charged = (await ledger(id)).filter(({ kind }) => kind === 'rent')
    expect(charged.map(({ month }) => month).toSorted()).toEqual(
      ['06', '07', '08', '09'].map((month) => `2027-${month}`),
    )
  })
})
