import { statSync } from 'node:fs'
import { type BrowserContext, chromium } from '@playwright/test'
import { amina, assistant, signIn } from '../e2e/fixtures.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import type { Row } from './row.ts'
import { startProcess } from './server-process.ts'

/** A page that nobody touches has fetched by then what it fetches by itself. */
const settled_ms = 6000
const pages = ['/', '/services', '/post/1', '/chats']

/** The files under these names are the assistant's own. */
const widget = /^(assistant|panel|conversation)-/

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** Scripts and style that a page fetches by itself, with their sizes on the line, by name. */
async function filesOf(context: BrowserContext, path: string): Promise<Map<string, number>> {
  const page = await context.newPage()
  const files = new Map<string, number>()
  page.on('response', (response) => {
    const name = /^\/assets\/(.+\.(?:js|css))$/.exec(new URL(response.url()).pathname)?.[1]
    if (name) files.set(name, statSync(`.build/web/client/assets/${name}.br`).size)
  })
  await page.goto(path)
  await assistant(page).waitFor()
  await page.waitForTimeout(settled_ms)
  await page.close()
  return files
}

const sum = (files: Map<string, number>, wanted: RegExp) =>
  [...files].filter(([name]) => wanted.test(name)).reduce((bytes, [, size]) => bytes + size, 0)

/** What a phone loads of a tenant's pages before anything is touched, the open assistant included. */
export async function firstLoad(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const server = await startProcess({})
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const rows: Row[] = []
  for (const path of pages) {
    // Each in a browser that has nothing yet.
    const viewport = { width: 360, height: 740 }
    const context = await browser.newContext({ baseURL: server.url, viewport })
    const first = await context.newPage()
    await signIn(first, amina)
    await first.close()
    const { cookies, origins } = await context.storageState()
    const own = origins.flatMap(({ localStorage }) => localStorage)
    await context.close()
    const signed_in = own.filter(({ name }) => name === 'bweni.isLoggedIn')
    const clean = await browser.newContext({
      baseURL: server.url,
      viewport,
      storageState: { cookies, origins: [{ origin: server.url, localStorage: signed_in }] },
    })
    const files = await filesOf(clean, path)
    await clean.close()
    const scripts = sum(files, /\.js$/)
    rows.push({
      what: `scripts of a tenant's ${path} before anything is touched, compressed`,
      figure: kilobytes(scripts),
      floor: `${kilobytes(sum(files, /^react-.*\.js$/))} React and its router`,
      ratio: '',
      wanted: '≤ 150 KB',
    })
    if (path !== '/') continue
    rows.push({
      what: 'the assistant alone, scripts and style',
      figure: kilobytes(sum(files, widget)),
      floor: `${kilobytes(sum(files, /./))} everything`,
      ratio: '',
      wanted: '≤ 25 KB',
    })
  }
  await browser.close()
  await server.end()
  return rows
}
