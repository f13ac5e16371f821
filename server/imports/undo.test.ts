import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeApprovalLimit } from '#contract/approvals.ts'
import {
  billTerm,
  changeBillingRule,
  changeBillingTerms,
  getTenantBilling,
  previewBillUndo,
  undoBill,
} from '#contract/billing.ts'
import { getTenantDeposit } from '#contract/deposits.ts'
import { importTable, previewImport, undoImport } from '#contract/imports.ts'
import { changeRents, closeRoom, previewRents } from '#contract/rooms.ts'
import { inviteStaff } from '#contract/settings.ts'
import { listLog } from '#contract/staff-log.ts'
import { addTenantNote, resetPasswordToIdNumber } from '#contract/tenant-record.ts'
import { getRoom, getTenant, listRooms, listTenants } from '#contract/tenants.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import { lockCompany } from '../company/queries.ts'
import { addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const now = new Date('2026-11-20T09:00:00Z')

describe.each(databases)('undoing an import on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, () => now)
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  const files = (text: string) => ({ table: new Blob([text], { type: 'text/csv' }) })
  const look = (kind: ImportKind, text: string, columns?: (string | null)[]) =>
    grace.call(previewImport, {
      params: { kind },
      body: { columns: columns && JSON.stringify(columns) },
      files: files(text),
    })
  async function run(kind: ImportKind, text: string) {
    const { fingerprint } = (await look(kind, text)).body
    const done = await grace.call(importTable, {
      params: { kind },
      body: { fingerprint },
      files: files(text),
    })
    expect(done.status, JSON.stringify(done.body)).toBe(201)
    return done.body.id
  }
  const undo = (id: number) => grace.call(undoImport, { params: { id: String(id) } })

  const idOf = async (name: string) =>
    (await grace.call(listTenants, {})).body.find(({ full_name }) => full_name === name)?.id ?? 0

  test('whoever has paid, is staff or was changed since stays', async () => {
    await run('rooms', 'Room,Rent\nU1,6500\nU2,6500\nU3,6500\nU4,6500\n')
    const people = ['Paid', 'Staff', 'Noted', 'Untouched']
    const lines = people.map(
      (name, at) =>
        `${name} Imported,07990000${at}0,9900110${at},U${at + 1},2026-11-01,500,${name.toLowerCase()}@u.example`,
    )
    const id = await run(
      'tenants',
      `Full name,Phone,ID number,Room,Moved in,Owes,Email\n${lines.join('\n')}\n`,
    )
    const tenants = (await grace.call(listTenants, {})).body
    const idOf = (name: string) =>
      tenants.find(({ full_name }) => full_name === `${name} Imported`)?.id ?? 0
    const { db } = server.running.context
    const { company_id } = await db
      .selectFrom('users')
      .where('id', '=', idOf('Paid'))
      .select('company_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('payments')
      .values({
        company_id,
        user_id: idOf('Paid'),
        purpose: 'rent',
        kind: 'paybill',
        amount: 500,
        paid_at: now,
      })
      .execute()
    const names = { first_name: 'Staff', last_name: 'Imported' }
    await grace.call(inviteStaff, { body: { ...names, email: 'staff@u.example', role: 'owner' } })
    const staff = { params: { id: String(idOf('Staff')) } }
    // Nobody gets into a staff account by an ID number.
    expect((await grace.call(resetPasswordToIdNumber, staff)).status).toBe(409)
    await grace.call(addTenantNote, {
      params: { id: String(idOf('Noted')) },
      body: { text: 'Has two bags in the store.' },
    })
    const undone = await undo(id)
    expect([undone.status, undone.body.kept?.toSorted()]).toEqual([
      200,
      ['Noted Imported', 'Paid Imported', 'Staff Imported'],
    ])
    const there = await Promise.all(
      people.map((name) => grace.call(getTenant, { params: { id: String(idOf(name)) } })),
    )
    expect(there.map(({ status }) => status)).toEqual([200, 200, 200, 404])
  })

  test('reading a statement isn’t using: its tenant can still be undone', async () => {
    await run('rooms', 'Room,Rent\nR1,6500\n')
    const id = await run(
      'tenants',
      'Full name,Phone,ID number,Room,Moved in,Owes,Deposit held\nRead Imported,0799000061,99001161,R1,2026-11-01,500,6500\n',
    )
    const tenant = await idOf('Read Imported')
    const { body: deposit } = await grace.call(getTenantDeposit, { params: { id: tenant } })
    expect(deposit).toMatchObject({ held: 6500, entries: [{ kind: 'opening', can_undo: true }] })
    // Nothing else takes an entry away.
    const { db } = server.running.context
    await expect(db.deleteFrom('deposit_entries').execute()).rejects.toThrow(/append-only/)
    for (const format of ['csv', 'pdf']) {
      const read = await grace.fetch(`/api/staff/tenants/${tenant}/statement/${format}/`)
      expect(read.status).toBe(200)
    }
    expect((await undo(id)).body.kept).toEqual([])
    expect(await idOf('Read Imported')).toBe(0)
    // What was read stays in the log.
    const { body: log } = await grace.call(listLog, {
      query: { about: 'export.statement', limit: '10' },
    })
    expect(log).toHaveLength(2)
  })

  test('tenants who have got a bill since go with it; one whose bill was taken back stays', async () => {
    await run('rooms', 'Room,Rent\nB1,6500\nB2,6500\n')
    const id = await run(
      'tenants',
      'Full name,Phone,ID number,Room,Moved in\nBilled Imported,0799000063,99001163,B1,2026-11-01\nUnbilled Imported,0799000064,99001164,B2,2026-11-01\n',
    )
    const term = {
      ...{ id: null, name: 'December term', due_day: '2026-12-05' },
      ...{ first_month: '2026-12', last_month: '2027-02' },
    }
    const saved = await grace.call(changeBillingTerms, { body: { was: [], now: [term] } })
    const people = [await idOf('Billed Imported'), await idOf('Unbilled Imported')]
    const was = { billed_by: 'month' as const, leaving_percent: 0 }
    const rule = { was, now: { ...was, billed_by: 'term' as const } }
    expect((await grace.call(changeBillingRule, { body: rule })).status).toBe(200)
    const billing = { params: { id: String(saved.body[0]?.id) }, body: {} }
    expect((await grace.call(billTerm, billing)).body.after).toBeNull()
    const { db } = server.running.context
    const bill = async (person = 0) =>
      (await grace.call(getTenantBilling, { params: { id: String(person) } })).body.bills[0]?.id
    const params = { id: String(await bill(people[1])) }
    const { body: expected } = await grace.call(previewBillUndo, { params })
    const undoing = { params, body: { reason: 'Left out', expected } }
    expect((await grace.call(undoBill, undoing)).status).toBe(200)
    await expect(db.deleteFrom('bills').execute()).rejects.toThrow(/append-only/)
    // Two people at once.
    const both = await Promise.all([undo(id), undo(id)])
    expect(both.find(({ status }) => status === 200)?.body.kept).toEqual(['Unbilled Imported'])
    expect(both.filter(({ status }) => status >= 500)).toEqual([])
    expect(await idOf('Billed Imported')).toBe(0)
    expect(await bill(people[1])).toBeUndefined()
  })

  test('above the limit an owner imports deposits and credit, nobody else', async () => {
    const { db } = server.running.context
    await addPerson(db, 1, 'manager@acacia.example', { staff_role: 'manager' })
    const manager = await server.signIn('manager@acacia.example', password)
    const limit = { body: { was: { limit: null }, now: { limit: 10_000 } } }
    expect((await grace.call(changeApprovalLimit, limit)).status).toBe(200)
    await run('rooms', 'Room,Rent\nM1,6500\nM2,6500\nM3,6500\n')
    const line = (at: number, money: string) =>
      `Limited ${'ABC'[at - 1]} Imported,079900004${at},9900114${at},M${at},2026-11-01,${money}\n`
    const heading = 'Full name,Phone,ID number,Room,Moved in,Owes,Deposit held\n'
    const send = async (who: Caller, text: string) => {
      const params = { kind: 'tenants' as const }
      const look = await who.call(previewImport, { params, body: {}, files: files(text) })
      const body = { fingerprint: look.body.fingerprint }
      const done = await who.call(importTable, { params, body, files: files(text) })
      return { notices: look.body.notices, status: done.status, code: done.body.code }
    }
    // What is owed gives nothing away. A day's files are added up.
    const small = heading + line(1, '40000,6000')
    expect(await send(manager, small)).toMatchObject({ notices: [], status: 201 })
    const more = heading + line(2, '-1000,3500')
    expect(await send(manager, more)).toMatchObject({
      notices: [expect.stringMatching(/^Ksh\s4,500 in this file are deposits and credit/)],
      ...{ status: 403, code: 'owner_only' },
    })
    expect(await send(manager, heading + line(3, '500,'))).toMatchObject({ status: 201 })
    expect(await send(grace, more)).toMatchObject({ notices: [], status: 201 })
    await grace.call(changeApprovalLimit, { body: { was: limit.body.now, now: { limit: null } } })
  })

  test('above the limit an owner undoes an import of debts, nobody else', async () => {
    const { db } = server.running.context
    await addPerson(db, 1, 'undoing@acacia.example', { staff_role: 'manager' })
    const manager = await server.signIn('undoing@acacia.example', password)
    await run('rooms', 'Room,Rent\nD1,6500\nD2,6500\n')
    const importOf = (at: number, owes: number) =>
      run(
        'tenants',
        `Full name,Phone,ID number,Room,Moved in,Owes\nIndebted ${'AB'[at - 1]} Imported,079900006${at},9900117${at},D${at},2026-11-01,${owes}\n`,
      )
    const large = await importOf(1, 10_001)
    const small = await importOf(2, 9000)
    const limit = { body: { was: { limit: null }, now: { limit: 10_000 } } }
    expect((await grace.call(changeApprovalLimit, limit)).status).toBe(200)
    const undoBy = (who: Caller, id: number) => who.call(undoImport, { params: { id: String(id) } })
    const refused = await undoBy(manager, large)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'owner_only', message: expect.stringMatching(/owe Ksh\s10,001, which would be/) },
    ])
    expect(await idOf('Indebted A Imported')).not.toBe(0)
    expect((await undoBy(manager, small)).status).toBe(200)
    expect((await undoBy(grace, large)).body.kept).toEqual([])
    expect(await idOf('Indebted A Imported')).toBe(0)
    await grace.call(changeApprovalLimit, { body: { was: limit.body.now, now: { limit: null } } })
  })

  test('a room that staff have changed stays', async () => {
    const id = await run('rooms', 'Room,Rent\nV1,6500\nV2,6500\n')
    const closed = await grace.call(closeRoom, {
      params: { number: 'V1' },
      body: { from: '2026-11-21', reason: 'Paint', expected: { people: [] } },
    })
    expect(closed.status).toBeLessThan(300)
    expect((await undo(id)).body.kept).toEqual(['V1'])
    const room = async (number: string) =>
      (await grace.call(getRoom, { params: { number }, query: {} })).status
    expect([await room('V1'), await room('V2')]).toEqual([200, 404])
  })

  test('rooms in which tenants lived can be undone once these are gone', async () => {
    const rooms = await run('rooms', 'Room,Rent\nL1,6500\nL2,6500\n')
    const tenants = await run(
      'tenants',
      'Full name,Phone,ID number,Room,Moved in\nOne Lives,0799000081,99001181,L1,2026-11-01\nTwo Lives,0799000082,99001182,L2,2026-11-01\n',
    )
    const all = await undo(rooms)
    expect(all.body).toMatchObject({
      kept: ['L1', 'L2'],
      import: { undone_at: null, left: true, undo_until: expect.any(String) },
    })
    await grace.call(addTenantNote, {
      params: { id: String(await idOf('Two Lives')) },
      body: { text: 'Has two bags in the store.' },
    })
    const some = await undo(tenants)
    expect(some.body).toMatchObject({
      kept: ['Two Lives'],
      import: { undone_at: expect.any(String), left: true, undo_until: expect.any(String) },
    })
    const next = await undo(rooms)
    expect(next.body).toMatchObject({
      kept: ['L2'],
      import: { undone_at: expect.any(String), left: true },
    })
    // Nothing more can be taken back, which changes nothing.
    expect((await undo(tenants)).body).toEqual(some.body)
    expect((await undo(rooms)).body).toEqual(next.body)
  })

  test('what was put back once is not put back again', async () => {
    const first = await run('contacts', 'ID,Phone\n12345678,0799000071\n23456789,0799000072\n')
    const second = await run('contacts', 'ID,Phone\n23456789,0799000073\n')
    expect((await undo(first)).body.kept).toEqual(['Brian Kamau'])
    // By chance it is again what that import made of it.
    const third = await run('contacts', 'ID,Phone\n12345678,0799000071\n')
    await undo(second)
    expect((await undo(first)).body).toMatchObject({
      kept: [],
      import: { undone_at: expect.any(String), left: false, undo_until: null },
    })
    expect((await undo(first)).body).toMatchObject({ code: 'undone' })
    await server.signIn('0799000071', '12345678')
    await server.signIn('0722000002', '23456789')
    await undo(third)
  })

  test('of several people who look at files at once one waits, and the others are told when to come back', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `W${at},6500`)
    const text = (lines: string[]) => `Room,Rent\n${lines.join('\n')}\n`
    const looks = [text(rows), text(rows.toReversed()), text(rows), text(rows.toReversed())]
    const answers = await Promise.all(looks.map((file) => look('rooms', file)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.map(({ body }) => body.added)).toEqual(done.map(() => 60))
    expect(done.length).toBeGreaterThanOrEqual(2)
    for (const { status, headers, body } of answers.filter((one) => !done.includes(one))) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'busy', '10'])
    }
  })

  // The embedded database has one connection.
  if (kind === 'postgres') {
    test('waiting for an import of another process keeps no connection', async () => {
      const other = new pg.Client(server.running.context.config.databaseUrl ?? '')
      await other.connect()
      await other.query(`select pg_advisory_lock(hashtext('imports'), 1)`)
      const people = Array.from({ length: 40 }, () => look('rooms', 'Room,Rent\nO1,6500\n'))
      const rooms = Array.from({ length: 40 }, () => grace.call(listRooms, { query: {} }))
      expect(new Set((await Promise.all(rooms)).map(({ status }) => status))).toEqual(
        new Set([200]),
      )
      await other.end()
      const statuses = (await Promise.all(people)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
      expect(new Set(statuses)).toEqual(new Set([200, 503]))
    })

    test('people and reports of M-Pesa are stored while an import locks the residence', async () => {
      const { db } = server.running.context
      const { id } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
      await db.transaction().execute(async (tx) => {
        await lockCompany(tx, id)
        await addPerson(db, id, 'meanwhile@u.example')
      })
    })
  }

  test('of two columns with the same heading the chosen one is imported', async () => {
    const file = 'Room,Room,Rent\nX1,Y1,5000\n'
    for (const columns of [
      [null, 'room_number', 'rate'],
      ['room_number', null, 'rate'],
    ]) {
      const { status, body } = await look('rooms', file, columns)
      expect([status, body.columns, body.bad]).toEqual([200, columns, 0])
    }
  })

  test('a room with another rent, and somebody whose contact was imported since, stay', async () => {
    const rooms = await run('rooms', 'Room,Rent\nVX1,6500\nVX2,6500\n')
    const form = { rooms: 'VX1', rate: 7000, from: '2026-12-01' }
    const { body: expected } = await grace.call(previewRents, { body: form })
    const changed = await grace.call(changeRents, { body: { ...form, expected } })
    expect(changed.status).toBe(200)
    expect((await undo(rooms)).body.kept).toEqual(['VX1'])

    const tenants = await run(
      'tenants',
      'Full name,Phone,ID number,Room,Moved in\nLater Imported,0799000091,99001191,VX1,2026-11-01\n',
    )
    const contacts = await run('contacts', 'ID,Phone\n99001191,0799000092\n')
    expect((await undo(tenants)).body.kept).toEqual(['Later Imported'])
    await undo(contacts)
  })
})
