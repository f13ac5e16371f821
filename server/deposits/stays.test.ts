import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getDrawer } from '#contract/cash.ts'
import { getClose } from '#contract/closes.ts'
import {
  addDeductionPhoto,
  changeDepositRule,
  enterDeposit,
  getDepositTotals,
  getOwnDeposit,
  getTenantDeposit,
  listDeposits,
  previewDeposit,
} from '#contract/deposits.ts'
import { assignDeskItem, previewDeskAct } from '#contract/desk.ts'
import { linkDocument, listDocuments } from '#contract/documents.ts'
import { issueLetter } from '#contract/letters.ts'
import { listFreeRooms, onboardTenant } from '#contract/onboarding.ts'
import { getOverview } from '#contract/overview.ts'
import { initiatePush } from '#contract/payments.ts'
import { changeRents, previewRents } from '#contract/rooms.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { moveBack, previewMoveBack, removeTenant } from '#contract/tenants.ts'
import { listTransactions } from '#contract/transactions.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { addDays, dayOf } from '#rules/calendar.ts'
import { openDesk, type TestDesk } from '../testing/desk.ts'
import { newReceipt } from '../testing/fake-daraja.ts'
import { halves } from '../testing/images.ts'
import type { TestTenant } from '../testing/people.ts'
import { databases } from '../testing/server.ts'
import { newStudent, slug } from '../testing/students.ts'

const DAY_MS = 86_400_000
/** A month of rent, which the residence asks for as deposit. */
const rent = 6500
const asked = { months: 1, amount: null, days: 14 }
const unasked = { ...asked, months: null }

