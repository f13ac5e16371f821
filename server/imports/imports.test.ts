import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getBadRows,
  type ImportPreview,
  importTable,
  listImports,
  previewImport,
  undoImport,
} from '#contract/imports.ts'
import { listBalances, listLedger } from '#contract/ledger.ts'
import { getOverview, listOverviewEntries } from '#contract/overview.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { resetPasswordToIdNumber } from '#contract/tenant-record.ts'
import {
  getTenant,
  listRooms,
  listTenants,
  previewMoveBack,
  removeTenant,
} from '#contract/tenants.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import { runDailyJobs } from '../jobs.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('imports on %s', (db_kind) => {
  let server: TestServer
  let grace: Caller
  let set = { at: Date.now(), to: Date.parse('2026-11-20T09:00:00Z') }
  const now = () => new Date(set.to + Date.now() - set.at)
  const signIn = async () => {
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  }
  beforeAll(async () => {
    server = await startServer(db_kind, { THROTTLE: 'off' }, now)
    await signIn()
  })
  afterAll(() => endServer(server))

  const fileOf = (text: string | Uint8Array<ArrayBuffer>) => ({
    table: new Blob([text], { type: 'text/csv' }),
  })
  const preview = (
    kind: ImportKind,
    text: string | Uint8Array<ArrayBuffer>,
    columns?: (string | null)[],
  ) =>
    grace.call(previewImport, {
      params: { kind },
      body: { columns: columns && JSON.stringify(columns) },
      files: fileOf(text),
    })
  async function run(kind: ImportKind, text: string, shown?: ImportPreview) {
    const { fingerprint } = shown ?? (await preview(kind, text)).body
    return grace.call(importTable, { params: { kind }, body: { fingerprint }, files: fileOf(text) })
  }
  const roomNumbers = async () =>
    (await grace.call(listRooms, { query: {} })).body.map(({ room_number }) => room_number)
  /** All rows of the tables that an import writes to. */
  async function tables() {
    const { db } = server.running.context
    const dump: Record<string, unknown[]> = {}
    for (const table of written) {
      const rows = await db.selectFrom(table).selectAll().execute()
      dump[table] = rows.map((row) => JSON.stringify(row)).toSorted()
    }
    return dump
  }

  test('rooms: looked at, corrected, imported, and undone', async () => {
    const before = await tables()
    const rows = Array.from({ length: 400 }, (_, at) => `K${at + 1},"6,500",${(at % 3) + 1},`)
    const wrong = ['Unit No.,Monthly rent,Beds,Remarks', ...rows]
      .join('\n')
      .replace('K7,"6,500"', 'K7,six thousand')
      .replace('K9,"6,500"', ',"6,500"')
      .replace('K11,', 'K10,')
      .replace('K12,"6,500"', 'A101,"9,999"')
    const { status, body } = await preview('rooms', wrong)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      columns: ['room_number', 'rate', 'capacity', 'notes'],
      missing: [],
      rows: 400,
      added: 396,
      unchanged: 0,
      bad: 4,
      effects: expect.arrayContaining(['K1: Ksh\u00a06,500 a month, 1 place']),
    })
    expect(body.bad_rows.map(({ line, reason }) => [line, reason])).toEqual([
      [8, '“six thousand” isn’t a rent in whole shillings.'],
      [10, 'The room number is missing.'],
      [12, 'This room is on line 11 too.'],
      [13, 'A101 is there already, with Ksh\u00a06,500 and 1 place.'],
    ])
    const refused = await run('rooms', wrong, body)
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, 'bad_rows'])
    // Nothing was left behind, by the preview or by the refused import.
    expect(await tables()).toEqual(before)

    const right = ['Unit No.,Monthly rent,Beds,Remarks', ...rows].join('\n')
    const shown = (await preview('rooms', right)).body
    expect(shown).toMatchObject({ added: 400, bad: 0 })
    const done = await run('rooms', right, shown)
    expect([done.status, done.body]).toMatchObject([
      201,
      { kind: 'rooms', added: 400, unchanged: 0, by: 'Grace Wanjiru', undone_at: null },
    ])
    expect(await roomNumbers()).toContain('K400')
    // The same file again changes nothing.
    const again = await preview('rooms', right)
    expect(again.body).toMatchObject({ added: 0, unchanged: 400, bad: 0 })

    const undone = await grace.call(undoImport, { params: { id: done.body.id } })
    expect([undone.status, undone.body]).toMatchObject([
      200,
      { kept: [], import: { undo_until: null } },
    ])
    expect(await roomNumbers()).not.toContain('K1')
    const twice = await grace.call(undoImport, { params: { id: done.body.id } })
    expect([twice.status, (twice.body as { code?: string }).code]).toEqual([409, 'undone'])
    expect((await grace.call(listImports, {})).body[0]).toMatchObject({
      id: done.body.id,
      undone_at: expect.any(String),
    })
  })

  test('the rows to correct come as a file, with the reason of each', async () => {
    const text = 'room;rent\nL1;5000\nL2;=2+3\n'
    const response = await grace.fetch('/api/staff/imports/rooms/bad-rows/', {
      method: 'POST',
      body: formWith(text),
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    // A cell that a spreadsheet would run is made safe.
    expect(await response.text()).toBe(
      "room,rent,Reason\nL2,'=2+3,“=2+3” isn’t a rent in whole shillings.\n",
    )
    const { body } = await grace.call(getBadRows, {
      params: { kind: 'tenants' },
      body: {},
      files: fileOf('Name\n'),
    })
    expect(body).toMatchObject({
      code: 'invalid',
      fields: { table: 'The file has a heading but no rows.' },
    })
  })

  test('columns are matched by name, chosen, and remembered', async () => {
    const text = 'Door code,Kodi\nM1,4000\n'
    const unknown = (await preview('rooms', text)).body
    expect(unknown).toMatchObject({ columns: [null, null], missing: ['Room', 'Rent'], added: 0 })
    const columns = ['room_number', 'rate']
    const chosen = (await preview('rooms', text, columns)).body
    expect(chosen).toMatchObject({ columns, missing: [], added: 1 })
    async function importAs(file: string, as: (string | null)[]) {
      const { fingerprint } = (await preview('rooms', file, as)).body
      const { status, body } = await grace.call(importTable, {
        params: { kind: 'rooms' },
        body: { fingerprint, columns: JSON.stringify(as) },
        files: fileOf(file),
      })
      expect(status).toBe(201)
      return body
    }
    const done = await importAs(text, columns)
    expect((await preview('rooms', 'KODI,door code\n4100,M2\n')).body).toMatchObject({
      columns: ['rate', 'room_number'],
      added: 1,
    })
    // A later file that lacks a heading doesn't make it forgotten, nor that another one was left out.
    const notes = await importAs('Door code,Notes,Kodi\nM3,old,4000\n', [
      'room_number',
      null,
      'rate',
    ])
    const plain = await importAs('Room,Rent\nM4,4000\n', ['room_number', 'rate'])
    expect((await preview('rooms', 'Door code,Kodi,Notes\nM5,4000,new\n')).body).toMatchObject({
      columns: ['room_number', 'rate', null],
    })
    for (const { id } of [done, notes, plain]) await grace.call(undoImport, { params: { id } })
    const spaced = (await preview('rooms', 'room,rent\nA 101,6500\na1 02,1\n')).body
    expect(spaced).toMatchObject({ added: 0, unchanged: 1, bad: 1 })
  })

  test('encodings, separators and line ends', async () => {
    const texts: [string, Uint8Array<ArrayBuffer> | string][] = [
      ['UTF-8 with a mark', '\ufeffroom,rent,notes\r\nN1,5000,Café\r\n'],
      ['semicolons', 'room;rent;notes\nN1;5000;Café\n'],
      ['a line for Excel', 'sep=;\r\nroom;rent;notes\r\nN1;5000;Café\r\n'],
      ['a line for Excel after a mark', '\ufeffsep=|\nroom|rent|notes\nN1|5000|Café, Kisumu\n'],
      ['a quoted line for Excel', '"sep=,"\nroom,rent,notes\nN1,5000,Café\n'],
      ['tabs', 'room\trent\tnotes\nN1\t5000\tCafé\n'],
      ['old Macs', 'room,rent,notes\rN1,5000,Café\r'],
      [
        'Windows-1252',
        new Uint8Array([...new TextEncoder().encode('room,rent,notes\nN1,5000,Caf'), 0xe9]),
      ],
      ['UTF-16', utf16('room,rent,notes\nN1,5000,Café\n')],
      [
        'spaces, empty lines and empty cells behind the others',
        ' room , rent ,notes,\n\n N1 , 5000 ,Café,,,\n,,\n',
      ],
    ]
    for (const [name, text] of texts) {
      const { body } = await preview('rooms', text)
      expect(body, name).toMatchObject({ added: 1, bad: 0, rows: 1 })
      expect(body.notices, name).toHaveLength(name === 'Windows-1252' ? 1 : 0)
    }
  })

  test('a file that is read piece by piece keeps every letter', async () => {
    const notes = 'Ghorofa ya pili – mkabala na bustani, 🌿 dirisha la Gĩtaũ'
    const lines = Array.from({ length: 5000 }, (_, at) => `N${at},?,"${notes}"`)
    const text = `room,rent,notes\n${lines.join('\n')}\n`
    const read = async (body: FormData) => {
      const path = '/api/staff/imports/rooms/bad-rows/'
      return (await grace.fetch(path, { method: 'POST', body })).text()
    }
    const expected = `room,rent,notes,Reason\n${lines
      .map((line) => `${line},“?” isn’t a rent in whole shillings.\n`)
      .join('')}`
    const unquoted = (answer: string) => answer.replaceAll(`"${notes}"`, notes)
    expect(unquoted(await read(formWith(text)))).toBe(unquoted(expected))
    const form = new FormData()
    form.append('table', new Blob([utf16(text)]))
    expect(unquoted(await read(form))).toBe(unquoted(expected))
  })

  test('what isn’t a table is refused with its reason', async () => {
    const wide = Array.from({ length: 200 }, (_, at) => `c${at}`).join(',')
    const isEmbedded = db_kind === 'pglite'
    const million = `room,rent\n${'N1,5000\n'.repeat(1_000_000)}`
    const many = `room,rent\n${'N1,5000\n'.repeat(isEmbedded ? 5001 : 50_001)}`
    const tooMany = isEmbedded
      ? 'The file has more than 5,000 rows, the most that the embedded database imports at once. Please split it, or let Bweni use PostgreSQL, which takes 50,000.'
      : 'The file has more than 50,000 rows. Please split it.'
    const cases: [string, string, number][] = [
      ['', 'Please choose a file, or paste the table.', 400],
      ['room,rent\n', 'The file has a heading but no rows.', 400],
      [`${wide}\n${wide}`, 'The file has 200 columns; at most 60 can be read.', 400],
      [many, tooMany, 400],
      [million, 'The file has more than 1,000,000 cells. Please split it.', 400],
      [
        'PK\u0003\u0004…',
        'This is an Excel workbook. In Excel choose “Save as” and then “CSV UTF-8”.',
        400,
      ],
      ['room,rent\nA\0B,5', 'This isn’t a CSV file.', 400],
      [
        `room,rent,${'x'.repeat(2001)}\nN1,5000,`,
        'A heading has more than 2,000 characters. Is a quotation mark missing in front of it?',
        400,
      ],
      [
        'room,rent\n"N1,5000\n',
        'The file can’t be read. Is a quotation mark missing somewhere?',
        400,
      ],
      ['x'.repeat(21_000_000), 'This file is larger than 20 MB. Please choose a smaller one.', 413],
    ]
    for (const [text, message, status] of cases) {
      const answer = await preview('rooms', text)
      expect([answer.status, answer.body]).toMatchObject([status, { message }])
    }
  })

  test('a row with more cells than headings is never read as another sum', async () => {
    const reasons = async (kind: ImportKind, text: string) =>
      (await preview(kind, text)).body.bad_rows.map(({ line, reason }) => [line, reason])
    const too = (cells: number, headings: number) =>
      `This row has ${cells} cells, but there are ${headings} headings. A sum with a comma belongs in quotation marks.`
    expect(await reasons('rooms', 'Room,Rent\nZ3,6,500\nZ4,"6,500"\nZ5,?\n')).toEqual([
      [2, too(3, 2)],
      [4, '“?” isn’t a rent in whole shillings.'],
    ])
    // Excel gives the cell an empty heading; a comma for an empty cell at the end hides that there is one too many.
    expect(await reasons('rooms', 'Room,Rent,\nZ3,6,500\n')).toEqual([[2, too(3, 2)]])
    expect(await reasons('rooms', 'Room,Rent,Notes\nZ3,6,500,\n')).toEqual([[2, too(4, 3)]])
    const tenants = 'Name,Phone,ID,Room,Since,Owes\nAda Obi,0790111222,39000001,B401,1/9/2026,1,500'
    expect(await reasons('tenants', tenants)).toEqual([[2, too(7, 6)]])
    const contacts = 'ID;Email\n12345678;a@example.org;b@example.org\n'
    expect(await reasons('contacts', contacts)).toEqual([
      [2, 'This row has 3 cells, but there are 2 headings. Each cell needs a heading.'],
    ])
    expect((await preview('rooms', 'Room,Rent,Places\nZ3,6500,2,,\n')).body.added).toBe(1)

    const refused = await run('rooms', 'Room,Rent\nZ3,6,500\nZ4,6500\n')
    expect([refused.status, refused.body.code]).toEqual([409, 'bad_rows'])
    // In the file of rows to correct it is whole, and stays bad until it is corrected.
    const answer = await grace.fetch('/api/staff/imports/rooms/bad-rows/', {
      method: 'POST',
      body: formWith('Room,Rent\nZ3,6,500\n'),
    })
    const file = await answer.text()
    expect(file.split('\n')[1]).toBe(`Z3,6,500,"${too(3, 2)}"`)
    expect((await preview('rooms', file)).body).toMatchObject({ added: 0, bad: 1 })
  })

  test('a cell that is too long makes a bad row, whatever its length', async () => {
    const lines = [2001, 300_000].map((length, at) => `Y${at},5000,${'x'.repeat(length)}`)
    const { status, body } = await preview(
      'rooms',
      ['room,rent,notes', ...lines, 'Y7,5000,short'].join('\n'),
    )
    const reason =
      'A cell has more than 2,000 characters. Is a quotation mark missing in front of it?'
    expect(status).toBe(200)
    expect(body).toMatchObject({ rows: 3, added: 1, bad: 2 })
    expect(body.bad_rows).toEqual(
      [2, 3].map((line) => ({
        line,
        reason,
        cells: [`Y${line - 2}`, '5000', `${'x'.repeat(200)}…`],
      })),
    )
  })

  const person = (changes: Record<string, string> = {}) => ({
    'Full name': 'Wairimu Njoroge',
    Phone: '0790 111 222',
    'ID number': '39000001',
    Room: 'B401',
    'Moved in': '1/9/2026',
    Owes: '1,500',
    'Deposit held': '',
    ...changes,
  })
  const table = (...people: Record<string, string>[]) => {
    const headings = Object.keys(people[0] ?? {})
    const line = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(',')
    return [
      line(headings),
      ...people.map((one) => line(headings.map((name) => one[name] ?? ''))),
    ].join('\n')
  }

  test('what imported tenants owed before is no rent of the month', async () => {
    const month = '2026-11'
    const entries = async () =>
      (await grace.call(listOverviewEntries, { query: { of: 'due', month, limit: '100' } })).body
    const before = (await grace.call(getOverview, { query: {} })).body
    const listed = await entries()
    const someone = (at: number, Owes: string) =>
      person({
        'Full name': `Opening ${at}`,
        Phone: `0790 555 00${at}`,
        'ID number': `3900500${at}`,
        Room: `B40${at}`,
        Owes,
      })
    const text = table(someone(3, '1,500'), someone(4, '-500'))
    const done = await run('tenants', text)
    expect(done.status).toBe(201)
    const after = (await grace.call(getOverview, { query: {} })).body
    expect(after.due).toEqual(before.due)
    expect(after.months).toEqual(before.months)
    expect(after.debtors.length).toBe(before.debtors.length + 1)
    expect(await entries()).toEqual(listed)
    await grace.call(undoImport, { params: { id: done.body.id } })
  })

  test('tenants: they sign in with their ID number, owe what they owed, and pay rent from the next month on', async () => {
    const full = person({
      'Registration number': 'SCT1/2026',
      'Year of study': '2',
      College: '',
      Faculty: '',
      'Emergency phone': '0733 000 001',
    })
    const [faculty] = await server.running.context.db
      .selectFrom('faculties')
      .innerJoin('colleges', 'colleges.id', 'faculties.college_id')
      .select(['faculties.name', 'colleges.name as college'])
      .execute()
    const text = table({ ...full, College: faculty?.college ?? '', Faculty: faculty?.name ?? '' })
    const shown = (await preview('tenants', text)).body
    expect(shown).toMatchObject({
      added: 1,
      bad: 0,
      effects: [
        'Wairimu Njoroge: B401 since 1 Sep 2026, owes Ksh\u00a01,500, rent from December 2026 on',
      ],
    })
    const done = await run('tenants', text, shown)
    expect(done.status).toBe(201)
    const wairimu = await server.signIn('0790111222', '39000001')
    expect((await wairimu.call(getPaymentSummary, {})).body).toMatchObject({
      room_number: 'B401',
      current_month_balance: 1500,
      balance: { brought_forward: 0, this_month: 1500 },
      other_charges: [{ kind: 'opening_balance', months: null, amount: 1500 }],
    })
    const id = (await grace.call(listTenants, {})).body.find(({ room }) => room === 'B401')?.id ?? 0
    const { body: detail } = await grace.call(getTenant, { params: { id } })
    expect(detail).toMatchObject({
      from: '2026-09-01',
      details: { registration_number: 'SCT1/2026', terms_agreed_at: null },
    })
    expect((await preview('tenants', text)).body).toMatchObject({ added: 0, unchanged: 1, bad: 0 })
    const typed = text.replace('"B401"', '" b 401"')
    expect(typed).not.toBe(text)
    expect((await preview('tenants', typed)).body).toMatchObject({ unchanged: 1, bad: 0 })
    const other = person({ Room: 'b 402', 'ID number': '39000777', Phone: '0790 777 111' })
    expect((await preview('tenants', table(other))).body).toMatchObject({
      added: 1,
      bad: 0,
      effects: [expect.stringContaining(': B402 since')],
    })

    set = { at: Date.now(), to: Date.parse('2026-11-30T21:05:00Z') }
    await signIn()
    await runDailyJobs(server.running.context)
    const { body: ledger } = await grace.call(listLedger, { params: { id } })
    expect(ledger.map(({ kind, month }) => [kind, month])).toEqual([
      ['rent', '2026-12'],
      ['charge_correction', '2026-11'],
    ])
    // Who leaves and comes back isn't charged for the months before the import either.
    await grace.call(removeTenant, {
      body: { id, removal_reason: 'other', departure_date: '2026-11-15' },
    })
    const back = await grace.call(previewMoveBack, {
      params: { id },
      query: { room_number: 'B401', start_date: '2026-11-20' },
    })
    expect(back.body.charges).toEqual([])
    // She has signed in: something has come of it, so she stays.
    const undone = await grace.call(undoImport, { params: { id: done.body.id } })
    expect([undone.status, undone.body]).toMatchObject([409, { code: 'too_late' }])
    set = { at: Date.now(), to: Date.parse('2026-11-20T10:00:00Z') }
    await signIn()
    const kept = await grace.call(undoImport, { params: { id: done.body.id } })
    expect([kept.status, kept.body]).toMatchObject([200, { kept: ['Wairimu Njoroge'] }])
  })

  test('every bad tenant has a reason', async () => {
    const cases: [Record<string, string>, RegExp][] = [
      [{ 'Full name': '' }, /^The full name is missing\.$/],
      [{ Phone: '' }, /^The phone number is missing\.$/],
      [{ 'ID number': '' }, /^The ID number is missing\.$/],
      [{ Room: '' }, /^The room is missing\.$/],
      [{ 'Moved in': '' }, /^The day they moved in is missing\.$/],
      [{ 'Full name': '=1+1 Doe' }, /^“=1\+1 Doe” can’t be a name\.$/],
      [{ 'Full name': 'jane@example.org' }, /^“jane@example\.org” can’t be a name\.$/],
      [{ 'Full name': '0712 345 678' }, /^“0712 345 678” can’t be a name\.$/],
      [{ Phone: '12345' }, /^Phone: “12345” isn’t a phone number such as 0712 345 678\.$/],
      [{ 'ID number': '1' }, /^ID number: “1” isn’t an ID or passport number\.$/],
      [{ Room: 'Q99' }, /There is no room “Q99”/],
      [{ 'Moved in': '31/02/2026' }, /isn’t a day such as/],
      [{ 'Moved in': '1/9/2035' }, /too far away/],
      [{ Owes: '12.50' }, /^Owes: “12.50” isn’t a sum in whole shillings/],
      [{ 'Deposit held': '-1' }, /^Deposit held: “-1” can’t be a deposit/],
      [{ 'Deposit held': '12.50' }, /^Deposit held: “12.50” isn’t a sum in whole shillings/],
      [{ 'ID number': '12345678' }, /Amina Otieno’s already, in A101/],
      [{ Phone: '0712345678' }, /account with this phone number/],
      [{ Room: 'A101' }, /A101 has no free place from 1 Sep 2026 on/],
    ]
    const people = cases.map(([changes], at) =>
      person({
        Phone: `0791 000 ${100 + at}`,
        'ID number': `3800000${at}`,
        Room: 'B402',
        ...changes,
      }),
    )
    const { body } = await preview('tenants', table(...people))
    expect(body.bad).toBe(cases.length)
    for (const [at, [, reason]] of cases.entries()) {
      expect(body.bad_rows[at]?.reason).toMatch(reason)
    }
  })

  test('all that is wrong with a row is named at once, on screen and in the file', async () => {
    const reasonOf = async (kind: ImportKind, text: string) =>
      (await preview(kind, text)).body.bad_rows.map(({ reason }) => reason)
    const rooms = 'Room,Rent,Places\nT1,6500,1\nT1,six,30\n?,,0\n'
    const badRooms = [
      'This room is on line 2 too. “six” isn’t a rent in whole shillings. “30” isn’t a number of places from 1 to 20.',
      '“?” can’t be a room number. The rent is missing. “0” isn’t a number of places from 1 to 20.',
    ]
    expect(await reasonOf('rooms', rooms)).toEqual(badRooms)
    const answer = await grace.fetch('/api/staff/imports/rooms/bad-rows/', {
      method: 'POST',
      body: formWith(rooms),
    })
    expect(await answer.text()).toContain(`T1,six,30,${badRooms[0]}\n`)

    const wrong = {
      ...person({ Phone: '12', 'ID number': '1', Room: 'Q99', 'Moved in': 'soon', Owes: 'much' }),
      ...{ 'Full name': '', Gender: 'x', 'Year of study': '9', 'Emergency phone': '12' },
    }
    const phone = '“12” isn’t a phone number such as 0712 345 678.'
    expect(await reasonOf('tenants', table(wrong))).toEqual([
      `The full name is missing. Phone: ${phone} ID number: “1” isn’t an ID or passport number. Moved in: “soon” isn’t a day such as 2026-09-01. Owes: “much” isn’t a sum in whole shillings. Year of study: “9” isn’t a year from 1 to 6. Gender: “x” isn’t male or female. Leave it empty if you don’t know. Emergency phone: ${phone} There is no room “Q99”.`,
    ])
    // With what the database refuses: somebody's phone, a room that is full.
    const taken = person({ Phone: '0712345678', 'ID number': '38300001', Room: 'A101' })
    const login = 'There is already an account with this phone number or email address.'
    const full = 'A101 has no free place from 1 Sep 2026 on.'
    expect(await reasonOf('tenants', table(taken))).toEqual([`${login} ${full}`])
    expect(await reasonOf('tenants', table({ ...taken, Owes: 'much' }))).toEqual([
      `Owes: “much” isn’t a sum in whole shillings. ${login} ${full}`,
    ])
    const contacts = 'ID,Phone,Email,Emergency contact\n23456789,0712345678,nobody,12\n'
    expect(await reasonOf('contacts', contacts)).toEqual([
      `“nobody” isn’t an email address. Emergency phone: ${phone} ${login}`,
    ])
  })

  test('a name in several columns is joined, and what two lines both want names the other line', async () => {
    const rooms = await run('rooms', 'room,rent\nV1,5000\nV2,5000\n')
    const names = ['Surname', 'First Name', 'Other Names'].map((name) => name.toUpperCase())
    const text = [
      [...names, 'Phone', 'ID', 'Room', 'Since'].join(),
      'Njoroge,Wairimu,,0790111333,39000003,V1,1/9/2026',
      'Kamau,Njeri,Wambui,0790111333,3900 0003,V2,1/9/2026',
      'Otieno,Achieng,,0790111335,39000005,v 1,1/10/2026',
      'Otieno,,,0790111336,39000006,V2,1/10/2026',
    ].join('\n')
    const { body } = await preview('tenants', text)
    expect(body).toMatchObject({ missing: [], added: 1 })
    expect(body.columns.slice(0, 3)).toEqual(['last_name', 'first_name', 'middle_name'])
    expect(body.effects).toEqual([expect.stringMatching(/^Wairimu Njoroge: V1 since 1 Sep/)])
    expect(body.bad_rows.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'This phone number is on line 2 too. This ID number is on line 2 too.'],
      [4, 'V1 has no free place from 1 Oct 2026 on: line 2 takes the last one.'],
      [5, 'The first name is missing.'],
    ])
    // One part alone isn't a name; columns that are chosen are remembered.
    const [heading = '', one = ''] = text.split('\n')
    const unknown = `${heading.replace('SURNAME', 'Jina la ukoo').replace(',OTHER NAMES', ',Memo')}\n${one}`
    const shown = (await preview('tenants', unknown)).body
    expect(shown.missing).toEqual(['Full name'])
    const columns = ['last_name', ...shown.columns.slice(1)]
    const { fingerprint } = (await preview('tenants', unknown, columns)).body
    const done = await grace.call(importTable, {
      params: { kind: 'tenants' },
      body: { fingerprint, columns: JSON.stringify(columns) },
      files: fileOf(unknown),
    })
    expect(done.status).toBe(201)
    expect((await preview('tenants', unknown)).body).toMatchObject({
      columns,
      missing: [],
      unchanged: 1,
    })
    for (const { id } of [done.body, rooms.body]) await grace.call(undoImport, { params: { id } })
  })

  test('what is wrong or missing in the details is said, and what is there is kept', async () => {
    const [faculty] = await server.running.context.db
      .selectFrom('faculties')
      .innerJoin('colleges', 'colleges.id', 'faculties.college_id')
      .select(['faculties.name', 'colleges.name as college'])
      .execute()
    const details = {
      'Registration number': 'SCT9/2026',
      'Year of study': '',
      College: faculty?.college ?? '',
      Faculty: faculty?.name ?? '',
      'Emergency phone': '0733 000 009',
      Gender: 'F',
    }
    const one = (at: number, changes: Record<string, string>) => ({
      ...person({ Phone: `0793 000 10${at}`, 'ID number': `3810000${at}`, Room: 'B402' }),
      ...details,
      ...changes,
    })
    const wrong = table(
      one(1, { 'Year of study': '9' }),
      one(2, { Gender: 'x' }),
      one(3, { Faculty: 'Magic' }),
      one(4, { College: 'Hogwarts' }),
      one(5, { 'Emergency phone': '12' }),
      one(6, { Phone: '0793000199' }),
      one(7, { Phone: '+254793000199', Room: 'B403' }),
    )
    expect((await preview('tenants', wrong)).body.bad_rows.map(({ reason }) => reason)).toEqual([
      'Year of study: “9” isn’t a year from 1 to 6.',
      'Gender: “x” isn’t male or female. Leave it empty if you don’t know.',
      `There is no faculty “Magic” in “${faculty?.college}”.`,
      'There is no college “Hogwarts”.',
      'Emergency phone: “12” isn’t a phone number such as 0712 345 678.',
      'This phone number is on line 7 too.',
    ])
    const text = table(one(1, {}))
    const shown = (await preview('tenants', text)).body
    expect(shown.notices).toEqual([
      'Line 2 has only some of registration number, year of study, college, faculty and emergency phone. What is there will be kept as a note on the tenant’s page.',
    ])
    const done = await run('tenants', text, shown)
    expect(done.status).toBe(201)
    const tenant = (await grace.call(listTenants, {})).body.find(({ room }) => room === 'B402')
    const params = { id: tenant?.id ?? 0 }
    const { body: detail } = await grace.call(getTenant, { params })
    expect(detail).toMatchObject({ id_number: '38100001', details: null })
    expect(detail.notes.map(({ text }) => text)).toEqual([
      expect.stringContaining('registration number SCT9/2026, college'),
    ])
    // Their password is the ID number, and can be made so again.
    await server.signIn('0793000101', '38100001')
    const reset = await grace.call(resetPasswordToIdNumber, { params })
    expect(reset.status).toBe(204)
    const all = await (await grace.fetch('/api/staff/exports/tenants/')).text()
    expect(all.split('\n').find((line) => line.includes('B402'))).toContain('38100001')
    const undone = await grace.call(undoImport, { params: { id: done.body.id } })
    expect(undone.body.kept).toEqual(['Wairimu Njoroge'])
    await grace.call(removeTenant, {
      body: { id: params.id, removal_reason: 'other', departure_date: '2026-11-20' },
    })
  })

  test('of two for one place the first has it, and many rows are checked at once', async () => {
    const before = await tables()
    const rooms = `room,rent,places\n${Array.from({ length: 9 }, (_, at) => `W${at},5000,20\n`).join('')}`
    const made = await run('rooms', rooms)
    const people = Array.from({ length: 180 }, (_, at) =>
      person({
        Phone: `0794000${100 + at}`,
        'ID number': `3820${1000 + at}`,
        Room: `w ${Math.floor(at / 20)}`,
      }),
    )
    const more = person({ Phone: '0794000999', 'ID number': '38209999', Room: 'W3' })
    const taken = { ...people[77], Phone: '0712345678', Room: 'W3' }
    const text = table(...people.slice(0, 77), taken, more, ...people.slice(78))
    const { body } = await preview('tenants', text)
    expect([body.added, body.bad]).toEqual([180, 1])
    expect(body.bad_rows).toMatchObject([
      { line: 79, reason: expect.stringContaining('account with this phone number') },
    ])
    const full = table(...people, more)
    expect((await preview('tenants', full)).body).toMatchObject({
      added: 180,
      bad_rows: [
        {
          line: 182,
          reason: 'W3 has no free place from 1 Sep 2026 on: line 81 takes the last one.',
        },
      ],
    })
    await grace.call(undoImport, { params: { id: made.body.id } })
    expect(await tables()).toEqual(before)
  })

  test('the same file again changes nothing, also of those who move in later', async () => {
    const one = person({
      Phone: '0792000021',
      'ID number': '37000021',
      Room: 'B404',
      'Moved in': '1/12/2026',
    })
    const done = await run('tenants', table(one))
    expect(done.status).toBe(201)
    expect((await preview('tenants', table(one))).body).toMatchObject({
      added: 0,
      unchanged: 1,
      bad: 0,
    })
    const elsewhere = table({ ...one, Room: 'B405' })
    expect((await preview('tenants', elsewhere)).body.bad_rows).toMatchObject([
      { reason: 'This ID number is Wairimu Njoroge’s already, in B404.' },
    ])
    await grace.call(undoImport, { params: { id: done.body.id } })
  })

  test('an import that is undone leaves everything as it was', async () => {
    const before = await tables()
    const text = table(
      person({ Phone: '0792000001', 'ID number': '37000001', Room: 'B403', Owes: '-700' }),
      person({
        Phone: '0792000002',
        'ID number': '37000002',
        Room: 'B404',
        'Moved in': '2026-12-24',
      }),
    )
    const done = await run('tenants', text)
    expect([done.status, done.body.added]).toEqual([201, 2])
    const { body: balances } = await grace.call(listBalances, {})
    expect(balances.some(({ balance }) => balance === -700)).toBe(true)
    const undone = await grace.call(undoImport, { params: { id: done.body.id } })
    expect(undone.body.kept).toEqual([])
    expect(await tables()).toEqual(before)
  })

  test('a room in which somebody lives stays when its import is undone', async () => {
    const text = 'room,rent\nS1,5000\nS2,5000\nS3,5000\n'
    const rooms = await run('rooms', text)
    const one = person({ Phone: '0792000005', 'ID number': '37000005', Room: 'S2' })
    const tenant = await run('tenants', table(one))
    const undone = await grace.call(undoImport, { params: { id: rooms.body.id } })
    expect(undone.body.kept).toEqual(['S2'])
    expect((await roomNumbers()).filter((number) => /^S[123]$/.test(number))).toEqual(['S2'])
    await grace.call(undoImport, { params: { id: tenant.body.id } })
  })

  test('rows to correct can be sent back as they came: numbers without their first 0, signs, email', async () => {
    const one = { ...person({ Room: 'nowhere', Owes: '-700' }), Email: 'Wambui@example.org' }
    const ids = { 'ID number': '37000007', Phone: '+254 792 000 007' }
    const form = formWith(table({ ...one, ...ids }))
    const path = '/api/staff/imports/tenants/bad-rows/'
    const answer = await (await grace.fetch(path, { method: 'POST', body: form })).text()
    expect(answer).toContain("'-700")
    expect(answer).toContain("'+254 792 000 007")
    const corrected = answer.replace(',nowhere,', ',B405,')
    const shown = (await preview('tenants', corrected)).body
    expect(shown).toMatchObject({
      added: 1,
      bad: 0,
      effects: [expect.stringMatching(/has Ksh\s700 credit/)],
    })
    const done = await run('tenants', corrected, shown)
    await server.signIn('wambui@example.org', '37000007')
    expect(done.status).toBe(201)
    const short = table(person({ Phone: '792000008', 'ID number': '37000008', Room: 'B404' }))
    expect((await preview('tenants', short)).body).toMatchObject({ added: 1, bad: 0 })
  })

  describe('contacts', () => {
    const brian = async () => {
      const { db } = server.running.context
      const { id } = await db
        .selectFrom('users')
        .where('first_name', '=', 'Brian')
        .where('last_name', '=', 'Kamau')
        .select('id')
        .executeTakeFirstOrThrow()
      return (await grace.call(getTenant, { params: { id: id } })).body
    }
    const accountOf = async () => (await brian()).account_number ?? ''

    test('they log in with the new number and address; undo brings back what was', async () => {
      const before = await tables()
      const text = `Account no,ID,Phone,Email,Emergency contact\n${await accountOf()},23456789,0799 000 111,Brian@example.org,733000111\n`
      const shown = (await preview('contacts', text)).body
      expect(shown).toMatchObject({ added: 1, unchanged: 0, bad: 0, missing: [] })
      expect(shown.effects).toEqual([
        'Brian Kamau: phone 0799 000 111 instead of 0722 000 002, email Brian@example.org instead of none, emergency phone 0733 000 111 instead of 0709 000 123',
      ])
      expect(await tables()).toEqual(before)
      const done = await run('contacts', text, shown)
      expect([done.status, done.body]).toMatchObject([201, { kind: 'contacts', added: 1 }])
      await server.signIn('0799000111', '23456789')
      await server.signIn('brian@example.org', '23456789')
      await expect(server.signIn('0722000002', '23456789')).rejects.toThrow()
      expect(await brian()).toMatchObject({
        username: '0799000111',
        details: { phone_number: '254799000111', emergency_phone_number: '254733000111' },
      })
      // The same file again changes nothing, also by the number that he has by now.
      expect((await preview('contacts', text)).body).toMatchObject({ added: 0, unchanged: 1 })
      const byPhone = 'Phone,Email\n0799000111,brian@example.org\n'
      expect((await preview('contacts', byPhone)).body).toMatchObject({ added: 0, unchanged: 1 })
      const undone = await grace.call(undoImport, { params: { id: done.body.id } })
      expect(undone.body.kept).toEqual([])
      expect(await tables()).toEqual(before)
    })

    test('what was changed again since stays', async () => {
      const first = await run('contacts', 'ID,Phone\n23456789,0799000222\n')
      const second = await run('contacts', 'ID,Phone\n23456789,0799000333\n')
      const undone = await grace.call(undoImport, { params: { id: first.body.id } })
      expect(undone.body.kept).toEqual(['Brian Kamau'])
      await grace.call(undoImport, { params: { id: second.body.id } })
      expect((await brian()).username).toBe('0799000222')
      await run('contacts', 'ID,Phone\n23456789,0722000002\n')
    })

    test('every bad row has its reason', async () => {
      const before = await tables()
      const heading = 'Account,ID,Phone,Email'
      const cases: [string, string][] = [
        [',,,x@example.org', 'Whose is this? The account number, ID number or phone is missing.'],
        [',99999999,,', 'There is no tenant with the ID number 99999999.'],
        ['ABCD,,,', 'There is no tenant with the account number ABCD.'],
        [',,0799999999,', 'There is no tenant with the phone number 0799 999 999.'],
        [
          `${await accountOf()},12345678,,`,
          'The account number is Brian Kamau’s, and the ID number Amina Otieno’s.',
        ],
        [
          ',23456789,0712345678,',
          'There is already an account with this phone number or email address.',
        ],
        [',12345678,,nobody', '“nobody” isn’t an email address.'],
      ]
      const { body } = await preview(
        'contacts',
        [heading, ...cases.map(([line]) => line)].join('\n'),
      )
      expect(body.bad_rows.map(({ reason }) => reason)).toEqual(cases.map(([, reason]) => reason))
      const twice = `${heading}\n,12345678,0799000444,\n,,0712345678,a@example.org\n`
      expect((await preview('contacts', twice)).body.bad_rows).toMatchObject([
        { line: 3, reason: 'Amina Otieno is on line 2 too.' },
      ])
      const same = `${heading}\n,12345678,0799000444,a@example.org\n,23456789,799000444,A@example.org\n`
      expect((await preview('contacts', same)).body.bad_rows).toMatchObject([
        {
          line: 3,
          reason: 'This phone number is on line 2 too. This email address is on line 2 too.',
        },
      ])
      expect((await preview('contacts', 'Email\na@example.org\n')).body.missing).toEqual([
        'Account number',
      ])
      expect(await tables()).toEqual(before)
    })

    test('staff change their own in the profile', async () => {
      const { db } = server.running.context
      const id = (await brian()).id
      const role = (staff_role: 'viewer' | null) =>
        db.updateTable('users').set({ staff_role }).where('id', '=', id).execute()
      await role('viewer')
      const { body } = await preview('contacts', 'ID,Email\n23456789,mine@example.org\n')
      await role(null)
      expect(body.bad_rows).toMatchObject([
        { reason: 'Brian Kamau has a staff account, and changes this in their profile.' },
      ])
    })

    test('an import changes what its preview says, and undoing it brings back what was', async () => {
      const cell = (...values: string[]) => fc.constantFrom('', ...values)
      const line = fc.tuple(
        cell('12345678', '23456789', '999'),
        cell('0712345678', '0722000002', '0799000555', '799000556', 'x'),
        cell('a@example.org', 'B@example.org', 'no'),
        cell('0733000001', '12'),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 3 }), async (lines) => {
          const before = await tables()
          const rows = lines.map((cells) => cells.join(','))
          const text = ['ID,Phone,Email,Emergency phone', ...rows].join('\n')
          const shown = await preview('contacts', text)
          if (shown.status !== 200) return
          expect(await tables()).toEqual(before)
          const done = await run('contacts', text, shown.body)
          expect(done.status).toBe(shown.body.bad === 0 ? 201 : 409)
          if (done.status === 201) {
            expect(done.body.added).toBe(shown.body.added)
            if (done.body.added > 0) {
              expect(await tables()).not.toEqual(before)
              await grace.call(undoImport, { params: { id: done.body.id } })
            }
          }
          expect(await tables()).toEqual(before)
        }),
        { numRuns: 30 },
      )
    })
  })

  test('of two who import the same file at once, one adds its rows', async () => {
    const text = 'room,rent\nP1,5000\nP2,5000\n'
    const shown = (await preview('rooms', text)).body
    const answers = await Promise.all([run('rooms', text, shown), run('rooms', text, shown)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await roomNumbers()).filter((number) => /^P[12]$/.test(number))).toHaveLength(2)
  })

  test('an import does what its preview says', async () => {
    const cell = fc.oneof(
      fc.constantFrom('5000', '6,500', 'Ksh 7000', '0', '-5', '', 'abc', '=1+1', '250001'),
      fc.string({ maxLength: 12 }),
    )
    const anyRoom = fc.oneof(
      fc.integer({ min: 1, max: 6 }).map((number) => `R${number}`),
      fc.constantFrom('A101', '', 'A-', 'R1,R2'),
    )
    const line = fc.tuple(anyRoom, cell, fc.constantFrom('', '1', '2', '0', 'two'))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""').replace(/[\r\n\0]/g, ' ')}"`
        const text = [
          'room,rent,places',
          ...lines.map((cells) => cells.map(quoted).join(',')),
        ].join('\n')
        const count = (await roomNumbers()).length
        const shown = await preview('rooms', text)
        if (shown.status !== 200) return
        expect((await roomNumbers()).length).toBe(count)
        const done = await run('rooms', text, shown.body)
        const isFine = shown.body.bad === 0
        expect(done.status).toBe(isFine ? 201 : 409)
        expect((await roomNumbers()).length).toBe(count + (isFine ? shown.body.added : 0))
        if (!isFine) return
        expect(done.body).toMatchObject({
          added: shown.body.added,
          unchanged: shown.body.unchanged,
        })
        if (shown.body.added > 0) await grace.call(undoImport, { params: { id: done.body.id } })
        expect((await roomNumbers()).length).toBe(count)
      }),
      { numRuns: 25 },
    )
  })
})

const written = [
  'rooms',
  'room_rates',
  'users',
  'logins',
  'account_numbers',
  'id_numbers',
  'registration_numbers',
  'tenancies',
  'stays',
  'tenant_details',
  'charges',
  'payments',
] as const

function utf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 + text.length * 2)
  bytes.set([0xff, 0xfe])
  for (let at = 0; at < text.length; at++) {
    bytes[2 + at * 2] = text.charCodeAt(at) & 0xff
    bytes[3 + at * 2] = text.charCodeAt(at) >> 8
  }
  return bytes
}

function formWith(text: string): FormData {
  const form = new FormData()
  form.append('table', new Blob([text]))
  return form
}
