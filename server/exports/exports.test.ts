import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { exportKinds } from '#contract/exports.ts'
import { previewImport } from '#contract/imports.ts'
import { listBalances } from '#contract/ledger.ts'
import { getOverview } from '#contract/overview.ts'
import { changeRoom } from '#contract/rooms.ts'
import { listLog } from '#contract/staff-log.ts'
import { getRoom, listRooms, listTenants } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { insertPayment } from '../ledger/queries.ts'
import { testNow } from '../testing/clock.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

/** A reader of CSV that knows nothing of the writer: quotes, doubled quotes, commas and line breaks. */
function parse(text: string): Record<string, string>[] {
  const rows: string[][] = [['']]
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    const row = rows.at(-1) ?? []
    const isDoubled = quoted && letter === '"' && text.charAt(at + 1) === '"'
    if (letter === '"' && !isDoubled) quoted = !quoted
    else if (letter === ',' && !quoted) row.push('')
    else if (letter === '\n' && !quoted) rows.push([''])
    else row.push((row.pop() ?? '') + letter)
    if (isDoubled) at++
  }
  const [headings = [], ...lines] = rows
  return lines
    .filter((line) => line.length > 1)
    .map((line) => Object.fromEntries(line.map((cell, at) => [headings[at], cell])))
}

const today = dayOf(testNow())

