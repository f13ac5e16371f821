import { createServer } from 'node:http'
import { chromium } from '@playwright/test'
import type { Result } from 'lighthouse'
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

const runs = 3

/** Nothing but a heading: what the throttled phone makes of any page at all. */
async function startBarePage() {
  const port = await freePort()
  const server = createServer((_, reply) =>
    reply
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html lang="en"><title>Bare</title><h1>Karibu</h1>'),
  ).listen(port)
  return { url: `http://127.0.0.1:${port}/`, end: () => server.close() }
}

/** The landing page on Lighthouse's throttled phone; wants a quiet machine. */
export async function landing(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const server = await startProcess({})
  const bare = await startBarePage()
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  const results: Result[] = []
  for (let run = 0; run < runs; run++) results.push(await measure(`${server.url}/`, port))
  const floor = await measure(bare.url, port)
  await browser.close()
  bare.end()
  await server.end()

  const [one] = results
  if (!one) return []
  const paint = middle(results, largestPaint)
  return [
    {
      what: `landing on Lighthouse's phone, performance, median of ${runs}`,
      figure: String(middle(results, score)),
      floor: `${score(floor)} bare page`,
      ratio: ratio(middle(results, score), score(floor)),
      wanted: '≥ 95',
    },
    {
      what: 'landing, largest contentful paint',
      figure: seconds(paint),
      floor: `${seconds(largestPaint(floor))} bare page`,
      ratio: ratio(paint, largestPaint(floor)),
      wanted: '< 2 s',
    },
    {
      what: 'landing, layout shift',
      figure: middle(results, shift).toFixed(3),
      floor: '',
      ratio: '',
      wanted: '< 0.05',
    },
    {
      what: 'landing, over the line before anything is touched',
      figure: kilobytes(one),
      floor: `${kilobytes(one, 'Script')} scripts, ${kilobytes(one, 'Image')} pictures`,
      ratio: '',
      wanted: '',
    },
  ]
}
