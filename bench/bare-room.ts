import Fastify from 'fastify'
import pg from 'pg'

/** The floor: session, room, charges and payments in one named statement, and nothing else. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const {
  rows: [amina],
} = await pool.query("select company_id, user_id from logins where login = '254712345678'")
const { rows } = await pool.query('select id from sessions order by created_at desc limit 1')
const today = new Date().toISOString().slice(0, 10)

const text = `
  select u.first_name, c.name,
    (select json_agg(json_build_object('from_day', s.from_day, 'until_day', s.until_day,
        'room_number', r.room_number, 'rate', r.rate) order by s.from_day, s.id)
      from stays s join rooms r on r.company_id = s.company_id and r.id = s.room_id
      join tenancies t on t.company_id = s.company_id and t.id = s.tenancy_id
      where t.company_id = u.company_id and t.user_id = u.id
        and (s.until_day is null or s.until_day > $4)) as stays,
    (select coalesce(sum(amount), 0)::float8 from charges
      where company_id = u.company_id and user_id = u.id) as charged,
    (select json_agg(json_build_object('id', p.id, 'amount', p.amount, 'receipt', r.receipt,
        'paid_at', coalesce(r.paid_at, p.paid_at)) order by coalesce(r.paid_at, p.paid_at) desc, p.id desc)
      from payments p
      left join receipts r on r.company_id = p.company_id and r.payment_id = p.id
      where p.company_id = u.company_id and p.user_id = u.id and p.purpose = 'rent') as payments
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = u.company_id
  where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3`

const app = Fastify()
app.get('/', async () => {
  const values = [amina.company_id, rows[0]?.id ?? '', new Date(0), today]
  const { rows: found } = await pool.query({ name: 'room', text, values })
  const { stays, charged, payments } = found[0]
  const paid = payments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
  return { ...stays[0], current_month_balance: charged - paid, matched_payments: payments }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('is open')
