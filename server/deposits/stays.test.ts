import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
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
import {
  assignDeskItem,
  confirmDeskItem,
  dismissDeskItem,
  listDesk,
  previewDeskAct,
  reverseDeskItem,
} from '#contract/desk.ts'
import { linkDocument, listDocuments } from '#contract/documents.ts'
import { issueLetter } from '#contract/letters.ts'
import { listFreeRooms, onboardTenant } from '#contract/onboarding.ts'
import { getOverview } from '#contract/overview.ts'
import { initiatePush } from '#contract/payments.ts'
import { changeRents, previewRents } from '#contract/rooms.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { moveBack, previewMoveBack, removeTenant } from '#contract/tenants.ts'
import { listTransactions } from '#contract/transactions.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { addDays, dayOf } from '#rules/calendar.ts'
import { act } from '../testing/desk.ts'
import {
  confirmation,
  confirmTo,
  type FakeDaraja,
  newReceipt,
  paidCallback,
  postTo,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import { halves } from '../testing/images.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { newStudent, slug } from '../testing/students.ts'

const DAY_MS = 86_400_000

/** A student's deposit from moving in to moving back in, and how it stands in the books of the residence. */
describe.each(databases)('the deposit of a stay on %s', (kind) => {
  let at = new Date('2026-11-20T09:00:00Z').getTime()
  const today = () => dayOf(new Date(at))
  let daraja: FakeDaraja
  let server: TestServer
  let grace: Caller
  let student: Caller
  let login = ['', ''] as [string, string]
  let id = ''
  let account = ''

  async function signIn() {
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    if (login[0]) student = await server.signIn(...login)
  }
  async function later(days: number) {
    at += days * DAY_MS
    await signIn()
  }
  beforeAll(async () => {
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    await signIn()
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  const setRule = async (
    was: { amount: number | null; months: number | null; days: number },
    now: typeof was,
  ) => expect((await grace.call(changeDepositRule, { body: { was, now } })).status).toBe(200)
  const off = { amount: null, months: null, days: 14 }
  const oneMonth = { amount: null, months: 1, days: 14 }
  const none = { asked: null, held: 0, to_pay: 0, refund: null }
  async function own() {
    const { body } = await student.call(getOwnDeposit, {})
    const { entries: _, ...state } = body
    // Room and payments find it out from what they read anyway.
    const { body: summary } = await student.call(getPaymentSummary, {})
    expect(summary.deposit ?? none).toEqual(state)
    return body
  }
  const owed = async () => (await student.call(getPaymentSummary, {})).body.current_month_balance
  async function enter(form: {
    kind: 'cash' | 'bank' | 'deducted' | 'refund' | 'from_rent'
    amount: number
    reference?: string
    reason?: string
    document_id?: number
  }) {
    const entry = { on: today(), reference: 'FT77', reason: 'As agreed', ...form }
    const params = { id }
    const { body: expected } = await grace.call(previewDeposit, { params, body: entry })
    const body = { entry, submission_id: crypto.randomUUID(), expected }
    return grace.call(enterDeposit, { params, body })
  }
  const push = (amount: number, changes = {}) =>
    student.call(initiatePush, {
      body: {
        phone_number: '0712345678',
        amount,
        account_reference: account,
        purpose: 'deposit',
        ...changes,
      },
    })
  async function callback(amount: number, receipt = newReceipt()) {
    const sent = daraja.pushes.at(-1)
    const url = new URL(sent?.CallBackURL ?? '')
    await postTo(
      server,
      url.pathname,
      paidCallback(daraja.checkoutId(daraja.pushes.length - 1), receipt, amount),
    )
    return receipt
  }
  async function payPaybill(amount: number) {
    const receipt = newReceipt()
    await confirmTo(server, confirmation(receipt, account, `${amount}.00`))
    return receipt
  }
  let rent = 0

  test('the form says what is asked, and is refused when that has changed since', async () => {
    await setRule(off, oneMonth)
    const form = await newStudent(server)
    const rooms = (await server.call(listFreeRooms, { params: { slug } })).body
    rent = rooms.find((room) => room.id === form.room)?.rate ?? 0
    const late = await server.call(onboardTenant, {
      params: { slug },
      body: { ...form, deposit_rule: '//14' },
    })
    expect([late.status, late.body.code]).toEqual([409, 'deposit_changed'])
    const { status, body } = await server.call(onboardTenant, {
      params: { slug },
      body: { ...form, deposit_rule: '/1/14' },
    })
    expect([status, body.deposit]).toEqual([201, rent])
    account = body.account_number
    login = [body.username, String(form.id_number)]
    await signIn()
    id = String((await student.call(getUser, {})).body.id)
    expect(await own()).toMatchObject({ asked: rent, held: 0, to_pay: rent, refund: null })
    // What was agreed stays, whatever is asked of others.
    await setRule(oneMonth, { amount: 500, months: null, days: 30 })
    expect(await own()).toMatchObject({ asked: rent, to_pay: rent })
    await setRule({ amount: 500, months: null, days: 30 }, oneMonth)
    const { body: waiting } = await grace.call(listDeposits, { query: { of: 'to_pay' } })
    expect(waiting.find((one) => String(one.id) === id)).toMatchObject({ to_pay: rent })
  })

  test('what is sent to the account number is rent, even the exact sum; a push for the deposit isn’t', async () => {
    const before = await owed()
    await payPaybill(rent)
    expect([await owed(), (await own()).held]).toEqual([before - rent, 0])
    expect((await push(rent + 1)).body.code).toBe('deposit_paid')
    const others = (
      await (await server.signIn('0712345678', '12345678')).call(getAccountNumber, {})
    ).body.account_number
    expect((await push(100, { account_reference: others })).status).toBe(404)
    expect((await push(rent - 1000)).status).toBe(200)
    const receipt = await callback(rent - 1000)
    expect([await owed(), (await own()).held]).toEqual([before - rent, rent - 1000])
    const { entries } = await own()
    expect(entries).toMatchObject([
      { kind: 'received', payment_kind: 'push', mpesa_receipt_number: receipt, can_undo: false },
    ])
    const [first] = (await student.call(listTransactions, { query: { purpose: 'deposit' } })).body
    expect(first).toMatchObject({ purpose: 'deposit', amount: rent - 1000 })
  })

  test('a deposit that is taken back goes to the deposit again while one is asked for, else to the rent', async () => {
    const before = await owed()
    expect((await push(700)).status).toBe(200)
    const receipt = await callback(700)
    const { held, entries } = await own()
    const params = { number: entries[0]?.receipt_number ?? '' }
    const { body: look } = await grace.call(previewTakeBack, { params })
    const [shown] = look.accounts
    expect(shown).toMatchObject({ amount: -700, deposit: { before: held, after: held - 700 } })
    const reason = 'On the wrong account'
    const body = { reason, expected: look }
    const { item } = (await grace.call(takeBackPayment, { params, body })).body
    const undone = await own()
    expect(undone.held).toBe(held - 700)
    expect(undone.entries[0]).toMatchObject({
      ...{ kind: 'undone', takes_back: 'received', reason, by: 'Grace Wanjiru' },
    })
    const ofItem = { params: { id: String(item) } }
    const credit = (account_number: string) =>
      act(grace, assignDeskItem, { ...ofItem, body: { account_number } })
    const back = await credit(account)
    expect(back.status).toBe(200)
    const again = await own()
    expect([again.held, await owed()]).toEqual([held, before])
    expect(again.entries[0]).toMatchObject({ kind: 'received', mpesa_receipt_number: receipt })

    // Nobody asks Amina for a deposit.
    const amina = await server.signIn('0712345678', '12345678')
    const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
    const others = (await amina.call(getAccountNumber, {})).body.account_number
    const dueBefore = await due()
    const undo = async (payment_id = 0) =>
      act(grace, reverseDeskItem, { ...ofItem, body: { payment_id, note: reason } })
    expect((await undo(back.body.item.closed?.payment?.id)).status).toBe(200)
    const wrong = await credit(others)
    expect([await due(), (await own()).held]).toEqual([dueBefore - 700, held - 700])
    // What its payer has chosen is still known.
    await undo(wrong.body.item.closed?.payment?.id)
    const last = await credit(account)
    expect([await due(), (await own()).held]).toEqual([dueBefore, held])
    await undo(last.body.item.closed?.payment?.id)
    const note = { note: 'Given back' }
    expect((await act(grace, dismissDeskItem, { ...ofItem, body: note })).status).toBe(200)
  })

  test('another amount than the push asked for waits on the desk, and is no deposit by itself', async () => {
    expect((await push(600)).status).toBe(200)
    const receipt = await callback(500)
    expect((await own()).held).toBe(rent - 1000)
    const { body } = await grace.call(listDesk, { query: { limit: '100' } })
    const item = body.find((one) => one.receipt === receipt)
    expect(item?.reason).toBe('differing_amount')
    const confirmed = await act(grace, confirmDeskItem, {
      params: { id: String(item?.id) },
      body: { note: 'As asked' },
    })
    expect(confirmed.status).toBeGreaterThanOrEqual(400)
  })

  // The embedded database does one transaction after the other.
  test.runIf(kind === 'postgres')(
    'of two credits at once that are too much together, only one is the deposit',
    async () => {
      expect((await push(700)).status).toBe(200)
      await callback(600)
      const { held, to_pay } = await own()
      const { body: desk } = await grace.call(listDesk, { query: { limit: '100' } })
      const items = desk.filter(({ reason }) => reason === 'differing_amount')
      expect([to_pay, items.map(({ amount }) => Number(amount)).sort()]).toEqual([1000, [500, 600]])
      const chosen = { account_number: account }
      const looks = await Promise.all(
        items.map(async (item) => {
          const params = { id: String(item.id) }
          const body = { act: 'assign', ...chosen } as const
          return { params, expected: (await grace.call(previewDeskAct, { params, body })).body }
        }),
      )
      const { db } = server.running.context
      const waiting = sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`
      const countWaiting = async () => (await waiting.execute(db)).rows.length
      const both = await db.transaction().execute(async (tx) => {
        await sql`lock table payments in share mode`.execute(tx)
        const sent = looks.map(({ params, expected }) =>
          grace.call(assignDeskItem, { params, body: { ...chosen, expected } }),
        )
        await expect.poll(countWaiting, { timeout: 20_000 }).toBe(2)
        return { sent }
      })
      const done = await Promise.all(both.sent)
      expect(done.map(({ status }) => status).sort()).toEqual([200, 409])
      const credited = done.find(({ status }) => status === 200)?.body.item
      expect((await own()).held).toBe(held + Number(credited?.amount))

      const note = 'Both are given back'
      const undo = { payment_id: credited?.closed?.payment?.id ?? 0, note }
      await act(grace, reverseDeskItem, { params: { id: String(credited?.id) }, body: undo })
      for (const { params } of looks) await act(grace, dismissDeskItem, { params, body: { note } })
      expect(await own()).toMatchObject({ held, to_pay })
    },
  )

  test('cash of a deposit is in the drawer and in the day, and its code counts once', async () => {
    const drawer = async () => (await grace.call(getDrawer, {})).body.expected
    const day = async () =>
      (await grace.call(getClose, { params: { day: today() } })).body.figures?.cash.received
    const [before, received] = [await drawer(), await day()]
    expect((await enter({ kind: 'cash', amount: 400 })).status).toBe(201)
    expect(await drawer()).toBe(before + 400)
    expect((await day())?.cents).toBe((received?.cents ?? 0) + 40_000)
    expect((await enter({ kind: 'bank', amount: 600, reference: 'EQ-991' })).status).toBe(201)
    const again = await grace.call(previewDeposit, {
      params: { id },
      body: { kind: 'bank', amount: 600, on: today(), reference: 'eq 991' },
    })
    expect([again.status, again.body.code]).toEqual([409, 'reference_used'])
    expect(await own()).toMatchObject({ held: rent, to_pay: 0 })
  })

  test('it is apart from what the residence collects and has its place in the overview and the files', async () => {
    const { body } = await grace.call(getOverview, {})
    const { held } = (await grace.call(getDepositTotals, {})).body
    expect(body.deposits).toEqual({ count: held.tenants, shillings: held.shillings })
    const month = body.months.at(-1)
    await enter({ kind: 'cash', amount: 50 })
    const after = (await grace.call(getOverview, {})).body
    expect(after.months.at(-1)).toEqual(month)
    expect(after.deposits.shillings).toBe(held.shillings + 50)
    await enter({ kind: 'refund', amount: 50, reference: 'Wanjala signed' })
    const file = async (name: string) => (await grace.fetch(`/api/staff/exports/${name}/`)).text()
    expect(await file('deposits')).toMatch(/Deposit paid by M‑Pesa,\d+,/)
    expect(await file('ledger')).not.toContain('EQ-991')
    expect(await file('payments')).toContain(',Deposit,')
  })

  test('a deduction has a picture that its tenant and staff can open, and nobody else', async () => {
    const picture = new Blob([new Uint8Array(await halves().jpeg().toBuffer())], {
      type: 'image/jpeg',
    })
    const { body } = await grace.call(addDeductionPhoto, {
      params: { id },
      body: {},
      files: { picture },
    })
    const done = await enter({
      kind: 'deducted',
      amount: 1500,
      reason: 'A broken window',
      document_id: body.document_id,
    })
    expect(done.body.held).toEqual({ before: rent, after: rent - 1500 })
    const [entry] = (await own()).entries
    expect(entry).toMatchObject({ reason: 'A broken window', document_id: body.document_id })
    const params = { id: String(body.document_id) }
    expect((await student.call(linkDocument, { params })).status).toBe(200)
    const amina = await server.signIn('0712345678', '12345678')
    expect((await amina.call(linkDocument, { params })).status).toBe(404)
    // It isn't among the documents of the form.
    expect((await student.call(listDocuments, {})).body).toEqual([])
    const other = String((await amina.call(getUser, {})).body.id)
    const foreign = await grace.call(previewDeposit, {
      params: { id: other },
      body: {
        kind: 'deducted',
        amount: 1,
        on: today(),
        reason: 'x',
        document_id: body.document_id,
      },
    })
    expect(foreign.status).toBe(400)
  })

  test('after moving out the clock runs, a letter says what is held, and the list begins with what is late', async () => {
    const letter = await student.call(issueLetter, {
      body: { kind: 'clearance', submission_id: crypto.randomUUID() },
    })
    expect(letter.body.facts).toMatchObject({ owes: 0, deposit: rent - 1500 })
    await later(1)
    const left = today()
    const removed = await grace.call(removeTenant, {
      body: { id: Number(id), removal_reason: 'other', departure_date: left },
    })
    expect(removed.status).toBe(200)
    expect((await own()).refund).toEqual({ left_on: left, due_on: '2026-12-05', days_left: 14 })
    expect((await grace.call(listDeposits, { query: { of: 'to_refund' } })).body).toMatchObject([
      { id: Number(id), held: rent - 1500, refund: { due_on: '2026-12-05' } },
    ])
    await later(20)
    expect((await own()).refund?.days_left).toBe(-6)
    expect((await grace.call(getOverview, {})).body.needs.deposits).toEqual({
      count: 1,
      shillings: rent - 1500,
    })
    expect((await push(100)).body.code).toBe('deposit_paid')
  })

  test('who moves back in brings along what is held, and what was agreed', async () => {
    const { body: rooms } = await grace.call(listFreeRooms, { params: { slug } })
    const form = { room_number: rooms[0]?.room_number ?? '', start_date: today() }
    const preview = await grace.call(previewMoveBack, { params: { id }, query: form })
    expect(preview.body.deposit).toEqual({ asked: rent, held: rent - 1500 })
    await grace.call(moveBack, { params: { id }, body: form })
    expect(await own()).toMatchObject({
      asked: rent,
      held: rent - 1500,
      to_pay: 1500,
      refund: null,
    })
    expect((await grace.call(getTenantDeposit, { params: { id } })).body.to_pay).toBe(1500)
  })

  test('who moves back in is asked for the deposit of the rent that holds by then', async () => {
    const brian = await server.signIn('0722000002', '23456789')
    const id = (await brian.call(getUser, {})).body.id
    const leaving = { removal_reason: 'other', departure_date: today() } as const
    expect((await grace.call(removeTenant, { body: { id, ...leaving } })).status).toBe(200)
    const [room] = (await grace.call(listFreeRooms, { params: { slug } })).body
    const rents = { rooms: room?.room_number ?? '', rate: 9100, from: addDays(today(), 5) }
    const { body: expected } = await grace.call(previewRents, { body: rents })
    expect((await grace.call(changeRents, { body: { ...rents, expected } })).status).toBe(200)
    const params = { id: String(id) }
    const form = { room_number: room?.room_number ?? '', start_date: addDays(today(), 8) }
    const preview = await grace.call(previewMoveBack, { params, query: form })
    expect(preview.body).toMatchObject({ rate: 9100, deposit: { asked: 9100, held: 0 } })
    expect((await grace.call(moveBack, { params, body: form })).status).toBe(200)
    expect((await grace.call(getTenantDeposit, { params })).body.to_pay).toBe(9100)
  })
})
