import pg from 'pg'
import { alternate, median, milliseconds, perSecond, type Row, rate, sized } from './row.ts'
import {
  asAmina,
  fetching,
  fetchingPacked,
  newDatabase,
  posting,
  startFloor,
  startProcess,
  statementsOf,
} from './server-process.ts'

const posts = sized(240, 30)
const comments = 10

/** While nothing changes: a page of the feed, 24 posts, and a post with its comments; and a new comment. */
export async function feedPostComment(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const post = await fillFeed(client, posts, comments)
  await client.end()
  // Signed in first: the floors look for the same session.
  const headers = await asAmina(server.url)
  const api = `${server.url}/api/blog`

  async function compare(
    what: string,
    floorOf: string,
    target: string,
    step: (url: string | null) => () => Promise<void>,
  ): Promise<Row> {
    const bare = await startFloor(floorOf, DATABASE_URL)
    const { ours, floor } = await alternate(
      () => rate(step(null)),
      () => rate(step(bare.url)),
    )
    await bare.end()
    return {
      what,
      figure: perSecond(ours, await statementsOf(step(null))),
      floor: `${perSecond(floor)} bare Fastify, one statement`,
      ratio: (ours / floor).toFixed(2),
      target,
    }
  }
  const reading = (path: string) => (bare: string | null) =>
    bare ? fetchingPacked(`${bare}/`) : fetchingPacked(`${api}${path}`, headers)
  const rows = [
    await compare('feed, a page of 24 (PostgreSQL)', 'feed', '≥ 0.70', reading('/posts/')),
    await compare('a post with its comments', 'post', '≥ 0.70', reading(`/posts/${post}/`)),
    await compare('a new comment', 'comment', '≥ 0.60', (bare) =>
      posting(bare ? `${bare}/` : `${api}/comments/`, headers, {
        content: 'Is it still there?',
        post,
      }),
    ),
  ]
  await server.end()
  return rows
}

const GROWTH = sized(100, 2)

/** The feed, a page far down, and a post with its comments, with a hundred times as many of each. */
export async function feedGrowth(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const headers = await asAmina(server.url)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const post = await fillFeed(client, posts, comments)
  // More comments than a post's reply contains, in both sizes.
  await addOwn(client, post, 30)
  const api = `${server.url}/api/blog/posts`
  const calls = {
    'a page of the feed': fetching(`${api}/`, headers),
    'a page far down in it': fetching(`${api}/?before=${post + posts / 2}`, headers),
    'a post with its comments': fetching(`${api}/${post}/`, headers),
  }
  async function measured() {
    const figures = new Map<string, number>()
    for (const [what, call] of Object.entries(calls)) {
      await median(call)
      figures.set(what, await median(call))
    }
    return figures
  }
  const small = await measured()
  await fillFeed(client, posts * (GROWTH - 1), comments)
  await addOwn(client, post, 30 * (GROWTH - 1))
  const large = await measured()
  await client.end()
  await server.end()
  return Object.keys(calls).map((what) => {
    const [one, hundred] = [small.get(what) ?? 0, large.get(what) ?? 0]
    return {
      what: `${what}, ${GROWTH} × posts and comments (${posts * GROWTH} and ${posts * comments * GROWTH})`,
      figure: milliseconds(hundred),
      floor: `${milliseconds(one)} at 1 ×`,
      ratio: (hundred / one).toFixed(2),
      target: '≤ 1.50',
    }
  })
}

async function addOwn(client: pg.Client, post: number, comments: number) {
  await client.query(
    `insert into comments (company_id, post_id, author_id, content, created_at)
     select 1, $1, 2 + n % 30, 'More of it.', now() from generate_series(1, $2::int) n`,
    [post, comments],
  )
  await client.query('vacuum analyze')
}

/**
 * Inserts published posts of the demo residence's tenants, most with an image,
 * each with comments. @returns the id of the first one
 */
export async function fillFeed(client: pg.Client, posts: number, comments: number) {
  const { rows } = await client.query(
    `insert into posts (company_id, author_id, title, description, image_name, image_width,
       image_height, status, position, created_at, decided_at)
     select 1, 2 + n % 30, 'Post ' || n, repeat('A few words about something for sale. ', 8),
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
