import Fastify from 'fastify'
import pg from 'pg'

/** The floor: session, post and its newest comments in one named statement, and nothing else. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { rows } = await pool.query('select id from sessions order by created_at desc limit 1')
const {
  rows: [wanted],
} = await pool.query('select min(post_id) as id from comments')

const text = `
  select p.*, a.first_name, a.last_name, a.profile_image,
    (select json_agg(json_build_object('id', c.id, 'content', c.content, 'author_id', c.author_id,
        'first_name', u.first_name, 'last_name', u.last_name, 'created_at', c.created_at) order by c.id)
      from (select * from comments where company_id = p.company_id and post_id = p.id
        order by id desc limit 24) c
      join users u on u.company_id = c.company_id and u.id = c.author_id) as comments
  from sessions s
  join posts p on p.company_id = s.company_id and p.id = $4 and p.deleted_at is null
  join users a on a.company_id = p.company_id and a.id = p.author_id
  where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3`

const app = Fastify()
app.get('/', async () => {
  const values = [1, rows[0]?.id ?? '', new Date(0), wanted.id]
  const { rows: found } = await pool.query({ name: 'post', text, values })
  const { id, title, description, author_id, first_name, created_at, comments } = found[0]
  return { id, title, description, author_ID: author_id, author: first_name, created_at, comments }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('is open')
