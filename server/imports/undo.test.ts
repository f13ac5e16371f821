import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importTable, previewImport, undoImport } from '#contract/imports.ts'
import { closeRoom } from '#contract/rooms.ts'
import { inviteStaff } from '#contract/settings.ts'
import { addTenantNote } from '#contract/tenant-record.ts'
import { getRoom, getTenant, listTenants, resetPasswordToIdNumber } from '#contract/tenants.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import { lockCompany } from '../settings/queries.ts'
import { addPerson } from '../testing/people.ts'
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

  test('a room that staff have changed stays', async () => {
    const id = await run('rooms', 'Room,Rent\nV1,6500\nV2,6500\n')
    const closed = await grace.call(closeRoom, {
      params: { number: 'V1' },
      body: { from: '2026-11-21', reason: 'Paint' },
    })
    expect(closed.status).toBeLessThan(300)
    expect((await undo(id)).body.kept).toEqual(['V1'])
    const room = async (number: string) =>
      (await grace.call(getRoom, { params: { number }, query: {} })).status
    expect([await room('V1'), await room('V2')]).toEqual([200, 404])
  })

  test('several people look at files with the same rows at once', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `W${at},6500`)
    const text = (lines: string[]) => `Room,Rent\n${lines.join('\n')}\n`
    const looks = [text(rows), text(rows.toReversed()), text(rows), text(rows.toReversed())]
    const answers = await Promise.all(looks.map((file) => look('rooms', file)))
    expect(answers.map(({ status, body }) => [status, body.added])).toEqual(
      looks.map(() => [200, 60]),
    )
  })

  // The embedded database has one connection.
  if (kind === 'postgres') {
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
})
