import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { grace, signIn } from '../e2e/fixtures.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { fillHouse } from './many-tenants.ts'
import { milliseconds, type Row } from './row.ts'
import { newDatabase, startProcess } from './server-process.ts'

const tenants = 10_000
const typed = 'mũthoni gitau 9'
const pause_ms = 60
const rounds = 3

/** The longest time between two frames while something goes on. */
async function longestFrame(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const watch = { longest: 0, last: performance.now() }
    Object.assign(window, { watch })
    const look = (now: number) => {
      watch.longest = Math.max(watch.longest, now - watch.last)
      watch.last = now
      requestAnimationFrame(look)
    }
    requestAnimationFrame((now) => {
      watch.last = now
      requestAnimationFrame(look)
    })
  })
  await work()
  return page.evaluate(() => (window as unknown as { watch: { longest: number } }).watch.longest)
}

/** Typing a name into the picker of a large house, beside the same page at rest. */
export async function tenantPicker(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await fillHouse(client, tenants)
  await client.end()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ baseURL: server.url })
  await signIn(page, grace)
  await page.getByText(`${tenants} tenants live here.`).waitFor()
  const field = page.getByRole('region', { name: 'Change tenant room' }).getByLabel('Tenant')

  const longest = { ours: 0, floor: 0 }
  for (let round = 0; round < rounds; round++) {
    await field.fill('')
    const rest = () => page.waitForTimeout(typed.length * pause_ms)
    longest.floor = Math.max(longest.floor, await longestFrame(page, rest))
    const type = () => field.pressSequentially(typed, { delay: pause_ms })
    longest.ours = Math.max(longest.ours, await longestFrame(page, type))
  }
  await page
    .getByRole('option', { name: /^Mũthoni Gĩtaũ 9/ })
    .first()
    .waitFor()
  await browser.close()
  await server.end()
  return [
    {
      what: `tenant picker at ${tenants} tenants, longest frame of ${rounds} times typing`,
      figure: milliseconds(longest.ours),
      floor: `${milliseconds(longest.floor)} at rest`,
      ratio: '',
      wanted: '≤ 50 ms',
    },
  ]
}
