import type { Page } from '@playwright/test'
import { addDays, addMonths, firstDay, formatDay, nextMonth } from '#rules/calendar.ts'
import { addTenant } from './add-tenant.ts'
import { expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { today } from './today.ts'

test.use({ ownServer: 'rooms' })

const firstOfNext = () => firstDay(nextMonth(today().slice(0, 7)))

async function openRoom(page: Page, number: string) {
  await page.goto(`/staff/rooms/${number}`)
  await expect(page.getByRole('heading', { name: 'About this room' })).toBeVisible()
}

test('a rent is announced: staff see whom it concerns, and the tenant reads it at home', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const tenant = await addTenant(server)
  await signIn(page, grace)
  await openRoom(page, tenant.room)
  await page.getByRole('button', { name: 'Change the rent' }).click()
  const form = page.getByRole('region', { name: `Rent of ${tenant.room}` })
  await form.getByLabel('New rent').fill('none')
  await form.getByRole('button', { name: 'Show what changes' }).click()
  await expect(form.getByText('Please give whole shillings, 1 to 250,000.')).toBeVisible()
  await form.getByLabel('New rent').fill('7500')
  await form.getByRole('button', { name: 'Show what changes' }).click()
  await expect(form.getByRole('heading', { name: 'Whose rent changes' })).toBeVisible()
  await expect(form.getByRole('listitem')).toContainText(tenant.full_name)
  await form.getByRole('button', { name: 'Change the rent' }).click()
  await expect(
    form.getByText(`${tenant.room} costs Ksh 7,500 a month from ${formatDay(firstOfNext())} on.`),
  ).toBeVisible()
  const rents = page.getByRole('region', { name: 'Rent', exact: true })
  await expect(rents.getByText('announced')).toBeVisible()

  await signIn(another, tenant)
  await expect(
    another.getByText(`From ${formatDay(firstOfNext())} your rent is Ksh 7,500`),
  ).toBeVisible()
})

test('charged months keep their rent, and the difference can be entered', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, grace)
  await openRoom(page, 'A304')
  await page.getByRole('button', { name: 'Change the rent' }).click()
  const form = page.getByRole('region', { name: 'Rent of A304' })
  await form.getByLabel('New rent').fill('6000')
  await form.getByLabel('From').fill(firstDay(today().slice(0, 7)))
  await form.getByRole('button', { name: 'Show what changes' }).click()
  await expect(form.getByText(/would have been Ksh\s1,000 less in all/)).toBeVisible()
  await expect(form.getByLabel('Enter the difference')).toBeChecked()
  await form.getByRole('button', { name: 'Change the rent' }).click()
  await page.getByRole('link', { name: /^View / }).click()
  await expect(page.getByText('Rent of Ksh 6,000 from')).toBeVisible()
})

