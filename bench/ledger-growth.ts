import pg from 'pg'
import { median, milliseconds, type Row } from './row.ts'
import { asAmina, fetching, newDatabase, startProcess } from './server-process.ts'

/** The balance call with the demo's ledger, and with a hundred times as many entries around it. */
export async function ledgerGrowth(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const headers = await asAmina(server.url)
  const call = fetching(`${server.url}/api/onboard/student_room_paymments/`, headers)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query('vacuum analyze')
  await median(call)
  const small = await median(call)

  const entries = await client.query('select count(*)::int as n from charges')
  const people = 100 * 30
  await client.query(`
    with person as (
      insert into users (company_id, first_name, last_name, email, username, password_hash)
      select 1, 'B', 'B', 'b' || n, 'b' || n, '' from generate_series(1, ${people}) n returning company_id, id),
    tenancy as (
      insert into tenancies (company_id, user_id) select company_id, id from person returning company_id, id, user_id),
    charge as (
      insert into charges (company_id, user_id, tenancy_id, kind, month, amount)
      select company_id, user_id, id, 'rent', '2026-0' || m, 6500 from tenancy, generate_series(1, 2) m returning 1)
    insert into payments (company_id, user_id, purpose, kind, amount, paid_at)
    select company_id, user_id, 'rent', 'paybill', 6500, now() from tenancy, generate_series(1, 2)`)
  await client.query('vacuum analyze')
  await client.end()
  await median(call)
  const large = await median(call)
  await server.end()
  return [
    {
      what: `balance at 100 × the ledger (${entries.rows[0].n} → ${people * 2} charges)`,
      figure: milliseconds(large),
      floor: `${milliseconds(small)} at 1 ×`,
      ratio: (large / small).toFixed(2),
      wanted: '≤ 1.50',
    },
  ]
}
