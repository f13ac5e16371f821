import Fastify from 'fastify'
import pg from 'pg'

/** The floor: session and comment in one named statement, committed by itself, and nothing else. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { rows } = await pool.query('select id from sessions order by created_at desc limit 1')

const text = `
  with author as (
    select u.* from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3),
  comment as (
    insert into comments (company_id, post_id, author_id, content, created_at)
    select company_id, $4, id, $5, $6 from author returning *)
  select comment.*, author.first_name, author.last_name, author.email from comment, author`

const app = Fastify()
app.post<{ Body: { content: string; post: number } }>('/', async ({ body }, reply) => {
  const values = [1, rows[0]?.id ?? '', new Date(0), body.post, body.content, new Date()]
  const { rows: found } = await pool.query({ name: 'comment', text, values })
  const { id, content, post_id, author_id, first_name, last_name, created_at } = found[0]
  const author_name = `${first_name} ${last_name}`
  reply.code(201)
  return { id, content, post: post_id, author: first_name, author_id, author_name, created_at }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('is open')
