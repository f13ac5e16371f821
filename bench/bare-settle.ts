import type pg from 'pg'
import type { InsertedPush } from './callbacks.ts'

const push = `"company_id" = $1 and "id" = $2`
const paymentOf = `from payments left join receipts on receipts.company_id = payments.company_id
  and receipts.payment_id = payments.id
  where payments.company_id = $1 and payments.request_id = $2 order by payments.id limit $3`

/** The floor: the statements of a callback that settles a push, one after the other, and nothing else. */
export async function settleBare(
  pool: pg.Pool,
  { request_id, token, receipt, body }: InsertedPush,
) {
  const paid_at = new Date()
  const own = [1, request_id]
  await pool.query(
    'select id from payment_requests where company_id = $1 and callback_token = $2',
    [1, token],
  )
  const { rows: stored } = await pool.query(
    `insert into raw_reports (kind, company_id, request_id, raw, received_at)
     values ($1, $2, $3, $4, $5) returning company_id, id, kind, request_id, raw`,
    ['callback', 1, request_id, body, paid_at],
  )
  await pool.query(`select daraja_checkout_id from payment_requests where ${push}`, own)

  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query(
    `select * from payment_requests where ${push} for update`,
    own,
  )
  const { company_id, account_user_id, amount, phone } = rows[0]
  await client.query(`select payments.id, payments.amount, receipts.receipt ${paymentOf}`, [
    ...own,
    1,
  ])
  await client.query(
    `select payments.company_id, payments.user_id, payments.request_id from receipts
     join payments on payments.company_id = receipts.company_id and payments.id = receipts.payment_id
     where receipts.receipt = $1`,
    [receipt],
  )
  await client.query(
    `select company_id, id from desk_items
     where (company_id = $1 or company_id = (select min(id) from companies))
       and receipt = $2 and closed_at is null for update`,
    [company_id, receipt],
  )
  const { rows: paid } = await client.query(
    `insert into payments (company_id, user_id, purpose, kind, amount, paid_at, request_id)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [company_id, account_user_id, 'rent', 'push', amount, paid_at, request_id],
  )
  await client.query(
    'insert into receipts (receipt, company_id, payment_id, paid_at) values ($1, $2, $3, $4)',
    [receipt, company_id, paid[0].id, paid_at],
  )
  await client.query(
    'delete from open_pushes where phone = $1 and company_id = $2 and request_id = $3',
    [phone, company_id, request_id],
  )
  await client.query(
    `update payment_requests set status = $3, result_code = $4, result_desc = $5, ended_at = $6,
     next_query_at = null where ${push}`,
    [...own, 'completed', '0', 'The service request is processed successfully.', paid_at],
  )
  await client.query('commit')
  client.release()

  const { rows: state } = await pool.query(
    `select company_id, id, starter_company_id, starter_user_id, account_user_id,
     checkout_request_id, status, result_code, result_desc, amount, phone, account_reference,
     description, initiated_at from payment_requests where ${push} limit $3`,
    [...own, 1],
  )
  await pool.query(
    `select payments.id, payments.amount, receipts.receipt, coalesce(receipts.paid_at, payments.paid_at) as paid_at
     ${paymentOf}`,
    [...own, 1],
  )
  await Promise.all([
    pool.query('select pg_notify($1, $2)', ['bench', JSON.stringify(state[0])]),
    pool.query('select pg_notify($1, $2)', ['bench', 'balance']),
    pool.query('update raw_reports set handled_at = $3 where company_id = $1 and id = $2', [
      1,
      stored[0].id,
      paid_at,
    ]),
  ])
}
