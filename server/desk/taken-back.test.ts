import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, changeApprovalLimit, listApprovals } from '#contract/approvals.ts'
import {
  confirmDeskItem,
  correctDeskItem,
  countDesk,
  previewDeskAct,
  reverseDeskItem,
  splitDeskItem,
} from '#contract/desk.ts'
import { listLedger } from '#contract/ledger.ts'
import { getOverview } from '#contract/overview.ts'
import { getLinkReceipt, makePayLink, startLinkPush } from '#contract/pay-links.ts'
import { previewStatement, uploadStatement } from '#contract/statements.ts'
import { dayOf } from '#rules/calendar.ts'
import { insertPayment } from '../ledger/queries.ts'
import { applyResult } from '../payments/settle.ts'
import { act, openDesk, type TestDesk } from '../testing/desk.ts'
import { newReceipt, paidCallback, postTo } from '../testing/fake-daraja.ts'
import { addResidence, addStaff, type TestStaff } from '../testing/people.ts'
import { databases } from '../testing/server.ts'
import { type Line, portalCsv, portalName } from '../testing/statements.ts'

const SHORTCODE = '600984'
const DAYS = 24 * 3_600_000

/** What M-Pesa has taken back, and what staff confirm before it has reported: a second person, and the way back. */
describe.each(databases)('taken back by M-Pesa, on %s', (kind) => {
  let desk: TestDesk
  let manager: TestStaff

  beforeAll(async () => {
    desk = await openDesk(kind)
    manager = await addStaff(desk.server, 'manager')
    const body = { was: { limit: null }, now: { limit: 1000 } }
    expect((await desk.grace.call(changeApprovalLimit, { body })).status).toBe(200)
  })
  afterAll(() => desk.close())

  /** A statement says that M-Pesa has taken this payment back. */
  async function takenBack(code: string, amount: number) {
    const line: Line = {
      receipt: newReceipt(),
      at: new Date(desk.now().getTime() - 60_000),
      details: `Reversal of Pay Bill transaction ${code}`,
      cents: -amount * 100,
    }
    const files = { table: new Blob([portalCsv([line], 5_000_000)]) }
    const file_name = portalName(SHORTCODE, dayOf(desk.now()))
    const { body: preview } = await desk.grace.call(previewStatement, {
      body: { file_name },
      files,
    })
    const body = { file_name, fingerprint: preview.fingerprint }
    const done = await desk.grace.call(uploadStatement, { body, files })
    expect(done.status, done.body.message).toBe(201)
    const { id } = await desk.itemOf({ receipt: code, reason: 'taken_back_by_mpesa' })
    return { id, params: { id: String(id) } }
  }

  async function approved(waiting: { id: number } | undefined) {
    const params = { id: String(waiting?.id) }
    const { status, body } = await desk.grace.call(approve, { params })
    expect([status, body.decided?.outcome, body.message]).toEqual([200, 'approved', undefined])
  }
  const closedOf = async (item: { id: number }) => (await desk.detail(item)).closed
  const note = 'As on the statement'

  test('it waits above the limit, is done and undone, and done again; a repeated report changes nothing', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const code = await desk.report(tenant.account, 5000)
    const sums = async () => (await desk.grace.call(countDesk, {})).body
    const { cents, taken_back_cents } = await sums()
    const item = await takenBack(code, 5000)
    const { params } = item
    // It is money at stake, but none that waits.
    const after = { cents, taken_back_cents: taken_back_cents + 500_000 }
    expect(await sums()).toMatchObject(after)
    const { needs } = (await desk.grace.call(getOverview, { query: {} })).body
    expect(needs.desk).toMatchObject(after)

    const shown = await manager.call(previewDeskAct, { params, body: { act: 'correct' } })
    const receipt = { change: 'void', number: expect.stringMatching(/^R\d{6}$/) }
    expect([shown.status, shown.body]).toMatchObject([
      200,
      { accounts: [{ amount: -5000, before: 1500, receipt }] },
    ])

    const asked = await act(manager, correctDeskItem, { params, body: { note } })
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('waits')])
    expect([await tenant.owed(), await closedOf(item)]).toEqual([1500, null])
    const [waiting] = (await desk.grace.call(listApprovals, { query: { state: 'open' } })).body
    expect(waiting).toMatchObject({
      act: 'correction',
      shillings: 5000,
      about: `M-Pesa code ${code}`,
      tenant: { full_name: tenant.full_name },
      changes: [{ of: null, before: 1500, after: 6500 }],
    })
    await approved(asked.body.waiting)
    expect(await tenant.owed()).toBe(6500)

    const payment_id = (await closedOf(item))?.payment?.id ?? 0
    const undo = { payment_id, note: 'Another payment was meant' }
    const back = { act: 'reverse', payment_id } as const
    const look = await manager.call(previewDeskAct, { params, body: back })
    expect(look.body.accounts).toMatchObject([
      { amount: 5000, before: 6500, after: 1500, receipt: { change: 'new' } },
    ])
    const undone = await act(manager, reverseDeskItem, { params, body: undo })
    expect([undone.body.message, await tenant.owed()]).toEqual([
      expect.stringContaining('waits'),
      6500,
    ])
    await approved(undone.body.waiting)
    expect([await tenant.owed(), await closedOf(item)]).toEqual([1500, null])
    expect((await act(manager, reverseDeskItem, { params, body: undo })).status).toBe(409)
    const ledger = (await desk.grace.call(listLedger, { params: tenant.params, query: {} })).body
    expect(ledger.filter((one) => one.mpesa_receipt_number === code)).toMatchObject([
      { amount: -5000, voided: false },
      { amount: -5000, voided: true },
    ])

    await desk.report(tenant.account, 5000, {}, code)
    expect(await tenant.owed()).toBe(1500)
    const again = await act(manager, correctDeskItem, { params, body: { note } })
    await approved(again.body.waiting)
    expect(await tenant.owed()).toBe(6500)
    await desk.report(tenant.account, 5000, {}, code)
    expect(await tenant.owed()).toBe(6500)
  })

  test('a sponsor’s receipt is void while their payment is taken back, and counts again with it', async () => {
    const tenant = await desk.addTenant()
    const link = await tenant.call(makePayLink, {
      body: { label: 'Mum', show_name: false, show_owed: false, submission_id: randomUUID() },
    })
    const token = new URL(link.body.url).pathname.replace('/pay/', '')
    const submission = randomUUID()
    const push = { phone_number: '0748000003', amount: 80, submission_id: submission }
    await desk.server.call(startLinkPush, { params: { token }, body: push })
    const code = newReceipt()
    const hook = new URL(desk.daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    const id = desk.daraja.checkoutId(desk.daraja.pushes.length - 1)
    await postTo(desk.server, hook, paidCallback(id, code, 80))
    const receipt = async () =>
      (await desk.server.call(getLinkReceipt, { params: { token, submission } })).body
    const first = await receipt()
    expect(first).toMatchObject({ mpesa_receipt_number: code, voided: null })
    const item = await takenBack(code, 80)
    await desk.correct(item)
    expect(await receipt()).toMatchObject({ number: first.number, voided: { reason: '' } })
    await desk.reverse(item, (await closedOf(item))?.payment?.id)
    const again = await receipt()
    expect(again).toMatchObject({ mpesa_receipt_number: code, amount: 80, voided: null })
    expect(again.number).not.toBe(first.number)
  })

  test('of a payment that was shared all parts, or none', async () => {
    const [one, other] = [
      await desk.addTenant({ owes: 6500 }),
      await desk.addTenant({ owes: 6500 }),
    ]
    const shared = await desk.addDeskItem('two friends', 90)
    const parts = [
      { account_number: one.account, amount: 40 },
      { account_number: other.account, amount: 50 },
    ]
    await act(desk.grace, splitDeskItem, { params: shared, body: { parts } })
    const owed = async () => [await one.owed(), await other.owed()]
    expect(await owed()).toEqual([6460, 6450])
    const item = await takenBack(shared.receipt, 90)
    expect([(await desk.correct(item)).status, await owed()]).toEqual([200, [6500, 6500]])
    const undone = await desk.reverse(item, (await closedOf(item))?.payment?.id)
    expect([undone.status, undone.body.message]).toEqual([200, expect.stringContaining('again')])
    expect(await owed()).toEqual([6460, 6450])
    expect((await desk.correct(item)).status).toBe(200)
    expect(await owed()).toEqual([6500, 6500])
  })

  test('what one person takes back on a day is added up, on accounts of another residence too', async () => {
    const { account } = await addResidence(desk.server)
    const clerk = await addStaff(desk.server, 'manager')
    const waiting = []
    for (let taken = 0; taken < 2; taken++) {
      const { params } = await takenBack(await desk.report(account, 600), 600)
      waiting.push((await act(clerk, correctDeskItem, { params, body: { note } })).body.waiting)
    }
    expect(waiting).toEqual([undefined, { id: expect.any(Number), due_at: null }])
  })

  test('it is not undone once its code counts for another payment', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const { receipt, ...first } = await desk.addDeskItem('nobody knows', 70)
    await desk.assign(first, tenant.account)
    const item = await takenBack(receipt, 70)
    await desk.correct(item)
    const payment_id = (await closedOf(item))?.payment?.id
    const paid = { purpose: 'rent', kind: 'paybill', amount: 70, paid_at: desk.now() } as const
    await insertPayment(desk.db, { company_id: 1, user_id: tenant.id, ...paid }, receipt)
    const late = await desk.reverse(item, payment_id)
    expect([late.status, late.body.code, await tenant.owed()]).toEqual([
      409,
      'already_counted',
      6430,
    ])
  })

  test('of a correction that waits, the item closes when its code counts meanwhile', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    const opened = await desk.push(tenant, 5000)
    await desk.paidByQuery(opened)
    const code = newReceipt()
    const { company_id, id: request_id } = await desk.rowOf(opened)
    await applyResult(desk.server.running.context, company_id, request_id, {
      ...{ via: 'statement', code: '0', description: 'Done', raw: {} },
      ...{ receipt: code, amount: 3000, amount_text: '3000.00', paid_at: desk.now() },
    })
    const item = await desk.itemOf({ receipt: code, reason: 'differing_amount' })
    const params = { id: String(item.id) }
    const { waiting } = (await act(manager, correctDeskItem, { params, body: { note } })).body
    expect(waiting).toBeDefined()
    const paid = { purpose: 'rent', kind: 'paybill', amount: 3000, paid_at: desk.now() } as const
    await insertPayment(desk.db, { company_id, user_id: tenant.id, ...paid }, code)
    const late = await desk.grace.call(approve, { params: { id: String(waiting?.id) } })
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'outdated',
      'It was not done. This payment has already been counted.',
    ])
    expect([(await closedOf(item))?.outcome, await tenant.owed()]).toEqual(['by_itself', -1500])
    const again = await desk.grace.call(approve, { params: { id: String(waiting?.id) } })
    expect([again.status, again.body.code]).toEqual([409, 'already_decided'])
  })

  test('what is confirmed without M-Pesa’s report waits, too', async () => {
    const tenant = await desk.addTenant({ owes: 6500 })
    await desk.push(tenant, 3456)
    await desk.later(3 * DAYS, tenant, manager)
    await desk.server.running.followUp.tick()
    const item = (await desk.listOpen()).find(({ push }) => push?.amount === 3456)
    expect(item).toBeDefined()
    const params = { id: String(item?.id) }
    const asked = await act(manager, confirmDeskItem, { params, body: { note } })
    expect([asked.body.message, await tenant.owed()]).toEqual([
      expect.stringContaining('waits'),
      6500,
    ])
    await approved(asked.body.waiting)
    expect(await tenant.owed()).toBe(6500 - 3456)
    expect((await desk.detail(item)).closed?.outcome).toBe('confirmed')
  })
})
