import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { amina } from '../e2e/fixtures.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { ratio, seconds } from './lighthouse-phone.ts'
import { type Row, sized } from './row.ts'
import { startProcess } from './server-process.ts'

const RUNS = sized(3, 1)
/** A cheap phone on a slow network, far away. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 50_000,
  uploadThroughput: 25_000,
}
const CPU_SLOWER = 4

async function coldPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  return page
}

async function untilBalance(page: Page, begin: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await begin()
  await page.getByText('Balance today').waitFor({ timeout: 60_000 })
  return performance.now() - from
}

/** From the press on Log in until the balance shows, on a phone that has never been here. */
export async function logInCold(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const server = await startProcess({})
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const presses: number[] = []
  const homes: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ baseURL: server.url })
    const page = await coldPage(context)
    await page.goto('/auth/login', { waitUntil: 'commit' })
    await page.getByLabel('Username or email').fill(amina.username)
    await page.getByLabel('Password', { exact: true }).fill(amina.password)
    const button = page.getByRole('button', { name: 'Log in' })
    presses.push(await untilBalance(page, () => button.click({ noWaitAfter: true })))
    await page.close()
    const home = await coldPage(context)
    homes.push(await untilBalance(home, () => home.goto('/', { waitUntil: 'commit' })))
    await context.close()
  }
  await browser.close()
  await server.end()
  const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
  return [
    {
      what: `a press on Log in to the balance, cold phone at 400 kbit/s, median of ${RUNS}`,
      figure: seconds(median(presses)),
      floor: `${seconds(median(homes))} home by its address`,
      ratio: ratio(median(presses), median(homes)),
      target: '< 2.5 s',
    },
  ]
}
