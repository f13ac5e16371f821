import pg from 'pg'
import { median, milliseconds, type Row } from './row.ts'
import { asAmina, fetching, newDatabase, startProcess } from './server-process.ts'

const people = 100 * 30

/** Two pushes of everybody for their own account, and one for somebody else's. */
const payments_of_many = `
  with person as (
    insert into users (company_id, first_name, last_name, email, username, password_hash)
    select 1, 'B', 'B', 'b' || n, 'b' || n, '' from generate_series(1, ${people}) n
    returning company_id, id),
  push as (
    insert into payment_requests (company_id, checkout_request_id, callback_token,
      starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
      wire_reference, description, phone, amount, status, initiated_at, ended_at)
    select company_id, mark, mark, company_id, id, case n when 3 then 2 else id end, 'rent', '',
      mark, 'Rent', '254712000001', 6500, 'completed', now(), now()
    from person, generate_series(1, 3) n, lateral (select 'm' || id || '.' || n as mark) marked
    returning company_id, id, account_user_id),
  payment as (
    insert into payments (company_id, user_id, purpose, kind, amount, paid_at, request_id)
    select company_id, account_user_id, 'rent', 'push', 6500, now(), id from push
    where account_user_id <> 2 returning company_id, id, paid_at)
  insert into receipts (receipt, company_id, payment_id, paid_at)
  select 'BENCH' || id, company_id, id, paid_at from payment`

/** Somebody's payments with the demo's books, and with a hundred times as many around them. */
export async function transactionsGrowth(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const call = fetching(`${server.url}/api/transactions/`, await asAmina(server.url))
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query('vacuum analyze')
  await median(call)
  const small = await median(call)

  const before = await client.query('select count(*)::int as n from payments')
  await client.query(payments_of_many)
  await client.query('vacuum analyze')
  const after = await client.query('select count(*)::int as n from payments')
  await client.end()
  await median(call)
  const large = await median(call)
  await server.end()
  return [
    {
      what: `my payments at 100 × the books (${before.rows[0].n} → ${after.rows[0].n} payments)`,
      figure: milliseconds(large),
      floor: `${milliseconds(small)} at 1 ×`,
      ratio: (large / small).toFixed(2),
      wanted: '≤ 1.50',
    },
  ]
}
