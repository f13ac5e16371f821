import { addMonths, dayOf, formatDay } from '#rules/calendar.ts'
import { closeAssistant, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'settings' })

test('terms are published, and whoever reads earlier ones is told', async ({ page, another }) => {
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/settings/terms')
  const text = page.getByLabel('Terms', { exact: true })
  await expect(text).toHaveValue(/## Rent/)
  await text.fill('## The gate\nIt closes at 10 PM.\n- Knock twice')
  const preview = page.getByRole('region', { name: 'As tenants see them' })
  await expect(preview.getByRole('heading', { name: 'The gate' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Version 2 is published.')).toBeVisible()

  await another.goto('/terms/acacia-court')
  await expect(another.getByRole('heading', { name: 'The gate' })).toBeVisible()
  await another.goto('/terms/acacia-court?version=1')
  await another.getByRole('link', { name: 'Read the present ones' }).click()
  await expect(another.getByText('Knock twice')).toBeVisible()
})

test('a college gets a faculty; one that tenants chose stays', async ({ page }) => {
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/settings/colleges')
  const college = page.getByRole('group', { name: 'Engineering and Technology' })
  await college.getByRole('button', { name: 'Add a faculty' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(college.getByText('Please give a name.')).toBeVisible()
  await college.getByRole('textbox').last().fill('School of Ship Building')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await college.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/have chosen .*, so it can’t be removed/)).toBeVisible()
})

test('M-Pesa is checked, and a push of Ksh 1 comes back', async ({ page }) => {
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/settings/mpesa')
  await page.getByRole('button', { name: 'Check the settings' }).click()
  const check = page.getByRole('region', { name: 'Settings' })
  await expect(check.getByText('and the passkey fits it.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a push of Ksh 1' }).click()
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await page.getByLabel('Phone').fill('0722 333 440')
  await page.getByRole('button', { name: 'Send a push of Ksh 1' }).click()
  await expect(page.getByText('It came back: M‑Pesa works.')).toBeVisible()
  await page.getByRole('link', { name: /^Receipt R/ }).click()
  await expect(page.getByText('Ksh 1', { exact: true }).first()).toBeVisible()
})

test('wifi prices are planned for a later day, and taken back', async ({ page }) => {
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/settings/wifi')
  await page.getByRole('button', { name: 'Plan other prices' }).click()
  const plan = page.getByRole('region', { name: 'From a later day' })
  await plan.getByLabel('First day of these prices').fill('2020-01-01')
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(plan.getByText('Choose a day after today.')).toBeVisible()
  const day = addMonths(dayOf(new Date()), 1)
  await plan.getByLabel('First day of these prices').fill(day)
  await plan.getByLabel('Price, Ksh').first().fill('70')
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(plan.getByText(`From ${formatDay(day)} on these are sold:`)).toBeVisible()
  await expect(plan.getByText('Ksh 70', { exact: true })).toBeVisible()
  await plan.getByRole('button', { name: 'Take the plan back' }).click()
  await expect(plan.getByRole('button', { name: 'Plan other prices' })).toBeVisible()
})

test.describe('screens', () => {
  for (const part of ['terms', 'colleges', 'mpesa', 'wifi']) {
    looksRight(`settings: ${part}`, async (page) => {
      await signIn(page, grace)
      await closeAssistant(page)
      await page.goto(`/staff/settings/${part}`)
      await expect(page.getByRole('button', { name: /Save|Publish|Check/ }).first()).toBeVisible()
    })
  }
})
