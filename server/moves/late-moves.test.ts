import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewRemoval, previewTransfer } from '#contract/billing.ts'
import { listLedger } from '#contract/ledger.ts'
import {
  getTenant,
  listRooms,
  listTenants,
  moveBack,
  previewMoveBack,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const NOVEMBER = '2026-11'

describe.each(databases)('moves that are told late on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  const start = Date.now()
  const now = () => new Date(Date.parse('2026-11-20T09:00:00Z') + Date.now() - start)

  beforeAll(async () => {
    server = await startServer(kind, {}, now)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  async function tenantIn(room: string) {
    const found = (await grace.call(listTenants, {})).body.find((one) => one.room === room)
    if (!found) throw new Error(`no tenant in ${room}`)
    const rooms = (await grace.call(listRooms, { query: {} })).body
    return { ...found, rate: rooms.find(({ room_number }) => room_number === room)?.rate ?? 0 }
  }
  const balance = async (id: number) =>
    (await grace.call(getTenant, { params: { id } })).body.balance
  const remove = (id: number, departure_date: string, more: object = {}) =>
    grace.call(removeTenant, { body: { id, removal_reason: 'other', departure_date, ...more } })
  const look = (id: number, departure_date: string, corrected_months?: string[]) =>
    grace.call(previewRemoval, { params: { id }, body: { departure_date, corrected_months } })

  test('who left in October owes no rent of November; moving back in owes it again', async () => {
    const { id, rate } = await tenantIn('A103')
    const owed = await balance(id)
    const shown = (await look(id, '2026-10-28')).body
    expect(shown).toMatchObject({
      ...{ before: owed, after: owed - rate, changes: [] },
      differences: [{ month: NOVEMBER, before: rate, after: 0 }],
    })
    expect((await look(id, '2026-10-28', [])).body).toMatchObject({ before: owed, after: owed })
    // In November they have had a day of the month: nothing differs.
    expect((await look(id, '2026-11-02')).body.differences).toEqual([])

    const chosen = { corrected_months: NOVEMBER }
    const stale = await remove(id, '2026-10-28', { ...chosen, expected_change: -rate - 1 })
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'changed_meanwhile' }])
    const none = await remove(id, '2026-10-28', { corrected_months: '2026-09' })
    expect(none.status).toBe(409)
    expect(await balance(id)).toBe(owed)

    const done = await remove(id, '2026-10-28', { ...chosen, expected_change: -rate })
    expect([done.status, done.body.closing_balance]).toEqual([200, owed - rate])
    const [entry] = (await grace.call(listLedger, { params: { id }, query: {} })).body
    expect(entry).toMatchObject({ amount: -rate, reason: 'November: left on 28 Oct 2026' })

    const { body: rooms } = await grace.call(listRooms, { query: { from: '2026-10-28' } })
    const free = rooms.filter((room) => room.free).map(({ room_number }) => room_number)
    expect(free).toContain('A103')
    expect(free).not.toContain('A104')
    const query = { room_number: 'A103', start_date: '2026-10-28' }
    const back = (await grace.call(previewMoveBack, { params: { id }, query })).body
    expect(back).toMatchObject({
      ...{ before: owed - rate, after: owed, charges: [] },
      changes: [{ month: NOVEMBER, amount: rate }],
    })
    const body = { ...query, expected: back }
    expect((await grace.call(moveBack, { params: { id }, body })).status).toBe(200)
    expect(await balance(id)).toBe(owed)
  })

  test('without a choice charged rent stays, and moving back in adds nothing', async () => {
    const { id } = await tenantIn('A104')
    const owed = await balance(id)
    expect((await remove(id, '2026-10-28')).body.closing_balance).toBe(owed)
    const body = { room_number: 'A104', start_date: '2026-10-28' }
    expect((await grace.call(moveBack, { params: { id }, body })).status).toBe(200)
    expect(await balance(id)).toBe(owed)
  })

  test('who never came owes no rent at all', async () => {
    const { id, from } = await tenantIn('A105')
    const shown = (await look(id, from)).body
    const months = shown.differences.map(({ month }) => month)
    expect(months).toContain(NOVEMBER)
    expect(shown.differences.every(({ after }) => after === 0)).toBe(true)
    const done = await remove(id, from, {
      corrected_months: months.join(','),
      expected_change: shown.after - shown.before,
    })
    expect([done.status, done.body.closing_balance]).toEqual([200, shown.after])
  })

  test('a transfer of October costs the rent of the new room in November, and back again', async () => {
    const { id, rate } = await tenantIn('A201')
    const owed = await balance(id)
    const rooms = (await grace.call(listRooms, { query: { from: '2026-10-20' } })).body
    const other = rooms.find((room) => room.free && room.rate !== rate)
    if (!other) throw new Error('no free room of another rent')
    const { room_number } = other
    const move = { room_number, transfer_date: '2026-10-20' }
    const shown = (await grace.call(previewTransfer, { params: { id }, body: move })).body
    expect(shown).toMatchObject({
      differences: [{ month: NOVEMBER, before: rate, after: other.rate }],
      after: owed + other.rate - rate,
    })
    const form = { id, transfer_reason: 'other' as const, corrected_months: NOVEMBER }
    const done = await grace.call(transferTenant, {
      body: { ...form, ...move, previous_room: 'A201' },
    })
    expect(done.status).toBe(201)
    expect(await balance(id)).toBe(owed + other.rate - rate)
    const undone = await grace.call(transferTenant, {
      body: { ...form, ...move, previous_room: room_number, room_number: 'A201' },
    })
    expect(undone.status).toBe(201)
    expect(await balance(id)).toBe(owed)
  })
})
