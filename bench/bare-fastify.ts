import Fastify from 'fastify'
import pg from 'pg'

/** The floor: the SQL of the room-and-payments call (session, room, charges, payments), and nothing else. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const {
  rows: [amina],
} = await pool.query("select company_id, user_id from logins where login = '254712345678'")
const { rows } = await pool.query('select id from sessions order by created_at desc limit 1')
const today = new Date().toISOString().slice(0, 10)
const userKey = [amina.company_id, amina.user_id]

const app = Fastify()
app.get('/', async () => {
  await pool.query(
    `select s.id, u.*, c.name, c.slug from sessions s
     join users u on u.company_id = s.company_id and u.id = s.user_id
     join companies c on c.id = u.company_id
     where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3`,
    [amina.company_id, rows[0]?.id ?? '', new Date(0)],
  )
  const [room, charges, payments] = await Promise.all([
    pool.query(
      `select s.from_day, s.until_day, r.room_number, r.rate from tenancies t
       left join stays s on s.company_id = t.company_id and s.tenancy_id = t.id
         and (s.until_day is null or (s.until_day > $3 and s.until_day > s.from_day))
       left join rooms r on r.company_id = s.company_id and r.id = s.room_id
       where t.company_id = $1 and t.user_id = $2
       order by s.from_day, s.id`,
      [...userKey, today],
    ),
    pool.query('select month, amount from charges where company_id = $1 and user_id = $2', userKey),
    pool.query(
      `select p.amount, r.receipt, coalesce(r.paid_at, p.paid_at) as paid_at from payments p
       left join receipts r on r.company_id = p.company_id and r.payment_id = p.id
       where p.company_id = $1 and p.user_id = $2 and p.purpose = 'rent'
       order by coalesce(r.paid_at, p.paid_at) desc, p.id desc`,
      userKey,
    ),
  ])
  return { ...room.rows[0], months: charges.rows.length, matched_payments: payments.rows }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('is open')
