import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRooms, changeRents, previewRents } from '#contract/rooms.ts'
import { changeBundlePrices, getBundlePrices } from '#contract/settings.ts'
import { removeTenant } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { approved, openOffice } from '../testing/approvals.ts'
import { openDesk, type TestDesk } from '../testing/desk.ts'
import { addTenant } from '../testing/people.ts'
import { type Caller, databases } from '../testing/server.ts'

/** What one person gives away on a day is added up, whatever it is. */
describe.each(databases)('the sum of a day on %s', (kind) => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk.close())

  test('what somebody else has approved counts neither for nor against it', async () => {
    const { owner, staff, slug, company_id, enter } = await openOffice(desk.server, 'manager')
    const other = await addTenant(desk.server, { residence: { company_id, slug }, owes: 9000 })
    const removal_reason = 'other' as const
    const departure_date = dayOf(desk.now())
    const removal = await staff.manager.call(removeTenant, {
      body: { id: other.id, removal_reason, departure_date },
    })
    await approved(owner, removal.body.waiting)
    const give = async (amount: number) =>
      (await enter(staff.manager, 'waiver', amount)).body.id === null
    expect(await give(600)).toBe(false)
    expect(await give(400)).toBe(false)
    expect(await give(1)).toBe(true)
  })

  test('small cuts of rents wait once their sum is above the limit', async () => {
    const { owner, staff } = await openOffice(desk.server, 'manager')
    await owner.call(addRooms, { body: { pattern: 'R1-R2', rate: '6500', capacity: '1' } })
    const from = dayOf(desk.now())
    const cut = async (who: Caller, rooms: string, rate: number) => {
      const form = { rooms, rate: String(rate), from }
      const { body: expected } = await who.call(previewRents, { body: form })
      const { status, body } = await who.call(changeRents, { body: { ...form, expected } })
      expect(status).toBe(200)
      return [expected.waits.uncorrected !== undefined, body.waiting !== undefined]
    }
    expect(await cut(staff.manager, 'R1', 5900)).toEqual([false, false])
    // What rises again makes no room for more.
    expect(await cut(staff.manager, 'R1', 6500)).toEqual([false, false])
    expect(await cut(staff.manager, 'R2', 6100)).toEqual([false, false])
    expect(await cut(staff.manager, 'R2', 6099)).toEqual([true, true])
    expect(await cut(owner, 'R1', 5900)).toEqual([false, false])
  })

  test('small cuts of wifi prices count with them, and with waivers', async () => {
    const { staff, enter } = await openOffice(desk.server, 'manager')
    const { manager } = staff
    const prices = async () => (await manager.call(getBundlePrices, {})).body
    const sell = async (price: number) => {
      const was = await prices()
      const now = [{ id: was[0]?.id ?? null, gigabytes: 5, days: 30, price }]
      const { status, body } = await manager.call(changeBundlePrices, { body: { was, now } })
      expect(status, JSON.stringify(body)).toBe(200)
      return 'waiting' in body
    }
    expect([await sell(2000), await sell(1500), await sell(1200)]).toEqual([false, false, false])
    expect((await enter(manager, 'waiver', 200)).body.id).not.toBeNull()
    expect(await sell(1199)).toBe(true)
    expect((await prices())[0]?.price).toBe(1200)
  })
})
