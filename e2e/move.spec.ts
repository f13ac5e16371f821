import type { Locator, Page } from '@playwright/test'
import { addMonths, dayOf, formatDay } from '#rules/calendar.ts'
import {
  amina,
  assistant,
  closeAssistant,
  demoTenant,
  expect,
  grace,
  payRent,
  signIn,
  test,
} from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'move' })

const form = (page: Page, name: 'Change tenant room' | 'Remove tenant') =>
  page.getByRole('region', { name })
const today = dayOf(new Date())
const inMonths = (count: number) => addMonths(today, count)

async function openHome(page: Page) {
  await signIn(page, grace)
  await closeAssistant(page)
  await expect(form(page, 'Remove tenant')).toBeVisible()
}

const matches = (plate: Locator) =>
  plate.getByRole('listbox', { name: 'Matches' }).getByRole('option')

async function pickTenant(page: Page, name: Parameters<typeof form>[1], typed: string) {
  const field = form(page, name).getByLabel('Tenant')
  await field.fill(typed)
  await matches(form(page, name)).first().click()
}

/** Fills in the form without submitting it. */
async function fillTransfer(page: Page, typed: string, day: string, room: string) {
  const change = form(page, 'Change tenant room')
  await pickTenant(page, 'Change tenant room', typed)
  await change.getByLabel('Day of the move').fill(day)
  await change.getByLabel('New room').selectOption(room)
  await change.getByLabel('Reason').selectOption('maintenance')
}

async function remove(page: Page, typed: string, name: string, day: string) {
  const plate = form(page, 'Remove tenant')
  await pickTenant(page, 'Remove tenant', typed)
  await plate.getByLabel('Departure date').fill(day)
  await plate.getByLabel('Reason').selectOption('other')
  await plate.getByLabel(/^Comments/).fill('Has graduated.')
  await plate.getByRole('button', { name: 'Remove tenant' }).click()
  const question = page.getByRole('dialog', { name: `Remove ${name}?` })
  await expect(question).toContainText(/They owe|They have|They owe nothing/)
  await question.getByRole('button', { name: 'Remove tenant' }).click()
  await expect(plate.getByText('Tenant removed successfully!')).toBeVisible()
}

