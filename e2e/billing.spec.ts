import type { Page } from '@playwright/test'
import {
  addMonths,
  dayOf,
  firstDay,
  formatDay,
  monthName,
  monthOf,
  nextMonth,
} from '#rules/calendar.ts'
import { brian, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'billing' })

const first = nextMonth(monthOf(new Date()))
const monthsLater = (count: number) => addMonths(firstDay(first), count).slice(0, 7)
const last = monthsLater(3)
const dueDay = `${first}-05`

/** A term of four months from the next one on, and a residence that bills by it. */
async function setTerm(page: Page) {
  await page.goto('/staff/settings/billing')
  const rule = page.getByRole('region', { name: 'How rent is billed' })
  await rule.getByLabel('Rent is billed').selectOption('By the term')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(rule.getByText('Saved.')).toBeVisible()
  // A form that has been saved can be saved again.
  await rule.getByLabel(/^Refund for leaving early/).fill('50')
  await expect(rule.getByText('Saved.')).toBeHidden()
  await expect(rule.getByText(/get back 50% of the rent/)).toBeVisible()
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(rule.getByText('Saved.')).toBeVisible()
  await expect(rule.getByLabel('Rent is billed')).toHaveValue('term')
  await page.getByRole('button', { name: 'Add a term' }).click()
  const term = page.getByRole('group', { name: 'New term' })
  await term.getByLabel('Name').fill('First term')
  const named = page.getByRole('group', { name: 'First term' })
  await named.getByLabel('Last month').selectOption(monthsLater(-1))
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(named.getByText('Choose the same month or a later one.')).toBeVisible()
  await named.getByLabel('First month').selectOption(first)
  await named.getByLabel('Last month').selectOption(last)
  await named.getByLabel('To be paid by').fill(dueDay)
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  // The rule above has been saved before.
  await expect(page.getByText('Saved.')).toHaveCount(2)
}

const plate = (page: Page) => page.getByRole('region', { name: 'First term' })

test('a term is billed, the tenant sees the bill, and leaving early shows what is given back', async ({
  page,
  another,
}) => {
  await signIn(page, grace)
  await setTerm(page)
  await page.getByRole('link', { name: 'Bill a term' }).click()
  await plate(page).getByRole('button', { name: 'See who is billed' }).click()
  await expect(plate(page).getByText(/tenants get a bill, Ksh\s[\d,]+ in all/)).toBeVisible()
  await plate(page)
    .getByRole('button', { name: /^Bill \d+ tenants$/ })
    .click()
  await expect(plate(page).getByText(/bills were made/)).toBeVisible()
  await expect(plate(page).getByText('Nobody is left to bill.')).toBeVisible()

  await signIn(another, brian)
  await expect(another.getByText(/^First term: .*, by 5 /)).toContainText(
    `Ksh 26,000, by ${formatDay(dueDay)}`.replaceAll('Ksh ', 'Ksh\u00a0'),
  )

  await page.goto('/')
  const remove = page.getByRole('region', { name: 'Remove tenant' })
  await remove.getByLabel('Tenant').fill('Brian Kamau')
  await remove.getByRole('option', { name: 'Brian Kamau' }).click()
  await remove.getByLabel('Departure date').fill(firstDay(monthsLater(2)))
  await remove.getByLabel('Reason').selectOption('other')
  await remove.getByRole('button', { name: 'Remove tenant' }).click()
  const dialog = page.getByRole('dialog')
  const months = `${monthName(monthsLater(2))} and ${monthName(last)}`
  await expect(dialog.getByText(/of their bill is given back/)).toContainText(
    `Ksh\u00a06,500 of their bill is given back, for ${months}.`,
  )
  await dialog.getByRole('button', { name: 'Remove tenant' }).click()
  await expect(remove.getByText('Tenant removed successfully!')).toBeVisible()
  await another.reload()
  await expect(another.getByText(/^First term: /)).toContainText('Ksh\u00a019,500')
})

