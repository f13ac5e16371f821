import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { copyTemplate, openTemplates } from '../server/testing/demo-template.ts'
import { createDatabase, freePort, startPostgres } from '../server/testing/postgres.ts'
import { inherited, runProcess } from '../server/testing/process.ts'
import { sized } from './row.ts'

const folder = mkdtempSync(join(tmpdir(), 'bweni-bench-'))
/** Processes of this run that may still be there when a bench has failed. */
const started: (() => Promise<unknown>)[] = []

/** Ends and removes all that this run has left. */
export async function removeAll() {
  await Promise.all(started.map((end) => end()))
  rmSync(folder, { recursive: true, force: true })
}

/** An empty data folder. */
export const newFolder = () => mkdtempSync(join(folder, 'data-'))

/** Makes something when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** What a first start makes of an empty database; copies of it take a tenth of the time. */
async function firstStart(settings: Record<string, string>): Promise<string> {
  const { dataDir, child } = await startProcess(settings, newFolder())
  const exited = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await exited
  return dataDir
}

const postgres = once(async () => {
  const { url, stop } = await startPostgres(['shared_preload_libraries=pg_stat_statements'])
  started.push(stop)
  await inDatabase(url, 'create extension if not exists pg_stat_statements')
  await countStatements(url, false)
  return url
})

/** The demo residence: the name of its database and its data folder; and a data folder with an embedded database. */
const onPostgres = once(async () => {
  const DATABASE_URL = await emptyDatabase()
  const dataDir = await firstStart({ DATABASE_URL })
  return { template: new URL(DATABASE_URL).pathname.slice(1), dataDir }
})
const embedded = once(async () =>
  // `npm test` has made one for everybody.
  process.env.TEMPLATES ? (await openTemplates()).demo : firstStart({}),
)

/** A new, empty database on the run's own PostgreSQL. */
export const emptyDatabase = async () => createDatabase(await postgres())

/** A new database there with the demo residence. */
export async function newDatabase(): Promise<string> {
  const { template } = await onPostgres()
  return createDatabase(await postgres(), { template })
}

/** A new data folder of the demo residence, with its embedded database unless the settings name another. */
export async function newDataDir({ DATABASE_URL }: Record<string, string>): Promise<string> {
  const dataDir = newFolder()
  copyTemplate(DATABASE_URL ? (await onPostgres()).dataDir : await embedded(), dataDir)
  return dataDir
}

async function inDatabase(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Counting costs time, so it is off while anything is measured. */
async function countStatements(url: string, isOn: boolean) {
  await inDatabase(
    url,
    `alter system set pg_stat_statements.track = ${isOn ? 'top' : 'none'}`,
    'select pg_reload_conf()',
  )
  // Every connection has to hear of it.
  await pause(500)
}

const COUNTED = sized(100, 2)

/** How many statements of PostgreSQL a step takes, such as `2.0`, with what it leaves for a moment later. */
export async function statementsOf(step: () => Promise<unknown>): Promise<string> {
  const url = await postgres()
  await countStatements(url, true)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_stat_statements_reset()')
    for (let times = 0; times < COUNTED; times++) await step()
    await pause(200)
    const { rows } = await client.query(
      "select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query not ilike '%pg_stat_statements%'",
    )
    return (rows[0].calls / COUNTED).toFixed(1)
  } finally {
    await client.end()
    await countStatements(url, false)
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

/**
 * The server in a process of its own, as `npm start` runs it, with the demo residence unless it gets a data folder; resolves
 * when it is open.
 */
export const startProcess = async (settings: Record<string, string>, dataDir?: string) =>
  start(command('server/main.ts'), settings, dataDir ?? (await newDataDir(settings)))

/** A floor of `bare.ts` in a process of its own, with Node as it comes: our settings for the memory cost speed. */
export const startFloor = (name: string, DATABASE_URL = '') =>
  start(`exec node bench/bare.ts ${name}`, { DATABASE_URL }, newFolder())

async function start(
  command: string,
  settings: Record<string, string>,
  dataDir: string,
): Promise<Process> {
  const port = await freePort()
  const env = {
    ...inherited(),
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    THROTTLE: 'off',
    ...settings,
  }
  const server = runProcess({ command: ['sh', '-c', command], env, words: 'is open' })
  started.push(() => server.end())
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

/** In megabytes, what a process has in memory; `VmHWM` is the most that it has been. */
export function resident({ child }: Process, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
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

/** Signs somebody in; the header for their calls. */
export async function signedIn(url: string, email: string, password: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

export const asAmina = (url: string) => signedIn(url, '0712345678', '12345678')
export const asGrace = (url: string) => signedIn(url, 'staff@acacia.example', 'staff-demo-2026')