/** A student's deposit from moving in to moving back in, and how it stands in the books of the residence. */
describe.each(databases)('the deposit of a stay on %s', (kind) => {
  let desk: TestDesk
  const today = () => dayOf(desk.now())

  const setRule = async (
    was: { amount: number | null; months: number | null; days: number },
    now: typeof was,
  ) => expect((await desk.grace.call(changeDepositRule, { body: { was, now } })).status).toBe(200)
  beforeAll(async () => {
    desk = await openDesk(kind)
    await setRule(unasked, asked)
  })
  afterAll(() => desk.close())

  const none = { asked: null, held: 0, to_pay: 0, refund: null }
  async function own(student: TestTenant) {
    const { body } = await student.call(getOwnDeposit, {})
    const { entries: _, ...state } = body
    // Room and payments find it out from what they read anyway.
    const { body: summary } = await student.call(getPaymentSummary, {})
    expect(summary.deposit ?? none).toEqual(state)
    return body
  }
  interface Form {
    kind: 'cash' | 'bank' | 'deducted' | 'refund' | 'from_rent'
    amount: number
    reference?: string
    reason?: string
    document_id?: number
  }
  const full = (form: Form) => ({ on: today(), reference: 'FT77', reason: 'As agreed', ...form })
  const look = ({ params }: TestTenant, form: Form) =>
    desk.grace.call(previewDeposit, { params, body: full(form) })
  async function enter(student: TestTenant, form: Form) {
    const { body: expected } = await look(student, form)
    const body = { entry: full(form), submission_id: crypto.randomUUID(), expected }
    return desk.grace.call(enterDeposit, { params: student.params, body })
  }
  /** A student of whom so much is held. */
  async function addDepositor(held: number) {
    const student = await desk.addTenant({ owes: rent })
    if (held > 0) await enter(student, { kind: 'cash', amount: held })
    return student
  }
  /** A student who has moved in when no deposit was asked for. */
  async function addUnasked() {
    await setRule(asked, unasked)
    const student = await desk.addTenant({ owes: rent })
    await setRule(unasked, asked)
    return student
  }
  const ask = (student: TestTenant, amount: number, account_reference = student.account) =>
    student.call(initiatePush, {
      body: { phone_number: '0712345678', amount, account_reference, purpose: 'deposit' },
    })
  const push = (student: TestTenant, amount: number) =>
    desk.push(student, amount, student.account, { purpose: 'deposit' })
  /** M-Pesa reports another amount than the push for the deposit asked for. */
  async function addDiffering(student: TestTenant, asked: number, paid: number) {
    const receipt = newReceipt()
    await (await push(student, asked)).paid(receipt, paid)
    return desk.itemOf({ receipt })
  }
  async function leave({ id }: TestTenant) {
    const body = { id, removal_reason: 'other', departure_date: today() } as const
    expect((await desk.grace.call(removeTenant, { body })).status).toBe(200)
  }

  test('the form says what is asked, and is refused when that has changed since', async () => {
    const form = await newStudent(desk.server)
    const onboard = (deposit_rule: string) =>
      desk.server.call(onboardTenant, { params: { slug }, body: { ...form, deposit_rule } })
    const rooms = (await desk.server.call(listFreeRooms, { params: { slug } })).body
    const rate = rooms.find((room) => room.id === form.room)?.rate ?? 0
    const late = await onboard('//14')
    expect([late.status, late.body.code]).toEqual([409, 'deposit_changed'])
    const { status, body } = await onboard('/1/14')
    expect([status, body.deposit]).toEqual([201, rate])

    const student = await desk.addTenant({ owes: rent })
    expect(await own(student)).toMatchObject({ asked: rent, held: 0, to_pay: rent, refund: null })
    // What was agreed stays, whatever is asked of others.
    const others = { amount: 500, months: null, days: 30 }
    await setRule(asked, others)
    expect(await own(student)).toMatchObject({ asked: rent, to_pay: rent })
    await setRule(others, asked)
    const { body: waiting } = await desk.grace.call(listDeposits, { query: { of: 'to_pay' } })
    expect(waiting.find((one) => one.id === student.id)).toMatchObject({ to_pay: rent })
  })

  test('what is sent to the account number is rent, even the exact sum; a push for the deposit isn’t', async () => {
    const student = await addDepositor(0)
    await desk.report(student.account, rent)
    expect([await student.owed(), (await own(student)).held]).toEqual([0, 0])
    expect((await ask(student, rent + 1)).body.code).toBe('deposit_paid')
    const other = await desk.addTenant()
    expect((await ask(student, 100, other.account)).status).toBe(404)
    const receipt = newReceipt()
    await (await push(student, rent - 1000)).paid(receipt, rent - 1000)
    expect([await student.owed(), (await own(student)).held]).toEqual([0, rent - 1000])
    expect((await own(student)).entries).toMatchObject([
      { kind: 'received', payment_kind: 'push', mpesa_receipt_number: receipt, can_undo: false },
    ])
    const [first] = (await student.call(listTransactions, { query: { purpose: 'deposit' } })).body
    expect(first).toMatchObject({ purpose: 'deposit', amount: rent - 1000 })
  })

  test('a deposit that is taken back goes to the deposit again while one is asked for, else to the rent', async () => {
    const student = await addDepositor(1000)
    const receipt = newReceipt()
    await (await push(student, 700)).paid(receipt, 700)
    const [received] = (await own(student)).entries
    const params = { number: received?.receipt_number ?? '' }
    const { body: expected } = await desk.grace.call(previewTakeBack, { params })
    expect(expected.accounts).toMatchObject([
      { amount: -700, deposit: { before: 1700, after: 1000 } },
    ])
    const reason = 'On the wrong account'
    const body = { reason, expected }
    const taken = await desk.grace.call(takeBackPayment, { params, body })
    const item = { id: taken.body.item ?? 0 }
    const undone = await own(student)
    expect(undone.held).toBe(1000)
    expect(undone.entries[0]).toMatchObject({
      ...{ kind: 'undone', takes_back: 'received', reason, by: 'Grace Wanjiru' },
    })
    const back = await desk.assign(item, student.account)
    expect(back.status).toBe(200)
    const again = await own(student)
    expect([again.held, await student.owed()]).toEqual([1700, rent])
    expect(again.entries[0]).toMatchObject({ kind: 'received', mpesa_receipt_number: receipt })

    const other = await addUnasked()
    expect((await desk.reverse(item, back.body.item.closed?.payment?.id)).status).toBe(200)
    const wrong = await desk.assign(item, other.account)
    expect([await other.owed(), (await own(student)).held]).toEqual([rent - 700, 1000])
    // What its payer has chosen is still known.
    await desk.reverse(item, wrong.body.item.closed?.payment?.id)
    await desk.assign(item, student.account)
    expect([await other.owed(), (await own(student)).held]).toEqual([rent, 1700])
  })

  test('another amount than the push asked for waits on the desk, and is no deposit by itself', async () => {
    const student = await addDepositor(1000)
    const item = await addDiffering(student, 600, 500)
    expect((await own(student)).held).toBe(1000)
    expect(item.reason).toBe('differing_amount')
    expect((await desk.confirm(item)).status).toBeGreaterThanOrEqual(400)
  })

  // The embedded database does one transaction after the other.
  test.runIf(kind === 'postgres')(
    'of two credits at once that are too much together, only one is the deposit',
    async () => {
      const student = await addDepositor(rent - 1000)
      const items = [await addDiffering(student, 600, 500), await addDiffering(student, 700, 600)]
      const { held, to_pay } = await own(student)
      expect([to_pay, items.map(({ reason, amount }) => [reason, Number(amount)])]).toEqual([
        1000,
        [
          ['differing_amount', 500],
          ['differing_amount', 600],
        ],
      ])
      const chosen = { account_number: student.account }
      const looks = await Promise.all(
        items.map(async ({ id }) => {
          const params = { id: String(id) }
          const body = { act: 'assign', ...chosen } as const
          const { body: expected } = await desk.grace.call(previewDeskAct, { params, body })
          return { params, body: { ...chosen, expected } }
        }),
      )
      const waiting = sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`
      const countWaiting = async () => (await waiting.execute(desk.db)).rows.length
      const both = await desk.db.transaction().execute(async (tx) => {
        await sql`lock table payments in share mode`.execute(tx)
        const sent = looks.map((look) => desk.grace.call(assignDeskItem, look))
        await expect.poll(countWaiting, { timeout: 20_000 }).toBe(2)
        return { sent }
      })
      const done = await Promise.all(both.sent)
      expect(done.map(({ status }) => status).sort()).toEqual([200, 409])
      const credited = done.find(({ status }) => status === 200)?.body.item
      expect((await own(student)).held).toBe(held + Number(credited?.amount))

      await desk.reverse(credited, credited?.closed?.payment?.id)
      for (const item of items) await desk.dismiss(item, 'Both are given back')
      expect(await own(student)).toMatchObject({ held, to_pay })
    },
  )

  test('cash of a deposit is in the drawer and in the day, and its code counts once', async () => {
    const student = await addDepositor(rent - 1000)
    const drawer = async () => (await desk.grace.call(getDrawer, {})).body.expected
    const day = async () =>
      (await desk.grace.call(getClose, { params: { day: today() } })).body.figures?.cash.received
    const [before, received] = [await drawer(), await day()]
    expect((await enter(student, { kind: 'cash', amount: 400 })).status).toBe(201)
    expect(await drawer()).toBe(before + 400)
    expect((await day())?.cents).toBe((received?.cents ?? 0) + 40_000)
    const bank = { kind: 'bank', amount: 600, reference: 'EQ-991' } as const
    expect((await enter(student, bank)).status).toBe(201)
    const again = await look(student, { ...bank, reference: 'eq 991' })
    expect([again.status, again.body.code]).toEqual([409, 'reference_used'])
    expect(await own(student)).toMatchObject({ held: rent, to_pay: 0 })
  })

  test('it is apart from what the residence collects and has its place in the overview and the files', async () => {
    const student = await addDepositor(0)
    await enter(student, { kind: 'bank', amount: 600, reference: 'EQ-992' })
    await (await push(student, 700)).paid(newReceipt(), 700)
    const { body } = await desk.grace.call(getOverview, {})
    const { held } = (await desk.grace.call(getDepositTotals, {})).body
    expect(body.deposits).toEqual({ count: held.tenants, shillings: held.shillings })
    const month = body.months.at(-1)
    await enter(student, { kind: 'cash', amount: 50 })
    const after = (await desk.grace.call(getOverview, {})).body
    expect(after.months.at(-1)).toEqual(month)
    expect(after.deposits.shillings).toBe(held.shillings + 50)
    const file = async (name: string) =>
      (await desk.grace.fetch(`/api/staff/exports/${name}/`)).text()
    expect(await file('deposits')).toMatch(/Deposit paid by M‑Pesa,\d+,/)
    expect(await file('ledger')).not.toContain('EQ-992')
    expect(await file('payments')).toContain(',Deposit,')
  })

  test('a deduction has a picture that its tenant and staff can open, and nobody else', async () => {
    const student = await addDepositor(rent)
    const picture = new Blob([new Uint8Array(await halves().jpeg().toBuffer())], {
      type: 'image/jpeg',
    })
    const { document_id } = (
      await desk.grace.call(addDeductionPhoto, {
        params: student.params,
        body: {},
        files: { picture },
      })
    ).body
    const reason = 'A broken window'
    const done = await enter(student, { kind: 'deducted', amount: 1500, reason, document_id })
    expect(done.body.held).toEqual({ before: rent, after: rent - 1500 })
    const [entry] = (await own(student)).entries
    expect(entry).toMatchObject({ reason, document_id })
    const params = { id: String(document_id) }
    expect((await student.call(linkDocument, { params })).status).toBe(200)
    const other = await addDepositor(100)
    expect((await other.call(linkDocument, { params })).status).toBe(404)
    // It isn't among the documents of the form.
    expect((await student.call(listDocuments, {})).body).toEqual([])
    const foreign = await look(other, { kind: 'deducted', amount: 1, reason, document_id })
    expect(foreign.status).toBe(400)
  })

  test('after moving out the clock runs, a letter says what is held, and the list begins with what is late', async () => {
    const student = await addDepositor(5000)
    await desk.report(student.account, rent)
    const letter = await student.call(issueLetter, {
      body: { kind: 'clearance', submission_id: crypto.randomUUID() },
    })
    expect(letter.body.facts).toMatchObject({ owes: 0, deposit: 5000 })
    await desk.later(DAY_MS, student)
    const left = today()
    const due_on = addDays(left, 14)
    await leave(student)
    expect((await own(student)).refund).toEqual({ left_on: left, due_on, days_left: 14 })
    const { body: list } = await desk.grace.call(listDeposits, { query: { of: 'to_refund' } })
    expect(list.find(({ id }) => id === student.id)).toMatchObject({
      ...{ held: 5000, refund: { due_on } },
    })
    await desk.later(20 * DAY_MS, student)
    expect((await own(student)).refund?.days_left).toBe(-6)
    expect((await desk.grace.call(getOverview, {})).body.needs.deposits).toEqual({
      count: 1,
      shillings: 5000,
    })
    expect((await ask(student, 100)).body.code).toBe('deposit_paid')
  })

  test('who moves back in brings along what is held, and what was agreed', async () => {
    const student = await addDepositor(5000)
    await leave(student)
    const form = { room_number: student.room, start_date: today() }
    const { params } = student
    const preview = await desk.grace.call(previewMoveBack, { params, query: form })
    expect(preview.body.deposit).toEqual({ asked: rent, held: 5000 })
    await desk.grace.call(moveBack, { params, body: form })
    expect(await own(student)).toMatchObject({
      asked: rent,
      held: 5000,
      to_pay: 1500,
      refund: null,
    })
    expect((await desk.grace.call(getTenantDeposit, { params })).body.to_pay).toBe(1500)
  })

  test('who moves back in is asked for the deposit of the rent that holds by then', async () => {
    const student = await addUnasked()
    const { params, room } = student
    await leave(student)
    const rents = { rooms: room, rate: 9100, from: addDays(today(), 5) }
    const { body: expected } = await desk.grace.call(previewRents, { body: rents })
    const changed = await desk.grace.call(changeRents, { body: { ...rents, expected } })
    expect(changed.status).toBe(200)
    const form = { room_number: room, start_date: addDays(today(), 8) }
    const preview = await desk.grace.call(previewMoveBack, { params, query: form })
    expect(preview.body).toMatchObject({ rate: 9100, deposit: { asked: 9100, held: 0 } })
    expect((await desk.grace.call(moveBack, { params, body: form })).status).toBe(200)
    expect((await desk.grace.call(getTenantDeposit, { params })).body.to_pay).toBe(9100)
  })
})
