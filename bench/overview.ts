import { sql } from 'kysely'
import pg from 'pg'
import { openPostgres } from '../server/db/connect.ts'
import { openMigrated } from '../server/db/open.ts'
import { alternate, median, milliseconds, type Row, sized } from './row.ts'
import {
  asGrace,
  fetching,
  newDatabase,
  newDataDir,
  signedIn,
  startProcess,
} from './server-process.ts'

const ROOMS = sized(1000, 20)
const MONTHS = sized(24, 13)
const times = 40

const login = 'office@large.example'

/**
 * A residence of its own beside the demo's: every room is lived in, every month was charged and nearly every one paid,
 * each entry made when it happened. Its staff has the password of the demo's.
 */
const statements = [
  `insert into companies (slug, name, tagline, email, phone, address, hours)
   values ('large', 'Large', '', '', '', '', '')`,
  `insert into users (company_id, first_name, last_name, email, username, password_hash, staff_role, created_at)
   select c.id, 'Office', 'Large', '${login}', '${login}', password_hash, 'owner', now() - interval '${MONTHS} months'
   from users, companies c where users.email = 'staff@acacia.example' and c.slug = 'large'`,
  `insert into logins (login, company_id, user_id)
   select email, company_id, id from users where email = '${login}'`,
  `with company as (select id from companies where slug = 'large'),
   person as (
     insert into users (company_id, first_name, last_name, email, username, password_hash)
     select id, 'Tenant', 'Number ' || n, 'large' || n, 'large' || n, ''
     from company, generate_series(1, ${ROOMS}) n returning company_id, id),
   home as (
     insert into rooms (company_id, room_number, rate, created_at)
     select id, chr(65 + n / 250) || 1 + n % 250 / 50 || lpad((n % 50)::text, 2, '0'), 6500, null
     from company, generate_series(0, ${ROOMS - 1}) n returning company_id, id),
   tenancy as (insert into tenancies (company_id, user_id)
     select company_id, id from person returning company_id, id)
   insert into stays (company_id, tenancy_id, room_id, from_day, recorded_at)
   select t.company_id, t.id, h.id, (now() - interval '${MONTHS} months')::date, null
   from (select *, row_number() over (order by id) as place from tenancy) t
   join (select *, row_number() over (order by id) as place from home) h using (place)`,
  `insert into charges (company_id, user_id, tenancy_id, kind, month, amount, created_at)
   select company_id, user_id, id, 'rent', to_char(at, 'YYYY-MM'), 6500, at
   from (select now() - make_interval(months => m) as at from generate_series(0, ${MONTHS - 1}) m) entry,
     tenancies
   where company_id = (select id from companies where slug = 'large')
   order by at, id`,
  `with paid as (
     insert into payments (company_id, user_id, purpose, kind, amount, paid_at, created_at)
     select company_id, user_id, 'rent', 'paybill', 6500, at, at
     from (select now() - make_interval(months => m) as at from generate_series(0, ${MONTHS - 1}) m) entry,
       tenancies
     where company_id = (select id from companies where slug = 'large') and (id + extract(day from at)::int) % 9 > 0
     order by at, id
     returning company_id, id, paid_at)
   insert into receipts (receipt, company_id, payment_id, paid_at)
   select 'LARGE' || id, company_id, id, paid_at from paid`,
]

/** The staff's overview of a large residence, today's and that of a day a year ago. */
export async function overviewOfLargeResidence(): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of ['PostgreSQL', 'PGlite']) {
    const url = name === 'PostgreSQL' ? await newDatabase() : null
    const settings: Record<string, string> = url ? { DATABASE_URL: url } : {}
    const dataDir = await newDataDir(settings)
    // The server's own connections give up after two seconds.
    const { db, close } = url
      ? openPostgres(url, { patient: true })
      : await openMigrated(null, dataDir)
    for (const statement of statements) await sql.raw(statement).execute(db)
    await sql`vacuum analyze`.execute(db)
    await close()

    const server = await startProcess(settings, dataDir)
    const headers = await signedIn(server.url, login, 'staff-demo-2026')
    const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)
    for (const [what, query, target] of [
      ['today', '', '≤ 100 ms'],
      ['a year ago', `?on=${yearAgo}`, '≤ 300 ms'],
    ] as const) {
      const call = fetching(`${server.url}/api/staff/overview/${query}`, headers)
      await median(call, times)
      rows.push({
        what: `overview of ${ROOMS} rooms and ${MONTHS} months, ${what} (${name})`,
        figure: milliseconds(await median(call, times)),
        floor: '',
        ratio: '',
        target,
      })
    }
    await server.end()
  }
  return rows
}

/** What a residence of 800 tenants takes in a year. */
const YEAR = sized(10_000, 20)
const YEARS = 10
const paymentsEach = sized(100, 2)

/** The first page of a month's payments after ten years and after one, most of them with receipts. */
export async function paymentPages(): Promise<Row[]> {
  const month = new Date().toISOString().slice(0, 7)
  async function residenceAfter(years: number) {
    const DATABASE_URL = await newDatabase()
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query(
      `with company as (select company_id as id from account_numbers limit 1),
       person as (
         insert into users (company_id, first_name, last_name, email, username, password_hash)
         select id, 'Tenant', 'Number ' || n, 'many' || n, 'many' || n, ''
         from company, generate_series(1, $1::int / ${paymentsEach}) n returning company_id, id),
       account as (select *, row_number() over (order by id) as place from person),
       paid as (
         insert into payments (company_id, user_id, purpose, kind, amount, paid_at)
          select company_id, account.id, case when n % 5 = 0 then 'wifi' else 'rent' end, 'paybill',
            500 + n % 6000, now() - n * interval '${(365 * 86_400) / YEAR} seconds'
          from generate_series(1, $1::int) n
          join account on place = 1 + n % ($1::int / ${paymentsEach})
          order by n
         returning company_id, id, paid_at)
       insert into receipts (receipt, company_id, payment_id, paid_at)
       select 'MANY' || id, company_id, id, paid_at - interval '2 seconds' from paid where id % 50 > 0`,
      [years * YEAR],
    )
    await client.query('vacuum analyze')
    // Or the rows are still being written to the disk while pages are measured.
    await client.query('checkpoint')
    await client.end()
    // Its connections choose their plans for tables of this size.
    const server = await startProcess({ DATABASE_URL })
    const path = `${server.url}/api/staff/overview/entries/?of=collected&month=${month}`
    const call = fetching(path, await asGrace(server.url))
    await median(call, 5 * times)
    return {
      pagesPerSecond: async () => 1000 / (await median(call, times)),
      end: () => server.end(),
    }
  }
  const one = await residenceAfter(1)
  const ten = await residenceAfter(YEARS)
  const { ours, floor } = await alternate(ten.pagesPerSecond, one.pagesPerSecond, 5)
  await Promise.all([one.end(), ten.end()])
  return [
    {
      what: `first page of a month’s payments among ${YEARS * YEAR} (PostgreSQL)`,
      figure: milliseconds(1000 / ours),
      floor: `${milliseconds(1000 / floor)} among ${YEAR}`,
      ratio: (floor / ours).toFixed(2),
      target: '≤ 1.20',
    },
  ]
}
