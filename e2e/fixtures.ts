import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { copyTemplate } from '../server/testing/demo-template.ts'
import { type FakeGemini, startFakeGemini } from '../server/testing/fake-gemini.ts'
import { type MailBox, openMailBox } from '../server/testing/mail-box.ts'
import { freePort } from '../server/testing/postgres.ts'
import { runServer, type TestProcess } from '../server/testing/process.ts'

export { expect }

/** Users of the demo residence (docs/tour.md). */
export const amina = { username: '0712345678', password: '12345678', first_name: 'Amina' }
export const brian = { username: '0722000002', password: '23456789', first_name: 'Brian' }
export const grace = {
  username: 'staff@acacia.example',
  password: 'staff-demo-2026',
  first_name: 'Grace',
}

/** Tenants that no other test uses; `number` from 3 to 30. */
export const demoTenant = (number: number) => ({
  username: `07220${String(number).padStart(5, '0')}`,
  password: String(30_000_000 + number),
})

type Person = { username: string; password: string }

/** The name of the server of files that name none. */
const shared = 'everybody'

export interface AppServer {
  url: string
  /** Its database and the simulator's journal. */
  dataDir: string
  /** Receives its emails. */
  mailBox: MailBox
  /** Ends the process without any warning. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
}

async function startAppServer(
  settings: Record<string, string>,
): Promise<AppServer & { end(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-journey-'))
  copyTemplate(process.env.DEMO_TEMPLATE ?? '', dataDir)
  const port = await freePort()
  const mailBox = await openMailBox()
  let child: TestProcess
  const server = {
    mailBox,
    url: `http://localhost:${port}`,
    dataDir,
    async start() {
      child = runServer({
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        SMTP_URL: mailBox.url,
        ...settings,
      })
      await child.open()
    },
    kill: () => child.end(),
    async end() {
      await server.kill()
      await mailBox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/** A worker has one server for most files, and another for the file that names one of its own. */
type Servers = (name: string) => Promise<AppServer>

/** The simulator's customers take 1.5 s. */
export const test = base.extend<
  { another: Page; server: AppServer; ownServer: string },
  { servers: Servers; model: FakeGemini; withModel: boolean }
>({
  /** A page in another browser context, for a second user. */
  another: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL })
    await use(await context.newPage())
    await context.close()
  },
  /** A file that names its own server starts with unchanged demo data. */
  ownServer: [shared, { option: true }],
  /** Whether the server can ask the fake language model; the others have no key for one. */
  withModel: [false, { option: true, scope: 'worker' }],
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const model = await startFakeGemini()
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  servers: [
    async ({ withModel, model }, use) => {
      const running = new Map<string, Awaited<ReturnType<typeof startAppServer>>>()
      const settings = {
        DARAJA_SIMULATOR_DELAY_MS: '1500',
        // The simulator's addresses; 127.0.0.2 is a forged sender.
        DARAJA_CALLBACK_IPS: '127.0.0.1, ::1',
        THROTTLE: 'off',
        ...(withModel && model.settings),
      }
      async function endOthers(...names: string[]) {
        for (const [name, server] of running) {
          if (names.includes(name)) continue
          running.delete(name)
          await server.end()
        }
      }
      await use(async (name) => {
        await endOthers(name, shared)
        const server = running.get(name) ?? (await startAppServer(settings))
        running.set(name, server)
        return server
      })
      await endOthers()
    },
    { scope: 'worker' },
  ],
  server: async ({ servers, ownServer }, use) => use(await servers(ownServer)),
  baseURL: async ({ server }, use) => use(server.url),
})

/** Signs in and opens the home page, without the login page, which has tests of its own. */
export async function signIn(page: Page, { username, password }: Person) {
  const answer = await page.request.post('/api/auth/login', { data: { email: username, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
  // A page of the same origin, and the smallest.
  await page.goto('/healthz')
  await page.evaluate((flag) => localStorage.setItem(flag, 'true'), 'bweni.isLoggedIn')
  await page.goto('/')
}

export async function fillLogin(page: Page, person: Person) {
  await page.getByLabel('Username or email').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The assistant's dialog, which is open on a first visit. */
export const assistant = (page: Page) => page.getByRole('dialog', { name: 'Virtual assistant' })

const assistantButton = (page: Page) => page.locator('.assistant-button')
/** Meanwhile the page may open or close it. */
const AT_ONCE = { timeout: 2000 }

/** Opens the assistant from its one line, or from the button. */
export async function expandAssistant(page: Page) {
  const panel = page.locator('.assistant-panel')
  const button = assistantButton(page)
  const line = assistant(page).getByRole('button', { name: /^Virtual assistant/ })
  await expect(button.or(line).or(panel).filter({ visible: true }).first()).toBeVisible()
  await expect(async () => {
    if (await line.isVisible()) await line.click(AT_ONCE)
    else if (!(await panel.isVisible()) && (await button.textContent(AT_ONCE)) !== 'Loading...') {
      await button.click(AT_ONCE)
    }
    await expect(panel).toBeVisible()
  }).toPass()
}

export async function closeAssistant(page: Page) {
  const close = page.getByRole('button', { name: 'Close the assistant' })
  await expect(assistantButton(page).or(close).filter({ visible: true }).first()).toBeVisible()
  await expect(async () => {
    if (await close.isVisible()) await close.click(AT_ONCE)
    // Where there was only the button: neither a waiting payment nor the next page opens it again.
    await page.evaluate(() => localStorage.setItem('bweni.assistant', 'closed'))
    await expect(assistant(page)).toBeHidden(AT_ONCE)
  }).toPass()
}

/** Through the rent flow up to the pay button. */
export async function fillRent(page: Page, { phone, amount }: { phone: string; amount: number }) {
  const chat = assistant(page)
  await expandAssistant(page)
  await chat
    .getByRole('button', { name: /^Rent payment/ })
    .last()
    .click()
  await expect(chat.getByLabel('Account number')).toHaveValue(/^[2-9A-Z ]{8,9}$/)
  await chat.getByRole('button', { name: 'Next' }).click()
  await chat.getByLabel('M-Pesa phone number').fill(phone)
  await chat.getByRole('button', { name: 'Next' }).click()
  await chat.getByLabel('Amount').fill(String(amount))
}

/** Through the list of bundles up to the pay button. */
export async function chooseBundle(page: Page, { phone, data }: { phone: string; data: string }) {
  const chat = assistant(page)
  await expandAssistant(page)
  await chat.getByRole('button', { name: /^Wifi/ }).last().click()
  await chat.getByRole('button', { name: data }).click()
  await chat.getByLabel('M-Pesa phone number').fill(phone)
}

/** Through the rent flow, including the pay button. */
export async function payRent(page: Page, rent: { phone: string; amount: number }) {
  await fillRent(page, rent)
  await assistant(page)
    .getByRole('button', { name: /^Pay Ksh/ })
    .click()
}

/** Reloads a page that the server would render with its data, without them. */
export async function reloadUnrendered(page: Page) {
  await page.context().clearCookies({ name: 'bweni_viewer' })
  await page.reload()
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 300; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('No press of Tab leads there.')
}
