import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/endpoint.ts'
import { listLedger } from '#contract/ledger.ts'
import { listFreeRooms, onboardTenant } from '#contract/onboarding.ts'
import {
  addRooms,
  cancelRent,
  changeRents,
  changeRoom,
  closeRoom,
  deleteRoom,
  previewClosure,
  previewRentCancel,
  previewRents,
  reopenRoom,
} from '#contract/rooms.ts'
import { CHANGED_MEANWHILE } from '#contract/settings.ts'
import { listLog } from '#contract/staff-log.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import {
  getRoom,
  listRoomNumbers,
  listRooms,
  listTenants,
  previewMoveBack,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { runDailyJobs } from '../jobs.ts'
import { addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { newStudent, slug } from '../testing/students.ts'

describe.each(databaseOfTier())('rooms on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let set = { at: Date.now(), to: Date.parse('2026-11-20T09:00:00Z') }
  const now = () => new Date(set.to + Date.now() - set.at)

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, now)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  async function goTo(time: string) {
    set = { at: Date.now(), to: Date.parse(time) }
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  }
  const params = (number: string) => ({ params: { number } })
  const room = async (number: string) => (await grace.call(getRoom, params(number))).body
  const stored = async (number: string) => {
    const { room_number, capacity, notes } = await room(number)
    return { room_number, capacity, notes }
  }
  const change = async (number: string, now: object, was?: unknown) =>
    grace.call(changeRoom, {
      ...params(number),
      body: { was: was ?? (await stored(number)), now: { ...(await stored(number)), ...now } },
    })
  /** A demo tenant from the third on; their room is A103, A104… */
  const demo = (number: number) =>
    server.signIn(`07220${String(number).padStart(5, '0')}`, String(30_000_000 + number))
  const summary = async (caller: Caller) => (await caller.call(getPaymentSummary, {})).body
  type Rents = CallInput<typeof previewRents>['body']
  async function setRent(body: Rents) {
    const preview = await grace.call(previewRents, { body })
    return grace.call(changeRents, { body: { ...body, expected: preview.body } })
  }
  const refusal = ({ status, body }: { status: number; body: unknown }) => {
    const { code, fields } = body as { code: string; fields?: Record<string, string> }
    return [status, code, Object.keys(fields ?? {})]
  }

  test('a rent that is announced is charged from its day on', async () => {
    const before = await summary(await demo(3))
    const rate = before.rate ?? 0
    const body = { rooms: 'A103', rate: rate + 500, from: '2027-01-01' }
    const { waits, ...preview } = (await grace.call(previewRents, { body })).body
    expect(waits).toEqual({})
    expect(preview).toEqual({
      rooms: [{ room_number: 'A103', before: rate, after: rate + 500, until: null }],
      tenants: [expect.objectContaining({ after: rate + 500, from: '2027-01-01' })],
      differences: [],
    })
    // The preview has changed nothing.
    expect((await summary(await demo(3))).next_rate).toBeNull()
    const { status, body: result } = await setRent(body)
    expect([status, result]).toEqual([200, preview])
    expect(await summary(await demo(3))).toMatchObject({
      rate,
      next_rate: { rate: rate + 500, from: '2027-01-01' },
      current_month_balance: before.current_month_balance,
    })
    expect((await room('A103')).rates).toEqual([
      { from: null, rate, by: null },
      { from: '2027-01-01', rate: rate + 500, by: 'Grace Wanjiru' },
    ])
    // Who is offered the room for a later day is told the rent of that day.
    const offers = await grace.call(listRooms, { query: { from: '2027-02-01' } })
    expect(offers.body.find(({ room_number }) => room_number === 'A103')?.rate).toBe(rate + 500)

    await goTo('2026-12-31T21:05:00Z')
    await runDailyJobs(server.running.context)
    const tenant = (await grace.call(listTenants, {})).body.find((one) => one.room === 'A103')
    const { body: ledger } = await grace.call(listLedger, { params: { id: tenant?.id ?? 0 } })
    const charged = ledger.filter(({ kind }) => kind === 'rent').map(({ amount }) => amount)
    expect(charged.slice(0, 2)).toEqual([rate + 500, rate])
    expect(await summary(await demo(3))).toMatchObject({ rate: rate + 500, next_rate: null })
    await goTo('2027-01-05T09:00:00Z')
  })

  test('a rent that is back-dated shows the difference of charged months, and enters it when wanted', async () => {
    const brian = await demo(4)
    const before = await summary(brian)
    const rate = before.rate ?? 0
    const body = { rooms: 'A104', rate: rate - 200, from: '2026-12-01' }
    const { body: preview } = await grace.call(previewRents, { body })
    expect(preview.differences).toMatchObject([
      {
        months: [
          { month: '2026-12', room_number: 'A104', before: rate, after: rate - 200 },
          { month: '2027-01', room_number: 'A104', before: rate, after: rate - 200 },
        ],
        amount: -400,
      },
    ])
    // The rent of the next month is the first that is charged lower.
    expect(preview.tenants).toMatchObject([{ from: '2027-02-01' }])
    await setRent({ ...body, correct: true })
    const after = await summary(brian)
    expect(after.current_month_balance).toBe(before.current_month_balance - 400)
    expect(after.rate).toBe(rate - 200)
    // What corrects December isn't January's rent.
    expect(after.balance.this_month).toBe(rate - 400)
    expect(after.other_charges).toEqual([
      expect.objectContaining({
        kind: 'correction',
        months: { first: '2026-12', last: '2026-12' },
        amount: -200,
      }),
    ])
    // Once more changes nothing.
    const again = await setRent({ ...body, correct: true })
    expect(again.body.differences).toEqual([])
    expect((await summary(brian)).current_month_balance).toBe(after.current_month_balance)
  })

  test('the difference is to what was charged, not to what was entered before', async () => {
    const tenant = await demo(9)
    const { room_number: rooms, rate, current_month_balance: owed } = await summary(tenant)
    const of = (rate: number, correct: boolean) => ({
      rooms: rooms ?? '',
      rate,
      from: '2026-12-01',
      correct,
    })
    const base = rate ?? 0
    await setRent(of(base + 2500, false))
    // Nothing was ever charged at it.
    expect((await setRent(of(base, true))).body.differences).toEqual([])
    expect((await summary(tenant)).current_month_balance).toBe(owed)
    // A difference that was left can still be entered, and then only once.
    await setRent(of(base + 1000, false))
    const entered = await setRent(of(base + 1000, true))
    expect(entered.body.rooms[0]).toMatchObject({ before: base + 1000, after: base + 1000 })
    expect(entered.body.differences[0]?.amount).toBe(2000)
    expect((await setRent(of(base + 1000, true))).body.differences).toEqual([])
    expect((await summary(tenant)).current_month_balance).toBe(owed + 2000)
    // Months that differ by as much in both directions need no entry, and are still corrected.
    await setRent({ ...of(base, true), from: '2027-01-01' })
    const even = await setRent({ ...of(base + 500, true), from: '2027-01-01' })
    expect(even.body.differences[0]?.months).toEqual([
      { month: '2027-01', room_number: rooms, before: base, after: base + 500 },
    ])
    await setRent(of(base, true))
    await setRent({ ...of(base, true), from: '2027-01-01' })
    expect((await summary(tenant)).current_month_balance).toBe(owed)
  })

  test('who changes rooms in the middle of a month pays the new room’s rent from the next month on', async () => {
    const tenant = await demo(12)
    const { room_number: from = '' } = await summary(tenant)
    const { body: all } = await grace.call(listTenants, {})
    const id = all.find(({ room }) => room === from)?.id ?? 0
    const { body: listed } = await grace.call(listRooms, { query: { from: '2027-01-15' } })
    const free = listed.find(({ occupants, free }) => free && occupants.length === 0)
    const rooms = free?.room_number ?? ''
    const moved = await grace.call(transferTenant, {
      body: {
        id,
        previous_room: from ?? '',
        room_number: rooms,
        transfer_reason: 'other',
        transfer_date: '2027-01-15',
      },
    })
    expect(moved.status).toBe(201)
    const body = { rooms, rate: (free?.rate ?? 0) + 500, from: '2027-01-10' }
    const { body: preview } = await grace.call(previewRents, { body })
    expect(preview.tenants).toEqual([expect.objectContaining({ id, from: '2027-02-01' })])
  })

  test('of several rooms that change together, each month names the room it was lived in', async () => {
    const { room_number: from } = await summary(await demo(13))
    const { body: all } = await grace.call(listTenants, {})
    const id = all.find(({ room }) => room === from)?.id ?? 0
    const { body: listed } = await grace.call(listRooms, { query: {} })
    const to = listed.find(({ occupants, free }) => free && occupants.length === 0)?.room_number
    const moved = await grace.call(transferTenant, {
      body: {
        id,
        previous_room: from ?? '',
        room_number: to ?? '',
        transfer_reason: 'other',
        transfer_date: '2026-12-20',
      },
    })
    expect(moved.status).toBe(201)
    const body = { rooms: `${to}, ${from}`, rate: 99_000, from: '2026-12-01' }
    const { body: preview } = await grace.call(previewRents, { body })
    const { months } = preview.differences.find((one) => one.id === id) ?? {}
    expect(months?.map(({ month, room_number }) => [month, room_number])).toEqual([
      ['2026-12', from],
      ['2027-01', to],
    ])
  })

  test('a month that was charged in full stays so when the rule for the first month changes', async () => {
    const { db } = server.running.context
    const rule = (first_month: 'full' | 'pro_rata') =>
      db.updateTable('companies').set({ first_month }).execute()
    const tenant = await demo(10)
    const { room_number: rooms, rate } = await summary(tenant)
    // They moved in on the 25th, and paid the whole month.
    await sql`update stays set from_day = '2026-12-25' where until_day is null and room_id =
      (select id from rooms where company_id = stays.company_id and room_number = ${rooms})`.execute(
      db,
    )
    await rule('pro_rata')
    const preview = async (more: number) =>
      (
        await grace.call(previewRents, {
          body: { rooms: rooms ?? '', rate: (rate ?? 0) + more, from: '2026-12-01' },
        })
      ).body.differences.flatMap(({ months }) => months)
    expect(await preview(0)).toEqual([])
    expect(await preview(300)).toContainEqual({
      month: '2026-12',
      room_number: rooms,
      before: rate,
      after: (rate ?? 0) + 300,
    })
    await rule('full')
  })

  test('what a rent changes ends where another one begins, and a planned one can be taken back', async () => {
    const tenant = await demo(11)
    const { room_number: rooms = '', rate } = await summary(tenant)
    const base = rate ?? 0
    const at = (from: string, rate: number) => ({ rooms: rooms ?? '', from, rate })
    await setRent(at('2027-03-01', base + 2000))
    const overtaken = await setRent(at('2027-02-15', base + 500))
    expect(overtaken.body).toMatchObject({ rooms: [{ until: '2027-03-01' }], tenants: [] })
    expect((await summary(tenant)).next_rate).toEqual({ rate: base + 2000, from: '2027-03-01' })
    const body = { room: rooms ?? '', from: '2027-03-01' }
    const { body: expected } = await grace.call(previewRentCancel, { body })
    expect(expected).toMatchObject({
      rooms: [{ before: base + 2000, after: base + 500 }],
      tenants: [{ before: base + 2000, after: base + 500, from: '2027-03-01' }],
    })
    const cancel = () => grace.call(cancelRent, { body: { ...body, expected } })
    expect((await cancel()).status).toBe(200)
    expect((await summary(tenant)).next_rate).toEqual({ rate: base + 500, from: '2027-03-01' })
    expect(refusal(await cancel())).toEqual([409, 'no_planned_rent', []])
    const [logged] = (await grace.call(listLog, { query: { about: 'rooms' } })).body
    expect(logged).toMatchObject({ act: 'rooms.cancel_rent', after: { from: '2027-03-01' } })
    const past = await grace.call(previewRentCancel, { body: { ...body, from: '2026-12-01' } })
    expect(refusal(past)).toEqual([409, 'no_planned_rent', []])
  })

  test('of two who change a rent at once, one is told', async () => {
    const body = { rooms: 'A105', from: '2027-03-01' }
    const one = { ...body, rate: 7100 }
    const other = { ...body, rate: 7200 }
    const previews = await Promise.all(
      [one, other].map((body) => grace.call(previewRents, { body })),
    )
    const answers = await Promise.all(
      [one, other].map((body, at) =>
        grace.call(changeRents, { body: { ...body, expected: previews[at]?.body } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'changed_meanwhile', message: CHANGED_MEANWHILE })
  })

  test('rents are refused for unknown rooms, odd sums and far days', async () => {
    const preview = (body: Rents) => grace.call(previewRents, { body })
    const fine = { rooms: 'A105', rate: 7000, from: '2027-02-01' }
    expect(refusal(await preview({ ...fine, rooms: 'A105, Q9' }))).toEqual([
      400,
      'invalid',
      ['rooms'],
    ])
    expect(refusal(await preview({ ...fine, rate: 0 }))).toEqual([400, 'invalid', ['rate']])
    expect(refusal(await preview({ ...fine, from: '2031-01-01' }))).toEqual([
      400,
      'invalid',
      ['from'],
    ])
    expect(refusal(await preview({ ...fine, from: '2020-01-01' }))).toEqual([
      400,
      'invalid',
      ['from'],
    ])
    // Of all rooms of a floor, in whatever case.
    expect((await preview({ ...fine, rooms: 'a101–a105' })).body.rooms).toHaveLength(5)
  })

  test('somebody who moves back in pays what holds on that day', async () => {
    const { body: all } = await grace.call(listTenants, {})
    const id = all.find((one) => one.room === 'A201')?.id ?? 0
    const { rates } = await room('A201')
    const rate = rates[0]?.rate ?? 0
    await setRent({ rooms: 'A201', rate: rate + 100, from: '2027-03-01' })
    await grace.call(removeTenant, {
      body: { id, removal_reason: 'other', departure_date: '2027-01-04' },
    })
    const back = (start_date: string) =>
      grace.call(previewMoveBack, { params: { id }, query: { room_number: 'A201', start_date } })
    expect((await back('2027-02-01')).body.rate).toBe(rate)
    const later = await back('2027-03-01')
    expect(later.body.rate).toBe(rate + 100)
    expect(later.body.charges.at(-1)).toEqual({ month: '2027-03', amount: rate + 100 })
  })

  test('a room that is written with other capitals and spaces is the same', async () => {
    const body = { pattern: 'a1 03', rate: '6000', capacity: '1' }
    const added = await grace.call(addRooms, { body })
    expect(refusal(added)).toEqual([409, 'room_exists', ['pattern']])
    const renamed = await change('B405', { room_number: 'A 102' })
    expect(refusal(renamed)).toEqual([409, 'room_exists', ['room_number']])
  })

  test('a room gets another number, places and notes, unless it was changed meanwhile', async () => {
    const was = await stored('B405')
    const changed = await change('B405', { room_number: 'B4a', capacity: 3, notes: 'New window.' })
    expect([changed.status, changed.body]).toEqual([
      200,
      { room_number: 'B4a', capacity: 3, notes: 'New window.' },
    ])
    expect((await grace.call(getRoom, params('B405'))).status).toBe(404)
    expect(refusal(await change('B4a', { capacity: 2 }, was))).toEqual([
      409,
      'changed_meanwhile',
      [],
    ])
    expect(refusal(await change('B4a', { room_number: 'a101' }))).toEqual([
      409,
      'room_exists',
      ['room_number'],
    ])
    for (const [field, value] of [
      ['capacity', 0],
      ['room_number', 'A1, A2'],
      ['notes', 'x'.repeat(2001)],
    ] as const) {
      expect(refusal(await change('B4a', { [field]: value }))).toEqual([
        400,
        'invalid',
        [`now.${field}`],
      ])
    }
  })

  test('a caretaker notes what a room needs and takes it out of service, and changes nothing else', async () => {
    const { db } = server.running.context
    await addPerson(db, 1, 'kiprono@acacia.example', { staff_role: 'caretaker' })
    const kiprono = await server.signIn('kiprono@acacia.example', password)
    await grace.call(addRooms, { body: { pattern: 'K1', rate: '6500', capacity: '1' } })
    const was = await stored('K1')
    const changeBy = (now: object) =>
      kiprono.call(changeRoom, { ...params('K1'), body: { was, now: { ...was, ...now } } })
    for (const now of [
      { capacity: '2' },
      { room_number: 'K2' },
      { notes: 'Leaks.', capacity: '2' },
    ]) {
      expect((await changeBy(now)).body).toMatchObject({ code: 'not_permitted' })
    }
    expect((await changeBy({ notes: 'The tap leaks.' })).status).toBe(200)
    const closure = { from: dayOf(now()), reason: 'A new tap.' }
    const preview = await kiprono.call(previewClosure, { ...params('K1'), body: closure })
    const body = { ...closure, expected: preview.body }
    expect((await kiprono.call(closeRoom, { ...params('K1'), body })).status).toBe(204)
    expect((await kiprono.call(reopenRoom, params('K1'))).status).toBe(204)
    expect((await kiprono.call(deleteRoom, params('K1'))).status).toBe(403)
    expect(await room('K1')).toMatchObject({ notes: 'The tap leaks.', capacity: 1, closures: [] })
  })

  test('places that people have can’t be taken away', async () => {
    await change('B4a', { capacity: 2 })
    const { body: all } = await grace.call(listTenants, {})
    for (const from of ['A202', 'A203']) {
      const tenant = all.find((one) => one.room === from)
      await grace.call(transferTenant, {
        body: {
          id: tenant?.id ?? 0,
          previous_room: from,
          room_number: 'B4a',
          transfer_reason: 'other',
          transfer_date: from === 'A202' ? '2027-01-05' : '2027-02-01',
        },
      })
    }
    const refused = await change('B4a', { capacity: 1 })
    expect(refusal(refused)).toEqual([409, 'room_has_people', ['capacity']])
    const names = ['A202', 'A203'].map((at) => all.find(({ room }) => room === at)?.full_name)
    const { message = '' } = refused.body as { message?: string }
    const [who = ''] = message.split(' have this room, or will have it.')
    expect(who.split(' and ').toSorted()).toEqual(names.toSorted())
    expect((await change('B4a', { capacity: 2, notes: 'Shared.' })).status).toBe(200)
  })

  test('nobody moves into a room that is out of service; who is in it stays', async () => {
    const close = async (number: string, from: string, until?: string) => {
      const body = { from, until, reason: 'A new roof.' }
      const { body: expected } = await grace.call(previewClosure, { ...params(number), body })
      return grace.call(closeRoom, { ...params(number), body: { ...body, expected } })
    }
    const isOffered = async (number: string, from: string) =>
      (await grace.call(listRoomNumbers, { query: { from } })).body.includes(number)
    const [free] = (await grace.call(listRooms, { query: {} })).body.filter(
      ({ occupants, room_number }) => occupants.length === 0 && room_number !== 'A201',
    )
    const number = free?.room_number ?? ''
    expect((await close(number, '2027-01-05', '2027-02-10')).status).toBe(204)
    expect(await isOffered(number, '2027-01-05')).toBe(false)
    expect(await isOffered(number, '2027-02-10')).toBe(true)
    const { body: listed } = await grace.call(listRooms, { query: {} })
    expect(listed.find(({ room_number }) => room_number === number)).toMatchObject({
      free: false,
      free_from: '2027-02-10',
      closed: { from: '2027-01-05', until: '2027-02-10', reason: 'A new roof.' },
    })
    expect(refusal(await close(number, '2027-02-01'))).toEqual([409, 'room_closed', ['from']])
    expect(refusal(await close(number, '2027-03-01', '2027-03-01'))).toEqual([
      400,
      'invalid',
      ['until'],
    ])
    // Who chose the room before it was closed is told.
    const { id: room_id } = await server.running.context.db
      .selectFrom('rooms')
      .where('room_number', '=', number)
      .select('id')
      .executeTakeFirstOrThrow()
    const student = await newStudent(server, { room: room_id, start_date: '2027-01-06' })
    const movedIn = await server.call(onboardTenant, { params: { slug }, body: student })
    expect([movedIn.status, (movedIn.body as { code?: string }).code]).toEqual([409, 'room_closed'])
    const { body: offered } = await server.call(listFreeRooms, {
      params: { slug },
      query: { from: '2027-01-06' },
    })
    expect(offered.map(({ id }) => id)).not.toContain(room_id)

    // Whom it touches is shown first: who has the room, and who has booked it or is to be moved there.
    const roof = { reason: 'A new roof.' }
    const preview = async (body: { from: string; until?: string }) => {
      const shown = await grace.call(previewClosure, {
        ...params('B4a'),
        body: { ...roof, ...body },
      })
      return shown.body.people.map(({ from, from_room }) => [from, from_room])
    }
    expect(await preview({ from: '2026-12-20', until: '2027-01-05' })).toEqual([])
    expect(await preview({ from: '2026-12-20', until: '2027-01-06' })).toEqual([
      ['2027-01-05', 'A202'],
    ])
    expect(await preview({ from: '2027-01-20' })).toEqual([
      ['2027-01-05', 'A202'],
      ['2027-02-01', 'A203'],
    ])
    const unseen = { ...roof, from: '2027-01-20', expected: { people: [] } }
    expect(refusal(await grace.call(closeRoom, { ...params('B4a'), body: unseen }))).toEqual([
      409,
      'changed_meanwhile',
      [],
    ])

    expect((await close('A101', '2027-01-05')).status).toBe(204)
    const amina = await server.signIn('0712345678', '12345678')
    expect((await summary(amina)).room_number).toBe('A101')
    expect((await grace.call(reopenRoom, params('A101'))).status).toBe(204)
    expect(refusal(await grace.call(reopenRoom, params('A101')))).toEqual([409, 'room_open', []])
    await grace.call(reopenRoom, params(number))
    expect(await isOffered(number, '2027-01-05')).toBe(true)
  })

  test('a room is deleted only if nobody ever lived in it', async () => {
    await grace.call(addRooms, { body: { pattern: 'Z1', rate: 5000, capacity: 1 } })
    expect((await grace.call(deleteRoom, params('Z1'))).status).toBe(204)
    expect((await grace.call(getRoom, params('Z1'))).status).toBe(404)
    expect(refusal(await grace.call(deleteRoom, params('A101')))).toEqual([
      409,
      'room_was_lived_in',
      [],
    ])
  })
})