test.describe('nobody is billed yet', () => {
  test.use({ ownServer: 'billing, nobody yet' })

  test('billing is stopped and goes on; bills are taken back', {
    tag: '@long',
  }, async ({ page }) => {
    await openBilling(page, '/staff/billing')
    await plate(page).getByRole('button', { name: 'See who is billed' }).click()
    const bill = plate(page).getByRole('button', { name: /^Bill \d+ tenants?$/ })
    // The first batch gets lost on its way.
    await page.route('**/api/staff/billing/*/bill/', (route) => route.abort(), { times: 1 })
    await bill.click()
    await expect(plate(page).getByText(/^No network/)).toBeVisible()
    await bill.click()
    await expect(plate(page).getByText(/bills were made/)).toBeVisible()
    await plate(page).getByRole('button', { name: 'Close' }).click()
    await plate(page).getByRole('button', { name: 'Take the bills back' }).click()
    await expect(
      plate(page).getByText(/^\d+ bills will be taken back, Ksh\s[\d,]+ in all\.$/),
    ).toBeVisible()
    await plate(page)
      .getByRole('button', { name: /^Take back \d+ bills$/ })
      .click()
    await expect(plate(page).getByText(/were taken back/)).toBeVisible()
    expect(dayOf(new Date()) < dueDay).toBe(true)
  })
})

async function openBilling(page: Page, path: string) {
  await signIn(page, grace, { at: '/staff/billing' })
  await expect(page.getByRole('heading', { name: 'Bill a term' })).toBeVisible()
  await expect(plate(page).or(page.getByText('No terms yet'))).toBeVisible()
  if (await page.getByText('No terms yet').isVisible()) await setTerm(page)
  await page.goto(path)
}

looksRight('who gets a bill', async (page) => {
  await openBilling(page, '/staff/billing')
  await page.getByRole('button', { name: /^See who/ }).click()
  await expect(page.getByText(/^Nobody is left|tenants? gets? a bill/)).toBeVisible()
})

looksRight('the settings of billing', async (page) => {
  await openBilling(page, '/staff/settings/billing')
  await expect(page.getByRole('group', { name: 'First term' })).toBeVisible()
})

looksRight('how a tenant is billed', async (page) => {
  await openBilling(page, `/staff/tenants?q=${encodeURIComponent('Amina Otieno')}`)
  await page.getByRole('link', { name: 'Amina Otieno', exact: true }).first().click()
  await page.getByRole('button', { name: 'Change how they’re billed' }).click()
  await page.getByLabel('Rent is billed').selectOption('By the month')
  await expect(page.getByText('No bill is made now.')).toBeVisible()
})

/** Everybody has the bill. */
async function openBilled(page: Page, path: string) {
  await openBilling(page, '/staff/billing')
  await plate(page)
    .getByRole('button', { name: /^See who/ })
    .click()
  const bill = plate(page).getByRole('button', { name: /^Bill \d+ tenants?$/ })
  await expect(bill.or(plate(page).getByText('Nobody is left to bill.'))).toBeVisible()
  if (await bill.isVisible()) {
    await bill.click()
    await expect(plate(page).getByText('Nobody is left to bill.')).toBeVisible()
  }
  await page.goto(path)
}

looksRight('which bills of a term are taken back', async (page) => {
  await openBilled(page, '/staff/billing')
  await plate(page).getByRole('button', { name: 'Take the bills back' }).click()
  await expect(plate(page).getByText(/bills? will be taken back|No bill can be/)).toBeVisible()
})

looksRight('a bill that is taken back', async (page) => {
  await openBilled(page, `/staff/tenants?q=${encodeURIComponent('Amina Otieno')}`)
  await page.getByRole('link', { name: 'Amina Otieno', exact: true }).first().click()
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await ledger.getByRole('button', { name: /^Take it back/ }).click()
  await expect(ledger.getByText(/they get it again on/)).toBeVisible()
})

looksRight('a plan for a bill that is to come', async (page) => {
  await openBilled(page, '/')
  await page.context().clearCookies()
  await signIn(page, brian)
  const own = page.getByRole('region', { name: 'Paying later' })
  await own.getByRole('button', { name: 'Propose a plan' }).click()
  await expect(own.getByText(/^This plan covers all Ksh.[\d,]+ billed so far/)).toBeVisible()
})
