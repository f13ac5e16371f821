import type { Page } from '@playwright/test'
import { closeAssistant, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'tenant-record' })

async function openTenant(page: Page, name: string) {
  await page.goto(`/staff/tenants?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Details', exact: true })).toBeVisible()
}

test('staff correct a phone number, and the tenant logs in with it', async ({ page, another }) => {
  await signIn(page, grace)
  await closeAssistant(page)
  await openTenant(page, 'Brian Kamau')
  await page.getByRole('button', { name: 'Edit name and contact' }).click()
  await page.getByLabel('Phone').fill('0712345678')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Another account has this phone number.')).toBeVisible()
  await page.getByLabel('Phone').fill('0799 555 666')
  await page.getByLabel('Email').fill('brian@example.org')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByText('brian@example.org')).toBeVisible()
  await signIn(another, { username: '0799555666', password: '23456789' })
  await expect(another.getByText('Room A102 · Ksh')).toBeVisible()
})

test('of two who edit the same tenant, the second keeps what they typed', { tag: '@long' }, async ({
  page,
  another,
}) => {
  for (const one of [page, another]) {
    await signIn(one, grace)
    await closeAssistant(one)
    await openTenant(one, 'Amina Otieno')
    await one.getByRole('button', { name: 'Edit the other details' }).click()
  }
  await page.getByLabel('Year of study').selectOption('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Year of study4')

  await another.getByLabel('Emergency phone').fill('0733 777 888')
  await another.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(another.getByText('Someone else has changed this meanwhile.')).toBeVisible()
  await expect(another.getByLabel('Emergency phone')).toHaveValue('0733 777 888')
  await expect(another.getByLabel('Year of study')).toHaveValue('4')
  await another.getByRole('button', { name: 'Save', exact: true }).click()
  const details = another.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('0733 777 888')
  await expect(details).toContainText('Year of study4')
})

test('a note is kept and deleted, and the statement is downloaded', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, grace)
  await closeAssistant(page)
  await openTenant(page, 'Amina Otieno')
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(notes.getByText('Please type a note.')).toBeVisible()
  await notes.getByLabel('New note').fill('Her aunt pays on the 5th.')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(notes.getByText('Her aunt pays on the 5th.', { exact: true })).toBeVisible()
  await expect(notes.getByLabel('New note')).toHaveValue('')
  await notes.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(0)

  await page.getByText('Statement of account').click()
  for (const format of ['PDF', 'CSV']) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download ${format}` }).click()
    expect((await download).suggestedFilename()).toMatch(/^statement-.*\.(pdf|csv)$/)
  }
})

test.describe('screens', () => {
  looksRight('the form of a tenant’s details, with an error', async (page) => {
    await signIn(page, grace)
    await closeAssistant(page)
    await openTenant(page, 'Amina Otieno')
    await page.getByRole('button', { name: 'Edit the other details' }).click()
    await page.getByLabel('ID number').fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Please enter your ID number.')).toBeVisible()
  })
})
