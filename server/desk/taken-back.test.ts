import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, changeApprovalLimit, listApprovals } from '#contract/approvals.ts'
import { getUser } from '#contract/auth.ts'
import {
  assignDeskItem,
  confirmDeskItem,
  correctDeskItem,
  countDesk,
  getDeskItem,
  listAccounts,
  listDesk,
  previewDeskAct,
  reverseDeskItem,
  splitDeskItem,
} from '#contract/desk.ts'
import { listLedger } from '#contract/ledger.ts'
import { getOverview } from '#contract/overview.ts'
import { getLinkReceipt, makePayLink, startLinkPush } from '#contract/pay-links.ts'
import { initiatePush } from '#contract/payments.ts'
import { previewStatement, uploadStatement } from '#contract/statements.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { insertPayment } from '../ledger/queries.ts'
import { applyResult, NO_PAYMENT_DETAILS, type PaidResult } from '../payments/settle.ts'
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
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { type Line, portalCsv, portalName } from '../testing/statements.ts'

const SHORTCODE = '600984'
const START = Date.parse('2026-11-20T15:00:00Z')
const DAYS = 24 * 3_600_000

/** What M-Pesa has taken back, and what staff confirm before it has reported: a second person, and the way back. */
describe.each(databases)('taken back by M-Pesa, on %s', (kind) => {
  let at = START
  let daraja: FakeDaraja
  let server: TestServer
  let grace: Caller
  let manager: Caller
  let amina: Caller
  let account = ''
  let id = ''

  async function signIn() {
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    manager = await server.signIn('manager@acacia.example', password)
    amina = await server.signIn('0712345678', '12345678')
  }
  beforeAll(async () => {
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, DARAJA_SHORTCODE: SHORTCODE, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    const { db } = server.running.context
    await addPerson(db, 1, 'manager@acacia.example', { staff_role: 'manager' })
    await signIn()
    account = (await amina.call(getAccountNumber, {})).body.account_number
    id = String((await amina.call(getUser, {})).body.id)
    const body = { was: { limit: null }, now: { limit: 1000 } }
    expect((await grace.call(changeApprovalLimit, { body })).status).toBe(200)
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })

  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance

  async function report(code: string, typed: string, amount: number) {
    const { status } = await confirmTo(server, confirmation(code, typed, String(amount)))
    // On a machine so busy that the database doesn't answer in time it is refused, and nothing below is what it seems.
    expect(status).toBe(200)
  }
  const listOpen = async () => (await grace.call(listDesk, { query: { limit: '100' } })).body
  async function itemOf(receipt: string, reason: string) {
    const found = (await listOpen()).find((one) => one.receipt === receipt && one.reason === reason)
    if (!found) throw new Error(`${receipt} isn’t on the desk as ${reason}`)
    return { params: { id: String(found.id) } }
  }

  /** A statement says that M-Pesa has taken this payment back. */
  async function takenBack(code: string, amount: number) {
    const line: Line = {
      receipt: newReceipt(),
      at: new Date(at - 3_600_000),
      details: `Reversal of Pay Bill transaction ${code}`,
      cents: -amount * 100,
    }
    const files = { table: new Blob([portalCsv([line], 5_000_000)]) }
    const file_name = portalName(SHORTCODE, new Date(at).toISOString().slice(0, 10))
    const { fingerprint } = (await grace.call(previewStatement, { body: { file_name }, files }))
      .body
    const body = { file_name, fingerprint }
    const done = await grace.call(uploadStatement, { body, files })
    expect(done.status, done.body.message).toBe(201)
    return itemOf(code, 'taken_back_by_mpesa')
  }

  async function approved(waiting: { id: number } | undefined) {
    const params = { id: String(waiting?.id) }
    const { status, body } = await grace.call(approve, { params })
    expect([status, body.decided?.outcome, body.message]).toEqual([200, 'approved', undefined])
  }
  const closedOf = async (params: { id: string }) =>
    (await grace.call(getDeskItem, { params })).body.closed
  const note = 'As on the statement'

  test('it waits above the limit, is done and undone, and done again; a repeated report changes nothing', async () => {
    const code = newReceipt()
    await report(code, account, 5000)
    const before = await due()
    const sums = async () => (await grace.call(countDesk, {})).body
    const { cents } = await sums()
    const { params } = await takenBack(code, 5000)
    // It is money at stake, but none that waits.
    expect(await sums()).toMatchObject({ cents, taken_back_cents: 500_000 })
    const { needs } = (await grace.call(getOverview, { query: {} })).body
    expect(needs.desk).toMatchObject({ cents, taken_back_cents: 500_000 })

    const shown = await manager.call(previewDeskAct, { params, body: { act: 'correct' } })
    const receipt = { change: 'void', number: expect.stringMatching(/^R\d{6}$/) }
    expect([shown.status, shown.body]).toMatchObject([
      200,
      { accounts: [{ amount: -5000, before, receipt }] },
    ])

    const asked = await act(manager, correctDeskItem, { params, body: { note } })
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('waits')])
    expect([await due(), await closedOf(params)]).toEqual([before, null])
    const [waiting] = (await grace.call(listApprovals, { query: { state: 'open' } })).body
    expect(waiting).toMatchObject({
      act: 'correction',
      shillings: 5000,
      about: `M-Pesa code ${code}`,
      tenant: { full_name: 'Amina Otieno' },
      changes: [{ of: null, before, after: before + 5000 }],
    })
    await approved(asked.body.waiting)
    expect(await due()).toBe(before + 5000)

    const payment_id = (await closedOf(params))?.payment?.id ?? 0
    const undo = { payment_id, note: 'Another payment was meant' }
    const back = { act: 'reverse', payment_id } as const
    const look = await manager.call(previewDeskAct, { params, body: back })
    expect(look.body.accounts).toMatchObject([
      { amount: 5000, before: before + 5000, after: before, receipt: { change: 'new' } },
    ])
    const undone = await act(manager, reverseDeskItem, { params, body: undo })
    expect([undone.body.message, await due()]).toEqual([
      expect.stringContaining('waits'),
      before + 5000,
    ])
    await approved(undone.body.waiting)
    expect([await due(), await closedOf(params)]).toEqual([before, null])
    expect((await act(manager, reverseDeskItem, { params, body: undo })).status).toBe(409)
    const ledger = (await grace.call(listLedger, { params: { id }, query: {} })).body
    expect(ledger.filter((one) => one.mpesa_receipt_number === code)).toMatchObject([
      { amount: -5000, voided: false },
      { amount: -5000, voided: true },
    ])

    await report(code, account, 5000)
    expect(await due()).toBe(before)
    const again = await act(manager, correctDeskItem, { params, body: { note } })
    await approved(again.body.waiting)
    expect(await due()).toBe(before + 5000)
    await report(code, account, 5000)
    expect(await due()).toBe(before + 5000)
  })

  test('a sponsor’s receipt is void while their payment is taken back, and counts again with it', async () => {
    const { db } = server.running.context
    await db.deleteFrom('throttles').execute()
    const link = await amina.call(makePayLink, {
      body: { label: 'Mum', show_name: false, show_owed: false, submission_id: randomUUID() },
    })
    const token = new URL(link.body.url).pathname.replace('/pay/', '')
    const submission = randomUUID()
    const push = { phone_number: '0748000003', amount: 80, submission_id: submission }
    await server.call(startLinkPush, { params: { token }, body: push })
    const code = newReceipt()
    const hook = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    const id = daraja.checkoutId(daraja.pushes.length - 1)
    await postTo(server, hook, paidCallback(id, code, 80))
    const receipt = async () =>
      (await server.call(getLinkReceipt, { params: { token, submission } })).body
    const first = await receipt()
    expect(first).toMatchObject({ mpesa_receipt_number: code, voided: null })
    const { params } = await takenBack(code, 80)
    await act(grace, correctDeskItem, { params, body: { note } })
    expect(await receipt()).toMatchObject({ number: first.number, voided: { reason: '' } })
    const payment_id = (await closedOf(params))?.payment?.id ?? 0
    await act(grace, reverseDeskItem, { params, body: { payment_id, note } })
    const again = await receipt()
    expect(again).toMatchObject({ mpesa_receipt_number: code, amount: 80, voided: null })
    expect(again.number).not.toBe(first.number)
  })

  test('of a payment that was shared all parts, or none', async () => {
    const code = newReceipt()
    await report(code, 'two friends', 90)
    const { body: all } = await grace.call(listAccounts, {})
    const other = all.find((one) => one.account_number !== account)?.account_number ?? ''
    const parts = [
      { account_number: account, amount: 40 },
      { account_number: other, amount: 50 },
    ]
    const { params: shared } = await itemOf(code, 'unmatched')
    await act(grace, splitDeskItem, { params: shared, body: { parts } })
    const owed = async () => {
      const { body } = await grace.call(listAccounts, {})
      return parts.map(
        (part) => body.find((one) => one.account_number === part.account_number)?.due ?? 0,
      )
    }
    const [mine = 0, theirs = 0] = await owed()
    const { params } = await takenBack(code, 90)
    const done = await act(grace, correctDeskItem, { params, body: { note } })
    expect([done.status, await owed()]).toEqual([200, [mine + 40, theirs + 50]])
    const payment_id = (await closedOf(params))?.payment?.id ?? 0
    const undone = await act(grace, reverseDeskItem, { params, body: { payment_id, note } })
    expect([undone.status, undone.body.message]).toEqual([200, expect.stringContaining('again')])
    expect(await owed()).toEqual([mine, theirs])
    expect((await act(grace, correctDeskItem, { params, body: { note } })).status).toBe(200)
    expect(await owed()).toEqual([mine + 40, theirs + 50])
  })

  test('what one person takes back on a day is added up, on accounts of another residence too', async () => {
    const { db } = server.running.context
    const company_id = await addCompany(db)
    const user_id = await addPerson(db, company_id, 'tenant@other.example')
    const theirs = { account_number: '22222222', company_id, user_id }
    await db.insertInto('account_numbers').values(theirs).execute()
    await addPerson(db, 1, 'clerk@acacia.example', { staff_role: 'manager' })
    const clerk = await server.signIn('clerk@acacia.example', password)
    const waiting = []
    for (let taken = 0; taken < 2; taken++) {
      const code = newReceipt()
      await report(code, theirs.account_number, 600)
      const { params } = await takenBack(code, 600)
      waiting.push((await act(clerk, correctDeskItem, { params, body: { note } })).body.waiting)
    }
    expect(waiting).toEqual([undefined, { id: expect.any(Number), due_at: null }])
  })

  test('it is not undone once its code counts for another payment', async () => {
    const code = newReceipt()
    await report(code, 'nobody knows', 70)
    const { params: first } = await itemOf(code, 'unmatched')
    await act(grace, assignDeskItem, { params: first, body: { account_number: account } })
    const { params } = await takenBack(code, 70)
    await act(grace, correctDeskItem, { params, body: { note } })
    const payment_id = (await closedOf(params))?.payment?.id ?? 0
    const { db } = server.running.context
    const { company_id, user_id } = await db
      .selectFrom('account_numbers')
      .where('account_number', '=', account)
      .select(['company_id', 'user_id'])
      .executeTakeFirstOrThrow()
    const paid = { purpose: 'rent', kind: 'paybill', amount: 70, paid_at: new Date(at) } as const
    await insertPayment(db, { company_id, user_id, ...paid }, code)
    const before = await due()
    const late = await act(grace, reverseDeskItem, { params, body: { payment_id, note } })
    expect([late.status, late.body.code, await due()]).toEqual([409, 'already_counted', before])
  })

  test('of a correction that waits, the item closes when its code counts meanwhile', async () => {
    const body = { phone_number: '0748000002', amount: 5000, account_reference: account }
    expect((await amina.call(initiatePush, { body })).status).toBe(200)
    const { context } = server.running
    const push = await context.db
      .selectFrom('payment_requests')
      .where('phone', '=', '254748000002')
      .select(['company_id', 'id', 'account_user_id'])
      .executeTakeFirstOrThrow()
    const paid = { code: '0', description: 'Done' }
    const { company_id } = push
    const tell = (via: 'query' | 'statement', details: Omit<PaidResult, 'description'>) =>
      applyResult(context, company_id, push.id, { ...paid, via, ...details })
    await tell('query', NO_PAYMENT_DETAILS)
    const code = newReceipt()
    const less = { receipt: code, amount: 3000, amount_text: '3000.00', paid_at: new Date(at) }
    await tell('statement', { ...less, raw: {} })
    const { params } = await itemOf(code, 'differing_amount')
    const { waiting } = (await act(manager, correctDeskItem, { params, body: { note } })).body
    expect(waiting).toBeDefined()
    await insertPayment(
      context.db,
      {
        ...{ company_id, user_id: push.account_user_id, purpose: 'rent', kind: 'paybill' },
        ...{ amount: 3000, paid_at: new Date(at) },
      },
      code,
    )
    const before = await due()
    const late = await grace.call(approve, { params: { id: String(waiting?.id) } })
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'outdated',
      'It was not done. This payment has already been counted.',
    ])
    expect([(await closedOf(params))?.outcome, await due()]).toEqual(['by_itself', before])
    const again = await grace.call(approve, { params: { id: String(waiting?.id) } })
    expect([again.status, again.body.code]).toEqual([409, 'already_decided'])
  })

  test('what is confirmed without M-Pesa’s report waits, too', async () => {
    const body = { phone_number: '0748000001', amount: 3000, account_reference: account }
    expect((await amina.call(initiatePush, { body })).status).toBe(200)
    at += 3 * DAYS
    await signIn()
    await server.running.followUp.tick()
    const find = async () => (await listOpen()).find(({ push }) => push?.amount === 3000)
    expect(await find()).toBeDefined()
    const params = { id: String((await find())?.id) }
    const before = await due()
    const asked = await act(manager, confirmDeskItem, { params, body: { note } })
    expect([asked.body.message, await due()]).toEqual([expect.stringContaining('waits'), before])
    await approved(asked.body.waiting)
    expect(await due()).toBe(before - 3000)
    expect((await closedOf(params))?.outcome).toBe('confirmed')
  })
})
