import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type ApprovalState,
  approve,
  changeApprovalLimit,
  countApprovals,
  getApprovalLimit,
  listApprovals,
  refuse,
  withdraw,
} from '#contract/approvals.ts'
import { getUser } from '#contract/auth.ts'
import { previewRemoval } from '#contract/billing.ts'
import { assignDeskItem, getDeskItem, listDesk, reverseDeskItem } from '#contract/desk.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { listLedger } from '#contract/ledger.ts'
import { getReceipt } from '#contract/receipts.ts'
import { changeRents, previewRents } from '#contract/rooms.ts'
import {
  changeBundlePrices,
  changeStaffRole,
  getBundlePrices,
  getPlannedPrices,
  planPrices,
  previewBundlePrices,
  previewPlannedPrices,
} from '#contract/settings.ts'
import { listLog } from '#contract/staff-log.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import {
  cancelTransfer,
  getRoom,
  getTenant,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import { previewTakeBack } from '#contract/wrong-account.ts'
import { dayOf } from '#rules/calendar.ts'
import type { HandKind } from '#rules/hand-entry.ts'
import { acts } from '../acts.ts'
import { testNow } from '../testing/clock.ts'
import { act } from '../testing/desk.ts'
import { type MailBox, openMailBox } from '../testing/mail-box.ts'
import { addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { approve as approveAct, settleOverdue } from './decide.ts'

const HOUR = 3_600_000

describe.each(databases)('acts above the limit on %s', (kind) => {
  let ahead = 0
  const now = () => new Date(testNow().getTime() + ahead)
  let server: TestServer
  let mails: MailBox
  const people = {} as Record<'grace' | 'owner' | 'manager' | 'caretaker' | 'viewer', Caller>
  let managerId = 0
  let amina: Caller
  let id = ''
  const roles = ['owner', 'manager', 'caretaker', 'viewer'] as const

  async function signIn() {
    people.grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    for (const role of roles) {
      people[role] = await server.signIn(`${role}@acacia.example`, password)
    }
    amina = await server.signIn('0712345678', '12345678')
  }
  beforeAll(async () => {
    mails = await openMailBox()
    server = await startServer(kind, { THROTTLE: 'off', SMTP_URL: mails.url }, now)
    for (const role of roles) {
      const email = `${role}@acacia.example`
      const added = await addPerson(server.running.context.db, 1, email, {
        first_name: role,
        last_name: 'of Acacia',
        staff_role: role,
      })
      if (role === 'manager') managerId = added
    }
    await signIn()
    id = String((await amina.call(getUser, {})).body.id)
    await enter(people.grace, { kind: 'charge', amount: 60_000 })
    const set = await setLimit(people.grace, null, 1000)
    expect([set.status, set.body]).toEqual([200, { limit: 1000 }])
  })
  afterAll(async () => {
    await endServer(server)
    await mails.close()
  })
  afterEach(async () => {
    // Nothing of one test waits in the next.
    for (const { id: waiting } of await list('open')) {
      const params = { id: String(waiting) }
      for (const one of Object.values(people)) await one.call(withdraw, { params })
    }
  })

  const setLimit = (who: Caller, was: number | null, limit: number | null) =>
    who.call(changeApprovalLimit, { body: { was: { limit: was }, now: { limit } } })
  const list = async (state: ApprovalState = 'open') =>
    (await people.grace.call(listApprovals, { query: { state } })).body
  const decided = async () => (await list('decided'))[0]
  const owed = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance

  interface Form {
    kind: HandKind
    amount: number
  }
  const full = (form: Form) => ({
    on: dayOf(now()),
    reference: `FT${crypto.randomUUID().slice(0, 8)}`,
    reason: 'Burst pipe',
    ...form,
  })
  async function entering(who: Caller, form: Form, submission_id = crypto.randomUUID()) {
    const entry = full(form)
    const { body: expected } = await who.call(previewEntry, { params: { id }, body: entry })
    return { params: { id }, body: { entry, submission_id, expected } }
  }
  const enter = async (who: Caller, form: Form) => who.call(enterByHand, await entering(who, form))
  async function waive(who = people.manager, amount = 5000) {
    const { status, body } = await enter(who, { kind: 'waiver', amount })
    expect([status, body.id]).toEqual([201, null])
    return { id: String(body.waiting?.id) }
  }
  async function approved(params: { id: string }, by = people.grace) {
    const { status, body } = await by.call(approve, { params })
    expect([status, body.decided?.outcome]).toEqual([200, 'approved'])
    return body
  }

  test('the limit is the owner’s, and its changes are logged', async () => {
    expect((await setLimit(people.manager, 1000, null)).status).toBe(403)
    const late = await setLimit(people.grace, 5, null)
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await people.viewer.call(getApprovalLimit, {})).body).toEqual({ limit: 1000 })
    const [entry] = (await people.grace.call(listLog, { query: { about: 'settings' } })).body
    expect(entry).toMatchObject({ act: 'settings.approvals', after: { limit: 1000 } })
  })

  test('small acts of one person on a day are added up', async () => {
    const give = (amount: number) => enter(people.owner, { kind: 'waiver', amount })
    expect((await give(600)).body.id).not.toBeNull()
    expect((await give(400)).body.id).not.toBeNull()
    const { body } = await give(1)
    expect(body.id).toBeNull()
    await approved({ id: String(body.waiting?.id) })
    // What somebody else has agreed to doesn't count again.
    const both = await Promise.all([give(1), give(1)])
    // One waits, and the other would be the same.
    expect(both.map((one) => one.status).toSorted()).toEqual([201, 409])
    expect(both.find((one) => one.status === 201)?.body.id).toBeNull()
    // Two letters for each that waits.
    for (let letters = 0; letters < 4; letters++) await mails.next()
  })

  test('a waiver waits, and is entered as its maker’s once someone else approves it', async () => {
    const before = await owed()
    const params = await waive()
    expect(await owed()).toBe(before)
    const letters = [await mails.next(), await mails.next()]
    expect(letters.map(({ to }) => to).toSorted()).toEqual([
      'owner@acacia.example',
      'staff@acacia.example',
    ])
    expect((await people.grace.call(countApprovals, {})).body).toEqual({
      open: 1,
      shillings: 5000,
      for_you: 1,
    })
    expect((await people.manager.call(countApprovals, {})).body.for_you).toBe(0)
    expect(await list()).toMatchObject([
      {
        act: 'waiver',
        tenant: { full_name: 'Amina Otieno' },
        shillings: 5000,
        changes: [{ of: null, before, after: before - 5000 }],
        reason: 'Burst pipe',
        asked_by: 'manager of Acacia',
        is_mine: false,
        due_at: null,
        decided: null,
      },
    ])
    const own = await people.manager.call(approve, { params })
    expect([own.status, own.body.code]).toEqual([403, 'own_request'])
    for (const who of [people.viewer, people.caretaker]) {
      expect((await who.call(approve, { params })).body.code).toBe('not_permitted')
    }
    expect((await amina.call(approve, { params })).status).toBe(403)
    expect(await approved(params)).toMatchObject({ decided: { by: 'Grace Wanjiru' } })
    expect(await owed()).toBe(before - 5000)
    const ledger = await people.grace.call(listLedger, { params: { id }, query: {} })
    expect(ledger.body[0]).toMatchObject({ kind: 'waiver', amount: -5000, by: 'manager of Acacia' })
    const again = await people.owner.call(approve, { params })
    expect([again.status, again.body.code]).toEqual([409, 'already_decided'])
    const log = async (about: string) =>
      (await people.grace.call(listLog, { query: { about, limit: '2' } })).body.map(
        ({ act, by, person }) => `${by}: ${act}, ${person?.full_name}`,
      )
    expect(await log('approval')).toEqual([
      'Grace Wanjiru: approval.approve, Amina Otieno',
      'manager of Acacia: approval.ask, Amina Otieno',
    ])
    expect((await log('ledger'))[0]).toBe('manager of Acacia: ledger.enter, Amina Otieno')
  })

  test('what is not above the limit, and money that came in, is done at once', async () => {
    const before = await owed()
    expect((await enter(people.manager, { kind: 'waiver', amount: 1000 })).body.id).not.toBeNull()
    expect((await enter(people.manager, { kind: 'cash', amount: 4000 })).body.id).not.toBeNull()
    const { body } = await entering(people.manager, { kind: 'cash', amount: 4000 })
    expect(body.expected.waits).toBeUndefined()
    expect(await owed()).toBe(before - 5000)
    expect(await list()).toEqual([])
  })

  test('the same form sent twice asks once; another form for the same tenant is refused', async () => {
    const form = await entering(people.manager, { kind: 'waiver', amount: 5000 })
    const send = () => people.manager.call(enterByHand, form)
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body.waiting).toEqual(both[1]?.body.waiting)
    const other = await enter(people.owner, { kind: 'waiver', amount: 6000 })
    expect([other.status, other.body.code]).toEqual([409, 'already_waiting'])
    expect(await list()).toHaveLength(1)
    await approved({ id: String(both[0]?.body.waiting?.id) })
    // Sent again after that, it finds what was entered.
    const before = await owed()
    expect((await send()).body).toMatchObject({ id: expect.any(Number) })
    expect(await owed()).toBe(before)
  })

  test('of two who approve at once, one does', async () => {
    const before = await owed()
    const params = await waive()
    const answers = await Promise.all(
      [people.grace, people.owner].map((who) => who.call(approve, { params })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await owed()).toBe(before - 5000)
  })

  test('of approving and withdrawing at once, one is done', async () => {
    const before = await owed()
    const params = await waive()
    const [won, taken] = await Promise.all([
      people.grace.call(approve, { params }),
      people.manager.call(withdraw, { params }),
    ])
    expect([won.status, taken.status].toSorted()).toEqual([200, 409])
    expect(await owed()).toBe(won.status === 200 ? before - 5000 : before)
  })

  test('a balance that has changed for another reason is shown as it is, and outdates nothing', async () => {
    const params = await waive()
    await enter(people.manager, { kind: 'cash', amount: 100 })
    const before = await owed()
    expect((await list())[0]?.changes).toEqual([{ of: null, before, after: before - 5000 }])
    await approved(params)
    expect(await owed()).toBe(before - 5000)
  })

  test('what can’t be done any more is not done, and says why', async () => {
    const params = await waive(people.manager, 4000)
    await enter(people.manager, { kind: 'cash', amount: (await owed()) - 3000 })
    const late = await people.grace.call(approve, { params })
    expect([late.status, late.body.code]).toEqual([409, 'outdated'])
    expect(await owed()).toBe(3000)
    const row = await decided()
    expect(row?.decided).toMatchObject({ outcome: 'outdated', by: 'Grace Wanjiru' })
    expect(late.body.message).toBe(`It was not done. ${row?.decided?.note}`)
    await enter(people.manager, { kind: 'charge', amount: 40_000 })
  })

  test('a refusal has a reason; only its maker withdraws', async () => {
    const params = await waive()
    expect((await people.grace.call(withdraw, { params })).body.code).toBe('not_your_request')
    expect((await people.grace.call(refuse, { params, body: { note: ' ' } })).status).toBe(400)
    const own = await people.manager.call(refuse, { params, body: { note: 'No' } })
    expect(own.body.code).toBe('own_request')
    const { body } = await people.grace.call(refuse, { params, body: { note: 'Too much' } })
    expect(body.decided).toMatchObject({ outcome: 'refused', note: 'Too much' })
    const mine = await waive()
    const taken = await people.manager.call(withdraw, { params: mine })
    expect(taken.body.decided).toMatchObject({ outcome: 'withdrawn', by: 'manager of Acacia' })
  })

  test('a maker or an approver who has lost the permission meanwhile does nothing', async () => {
    const role = (role: 'manager' | 'viewer') =>
      people.grace.call(changeStaffRole, { params: { id: String(managerId) }, body: { role } })
    const before = await owed()
    const byManager = await waive()
    await role('viewer')
    const late = await people.grace.call(approve, { params: byManager })
    expect([late.status, late.body.code]).toEqual([409, 'outdated'])
    const byOwner = await waive(people.owner)
    const lost = await people.manager.call(approve, { params: byOwner })
    expect([lost.status, lost.body.code]).toEqual([403, 'not_permitted'])
    // Even when they still had it as their request arrived.
    const raced = approveAct(
      server.running.context,
      acts,
      { company_id: 1, id: managerId },
      +byOwner.id,
    )
    await expect(raced).rejects.toMatchObject({ status: 403 })
    expect(await owed()).toBe(before)
    await role('manager')
  })

  test('the database keeps what was asked for, and who may decide', async () => {
    const { id: waiting } = await waive()
    const { db } = server.running.context
    const refused = (statement: string) =>
      expect(sql.raw(statement).execute(db)).rejects.toThrow(/decided once|violates check/)
    const at = `decided_at = now() where id = ${waiting}`
    await refused(`update approvals set outcome = 'approved', decided_by = ${managerId}, ${at}`)
    await refused(`update approvals set outcome = 'approved', ${at}`)
    await refused(`update approvals set shillings = 1 where id = ${waiting}`)
    await refused(`update approvals set outcome = 'expired', shillings = 1, ${at}`)
    await refused(`delete from approvals where id = ${waiting}`)
    await people.manager.call(withdraw, { params: { id: waiting } })
    await refused(`update approvals set outcome = 'expired', decided_by = null, ${at}`)
  })

  test('a refund, and cash that is taken back', async () => {
    const params = { id }
    const amount = (await owed()) + 3000
    const cash = await enter(people.manager, { kind: 'cash', amount })
    const refund = await enter(people.manager, { kind: 'refund', amount: 2000 })
    await approved({ id: String(refund.body.waiting?.id) })
    expect(await owed()).toBe(-1000)
    const undo = { ...params, entry: String(cash.body.id) }
    const { body: expected } = await people.manager.call(previewUndo, { params: undo })
    // Said before it is asked for, and beside the entry while it waits.
    expect(expected.waits).toBe('for_approval')
    const waiting = async () =>
      (await people.grace.call(listLedger, { params })).body.find((one) => one.id === cash.body.id)
        ?.waiting
    expect(await waiting()).toBeNull()
    const body = { reason: 'Never came', expected }
    const asked = await people.manager.call(undoEntry, { params: undo, body })
    expect((await list())[0]).toMatchObject({
      act: 'undo',
      shillings: amount,
      about: expect.stringContaining('Cash payment of'),
    })
    // Sent again by the same person, it waits once.
    const again = await people.manager.call(undoEntry, { params: undo, body })
    expect(again.body.waiting).toEqual(asked.body.waiting)
    expect(await waiting()).toEqual(asked.body.waiting)
    await approved({ id: String(asked.body.waiting?.id) })
    expect(await waiting()).toBeNull()
    expect(await owed()).toBe(amount - 1000)
  })

  test('a credit that is taken back at the desk', async () => {
    const { account_number } = (await amina.call(getAccountNumber, {})).body
    const { body: items } = await people.grace.call(listDesk, { query: {} })
    const item = items.find(({ push, amount }) => !push && Number(amount) > 1000)
    const params = { id: String(item?.id) }
    await act(people.grace, assignDeskItem, { params, body: { account_number } })
    const detail = async () => (await people.grace.call(getDeskItem, { params })).body
    const found = async () => (await detail()).closed
    const { id: payment_id = 0, receipt_number } = (await found())?.payment ?? {}
    const receipt = { params: { number: receipt_number ?? '' } }
    const waiting = async (who = people.grace) => [
      (await detail()).waiting,
      (await who.call(getReceipt, receipt)).body.waiting,
      (await people.grace.call(listLedger, { params: { id } })).body.find(
        (one) => one.receipt_number === receipt_number,
      )?.waiting,
    ]
    expect(await waiting()).toEqual([null, null, null])
    const look = await people.manager.call(previewTakeBack, receipt)
    expect(look.body.waits).toBe('for_approval')
    const before = await owed()
    const body = { payment_id, note: 'Another Amina' }
    const asked = await act(people.manager, reverseDeskItem, { params, body })
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('waits')])
    expect([await owed(), await found()]).toEqual([before, expect.anything()])
    const { waiting: request } = asked.body
    expect(await waiting()).toEqual([request, request, request])
    expect((await waiting(amina))[1]).toBeNull()
    await approved({ id: String(request?.id) })
    expect([await owed(), await found()]).toEqual([before + Number(item?.amount), null])
    expect((await detail()).waiting).toBeNull()
    const reviewed = (await detail()).history.map((one) => [one.act, one.approved_by])
    expect(reviewed.slice(-2)).toEqual([
      ['assign', null],
      ['reverse', 'Grace Wanjiru'],
    ])
  })

  test('a lower rent, and lower wifi prices, now and from a later day', async () => {
    const room = async () =>
      (await people.grace.call(getRoom, { params: { number: 'A101' }, query: {} })).body.rate
    const rate = await room()
    const form = { rooms: 'A101', rate: String(rate - 1500), from: dayOf(now()) }
    const { body: expected } = await people.manager.call(previewRents, { body: form })
    expect(expected.waits).toEqual({ corrected: 'for_approval', uncorrected: 'for_approval' })
    const higher = { ...form, rate: String(rate + 100) }
    expect((await people.manager.call(previewRents, { body: higher })).body.waits).toEqual({})
    const rents = await people.manager.call(changeRents, { body: { ...form, expected } })
    expect(await room()).toBe(rate)
    expect((await list())[0]?.changes).toEqual([{ of: 'A101', before: rate, after: rate - 1500 }])
    await approved({ id: String(rents.body.waiting?.id) })
    expect(await room()).toBe(rate - 1500)

    const prices = async () => (await people.grace.call(getBundlePrices, {})).body
    const was = await prices()
    const dear = was.map((one) => ({ ...one, price: one.price + 2000 }))
    const raised = await people.manager.call(changeBundlePrices, { body: { was, now: dear } })
    expect(raised.body).toEqual(dear)
    const [first, ...rest] = was.map(({ price, gigabytes, days }, at) => ({
      of: `${gigabytes} GB, ${days} ${days === 1 ? 'day' : 'days'}`,
      ...{ before: dear[at]?.price, after: price },
    }))
    const look = { was: dear, now: was.slice(1) }
    const cheap = await people.manager.call(previewBundlePrices, { body: look })
    expect(cheap.body).toEqual({
      changes: [...rest, { ...first, after: null }],
      waits: 'for_approval',
    })
    const same = await people.manager.call(previewBundlePrices, { body: { was: dear, now: dear } })
    expect([same.body, await prices()]).toEqual([{ changes: [] }, dear])
    const cut = await people.manager.call(changeBundlePrices, { body: { was: dear, now: was } })
    expect([await prices(), cut.body]).toEqual([dear, { waiting: expect.anything() }])
    await approved({ id: String((await list())[0]?.id) })
    expect(await prices()).toEqual(was)

    await people.manager.call(changeBundlePrices, { body: { was, now: dear } })
    const plan = { from: dayOf(new Date(now().getTime() + 72 * HOUR)), bundles: was }
    const planned = { was: null, now: plan }
    const { body: effect } = await people.manager.call(previewPlannedPrices, { body: planned })
    expect(effect).toEqual({ changes: [first, ...rest], waits: 'for_approval' })
    await people.manager.call(planPrices, { body: planned })
    expect((await people.grace.call(getPlannedPrices, {})).body).toBeNull()
    await approved({ id: String((await list())[0]?.id) })
    expect((await people.grace.call(getPlannedPrices, {})).body).toEqual(plan)
  })

  test('the removal of a tenant who owes rent, by a caretaker who can withdraw it', async () => {
    const body = { id, removal_reason: 'other' as const, departure_date: dayOf(now()) }
    const ask = async () => (await people.caretaker.call(removeTenant, { body })).body.waiting
    const room = async () => (await people.grace.call(getTenant, { params: { id } })).body.until
    const { departure_date } = body
    const shownBefore = { params: { id: String(id) }, body: { departure_date } }
    const preview = await people.caretaker.call(previewRemoval, shownBefore)
    expect(preview.body.waits).toBe('for_approval')
    const first = await ask()
    const taken = await people.caretaker.call(withdraw, { params: { id: String(first?.id) } })
    expect(taken.body.decided?.outcome).toBe('withdrawn')

    // What somebody else has planned since it was asked for isn't overwritten.
    const shown = (await people.grace.call(getTenant, { params: { id } })).body
    const expected_act = shown.acts[0]?.id ?? 0
    const asked = await people.caretaker.call(removeTenant, { body: { ...body, expected_act } })
    const transfer_date = dayOf(new Date(now().getTime() + 48 * HOUR))
    const move = { id, previous_room: shown.room ?? '', room_number: 'B405', transfer_date }
    await people.grace.call(transferTenant, {
      body: { ...move, transfer_reason: 'other', expected_act },
    })
    const params = { id: String(asked.body.waiting?.id) }
    const late = await people.manager.call(approve, { params })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'outdated', message: expect.stringContaining('moved them to B405 from') },
    ])
    await people.grace.call(cancelTransfer, { params: { id }, body: {} })

    const second = await ask()
    expect(await room()).toBeNull()
    await approved({ id: String(second?.id) })
    expect(await room()).toBe(dayOf(now()))
  })

  test('where nobody else decides, it takes effect after a day, and the owner gets a letter', async () => {
    for (const one of await server.running.context.db
      .selectFrom('users')
      .where('email', 'in', ['owner@acacia.example', 'manager@acacia.example'])
      .select('id')
      .execute()) {
      const params = { id: String(one.id) }
      await people.grace.call(changeStaffRole, { params, body: { role: 'viewer' } })
    }
    const seen = mails.emails.length
    const before = await owed()
    const { body } = await entering(people.grace, { kind: 'waiver', amount: 5000 })
    expect(body.expected.waits).toBe('a_day')
    const dropped = await waive(people.grace)
    await people.grace.call(withdraw, { params: dropped })
    await waive(people.grace, 4000)
    while (mails.emails.length < seen + 2) await mails.next()
    const letter = mails.emails.at(-1)
    expect(letter?.to).toBe('staff@acacia.example')
    expect(letter?.raw.replace(/=\r\n/g, '')).toContain('unless it is withdrawn')
    const [row] = await list()
    expect(new Date(row?.due_at ?? 0).getTime() - new Date(row?.asked_at ?? 0).getTime()).toBe(
      24 * HOUR,
    )
    await settleOverdue(server.running.context, acts)
    expect(await owed()).toBe(before)
    ahead = 25 * HOUR
    await signIn()
    await Promise.all([
      settleOverdue(server.running.context, acts),
      settleOverdue(server.running.context, acts),
    ])
    expect(await owed()).toBe(before - 4000)
    expect((await decided())?.decided).toMatchObject({ outcome: 'approved', by: null })
  })

  test('what nobody has decided after 14 days has expired', async () => {
    const context = server.running.context
    await context.db
      .updateTable('users')
      .set({ staff_role: 'manager' })
      .where('id', '=', managerId)
      .execute()
    const params = await waive()
    ahead += 15 * 24 * HOUR
    await signIn()
    expect((await people.grace.call(approve, { params })).body.code).toBe('expired')
    await settleOverdue(context, acts)
    expect((await decided())?.decided).toMatchObject({ outcome: 'expired', by: null })
  })
})
