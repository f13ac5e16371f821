import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The headless shell first: it renders the same with less memory. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * The browser for the journeys: `CHROMIUM_PATH`, the system's, Playwright's own (downloaded where
 * there is internet), Debian's package when running as root. Null when none is available.
 */
export function findBrowser(): string | null {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return configured
  const system = systemPaths.find((path) => existsSync(path))
  if (system) return system
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  return fromPlaywright() ?? fromDebian()
}

function runs(command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 5 * 60_000 })
    return true
  } catch {
    return false
  }
}

function fromPlaywright(): string | null {
  console.log('Looking for a browser: Playwright’s own …')
  runs('node_modules/.bin/playwright', 'install', '--only-shell', 'chromium')
  const path = chromium.executablePath()
  return existsSync(path) ? path : null
}

function fromDebian(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null
  console.log('Looking for a browser: Debian’s chromium …')
  const installed =
    runs('apt-get', 'update') && runs('apt-get', 'install', '-y', 'chromium-headless-shell')
  return installed ? (systemPaths.find((path) => existsSync(path)) ?? null) : null
}
