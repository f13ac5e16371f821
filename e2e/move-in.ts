import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

interface Student {
  full_name: string
  phone: string
  id_number: string
  registration_number: string
}

/** What the residence asks from now on. */
export async function askForDeposit(page: Page) {
  await page.goto('/staff/settings/deposit')
  await page.getByLabel('Deposit asked').selectOption('The same sum for every room')
  await page.getByLabel('Deposit, Ksh').fill('6,000')
  await page.getByLabel('Days to give it back').fill('21')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved\./)).toBeVisible()
}

/** A student moves in to B401, as a visitor. */
export async function moveIn(page: Page, student: Student) {
  await page.goto('/auth/onboard/acacia-court')
  await page.getByLabel('Full name').fill(student.full_name)
  await page.getByLabel('Phone number', { exact: true }).fill(student.phone)
  await page.getByLabel('ID number').fill(student.id_number)
  await page.getByLabel('Emergency phone number').fill('0720 555 018')
  await page.getByLabel('Relationship').selectOption('Guardian')
  await page.getByLabel('College').selectOption({ index: 1 })
  await page.getByLabel('Faculty').selectOption({ index: 1 })
  await page.getByLabel('Registration number').fill(student.registration_number)
  const year = Number((await page.getByLabel('Start date').inputValue()).slice(0, 4))
  await page.getByLabel('End date').fill(`${year + 1}-12-31`)
  await page.getByRole('radio', { name: 'B401' }).check()
  await expect(page.getByText(/^Deposit: KSh\s6,000$/)).toBeVisible()
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
  await page.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(page.getByText(/^A deposit of Ksh\s6,000 was agreed as well\./)).toBeVisible()
}

/** Staff open the page of a tenant. */
export async function openTenant(page: Page, name: string) {
  await page.goto(`/staff/tenants?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}
