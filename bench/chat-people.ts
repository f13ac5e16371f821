import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { signAccessToken } from '../server/auth/tokens.ts'

export const secret = 'a secret that the bench and its server know'

export interface Talker {
  id: number
  token: string
}

/** So many people with sessions of their own, without the work of signing in. */
export async function insertTalkers(client: pg.Client, many: number): Promise<Talker[]> {
  const mark = randomBytes(4).toString('hex')
  const { rows } = await client.query<{ id: number; session_id: string }>(
    `with person as (
       insert into users (company_id, first_name, last_name, email, username, password_hash)
       select 1, 'Talker', n::text, $2 || n, $2 || n, '' from generate_series(1, $1::int) n
       returning id)
     insert into sessions (company_id, id, user_id, next_hashes, used_at)
     select 1, $2 || id, id, '{}', now() from person returning user_id as id, id as session_id`,
    [many, `talker-${mark}-`],
  )
  const key = new TextEncoder().encode(secret)
  return Promise.all(
    rows.map(async ({ id, session_id }) => ({
      id,
      token: await signAccessToken(key, { company_id: 1, user_id: id, session_id }, new Date()),
    })),
  )
}

/** A post of somebody that is up; its id. */
export async function insertPost(client: pg.Client, author_id: number): Promise<number> {
  const { rows } = await client.query(
    `insert into posts (company_id, author_id, title, description, status, position, created_at)
     values (1, $1, 'Talk', 'Talk', 'approved', nextval('post_positions'), now()) returning id`,
    [author_id],
  )
  return rows[0].id
}
