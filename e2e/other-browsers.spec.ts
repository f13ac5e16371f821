import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  amina,
  assistant,
  brian,
  closeAssistant,
  expandAssistant,
  expect,
  fillLogin,
  grace,
  payRent,
  test,
} from './fixtures.ts'
import { arrive } from './paybill.ts'
import { pretendToTranslate } from './pretend-translator.ts'

/** Browsers as people have them: pages that are translated, old ones, and blocked site data (docs/decisions/112 and 113). */
test.use({ ownServer: 'other browsers' })

/** What Chrome 109, Firefox 115 or Safari 15.6 lack, and what the pages add themselves. */
function withoutNewMethods() {
  const lacking: [of: object, names: string[]][] = [
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Array, ['fromAsync']],
    [Promise, ['withResolvers', 'try']],
    [AbortSignal, ['timeout', 'any']],
    [URL, ['canParse', 'parse']],
    [Intl, ['Segmenter']],
    [window, ['requestIdleCallback', 'navigation', 'OffscreenCanvas']],
    [Document.prototype, ['startViewTransition']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [URLSearchParams.prototype, ['size']],
  ]
  for (const [of, names] of lacking) for (const name of names) Reflect.deleteProperty(of, name)
}

function withoutStorage() {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, { get: refuse })
  }
}

function withoutStorageAndCookies() {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, { get: refuse })
  }
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
}

/** All pages, with something for the parts of an address that are somebody's. */
const examples: Record<string, string> = {
  ':companySlug': 'acacia-court',
  ':number': 'A101',
  ':day': '2026-10-01',
  ':token': 'unknown',
  ':submission': 'unknown',
  ':id': '1',
  '*': 'unknown',
}
const paths = [
  '/',
  ...[...readFileSync('web/routes.ts', 'utf8').matchAll(/route\('([^']+)'/g)].map(
    ([, path = '']) =>
      `/${path.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+|\*/g, (part) => examples[part] ?? '')}`,
  ),
]
const isForStaff = (path: string) => /^\/(staff|set-up)/.test(path)

/** Collects what goes wrong in the scripts of a page. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(`${page.url()}: ${message}`))
  return complaints
}

/** The scripts of the page have taken over, and it is no error page. */
async function works(page: Page) {
  await page.waitForFunction(() => /__reactContainer/.test(Object.keys(document).join()))
  await expect(page.locator('main, .phone, .portal').first()).toBeVisible()
  await expect(page.locator('main .skeleton')).toHaveCount(0, { timeout: 40_000 })
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  await expect(page.getByText('This browser is too old')).toHaveCount(0)
}

async function logIn(page: Page, person: typeof amina) {
  await page.goto('/auth/login')
  await fillLogin(page, person)
  await page.waitForURL((url) => url.pathname === '/')
  await works(page)
}

const browsers = {
  'without new methods': withoutNewMethods,
  'without storage': withoutStorage,
  'that translates': pretendToTranslate,
}
const viewers = [
  { person: null, seen: paths.filter((path) => !isForStaff(path)) },
  { person: amina, seen: paths.filter((path) => !isForStaff(path)) },
  { person: grace, seen: paths.filter(isForStaff) },
]

for (const [name, change] of Object.entries(browsers)) {
  for (const { person, seen } of viewers) {
    const who = person?.first_name ?? 'visitors'
    test(`all pages work in a browser ${name}, for ${who}`, { tag: '@long' }, async ({ page }) => {
      test.slow()
      await page.addInitScript(change)
      const complaints = complaintsOf(page)
      if (person) await logIn(page, person)
      for (const path of seen) {
        await page.goto(path)
        await works(page)
      }
      expect(complaints).toEqual([])
    })
  }
}

/** Figures, codes and names that the translator has got. */
const translatedFigures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('font > font')]
      .map(({ textContent }) => textContent?.trim() ?? '')
      .filter((text) =>
        /^Ksh\s[\d,.]+$|^\d+,\d{3}$|^[2-9A-Z]{4}\s?[2-9A-Z]{4}$|^Amina$|^A101$/.test(text),
      ),
  )

