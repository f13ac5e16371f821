import Fastify from 'fastify'
import pg from 'pg'

/**
 * The floor: a callback is stored, then settled in a transaction that locks and reads the push and writes, all of it named;
 * nothing else is looked at.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const store = `
  insert into raw_reports (kind, company_id, request_id, raw, received_at)
  select 'callback', company_id, id, $3::text, $4::timestamptz from payment_requests
  where company_id = $1 and callback_token = $2
  returning id, request_id`

const read = `
  select status, amount from payment_requests where company_id = $1 and id = $2 for update`

const settle = `
  with push as (
    select * from payment_requests where company_id = $1 and id = $2 and amount = $4),
  payment as (
    insert into payments (company_id, user_id, purpose, kind, amount, paid_at, request_id)
    select company_id, account_user_id, 'rent', 'push', amount, $5::timestamptz, id from push
    returning company_id, id),
  receipt as (
    insert into receipts (receipt, company_id, payment_id, paid_at)
    select $3::text, company_id, id, $5::timestamptz from payment),
  phone as (
    delete from open_pushes where (phone, company_id, request_id) in (select phone, company_id, id from push)),
  report as (
    update raw_reports set handled_at = $5::timestamptz where company_id = $1 and id = $6),
  ended as (
    update payment_requests set status = 'completed', result_code = '0', result_desc = 'Done',
      ended_at = $5::timestamptz, next_query_at = null
    where company_id = $1 and id in (select id from push) returning row_to_json(payment_requests) as row)
  select pg_notify('bench', row::text) from ended`

const app = Fastify()
app.post<{ Params: { token: string } }>('/api/hooks/stk/1/:token', async ({ params, body }) => {
  const now = new Date()
  const raw = JSON.stringify(body)
  const kept = await pool.query({
    name: 'store',
    text: store,
    values: [1, params.token, raw, now],
  })
  const { id, request_id } = kept.rows[0]
  const { Item } = (body as Callback).Body.stkCallback.CallbackMetadata
  const item = (name: string) => Item.find(({ Name }) => Name === name)?.Value
  const values = [1, request_id, item('MpesaReceiptNumber'), item('Amount'), now, id]
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query({ name: 'read', text: read, values: [1, request_id] })
  if (rows[0].status === 'processing') await client.query({ name: 'settle', text: settle, values })
  await client.query('commit')
  client.release()
  return { ResultCode: 0, ResultDesc: 'Accepted' }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('is open')

interface Callback {
  Body: { stkCallback: { CallbackMetadata: { Item: { Name: string; Value: unknown }[] } } }
}
