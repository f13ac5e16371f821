import type { Page } from '@playwright/test'
import { addPayment, addTenant } from './add-tenant.ts'
import { buyBundle } from './buy-bundle.ts'
import { amina, expect, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'transactions' })

const months = (page: Page) => page.getByRole('region', { name: 'By month' }).getByRole('link')
const rows = (page: Page) => page.getByRole('main').getByRole('region').last().getByRole('listitem')

async function openHistory(page: Page, person: { username: string; password: string }) {
  await signIn(page, person, { at: '/transactions' })
}

test('all payments, those of a month, those of a kind, and their receipts', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, amina)
  await page.getByRole('link', { name: 'Transaction history' }).click()
  await expect(months(page)).toHaveCount(2)
  await expect(rows(page)).toHaveCount(2)
  await expect(months(page).first()).toHaveAccessibleName(/^\w+ 20\d\d, so far: Ksh\s3,000$/)

  const earlier = months(page).last()
  await earlier.click()
  await expect(earlier).toHaveAttribute('aria-current', 'true')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Ksh 4,000')
  await expect(page).toHaveURL(/\/transactions\?month=20\d\d-\d\d$/)
  await page.getByRole('link', { name: 'All months' }).click()
  await expect(page).toHaveURL(/\/transactions$/)
  await page.goBack()
  await page.reload()
  await expect(rows(page)).toContainText('Ksh 4,000')
  await expect(earlier).toHaveAttribute('aria-current', 'true')

  const kinds = page.getByRole('navigation', { name: 'Which payments' })
  await kinds.getByRole('link', { name: 'Wifi' }).click()
  await expect(
    page.getByRole('heading', { name: /^No wifi payments in \w+ 20\d\d$/ }),
  ).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toContainText('Ksh 4,000')
  await earlier.click()
  await expect(rows(page)).toHaveCount(2)

  await rows(page)
    .last()
    .getByRole('link', { name: /^Receipt R\d{6}$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt R/ })).toBeVisible()
  await page.getByRole('link', { name: 'Your payments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction history' })).toBeVisible()
})

test('a payment made meanwhile appears by itself', { tag: '@long' }, async ({
  page,
  another,
  server,
}) => {
  const tenant = await addTenant(server)
  await addPayment(server, tenant, 500)
  await openHistory(page, tenant)
  await expect(months(page).first()).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await buyBundle(another.request, tenant, '0737000003', {
    bundle: 'package_50',
    amount: 50,
  })
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Wifi 2GB, 2 days')
  await expect(months(page).first()).toContainText('wifi 50')
  await page.getByRole('link', { name: 'Wifi', exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\/transactions\?purpose=wifi$/)
})

test('a failed fetch can be repeated', { tag: '@long' }, async ({ page, server }) => {
  const tenant = await addTenant(server)
  await addPayment(server, tenant, 500)
  const failing = '**/api/transactions/'
  await page.route(failing, (route) => route.fulfill({ status: 502, body: '' }))
  await openHistory(page, tenant)
  await expect(page.getByText('An error occurred while fetching payments.')).toBeVisible()
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toContainText('Rent by paybill')

  const all = '**/api/transactions/**'
  await page.route(all, (route) => route.fulfill({ status: 502, body: '' }))
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('An error occurred while fetching payments.')
  await page.unroute(all)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(months(page).first()).toBeVisible()
  await expect(rows(page).first()).toContainText('Rent by paybill')
})

looksRight('transaction history, one month chosen', async (page, server) => {
  const tenant = await addTenant(server)
  await buyBundle(page.request, tenant, '0737000008', { bundle: 'package_50', amount: 50 })
  await openHistory(page, tenant)
  await months(page).first().click()
  await expect(rows(page).first()).toContainText('Wifi 2GB, 2 days')
})
looksRight('transaction history, nothing paid', async (page, server) => {
  await page.route('**/api/transactions/**', (route) => route.fulfill({ json: [] }))
  await openHistory(page, await addTenant(server))
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
})
looksRight('transaction history, fetch failed', async (page, server) => {
  await page.route('**/api/transactions/**', (route) => route.fulfill({ status: 502, body: '' }))
  await openHistory(page, await addTenant(server))
  await expect(page.getByRole('heading', { name: 'This list couldn’t be loaded' })).toBeVisible()
  await expect(page.getByText('An error occurred while fetching payments.')).toHaveCount(1)
})
