import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { type FakeGemini, startFakeGemini } from '../server/testing/fake-gemini.ts'
import { type AppServer, type OwnServer, openServer } from './app-server.ts'
import { pretendToTranslate } from './pretend-translator.ts'

export { type AppServer, expect }

/** Users of the demo residence (docs/tour.md); a tenant whom a test changes is a new one (`addTenant`). */
export const amina = { username: '0712345678', password: '12345678', first_name: 'Amina' }
export const brian = { username: '0722000002', password: '23456789', first_name: 'Brian' }
export const grace = {
  username: 'staff@acacia.example',
  password: 'staff-demo-2026',
  first_name: 'Grace',
}

export interface Person {
  username: string
  password: string
}

/** The name of the server of files that name none. */
const shared = 'everybody'

/** A worker has one server for most files, and another for the file that names one of its own. */
type Servers = (name: string) => Promise<AppServer>

/** The simulator's customers take 1.5 s. */
export const test = base.extend<
  { another: Page; server: AppServer; ownServer: string; translated: boolean },
  { servers: Servers; model: FakeGemini; withModel: boolean }
>({
  /** Whether the pages are being translated; in every journey with `TRANSLATE=on`. */
  translated: [process.env.TRANSLATE === 'on', { option: true }],
  context: async ({ context, translated }, use) => {
    if (translated) await context.addInitScript(pretendToTranslate)
    await use(context)
  },
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
      const running = new Map<string, OwnServer>()
      const settings = {
        DARAJA_SIMULATOR_DELAY_MS: '1500',
        // The simulator's addresses; 127.0.0.2 is a forged sender.
        DARAJA_CALLBACK_IPS: '127.0.0.1, ::1',
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
        const server = running.get(name) ?? (await openServer(settings, process.env.DEMO_TEMPLATE))
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

interface SignInOptions {
  /** As on a first visit the assistant opens by itself; otherwise the user has closed it before. */
  firstVisit?: boolean
  /** The page that is opened then, by default the home page. */
  at?: string
}

/** Signs in and opens a page, without the login page, which has tests of its own. */
export async function signIn(
  page: Page,
  { username, password }: Person,
  { firstVisit = false, at = '/' }: SignInOptions = {},
) {
  const answer = await page.request.post('/api/auth/login', { data: { email: username, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
  // A page of the same origin, and the smallest.
  await page.goto('/healthz')
  await page.evaluate((isFirst) => {
    localStorage.setItem('bweni.isLoggedIn', 'true')
    if (!isFirst) localStorage.setItem('bweni.assistant', 'closed')
  }, firstVisit)
  await page.goto(at)
}

/** Logs in on the login page once its scripts run; without them the browser posts the form by itself. */
export async function fillLogin(page: Page, person: Person) {
  const button = page.getByRole('button', { name: 'Log in' })
  await page.getByLabel('Username or email').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  // React gives what it has hydrated properties of its own.
  await expect.poll(() => button.evaluate((element) => Object.keys(element).length)).not.toBe(0)
  await button.click()
}

/** The assistant's dialog, which is open on a first visit. */
/** Presses what confirms a dialog, once it no longer looks up what the dialog says. */
export async function confirmWith(button: Locator) {
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await button.click()
}

export const assistant = (page: Page) => page.getByRole('dialog', { name: 'Virtual assistant' })

/** Opens the assistant from its one line, or from the button, unless it is open. */
export async function expandAssistant(page: Page) {
  const panel = page.locator('.assistant-panel')
  const button = page.locator('.assistant-button')
  const line = assistant(page).getByRole('button', { name: /^Virtual assistant/ })
  await expect(button.or(panel).filter({ visible: true }).first()).toBeVisible()
  if (await line.isVisible()) await line.click()
  else if (
    !(await panel.isVisible()) &&
    !/^(Close|Loading)/.test((await button.textContent()) ?? '')
  ) {
    await button.click()
  }
  await expect(panel).toBeVisible()
}

/** Closes the assistant that is open, or opens by itself. */
export async function closeAssistant(page: Page) {
  await page.getByRole('button', { name: 'Close the assistant' }).click()
  await expect(assistant(page)).toBeHidden()
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

/** Follows the requests of a page: `answered` resolves once none is on its way. The socket's are not counted. */
export function watchRequests(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().includes('/socket.io/')) open.add(request)
  })
  for (const ended of ['requestfinished', 'requestfailed'] as const) {
    page.on(ended as 'requestfinished', (request) => open.delete(request))
  }
  return { answered: () => expect.poll(() => open.size).toBe(0) }
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
