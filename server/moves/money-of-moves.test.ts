import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  billTerm,
  changeBillingRule,
  changeBillingTerms,
  getTenantBilling,
  previewBillUndo,
  previewRemoval,
  previewTransfer,
  takeBackTerm,
  undoBill,
} from '#contract/billing.ts'
import { addRooms } from '#contract/rooms.ts'
import {
  cancelTransfer,
  getTenant,
  moveBack,
  previewMoveBack,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import { addDays, addMonths, dayOf, firstDay, monthOf, nextMonth } from '#rules/calendar.ts'
import { approved, openOffice } from '../testing/approvals.ts'
import { openDesk, type TestDesk } from '../testing/desk.ts'
import { type Caller, databases } from '../testing/server.ts'

/** Who may take charged rent off by a move, and how much of it without a second person. */
describe.each(databases)('rent that moves take off on %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk.close())

  /** A residence with a limit of 1,000, a room for a shilling, and a tenant who owes 60,000 for this month. */
  async function openHouse() {
    const office = await openOffice(desk.server, 'caretaker', 'manager')
    const { owner, tenant, owed } = office
    const { id, params } = tenant
    const today = dayOf(desk.now())
    const corrected_months = monthOf(desk.now())
    const room_number = 'CHEAP'
    await owner.call(addRooms, { body: { pattern: room_number, rate: '1', capacity: '1' } })
    const left = { id, removal_reason: 'other' as const, departure_date: today }
    const moved = { id, transfer_reason: 'other' as const, transfer_date: today }
    return {
      ...office,
      ...{ today, corrected_months, room_number, id, params, owed },
      remove: (who: Caller, more: object = {}) =>
        who.call(removeTenant, { body: { ...left, ...more } }),
      /** Into the cheap room, or back. */
      transfer: async (who: Caller, more: object = {}, to = room_number) => {
        const previous_room = (await owner.call(getTenant, { params })).body.room ?? ''
        return who.call(transferTenant, {
          body: { ...moved, previous_room, room_number: to, ...more },
        })
      },
      back: (who: Caller, start_date = today, room = room_number) =>
        who.call(moveBack, { params, body: { room_number: room, start_date } }),
    }
  }

  /** The next two months are a term, and everybody pays by the term. */
  async function billByTerm(owner: Caller) {
    const first = nextMonth(monthOf(desk.now()))
    const term = {
      ...{ id: null, name: 'Next term', due_day: firstDay(first) },
      ...{ first_month: first, last_month: nextMonth(first) },
    }
    const { body: saved } = await owner.call(changeBillingTerms, { body: { was: [], now: [term] } })
    const was = { billed_by: 'month' as const, leaving_percent: 0 }
    const rule = { was, now: { billed_by: 'term' as const, leaving_percent: 100 } }
    expect((await owner.call(changeBillingRule, { body: rule })).status).toBe(200)
    return { first, billed: { params: { id: String(saved[0]?.id) }, body: {} } }
  }

  test('staff who don’t decide about money move tenants, but correct no rent', async () => {
    const house = await openHouse()
    const { staff, params, today, corrected_months, room_number, owed } = house
    const { caretaker } = staff
    for (const act of [house.remove, house.transfer]) {
      const { status, body } = await act(caretaker, { corrected_months })
      expect([status, body.code]).toEqual([403, 'not_permitted'])
    }
    const leaving = { params, body: { departure_date: today } }
    const moving = { params, body: { room_number, transfer_date: today } }
    for (const { body } of [
      await caretaker.call(previewRemoval, leaving),
      await caretaker.call(previewTransfer, moving),
    ]) {
      expect(body).toMatchObject({ before: 60_000, after: 60_000 })
      expect(body.differences).toMatchObject([{ before: 60_000, always: false }])
    }
    const { body } = await staff.manager.call(previewTransfer, moving)
    expect(body).toMatchObject({ after: 1, waits: 'for_approval' })
    expect((await house.transfer(caretaker)).status).toBe(201)
    expect(await owed()).toBe(60_000)
  })

  test('a change of room that takes off more than the limit waits, and the way back charges it again', async () => {
    const house = await openHouse()
    const { owner, staff, tenant, params, corrected_months, room_number, list, owed } = house
    const { manager, caretaker } = staff
    const asked = await house.transfer(manager, { corrected_months })
    expect([asked.status, asked.body.message]).toEqual([201, 'Waiting for a second person.'])
    expect(await owed()).toBe(60_000)
    expect(await list()).toMatchObject([
      {
        act: 'transfer',
        shillings: 59_999,
        about: expect.stringContaining(`From ${tenant.room} to ${room_number} on`),
        changes: [{ of: null, before: 60_000, after: 1 }],
      },
    ])
    await approved(owner, asked.body.waiting)
    expect(await owed()).toBe(1)
    const { room } = (await owner.call(getTenant, { params })).body
    expect(room).toBe(room_number)
    // Nobody chooses the month, and whoever moves them back needn't decide about money.
    expect((await house.transfer(caretaker, {}, tenant.room)).status).toBe(201)
    expect(await owed()).toBe(60_000)
  })

  test('what a removal took off is charged again to who moves back in, into whatever room', async () => {
    const house = await openHouse()
    const { owner, staff, corrected_months, owed } = house
    const asked = await house.remove(staff.manager, { corrected_months })
    expect(await owed()).toBe(60_000)
    await approved(owner, asked.body.waiting)
    expect(await owed()).toBe(0)
    const { params, room_number, today } = house
    const query = { room_number, start_date: today }
    const { body } = await staff.caretaker.call(previewMoveBack, { params, query })
    expect(body).toMatchObject({
      after: 60_000,
      changes: [{ month: corrected_months, amount: 60_000 }],
    })
    expect((await house.back(staff.caretaker)).status).toBe(200)
    expect(await owed()).toBe(60_000)
  })

  test('who comes back later leaves it off only with an owner', async () => {
    const house = await openHouse()
    const { owner, staff, corrected_months, owed } = house
    const asked = await house.remove(staff.manager, { corrected_months })
    await approved(owner, asked.body.waiting)
    const later = firstDay(nextMonth(corrected_months))
    const refused = await house.back(staff.manager, later)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'owner_only', message: expect.stringMatching(/^Ksh\s60,000 of charged rent/) },
    ])
    expect((await house.back(owner, later)).status).toBe(200)
    expect(await owed()).toBe(0)
  })

  test('a planned move whose cancelling takes more than the limit off a bill is an owner’s', async () => {
    const house = await openHouse()
    const { owner, staff, tenant, params, today, room_number } = house
    const { first, billed } = await billByTerm(owner)
    await approved(owner, (await house.transfer(staff.manager, house)).body.waiting)
    expect((await owner.call(billTerm, billed)).body.shillings).toBe(2)
    // Into the dear room from the second month on, and back.
    const transfer_date = addDays(addMonths(firstDay(first), 1), -3)
    expect(transfer_date > today).toBe(true)
    const planned = await house.transfer(staff.caretaker, { transfer_date }, tenant.room)
    expect(planned.status).toBe(201)
    const cancel = (who: Caller) => who.call(cancelTransfer, { params, body: {} })
    const refused = await cancel(staff.manager)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'owner_only', message: expect.stringMatching(/^This takes Ksh\s59,999 of/) },
    ])
    expect((await cancel(owner)).status).toBe(200)
    expect((await owner.call(getTenant, { params })).body.room).toBe(room_number)
  })

  test('bills above the limit are taken back by an owner', async () => {
    const { owner, staff, params } = await openHouse()
    const { billed } = await billByTerm(owner)
    expect((await owner.call(billTerm, billed)).body.shillings).toBe(120_000)
    const [bill] = (await owner.call(getTenantBilling, { params })).body.bills
    const look = { params: { id: String(bill?.id) } }
    for (const { status, body } of [
      await staff.manager.call(previewBillUndo, look),
      await staff.manager.call(takeBackTerm, billed),
    ]) {
      expect([status, body]).toMatchObject([
        403,
        { code: 'owner_only', message: expect.stringMatching(/^This takes Ksh\s120,000 of bills/) },
      ])
    }
    const { body: expected } = await owner.call(previewBillUndo, look)
    const undone = await owner.call(undoBill, { ...look, body: { reason: 'Twice', expected } })
    expect(undone.status).toBe(200)
  })
})
