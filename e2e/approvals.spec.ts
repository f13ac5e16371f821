import type { Page } from '@playwright/test'
import { expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { today } from './today.ts'

test.use({ ownServer: 'approvals' })

const password = 'mango-matatu-9'

async function openLedger(page: Page) {
  await page.goto('/staff/tenants')
  await page.getByRole('link', { name: 'Amina Otieno' }).first().click()
  return page.getByRole('region', { name: 'Ledger' })
}

async function enter(page: Page, kind: string, amount: string) {
  const ledger = await openLedger(page)
  await ledger.getByRole('button', { name: 'Enter a payment or correction' }).click()
  await ledger.getByLabel('Kind of entry').selectOption(kind)
  await ledger.getByLabel('Amount, Ksh').fill(amount)
  await ledger.getByLabel('Reason').fill('Burst pipe above the room')
  await ledger.getByRole('button', { name: 'Show what changes' }).click()
  const above = ledger.getByText('This will wait for a second person.')
  if (kind === 'waiver') await expect(above).toBeVisible()
  const name = kind === 'waiver' ? 'Ask for approval' : 'Save the entry'
  await ledger.getByRole('button', { name }).click()
  return ledger
}

async function setLimit(page: Page, limit: string) {
  await page.goto('/staff/settings/residence')
  const part = page.getByRole('region', { name: 'Second approval' })
  await part.locator('summary').click()
  await part.getByLabel('Limit, Ksh').fill(limit)
  await part.getByRole('button', { name: 'Set the limit' }).click()
  await expect(part.getByText(`Above Ksh ${limit} a second person has to approve.`)).toBeVisible()
}

/** Grace adds a manager, who logs in on another device. */
async function addManager(page: Page, another: Page, email: string) {
  await page.goto('/staff/settings/staff')
  await page.getByLabel('First name').fill('Brian')
  await page.getByLabel('Last name').fill('Kamau')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('Manager')
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
}

test('a manager waives more than the limit, and it counts once the owner approves it', {
  tag: '@long',
}, async ({ page, another }) => {
  await signIn(page, grace)
  await setLimit(page, '1,000')
  await addManager(page, another, 'manager@acacia.example')
  await expect((await enter(page, 'charge', '9000')).getByText(/^Entered\./)).toBeVisible()

  const ledger = await enter(another, 'waiver', '5000')
  await expect(ledger.getByText('Waiting for a second person.')).toBeVisible()
  await expect(ledger.getByRole('listitem').first()).toContainText('Correction')
  await ledger.getByRole('link', { name: 'See the requests' }).click()
  const theirs = another.getByRole('article', { name: 'Waiver: Amina Otieno' })
  await expect(theirs.getByText('Burst pipe above the room')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await page.goto('/staff')
  await page.getByRole('link', { name: '1 request is waiting for a second person' }).click()
  const asked = page.getByRole('article', { name: 'Waiver: Amina Otieno' })
  await expect(asked.getByText(/Requested by Brian Kamau/)).toBeVisible()
  await expect(asked.getByText(/^Their account: owes .*→/)).toBeVisible()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Waiver, Amina Otieno: approved and done.')).toBeVisible()
  await expect(page.getByText('Nothing to approve')).toBeVisible()

  const after = await openLedger(another)
  await expect(after.getByRole('listitem').first()).toContainText('Waiver')
  await expect(after.getByRole('listitem').first()).toContainText('by Brian Kamau')

  // What waits to be taken back isn't offered again.
  const charge = after.getByRole('listitem').filter({ hasText: /\+ Ksh.9,000/ })
  await charge.getByRole('button', { name: 'Undo' }).click()
  await charge.getByLabel('Reason').fill('Of another tenant')
  await charge.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(charge.getByText('Waiting for a second person.')).toBeVisible()
  await another.reload()
  await expect(charge.getByText('Taking it back waits for approval.')).toBeVisible()
  await expect(charge.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await charge.getByRole('link', { name: 'See the request' }).click()
  const undo = another.getByRole('article', { name: 'Entry taken back: Amina Otieno' })
  await undo.getByRole('button', { name: 'Withdraw' }).click()
  await expect(another.getByText('Nothing to approve')).toBeVisible()
})

test('what is refused says why, and changes nothing', { tag: '@long' }, async ({
  page,
  another,
}) => {
  await signIn(page, grace)
  await setLimit(page, '1,000')
  await addManager(page, another, 'second-manager@acacia.example')
  const ledger = await enter(another, 'waiver', '2000')
  await expect(ledger.getByText('Waiting for a second person.')).toBeVisible()
  await page.goto('/staff/approvals')
  const asked = page.getByRole('article', { name: 'Waiver: Amina Otieno' })
  await asked.getByRole('button', { name: 'Refuse' }).click()
  await asked.getByLabel('Why is it refused?').fill('The insurance pays for it')
  await asked.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('refused. Nothing has changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Decided' }).click()
  await expect(page.getByText('The insurance pays for it')).toBeVisible()
  await expect(page.getByText('Refused by Grace Wanjiru')).toBeVisible()

  // Other prices that fall by more than the limit: the list stays as it is.
  await setLimit(page, '100')
  await another.goto('/staff/settings/wifi')
  const bundle = another.locator('.setting-entry').last()
  await bundle.locator('summary').click()
  const price = bundle.getByLabel('Price, Ksh')
  const before = await price.inputValue()
  await price.fill('5')
  await another.getByRole('button', { name: 'Show what changes' }).first().click()
  const said = { hasText: 'This will wait for a second person.' }
  await expect(another.getByRole('status').filter(said)).toContainText('Ksh 5')
  await another.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(another.getByText('Waiting for a second person.')).toBeVisible()
  await bundle.locator('summary').click()
  await expect(price).toHaveValue(before)

  await another.goto('/staff/rooms/A304')
  await another.getByRole('button', { name: 'Change the rent' }).click()
  const rent = another.getByRole('region', { name: 'Rent of A304' })
  await rent.getByLabel('New rent').fill('5000')
  await rent.getByRole('button', { name: 'Show what changes' }).click()
  await expect(rent.getByRole('status').filter(said)).toBeVisible()

  // The dialog of a removal says it before its effect is known.
  const held = Promise.withResolvers<void>()
  await another.route('**/removal/preview/', async (route) => {
    await held.promise
    await route.continue()
  })
  await another.goto('/staff/tenants')
  await another.getByRole('link', { name: 'Amina Otieno' }).first().click()
  await another.getByRole('button', { name: 'Remove tenant' }).click()
  const removal = another.getByRole('dialog', { name: 'Remove Amina Otieno' })
  await removal.getByLabel('Departure date').fill(today())
  await removal.getByLabel('Reason').selectOption('other')
  await expect(removal.getByText('This may wait for a second person')).toBeVisible()
  held.resolve()
  await expect(removal.getByText('This will wait for a second person.')).toBeVisible()
  await expect(removal.getByRole('button', { name: 'Ask for approval' })).toBeEnabled()

  await page.goto('/staff/settings/residence')
  await page.getByText('Second approval').click()
  await page.getByRole('button', { name: 'Switch it off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch it off' }).click()
  await expect(page.getByText('No limit is set, so nothing needs a second person.')).toBeVisible()
})

test.describe('screens', () => {
  looksRight('what waits for a second person', async (page) => {
    const approval = {
      id: 1,
      act: 'waiver',
      tenant: { id: 1, full_name: 'Wanjiru wa Kamau-Odhiambo Nyambura Achieng’ Atieno' },
      about: null,
      shillings: 125_000,
      changes: [{ of: null, before: 130_000, after: 5000 }],
      reason: 'Burst pipe above the room, and three weeks without water in the whole wing',
      asked_by: 'Grace Wanjiru',
      asked_at: '2026-11-20T08:00:00Z',
      is_mine: false,
      due_at: null,
      decided: null,
    }
    const rooms = Array.from({ length: 12 }, (_, at) => ({
      of: `A${101 + at}`,
      before: 6500,
      after: 6000,
    }))
    await page.route('**/api/staff/approvals/?*', (route) =>
      route.fulfill({
        json: [
          approval,
          {
            ...approval,
            id: 2,
            act: 'rents',
            tenant: null,
            changes: rooms,
            about: 'From 1 Dec on',
          },
          { ...approval, id: 3, is_mine: true, due_at: '2026-11-21T08:00:00Z' },
        ],
      }),
    )
    await signIn(page, grace, { at: '/staff/approvals' })
    await page.getByRole('button', { name: 'Refuse' }).first().click()
    await expect(page.getByLabel('Why is it refused?')).toBeVisible()
  })

  looksRight('nothing waits, and the limit in the settings', async (page) => {
    await signIn(page, grace, { at: '/staff/settings/residence' })
    await page.getByText('Second approval').click()
    await expect(page.getByLabel('Limit, Ksh')).toBeVisible()
  })
})
