import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addTenant } from './add-tenant.ts'
import {
  amina,
  assistant,
  brian,
  closeAssistant,
  expect,
  fillLogin,
  grace,
  payRent,
  signIn,
  test,
} from './fixtures.ts'

test.use({ ownServer: 'receipts' })

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^Receipt R\d{6}$/ })
const row = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

/** From the home of a tenant to the receipt of the newest payment; returns its path. */
async function openNewest(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Show Payments' }).click()
  const newest = page.getByRole('list', { name: 'Payments' }).getByRole('listitem').first()
  await newest.getByRole('link', { name: /^Receipt R\d{6}$/ }).click()
  await expect(heading(page)).toBeVisible()
  return new URL(page.url()).pathname
}

test('from home to the receipt to its PDF', async ({ page }) => {
  await signIn(page, amina)
  const path = await openNewest(page)
  // The list is still open when one comes back.
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Hide Payments' })).toBeVisible()
  await page.goForward()
  // Where files cannot be shared, the receipt is copied as a text.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as text' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Acacia Court: receipt R\d{6}\nKsh\s3,000\nTenant: Amina Otieno\n/,
  )
  await expect(page.getByText('Ksh 3,000')).toBeVisible()
  await expect(row(page, 'Tenant')).toContainText('Amina Otieno')
  await expect(row(page, 'Room')).toContainText('A101')
  await expect(row(page, 'M‑Pesa code')).toContainText(/U\w+DM00/)
  await expect(page.getByText('Kenyatta Road, Juja')).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${path.split('/').at(-1)}.pdf`)
  const bytes = readFileSync(await saved.path())
  expect(bytes.subarray(0, 4).toString()).toBe('%PDF')

  await page.reload()
  await expect(heading(page)).toBeVisible()
  await page.getByRole('link', { name: 'Your payments' }).click()
  await expect(page.getByRole('heading', { name: 'Transaction history' })).toBeVisible()
})

test('a failed PDF shows an error and can be tried again', { tag: '@long' }, async ({ page }) => {
  await signIn(page, amina)
  await openNewest(page)
  // Its heading is there before the receipt.
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Download PDF' }).click()
  await expect(page.getByText('No network. Please check your connection')).toBeVisible()
  await page.context().setOffline(false)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^R\d{6}\.pdf$/)
  await expect(page.getByText('No network. Please check your connection')).toHaveCount(0)
})

test('only its tenant and staff see it', { tag: '@long' }, async ({ page, browser, baseURL }) => {
  await signIn(page, amina)
  const path = await openNewest(page)

  const stranger = await (await browser.newContext({ baseURL })).newPage()
  await signIn(stranger, brian, { at: path })
  await expect(stranger.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
  await expect(stranger.getByText('Amina')).toHaveCount(0)
  await stranger.goto('/receipts/nonsense')
  await expect(stranger.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
  await stranger.context().close()

  const visitor = await (await browser.newContext({ baseURL })).newPage()
  await visitor.goto(path)
  await visitor.waitForURL((url) => url.pathname === '/')
  await visitor.getByRole('link', { name: 'Log in', exact: true }).first().click()
  await fillLogin(visitor, grace)
  await visitor.waitForURL((url) => url.pathname === path)
  await expect(heading(visitor)).toBeVisible()
  await expect(row(visitor, 'Tenant')).toContainText('Amina Otieno')
  await expect(visitor.getByRole('main').getByRole('link', { name: 'Desk' })).toBeVisible()
  await visitor.context().close()
})

test('the assistant leads to the receipt of what was just paid', { tag: '@long' }, async ({
  page,
  server,
}) => {
  await signIn(page, await addTenant(server))
  await payRent(page, { phone: '0736000002', amount: 88 })
  const chat = assistant(page)
  await expect(chat.getByText(/^Paid\. Asante/)).toBeVisible()
  await chat.getByRole('link', { name: /^R\d{6}$/ }).click()
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('Ksh 88', { exact: true }).first()).toBeVisible()
  await expect(row(page, 'Paid by')).toContainText('M‑Pesa, by PIN prompt')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the assistant makes room for the receipt it leads to', { tag: '@long' }, async ({
    page,
    server,
  }) => {
    await signIn(page, await addTenant(server))
    await payRent(page, { phone: '0736000005', amount: 7_087 })
    const chat = assistant(page)
    const sum = chat.locator('dd', { hasText: 'Ksh 7,087' })
    await expect(sum).toBeVisible()
    // With text twice as large, a sum still stays in one line.
    const linesOfSum = await sum.evaluate((element) => {
      document.documentElement.style.fontSize = '200%'
      const text = document.createRange()
      text.selectNodeContents(element)
      const lines = text.getClientRects().length
      document.documentElement.style.fontSize = ''
      return lines
    })
    expect(linesOfSum).toBe(1)
    await chat.getByRole('link', { name: /^R\d{6}$/ }).click()
    await expect(chat).toBeHidden()
    await expect(heading(page)).toBeVisible()
  })
})

test('a payment whose M-Pesa code is not known yet', { tag: '@long' }, async ({ page, server }) => {
  // Only the query tells that it was paid; what would name the receipt is lost.
  const trouble = [
    { on: 'status', kind: 'lost', times: 1000 },
    { on: 'pull', kind: 'empty', times: 1000 },
  ]
  await page.request.put('/pretend-daraja/trouble/', { data: { trouble } })
  await signIn(page, await addTenant(server))
  await payRent(page, { phone: '0736000404', amount: 89 })
  await expect(assistant(page).getByText(/^Paid\. Asante/)).toBeVisible()
  await closeAssistant(page)
  await page.goto('/')
  await openNewest(page)
  await expect(row(page, 'M‑Pesa code')).toContainText('N/A')
  await expect(page.getByText('M‑Pesa hasn’t sent it yet.')).toBeVisible()
})

test('only the receipt is printed', { tag: '@long' }, async ({ page }) => {
  await signIn(page, amina)
  await openNewest(page)
  const printed = await page.pdf({ preferCSSPageSize: true })
  expect(printed.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('Ksh 3,000')).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const colours = await heading(page).evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
})
