import type { Page } from '@playwright/test'
import { addTenant } from './add-tenant.ts'
import { type AppServer, amina, brian, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

/** Of the letter on the page, as its QR code has it. */
const codeOn = async (page: Page) =>
  (await page.locator('.letter-code').textContent())?.replace(/\s/g, '') ?? ''

test.describe('letters', () => {
  test.use({ ownServer: 'letters' })

  test('a tenant without debt gets one, a visitor checks it, and staff withdraw it', {
    tag: '@long',
  }, async ({ page, another }) => {
    await signIn(page, brian, { at: '/auth/user' })
    await page.getByRole('link', { name: 'Letters and statements' }).click()
    await page.getByRole('button', { name: 'Get a clearance letter' }).click()
    await expect(page.getByRole('heading', { name: 'Clearance letter' })).toBeVisible()
    await expect(
      page.getByText(/^Acacia Court confirms that Brian Kamau owed nothing/),
    ).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    expect((await download).suggestedFilename()).toBe('L000001.pdf')
    const code = await codeOn(page)

    // As a scanner opens it, nobody is signed in.
    await another.goto(`/check/${code}`)
    await expect(another.getByText('This letter is genuine.')).toBeVisible()
    await expect(another.getByText('Brian Kamau').first()).toBeVisible()

    await signIn(page, grace, { at: '/staff/tenants?q=brian' })
    await page.getByRole('link', { name: 'Brian Kamau' }).first().click()
    await page.getByRole('link', { name: 'Clearance letter L000001' }).click()
    await page.getByRole('button', { name: 'Withdraw this letter' }).click()
    await page.getByLabel('Why is it withdrawn?').fill('A payment was taken back')
    await page.getByRole('button', { name: 'Withdraw the letter' }).click()
    await expect(page.getByText(/^Withdrawn on .* A payment was taken back$/)).toBeVisible()

    await another.reload()
    await expect(another.getByText(/^The residence withdrew this letter/)).toBeVisible()
    await another.getByLabel('Letter code').fill('ABCD EFGH JKMN PQRS TVWX YZ01 23')
    await another.getByRole('button', { name: 'Check the letter' }).click()
    await expect(another.getByText('No letter has this code.')).toBeVisible()
  })

  test('whoever owes rent reads what, and pays it', { tag: '@long' }, async ({ page }) => {
    await signIn(page, amina, { at: '/letters' })
    const clearance = page.getByRole('region', { name: 'Clearance letter' })
    await expect(clearance.getByText('You can get it when you’ve paid')).toBeVisible()
    await clearance.getByRole('button', { name: 'Pay with M-Pesa' }).click()
    await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible()
  })
})

async function openOwn(page: Page, person: { username: string; password: string }) {
  await signIn(page, person, { at: '/letters' })
  await expect(page.getByRole('heading', { name: 'Statement of account' })).toBeVisible()
}

async function openStatement(page: Page, server: AppServer) {
  await openOwn(page, await addTenant(server))
  await page.getByRole('button', { name: 'Get a statement' }).click()
  await expect(page.getByRole('heading', { name: 'Check this letter' })).toBeVisible()
}

looksRight('letters of somebody who owes rent', (page) => openOwn(page, amina))
looksRight('a statement as a letter', openStatement)
looksRight('a letter that is checked', async (page, server) => {
  await openStatement(page, server)
  const code = await codeOn(page)
  await page.goto(`/check/${code}`)
  await expect(page.getByText('This letter is genuine.')).toBeVisible()
})
looksRight('the letters of a tenant, for staff', async (page) => {
  await signIn(page, grace, { at: '/staff/tenants?q=amina' })
  await page.getByRole('link', { name: 'Amina Otieno' }).first().click()
  await page.locator('summary', { hasText: 'Letters' }).click()
  await expect(page.getByRole('region', { name: 'Letters' })).toBeVisible()
})