test.describe('a page that is being translated', () => {
  test.use({ translated: true })

  test('shows what is owed now, up to the last shilling', async ({ page, server }) => {
    const complaints = complaintsOf(page)
    await logIn(page, amina)
    await closeAssistant(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Karibu, Amina.')
    const figure = page.locator('.balance-figure')
    await expect(figure).toHaveText('Ksh 6,000')
    const copy = page.getByRole('button', { name: /^Cop/ })
    await copy.click()
    await expect(copy).toHaveText(/^(Not c|C)opied/)
    await expect(copy).toHaveText(/^Copy/)

    const account = page.getByRole('region', { name: 'Your account number' })
    const number = (await account.locator('b').textContent()) ?? ''
    await arrive(server, number, '2000.00')
    await expect(figure).toHaveText('Ksh 4,000')
    await expect(page.getByText(/^Ksh\s5,000 of Ksh\s9,000 paid\.$/)).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '6,000' })).toHaveCount(0)

    await payRent(page, { phone: '0733000555', amount: 4000 })
    await expect(assistant(page).getByText('Paid. Asante, Amina.')).toBeVisible()
    await closeAssistant(page)
    await expect(page.getByText('Nothing to pay. Asante.')).toBeVisible()
    await expect(figure).toHaveText('Ksh 0')
    await expect(page.getByRole('button', { name: 'Pay ahead with M-Pesa' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay with M-Pesa' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Show Payments' }).click()
    await page.getByRole('button', { name: 'Hide Payments' }).click()
    expect(await translatedFigures(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('lets somebody move in, ask, buy wifi, post and chat', { tag: '@long' }, async ({
    page,
  }) => {
    test.slow()
    const complaints = complaintsOf(page)
    await page.goto('/auth/onboard/acacia-court')
    await works(page)
    await page.getByRole('button', { name: 'Submit Registration' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Please check th' })).toBeVisible()
    await page.getByLabel('Full name').fill('Mwanaisha Barasa')
    await page.getByLabel('Phone number', { exact: true }).fill('0733901299')
    await page.getByLabel('ID number').fill('38114999')
    await page.getByLabel('Emergency phone number').fill('0720 555 018')
    await page.getByLabel('Relationship').selectOption('Guardian')
    await page.getByLabel('College').selectOption({ index: 1 })
    await page.getByLabel('Faculty').selectOption({ index: 1 })
    await page.getByLabel('Registration number').fill('H31/2041799/2026')
    const year = Number((await page.getByLabel('Start date').inputValue()).slice(0, 4))
    await page.getByLabel('End date').fill(`${year + 1}-12-31`)
    await page.getByRole('radio', { name: 'B401' }).check()
    await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
    await page.getByRole('button', { name: 'Submit Registration' }).click()
    await expect(page.getByRole('heading', { name: /^Karibu, Mwanaisha/ })).toBeVisible()

    await logIn(page, brian)
    await expandAssistant(page)
    const chat = assistant(page)
    const messages = chat.getByRole('log')
    await chat.getByRole('button', { name: /^Customer support/ }).click()
    await chat.getByRole('button', { name: 'How can I pay my rent?' }).click()
    await expect(messages.getByText(/^Choose Rent payment/)).toBeVisible()
    await chat.getByLabel('Your question').fill('What is my account number?')
    await chat.getByRole('button', { name: 'Send' }).click()
    await expect(messages.getByText(/[2-9A-Z]{4} [2-9A-Z]{4}/)).toBeVisible()
    await chat.getByRole('button', { name: 'Main menu' }).click()
    await chat.getByRole('button', { name: /^Wifi/ }).last().click()
    await chat.getByRole('button', { name: '2GB' }).click()
    await chat.getByLabel('M-Pesa phone number').fill('0736007222')
    await chat.getByRole('button', { name: /^Pay KSH/ }).click()
    await expect(chat.getByText('Your 2GB bundle is ready.')).toBeVisible()
    await closeAssistant(page)

    await page.goto('/services')
    await works(page)
    const post = page.getByRole('main').getByRole('link').filter({ hasText: /\w/ }).first()
    await post.click()
    await works(page)
    expect(complaints).toEqual([])
  })
})

test('with blocked site data one can log in and pay', async ({ page }) => {
  await page.addInitScript(withoutStorageAndCookies)
  const complaints = complaintsOf(page)
  await page.goto('/')
  await works(page)
  await page
    .getByRole('link', { name: /^Log ?in$/i })
    .first()
    .click()
  await fillLogin(page, brian)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Karibu, Brian.')
  await payRent(page, { phone: '0733000556', amount: 50 })
  await expect(assistant(page).getByText('Paid. Asante, Brian.')).toBeVisible()
  expect(complaints).toEqual([])
})

const advice = /^This browser is too old for this page: please open it in Chrome 109/

test('a browser that is too old is told which one isn’t', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSLayerBlockRule'))
  await page.goto('/auth/onboard/acacia-court')
  await expect(page.getByRole('alert').filter({ hasText: advice })).toBeVisible()
})

test('so is one that can’t read a script', { tag: '@long' }, async ({ page }) => {
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const pattern = /(?<+/' }),
  )
  await page.goto('/auth/onboard/acacia-court')
  await expect(page.getByRole('alert').filter({ hasText: advice })).toBeVisible()
  await expect(page.getByText('Loading company information')).toBeHidden()
})
