import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { insertPost, insertTalkers, secret } from './chat-people.ts'
import { newDatabase, startProcess, stopPostgres } from './server-process.ts'
import { insertMessage } from '../server/chat/send-queries.ts'
const DATABASE_URL = await newDatabase()
const server = await startProcess({ DATABASE_URL, JWT_SECRET: secret })
await server.end()
const client = new pg.Client({ connectionString: DATABASE_URL })
try {
await client.connect()
const people = await insertTalkers(client, 200)
const post = await insertPost(client, people[0]!.id)
await client.query('vacuum analyze')
let last: any
const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: DATABASE_URL, max: 1 }) }), log: (e) => { last = e.query } })
const me = { company_id: 1, id: people[1]!.id }
const go = () => insertMessage(db as any, me, { post, person: people[0]!.id }, { client_id: randomUUID(), text: 'hello', now: new Date() }, { only_look: false })
for (let i = 0; i < 50; i++) await go()
const t0 = performance.now(); for (let i = 0; i < 200; i++) await go(); console.log('each', (performance.now()-t0)/200)
const params = [...last.parameters].map((p) => typeof p === 'string' && /^[0-9a-f-]{36}$/.test(p) ? randomUUID() : p)
const { rows } = await client.query(`explain (analyze, buffers, summary) ${last.sql}`, params)
console.log(rows.map((r) => r['QUERY PLAN']).join('\n'))
await db.destroy()
} finally { await client.end(); await stopPostgres() }
process.exit(0)
