import Fastify from 'fastify'
import pg from 'pg'

/** The floor: session and a page of the feed in one named statement, the same answer, and nothing else. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { rows } = await pool.query('select id from sessions order by created_at desc limit 1')
const company_id = 1
const sizes = [480, 800, 1600]

const text = `
  select p.*, a.first_name, a.last_name, a.profile_image
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = u.company_id
  join lateral (
    select * from posts where company_id = c.id and deleted_at is null and status = 'approved'
    order by position desc limit $4) p on true
  join users a on a.company_id = p.company_id and a.id = p.author_id
  where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3
  order by p.position desc`

const app = Fastify()
app.get('/', async () => {
  const values = [company_id, rows[0]?.id ?? '', new Date(0), 24]
  const feed = await pool.query({ name: 'feed', text, values })
  return feed.rows.map((post) => ({
    id: post.id,
    title: post.title,
    description: post.description,
    image_url: post.image_name && `/media/${post.image_name}-1600.jpg`,
    image_sizes: post.image_name
      ? sizes.map((width) => ({
          url: `/media/${post.image_name}-${width}.jpg`,
          width,
          height: Math.round((post.image_height * width) / post.image_width),
        }))
      : [],
    author: post.first_name,
    author_ID: post.author_id,
    author_last_name: post.last_name,
    author_image: post.profile_image,
    created_at: post.created_at,
    published_at: post.published_at,
    status: post.status,
    reason: null,
    comment_count: post.comment_count,
    revision: post.revision,
  }))
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
console.log('is open')
