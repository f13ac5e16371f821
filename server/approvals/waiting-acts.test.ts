import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, withdraw } from '#contract/approvals.ts'
import { previewRemoval } from '#contract/billing.ts'
import { reverseDeskItem } from '#contract/desk.ts'
import { previewUndo, undoEntry } from '#contract/entries.ts'
import { listLedger } from '#contract/ledger.ts'
import { getReceipt } from '#contract/receipts.ts'
import { addRooms, changeRents, previewRents } from '#contract/rooms.ts'
import {
  changeBundlePrices,
  getBundlePrices,
  getPlannedPrices,
  planPrices,
  previewBundlePrices,
  previewPlannedPrices,
} from '#contract/settings.ts'
import {
  cancelTransfer,
  getRoom,
  getTenant,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import { previewTakeBack } from '#contract/wrong-account.ts'
import { addDays, dayOf } from '#rules/calendar.ts'
import { approvalsFor, approved, openOffice, setLimit } from '../testing/approvals.ts'
import { act, openDesk, type TestDesk } from '../testing/desk.ts'
import { addStaff } from '../testing/people.ts'
import { type Caller, databases } from '../testing/server.ts'

/** What waits for a second person besides waivers. */
describe.each(databases)('which acts wait on %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
    await setLimit(desk.grace, null, 1000)
  })
  afterAll(() => desk.close())

  const today = () => dayOf(desk.now())

  test('a refund, and cash that is taken back', async () => {
    const { owner, staff, tenant, enter, list, owed } = await openOffice(desk.server, 'manager')
    const { manager } = staff
    const cash = await enter(manager, 'cash', 63_000)
    const refund = await enter(manager, 'refund', 2000)
    await approved(owner, refund.body.waiting)
    expect(await owed()).toBe(-1000)
    const undo = { ...tenant.params, entry: String(cash.body.id) }
    const { body: expected } = await manager.call(previewUndo, { params: undo })
    // Said before it is asked for, and beside the entry while it waits.
    expect(expected.waits).toBe('for_approval')
    const waiting = async () =>
      (await owner.call(listLedger, { params: tenant.params })).body.find(
        (one) => one.id === cash.body.id,
      )?.waiting
    expect(await waiting()).toBeNull()
    const body = { reason: 'Never came', expected }
    const asked = await manager.call(undoEntry, { params: undo, body })
    expect((await list())[0]).toMatchObject({
      act: 'undo',
      shillings: 63_000,
      about: expect.stringContaining('Cash payment of'),
    })
    // Sent again by the same person, it waits once.
    const again = await manager.call(undoEntry, { params: undo, body })
    expect(again.body.waiting).toEqual(asked.body.waiting)
    expect(await waiting()).toEqual(asked.body.waiting)
    await approved(owner, asked.body.waiting)
    expect(await waiting()).toBeNull()
    expect(await owed()).toBe(62_000)
  })

  test('a credit that is taken back at the desk', async () => {
    const manager = await addStaff(desk.server, 'manager')
    const tenant = await desk.addTenant({ owes: 6500 })
    const item = await desk.addDeskItem('whose', 1500)
    const detail = () => desk.detail(item)
    const credited = (await desk.assign(item, tenant.account)).body.item.closed?.payment
    const { id: payment_id = 0, receipt_number } = credited ?? {}
    const receipt = { params: { number: receipt_number ?? '' } }
    const waiting = async (who: Caller = desk.grace) => [
      (await detail()).waiting,
      (await who.call(getReceipt, receipt)).body.waiting,
      (await desk.grace.call(listLedger, { params: tenant.params })).body.find(
        (one) => one.receipt_number === receipt_number,
      )?.waiting,
    ]
    expect(await waiting()).toEqual([null, null, null])
    const look = await manager.call(previewTakeBack, receipt)
    expect(look.body.waits).toBe('for_approval')
    const body = { payment_id, note: 'Another tenant' }
    const asked = await act(manager, reverseDeskItem, { params: item, body })
    expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('waits')])
    expect([await tenant.owed(), (await detail()).closed]).toEqual([5000, expect.anything()])
    const { waiting: request } = asked.body
    expect(await waiting()).toEqual([request, request, request])
    expect((await waiting(tenant))[1]).toBeNull()
    await approved(desk.grace, request)
    expect([await tenant.owed(), (await detail()).closed]).toEqual([6500, null])
    expect((await detail()).waiting).toBeNull()
    const reviewed = (await detail()).history.map((one) => [one.act, one.approved_by])
    expect(reviewed).toEqual([
      ['assign', null],
      ['reverse', 'Grace Wanjiru'],
    ])
  })

  test('a lower rent, and lower wifi prices, now and from a later day', async () => {
    const { grace } = desk
    const manager = await addStaff(desk.server, 'manager')
    const { room: number } = await desk.addTenant({ owes: 6500 })
    const room = async () =>
      (await grace.call(getRoom, { params: { number }, query: {} })).body.rate
    const list = () => approvalsFor(grace)
    const form = { rooms: number, rate: '5000', from: today() }
    const { body: expected } = await manager.call(previewRents, { body: form })
    expect(expected.waits).toEqual({ corrected: 'for_approval', uncorrected: 'for_approval' })
    const higher = { ...form, rate: '6600' }
    expect((await manager.call(previewRents, { body: higher })).body.waits).toEqual({})
    const rents = await manager.call(changeRents, { body: { ...form, expected } })
    expect(await room()).toBe(6500)
    expect((await list())[0]?.changes).toEqual([{ of: number, before: 6500, after: 5000 }])
    await approved(grace, rents.body.waiting)
    expect(await room()).toBe(5000)

    const prices = async () => (await grace.call(getBundlePrices, {})).body
    const was = await prices()
    const dear = was.map((one) => ({ ...one, price: one.price + 2000 }))
    const raised = await manager.call(changeBundlePrices, { body: { was, now: dear } })
    expect(raised.body).toEqual(dear)
    const [first, ...rest] = was.map(({ price, gigabytes, days }, at) => ({
      of: `${gigabytes} GB, ${days} ${days === 1 ? 'day' : 'days'}`,
      ...{ before: dear[at]?.price, after: price },
    }))
    const look = { was: dear, now: was.slice(1) }
    const cheap = await manager.call(previewBundlePrices, { body: look })
    expect(cheap.body).toEqual({
      changes: [...rest, { ...first, after: null }],
      waits: 'for_approval',
    })
    const same = await manager.call(previewBundlePrices, { body: { was: dear, now: dear } })
    expect([same.body, await prices()]).toEqual([{ changes: [] }, dear])
    const cut = await manager.call(changeBundlePrices, { body: { was: dear, now: was } })
    expect([await prices(), cut.body]).toEqual([dear, { waiting: expect.anything() }])
    await approved(grace, (await list())[0])
    expect(await prices()).toEqual(was)

    await manager.call(changeBundlePrices, { body: { was, now: dear } })
    const plan = { from: addDays(today(), 3), bundles: was }
    const planned = { was: null, now: plan }
    const { body: effect } = await manager.call(previewPlannedPrices, { body: planned })
    expect(effect).toEqual({ changes: [first, ...rest], waits: 'for_approval' })
    await manager.call(planPrices, { body: planned })
    expect((await grace.call(getPlannedPrices, {})).body).toBeNull()
    await approved(grace, (await list())[0])
    expect((await grace.call(getPlannedPrices, {})).body).toEqual(plan)

    // Taking it back shows what it would not change, and costs nothing that somebody has to approve.
    const back = await manager.call(previewPlannedPrices, { body: { was: plan, now: null } })
    const undone = [first, ...rest].map((one) => ({
      ...one,
      before: one?.after,
      after: one?.before,
    }))
    expect(back.body).toEqual({ changes: undone })
    expect((await grace.call(getPlannedPrices, {})).body).toEqual(plan)
  })

  test('the removal of a tenant who owes rent, by a caretaker who can withdraw it', async () => {
    const { owner, staff, tenant } = await openOffice(desk.server, 'caretaker', 'manager')
    const { id, params, room: previous_room } = tenant
    const departure_date = today()
    const body = { id, removal_reason: 'other' as const, departure_date }
    const ask = async () => (await staff.caretaker.call(removeTenant, { body })).body.waiting
    const shown = async () => (await owner.call(getTenant, { params })).body
    const look = { params, body: { departure_date } }
    const preview = await staff.caretaker.call(previewRemoval, look)
    expect(preview.body.waits).toBe('for_approval')
    const first = await ask()
    const taken = await staff.caretaker.call(withdraw, { params: { id: String(first?.id) } })
    expect(taken.body.decided?.outcome).toBe('withdrawn')

    // What somebody else has planned since it was asked for isn't overwritten.
    const { until, acts } = await shown()
    const expected_act = acts[0]?.id ?? 0
    const asked = await staff.caretaker.call(removeTenant, { body: { ...body, expected_act } })
    const room_number = 'N1'
    await owner.call(addRooms, { body: { pattern: room_number, rate: '6500', capacity: '1' } })
    const move = { id, previous_room, room_number, transfer_date: addDays(departure_date, 2) }
    await owner.call(transferTenant, {
      body: { ...move, transfer_reason: 'other', expected_act },
    })
    const late = await staff.manager.call(approve, {
      params: { id: String(asked.body.waiting?.id) },
    })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'outdated', message: expect.stringContaining('moved them to N1 from') },
    ])
    await owner.call(cancelTransfer, { params, body: {} })

    const second = await ask()
    expect((await shown()).until).toBe(until)
    await approved(owner, second)
    expect((await shown()).until).toBe(departure_date)
  })
})
