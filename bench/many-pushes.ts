import type pg from 'pg'
import { paidCallback } from '../server/testing/fake-daraja.ts'

/** A push that waits to be settled, as the bench has put it there. */
export interface WaitingPush {
  request_id: number
  path: string
  token: string
  receipt: string
  body: string
}

/** Puts pushes of Amina's there that M-Pesa has accepted, and that nobody asks about meanwhile. */
export async function insertPushes(client: pg.Client, many: number): Promise<WaitingPush[]> {
  const { rows } = await client.query<{ id: number; token: string }>(
    `insert into payment_requests (company_id, checkout_request_id, callback_token,
       starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
       wire_reference, description, phone, amount, daraja_checkout_id, initiated_at)
     select company_id, 'bench' || n, lpad(to_hex(n), 48, '0'), company_id, user_id, user_id,
       'rent', 'BENCH', 'BENCH' || n, 'Rent payment', '2547' || lpad(n::text, 8, '0'), 10,
       'ws_CO_bench_' || n, now()
     from logins, generate_series(1, $1::int) n where login = '254712345678'
     returning id, callback_token as token`,
    [many],
  )
  await client.query(
    `insert into open_pushes (phone, company_id, request_id, opened_at)
     select phone, company_id, id, now() from payment_requests where account_reference = 'BENCH'`,
  )
  await client.query('vacuum analyze')
  return rows.map(({ id, token }, index) => {
    const receipt = `B${String(id).padStart(9, '0')}`
    const path = `/api/hooks/stk/1/${token}`
    const callback = paidCallback(`ws_CO_bench_${index + 1}`, receipt, 10)
    return { request_id: id, path, token, receipt, body: JSON.stringify(callback) }
  })
}
