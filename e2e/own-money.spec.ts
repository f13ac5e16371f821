import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addTenant } from './add-tenant.ts'
import {
  type AppServer,
  amina,
  assistant,
  closeAssistant,
  expandAssistant,
  expect,
  grace,
  signIn,
  test,
} from './fixtures.ts'
import { looksRight } from './looks.ts'

test.describe('one’s own money', () => {
  test.use({ ownServer: 'own-money' })

  test('what is due since when, and the statement that says why; staff see the same one', {
    tag: '@long',
  }, async ({ page, another }) => {
    await signIn(page, amina)
    const due = /^Ksh\s12,500 by 1 \w+( \d{4})?, Ksh\s6,000 of it since \w+( \d{4})?\.$/
    await expect(page.getByText(due)).toBeVisible()
    await expandAssistant(page)
    const chat = assistant(page)
    await chat.getByRole('button', { name: /^Customer support/ }).click()
    await chat.getByLabel('Your question').fill('How much do I owe?')
    await chat.getByRole('button', { name: 'Send' }).click()
    await expect(chat.getByRole('log').getByText(/Ksh\s12,500 by 1 \w+/)).toBeVisible()
    await closeAssistant(page)

    await page.getByRole('link', { name: 'Statement of account' }).click()
    const sheet = page.getByRole('article', { name: 'Statement of account' })
    const lines = sheet.locator('.letter-rows > li')
    await expect(lines).toHaveCount(5)
    await expect(lines.last()).toContainText(/Balance after.*6,000/)
    const first = (await lines.nth(2).textContent()) ?? ''
    expect(first).toContain('Rent, ')
    // From the first of this month on, what was owed before is one line.
    const month = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 7)
    await page.getByLabel('From').fill(`${month}-01`)
    await expect(lines.first()).toContainText(/Balance before.*2,500/)
    await expect(lines).toHaveCount(4)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const csv = readFileSync(await (await saving).path(), 'utf8')
    expect(csv).toContain(`${month}-01,,Opening balance,,,,2500,0,`)

    await page.getByLabel('Until').fill('2026-01-01')
    await expect(page.getByText('Choose the same day or a later one.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled()

    await signIn(another, grace, { at: '/staff/tenants?q=amina' })
    await another.getByRole('link', { name: 'Amina Otieno' }).first().click()
    await another.getByRole('link', { name: 'Statement of account', exact: true }).click()
    await expect(another.locator('.letter-rows > li')).toHaveCount(5)
    await expect(another.getByRole('link', { name: 'Issue it as a signed letter' })).toBeVisible()
  })
})

async function openStatement(page: Page, server: AppServer) {
  await signIn(page, await addTenant(server), { at: '/statement' })
  await expect(page.getByText('Balance after')).toBeVisible()
}

looksRight('a statement of one’s own account', openStatement)
looksRight(
  'a statement without entries, and with days in the wrong order',
  async (page, server) => {
    await openStatement(page, server)
    await page.getByLabel('From').fill('2020-01-01')
    await expect(page).toHaveURL(/from=2020-01-01/)
    await page.getByLabel('Until').fill('2020-01-02')
    await expect(page.getByText('Nothing was charged or paid in these days.')).toBeVisible()
    await page.getByLabel('Until').fill('2019-01-02')
    await expect(page.getByText('Choose the same day or a later one.')).toBeVisible()
  },
)
