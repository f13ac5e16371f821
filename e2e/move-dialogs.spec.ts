import type { Page } from '@playwright/test'
import { addMonths, formatDay } from '#rules/calendar.ts'
import { addRoom, addTenant } from './add-tenant.ts'
import { expect, grace, signIn, tabTo, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { today } from './today.ts'

test.use({ ownServer: 'move-dialogs' })

const transferOf = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Change the room of ${name}` })
const removalOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Remove ${name}` })
const done = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** The page of a tenant, from the page of their room. */
async function openTenant(page: Page, { room, full_name }: { room: string; full_name: string }) {
  await signIn(page, grace, { at: `/staff/rooms/${room}` })
  await page.getByRole('link', { name: /^View / }).click()
  await expect(page.getByRole('heading', { name: full_name, level: 1 })).toBeVisible()
}

test('on the page of a tenant: another room, chosen in the house by keyboard; then they are removed', async ({
  page,
  server,
}) => {
  const tenant = await addTenant(server)
  const { full_name, room } = tenant
  const [to, other] = [await addRoom(server, 7200), await addRoom(server)]
  await openTenant(page, tenant)
  const head = page.getByRole('region', { name: full_name })
  await expect(head.getByRole('link', { name: room })).toBeVisible()

  await head.getByRole('button', { name: 'Change room' }).press('Enter')
  const dialog = transferOf(page, full_name)
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(dialog.getByLabel('Tenant')).toHaveCount(0)
  await expect(dialog.getByLabel('Day of the move')).toHaveValue(today())
  await expect(dialog.getByText('Choose a new room and a reason.')).toBeVisible()
  // What was begun is not done by closing, and the focus goes back to the button.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(head.getByRole('button', { name: 'Change room' })).toBeFocused()

  await page.keyboard.press('Enter')
  const house = dialog.getByRole('radiogroup', { name: 'Free rooms' })
  await expect(house.getByRole('radio', { name: new RegExp(`^${room},`) })).toHaveCount(0)
  await house.getByRole('radio', { name: new RegExp(`^${to},`) }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('New room')).toHaveValue(to)
  await dialog.getByLabel('New room').selectOption(other)
  await expect(house.getByRole('radio', { name: new RegExp(`^${other},`) })).toBeChecked()
  await dialog.getByLabel('New room').selectOption(to)
  await expect(dialog).toContainText(new RegExp(`${room} → ?to ${to}`))
  await expect(dialog).toContainText('The new rent applies from')
  await expect(dialog.getByText(/^Charge Ksh\s700 more$/)).toBeVisible()
  const send = dialog.getByRole('button', { name: 'Change room' })
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Reason').selectOption('upgrade')
  const sent = page.waitForRequest(/transfer_tenant/)
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await sent).postData()).toContain('upgrade')
  await expect(done(page, 'Tenant transferred successfully!')).toBeFocused()
  await expect(done(page, `${full_name} has ${to} now.`)).toBeVisible()
  await expect(page).toHaveURL(/\/staff\/tenants\/\d+$/)
  await expect(head.getByRole('link', { name: to })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Room history' })).toContainText(to)

  await head.getByRole('button', { name: 'Remove tenant' }).click()
  const removal = removalOf(page, full_name)
  await expect(removal.getByText('Choose a day and a reason.')).toBeVisible()
  await removal.getByLabel('Departure date').fill(addMonths(today(), 2))
  await expect(removal).toContainText('Their place is free from that day.')
  await removal.getByLabel('Reason').selectOption('other')
  await page.route('**/remove_tenant/', (route) => route.fulfill({ status: 502 }))
  await removal.getByRole('button', { name: 'Remove tenant' }).click()
  await expect(
    removal.getByText('An error occurred while removing the tenant. Please try again.'),
  ).toBeVisible()
  await expect(removal.getByLabel('Departure date')).toHaveValue(addMonths(today(), 2))
  await page.unroute('**/remove_tenant/')
  await removal.getByRole('button', { name: 'Remove tenant' }).click()
  await expect(done(page, 'Tenant removed successfully!')).toBeFocused()
  await expect(page.getByText(`Leaves on ${formatDay(addMonths(today(), 2))}.`)).toBeVisible()
})

