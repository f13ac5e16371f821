import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  createDatabase,
  freePort,
  startPostgres,
  type TestPostgres,
} from '../server/testing/postgres.ts'
import { runProcess } from '../server/testing/process.ts'

let postgres: Promise<TestPostgres> | null = null

/** Ends the run's own PostgreSQL. */
export const stopPostgres = async () => (await postgres)?.stop()

/** A new, empty database on the run's own PostgreSQL. */
export async function newDatabase(): Promise<string> {
  postgres ??= startPostgres(['shared_preload_libraries=pg_stat_statements'])
  const { url } = await postgres
  await countStatements(url, false)
  return createDatabase(url)
}

/** Counting costs time, so it is off while anything is measured. */
async function countStatements(url: string, isOn: boolean) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter system set pg_stat_statements.track = ${isOn ? 'top' : 'none'}`)
  await client.query('select pg_reload_conf()')
  await client.end()
  // Every connection has to hear of it.
  await pause(500)
}

const COUNTED = 100

/** How many statements of PostgreSQL a step takes, such as `2.0`, with what it leaves for a moment later. */
export async function statementsOf(step: () => Promise<unknown>): Promise<string> {
  if (!postgres) throw new Error('no database has been made yet')
  const { url } = await postgres
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await countStatements(url, true)
  try {
    await client.query('create extension if not exists pg_stat_statements')
    await client.query('select pg_stat_statements_reset()')
    for (let times = 0; times < COUNTED; times++) await step()
    await pause(200)
    const { rows } = await client.query(
      "select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query not ilike '%pg_stat_statements%'",
    )
    await countStatements(url, false)
    return (rows[0].calls / COUNTED).toFixed(1)
  } finally {
    await client.end()
  }
}

export interface Process {
  url: string
  child: ChildProcess
  dataDir: string
  end(): Promise<void>
}

/** The start command of package.json, with its settings for the memory, for any script. */
export function command(script: string): string {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  return scripts.start.replace(/^.*&& /, '').replace('server/main.ts', script)
}

/** The server in a process of its own, as `npm start` runs it; resolves when it is open. */
export const startProcess = (
  settings: Record<string, string>,
  dataDir = mkdtempSync(join(tmpdir(), 'bweni-bench-')),
) => start(command('server/main.ts'), settings, dataDir)

/** A floor of `bare.ts` in a process of its own, with Node as it comes: our settings for the memory cost speed. */
export const startFloor = (name: string, DATABASE_URL = '') =>
  start(
    `exec node bench/bare.ts ${name}`,
    { DATABASE_URL },
    mkdtempSync(join(tmpdir(), 'bweni-bench-')),
  )

async function start(
  command: string,
  settings: Record<string, string>,
  dataDir: string,
): Promise<Process> {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    THROTTLE: 'off',
    ...settings,
  }
  const server = runProcess({ command: ['sh', '-c', command], env, words: 'is open' })
  await server.open()
  return {
    url: `http://127.0.0.1:${port}`,
    child: server.child,
    dataDir,
    async end() {
      await server.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A step that fetches and reads one address, and refuses anything but 200. */
export function fetching(url: string, headers: Record<string, string> = {}) {
  return async () => {
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  }
}

const lines = new Agent({ keepAlive: true, maxSockets: 100 })

/** Like `fetching`, but accepts compression as a browser does; the body is not decompressed, to save time. */
export function fetchingPacked(url: string, headers: Record<string, string> = {}) {
  const options = { agent: lines, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } }
  return () =>
    new Promise<void>((resolve, reject) => {
      get(url, options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
        response.resume().on('end', resolve)
      }).on('error', reject)
    })
}

/** A step that posts JSON and refuses anything but 201. */
export function posting(url: string, headers: Record<string, string>, body: unknown) {
  const json = JSON.stringify(body)
  const length = Buffer.byteLength(json)
  const options = {
    agent: lines,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
  }
  return () =>
    new Promise<void>((resolve, reject) => {
      const sending = request(url, options, (response) => {
        if (response.statusCode !== 201) reject(new Error(`${url}: ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
      sending.on('error', reject).end(json)
    })
}

/** Signs Amina in; the header for her calls. */
export async function asAmina(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: '0712345678', password: '12345678' }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}
