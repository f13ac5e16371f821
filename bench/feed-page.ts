import pg from 'pg'
import { fillFeed } from './many-posts.ts'
import { inTurn, perSecond, type Row, rate } from './row.ts'
import { asAmina, fetchingPacked, newDatabase, startProcess } from './server-process.ts'

/** A page of the feed, 24 posts, beside bare Fastify running the same SQL and answering the same. */
export async function feedPage(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await fillFeed(client, 240, 10)
  await client.end()
  // Signed in first: the floor looks for the same session.
  const headers = await asAmina(server.url)
  const bare = await startProcess({ DATABASE_URL }, undefined, 'bench/bare-feed.ts')
  const call = fetchingPacked(`${server.url}/api/blog/posts/`, headers)
  const { ours, floor } = await inTurn(
    () => rate(call),
    () => rate(fetchingPacked(`${bare.url}/`)),
  )
  await bare.end()
  await server.end()
  return [
    {
      what: 'feed, a page of 24 (PostgreSQL)',
      figure: perSecond(ours),
      floor: `${perSecond(floor)} bare Fastify, same SQL`,
      ratio: (ours / floor).toFixed(2),
      wanted: '≥ 0.50',
    },
  ]
}