test('on the page of a room, on a phone: whoever lived there has left it, and the page says so', {
  tag: '@long',
}, async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const tenant = await addTenant(server)
  const to = await addRoom(server)
  await signIn(page, grace, { at: `/staff/rooms/${tenant.room}` })
  const occupant = page.getByRole('region', { name: tenant.full_name })
  await occupant.getByRole('button', { name: 'Change room' }).click()
  const dialog = transferOf(page, tenant.full_name)
  const box = await dialog.boundingBox()
  expect(box?.width).toBe(360)
  expect(box?.height).toBeLessThanOrEqual(740 * 0.9 + 1)
  await dialog.getByRole('radio', { name: new RegExp(`^${to},`) }).click()
  await dialog.getByLabel('Reason').selectOption('personal')
  await dialog.getByRole('button', { name: 'Change room' }).click()
  await expect(done(page, 'Tenant transferred successfully!')).toBeFocused()
  await expect(page.getByText('Nobody lives here today.')).toBeVisible()
  await expect(occupant).toBeHidden()
  await page.getByRole('link', { name: `${tenant.full_name}’s page` }).click()
  await expect(
    page.getByRole('region', { name: tenant.full_name }).getByRole('link', { name: to }),
  ).toBeVisible()
})

test('a colleague removes them while the dialog is open: it says so, and nothing is done', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const tenant = await addTenant(server)
  const to = await addRoom(server)
  await openTenant(page, tenant)
  await page.getByRole('button', { name: 'Change room' }).click()
  const dialog = transferOf(page, tenant.full_name)
  await dialog.getByLabel('New room').selectOption(to)
  await dialog.getByLabel('Reason').selectOption('other')

  await signIn(another, grace, { at: new URL(page.url()).pathname })
  await another.getByRole('button', { name: 'Remove tenant' }).click()
  const removal = removalOf(another, tenant.full_name)
  await removal.getByRole('button', { name: /^Today/ }).click()
  await removal.getByLabel('Reason').selectOption('other')
  await removal.getByRole('button', { name: 'Remove tenant' }).click()
  await expect(done(another, 'Tenant removed successfully!')).toBeVisible()

  await dialog.getByRole('button', { name: 'Change room' }).click()
  await expect(dialog.getByText('This tenant does not live here.')).toBeVisible()
  await expect(dialog.getByLabel('New room')).toHaveValue(to)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByText(/^Left on /)).toBeVisible()
})

test.describe('screens', () => {
  async function openAchieng(page: Page) {
    await signIn(page, grace, { at: '/staff/tenants?q=achieng' })
    await page.getByRole('link', { name: /^Achieng/ }).click()
    await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible()
  }
  looksRight('another room for a tenant, in a dialog', async (page) => {
    await openAchieng(page)
    await page.getByRole('button', { name: 'Change room' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').first().click()
    await dialog.getByLabel('Reason').selectOption('other')
    await expect(dialog.getByText(/is free now\.$/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Change room' })).toBeEnabled()
  })
  looksRight('a tenant is removed, in a dialog', async (page) => {
    await page.route(/\/api\/staff\/tenants\/\d+\/deposit\//, (route) =>
      route.fulfill({ json: { asked: 6500, held: 6500, to_pay: 0, refund: null, entries: [] } }),
    )
    await openAchieng(page)
    await page.getByRole('button', { name: 'Remove tenant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Departure date').fill('2020-02-29')
    await expect(dialog.getByText(/^They have had this room since/)).toBeVisible()
    await dialog.getByLabel('Departure date').fill(addMonths(today(), 1))
    await dialog.getByLabel('Reason').selectOption('other')
    await expect(dialog.getByRole('link', { name: 'Deposits, to give back' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Remove tenant' })).toBeEnabled()
  })
})
