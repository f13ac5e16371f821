import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/testing/postgres.ts'
import { type Hotspot, hotspotOn } from './hotspot.ts'

export interface Freeradius extends Hotspot {
  /** What it has written so far. */
  said(): string
  stop(): Promise<void>
}

/** As root it runs as the user of Debian's package, who may not write anywhere. */
function owner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'freerad'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * FreeRADIUS with the configuration of `radius/` as it stands there, in a process of its own; only
 * site.conf is made for it.
 */
export async function startFreeradius(database: URL, TZ = 'UTC'): Promise<Freeradius> {
  const folder = mkdtempSync(join(tmpdir(), 'bweni-radius-'))
  cpSync('radius', folder, { recursive: true })
  const [auth_port, acct_port] = [await freePort(), await freePort()]
  const secret = 'only-for-this-test'
  const { hostname, port, username, password, pathname } = database
  writeFileSync(
    join(folder, 'site.conf'),
    `bweni {
      address = 127.0.0.1
      auth_port = ${auth_port}
      acct_port = ${acct_port}
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
  let said = ''
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      if (said.includes('Ready to process requests')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`FreeRADIUS did not start:\n${said}`)))
  }).catch((error) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  return {
    ...hotspotOn({ auth_port, acct_port, secret }),
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
