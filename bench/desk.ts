import pg from 'pg'
import { median, milliseconds, type Row, sized } from './row.ts'
import { asGrace, fetching, newDatabase, startProcess } from './server-process.ts'
import { fillRooms } from './tenants.ts'

const times = 30
const tenants = sized(1000, 200)
const items = sized(10_000, 100)

const pages = [
  { what: 'first page of the desk', path: '?limit=20', target: '≤ 50 ms' },
  { what: 'first page of what was dealt with', path: '?limit=20&state=closed', target: '≤ 50 ms' },
  { what: 'how much waits', path: 'count/', target: '≤ 50 ms' },
  // With a preview of each: no more than 50 are listed, of the newest 1 000.
  { what: 'those that fit exactly', path: 'exact/', target: '≤ 1 500 ms' },
]

/** The desk with a hundred times as many items that wait, and as many dealt with. */
export async function desk(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const headers = await asGrace(server.url)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await fillRooms(client, tenants)
  await giveAccounts(client)

  async function measure() {
    const found: number[] = []
    for (const { path } of pages) {
      const call = fetching(`${server.url}/api/staff/desk/${path}`, headers)
      await median(call, 5)
      found.push(await median(call, times))
    }
    const { rows } = await client.query(
      'select max(id)::int as id from desk_items where closed_at is null',
    )
    const one = fetching(`${server.url}/api/staff/desk/${rows[0].id}/`, headers)
    await median(one, 5)
    found.push(await median(one, times))
    return found
  }
  await fillDesk(client, (2 * items) / 100)
  const small = await measure()
  await fillDesk(client, 2 * (items - items / 100))
  const large = await measure()
  await client.end()
  await server.end()
  const measured = [...pages, { what: 'one item with its suggestions', target: '≤ 100 ms' }]
  return measured.map(({ what, target }, index) => ({
    what: `${what}, ${items} waiting, ${tenants} tenants`,
    figure: milliseconds(large[index] ?? 0),
    floor: `${milliseconds(small[index] ?? 0)} of ${items / 100}`,
    ratio: ((large[index] ?? 0) / (small[index] ?? 1)).toFixed(2),
    target,
  }))
}

/** Account numbers for those who have none: the look of one is enough here. */
async function giveAccounts(client: pg.Client) {
  await client.query(`
    insert into account_numbers (account_number, company_id, user_id)
    select translate(upper(substr(md5('account' || id), 1, 8)), '01', 'XY'), company_id, id from users
    where company_id = 1 and not exists (select from account_numbers a
      where a.company_id = users.company_id and a.user_id = users.id)`)
}

/** Open and closed items in turn: account numbers with a slip, rooms, names and words. */
async function fillDesk(client: pg.Client, more: number) {
  await client.query(
    `insert into desk_items (company_id, reason, receipt, amount, reference, paid_at, raw, closed_at,
       outcome, note, closed_by)
     select 1, 'unmatched', 'UK' || upper(substr(md5(n::text || random()), 1, 8)), '6500.00',
       case n % 4 when 0 then left(account_number, 7) when 1 then 'room c' || n
         when 2 then 'mama ' || n else 'rent' end,
       now() - n * interval '1 minute', '{}', case when n % 2 = 0 then now() end,
       case when n % 2 = 0 then 'dismissed' end, case when n % 2 = 0 then 'Sent back' end,
       case when n % 2 = 0 then (select min(id) from users where company_id = 1) end
     from generate_series(1, $1::int) n
     join (select account_number, row_number() over (order by user_id) as place
       from account_numbers where company_id = 1) a on a.place = 1 + n % 900`,
    [more],
  )
  await client.query('vacuum analyze')
}
