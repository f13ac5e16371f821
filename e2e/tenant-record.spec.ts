import type { Page } from '@playwright/test'
import { detailNames } from '#contract/tenant-record.ts'
import { amina, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'tenant-record' })

async function openTenant(page: Page, name: string) {
  await page.goto(`/staff/tenants?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible()
}

test('staff correct a phone number, and the tenant logs in with it', { tag: '@long' }, async ({
  page,
  another,
}) => {
  await signIn(page, grace)
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
    await openTenant(one, 'Amina Otieno')
    await one.getByRole('button', { name: 'Edit the other details' }).click()
  }
  for (const name of detailNames) await expect(page.locator(`[name="now.${name}"]`)).toBeVisible()
  await page.getByLabel('Year of study').selectOption('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Year of study4')

  await another.getByLabel('Emergency phone').fill('0733 777 888')
  await another.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(another.getByText('Someone else has just changed this.')).toBeVisible()
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

  await page.getByRole('link', { name: 'Statement of account', exact: true }).click()
  for (const format of ['PDF', 'CSV']) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download ${format}` }).click()
    expect((await download).suggestedFilename()).toMatch(/-statement-.*\.(pdf|csv)$/)
  }
})

test('cash, a waiver and an undo: first what changes, then it is entered', {
  tag: '@long',
}, async ({ page, another }) => {
  await signIn(page, grace)
  await openTenant(page, 'Amina Otieno')
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await ledger.getByRole('button', { name: 'Enter a payment or correction' }).click()
  await ledger.getByLabel('Amount, Ksh').fill('1,500')
  await ledger.getByRole('button', { name: 'Show what changes' }).click()
  await expect(ledger.getByText(/^Amina Otieno: .*→/)).toBeVisible()
  await ledger.getByRole('button', { name: 'Save the entry' }).click()
  await expect(ledger.getByText(/^Entered\./)).toBeVisible()
  await expect(ledger.getByRole('listitem').first()).toContainText('Cash payment')

  await ledger.getByLabel('Kind of entry').selectOption('waiver')
  await ledger.getByLabel('Amount, Ksh').fill('900000')
  await ledger.getByRole('button', { name: 'Show what changes' }).click()
  await expect(ledger.getByText('Please give the reason.')).toBeVisible()
  await expect(ledger.getByRole('button', { name: 'Save the entry' })).toHaveCount(0)
  await ledger.getByLabel('Reason').fill('The water was off for a week')
  await ledger.getByRole('button', { name: 'Show what changes' }).click()
  await expect(
    ledger.getByText(/No more than that can be waived|nothing can be waived/),
  ).toBeVisible()
  await ledger.getByRole('button', { name: 'Cancel' }).click()

  await ledger.getByRole('listitem').first().getByRole('link', { name: /^R\d+/ }).click()
  await expect(page.getByText('Received by')).toBeVisible()
  await expect(page.getByText('Cash, at the office')).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()

  const first = ledger.getByRole('listitem').first()
  await first.getByRole('button', { name: 'Undo' }).click()
  await first.getByLabel('Reason').fill('Typed for the wrong tenant')
  // A payment that comes in meanwhile: the new figures are there, and the reason stays.
  const looked = page.waitForResponse(
    (one) => one.request().method() === 'GET' && one.url().endsWith('/undo/'),
  )
  await page.route('**/undo/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          json: {
            message: 'What they owe has just changed. Please check the new figures.',
            code: 'changed_meanwhile',
          },
        })
      : route.continue(),
  )
  await first.getByRole('button', { name: 'Undo the entry' }).click()
  await looked
  await page.unroute('**/undo/')
  await expect(first.getByText('Please check the new figures.')).toBeVisible()
  await expect(first.getByLabel('Reason')).toHaveValue('Typed for the wrong tenant')
  await first.getByRole('button', { name: 'Undo the entry' }).click()
  await expect(ledger.getByRole('listitem').nth(1)).toContainText('Void')
  await expect(ledger.getByRole('listitem').first()).toContainText('Typed for the wrong tenant')

  await signIn(another, amina)
  await another.getByRole('button', { name: 'Show Payments' }).click()
  await expect(another.getByRole('list', { name: 'Payments' })).toContainText('Cash')
})

