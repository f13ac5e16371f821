import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { grace, signIn } from '../e2e/fixtures.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { median, milliseconds, type Row, sized } from './row.ts'
import { asGrace, fetching, newDatabase, startProcess } from './server-process.ts'

const times = 40
/** Among fewer than a thousand nobody has the name that is typed. */
const tenants = sized(10_000, 1000)

/** What one row of the tenants' list costs with ten times as many of them. */
export async function tenantList(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const call = fetching(`${server.url}/api/onboard/tenant_list/`, await asGrace(server.url))
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()

  async function perRow(tenants: number): Promise<number> {
    await fillRooms(client, tenants)
    await median(call, times)
    return ((await median(call, times)) / tenants) * 1000
  }
  const small = await perRow(tenants / 10)
  const large = await perRow(tenants)
  await client.end()
  await server.end()
  return [
    {
      what: `tenant list, a row at ${tenants} tenants (PostgreSQL)`,
      figure: `${large.toFixed(1)} µs`,
      floor: `${small.toFixed(1)} µs at ${tenants / 10}`,
      ratio: (large / small).toFixed(2),
      target: '≤ 1.50',
    },
  ]
}

/** The first page of the tenants' table with a hundred times as many of them. */
export async function tenantPages(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const call = fetching(`${server.url}/api/staff/tenants/?limit=50`, await asGrace(server.url))
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  async function firstPage(total: number): Promise<number> {
    await fillRooms(client, total)
    await median(call, times)
    return median(call, times)
  }
  const small = await firstPage(tenants / 100)
  const large = await firstPage(tenants)
  await client.end()
  await server.end()
  return [
    {
      what: `first page of ${tenants} tenants (PostgreSQL)`,
      figure: milliseconds(large),
      floor: `${milliseconds(small)} of ${tenants / 100}`,
      ratio: (large / small).toFixed(2),
      target: '≤ 1.20',
    },
  ]
}

const typed = 'mũthoni gitau 9'
const PAUSE_MS = 60
const rounds = sized(3, 1)

/** The longest time between two frames while `work` runs. */
async function longestFrame(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const watch = { longest: 0, last: performance.now() }
    Object.assign(window, { watch })
    const look = (now: number) => {
      watch.longest = Math.max(watch.longest, now - watch.last)
      watch.last = now
      requestAnimationFrame(look)
    }
    requestAnimationFrame((now) => {
      watch.last = now
      requestAnimationFrame(look)
    })
  })
  await work()
  return page.evaluate(() => (window as unknown as { watch: { longest: number } }).watch.longest)
}

/** Typing a name into the picker of a large residence, compared with the idle page. */
export async function tenantPicker(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await fillRooms(client, tenants)
  await client.end()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ baseURL: server.url })
  await signIn(page, grace)
  const field = page.getByRole('region', { name: 'Change tenant room' }).getByLabel('Tenant')
  const found = page.getByRole('option', { name: /^Mũthoni Gĩtaũ 9/ }).first()
  // The list is there before it is measured.
  await field.fill(typed)
  await found.waitFor()

  const longest = { ours: 0, floor: 0 }
  for (let round = 0; round < rounds; round++) {
    await field.fill('')
    const rest = () => page.waitForTimeout(typed.length * PAUSE_MS)
    longest.floor = Math.max(longest.floor, await longestFrame(page, rest))
    const type = () => field.pressSequentially(typed, { delay: PAUSE_MS })
    longest.ours = Math.max(longest.ours, await longestFrame(page, type))
  }
  await found.waitFor()
  await browser.close()
  await server.end()
  return [
    {
      what: `tenant picker at ${tenants} tenants, longest frame of ${rounds} times typing`,
      figure: milliseconds(longest.ours),
      floor: `${milliseconds(longest.floor)} at rest`,
      ratio: '',
      target: '≤ 50 ms',
    },
  ]
}

/** Adds tenants to the demo residence up to a total, each in their own room. */
export async function fillRooms(client: pg.Client, total: number): Promise<void> {
  const { rows } = await client.query(
    'select count(*)::int as n from tenancies where company_id = 1 and ended_day is null',
  )
  const first = rows[0].n + 1
  await client.query(
    `
    with person as (
      insert into users (company_id, first_name, last_name, email, username, password_hash)
      select 1,
        (array['Amina', 'Brian', 'Mũthoni', 'Wanjiku', 'Otieno', 'Zainab'])[1 + n % 6],
        (array['Kamau', 'Ndung’u', 'Njoroge', 'Odhiambo', 'Gĩtaũ'])[1 + n % 5] || ' ' || n,
        'crowd' || n, 'crowd' || n, '' from generate_series($1::int, $2) n returning company_id, id),
    home as (
      insert into rooms (company_id, room_number, rate)
      select 1, 'C' || n, 6500 from generate_series($1::int, $2) n returning company_id, id),
    tenancy as (
      insert into tenancies (company_id, user_id)
      select company_id, id from person returning company_id, id)
    insert into stays (company_id, tenancy_id, room_id, from_day)
    select 1, t.id, h.id, '2026-01-05'
    from (select id, row_number() over (order by id) as place from tenancy) t
    join (select id, row_number() over (order by id) as place from home) h using (place)`,
    [first, total],
  )
  await client.query('vacuum analyze')
}
