import pg from 'pg'
import { alternate, median, milliseconds, perSecond, type Row, rate, sized } from './row.ts'
import {
  asAmina,
  fetching,
  newDatabase,
  startFloor,
  startProcess,
  statementsOf,
} from './server-process.ts'

/** The room-and-payments call with 24 months of entries, compared with bare Fastify and one statement. */
export async function roomAndPayments(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await giveAminaTwoYears(client)
  await client.end()
  // Signed in first: the floor looks for the same session.
  const headers = await asAmina(server.url)
  const bare = await startFloor('room', DATABASE_URL)
  const call = fetching(`${server.url}/api/onboard/student_room_paymments/`, headers)
  const { ours, floor } = await alternate(
    () => rate(call),
    () => rate(fetching(`${bare.url}/`)),
  )
  const statements = await statementsOf(call)
  await bare.end()
  await server.end()
  return [
    {
      what: 'room and payments, 24 months (PostgreSQL)',
      figure: perSecond(ours, statements),
      floor: `${perSecond(floor)} bare Fastify, one statement`,
      ratio: (ours / floor).toFixed(2),
      target: '≥ 0.70',
    },
  ]
}

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
  await client.query(`
    with person as (
      insert into users (company_id, first_name, last_name, email, username, password_hash)
      select 1, 'B', 'B', 'b' || n, 'b' || n, '' from generate_series(1, ${PEOPLE}) n returning company_id, id),
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
      what: `balance at ${GROWTH} × the ledger (${entries.rows[0].n} → ${PEOPLE * 2} charges)`,
      figure: milliseconds(large),
      floor: `${milliseconds(small)} at 1 ×`,
      ratio: (large / small).toFixed(2),
      target: '≤ 1.50',
    },
  ]
}

const GROWTH = sized(100, 2)
const PEOPLE = GROWTH * 30

/**
 * Two pushes of each of these users for their own account, and one for another; every tenth of
 * the first two is reported a day late.
 */
const paymentsOf = (selectPeople: string, name: string) => `
  with person as (${selectPeople}),
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
const neighbours = paymentsOf(
  `insert into users (company_id, first_name, last_name, email, username, password_hash)
    select 1, 'B', 'B', 'b' || n, 'b' || n, '' from generate_series(1, ${PEOPLE}) n
    returning company_id, id, id - 1 as friend, 0 as time`,
  'BENCH',
)

/** Two payments a day of their own, and one for a friend. */
const OWN_DAYS = sized(200, 2)
const own = paymentsOf(
  `select company_id, id, id + 1 as friend, n as time from users, generate_series(1, ${OWN_DAYS}) n
    where phone = '254712345678'`,
  'OWN',
)

/** As many as Amina has in the demo data, so that every reply has the same length. */
const SHOWN = 3

/** A user's list of payments with the demo data, with a hundred times as many of other users, and of their own. */
export async function transactionsGrowth(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const path = `${server.url}/api/transactions/?limit=${SHOWN}`
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
  const aminasRows = "where user_id = (select id from users where phone = '254712345678')"
  const small = await timed()
  const before = await counted()
  await client.query(neighbours)
  const large = await timed()
  const after = await counted()
  const few = await counted(aminasRows)
  await client.query(own)
  const long = await timed()
  const many = await counted(aminasRows)
  await client.end()
  await server.end()
  const row = (what: string, figure: number, target: string): Row => ({
    what,
    figure: milliseconds(figure),
    floor: `${milliseconds(small)} at 1 ×`,
    ratio: (figure / small).toFixed(2),
    target,
  })
  return [
    row(
      `my payments in a table ${GROWTH} × as large (${before} → ${after} payments)`,
      large,
      '≤ 1.50',
    ),
    row(
      `my payments after years (${few} → ${many} of my own, ${OWN_DAYS} for a friend)`,
      long,
      '< 10 ms',
    ),
  ]
}

/** Gives Amina 24 months of charges and of payments with receipts. */
export async function giveAminaTwoYears(client: pg.Client): Promise<void> {
  const amina = `select company_id, user_id, (select id from tenancies t
    where t.company_id = l.company_id and t.user_id = l.user_id) as tenancy_id
    from logins l where login = '254712345678'`
  await client.query(`
    insert into charges (company_id, user_id, tenancy_id, kind, month, amount)
    select company_id, user_id, tenancy_id, 'rent', to_char(now() - make_interval(months => m), 'YYYY-MM'), 6500
    from (${amina}) a, generate_series(2, 23) m on conflict do nothing`)
  await client.query(`
    with paid as (
      insert into payments (company_id, user_id, purpose, kind, amount, paid_at)
      select company_id, user_id, 'rent', 'paybill', 6500, now() - make_interval(months => m)
      from (${amina}) a, generate_series(2, 23) m returning company_id, id)
    insert into receipts (receipt, company_id, payment_id)
    select 'BENCH' || id, company_id, id from paid`)
}
