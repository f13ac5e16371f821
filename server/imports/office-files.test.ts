import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBadRows, importTable, previewImport, undoImport } from '#contract/imports.ts'
import { listLog } from '#contract/staff-log.ts'
import { getTenant, listRooms, listTenants } from '#contract/tenants.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('files as offices have them on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  let set = { at: Date.now(), to: Date.parse('2026-11-20T09:00:00Z') }
  const now = () => new Date(set.to + Date.now() - set.at)
  const signIn = async () => {
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  }
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' }, now)
    await signIn()
  })
  afterAll(() => endServer(server))

  interface As {
    columns?: (string | null)[]
    dates?: 'day' | 'month'
    only_good?: 'true'
  }
  const bodyOf = ({ columns, ...as }: As) => ({
    ...as,
    ...(columns && { columns: JSON.stringify(columns) }),
  })
  const files = (text: string) => ({ table: new Blob([text], { type: 'text/csv' }) })
  const look = async (kind: ImportKind, text: string, as: As = {}) => {
    const { only_good: _, ...body } = bodyOf(as)
    const shown = await grace.call(previewImport, { params: { kind }, body, files: files(text) })
    expect(shown.status, shown.body.message).toBe(200)
    return shown.body
  }
  async function run(kind: ImportKind, text: string, as: As = {}) {
    const { fingerprint } = await look(kind, text, as)
    const body = { ...bodyOf(as), fingerprint }
    return grace.call(importTable, { params: { kind }, body, files: files(text) })
  }
  const undo = (id: number) => grace.call(undoImport, { params: { id: String(id) } })
  const tenantIn = async (number: string) =>
    (await grace.call(listTenants, {})).body.find(({ room }) => room === number)

  const people = [
    'Name,Phone,ID,Room,Since,Leaves,Balance,Caution',
    'Wanja Muthoni,="0795000001",44000001,B401,9/1/2026,,"Shs 6,500",NIL',
    "Otis Owino,'0795000002,44000002,B402,9/15/2026,1/20/2027,500 CR,6500/=",
    'Twin Kilonzo,795000001,44000003,B403,9/1/2026,, - ,-',
    'Cent Mumo,0795000004,44000004,B404,9/1/2026,,12.50,',
    'Nil Debe,0795000005,44000005,B405,9/2/2026,,nil,N/A',
  ]

  test('dates that may be either are asked about, and the answer is remembered', async () => {
    const text = `${people[0]}\nWanja Muthoni,0795000001,44000001,B401,9/1/2026,12/1/2026,,\n`
    const shown = await look('tenants', text)
    expect(shown).toMatchObject({
      added: 0,
      bad: 0,
      effects: [],
      dates: { order: null, example: '9/1/2026', day: '9 Jan 2026', month: '1 Sep 2026' },
    })
    const unanswered = await run('tenants', text)
    expect([unanswered.status, Object.keys(unanswered.body.fields ?? {})]).toEqual([400, ['dates']])
    const asMonth = await look('tenants', text, { dates: 'month' })
    expect(asMonth.effects[0]).toContain('since 1 Sep 2026 until 1 Dec 2026')
    const asDay = await look('tenants', text, { dates: 'day' })
    expect(asDay.bad_rows).toMatchObject([{ reason: expect.stringMatching(/^Leaves: they left/) }])
    const done = await run('tenants', text, { dates: 'month' })
    expect(done.status).toBe(201)
    await undo(done.body.id)
    expect((await look('tenants', text)).dates).toMatchObject({ order: 'month' })
    // A column that shows it is read so, whatever was remembered, and so is the other one.
    const clear = text.replace('9/1/2026', '25/9/2026')
    expect(await look('tenants', clear)).toMatchObject({
      dates: null,
      bad_rows: [{ reason: expect.stringMatching(/^Leaves: they left on 12 Jan 2026/) }],
    })
  })

  test('a title, twin phones, American dates, cents and a total: the good lines now, the others later', async () => {
    const text = [
      '"ACACIA HOSTEL, NAIROBI"',
      'Tenants as at 31 October 2026,,,,,,,',
      '',
      ...people,
      'TOTAL,,,,,,"7,012.50",6500',
    ].join('\r\n')
    const shown = await look('tenants', text)
    expect(shown.columns).toEqual([
      ...['full_name', 'phone_number', 'id_number', 'room', 'start_date', 'end_date'],
      ...['opening_balance', 'deposit_held'],
    ])
    expect(shown).toMatchObject({ rows: 5, added: 3, bad: 2, dates: null })
    expect(shown.notices).toEqual([
      expect.stringContaining('“ACACIA HOSTEL, NAIROBI / Tenants as at 31 October 2026”'),
      'Line 10 is a total, and left out.',
    ])
    expect(shown.bad_rows.map(({ line, reason }) => [line, reason])).toEqual([
      [7, 'Phone: 0795 000 001 is on line 5 too.'],
      [8, 'Owes: “12.50” isn’t a sum in whole shillings: leave out the cents.'],
    ])
    expect(shown.effects).toEqual([
      expect.stringMatching(/^Wanja Muthoni: B401 since 1 Sep 2026, owes Ksh\s6,500,/),
      expect.stringMatching(
        /^Otis Owino: B402 since 15 Sep 2026 until 20 Jan 2027, has Ksh\s500 credit, deposit of Ksh\s6,500 held/,
      ),
      expect.stringMatching(/^Nil Debe: B405 since 2 Sep 2026, owes nothing,/),
    ])
    expect(shown.totals).toEqual([
      { label: 'Owed', shillings: 6500, of: '1 tenant' },
      { label: 'Credit', shillings: 500, of: '1 tenant' },
      { label: 'Deposits held', shillings: 6500, of: '1 tenant' },
    ])
    // All or none, unless the good ones are asked for.
    expect(await run('tenants', text)).toMatchObject({ status: 409, body: { code: 'bad_rows' } })
    const done = await run('tenants', text, { only_good: 'true' })
    expect(done).toMatchObject({ status: 201, body: { added: 3 } })
    expect((await tenantIn('B402'))?.full_name).toBe('Otis Owino')
    expect(await tenantIn('B403')).toBe(undefined)
    const [entry] = (await grace.call(listLog, { query: { about: 'import' } })).body
    expect(entry).toMatchObject({ after: { added: 3, left_out: 2 } })

    const form = new FormData()
    form.append('table', new Blob([text]))
    const path = '/api/staff/imports/tenants/bad-rows/'
    const rest = await (await grace.fetch(path, { method: 'POST', body: form })).text()
    expect(rest.trim().split('\n')).toHaveLength(3)
    // Two dates alone don't show how they are written; in the first file the others did.
    const corrected = rest
      .replace('795000001,44000003', '0795000003,44000003')
      .replace('12.50', '13')
    expect((await look('tenants', corrected)).dates).toMatchObject({ example: '9/1/2026' })
    const later = await run('tenants', corrected, { dates: 'month' })
    expect(later).toMatchObject({ status: 201, body: { added: 2 } })
    for (const id of [later.body.id, done.body.id]) expect((await undo(id)).body.kept).toEqual([])
  })

  test('in a column with dates of both kinds, those that may be either are refused', async () => {
    const line = (at: number, since: string) =>
      `P${at} Tester,079500010${at},4400010${at},B40${at},${since}`
    const lines = ['15/9/2026', '9/15/2026', '3/4/2026'].map((since, at) => line(at + 1, since))
    const shown = await look('tenants', `Name,Phone,ID,Room,Since\n${lines.join('\n')}\n`)
    expect(shown).toMatchObject({
      added: 2,
      bad_rows: [
        {
          line: 4,
          reason:
            'Moved in: “3/4/2026” may be 3 Apr 2026 or 4 Mar 2026, as this column has dates of both kinds. Write it as 2026-04-03, with the year first.',
        },
      ],
    })
  })

  test('sums and blanks in the spellings of ledgers', async () => {
    const cells: [string, string][] = [
      ['Sh 1200', 'owes Ksh\u00a01,200'],
      ['1,200/=', 'owes Ksh\u00a01,200'],
      ['1200DR', 'owes Ksh\u00a01,200'],
      ['Dr. 1,200', 'owes Ksh\u00a01,200'],
      ['Kshs. 1,200.00 CR', 'has Ksh\u00a01,200 credit'],
      ['(1200)', 'has Ksh\u00a01,200 credit'],
      ['—', 'owes nothing'],
      ['None', 'owes nothing'],
      ['="1200"', 'owes Ksh\u00a01,200'],
      ["'1200", 'owes Ksh\u00a01,200'],
    ]
    for (const [cell, owes] of cells) {
      const quoted = `"${cell.replaceAll('"', '""')}"`
      const line = `Wanja Muthoni,0795000001,44000001,B401,2026-09-01,-,${quoted},nil`
      const shown = await look('tenants', `${people[0]}\n${line}\n`)
      expect(shown.effects[0], cell).toContain(`${owes},`)
    }
  })

  test('one byte of older Excel in a file of UTF-8 is read, and its line is named', async () => {
    const text = Buffer.concat([
      Buffer.from('Room,Rent,Notes\nT1,5000,Ngũgĩ\nT2,5000,Caf'),
      Buffer.from([0xe9]),
      Buffer.from('\n'),
    ])
    const table = new Blob([new Uint8Array(text)])
    const { body } = await grace.call(previewImport, {
      params: { kind: 'rooms' },
      body: {},
      files: { table },
    })
    expect(body.effects).toEqual([
      expect.stringContaining('notes “Ngũgĩ”'),
      expect.stringContaining('notes “Café”'),
    ])
    expect(body.notices).toEqual([expect.stringMatching(/^Line 3 is not UTF-8/)])
  })

  test('of two columns with one heading the chosen one is remembered by its place', async () => {
    const text = 'Room,Rent,Rent\nT1,9000,5000\n'
    const columns = ['room_number', null, 'rate']
    const done = await run('rooms', text, { columns })
    expect(done.status).toBe(201)
    await undo(done.body.id)
    expect((await look('rooms', text)).columns).toEqual(columns)
    expect((await look('rooms', 'Rent,Room\n5000,T1\n')).columns).toEqual(['rate', 'room_number'])
  })

  test('rooms whose number has a dash are rooms, and what looks like a range is said', async () => {
    const text = 'Room,Rent\n1-02,5000\n2-05,5000\nB2-14,5000\nB2-14-3,5000\nA301-A305,5000\n'
    const shown = await look('rooms', text)
    expect(shown).toMatchObject({ added: 5, bad: 0 })
    expect(shown.notices).toEqual([
      '“A301-A305” is read as one room. A range of rooms has a line for each.',
    ])
    const done = await run('rooms', text)
    const numbers = (await grace.call(listRooms, { query: {} })).body.map(
      ({ room_number }) => room_number,
    )
    expect(numbers).toEqual(expect.arrayContaining(['1-02', '2-05', 'B2-14', 'B2-14-3']))
    expect((await undo(done.body.id)).body.kept).toEqual([])
  })

  test('over the end of a month an import isn’t what its preview was', async () => {
    const text = `${people[0]}\nWanja Muthoni,0795000001,44000001,B401,2026-09-01,,,\n`
    set = { at: Date.now(), to: Date.parse('2026-11-30T20:58:00Z') }
    await signIn()
    const { fingerprint, effects } = await look('tenants', text)
    expect(effects[0]).toContain('rent from December 2026 on')
    set = { at: Date.now(), to: Date.parse('2026-11-30T21:02:00Z') }
    const late = await grace.call(importTable, {
      params: { kind: 'tenants' },
      body: { fingerprint },
      files: files(text),
    })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    const { body } = late
    expect(body.effect).toMatchObject({
      effects: [expect.stringContaining('rent from January 2027 on')],
    })
    set = { at: Date.now(), to: Date.parse('2026-11-20T10:00:00Z') }
    await signIn()
  })

  test('whatever is otherwise by now stays when an import is undone, however it was changed', async () => {
    const { db } = server.running.context
    const rooms = await run('rooms', 'Room,Rent\nE1,5000\nE2,5000\nE3,5000\n')
    const change = (number: string, changes: object) =>
      db.updateTable('rooms').set(changes).where('room_number', '=', number).execute()
    await change('E1', { notes: 'Painted' })
    await change('E2', { capacity: 2 })
    expect((await undo(rooms.body.id)).body.kept).toEqual(['E1', 'E2'])
    await change('E1', { notes: '' })
    expect((await undo(rooms.body.id)).body.kept).toEqual(['E2'])

    const line = (at: number) =>
      `Maker ${'ABC'[at]},079500020${at},4400020${at},B40${at + 1},2026-09-01`
    const made = await run(
      'tenants',
      `Name,Phone,ID,Room,Since\n${[0, 1, 2].map(line).join('\n')}\n`,
    )
    const [first, second] = [await tenantIn('B401'), await tenantIn('B402')]
    await db
      .updateTable('users')
      .set({ first_name: 'Making' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    const contacts = await run('contacts', 'ID,Emergency contact\n44000201,0733000001\n')
    expect((await undo(made.body.id)).body.kept).toEqual(['Making A', 'Maker B'])
    // What the contacts had changed is as it was again.
    await undo(contacts.body.id)
    expect((await undo(made.body.id)).body.kept).toEqual(['Making A'])
    const gone = await grace.call(getTenant, { params: { id: String(second?.id) } })
    expect(gone.status).toBe(404)
  })

  test('lines that are left out can be got as a file with the answer about dates', async () => {
    const text = `${people[0]}\nWanja Muthoni,0795000001,44000001,Q1,9/1/2026,,,\n`
    const { status } = await grace.call(getBadRows, {
      params: { kind: 'tenants' },
      body: { dates: 'month' },
      files: files(text),
    })
    expect(status).toBe(200)
  })
})
