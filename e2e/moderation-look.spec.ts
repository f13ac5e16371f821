import type { Page } from '@playwright/test'
import { addTenant } from './add-tenant.ts'
import { apiCallsOf } from './api-calls.ts'
import { expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'moderation, looked at' })

async function openPosts(page: Page, show = '') {
  await signIn(page, grace, { at: `/staff/posts${show}` })
}

looksRight('pending posts, and the dialog of a rejection', async (page) => {
  await openPosts(page)
  const bicycle = page.getByRole('article', { name: /^Bicycle/ })
  await expect(bicycle.getByRole('img', { includeHidden: true })).toBeVisible()
  await bicycle.getByRole('button', { name: /^Reject/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('dialog').getByText('Please give a reason.')).toBeVisible()
})

looksRight('reports, with long words', async (page, server) => {
  const reporter = await apiCallsOf(page.request, await addTenant(server))
  const { id } = await reporter.find('kitten')
  await reporter.report('posts', id, 'Miau'.repeat(100))
  await openPosts(page, '?show=reports')
  await expect(page.getByText('It hasn’t changed since.')).toBeVisible()
})

looksRight('no rejected posts', async (page) => {
  await openPosts(page, '?show=rejected')
  await expect(page.getByRole('heading', { name: 'No rejected posts' })).toBeVisible()
})
