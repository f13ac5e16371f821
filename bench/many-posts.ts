import type pg from 'pg'

/**
 * Gives the demo residence so many posts more that are up, by its own people, most with a picture,
 * each with so many comments. @returns the first of them
 */
export async function fillFeed(client: pg.Client, posts: number, comments: number) {
  const { rows } = await client.query(
    `insert into posts (company_id, author_id, title, description, image_name, image_width,
       image_height, status, position, created_at, decided_at)
     select 1, 2 + n % 30, 'Post ' || n, repeat('What the house says, in so many words. ', 8),
       case when n % 3 > 0 then substr(md5('' || n), 1, 24) end,
       case when n % 3 > 0 then 1600 end, case when n % 3 > 0 then 1100 end,
       'approved', nextval('post_positions'), now(), now()
     from generate_series(1, $1::int) n returning id`,
    [posts],
  )
  const first: number = rows[0].id
  await client.query(
    `insert into comments (company_id, post_id, author_id, content, created_at)
     select 1, p.id, 2 + n % 30, repeat('And what the others say. ', 4), now()
     from posts p, generate_series(1, $2::int) n where p.company_id = 1 and p.id >= $1`,
    [first, comments],
  )
  await client.query('vacuum analyze')
  return first
}
