import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { type BrowserContext, chromium } from '@playwright/test'
import type { Result } from 'lighthouse'
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
import { type Row, sized } from './row.ts'
import { startProcess } from './server-process.ts'

/**
 * By then an untouched page has fetched everything for itself. The socket and the code of other pages come later
 * (docs/decisions/021, 043).
 */
const SETTLED_MS = sized(6000, 500)
const pages = sized(['/', '/services', '/post/1', '/chats'], ['/', '/chats'])

/** The names of the assistant's files. */
const widget = /^(assistant|panel|conversation)-/

/** Calls that only staff may make, in the files of a page. */
const staffCalls = (files: Map<string, number>) =>
  [...files.keys()].flatMap(
    (name) =>
      readFileSync(`.build/web/client/assets/${name}`, 'utf8').match(/who:["'`]staff/g) ?? [],
  ).length

const packedKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** Scripts and style sheets that a page fetches by itself, with their transferred sizes, by name. */
async function filesOf(context: BrowserContext, path: string): Promise<Map<string, number>> {
  const page = await context.newPage()
  const files = new Map<string, number>()
  page.on('response', (response) => {
    const name = /^\/assets\/(.+\.(?:js|css))$/.exec(new URL(response.url()).pathname)?.[1]
    if (name) files.set(name, statSync(`.build/web/client/assets/${name}.br`).size)
  })
  await page.goto(path)
  await page.locator('.assistant-button').waitFor({ state: 'attached' })
  await page.waitForTimeout(SETTLED_MS)
  await page.close()
  return files
}

const sum = (files: Map<string, number>, target: RegExp) =>
  [...files].filter(([name]) => target.test(name)).reduce((bytes, [, size]) => bytes + size, 0)

/** The scripts' transferred sizes by package: those of a file are shared out by the length of its code. */
function packagesOf(files: Map<string, number>): string {
  const scripts: Record<string, Record<string, number>> = JSON.parse(
    readFileSync('.build/web/packages.json', 'utf8'),
  )
  const sizes = new Map<string, number>()
  for (const [name, size] of files) {
    const lengths = Object.entries(scripts[`assets/${name}`] ?? {})
    const whole = lengths.reduce((sum, [, length]) => sum + length, 0)
    for (const [one, length] of lengths)
      sizes.set(one, (sizes.get(one) ?? 0) + (size * length) / whole)
  }
  return [...sizes]
    .toSorted(([, one], [, other]) => other - one)
    .filter(([, size]) => size >= 512)
    .map(([one, size]) => `${one} ${packedKilobytes(size)}`)
    .join(', ')
}

/** What a phone loads of a tenant's pages before the first interaction, including the open assistant. */
export async function firstLoad(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const server = await startProcess({})
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const rows: Row[] = []
  for (const path of pages) {
    // Each in a browser with an empty cache.
    const viewport = { width: 360, height: 740 }
    const context = await browser.newContext({ baseURL: server.url, viewport })
    const first = await context.newPage()
    await signIn(first, amina)
    await first.close()
    const { cookies, origins } = await context.storageState()
    const own = origins.flatMap(({ localStorage }) => localStorage)
    await context.close()
    const signedIn = own.filter(({ name }) => name === 'bweni.isLoggedIn')
    const clean = await browser.newContext({
      baseURL: server.url,
      viewport,
      storageState: { cookies, origins: [{ origin: server.url, localStorage: signedIn }] },
    })
    const files = await filesOf(clean, path)
    await clean.close()
    const scripts = sum(files, /\.js$/)
    rows.push({
      what: `scripts of a tenant's ${path} before anything is touched, compressed`,
      figure: packedKilobytes(scripts),
      floor: `${packedKilobytes(sum(files, /^packages-.*\.js$/))} React, its router and queries`,
      ratio: '',
      target: '≤ 140 KB',
    })
    if (path !== '/') continue
    rows.push({
      ...{ what: 'of these by package', figure: packagesOf(files) },
      ...{ floor: '', ratio: '', target: '' },
    })
    rows.push({
      what: 'calls of staff in them (the build fails when a shared file has code for staff)',
      figure: String(staffCalls(files)),
      floor: '',
      ratio: '',
      target: '0',
    })
    rows.push({
      what: 'the assistant alone, scripts and style',
      figure: packedKilobytes(sum(files, widget)),
      floor: `${packedKilobytes(sum(files, /./))} everything`,
      ratio: '',
      target: '≤ 25 KB',
    })
  }
  await browser.close()
  await server.end()
  return rows
}

const RUNS = sized(3, 1)

/** The floor: a page with only a heading on the throttled phone. */
async function startBarePage() {
  const port = await freePort()
  const server = createServer((_, reply) =>
    reply
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html lang="en"><title>Bare</title><h1>Karibu</h1>'),
  ).listen(port)
  return { url: `http://127.0.0.1:${port}/`, end: () => server.close() }
}

/** The landing page on Lighthouse's throttled phone; needs an idle machine. */
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
  for (let run = 0; run < RUNS; run++) results.push(await measure(`${server.url}/`, port))
  const floor = await measure(bare.url, port)
  await browser.close()
  bare.end()
  await server.end()

  const [one] = results
  if (!one) return []
  const paint = middle(results, largestPaint)
  return [
    {
      what: `landing on Lighthouse's phone, performance, median of ${RUNS}`,
      figure: String(middle(results, score)),
      floor: `${score(floor)} bare page`,
      ratio: ratio(middle(results, score), score(floor)),
      target: '≥ 95',
    },
    {
      what: 'landing, largest contentful paint',
      figure: seconds(paint),
      floor: `${seconds(largestPaint(floor))} bare page`,
      ratio: ratio(paint, largestPaint(floor)),
      target: '< 2 s',
    },
    {
      what: 'landing, layout shift',
      figure: middle(results, shift).toFixed(3),
      floor: '',
      ratio: '',
      target: '< 0.05',
    },
    {
      what: 'landing, over the line before anything is touched',
      figure: kilobytes(one),
      floor: `${kilobytes(one, 'Script')} scripts, ${kilobytes(one, 'Image')} pictures`,
      ratio: '',
      target: '',
    },
  ]
}
