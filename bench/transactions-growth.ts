import pg from 'pg'
import { median, milliseconds, type Row } from './row.ts'
import { asAmina, fetching, newDatabase, startProcess } from './server-process.ts'

const people = 100 * 30

/**
 * Two pushes of each of these people for their own account, and one for somebody else's; every tenth of
 * the first two is learnt of late.
 */
const payments_of = (people: string, name: string) => `
  with person as (${people}),
  push as (
    insert into payment_requests (company_id, checkout_request_id, callback_token,
      starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
      wire_reference, description, phone, amount, status, initiated_at, ended_at)
    select company_id, mark, mark, company_id, id, case n when 3 then friend else id end, 'rent', '',
      mark, 'Rent', '254712000001', 6500, 'completed', at, at
    from person, generate_series(1, 3) n,
      lateral (select '${name}' || id || '.' || time || '.' || n as mark,
        now() - time * interval '1 day' as at) marked
    returning company_id, id, account_user_id, initiated_at),
  payment as (
    insert into payments (company_id, user_id, purpose, kind, amount, paid_at, request_id)
    select company_id, account_user_id, 'rent', 'push', 6500, initiated_at, id from push
    returning company_id, id, paid_at)
  insert into receipts (receipt, company_id, payment_id, paid_at)
  select '${name}' || id, company_id, id,
    case id % 10 when 0 then paid_at - interval '1 minute' else paid_at end from payment`

/** Amina's neighbours; none of them pays for her. */
const neighbours = payments_of(
  `insert into users (company_id, first_name, last_name, email, username, password_hash)
    select 1, 'B', 'B', 'b' || n, 'b' || n, '' from generate_series(1, ${people}) n
    returning company_id, id, id - 1 as friend, 0 as time`,
  'BENCH',
)

/** Two payments a day of their own, and one for a friend. */
const own_days = 200
const own = payments_of(
  `select company_id, id, id + 1 as friend, n as time from users, generate_series(1, ${own_days}) n
    where phone = '254712345678'`,
  'OWN',
)

/** As many as the demo's Amina has from the start, so that every answer is as long. */
const shown = 3

/** Somebody's payments with the demo's books, with a hundred times as many around them, and of their own. */
export async function transactionsGrowth(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const path = `${server.url}/api/transactions/?limit=${shown}`
  const call = fetching(path, await asAmina(server.url))
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const timed = async () => {
    await client.query('vacuum analyze')
    await median(call)
    return median(call)
  }
  const counted = async (where = '') => {
    const { rows } = await client.query(`select count(*)::int as n from payments ${where}`)
    return rows[0].n
  }
  const hers = "where user_id = (select id from users where phone = '254712345678')"
  const small = await timed()
  const before = await counted()
  await client.query(neighbours)
  const large = await timed()
  const after = await counted()
  const few = await counted(hers)
  await client.query(own)
  const long = await timed()
  const many = await counted(hers)
  await client.end()
  await server.end()
  const row = (what: string, figure: number, wanted: string): Row => ({
    what,
    figure: milliseconds(figure),
    floor: `${milliseconds(small)} at 1 ×`,
    ratio: (figure / small).toFixed(2),
    wanted,
  })
  return [
    row(`my payments at 100 × the books (${before} → ${after} payments)`, large, '≤ 1.50'),
    row(
      `my payments after years (${few} → ${many} of my own, ${own_days} for a friend)`,
      long,
      '< 10 ms',
    ),
  ]
}
