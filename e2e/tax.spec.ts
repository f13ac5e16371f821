import type { Page } from '@playwright/test'
import { amina, brian, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

const aMonth = '2026-01'

async function openTax(page: Page) {
  await signIn(page, grace, { at: '/staff/desk' })
  await page.getByRole('link', { name: 'Tax', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: 'Total' })).toBeVisible()
}

/** Staff open the receipt of a tenant's first payment from their ledger. */
async function openReceipt(page: Page, name: string) {
  await page.goto(`/staff/tenants?q=${name.split(' ')[0]}`)
  await page.getByRole('link', { name }).first().click()
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await ledger
    .getByRole('link', { name: /R\d{6}/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt R\d{6}$/ })).toBeVisible()
}

test.describe('for the tax return', () => {
  test.use({ ownServer: 'tax' })

  test('rent of each month with an estimate of the tax, at a rate that staff set', {
    tag: '@long',
  }, async ({ page }) => {
    await openTax(page)
    await expect(page.getByText('The tax is an estimate.')).toBeVisible()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows.filter({ hasText: /7\.5%/ }).first()).toBeVisible()
    const rates = page.getByRole('region', { name: 'Tax rate' })
    await rates.getByLabel('Other rate').fill('a lot')
    await rates.getByRole('button', { name: 'Set the rate' }).click()
    await expect(rates.getByText('Please give a percentage from 0 to 100')).toBeVisible()
    await rates.getByLabel('Other rate').fill('10')
    await rates.getByLabel('From month').fill(aMonth)
    await rates.getByRole('button', { name: 'Set the rate' }).click()
    await expect(rates.getByText('set here')).toBeVisible()
    await expect(rows.filter({ hasText: /\b10%/ }).first()).toBeVisible()
    await expect(rows.filter({ hasText: /7\.5%/ })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/-rent-received-\d{4}\.csv$/)
  })

  test('staff write an eTIMS number beside a receipt, and the tenant sees it', {
    tag: '@long',
  }, async ({ page, another }) => {
    await signIn(page, grace)
    await openReceipt(page, 'Amina Otieno')
    await page.getByRole('button', { name: 'Add the eTIMS number' }).click()
    await page.getByLabel('eTIMS invoice number').fill('two words')
    await page.getByRole('button', { name: 'Save the number' }).click()
    await expect(page.getByText('Please give the number as on the eTIMS invoice')).toBeVisible()
    await page.getByLabel('eTIMS invoice number').fill('krasrn000123/45')
    await page.getByRole('button', { name: 'Save the number' }).click()
    await expect(page.getByText('KRASRN000123/45')).toBeVisible()

    await signIn(another, amina, { at: new URL(page.url()).pathname })
    await expect(another.getByText('KRASRN000123/45')).toBeVisible()
    await expect(another.getByRole('button', { name: /eTIMS/ })).toHaveCount(0)
  })
})

looksRight('rent received, for the tax return', openTax)
looksRight('a receipt whose eTIMS number is entered', async (page) => {
  await signIn(page, grace)
  await openReceipt(page, `${brian.first_name} Kamau`)
  await page.getByRole('button', { name: 'Add the eTIMS number' }).click()
  await page.getByLabel('eTIMS invoice number').fill('two words')
  await page.getByRole('button', { name: 'Save the number' }).click()
  await expect(page.getByText('Please give the number as on the eTIMS invoice')).toBeVisible()
})
