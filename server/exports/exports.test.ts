import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportKinds } from '#contract/exports.ts'
import { listBalances } from '#contract/ledger.ts'
import { changeRoom } from '#contract/rooms.ts'
import { listLog } from '#contract/settings.ts'
import { getRoom, listRooms, listTenants } from '#contract/tenants.ts'
import {
  type Caller,
  databases,
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

describe.each(databases)('exports on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
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
    expect(rooms.map(({ room, rent }) => [room, Number(rent)]).toSorted()).toEqual(
      listed.map(({ room_number, rate }) => [room_number, rate]).toSorted(),
    )
    const { rows: tenants } = await load('tenants')
    const { body: people } = await grace.call(listTenants, {})
    const { body: balances } = await grace.call(listBalances, {})
    for (const { id, full_name, room } of people) {
      const row = tenants.find(({ name }) => name === full_name)
      expect(row).toMatchObject({
        room,
        balance: String(balances.find((one) => one.id === id)?.balance),
      })
    }
    // A phone number stays text, or a spreadsheet would show 2.54E+11.
    expect(tenants.find(({ name }) => name === 'Amina Otieno')?.phone).toBe('0712 345 678')
  })

  test('the ledger adds up to what tenants owe', async () => {
    const { rows } = await load('ledger')
    const sums = new Map<string, number>()
    for (const { name = '', charged, paid } of rows) {
      sums.set(name, (sums.get(name) ?? 0) + Number(charged) - Number(paid))
    }
    const { rows: tenants } = await load('tenants')
    for (const { name = '', balance } of tenants) expect(sums.get(name)).toBe(Number(balance))
    expect(rows.every(({ time = '' }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time))).toBe(true)
  })

  test('days limit the payments, both included', async () => {
    const { rows: all } = await load('payments')
    const days = all.map(({ time = '' }) =>
      new Date(Date.parse(time) + 3 * 3_600_000).toISOString().slice(0, 10),
    )
    const [day = ''] = days
    const { rows } = await load('payments', `?from=${day}&until=${day}`)
    expect(rows).toHaveLength(days.filter((one) => one === day).length)
    expect(rows.length).toBeLessThan(all.length)
    const wrong = await load('payments', '?from=2026-02-02&until=2026-02-01')
    expect(wrong.response.status).toBe(400)
    expect((await load('people')).response.status).toBe(400)
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
    expect(rows.find(({ room }) => room === 'B405')?.notes).toBe(`'${notes}`)
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
    expect(ledger.find(({ kind }) => kind === 'correction')).toMatchObject({
      charged: '-250',
      reason: "'@SUM(1)",
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
    const numbers = rows.map(({ room = '' }) => room).filter((room) => room.startsWith('Z'))
    expect(new Set(numbers).size).toBe(4100)
    expect(numbers).toHaveLength(4100)
  })
})
