import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Flags, Result } from 'lighthouse'
import { amina, signIn } from '../e2e/fixtures.ts'
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
import type { Row } from './row.ts'
import { startProcess } from './server-process.ts'

const RUNS = 3

/** The demo residence's feed on Lighthouse's throttled phone, signed in; needs an idle machine. */
export async function feedPhone(): Promise<Row[]> {
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
  const page = await browser.newPage()
  await signIn(page, amina)
  await page.goto('/services')
  await page.getByRole('article').first().waitFor()
  await page.close()
  // Nothing in the cache, but still signed in.
  const flags: Flags = { clearStorageTypes: ['cache_storage'] }
  const feeds: Result[] = []
  for (let run = 0; run < RUNS; run++) {
    feeds.push(await measure(`${server.url}/services`, port, flags))
  }
  // The same app with a page without images.
  const floor = await measure(`${server.url}/about`, port, flags)
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
  await server.end()

  const [one] = feeds
  if (!one) return []
  const paint = middle(feeds, largestPaint)
  return [
    {
      what: `feed on Lighthouse's phone, signed in, largest contentful paint, median of ${RUNS}`,
      figure: seconds(paint),
      floor: `${seconds(largestPaint(floor))} about page`,
      ratio: ratio(paint, largestPaint(floor)),
      target: '< 2.5 s',
    },
    {
      what: 'feed, layout shift',
      figure: middle(feeds, shift).toFixed(3),
      floor: `${shift(floor).toFixed(3)} about page`,
      ratio: '',
      target: '0',
    },
    {
      what: 'feed, performance',
      figure: String(middle(feeds, score)),
      floor: `${score(floor)} about page`,
      ratio: ratio(middle(feeds, score), score(floor)),
      target: '',
    },
    {
      what: 'feed, over the line before anything is touched',
      figure: kilobytes(one),
      floor: `${kilobytes(one, 'Script')} scripts, ${kilobytes(one, 'Image')} pictures`,
      ratio: '',
      target: '',
    },
  ]
}
