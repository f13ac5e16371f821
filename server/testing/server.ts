import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { login } from '#contract/auth.ts'
import { type CallInput, type Endpoint, type Received, requestOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/error.ts'
import { readConfig } from '../config.ts'
import { type Running, start } from '../start.ts'
import { copyTemplate } from './demo-template.ts'
import { createDatabase, freePort } from './postgres.ts'

export type DatabaseKind = 'pglite' | 'postgres'

/** Both databases, for tests that depend on SQL, races or money. */
export const databases: DatabaseKind[] = ['pglite', 'postgres']

/** For tests in which no money moves: PGlite in `npm test`, PostgreSQL in `npm run test:long` (docs/decisions/025). */
export const databaseOfTier = (): DatabaseKind[] => [inject('databaseOfTier')]

export interface Answer<T> {
  status: number
  headers: Headers
  /** The body of the contract; check the status before reading it. */
  body: T & ErrorBody
}

/** Calls an endpoint of the contract over HTTP. */
export interface Caller {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<Received<E>>>
  /** Sends any request, for what the contract does not allow. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export interface TestServer extends Caller {
  url: string
  running: Running
  signIn(username: string, password: string): Promise<Caller & { token: string }>
  /** Stops it; the data stays for `restart`. */
  stop(): Promise<void>
  restart(): Promise<void>
}

/** An empty database on the test PostgreSQL, which a first start fills. */
export const emptyDatabase = (): Promise<string> => createDatabase(inject('postgresUrl'))

/** A database with the demo residence on the test PostgreSQL. */
export const demoDatabase = (): Promise<string> =>
  createDatabase(inject('postgresUrl'), inject('postgresTemplate'))

/** Copies the demo residence with its embedded database into a data directory: creating one takes seconds. */
export const copyDemo = (dataDir: string) => copyTemplate(inject('demoTemplate'), dataDir)

export function callerOf(url: string, token?: string): Caller {
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  return {
    async call(endpoint, input) {
      const { method, path, body: json, form } = requestOf(endpoint, input)
      const sent = form ? new FormData() : null
      for (const [name, value] of form ?? []) sent?.append(name, value as string | Blob)
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { ...authorization, ...(json && { 'content-type': 'application/json' }) },
        body: sent ?? json ?? null,
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      const body = isJson ? JSON.parse(text) : undefined
      return { status: response.status, headers: response.headers, body }
    },
    fetch: (path, init) =>
      fetch(url + path, { ...init, headers: { ...authorization, ...init?.headers } }),
  }
}

export async function signInAt(
  url: string,
  username: string,
  password: string,
): Promise<Caller & { token: string }> {
  const answer = await callerOf(url).call(login, { body: { email: username, password } })
  if (answer.status !== 200) throw new Error(`${username}: ${answer.body.message}`)
  const token = answer.body.access_token
  return { ...callerOf(url, token), token }
}

/** The demo data are relative to their creation time: a server with another clock creates its own. */
const isAnotherTime = (now: () => Date) => Math.abs(now().getTime() - Date.now()) > 60_000

/**
 * A whole server with the demo residence in a database of its own, on a port of its own; ended with the
 * test file. The simulator's customers take 300 ms by default; `now` is the server's clock.
 */
export async function startServer(
  kind: DatabaseKind = 'pglite',
  settings: Record<string, string> = {},
  now = () => new Date(),
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-test-'))
  const isFresh =
    isAnotherTime(now) || settings.STORAGE_URL !== undefined || settings.DEMO === 'off'
  const database: Record<string, string> = {}
  if (kind === 'postgres') {
    database.DATABASE_URL =
      settings.DATABASE_URL ?? (await (isFresh ? emptyDatabase : demoDatabase)())
  }
  if (!isFresh) copyTemplate(inject('demoTemplate'), dataDir, { database: kind === 'pglite' })
  else if (kind === 'pglite') copyTemplate(inject('emptyTemplate'), dataDir)
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    DARAJA_SIMULATOR_DELAY_MS: '300',
    ...settings,
    ...database,
  })
  const url = `http://127.0.0.1:${port}`
  const server: TestServer = {
    ...callerOf(url),
    url,
    running: await start(config, now),
    signIn: (username, password) => signInAt(url, username, password),
    stop: () => server.running.close(),
    async restart() {
      server.running = await start(config, now)
    },
  }
  return server
}

/** Stops a server and deletes its data. */
export async function endServer(server: TestServer): Promise<void> {
  const { dataDir } = server.running.context.config
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