test('on a phone a tenant’s page begins with the balance and the latest months, the rest is folded', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, grace)
  const months = ['2026-11', '2026-10', '2026-09', '2026-08', '2026-07']
  await page.route('**/api/staff/tenants/*/ledger/**', async (route) => {
    const [entry] = await (await route.fetch()).json()
    await route.fulfill({
      json: months.map((month, id) => ({
        ...entry,
        ...{ id: id + 1, at: `${month}-01T08:00:00.000Z`, kind: 'rent', month, amount: 6500 },
      })),
    })
  })
  await openTenant(page, 'Amina Otieno')
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await expect(ledger.getByRole('heading', { level: 3 })).toHaveText([
    'November 2026',
    'October 2026',
    'September 2026',
  ])
  await ledger.getByText('Show earlier months').click()
  await expect(ledger.getByRole('heading', { level: 3 })).toHaveCount(5)

  // A folded part opens for a link that leads to it, and keeps what is typed when the phone is turned.
  await expect(page.getByRole('region', { name: 'Details' })).toBeHidden()
  await page.evaluate(() => {
    location.hash = 'details'
  })
  await page.getByRole('button', { name: 'Edit name and contact' }).click()
  await page.getByLabel('Email').fill('amina@example.org')
  await page.setViewportSize({ width: 800, height: 360 })
  await expect(page.getByText('Details', { exact: true })).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue('amina@example.org')
})

test.describe('screens', () => {
  async function openWrongAccount(page: Page) {
    await signIn(page, grace)
    await openTenant(page, 'Amina Otieno')
    const ledger = page.getByRole('region', { name: 'Ledger' })
    await ledger
      .getByRole('button', { name: /^Wrong account/ })
      .first()
      .click()
    await expect(
      ledger.getByText('The money waits on the desk for the right account.'),
    ).toBeVisible()
    return ledger
  }

  test('a payment that credited itself is taken back from the ledger, and from its receipt', {
    tag: '@long',
  }, async ({ page }) => {
    const ledger = await openWrongAccount(page)
    await expect(ledger.getByText('is marked void and keeps its number')).toBeVisible()
    await ledger.getByRole('button', { name: 'Take it back' }).click()
    await expect(ledger.getByText('Please give the reason.')).toBeVisible()
    await ledger.getByLabel('Reason').fill('Paid for her sister')
    await ledger.getByRole('button', { name: 'Take it back' }).click()
    await expect(ledger.locator(':focus')).toContainText('taken back. It’s on the desk now.')
    await expect(ledger.getByRole('listitem').first()).toContainText('Paid for her sister')
    await ledger.getByRole('link', { name: 'Credit it on the desk' }).click()
    const item = page.getByRole('region', { name: 'The chosen payment' })
    await expect(item.getByText(/^It counted for Amina Otieno/)).toBeVisible()
    await openTenant(page, 'Brian Kamau')
    await ledger
      .getByRole('link', { name: /^R\d{6}$/ })
      .last()
      .click()
    await expect(page.getByRole('heading', { name: /^Receipt R/ })).toBeVisible()
    await page.getByRole('button', { name: /^Wrong account/ }).click()
    await page.getByLabel('Reason').fill('Paid twice by his aunt')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByText('taken back. It’s on the desk now.')).toBeVisible()
    await expect(page.getByText('Void', { exact: true })).toBeVisible()
  })

  test('a payment that M-Pesa took back is void, and nothing waits on the desk', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, grace)
    await openTenant(page, 'Brian Kamau')
    const ledger = page.getByRole('region', { name: 'Ledger' })
    await ledger
      .getByRole('button', { name: /^M‑Pesa took it back/ })
      .first()
      .click()
    await expect(ledger.getByText('The money went back to the payer.')).toBeVisible()
    const voided = ledger.getByText('Void', { exact: true })
    const before = await voided.count()
    await ledger.getByLabel('Reason').fill('The payer asked M-Pesa for it')
    await ledger.getByRole('button', { name: 'Take it back' }).click()
    await expect(ledger.locator(':focus')).toContainText('taken back, as M-Pesa did.')
    await expect(ledger.getByRole('listitem').first()).toContainText(
      'The payer asked M-Pesa for it',
    )
    await expect(voided).toHaveCount(before + 1)
  })

  looksRight('a payment of the wrong account', openWrongAccount)

  looksRight('an entry by hand before it is entered', async (page) => {
    await signIn(page, grace)
    await openTenant(page, 'Amina Otieno')
    const ledger = page.getByRole('region', { name: 'Ledger' })
    await ledger.getByRole('button', { name: 'Enter a payment or correction' }).click()
    await ledger.getByLabel('Kind of entry').selectOption('bank')
    await ledger.getByLabel('Amount, Ksh').fill('2500')
    await ledger.getByLabel('Code of the transfer').fill('FT26112000017')
    await ledger.getByRole('button', { name: 'Show what changes' }).click()
    await expect(ledger.getByRole('button', { name: 'Save the entry' })).toBeVisible()
  })

  looksRight('the form of a tenant’s details, with an error', async (page) => {
    await signIn(page, grace)
    await openTenant(page, 'Amina Otieno')
    await page.getByText('Details', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Edit the other details' }).click()
    await page.getByLabel('ID number').fill('1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('This does not look like an ID or passport number.')).toBeVisible()
  })
})