describe.each(databaseOfTier())('exports on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    // The demo residence holds no deposits.
    const { db } = server.running.context
    const { company_id, id: entered_by } = await db
      .selectFrom('users')
      .where('email', '=', 'staff@acacia.example')
      .select(['company_id', 'id'])
      .executeTakeFirstOrThrow()
    const tenants = await db.selectFrom('tenancies').select('user_id').limit(6).execute()
    for (const { user_id } of tenants) {
      await insertPayment(
        db,
        {
          ...{ company_id, user_id, entered_by, submission_id: crypto.randomUUID() },
          ...{ purpose: 'deposit', kind: 'cash', amount: 6000, paid_at: testNow() },
        },
        null,
      )
    }
  })
  afterAll(() => endServer(server))

  async function load(table: string, query = '') {
    const response = await grace.fetch(`/api/staff/exports/${table}/${query}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    // The byte order mark tells spreadsheets that it is UTF-8.
    if (response.status === 200) expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    return { response, rows: parse(new TextDecoder().decode(bytes)) }
  }

  test.each(exportKinds)('%s: a file with a name, and an entry in the log', async (table) => {
    const { response, rows } = await load(table)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="acacia-court-${table}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    )
    expect(rows.length).toBeGreaterThan(5)
    const [entry] = (await grace.call(listLog, {})).body
    expect([entry?.act, entry?.after]).toMatchObject(['export', { table }])
  })

  test('rooms and tenants are those of the pages', async () => {
    const { rows: rooms } = await load('rooms')
    const { body: listed } = await grace.call(listRooms, { query: {} })
    expect(rooms.map(({ Room, Rent }) => [Room, Number(Rent)]).toSorted()).toEqual(
      listed.map(({ room_number, rate }) => [room_number, rate]).toSorted(),
    )
    const { rows: tenants } = await load('tenants')
    const { body: people } = await grace.call(listTenants, {})
    const { body: balances } = await grace.call(listBalances, {})
    for (const { id, full_name, room } of people) {
      const row = tenants.find((one) => one['Full name'] === full_name)
      expect(row).toMatchObject({
        Room: room,
        Owes: String(balances.find((one) => one.id === id)?.balance),
      })
    }
    // A phone number stays text, or a spreadsheet would show 2.54E+11.
    expect(tenants.find((one) => one['Full name'] === 'Amina Otieno')?.Phone).toBe('0712 345 678')
  })

  test('the ledger adds up to what tenants owe', async () => {
    const { rows } = await load('ledger')
    const sums = new Map<string, number>()
    for (const { Name = '', Charged, Paid } of rows) {
      sums.set(Name, (sums.get(Name) ?? 0) + Number(Charged) - Number(Paid))
    }
    const { rows: tenants } = await load('tenants')
    for (const { 'Full name': name = '', Owes } of tenants) {
      expect(sums.get(name)).toBe(Number(Owes))
    }
    expect(rows.every(({ Date: day = '' }) => /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true)
    expect(rows.every(({ Time = '' }) => /^\d\d:\d\d$/.test(Time))).toBe(true)
  })

  test('an entry and the one that takes it back name each other', async () => {
    const { id } = (await grace.call(listTenants, {})).body[0] ?? { id: 0 }
    const params = { id: String(id) }
    for (const kind of ['cash', 'charge'] as const) {
      const entry = { kind, amount: 300, on: today, reference: '', reason: 'Twice by mistake' }
      const { body: expected } = await grace.call(previewEntry, { params, body: entry })
      const submission_id = crypto.randomUUID()
      const made = await grace.call(enterByHand, {
        params,
        body: { entry, submission_id, expected },
      })
      const undo = { params: { ...params, entry: String(made.body.id) } }
      const { body: seen } = await grace.call(previewUndo, undo)
      const body = { reason: 'Not theirs', expected: seen }
      expect((await grace.call(undoEntry, { ...undo, body })).status).toBe(201)
      const { rows } = await load('ledger')
      const first = rows.find(({ Number: number }) => number === String(made.body.id))
      const other = rows.find(({ Number: number }) => number === first?.['Taken back by'])
      expect([first?.['Takes back'], other?.['Takes back'], other?.['Taken back by']]).toEqual([
        '',
        first?.Number,
        '',
      ])
      expect(other).toMatchObject({ Name: first?.Name, Reason: 'Not theirs' })
      expect(other?.Entry).toBe(`${first?.Entry} taken back`)
      if (kind !== 'cash') continue
      const { rows: payments } = await load('payments')
      const paid = payments.find(({ Receipt }) => Receipt === made.body.receipt_number)
      expect(payments.find(({ Receipt }) => Receipt === paid?.['Taken back by'])).toMatchObject({
        Amount: '-300',
        'Takes back': paid?.Receipt,
      })
    }
  })

  test('days limit the payments, both included', async () => {
    const { rows: all } = await load('payments')
    const days = all.map((row) => row.Date ?? '')
    const [day = ''] = days
    const { rows } = await load('payments', `?from=${day}&until=${day}`)
    expect(rows).toHaveLength(days.filter((one) => one === day).length)
    expect(rows.length).toBeLessThan(all.length)
    const wrong = await load('payments', '?from=2026-02-02&until=2026-02-01')
    expect(wrong.response.status).toBe(400)
    expect((await load('people')).response.status).toBe(400)
  })

  test('the ledger of some days has their rows only, and by date it adds up to the overview', async () => {
    const { rows: all } = await load('ledger')
    const days = [...new Set(all.map((row) => row.Date ?? ''))].toSorted()
    // Rent is charged on the first of its month, at midnight in Nairobi.
    const rent = all.find(({ Entry }) => Entry === 'Rent')
    expect(rent?.Date?.slice(0, 7)).toBe(rent?.Month)
    for (const [from, until] of [
      [days[0], days[0]],
      [days[1], days.at(-1)],
    ]) {
      const { rows } = await load('ledger', `?from=${from}&until=${until}`)
      const asked = all.filter(({ Date: day = '' }) => from && until && day >= from && day <= until)
      expect(rows).toEqual(asked)
    }
    const month = today.slice(0, 7)
    const { body } = await grace.call(getOverview, { query: {} })
    const collected = all
      .filter((row) => row.Date?.startsWith(month))
      .reduce((sum, { Paid }) => sum + Number(Paid), 0)
    expect(body.months.at(-1)?.collected).toBe(collected)
  })

  test('what was downloaded can be imported: rooms that are there change nothing', async () => {
    const text = await (await grace.fetch('/api/staff/exports/rooms/')).text()
    const { body } = await grace.call(previewImport, {
      params: { kind: 'rooms' },
      body: {},
      files: { table: new Blob([text], { type: 'text/csv' }) },
    })
    expect(body).toMatchObject({ missing: [], added: 0, unchanged: body.rows, bad: 0 })
    const people = await (await grace.fetch('/api/staff/exports/tenants/')).text()
    const read = await grace.call(previewImport, {
      params: { kind: 'tenants' },
      body: {},
      files: { table: new Blob([people], { type: 'text/csv' }) },
    })
    expect(read.body.missing).toEqual([])
    const taken = ['full_name', 'phone_number', 'room', 'start_date', 'opening_balance']
    expect(read.body.columns).toEqual(expect.arrayContaining(taken))
  })

  test('no cell runs as a formula, and numbers stay numbers', async () => {
    const was = (await grace.call(getRoom, { params: { number: 'B405' } })).body
    const { room_number, capacity } = was
    const notes = '=HYPERLINK("http://a.example","x"), \n"quoted"'
    await grace.call(changeRoom, {
      params: { number: 'B405' },
      body: {
        was: { room_number, capacity, notes: was.notes },
        now: { room_number, capacity, notes },
      },
    })
    const { rows } = await load('rooms')
    expect(rows.find(({ Room }) => Room === 'B405')?.Notes).toBe(`'${notes}`)
    const { db } = server.running.context
    const amina = await db
      .selectFrom('users')
      .where('first_name', '=', 'Amina')
      .select(['id', 'company_id'])
      .executeTakeFirstOrThrow()
    await db
      .insertInto('charges')
      .values({
        company_id: amina.company_id,
        user_id: amina.id,
        kind: 'correction',
        month: '2026-01',
        amount: -250,
        reason: '@SUM(1)',
        entered_by: amina.id,
      })
      .execute()
    const { rows: ledger } = await load('ledger')
    expect(ledger.find(({ Reason }) => Reason === "'@SUM(1)")).toMatchObject({
      Entry: 'Correction of the rent',
      Charged: '-250',
      Reason: "'@SUM(1)",
    })
  })

  test('a batch ends where the next begins', async () => {
    const { db } = server.running.context
    const company = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('rooms')
      .values(
        Array.from({ length: 4100 }, (_, at) => ({
          company_id: company.id,
          room_number: `Z${at}`,
          rate: 100,
        })),
      )
      .execute()
    const { rows } = await load('rooms')
    const numbers = rows.map(({ Room = '' }) => Room).filter((room) => room.startsWith('Z'))
    expect(new Set(numbers).size).toBe(4100)
    expect(numbers).toHaveLength(4100)
  })
})
