import type { Page } from '@playwright/test'
import { amina, assistant, expandAssistant, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'fees' })

async function openTenant(page: Page, name: string) {
  await page.goto(`/staff/tenants?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible()
  return page.getByRole('region', { name: 'Ledger' })
}

/** The price list, unless an earlier test has it already. */
async function withPriceList(page: Page) {
  await signIn(page, grace, { at: '/staff/settings/fees' })
  const start = page.getByRole('button', { name: 'Start with four usual fees' })
  const key = page.getByRole('group', { name: 'Key replacement' })
  await expect(start.or(key)).toBeVisible()
  if (await key.isVisible()) return
  await start.click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
}

test('a price list; a fee is charged, the tenant sees it, and it is taken back', {
  tag: '@long',
}, async ({ page, another }) => {
  await withPriceList(page)
  const key = page.getByRole('group', { name: 'Key replacement' })
  await key.locator('summary').click()
  await key.getByLabel('Price, Ksh').fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(key.getByText('Please give whole shillings, 1 to 250,000.')).toBeVisible()
  await key.getByLabel('Price, Ksh').fill('650')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  const ledger = await openTenant(page, 'Amina Otieno')
  await ledger.getByRole('button', { name: 'Charge a fee' }).click()
  const form = ledger.getByRole('form', { name: 'Charge a fee' })
  await form.getByLabel('Fee', { exact: true }).selectOption({ label: 'Key replacement, Ksh 650' })
  await expect(form.getByLabel('Amount, Ksh')).toHaveValue('650')
  await form.getByLabel('Note').fill('Lost on the bus')
  await form.getByRole('button', { name: 'Show what changes' }).click()
  await expect(form.getByText(/^Amina Otieno: .*6,000.*→.*6,650/)).toBeVisible()
  await form.getByRole('button', { name: 'Charge it' }).click()
  await expect(form.getByText(/^Key replacement is charged\./)).toBeVisible()
  const entry = ledger.getByRole('listitem').first()
  await expect(entry).toContainText(/Key replacement, .*650.*Lost on the bus/)

  await signIn(another, amina)
  await expect(another.getByText('Key replacement (Lost on the bus)')).toBeVisible()
  const line = another.getByRole('term').filter({ hasText: 'Key replacement' })
  await expect(line).toBeVisible()
  await expandAssistant(another)
  const chat = assistant(another)
  await chat.getByRole('button', { name: /^Customer support/ }).click()
  await chat.getByLabel('Your question').fill('How much do I owe?')
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(chat.getByRole('log').getByText(/, Key replacement Ksh\s650, /)).toBeVisible()

  await entry.getByRole('button', { name: 'Undo' }).click()
  await entry.getByLabel('Reason').fill('It was found')
  await entry.getByRole('button', { name: 'Undo the entry' }).click()
  await expect(ledger.getByRole('listitem').first()).toContainText('Key replacement taken back')
  await another.reload()
  await expect(another.getByText(/took back an entry of Ksh\s650/)).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('a fee every month: this month’s at once; it is stopped', { tag: '@long' }, async ({
  page,
}) => {
  await withPriceList(page)
  const ledger = await openTenant(page, 'Brian Kamau')
  await ledger.getByRole('button', { name: 'Charge a fee' }).click()
  const form = ledger.getByRole('form', { name: 'Charge a fee' })
  await form.getByLabel('Fee', { exact: true }).selectOption({ label: 'Damage, Ksh 1,000' })
  await form.getByLabel('Amount, Ksh').fill('250')
  await form.getByLabel('How often').selectOption('Every month')
  // The price of the list again: what was typed may belong to another fee.
  await form.getByLabel('Amount, Ksh').fill('250')
  await form.getByRole('button', { name: 'Show what changes' }).click()
  await expect(form.getByText(/^Ksh\s250 every month from .* on, with the rent\.$/)).toBeVisible()
  await form.getByRole('button', { name: 'Charge it' }).click()
  await expect(form.getByText(/^Damage is charged every month\./)).toBeVisible()
  const monthly = ledger.getByRole('region', { name: 'Every month besides rent' })
  await expect(monthly).toContainText(/Damage.*Ksh\s250.*as agreed/)
  await monthly.getByRole('button', { name: 'Stop Damage' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click()
  await expect(monthly).toContainText(/for .* only/)
  await expect(monthly.getByRole('button', { name: 'Stop Damage' })).toHaveCount(0)
})

test('late fees are off, set for next month, and switched off again', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, grace, { at: '/staff/settings/fees' })
  const late = page.getByRole('region', { name: 'Late rent' })
  await expect(late.getByText('Late rent costs nothing.')).toBeVisible()
  await late.getByLabel('Percent').fill('120')
  await late.getByRole('button', { name: /^Set from/ }).click()
  await expect(late.getByText('Please give a whole percentage, 1 to 100.')).toBeVisible()
  await late.getByLabel('Percent').fill('5')
  await late.getByLabel('At most, Ksh').fill('400')
  await late.getByRole('button', { name: /^Set from/ }).click()
  await expect(
    late.getByText(/^From the rent of .* costs 5% of it more, Ksh\s400 at most\.$/),
  ).toBeVisible()
  await late.getByRole('button', { name: 'Switch it off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch them off' }).click()
  await expect(late.getByText('Late rent costs nothing.')).toBeVisible()
})

test.describe('screens', () => {
  looksRight('the price list with a planned price, and late fees', async (page) => {
    await withPriceList(page)
    const key = page.getByRole('group', { name: 'Key replacement' })
    await key.locator('summary').click()
    await key.getByLabel('New price from a later day').check()
    await expect(key.getByLabel('First day')).toBeVisible()
  })
  looksRight('a fee of which a part is waived', async (page) => {
    await withPriceList(page)
    const ledger = await openTenant(page, 'Amina Otieno')
    await ledger.getByRole('button', { name: 'Charge a fee' }).click()
    const form = ledger.getByRole('form', { name: 'Charge a fee' })
    await form.getByLabel('Fee', { exact: true }).selectOption({ label: 'Damage, Ksh 1,000' })
    await form.getByRole('button', { name: 'Show what changes' }).click()
    await form.getByRole('button', { name: 'Charge it' }).click()
    await expect(form.getByText(/^Damage is charged\./)).toBeVisible()
    await form.getByRole('button', { name: 'Close' }).click()
    const entry = ledger.getByRole('listitem').filter({ hasText: 'Damage' }).first()
    await entry.getByRole('button', { name: /^Waive Damage/ }).click()
    await expect(entry.getByLabel('Amount, Ksh')).toHaveValue('1000')
    await entry.getByLabel('Amount, Ksh').fill('1001')
    await entry.getByLabel('Reason').fill('The lamp was old')
    await entry.getByRole('button', { name: 'Show what changes' }).click()
    await expect(entry.getByText(/^Ksh\s1,000 is left of this fee/)).toBeVisible()
    await entry.getByLabel('Amount, Ksh').fill('400')
    await entry.getByRole('button', { name: 'Show what changes' }).click()
    await entry.getByRole('button', { name: 'Save the entry' }).click()
    await expect(entry.getByText(/^Entered\./)).toBeVisible()
    await expect(ledger.getByText(/^Damage waived, /).first()).toBeVisible()
    // The waiver is the first entry now.
    await ledger.getByLabel('Reason').fill('Another part')
    await ledger.getByLabel('Amount, Ksh').fill('100')
    await ledger.getByRole('button', { name: 'Show what changes' }).click()
    await expect(ledger.getByRole('button', { name: 'Save the entry' })).toBeVisible()
  })
  looksRight('a fee before it is charged every month', async (page) => {
    await withPriceList(page)
    const ledger = await openTenant(page, 'Amina Otieno')
    await ledger.getByRole('button', { name: 'Charge a fee' }).click()
    const form = ledger.getByRole('form', { name: 'Charge a fee' })
    await form.getByLabel('How often').selectOption('Every month')
    await form.getByRole('button', { name: 'Show what changes' }).click()
    await expect(form.getByRole('button', { name: 'Charge it' })).toBeVisible()
  })
})
