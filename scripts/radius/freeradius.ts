import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/testing/postgres.ts'
import { type Hotspot, hotspotOn } from './hotspot.ts'

export interface Freeradius extends Hotspot {
  /** Its log so far. */
  log(): string
  stop(): Promise<void>
}

/** When root starts it, it runs as the user of Debian's package. */
function owner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'freerad'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts FreeRADIUS with the configuration in `radius/` and a site.conf for the test. */
export async function startFreeradius(database: URL, TZ = 'UTC'): Promise<Freeradius> {
  const folder = mkdtempSync(join(tmpdir(), 'bweni-radius-'))
  cpSync('radius', folder, { recursive: true })
  const [authPort, accountingPort] = [await freePort(), await freePort()]
  const secret = 'only-for-this-test'
  const { hostname, port, username, password, pathname } = database
  writeFileSync(
    join(folder, 'site.conf'),
    `bweni {
      address = 127.0.0.1
      auth_port = ${authPort}
      acct_port = ${accountingPort}
      db_server = ${hostname}
      db_port = ${port}
      db_name = ${pathname.slice(1)}
      db_login = ${username}
      db_password = ${password}
    }
    client hotspot {
      ipaddr = 127.0.0.1
      secret = ${secret}
    }`,
  )
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder])

  const child = spawn('freeradius', ['-f', '-l', 'stdout', '-d', folder], {
    ...owner(),
    cwd: '/',
    env: { PATH: process.env.PATH, TZ },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      log += chunk
      if (log.includes('Ready to process requests')) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`FreeRADIUS did not start:\n${log}`)))
  }).catch((error) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  return {
    ...hotspotOn({ authPort, accountingPort, secret }),
    log: () => log,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const packages = ['freeradius', 'freeradius-postgresql', 'freeradius-utils']

const has = (command: string) => {
  try {
    execFileSync('which', [command], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** The driver is a separate package; its directory differs between systems. */
const hasDriver = () =>
  ['/usr/lib/freeradius', '/usr/lib64/freeradius'].some((folder) =>
    existsSync(`${folder}/rlm_sql_postgresql.so`),
  )

const isInstalled = () => has('freeradius') && has('radclient') && hasDriver()

function isDebian(): boolean {
  if (!existsSync('/etc/os-release')) return false
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function apt(...words: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['-qq', ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Debian starts installed services unless this file prevents it; the test runs FreeRADIUS itself. */
function withoutStarting(act: () => void) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return act()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    act()
  } finally {
    rmSync(policy)
  }
}

/** Installs FreeRADIUS from Debian's packages if it is missing. */
export function installFreeradius(): void {
  if (isInstalled()) return
  if (process.getuid?.() !== 0 || !isDebian()) {
    throw new Error(
      `FreeRADIUS is missing here. Install ${packages.join(', ')} (their Debian names) and run this again.`,
    )
  }
  console.log(`Installing ${packages.join(', ')} …`)
  apt('update')
  withoutStarting(() => apt('install', '-y', '--no-install-recommends', ...packages))
  if (!isInstalled())
    throw new Error(`${packages.join(', ')} are installed, but something is missing.`)
}