test('moved today by keyboard alone, then a move and a departure to come', async ({
  page,
  another,
}) => {
  await openHome(page)
  const change = form(page, 'Change tenant room')
  const send = change.getByRole('button', { name: 'Change room' })
  await expect(send).toBeDisabled()
  await expect(change.getByText('Choose a tenant, a day, a new room and a reason.')).toBeVisible()

  const field = change.getByLabel('Tenant')
  await field.focus()
  await page.keyboard.type('zzz')
  await expect(change.getByText('No tenants found matching your search').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await page.keyboard.type('A')
  await expect(matches(change)).toHaveCount(5)
  await expect(change.getByText(/^\+\d+ more tenants match your search$/).first()).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(matches(change).last()).toHaveAttribute('aria-selected', 'true')
  await field.fill('wafula')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Wafula Barasa, A104')

  await change.getByLabel('Day of the move').fill('2020-01-01')
  await expect(change.getByText(/^They have had this room since/)).toBeVisible()
  await change.getByRole('button', { name: /^Today/ }).click()
  await change.getByLabel('New room').selectOption('B302')
  await expect(change.getByText('Choose a reason.')).toBeVisible()
  await change.getByLabel('Reason').selectOption('personal')
  const sent = page.waitForRequest(/transfer_tenant/)
  await send.click()
  await expect(change.getByText('Tenant transferred successfully!')).toBeVisible()
  expect((await sent).postData()).toContain('personal')
  await expect(field).toHaveValue('')

  await signIn(another, demoTenant(4))
  await expect(another.getByText('Room B302 · Ksh')).toBeVisible()

  await fillTransfer(page, 'B302', inMonths(1), 'A104')
  await send.click()
  await expect(
    change.getByText(`Wafula Barasa has A104 from ${formatDay(inMonths(1))}.`),
  ).toBeVisible()
  await remove(page, 'wafula', 'Wafula Barasa', inMonths(3))
  await another.reload()
  await expect(
    another.getByText(`From ${formatDay(inMonths(1))} your room is A104, KSh`),
  ).toBeVisible()
  await expect(another.getByText(`You leave on ${formatDay(inMonths(3))}.`)).toBeVisible()
})

test('removed today: on the list of those who left, and still able to pay', async ({
  page,
  another,
}) => {
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/tenants')
  // It would cover what they work with.
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeHidden()
  await page.getByLabel('Search').fill('amina')
  await expect(page.getByText('1 of 30 tenants.')).toBeVisible()
  await page.getByRole('link', { name: 'Amina Otieno' }).click()
  await expect(page.getByText('Ksh 6,000 to pay')).toBeVisible()
  await page.getByRole('link', { name: 'Remove tenant' }).click()
  const plate = form(page, 'Remove tenant')
  await expect(plate.getByLabel('Tenant')).toHaveValue('Amina Otieno, A101')
  await remove(page, 'amina', 'Amina Otieno', today)
  await expect(plate.getByText('Closing balance: Ksh 6,000 to pay.')).toBeVisible()

  await signIn(another, amina)
  await expect(another.getByText('Closing balance')).toBeVisible()
  await payRent(another, { phone: amina.username, amount: 6000 })
  await expect(assistant(another).getByText(/^Paid\. Asante/)).toBeVisible()
  await expect(another.getByText('Nothing to pay. Asante.')).toBeVisible()

  await page.goto('/staff/tenants?show=left')
  await expect(page.getByRole('listitem').filter({ hasText: 'Amina Otieno' })).toContainText(
    'Nothing to pay',
  )
  await page.getByRole('link', { name: 'Amina Otieno' }).click()
  await expect(page.getByText('Has graduated.')).toBeVisible()
  await page.getByRole('link', { name: 'A101' }).click()
  await expect(page.getByText(/1 place, 1 free today\.$/)).toBeVisible()
})

test('the room is taken meanwhile: an error, and the other fields keep their values', async ({
  page,
  server,
}) => {
  await openHome(page)
  const change = form(page, 'Change tenant room')
  await fillTransfer(page, 'njeri', today, 'B303')

  const login = await page.request.post('/api/auth/login', {
    data: { email: grace.username, password: grace.password },
  })
  const headers = { authorization: `Bearer ${(await login.json()).access_token}` }
  const tenants = await (await page.request.get('/api/onboard/tenant_list/', { headers })).json()
  const faster = tenants.find(({ full_name }: { full_name: string }) => /^Kioko/.test(full_name))
  const multipart = {
    id: String(faster.id),
    previous_room: faster.room,
    room_number: 'B303',
    transfer_reason: 'other',
    transfer_date: today,
  }
  const competing = await page.request.post(`${server.url}/api/onboard/transfer_tenant/`, {
    headers,
    multipart,
  })
  expect(competing.status()).toBe(201)

  await change.getByRole('button', { name: 'Change room' }).click()
  await expect(change.getByText('Room B303 has just been taken.')).toBeVisible()
  await expect(change.getByText(/^B303 is not free from/)).toBeVisible()
  await expect(change.getByLabel('Tenant')).toHaveValue(/^Njeri Mwangi/)
  await change.getByLabel('New room').selectOption('B304')
  await change.getByRole('button', { name: 'Change room' }).click()
  await expect(change.getByText('Tenant transferred successfully!')).toBeVisible()
})

const longName = `Josephine Wairimu Ndung’u-Kariuki wa Mũkũrwe-inĩ ${'W'.repeat(40)}`
const person = {
  id: 4711,
  full_name: longName,
  username: '254712345678',
  account_number: 'AC7K4M9X',
  room: 'A205',
  from: '2026-01-05',
  until: '2027-01-05',
  next: { room: 'B101', on: '2026-12-01' },
  balance: 7200,
  stays: [
    { room_number: 'B101', from: '2026-12-01', until: null, transfer_reason: 'upgrade' },
    { room_number: 'A205', from: '2026-01-05', until: '2026-12-01', transfer_reason: null },
  ],
  removal: { reason: 'disciplinary', comments: `Kept goats. ${'W'.repeat(80)}` },
  details: {
    id_number: '38114902',
    phone_number: '254712345678',
    emergency_phone_number: '254720555018',
    emergency_contact_relationship: 'Guardian',
    gender: 'female',
    registration_number: 'H31/20417/2026',
    year_of_study: 1,
    college: 'College of Health Sciences',
    faculty: `Faculty of Medicine ${'W'.repeat(40)}`,
    sponsor_phone: '254733901234',
    terms_agreed_at: '2026-01-03T08:00:00.000Z',
  },
  documents: [{ id: 1, kind: 'id_photo', created_at: '2026-01-03T08:00:00.000Z' }],
  must_change_password: true,
}

looksRight('staff home, a tenant searched and a day that does not fit', async (page) => {
  await openHome(page)
  const plate = form(page, 'Remove tenant')
  await pickTenant(page, 'Remove tenant', 'achieng')
  await plate.getByLabel('Departure date').fill('2020-02-29')
  await expect(plate.getByText(/^They have had this room since/)).toBeVisible()
  await form(page, 'Change tenant room').getByLabel('Tenant').fill('a')
  await expect(matches(form(page, 'Change tenant room'))).toHaveCount(5)
})

looksRight('a tenant is removed: the question', async (page) => {
  await openHome(page)
  const plate = form(page, 'Remove tenant')
  await pickTenant(page, 'Remove tenant', 'achieng')
  await plate.getByLabel('Departure date').fill(inMonths(1))
  await plate.getByLabel('Reason').selectOption('other')
  await plate.getByRole('button', { name: 'Remove tenant' }).click()
  await expect(page.getByRole('dialog')).toContainText('The place is free from that day on.')
})

looksRight('tenants, long names', async (page) => {
  await page.route('**/api/onboard/tenant_list/', (route) =>
    route.fulfill({ json: [person, { ...person, id: 1, full_name: 'Zawadi', until: null }] }),
  )
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/tenants')
  await expect(page.getByText('2 tenants. Type a name or a room.')).toBeVisible()
})

looksRight('a tenant, with everything', async (page) => {
  await page.route('**/api/staff/tenants/4711/', (route) => route.fulfill({ json: person }))
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/tenants/4711')
  await page.getByRole('button', { name: 'Extend the stay' }).click()
  await page.getByLabel('Stays until').fill('2026-12-01')
  await expect(page.getByText(/^They stay until 5 Jan 2027 already/)).toBeVisible()
})

looksRight('a room', async (page) => {
  const stays = [{ tenant: 4711, full_name: longName, from: '2026-01-05', until: null }]
  await page.route(/\/api\/staff\/rooms\/A205\//, (route) =>
    route.fulfill({ json: { room_number: 'A205', rate: 6500, capacity: 2, stays } }),
  )
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/rooms/A205')
  await expect(page.getByText(/2 places, 1 free today/)).toBeVisible()
})
