import Fastify from 'fastify'
import pg from 'pg'

/**
 * The floor: what the reply of a tenant without fees, promises or sponsors must contain, from session, room, rents to come,
 * charges and payments, in one named statement, and nothing else.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const {
  rows: [amina],
} = await pool.query("select company_id, user_id from logins where login = '254712345678'")
const { rows } = await pool.query('select id from sessions order by created_at desc limit 1')
const today = new Date().toISOString().slice(0, 10)
const month = today.slice(0, 7)

// Values as arrays: with names the payments take half as long again.
const text = `
  select u.first_name, c.promises_allowed,
    (select json_agg(json_build_array(s.from_day, s.until_day, r.room_number, r.rate, t.deposit,
        (select min(from_day) from room_rates rr where rr.company_id = s.company_id
          and rr.room_id = s.room_id and rr.from_day > $4)) order by s.from_day, s.id)
      from tenancies t
      join stays s on s.company_id = t.company_id and s.tenancy_id = t.id
      join rooms r on r.company_id = s.company_id and r.id = s.room_id
      where t.company_id = $1 and t.user_id = u.id) as stays,
    (select json_build_array(sum(amount) filter (where month < $5),
        sum(amount) filter (where month = $5), bool_or(kind <> 'rent') filter (where month = $5))
      from charges where company_id = $1 and user_id = u.id and month <= $5) as charges,
    (select json_agg(json_build_array(p.id, p.amount, r.receipt, coalesce(r.paid_at, p.paid_at),
        p.kind, p.reverses_payment_id) order by coalesce(r.paid_at, p.paid_at) desc, p.id desc)
      from payments p
      left join receipts r on r.company_id = p.company_id and r.payment_id = p.id
      where p.company_id = $1 and p.user_id = u.id and p.purpose = 'rent') as payments
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = u.company_id
  where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3`

const app = Fastify()
app.get('/', async () => {
  const values = [amina.company_id, rows[0]?.id ?? '', new Date(0), today, month]
  const { rows: found } = await pool.query({ name: 'room', text, values })
  const { promises_allowed, stays, charges, payments } = found[0]
  const [, until_day, room_number, rate, deposit, next_rate] = stays.at(-1)
  let brought_forward = charges[0]
  let paid_this_month = 0
  const matched_payments = payments.map(
    ([id, amount, receipt, paid_at, kind, reverses]: [
      number,
      number,
      string,
      string,
      string,
      number,
    ]) => {
      if (paid_at.startsWith(month)) paid_this_month += amount
      else brought_forward -= amount
      return {
        transaction_id: receipt,
        amount,
        date_time: `${paid_at.slice(0, 19)}Z`,
        receipt_number: `R${String(id).padStart(6, '0')}`,
        kind,
        takes_back: kind === 'correction' && reverses !== null,
        sponsor: null,
        voided: reverses !== null,
      }
    },
  )
  const due = brought_forward + charges[1] - paid_this_month
  return {
    ...{ room_number, rate, next_rate, current_month_balance: due },
    balance: { brought_forward, this_month: charges[1], paid_this_month },
    owed_months: due > 0 ? [{ month, owed: due }] : [],
    ...{ next_fees: 0, other_charges: [], agreed: null },
    may_promise: promises_allowed && due > 0,
    matched_payments,
    ...{ leaves_on: until_day, next_room: null, last_room: null, deposit },
  }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('is open')