test('a room out of service is not offered; of two who edit it, the second is told', {
  tag: '@long',
}, async ({ page, another }) => {
  await signIn(page, grace)
  await openRoom(page, 'B401')
  await page.getByRole('button', { name: 'Take out of service' }).click()
  const form = page.getByRole('region', { name: 'Take B401 out of service' })
  await form.getByRole('button', { name: 'Show who it affects' }).click()
  await expect(page.getByText('Please say why.')).toBeVisible()
  await page.getByLabel('Why?').fill('A new roof.')
  await form.getByRole('button', { name: 'Show who it affects' }).click()
  await expect(
    form.getByText('Nobody has this room, or has booked it, for that time.'),
  ).toBeVisible()
  await form.getByRole('button', { name: 'Take out of service' }).click()
  await expect(page.getByText(`Out of service since ${formatDay(today())}.`)).toBeVisible()

  await page.goto('/staff/rooms')
  await expect(page.getByRole('link', { name: 'B401, out of service' })).toBeVisible()
  await page.getByLabel('Show').selectOption('Out of service today')
  await expect(page).toHaveURL(/show=window-closed/)
  const rows = page.getByRole('region', { name: 'Rooms' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link', { name: 'B401' }).click()

  await signIn(another, grace)
  await openRoom(another, 'B401')
  for (const one of [page, another]) {
    await one.getByRole('button', { name: 'Edit the room' }).click()
  }
  await page.getByLabel('Places').fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/shared by\s3/)).toBeVisible()
  await another.getByLabel('Notes').fill('Has a balcony.')
  await another.getByRole('button', { name: 'Save' }).click()
  await expect(another.getByText('Someone else has just changed this.')).toBeVisible()
  // What was typed stays; what is there now is on the page behind the form.
  await expect(another.getByLabel('Notes')).toHaveValue('Has a balcony.')
  await expect(another.getByText(/shared by\s3/)).toBeVisible()
  await another.getByRole('button', { name: 'Save' }).click()
  await expect(another.getByText('Has a balcony.')).toBeVisible()

  await page.goto('/staff/settings/log')
  const line = page.getByRole('listitem').filter({ hasText: 'took B401 out of service.' })
  await line.getByRole('link', { name: 'B401' }).click()
  await page.getByRole('button', { name: 'Put back into service' }).click()
  await expect(page.getByText('Out of service since')).toBeHidden()

  // Who would move in sees that it closes, and until then it isn't drawn as any other empty room.
  await page.getByRole('button', { name: 'Take out of service' }).click()
  await form.getByLabel('From').fill(addDays(today(), 9))
  await page.getByLabel('Why?').fill('A new floor.')
  await form.getByRole('button', { name: 'Show who it affects' }).click()
  await form.getByRole('button', { name: 'Take out of service' }).click()
  const closes = formatDay(addDays(today(), 9))
  await expect(page.getByText(`Out of service from ${closes}.`)).toBeVisible()
  await page.goto('/staff/rooms')
  await expect(
    page.getByRole('link', { name: `B401, out of service from ${closes}` }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Empty, out of service later 1' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText(`out of service from ${closes}`)).toBeVisible()
})

test('rooms are found by number and by tenant, and the address keeps it', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, grace, { at: '/staff/rooms?sort=rent' })
  const rows = page.getByRole('region', { name: 'Rooms' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Ksh 7,750')
  await page.getByLabel('Search').fill('salim')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL('/staff/rooms?sort=rent&q=salim')
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Search').fill('nobody of this name')
  await expect(page.getByText('No room matches.')).toBeVisible()
  // The map makes room for what is searched. Its legend leads to the rooms that it counts.
  const map = page.getByRole('region', { name: 'Map of the residence' })
  await expect(map).toBeHidden()
  await page.getByLabel('Search').fill('')
  const owes = map.getByText(/^Owes \d/)
  const count = Number(/\d+/.exec((await owes.textContent()) ?? '')?.[0])
  await owes.click()
  await expect(page).toHaveURL(/show=window-owes/)
  await expect(rows).toHaveCount(count)
})

test.describe('screens', () => {
  const openAsStaff = async (page: Page, path: string) => {
    await signIn(page, grace, { at: path })
  }
  looksRight('a room with the effect of another rent', async (page) => {
    await openAsStaff(page, '/staff/rooms/A302')
    await page.getByRole('button', { name: 'Change the rent' }).click()
    await page.getByLabel('New rent').fill('9000')
    await page.getByLabel('From').fill(addMonths(firstDay(today().slice(0, 7)), -1))
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await expect(page.getByRole('heading', { name: 'Months already charged' })).toBeVisible()
  })
  looksRight('a room that is edited', async (page) => {
    await openAsStaff(page, '/staff/rooms/B402')
    await page.getByRole('button', { name: 'Edit the room' }).click()
    await expect(page.getByLabel('Places')).toBeVisible()
  })
  looksRight('a room that is taken out of service', async (page) => {
    await openAsStaff(page, '/staff/rooms/A302')
    await page.getByRole('button', { name: 'Take out of service' }).click()
    await page.getByRole('button', { name: 'Show who it affects' }).click()
    await expect(page.getByText('Please say why.')).toBeVisible()
    await page.getByLabel('Why?').fill('A new roof.')
    await page.getByRole('button', { name: 'Show who it affects' }).click()
    await expect(page.getByText('They keep it, unless you move them.')).toBeVisible()
  })
})
