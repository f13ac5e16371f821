import pg from 'pg'
import { readConfig } from '../server/config.ts'
import { chargeLateFeesForAllCompanies } from '../server/late-fees/late-fees.ts'
import { start } from '../server/start.ts'
import { freePort } from '../server/testing/postgres.ts'
import { median, milliseconds, type Row, sized } from './row.ts'
import { asGrace, fetching, newDatabase, newDataDir, startProcess } from './server-process.ts'
import { fillRooms } from './tenants.ts'

const times = 40
const tenants = sized(10_000, 100)

/** Months of rent of every tenant, paid but for the last one or two of some; every fifth has promised something. */
const rentOfAYear = `
  with charged as (
    insert into charges (company_id, user_id, tenancy_id, kind, month, amount, created_at)
    select 1, t.user_id, t.id, 'rent', to_char(at, 'YYYY-MM'), 6500, date_trunc('month', at)
    from tenancies t, (select now() - make_interval(months => m) as at from generate_series(0, 11) m) month
    where t.company_id = 1 on conflict do nothing returning user_id, month, created_at),
  paid as (
    insert into payments (company_id, user_id, purpose, kind, amount, paid_at, reason, entered_by)
    select 1, user_id, 'rent', 'correction', 6500, created_at + interval '2 days', 'x', user_id from charged
    where created_at < now() - make_interval(months => 1 + user_id % 2)),
  promised as (
    insert into agreements (company_id, user_id, kind, owed, after_payment, wording, made_at, submission_id, agreed_at)
    select 1, user_id, 'promise', 6500, 1000000, 'x', now(), gen_random_uuid(), now()
    from tenancies where company_id = 1 and user_id % 5 = 0 returning id)
  insert into agreement_parts (company_id, agreement_id, position, amount, day)
  select 1, id, 1, 6500, current_date + (id % 20)::int - 10 from promised`

/** The first page of those to call, with its grades. */
export async function callPage(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await fillRooms(client, tenants)
  await client.query(rentOfAYear)
  await client.query('vacuum analyze')
  await client.end()
  const headers = await asGrace(server.url)
  const rows: Row[] = []
  for (const [what, path] of [
    ['first page of those to call', ''],
    ['how many are to be called', 'summary/'],
  ] as const) {
    const call = fetching(`${server.url}/api/staff/calls/${path}`, headers)
    await median(call, times)
    rows.push({
      what: `${what} among ${tenants} tenants with a year of rent (PostgreSQL)`,
      figure: milliseconds(await median(call, times)),
      floor: '',
      ratio: '',
      target: '≤ 50 ms',
    })
  }
  await server.end()
  return rows
}

/** Everybody's deposit; every tenth has paid half of it, every twentieth has left. */
const deposits = `
  with agreed as (
    update tenancies set deposit = 6500, deposit_days = 14,
      ended_day = case when user_id % 20 = 0 then current_date - 3 end
    where company_id = 1 returning user_id)
  insert into deposit_entries (company_id, user_id, kind, amount, at, reason, entered_by, submission_id)
  select 1, user_id, 'opening', case when user_id % 10 = 1 then 3250 else 6500 end, now(), 'x',
    user_id, gen_random_uuid() from agreed`

/** The first page of each list of deposits. */
export async function depositPages(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await fillRooms(client, tenants)
  await client.query(
    'delete from stays where tenancy_id in (select id from tenancies where user_id % 20 = 0)',
  )
  await client.query(deposits)
  await client.query('vacuum analyze')
  await client.end()
  const headers = await asGrace(server.url)
  const rows: Row[] = []
  for (const list of ['held', 'to_refund', 'to_pay']) {
    const call = fetching(`${server.url}/api/staff/deposits/?of=${list}`, headers)
    await median(call, times)
    rows.push({
      what: `first page of the deposits of ${tenants} tenants, ${list} (PostgreSQL)`,
      figure: milliseconds(await median(call, times)),
      floor: '',
      ratio: '',
      target: '≤ 50 ms',
    })
  }
  await server.end()
  return rows
}

/** Late fees for two months of everybody's rent, and the same run again, which charges nothing. */
export async function lateFeesOfAll(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await fillRooms(client, tenants)
  await client.query(rentOfAYear)
  const DATA_DIR = await newDataDir({ DATABASE_URL })
  const settings = { LOG_LEVEL: 'silent', NODE_ENV: 'test', DATABASE_URL, DATA_DIR }
  const running = await start(readConfig({ ...settings, PORT: String(await freePort()) }))
  await client.query(
    `insert into late_fee_terms (company_id, from_month, grace_days, amount)
     values (1, to_char(now() - interval '1 month', 'YYYY-MM'), 0, 300)`,
  )
  await client.query('vacuum analyze')
  const timed = async () => {
    const begin = performance.now()
    await chargeLateFeesForAllCompanies(running.context)
    return performance.now() - begin
  }
  const [charging, again] = [await timed(), await timed()]
  const { rows } = await client.query(
    "select count(*)::int as n from charges where kind = 'late_fee'",
  )
  await client.end()
  await running.close()
  return [
    {
      what: `late fees of ${tenants} tenants, ${rows[0].n} charged (PostgreSQL)`,
      figure: milliseconds(charging),
      floor: '',
      ratio: `${milliseconds(again)} again`,
      target: '≤ 20 000 ms',
    },
  ]
}
