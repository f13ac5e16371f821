import type { Page } from '@playwright/test'
import { closeAssistant, expect, signIn } from './fixtures.ts'

const password = 'mango-matatu-9'

/** Grace adds somebody, who chooses a password on another device and logs in. */
export async function addStaff(page: Page, another: Page, email: string, role: string) {
  await page.goto('/staff/settings/staff')
  await page.getByLabel('First name').fill('Otieno')
  await page.getByLabel('Last name').fill('Omondi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption(role)
  const reply = page.waitForResponse(
    (response) =>
      response.url().endsWith('/settings/staff/') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const { link } = (await (await reply).json()) as { link: string }
  await another.goto(link)
  await another.getByLabel('Password', { exact: true }).fill(password)
  await another.getByRole('button', { name: 'Save the password' }).click()
  await expect(another.getByLabel('Username or email')).toBeVisible()
  await signIn(another, { username: email, password })
  await closeAssistant(another)
}
