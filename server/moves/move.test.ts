import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { assignDeskItem, listDesk, reverseDeskItem } from '#contract/desk.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { listLedger } from '#contract/ledger.ts'
import { onboardTenant } from '#contract/onboarding.ts'
import { getOverview } from '#contract/overview.ts'
import { initiatePush } from '#contract/payments.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { resetPasswordToIdNumber } from '#contract/tenant-record.ts'
import {
  cancelTransfer,
  extendStay,
  getRoom,
  getTenant,
  listFormerTenants,
  listRoomNumbers,
  listRooms,
  listTenants,
  moveBack,
  previewMoveBack,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import { monthOf } from '#rules/calendar.ts'
import { dueOfAccount } from '#rules/due.ts'
import { chargeRentForAllCompanies } from '../billing/charge-rent.ts'
import { endTenancies } from '../tenancy/stay-queries.ts'
import { act } from '../testing/desk.ts'
import { confirmation } from '../testing/fake-daraja.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { newStudent, slug } from '../testing/students.ts'

describe.each(databases)('moving tenants on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let set = { at: Date.now(), to: Date.parse('2026-11-20T09:00:00Z') }
  const now = () => new Date(set.to + Date.now() - set.at)

  beforeAll(async () => {
    server = await startServer(kind, {}, now)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  /** A demo tenant from the third on; their room is A103, A104… */
  const demo = (number: number) =>
    server.signIn(`07220${String(number).padStart(5, '0')}`, String(30_000_000 + number))
  const tenants = async () => (await grace.call(listTenants, {})).body
  async function tenantIn(room: string) {
    const found = (await tenants()).find((one) => one.room === room)
    if (!found) throw new Error(`no tenant in ${room}`)
    return found
  }
  const freeRooms = async (from?: string) =>
    (await grace.call(listRoomNumbers, { query: { from } })).body
  const detail = async (id: number) => (await grace.call(getTenant, { params: { id } })).body

  async function transfer(
    room: string,
    to: string,
    transfer_date: string,
    changes: Partial<CallInput<typeof transferTenant>['body']> = {},
  ) {
    const id = changes.id ?? (await tenantIn(room)).id
    return grace.call(transferTenant, {
      body: {
        id,
        previous_room: room,
        room_number: to,
        transfer_reason: 'maintenance',
        transfer_date,
        ...changes,
      },
    })
  }
  const remove = (id: number, departure_date: string) =>
    grace.call(removeTenant, {
      body: { id, removal_reason: 'other', comments: 'Graduated', departure_date },
    })
  /** Runs the daily job. */
  async function on(day: string) {
    set = { at: Date.now(), to: Date.parse(`${day}T00:05:00+03:00`) }
    await endTenancies(server.running.context.db, day)
    await chargeRentForAllCompanies(server.running.context)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  }

  test('the lists: tenants by name, and free rooms', async () => {
    const list = await tenants()
    expect(list).toHaveLength(30)
    expect(list.map((one) => one.full_name)).toEqual(
      list.map((one) => one.full_name).toSorted((a, b) => (a < b ? -1 : 1)),
    )
    expect(list[0]).toEqual({
      id: expect.any(Number),
      full_name: 'Achieng Odhiambo',
      room: 'A103',
      from: '2026-10-01',
      until: null,
      next: null,
    })
    expect(await freeRooms()).toHaveLength(10)
  })

  test('rooms with rents and tenants, counted as people count', async () => {
    const { db } = server.running.context
    const added = ['G10', 'G2', 'G1', 'Annexe 12', 'Annexe 3'].map((room_number) => ({
      company_id: 1,
      room_number,
      rate: 5000,
      capacity: 1,
    }))
    await db.insertInto('rooms').values(added).execute()
    const rooms = (await grace.call(listRooms, {})).body
    expect(rooms).toHaveLength(45)
    expect(rooms.map((room) => room.room_number).filter((name) => /[Gx]/.test(name))).toEqual([
      ...['Annexe 3', 'Annexe 12', 'G1', 'G2', 'G10'],
    ])
    expect((await freeRooms()).slice(-3)).toEqual(['G1', 'G2', 'G10'])
    expect(rooms.find((room) => room.room_number === 'A103')).toEqual({
      room_number: 'A103',
      closed: null,
      rate: expect.any(Number),
      capacity: 1,
      free: false,
      free_from: null,
      occupants: [
        { id: expect.any(Number), full_name: 'Achieng Odhiambo', from: '2026-10-01', until: null },
      ],
    })
    expect(rooms.find((room) => room.room_number === 'G1')).toMatchObject({
      free: true,
      free_from: '2026-11-20',
      occupants: [],
    })
    await db.deleteFrom('rooms').where('rate', '=', 5000).execute()
  })

  test('a transfer today: room, rate, lists and history change; this month’s charge does not', async () => {
    const tenant = await demo(3)
    const before = (await tenant.call(getPaymentSummary, {})).body
    const answer = await transfer('A103', 'B305', '2026-11-20')
    expect([answer.status, answer.body]).toEqual([
      201,
      { message: 'Tenant transferred successfully!' },
    ])
    const after = (await tenant.call(getPaymentSummary, {})).body
    expect(after).toEqual({ ...before, room_number: 'B305', rate: 7500 })
    expect(await freeRooms()).toContain('A103')
    expect(await freeRooms()).not.toContain('B305')
    const { id } = await tenantIn('B305')
    expect((await detail(id)).stays).toEqual([
      { room_number: 'B305', from: '2026-11-20', until: null, transfer_reason: 'maintenance' },
      { room_number: 'A103', from: '2026-10-01', until: '2026-11-20', transfer_reason: null },
    ])
    const room = await grace.call(getRoom, { params: { number: 'A103' } })
    expect(room.body.stays).toMatchObject([{ tenant: id, until: '2026-11-20' }])
  })

  test('each refusal of a transfer has its code; nothing changes', async () => {
    const refused: [string, string, string, Parameters<typeof transfer>[3], number, string][] = [
      ['A104', 'A105', '2026-11-20', {}, 409, 'Room A105 has just been taken.'],
      ['A104', 'A104', '2026-11-20', {}, 400, 'This is the room they have. Choose another one.'],
      ['A104', 'Z999', '2026-11-20', {}, 400, 'There is no room Z999.'],
      [
        'A104',
        'B401',
        '2026-11-20',
        { previous_room: 'A101' },
        409,
        'They’re in A104 now, not A101. Please check again.',
      ],
      [
        'A104',
        'B401',
        '2026-09-30',
        {},
        400,
        'They have had this room since 1 Oct 2026. Choose that day or a later one.',
      ],
      ['A104', 'B401', '2028-11-21', {}, 400, 'Choose a day within two years, by 20 Nov 2028.'],
      ['A104', 'B401', '2027-02-29', {}, 400, 'Please choose the day they move.'],
      ['A104', 'B401', '2026-11-20', { id: 999_999 }, 404, 'This tenant does not live here.'],
      [
        'A104',
        'B401',
        '2026-11-20',
        { transfer_reason: 'holiday' as never },
        400,
        'Please choose a reason.',
      ],
    ]
    for (const [room, to, day, changes, status, message] of refused) {
      const answer = await transfer(room, to, day, changes)
      expect([answer.status, answer.body.message]).toEqual([status, message])
    }
    expect((await detail((await tenantIn('A104')).id)).stays).toHaveLength(1)
  })

  test('the chosen reason is stored, and the action is logged', async () => {
    const log = await server.running.context.db
      .selectFrom('staff_log')
      .where('act', '=', 'tenancy.transfer')
      .selectAll()
      .execute()
    expect(log).toMatchObject([
      {
        before: { stays: [{ room_number: 'A103', until_day: null }] },
        after: {
          transfer_reason: 'maintenance',
          stays: [
            { room_number: 'A103', until_day: '2026-11-20' },
            { room_number: 'B305', until_day: null },
          ],
        },
      },
    ])
  })

  test('a transfer on the first day: only the new room is in the history', async () => {
    const form = await newStudent(server)
    const made = await server.call(onboardTenant, { params: { slug }, body: form })
    expect(made.status).toBe(201)
    const room = made.body.room_number
    const to = (await freeRooms()).find((one) => one !== room) ?? ''
    expect((await transfer(room, to, '2026-11-20')).status).toBe(201)
    const { id, until } = await tenantIn(to)
    expect(until).toBe('2027-04-30')
    expect(
      (await detail(id)).stays.map((stay) => [stay.room_number, stay.from, stay.until]),
    ).toEqual([[to, '2026-11-20', '2027-04-30']])
    expect(await freeRooms()).toContain(room)
    const { id: gone } = await tenantIn(to)
    expect((await remove(gone, '2026-11-20')).status).toBe(200)
    expect(await freeRooms()).toContain(to)
  })

  test('planned ahead: the new place is reserved from now on, the old one becomes free on that day', async () => {
    expect((await transfer('A105', 'B402', '2026-12-05')).status).toBe(201)
    const tenant = await demo(5)
    const summary = (await tenant.call(getPaymentSummary, {})).body
    expect(summary).toMatchObject({
      room_number: 'A105',
      next_room: { room_number: 'B402', rate: 7250, from: '2026-12-05', charged: false },
      leaves_on: null,
    })
    expect(await freeRooms()).not.toContain('B402')
    expect(await freeRooms()).not.toContain('A105')
    expect(await freeRooms('2026-12-05')).toContain('A105')
    // Another tenant cannot have it any more, but may have the old room from that day on.
    expect((await transfer('A201', 'B402', '2026-11-21')).body.message).toBe(
      'Room B402 has just been taken.',
    )
    expect((await transfer('A201', 'A105', '2026-12-04')).status).toBe(409)
    expect((await transfer('A201', 'A105', '2026-12-05')).status).toBe(201)
    // Planned again for an earlier day: this replaces the first plan.
    expect((await transfer('A105', 'B404', '2026-12-01')).status).toBe(201)
    expect(await freeRooms()).toContain('B402')
  })

  test('what was collected is the payments of the month in Nairobi, less what was taken back', async () => {
    const collectedNow = async (staff = grace) =>
      (await staff.call(getOverview, {})).body.months.at(-1)?.collected
    async function paidIn(month: string) {
      const payments = (await tenants()).map(async ({ id }) => {
        const { body } = await grace.call(listLedger, { params: { id: String(id) } })
        return body.filter(({ kind, at }) => kind !== 'rent' && monthOf(new Date(at)) === month)
      })
      return (await Promise.all(payments)).flat().reduce((sum, { amount }) => sum - amount, 0)
    }
    const collected = await paidIn('2026-11')
    expect(collected).toBeGreaterThan(0)
    expect(await paidIn('2026-10')).toBeGreaterThan(0)
    expect(await collectedNow()).toBe(collected)

    // What waits on the desk is nobody's yet.
    await server.fetch(`/api/hooks/${server.running.context.hookSecret}/confirmation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(confirmation('UKK9COLLEC', 'nobody', '4321')),
    })
    expect(await collectedNow()).toBe(collected)
    const [item] = (await grace.call(listDesk, { query: {} })).body
    const params = { id: String(item?.id) }
    const { account_number } = (await (await demo(3)).call(getAccountNumber, {})).body
    const { body } = await act(grace, assignDeskItem, { params, body: { account_number } })
    expect(await collectedNow()).toBe(collected + 4321)
    const payment_id = body.item.closed?.payment?.id ?? 0
    await act(grace, reverseDeskItem, { params, body: { payment_id, note: 'Wrong tenant' } })
    expect(await collectedNow()).toBe(collected)

    const before = set
    set = { at: Date.now(), to: Date.parse('2026-11-30T20:58:00Z') }
    const later = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    expect(await collectedNow(later)).toBe(collected)
    set = { at: Date.now(), to: Date.parse('2026-11-30T21:00:01Z') }
    expect(await collectedNow(later)).toBe(0)
    set = before
  })

  test('a removal today: charges stop, the debt stays visible and can be paid', async () => {
    const tenant = await demo(10)
    const owed = (await tenant.call(getPaymentSummary, {})).body.current_month_balance
    expect(owed).toBeGreaterThan(0)
    const { id } = await tenantIn('A205')
    const formerDebt = async () =>
      (await grace.call(listFormerTenants, {})).body.find((one) => one.id === id)?.balance
    const answer = await remove(id, '2026-11-20')
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Tenant removed successfully!', closing_balance: owed },
    ])
    expect(await freeRooms()).toContain('A205')
    expect((await tenants()).some((one) => one.id === id)).toBe(false)
    const former = (await grace.call(listFormerTenants, {})).body
    expect(former).toContainEqual({
      id,
      full_name: 'Omondi Ouma',
      room: 'A205',
      left_on: '2026-11-20',
      balance: owed,
    })
    expect(await detail(id)).toMatchObject({
      room: null,
      until: '2026-11-20',
      balance: owed,
      removal: { reason: 'other', comments: 'Graduated' },
    })
    const summary = (await tenant.call(getPaymentSummary, {})).body
    expect(summary).toMatchObject({ room_number: null, rate: null, current_month_balance: owed })
    const again = await remove(id, '2026-11-20')
    expect([again.status, again.body.message]).toEqual([404, 'This tenant does not live here.'])
    const { account_number } = (await tenant.call(getAccountNumber, {})).body
    const push = await tenant.call(initiatePush, {
      body: { phone_number: '0722000010', amount: owed, account_reference: account_number },
    })
    expect(push.status).toBe(200)
    await expect
      .poll(async () => (await tenant.call(getPaymentSummary, {})).body.current_month_balance)
      .toBe(0)
    expect(await formerDebt()).toBe(0)
  })

  test('a payment at the moment of the removal still counts', async () => {
    const tenant = await demo(7)
    const { id } = await tenantIn('A202')
    const before = (await tenant.call(getPaymentSummary, {})).body.current_month_balance
    const { account_number } = (await tenant.call(getAccountNumber, {})).body
    const pays = tenant.call(initiatePush, {
      body: { phone_number: '0722000007', amount: 1000, account_reference: account_number },
    })
    const [push, removed] = await Promise.all([pays, remove(id, '2026-11-20')])
    expect([push.status, removed.status]).toEqual([200, 200])
    await expect
      .poll(async () => (await tenant.call(getPaymentSummary, {})).body.current_month_balance)
      .toBe(before - 1000)
  })

  test('two removals, or two transfers, at once: one succeeds', async () => {
    const { id } = await tenantIn('A204')
    const both = await Promise.all([remove(id, '2026-11-20'), remove(id, '2026-11-20')])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 404])
    const [one, other] = await freeRooms()
    // Found before both, because the one who is second may find nobody there any more.
    const who = { id: (await tenantIn('A303')).id }
    const moved = await Promise.all([
      transfer('A303', one ?? '', '2026-11-20', who),
      transfer('A303', other ?? '', '2026-11-20', who),
    ])
    expect(moved.map((answer) => answer.status).sort()).toEqual([201, 409])
  })

  test('two tenants who swap rooms at once, repeatedly: no deadlock', async () => {
    const { db } = server.running.context
    await db
      .updateTable('rooms')
      .set({ capacity: 3 })
      .where('room_number', 'in', ['B201', 'B202'])
      .execute()
    const [one, other] = [await tenantIn('B201'), await tenantIn('B202')]
    const swap = (id: number, previous_room: string, room_number: string) =>
      grace.call(transferTenant, {
        body: {
          id,
          previous_room,
          room_number,
          transfer_reason: 'other',
          transfer_date: '2026-11-20',
        },
      })
    for (let round = 0; round < 6; round++) {
      const [from, to] = round % 2 === 0 ? ['B201', 'B202'] : ['B202', 'B201']
      const both = await Promise.all([swap(one.id, from, to), swap(other.id, to, from)])
      expect(both.map((answer) => answer.status)).toEqual([201, 201])
    }
  })

  test('more tenants than places after a change of the room: they can still leave', async () => {
    const { db } = server.running.context
    await db.updateTable('rooms').set({ capacity: 1 }).where('room_number', '=', 'B201').execute()
    const { id } = await tenantIn('B203')
    const room = db.selectFrom('rooms').where('room_number', '=', 'B201').select('id')
    await sql`alter table stays disable trigger room_capacity`.execute(db)
    await db
      .updateTable('stays')
      .set({ room_id: room })
      .where('tenancy_id', '=', db.selectFrom('tenancies').where('user_id', '=', id).select('id'))
      .execute()
    await sql`alter table stays enable trigger room_capacity`.execute(db)
    expect((await remove(id, '2026-11-20')).status).toBe(200)
  })

  test('a planned transfer: changed to another day, and cancelled', async () => {
    const { id } = await tenantIn('A304')
    const [room = ''] = await freeRooms()
    expect((await transfer('A304', room, '2026-12-15')).status).toBe(201)
    expect(await tenantIn('A304')).toMatchObject({ next: { room, on: '2026-12-15' } })
    expect(await freeRooms('2026-12-01')).not.toContain(room)
    const query = { from: '2026-12-01', tenant: id }
    expect((await grace.call(listRoomNumbers, { query })).body).toContain(room)
    expect((await transfer('A304', room, '2026-12-01')).status).toBe(201)
    const cancel = () => grace.call(cancelTransfer, { params: { id }, body: {} })
    expect((await cancel()).body).toMatchObject({
      room: 'A304',
      until: null,
      stays: [{ until: null }],
    })
    expect(await freeRooms()).toContain(room)
    const again = await cancel()
    expect([again.status, again.body.message]).toEqual([409, 'They have no planned move.'])
  })

  test('two forms open at once: what a colleague has planned meanwhile is not overwritten', async () => {
    const made = await server.call(onboardTenant, {
      params: { slug },
      body: await newStudent(server),
    })
    const { id, room } = await tenantIn(made.body.room_number)
    const [first = '', second = ''] = await freeRooms()
    const opened = async () => ({ expected_act: (await detail(id)).acts[0]?.id ?? 0 })
    const move = (to: string, seen: object) => transfer(room, to, '2026-12-05', { id, ...seen })
    const leave = (departure_date: string, comments: string, seen: object) =>
      grace.call(removeTenant, {
        body: { id, removal_reason: 'other', comments, departure_date, ...seen },
      })
    const stay = (end_date: string | undefined, seen: object) =>
      grace.call(extendStay, { params: { id }, body: { end_date, ...seen } })
    const cancel = (seen: object) =>
      grace.call(cancelTransfer, { params: { id }, body: { ...seen } })
    /** The same form of two members of staff: the first is sent, then the second, which is refused, looks again and is sent. */
    async function both(
      [one, other]: [(seen: object) => Answer, (seen: object) => Answer],
      what: string,
    ) {
      const seen = await opened()
      expect([200, 201]).toContain((await one(seen)).status)
      const before = await detail(id)
      expect(await other(seen)).toMatchObject({
        status: 409,
        body: {
          code: 'changed_meanwhile',
          message: `Meanwhile Grace Wanjiru ${what}. Please check and confirm again.`,
        },
      })
      expect(await detail(id)).toEqual(before)
      expect([200, 201]).toContain((await other(await opened())).status)
    }
    type Answer = Promise<{ status: number; body: object }>

    expect(await opened()).toEqual({ expected_act: 0 })
    await both(
      [(seen) => move(first, seen), (seen) => move(second, seen)],
      `moved them to ${first} from 5 Dec 2026`,
    )
    expect(await detail(id)).toMatchObject({ stays: [{ room_number: second }, {}] })
    await both(
      [(seen) => leave('2027-01-31', 'One', seen), (seen) => leave('2027-02-28', 'Two', seen)],
      'removed them, leaving on 31 Jan 2027',
    )
    await both(
      [(seen) => leave('2027-02-28', 'Three', seen), (seen) => stay('2027-03-31', seen)],
      'removed them, leaving on 28 Feb 2027',
    )
    await both(
      [(seen) => stay('2027-04-30', seen), (seen) => stay(undefined, seen)],
      'extended the stay to 30 Apr 2027',
    )
    await both(
      [(seen) => move(first, seen), (seen) => cancel(seen)],
      `moved them to ${first} from 5 Dec 2026`,
    )
    expect(await detail(id)).toMatchObject({ room, until: null, stays: [{}] })

    // At once, not one after the other.
    const seen = await opened()
    const raced = await Promise.all([move(first, seen), move(second, seen)])
    expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const late = await leave('2026-12-31', 'Late', seen)
    expect([late.status, (await detail(id)).removal]).toEqual([409, null])
    expect((await leave('2026-11-20', 'Gone', await opened())).status).toBe(200)
  })

  test('a booking is cancelled before its day: the place is free, nothing is charged', async () => {
    const form = await newStudent(server, { start_date: '2027-01-15', end_date: '2027-05-01' })
    const made = await server.call(onboardTenant, { params: { slug }, body: form })
    const { id, room } = await tenantIn(made.body.room_number)
    const early = await remove(id, '2026-11-20')
    expect(early.body.message).toBe(
      'They move in on 15 Jan 2027. To cancel that, choose the same day.',
    )
    expect((await remove(id, '2027-01-15')).body.closing_balance).toBe(0)
    expect(await freeRooms()).toContain(room)
    const [latest] = (await grace.call(listFormerTenants, {})).body
    expect(latest).toMatchObject({ id, left_on: '2026-11-20', balance: 0 })
  })

  const back = (id: number, room_number: string, start_date: string) =>
    grace.call(moveBack, { params: { id }, body: { room_number, start_date } })
  const preview = (id: number, room_number: string, start_date: string) =>
    grace.call(previewMoveBack, { params: { id }, query: { room_number, start_date } })

  test('a removal that took effect is undone: room, agreed end and rent are as before', async () => {
    const student = await newStudent(server, { end_date: '2027-06-30' })
    const made = await server.call(onboardTenant, { params: { slug }, body: student })
    const { id, room } = await tenantIn(made.body.room_number)
    const { balance } = await detail(id)
    expect((await preview(id, room, '2026-11-20')).body).toMatchObject({
      message: `They already have a room again: ${room}.`,
    })
    expect((await remove(id, '2026-11-20')).status).toBe(200)
    const early = await back(id, room, '2026-11-19')
    expect([early.status, early.body.message]).toEqual([
      400,
      'They left on 20 Nov 2026. Choose that day or a later one.',
    ])
    expect((await back(id, 'Z1', '2026-11-20')).body.message).toBe('There is no room Z1.')
    expect((await preview(id, room, '2026-11-20')).body).toEqual({
      rate: expect.any(Number),
      until: '2027-06-30',
      ...{ charges: [], bills: [], changes: [], next_month: '2026-12' },
      ...{ before: balance, after: balance },
      deposit: null,
    })
    // Two members of staff at once.
    const both = await Promise.all([back(id, room, '2026-11-20'), back(id, room, '2026-11-20')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const again = await detail(id)
    expect(again).toMatchObject({ room, from: '2026-11-20', until: '2027-06-30', balance })
    expect(again.removal).toBeNull()
    expect(again.stays).toHaveLength(1)
    expect(again.acts).toMatchObject([
      { act: 'move_back', by: 'Grace Wanjiru', day: '2026-11-20', room_number: room },
      {
        act: 'remove',
        by: 'Grace Wanjiru',
        day: '2026-11-20',
        removal: { reason: 'other', comments: 'Graduated' },
      },
    ])
    // The day of a planned removal is changed: what was agreed is what was before the first.
    expect((await remove(id, '2026-12-15')).status).toBe(200)
    expect((await remove(id, '2026-11-20')).status).toBe(200)

    // Back within the month that is charged: the next rent is that of the month after it.
    const { rate, until } = (await preview(id, room, '2026-11-28')).body
    expect(until).toBe('2027-06-30')
    expect((await back(id, room, '2026-11-28')).status).toBe(200)
    const tenant = await server.signIn(String(student.phone_number), String(student.id_number))
    const { body: account } = await tenant.call(getPaymentSummary, {})
    expect(account.next_room).toMatchObject({ from: '2026-11-28', charged: true })
    expect(dueOfAccount(account, '2026-11-20')).toMatchObject({
      ...{ total: balance + rate, by: '2026-12-01', is_first_rent: false },
    })
    expect((await remove(id, '2026-11-28')).status).toBe(200)
  })

  test('moving back after a while: the rent since then, as the preview said, in a room that is free', async () => {
    const { id } = await tenantIn('A402')
    const owed = (await detail(id)).balance
    expect((await remove(id, '2026-10-20')).status).toBe(200)
    // November was charged before the removal was entered.
    expect((await preview(id, 'A402', '2026-10-20')).body.charges).toEqual([])
    expect((await transfer('A403', 'A402', '2026-11-20')).status).toBe(201)
    const taken = await back(id, 'A402', '2026-11-20')
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { fields: { room_number: 'Room A402 has just been taken.' } },
    ])
    expect((await detail(id)).room).toBeNull()
    const [room = ''] = await freeRooms('2026-12-05')
    const plan = (await preview(id, room, '2026-12-05')).body
    expect(plan.charges).toEqual([{ month: '2026-12', amount: plan.rate }])
    expect((await back(id, room, '2026-12-05')).body).toMatchObject({
      room,
      from: '2026-12-05',
      until: null,
      balance: owed,
      stays: [
        { room_number: room, from: '2026-12-05', until: null },
        { room_number: 'A402', from: '2026-10-01', until: '2026-10-20' },
      ],
    })
    returned = { id, owed, rate: plan.rate }
  })
  let returned = { id: 0, owed: 0, rate: 0 }

  test('a planned departure, extended, and its dates', async () => {
    const { id } = await tenantIn('A301')
    const tenant = await demo(11)
    for (const [day, message] of [
      ['2026-09-30', 'They have had this room since 1 Oct 2026. Choose that day or a later one.'],
      ['2028-11-21', 'Choose a day within two years, by 20 Nov 2028.'],
      ['2026-02-29', 'Please choose the day they leave.'],
    ] as const) {
      const refused = await remove(id, day)
      expect([refused.status, refused.body.message]).toEqual([400, message])
    }
    expect((await remove(id, '2026-12-31')).status).toBe(200)
    expect((await tenant.call(getPaymentSummary, {})).body).toMatchObject({
      room_number: 'A301',
      leaves_on: '2026-12-31',
    })
    expect(await freeRooms()).not.toContain('A301')
    expect(await freeRooms('2026-12-31')).toContain('A301')
    const refused = await transfer('A301', 'B405', '2026-12-31')
    expect(refused.body.message).toBe('They leave on 31 Dec 2026. Choose an earlier day.')
    const extend = (end_date: string) =>
      grace.call(extendStay, { params: { id }, body: { end_date } })
    expect((await extend('2026-12-31')).body.message).toBe(
      'They’re already staying until 31 Dec 2026. Choose a later day.',
    )
    expect((await extend('2027-02-28')).body).toMatchObject({ until: '2027-02-28', removal: null })
    expect((await remove(id, '2027-01-31')).status).toBe(200)
    const open = await grace.call(extendStay, { params: { id }, body: {} })
    expect(open.body).toMatchObject({ until: null, removal: null })
    expect((await remove(id, '2027-02-28')).status).toBe(200)
    // Another tenant has the room from that day on, so it cannot be extended further.
    expect((await transfer('A302', 'A301', '2027-02-28')).status).toBe(201)
    expect((await extend('2027-03-01')).body).toMatchObject({
      message: 'Room A301 has just been taken.',
      fields: { end_date: 'Room A301 has just been taken.' },
    })
  })

  test('a password is reset to the ID number, and the sessions end', async () => {
    const tenant = await demo(12)
    const { id } = await tenantIn('A302')
    expect((await tenant.call(getUser, {})).status).toBe(200)
    const before = await server.running.context.db
      .updateTable('users')
      .set({ password_hash: 'forgotten', must_change_password: false })
      .where('id', '=', id)
      .execute()
    expect(before).toHaveLength(1)
    for (let wrong = 0; wrong < 5; wrong++) {
      await expect(server.signIn('0722000012', 'a wrong one')).rejects.toThrow()
    }
    expect((await grace.call(resetPasswordToIdNumber, { params: { id } })).status).toBe(204)
    expect((await tenant.call(getUser, {})).status).toBe(401)
    const back = await demo(12)
    expect((await back.call(getUser, {})).body).toMatchObject({ must_change_password: true })
  })

  test('midnight: planned changes take effect, rent follows, places are free', async () => {
    await on('2026-12-01')
    const moved = await demo(5)
    expect((await moved.call(getPaymentSummary, {})).body).toMatchObject({
      room_number: 'B404',
      rate: 7250,
      next_room: null,
      balance: { this_month: 7250 },
    })
    const gone = await demo(10)
    expect((await gone.call(getPaymentSummary, {})).body.balance.this_month).toBe(0)
    const { id, owed, rate } = returned
    expect(await detail(id)).toMatchObject({ balance: owed })
    await on('2027-02-28')
    expect(await detail(id)).toMatchObject({ balance: owed + 3 * rate })
    expect((await (await demo(11)).call(getPaymentSummary, {})).body).toMatchObject({
      room_number: null,
      last_room: { room_number: 'A301', left_on: '2027-02-28' },
    })
    expect((await (await demo(12)).call(getPaymentSummary, {})).body).toMatchObject({
      room_number: 'A301',
      last_room: null,
    })
  })
})
