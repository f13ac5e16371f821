import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Flags, Result } from 'lighthouse'
import { amina, grace, type Person, signIn } from '../e2e/fixtures.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { freePort } from '../server/testing/postgres.ts'
import {
  kilobytes,
  largestPaint,
  measure,
  middle,
  ratio,
  score,
  seconds,
  shift,
} from './lighthouse-phone.ts'
import { type Row, sized } from './row.ts'
import { startProcess } from './server-process.ts'

const RUNS = sized(3, 1)

const home = { name: 'home', path: '/', who: amina, until: 'Pay with M-Pesa' }
const feed = { name: 'feed', path: '/services', who: amina, until: 'Advertise' }
const staff = { name: 'home of staff', path: '/', who: grace, until: 'To do today' }
const pages = sized([home, feed, staff], [home, staff])

/**
 * A tenant's home and feed, and the start of staff, of the demo residence on Lighthouse's throttled phone; needs an idle
 * machine.
 */
export async function signedInPhone(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const server = await startProcess({})
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'bweni-bench-browser-'))
  // Lighthouse uses the browser's default context, so sign in there.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    baseURL: server.url,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  let signedIn: Person | null = null
  async function signInAs(who: Person, path: string, until: string) {
    if (signedIn === who) return
    await browser.clearCookies()
    const page = await browser.newPage()
    await page.goto('/about')
    await page.evaluate(() => localStorage.clear())
    await signIn(page, who)
    await page.goto(path)
    await page.getByText(until).first().waitFor()
    await page.close()
    signedIn = who
  }
  await signInAs(home.who, home.path, home.until)
  // Nothing in the cache, but still signed in.
  const flags: Flags = { clearStorageTypes: ['cache_storage'] }
  // The same app with a page without images; the first visit of all is not counted.
  await measure(`${server.url}/about`, port, flags)
  const floor = await measure(`${server.url}/about`, port, flags)
  const rows: Row[] = []
  for (const { name, path, who, until } of pages) {
    await signInAs(who, path, until)
    const runs: Result[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measure(server.url + path, port, flags))
    rows.push(...rowsOf(name, runs, floor))
  }
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
  await server.end()
  return rows
}

function rowsOf(name: string, runs: Result[], floor: Result): Row[] {
  const [one] = runs
  if (!one) return []
  const paint = middle(runs, largestPaint)
  return [
    {
      what: `${name} on Lighthouse's phone, signed in, largest contentful paint, median of ${RUNS}`,
      figure: seconds(paint),
      floor: `${seconds(largestPaint(floor))} about page`,
      ratio: ratio(paint, largestPaint(floor)),
      target: '< 1.3 s',
    },
    {
      what: `${name}, layout shift`,
      figure: middle(runs, shift).toFixed(3),
      floor: `${shift(floor).toFixed(3)} about page`,
      ratio: '',
      target: '0',
    },
    {
      what: `${name}, performance`,
      figure: String(middle(runs, score)),
      floor: `${score(floor)} about page`,
      ratio: ratio(middle(runs, score), score(floor)),
      target: '≥ 98',
    },
    {
      what: `${name}, over the line before anything is touched`,
      figure: kilobytes(one),
      floor: `${kilobytes(one, 'Script')} scripts, ${kilobytes(one, 'Image')} pictures`,
      ratio: '',
      target: name === 'feed' ? 'pictures ≤ 80 KB' : '',
    },
  ]
}
