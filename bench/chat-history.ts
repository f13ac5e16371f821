import pg from 'pg'
import { insertPost, insertTalkers, secret, type Talker } from './chat-people.ts'
import { median, milliseconds, type Row } from './row.ts'
import { fetching, newDatabase, startProcess } from './server-process.ts'

/** A talk with so many more messages, and so many more talks of the same author, each about another post. */
async function fill(
  client: pg.Client,
  talk: { id: number; author: number; reader: number },
  many: number,
) {
  await client.query(
    `with said as (
       insert into messages (company_id, conversation_id, sender_id, client_id, text, sent_at)
       select 1, $1, case when n % 2 = 0 then $2::int else $3 end, gen_random_uuid(),
         'Is it still there? I could come at six.', now()
       from generate_series(1, $4::int) n returning id)
     update conversations set last_message_id = (select max(id) from said)
     where company_id = 1 and id = $1`,
    [talk.id, talk.author, talk.reader, many],
  )
  await client.query(
    `with post as (
       insert into posts (company_id, author_id, title, description, status, position, created_at)
       select 1, $1, 'Talk ' || n, 'Talk', 'approved', nextval('post_positions'), now()
       from generate_series(1, $3::int) n returning id),
     talk as (
       insert into conversations (company_id, post_id, author_id, reader_id, last_message_at)
       select 1, id, $1, $2, now() from post returning id),
     said as (
       insert into messages (company_id, conversation_id, sender_id, client_id, text, sent_at)
       select 1, id, $2, gen_random_uuid(), 'Hello', now() from talk returning id, conversation_id)
     select count(*) from said`,
    [talk.author, talk.reader, many / 10],
  )
  await client.query(
    `update conversations set last_message_id = last.id
     from (select conversation_id, max(id) as id from messages group by 1) last
     where company_id = 1 and conversations.id = last.conversation_id and last_message_id = 0`,
  )
  await client.query('vacuum analyze')
}

/** A page of what was said, and of one's conversations, with a hundred times as many of both. */
export async function chatHistory(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL, JWT_SECRET: secret })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const [author, reader] = (await insertTalkers(client, 2)) as [Talker, Talker]
  const post = await insertPost(client, author.id)
  const { rows } = await client.query(
    `insert into conversations (company_id, post_id, author_id, reader_id, last_message_at)
     values (1, $1, $2, $3, now()) returning id`,
    [post, author.id, reader.id],
  )
  const talk = { id: rows[0].id, author: author.id, reader: reader.id }
  const headers = { authorization: `Bearer ${author.token}` }
  const chat = `${server.url}/api/chat/conversations/`
  async function measured() {
    const middle = await client.query(
      'select id from messages where conversation_id = $1 order by id offset $2 limit 1',
      [talk.id, 250],
    )
    const page = `${chat}${post}/${reader.id}/messages/?before=${middle.rows[0].id}`
    const calls = [fetching(page, headers), fetching(chat, headers)]
    const taken: number[] = []
    for (const call of calls) {
      await median(call)
      taken.push(await median(call))
    }
    return taken as [number, number]
  }
  await fill(client, talk, 500)
  const small = await measured()
  await fill(client, talk, 49_500)
  const large = await measured()
  await client.end()
  await server.end()
  const row = (what: string, at: 0 | 1): Row => ({
    what,
    figure: milliseconds(large[at]),
    floor: `${milliseconds(small[at])} at 1 ×`,
    ratio: (large[at] / small[at]).toFixed(2),
    wanted: '≤ 1.50',
  })
  return [
    row('chat history at 100 × the messages (500 → 50 000)', 0),
    row('list of conversations at 100 × (50 → 5 000)', 1),
  ]
}
