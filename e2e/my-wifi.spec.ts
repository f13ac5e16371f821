import type { Page } from '@playwright/test'
import { addTenant } from './add-tenant.ts'
import { buyBundle } from './buy-bundle.ts'
import { amina, assistant, brian, closeAssistant, expect, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'my-wifi' })

const voucher = (page: Page) => page.getByRole('article', { name: '3GB, 3 days' })
const finder = (page: Page) => page.getByRole('region', { name: 'Paid, but no code?' })

async function openWifi(page: Page, person: { username: string; password: string }) {
  await signIn(page, person, { at: '/wifi' })
}

async function find(page: Page, reference: string) {
  await finder(page).getByLabel('Payment reference').fill(reference)
  await finder(page).getByRole('button', { name: 'Find my code' }).click()
}

test('a bundle shows as soon as it is paid, is copied, and is found by its reference', {
  tag: '@long',
}, async ({ page, another }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, brian)
  await page.getByRole('link', { name: 'My wifi' }).click()
  await expect(page.getByRole('heading', { name: 'No wifi bundle yet' })).toBeVisible()
  // One press starts the purchase of a bundle; another press that of another.
  await page.getByRole('button', { name: 'Buy 2GB, 2 days, KSH 50' }).click()
  await expect(assistant(page).getByRole('button', { name: 'Pay KSH 50' })).toBeVisible()
  await expect(assistant(page).getByLabel('M-Pesa phone number')).toBeFocused()
  await closeAssistant(page)
  await page.getByRole('button', { name: 'Buy 3GB, 3 days, KSH 100' }).click()
  await expect(assistant(page).getByRole('button', { name: 'Pay KSH 100' })).toBeVisible()
  await expect(assistant(page).getByLabel('M-Pesa phone number')).toBeFocused()
  await closeAssistant(page)

  // On another device.
  const bought = await buyBundle(another.request, brian, '0737000011')
  await expect(voucher(page)).toContainText('3GB of 3GB left')
  await expect(voucher(page)).toContainText(/(3 days|2 days 23 hours) left/)
  const code = `${bought.voucher.code.slice(0, 4)}-${bought.voucher.code.slice(4)}`
  await expect(voucher(page).getByText(code)).toBeVisible()
  await expect(page.getByRole('region', { name: 'How to connect' })).toContainText('AcaciaCourt')
  await voucher(page)
    .getByRole('button', { name: /^Copy code/ })
    .click()
  await expect(voucher(page).getByRole('button', { name: /^Copied/ })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)

  await find(page, ` ${bought.mpesa_receipt_number.toLowerCase()} `)
  await expect(finder(page).getByText(code)).toBeVisible()
  // Of a pasted SMS the code is kept and sent.
  const sms = `${bought.mpesa_receipt_number} Confirmed. Ksh100.00 sent to ACACIA COURT for account WIFI7Q2FMK94 on 21/11/26 at 6:24 PM New M-PESA balance is Ksh1,204.50.`
  await page.evaluate((text) => navigator.clipboard.writeText(text), sms)
  await finder(page).getByLabel('Payment reference').fill('')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(finder(page).getByLabel('Payment reference')).toHaveValue(
    bought.mpesa_receipt_number,
  )
  await find(page, sms)
  await expect(finder(page).getByText(code)).toBeVisible()

  await find(page, 'UKX0N0TH1S')
  await expect(finder(page).getByRole('alert')).toHaveText(
    'We can’t find a wifi bundle of yours with this M-Pesa code.',
  )
  await expect(finder(page).getByLabel('Payment reference')).toHaveValue('UKX0N0TH1S')
  await expect(finder(page).getByText(code)).toHaveCount(0)
  await find(page, '  ')
  await expect(finder(page).getByText('Please enter the payment reference')).toBeVisible()

  await voucher(page)
    .getByRole('link', { name: /^R\d{6}$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt R/ })).toBeVisible()
  await expect(page.getByText('Ksh 100', { exact: true }).first()).toBeVisible()

  // It is on the home page too.
  await page.goto('/')
  const plate = page.getByRole('region', { name: 'My wifi' })
  await expect(plate).toContainText('3GB of 3GB left')
  await expect(plate.getByText(code)).toBeVisible()
  // Before another one is bought, it is said that it isn't added to this one.
  await page.getByRole('button', { name: 'Ask or pay' }).click()
  await assistant(page).getByRole('button', { name: /^Wifi/ }).click()
  await expect(
    assistant(page).getByText(
      /^You still have 3GB until .+\. A new bundle isn’t added to this one\. /,
    ),
  ).toBeVisible()

  await openWifi(another, amina)
  await find(another, bought.mpesa_receipt_number)
  await expect(finder(another).getByRole('alert')).toContainText(
    'We can’t find a wifi bundle of yours',
  )
})

test('a payment that is still under way is shown as such', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const tenant = await addTenant(server)
  await buyBundle(page.request, tenant, '0737005900', { paid: false })
  await openWifi(page, tenant)
  await find(page, 'UKX0N0TH1S')
  await expect(
    finder(page).getByText(/^One of your payments is still being confirmed/),
  ).toBeVisible()
})

test('the bundles on sale: none, and not loaded', { tag: '@long' }, async ({ page, server }) => {
  let fails = true
  await page.route('**/api/assistant/?*', async (route) => {
    if (fails) return route.fulfill({ status: 502, body: '' })
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), packages: [] } })
  })
  await openWifi(page, await addTenant(server))
  const offer = page.getByRole('region', { name: 'No wifi bundle yet' })
  await expect(offer.getByText(/^The bundles couldn’t be loaded\./)).toBeVisible()
  fails = false
  await offer.getByRole('button', { name: 'Try again' }).click()
  await expect(offer.getByText(/^No bundles are on sale at the moment\./)).toBeVisible()
})

looksRight('my wifi, nothing bought', async (page, server) => {
  await openWifi(page, await addTenant(server))
  await expect(page.getByRole('button', { name: /^Buy 10GB/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No wifi bundle yet' })).toBeVisible()
})
looksRight('my wifi, with a code that was found too', async (page, server) => {
  const tenant = await addTenant(server)
  const { mpesa_receipt_number } = await buyBundle(page.request, tenant, '0737000002')
  await openWifi(page, tenant)
  await expect(voucher(page).first()).toBeVisible()
  await find(page, mpesa_receipt_number)
  await expect(finder(page).getByText('You have that code already')).toBeVisible()
})
looksRight('my wifi, fetch failed', async (page, server) => {
  await page.route('**/api/wifi/vouchers/**', (route) => route.fulfill({ status: 502, body: '' }))
  await openWifi(page, await addTenant(server))
  await expect(page.getByText('Your wifi bundles couldn’t be loaded')).toBeVisible()
  await find(page, '')
})
