import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { milliseconds, type Row, sized } from './row.ts'
import { asGrace, newDatabase, startProcess } from './server-process.ts'

const payments = sized(5000, 50)
const day = '2026-03-02'

/** A day with as many payments, each with its receipt and its row of a statement. */
async function fill(DATABASE_URL: string) {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const staff = `select company_id, id from users where email = 'staff@acacia.example'`
  const at = `timestamptz '${day}T00:00:00+03:00' + n * interval '17 seconds'`
  await client.query(`with paid as (
      insert into payments (company_id, user_id, purpose, kind, amount, paid_at)
      select company_id, user_id, 'rent', 'paybill', 1 + n % 9000, ${at}
      from generate_series(1, ${payments}) n,
        (select company_id, user_id from account_numbers order by user_id limit 1) account
      returning company_id, id, paid_at)
    insert into receipts (receipt, company_id, payment_id, paid_at)
      select 'UC' || lpad(id::text, 8, '0'), company_id, id, paid_at from paid`)
  await client.query(`with statement as (
      insert into statements (company_id, source, shape, file_name, file_hash, account, from_at,
        until_at, row_count, uploaded_by, kept_at)
      select company_id, 'paybill', 'portal_table', 'a.csv', 'a', '174379',
        '${day}T00:00:00+03:00', '${day}T23:59:59+03:00', ${payments}, id, now() from (${staff}) one
      returning company_id, id)
    insert into statement_rows (company_id, statement_id, source, row_key, receipt, at, details,
      kind, cents, balance_cents)
    select statement.company_id, statement.id, 'paybill', receipt, receipt, receipts.paid_at, '',
      'payment', amount * 100, sum(amount * 100) over (order by payments.id)
    from statement
    join receipts on receipts.receipt like 'UC%' and receipts.company_id = statement.company_id
    join payments on payments.company_id = receipts.company_id and payments.id = payment_id`)
  await client.query('analyze')
  await client.end()
}

/** Looking at a day of 5,000 payments, closing it, and checking the close. */
export async function closeOfDay(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  await fill(DATABASE_URL)
  const headers = { ...(await asGrace(server.url)), 'content-type': 'application/json' }
  const url = `${server.url}/api/staff/closes/${day}/`
  async function timed<T>(step: () => Promise<T>) {
    const begin = performance.now()
    const result = await step()
    return { result, elapsed: performance.now() - begin }
  }
  const look = await timed(async () => (await fetch(url, { headers })).json())
  const { fingerprint, figures } = look.result as {
    fingerprint: string
    figures: { open_cents: number; mpesa: { ledger: { count: number } } }
  }
  if (figures.mpesa.ledger.count !== payments || figures.open_cents !== 0) {
    throw new Error(JSON.stringify(figures))
  }
  const body = JSON.stringify({ expected: fingerprint })
  const sign = await timed(() => fetch(`${url}sign/`, { method: 'POST', headers, body }))
  if (sign.result.status !== 201) throw new Error(await sign.result.text())
  const env = { ...process.env, DATABASE_URL }
  const verify = await timed(() =>
    promisify(execFile)(process.execPath, ['server/close-verify.ts'], { env }),
  )
  await server.end()
  return [
    {
      what: `a day of ${payments} payments closed (PostgreSQL)`,
      figure: milliseconds(sign.elapsed),
      floor: `${milliseconds(look.elapsed)} to look at it, ${milliseconds(verify.elapsed)} to verify`,
      ratio: '',
      target: '≤ 5000 ms',
    },
  ]
}
