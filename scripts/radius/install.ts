import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const packages = ['freeradius', 'freeradius-postgresql', 'freeradius-utils']

const has = (command: string) => {
  try {
    execFileSync('which', [command], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** The driver is a package of its own, in a folder that differs by architecture on some systems. */
const hasDriver = () =>
  ['/usr/lib/freeradius', '/usr/lib64/freeradius'].some((folder) =>
    existsSync(`${folder}/rlm_sql_postgresql.so`),
  )

const isThere = () => has('freeradius') && has('radclient') && hasDriver()

function isDebian(): boolean {
  if (!existsSync('/etc/os-release')) return false
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function apt(...words: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['-qq', ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Debian starts what it installs, unless this file says no; the test runs FreeRADIUS itself. */
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

/** FreeRADIUS of the system's own packages; as root on Debian they are put there when missing. */
export function installFreeradius(): void {
  if (isThere()) return
  if (process.getuid?.() !== 0 || !isDebian()) {
    throw new Error(
      `FreeRADIUS is missing here. Install ${packages.join(', ')} (their Debian names) and run this again.`,
    )
  }
  console.log(`Installing ${packages.join(', ')} …`)
  apt('update')
  withoutStarting(() => apt('install', '-y', '--no-install-recommends', ...packages))
  if (!isThere()) throw new Error(`${packages.join(', ')} are installed, but something is missing.`)
}
