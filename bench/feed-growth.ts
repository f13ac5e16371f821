import pg from 'pg'
import { fillFeed } from './many-posts.ts'
import { median, milliseconds, type Row } from './row.ts'
import { asAmina, fetching, newDatabase, startProcess } from './server-process.ts'

const posts = 240
const comments = 10

/** The feed, a page far down in it, and a post with its comments, at a hundred times as many of each. */
export async function feedGrowth(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const headers = await asAmina(server.url)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const post = await fillFeed(client, posts, comments)
  // More than come with it, in the small as in the large.
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
  await fillFeed(client, posts * 99, comments)
  await addOwn(client, post, 30 * 99)
  const large = await measured()
  await client.end()
  await server.end()
  return Object.keys(calls).map((what) => {
    const [one, hundred] = [small.get(what) ?? 0, large.get(what) ?? 0]
    return {
      what: `${what}, 100 × posts and comments (${posts * 100} and ${posts * comments * 100})`,
      figure: milliseconds(hundred),
      floor: `${milliseconds(one)} at 1 ×`,
      ratio: (hundred / one).toFixed(2),
      wanted: '≤ 1.50',
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
