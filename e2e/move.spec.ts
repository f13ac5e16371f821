import type { Locator, Page } from '@playwright/test'
import type { Tenant, TenantDetail } from '#contract/tenants.ts'
import { addMonths, formatDay } from '#rules/calendar.ts'
import { addRoom, addTenant } from './add-tenant.ts'
import { amina, assistant, confirmWith, expect, grace, payRent, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { today } from './today.ts'

test.use({ ownServer: 'move' })

const form = (page: Page, name: 'Change tenant room' | 'Remove tenant') =>
  page.getByRole('region', { name })
const inMonths = (count: number) => addMonths(today(), count)

async function openHome(page: Page) {
  await signIn(page, grace)
  for (const name of ['Change tenant room', 'Remove tenant'] as const) {
    const plate = form(page, name)
    await expect(plate.getByRole('heading', { name })).toBeVisible()
    // On a phone the forms are folded.
    const width = page.viewportSize()?.width ?? 0
    if (width < 900) await plate.getByRole('heading', { name }).click()
    await expect(plate.getByLabel('Tenant')).toBeVisible()
  }
}

const matches = (plate: Locator) =>
  plate.getByRole('listbox', { name: 'Matches' }).getByRole('option')

async function pickTenant(page: Page, name: Parameters<typeof form>[1], typed: string) {
  await form(page, name).getByLabel('Tenant').fill(typed)
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

/** Submits the form, and confirms after reading the summary. */
async function confirmTransfer(page: Page, ...says: (string | RegExp)[]) {
  const change = form(page, 'Change tenant room')
  await change.getByRole('button', { name: 'Change room' }).click()
  const summary = page.getByRole('dialog', { name: /^Move .* to / })
  for (const text of says) await expect(summary).toContainText(text)
  await confirmWith(summary.getByRole('button', { name: 'Change room' }))
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
  await confirmWith(question.getByRole('button', { name: 'Remove tenant' }))
  await expect(plate.getByText('Tenant removed successfully!')).toBeVisible()
}

/** What a colleague does at the same time. */
async function staffApi(page: Page, url: string) {
  const data = { email: grace.username, password: grace.password }
  const login = await page.request.post('/api/auth/login', { data })
  const headers = { authorization: `Bearer ${(await login.json()).access_token}` }
  const post = async (path: string, multipart: Record<string, string>) => {
    const answer = await page.request.post(`${url}/api/onboard/${path}/`, { headers, multipart })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return {
    async tenantIn(room: string) {
      const list = await page.request.get(`${url}/api/onboard/tenant_list/`, { headers })
      const tenants: Tenant[] = await list.json()
      const found = tenants.find((one) => one.room === room)
      if (!found) throw new Error(`no tenant in ${room}`)
      return found
    },
    transfer: ({ id, room }: Tenant, to: string, day = today()) =>
      post('transfer_tenant', {
        id: String(id),
        previous_room: room,
        room_number: to,
        transfer_reason: 'other',
        transfer_date: day,
      }),
    remove: ({ id }: Tenant, day = today()) =>
      post('remove_tenant', { id: String(id), removal_reason: 'other', departure_date: day }),
  }
}

test('moved today by keyboard alone, then a move and a departure to come', async ({
  page,
  another,
  server,
}) => {
  const tenant = await addTenant(server)
  const to = await addRoom(server, 7200)
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
  await field.fill(tenant.full_name)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`${tenant.full_name}, ${tenant.room}`)

  await change.getByLabel('Day of the move').fill('2020-01-01')
  await expect(change.getByText(/^They have had this room since/)).toBeVisible()
  await change.getByRole('button', { name: /^Today/ }).click()
  await change.getByLabel('New room').selectOption(to)
  await expect(change.getByText('Choose a reason.')).toBeVisible()
  await change.getByLabel('Reason').selectOption('personal')
  const sent = page.waitForRequest(/transfer_tenant/)
  await send.press('Enter')
  const summary = page.getByRole('dialog', { name: `Move ${tenant.full_name} to ${to}?` })
  await expect(summary).toContainText(new RegExp(`${tenant.room} → ?to ${to}`))
  await expect(summary).toContainText(/Ksh\s[\d,]+ → ?to Ksh\s[\d,]+ a month/)
  await expect(summary).toContainText('The new rent applies from')
  await expect(summary.getByText(/^Charge Ksh\s700 more$/)).toBeVisible()
  await summary.getByRole('button', { name: 'Change room' }).press('Enter')
  await expect(change.getByText('Tenant transferred successfully!')).toBeVisible()
  expect((await sent).postData()).toContain('personal')
  await expect(field).toHaveValue('')

  await signIn(another, tenant)
  await expect(another.getByText(`Room ${to} · Ksh`)).toBeVisible()

  await fillTransfer(page, tenant.full_name, inMonths(1), tenant.room)
  await confirmTransfer(page, `${to} is free from`, 'The new rent applies from')
  await expect(
    change.getByText(`${tenant.full_name} has ${tenant.room} from ${formatDay(inMonths(1))}.`),
  ).toBeVisible()
  await remove(page, tenant.full_name, tenant.full_name, inMonths(3))
  await another.reload()
  await expect(
    another.getByText(`From ${formatDay(inMonths(1))} you’ll be in room ${tenant.room}, Ksh`),
  ).toBeVisible()
  await expect(another.getByText(`You’re moving out on ${formatDay(inMonths(3))}.`)).toBeVisible()

  // The agreed end is taken away, after a question.
  await form(page, 'Remove tenant')
    .getByRole('link', { name: `${tenant.full_name}’s page` })
    .click()
  await page.getByRole('button', { name: 'Extend the stay' }).click()
  await page.getByRole('button', { name: 'Remove the leaving date' }).click()
  const question = page.getByRole('dialog', {
    name: `Remove the leaving date of ${tenant.full_name}?`,
  })
  await expect(question).toContainText('The planned removal is cancelled.')
  await question.getByRole('button', { name: 'Remove the leaving date' }).click()
  await expect(page.getByText('The leaving date is removed.')).toBeVisible()
})

test.describe('the residence as it was', () => {
  test.use({ ownServer: 'move, the residence as it was' })

  test('removed today: on the list of those who left, and still able to pay', {
    tag: '@long',
  }, async ({ page, another }) => {
    await signIn(page, grace)
    const debts = page.getByRole('region', { name: 'Rent owed' })
    await expect(debts.getByRole('listitem')).toHaveCount(7)
    await expect(debts.getByRole('listitem').first()).toContainText('Ksh 9,250')
    const figures = page.getByRole('region', { name: 'The residence in figures' })
    await expect(figures).toContainText(/OwedKsh.[\d,]+by 7 people/)
    await expect(figures).toContainText(/Collected in \w+Ksh.[\d,]+/)
    await page.goto('/staff/tenants')
    // It would cover what they work with.
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeHidden()
    const rows = page.getByRole('region', { name: 'Tenants' }).getByRole('listitem')
    await page.getByLabel('Sort by').selectOption('Owes most')
    await expect(rows.first()).toContainText('Ksh 9,250')
    await page.getByLabel('Search').fill('zebra')
    const noMatch = page.getByRole('region', { name: 'No tenants found matching your search' })
    await expect(noMatch).toContainText('zebra')
    await noMatch.getByRole('button', { name: 'Clear the search' }).click()
    await expect(
      page.getByText('30 tenants. Type a name, room, phone, account number or receipt.'),
    ).toBeVisible()
    await page.getByLabel('Search').fill('amina')
    await expect(page.getByText('1 of 30 tenants.')).toBeVisible()
    await expect(rows).toContainText(['owes Ksh 6,000'])
    await page.getByRole('link', { name: 'Amina Otieno' }).click()
    await expect(page.getByText('Ksh 6,000 to pay')).toBeVisible()
    const ledger = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
    await expect(ledger).toHaveCount(4)
    await expect(ledger.first()).toContainText('owes Ksh 6,000')
    await expect(ledger.last()).toContainText(/^Rent, .*\+ Ksh.6,500.*owes Ksh.6,500$/)
    await expect(
      page.getByRole('region', { name: 'Ledger' }).getByRole('link', { name: /^R\d{6}$/ }),
    ).toHaveCount(2)
    // The form on the home page keeps its address, with the tenant in it.
    const her = page.url()
    await page.goto(`/?remove=${her.split('/').at(-1)}`)
    await expect(form(page, 'Remove tenant').getByLabel('Tenant')).toHaveValue('Amina Otieno, A101')
    await page.goto(her)
    await page.getByRole('button', { name: 'Remove tenant' }).click()
    const removal = page.getByRole('dialog', { name: 'Remove Amina Otieno' })
    await removal.getByLabel('Departure date').fill(today())
    await removal.getByLabel('Reason').selectOption('other')
    await removal.getByLabel(/^Comments/).fill('Has graduated.')
    await expect(removal).toContainText('They owe Ksh 6,000 now')
    await removal.getByRole('button', { name: 'Remove tenant' }).click()
    await expect(page.getByText('Closing balance: Ksh 6,000 to pay.')).toBeVisible()
    await page.goto('/')
    await expect(figures).toContainText('Ksh 6,000 of it by 1 without a room')
    await page.goto('/staff/tenants')
    await page.getByLabel('Search').fill('amina')
    await expect(page.getByText('1 person found.')).toBeVisible()
    const left = page.getByRole('region', { name: 'Found', exact: true })
    await expect(left.getByRole('listitem')).toHaveText('Amina Otienohas leftKsh 6,000 to pay')

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
    await expect(page.getByRole('region', { name: 'Changes by staff' })).toContainText(
      'Has graduated.',
    )
    await page.getByRole('link', { name: 'See everything staff did for them in the log' }).click()
    await expect(page.getByText(/Grace Wanjiru .*Amina Otieno/).first()).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'A101' }).first().click()
    await expect(page.getByText(/1\splace, 1\sempty\stoday\.$/)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Rooms', exact: true }).click()
    const map = page.getByRole('region', { name: 'Map of the residence' })
    const owing = map.getByRole('link', { name: /^A405, Salim Juma, owes Ksh\s\d/ })
    await expect(owing).toHaveAttribute('href', '/staff/rooms/A405')
    await map.getByRole('link', { name: 'A101, free', exact: true }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(map.getByRole('link', { name: /^A201, .*, paid$/ })).toBeFocused()
    await page.getByLabel('Show').selectOption('With a free place')
    const rooms = page.getByRole('region', { name: 'Rooms' }).getByRole('listitem')
    await expect(rooms.first()).toContainText(/A101.*Nobody.*free now/)

    // On a phone the tabs are what staff work with, and the menu has the other places.
    await page.setViewportSize({ width: 360, height: 740 })
    // The search comes before the map there.
    const house = map.or(page.getByLabel('Search')).first()
    await expect(house).toHaveAttribute('type', 'search')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'More' })
    await expect(menu.getByRole('link')).toHaveText([
      'Rooms',
      'Settings',
      'Log',
      'Services',
      'Advertise',
      'About us',
    ])
    await menu.getByRole('link', { name: 'About us' }).click()
    await expect(page.getByRole('heading', { name: 'We are Glad' })).toBeVisible()
    await expect(menu).toBeHidden()
    const tabs = page.getByRole('navigation', { name: 'Main' })
    await tabs.getByRole('link', { name: /^Posts/ }).click()
    await expect(page.getByRole('heading', { name: 'Posts', level: 1 })).toBeVisible()
  })
})

test('a removal is undone; when the room is taken meanwhile, another one is offered', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const tenant = await addTenant(server)
  const { room: taken } = await addTenant(server)
  const { room: given } = await addTenant(server)
  const staff = await staffApi(page, server.url)
  const [first, second] = [await staff.tenantIn(tenant.room), await staff.tenantIn(taken)]
  await staff.remove(first)
  await staff.remove(second)
  await signIn(another, tenant)
  // Moved in and out on the same day: the room never was theirs for a day.
  await expect(another.getByText('You don’t have a room at the moment.')).toBeVisible()
  await expect(another.getByRole('link', { name: 'Move in again' })).toBeVisible()

  await signIn(page, grace, { at: `/staff/tenants/${first.id}` })
  await page.getByRole('button', { name: 'Let them move back in' }).click()
  await expect(page.getByLabel('Room', { exact: true })).toHaveValue(tenant.room)
  await page.getByRole('button', { name: 'Continue' }).click()
  const summary = page.getByRole('dialog', { name: `Let ${first.full_name} move back in?` })
  await expect(summary).toContainText('rent is charged already. Nothing is added.')
  await summary.getByRole('button', { name: 'Let them move back in' }).click()
  await expect(page.getByText(`${first.full_name} has ${tenant.room} again.`)).toBeVisible()
  const acts = page.getByRole('region', { name: 'Changes by staff' }).getByRole('listitem')
  await expect(acts.first()).toContainText(`Grace Wanjiru let them move back into ${tenant.room}`)
  await expect(acts.nth(1)).toContainText('Grace Wanjiru removed them')

  // A colleague moves somebody else into the second one's room while the summary is open.
  await page.goto(`/staff/tenants/${second.id}`)
  await page.getByRole('button', { name: 'Let them move back in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const again = page.getByRole('dialog', { name: `Let ${second.full_name} move back in?` })
  await expect(again).toBeVisible()
  await staff.transfer(await staff.tenantIn(given), taken)
  await again.getByRole('button', { name: 'Let them move back in' }).click()
  await expect(page.getByText(`Room ${taken} has just been taken.`)).toBeVisible()
  await expect(
    page.getByText(new RegExp(`^${taken} is not free from .*: .* has it\\. Choose`)),
  ).toBeVisible()
  await page.getByLabel('Room', { exact: true }).selectOption(given)
  await page.getByRole('button', { name: 'Continue' }).click()
  await again.getByRole('button', { name: 'Let them move back in' }).click()
  await expect(page.getByText(`${second.full_name} has ${given} again.`)).toBeVisible()

  await signIn(another, tenant)
  await expect(another.getByText(`Room ${tenant.room} · Ksh`)).toBeVisible()
})

test('the room is taken meanwhile: an error, and the other fields keep their values', {
  tag: '@long',
}, async ({ page, server }) => {
  const tenant = await addTenant(server)
  const colleague = await addTenant(server)
  const [wanted, other] = [await addRoom(server), await addRoom(server)]
  const lists = ['**/api/onboard/tenant_list/', '**/api/staff/rooms/*']
  for (const list of lists) await page.route(list, (route) => route.fulfill({ status: 404 }))
  await signIn(page, grace)
  const change = form(page, 'Change tenant room')
  const failure = page.getByRole('region', { name: 'Some of this page couldn’t be loaded' })
  await expect(failure).toContainText('Tenants not found')
  for (const list of lists) {
    await page.unroute(list)
    await page.route(list, (route) => route.fulfill({ status: 502 }))
  }
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('An error occurred while fetching tenants.')
  await page.unroute('**/api/onboard/tenant_list/')
  await failure.getByRole('button', { name: 'Try again' }).click()
  // What fails alone says so in its place.
  await expect(change.getByText('An error occurred while fetching rooms.')).toBeVisible()
  await page.goto('/staff/rooms')
  const noList = page.getByRole('region', { name: 'This list couldn’t be loaded' })
  await expect(noList).toContainText('An error occurred while fetching rooms.')
  for (const list of lists) await page.unroute(list)
  await noList.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^\d+ of \d+ rooms have a free place today\.$/)).toBeVisible()
  await page.goto('/')
  await fillTransfer(page, tenant.full_name, today(), wanted)

  const staff = await staffApi(page, server.url)
  await staff.transfer(await staff.tenantIn(colleague.room), wanted)

  await confirmTransfer(page)
  await expect(change.getByText(`Room ${wanted} has just been taken.`)).toBeVisible()
  await expect(change.getByText(new RegExp(`^${wanted} is not free from`))).toBeVisible()
  await expect(change.getByLabel('Tenant')).toHaveValue(`${tenant.full_name}, ${tenant.room}`)
  await change.getByLabel('New room').selectOption(other)
  await page.route('**/transfer_tenant/', (route) => route.fulfill({ status: 502 }))
  await confirmTransfer(page)
  await expect(
    change.getByText('An error occurred while transferring the tenant. Please try again.'),
  ).toBeVisible()
  await page.unroute('**/transfer_tenant/')
  await confirmTransfer(page)
  await expect(change.getByText('Tenant transferred successfully!')).toBeVisible()

  await page.route('**/remove_tenant/', (route) => route.fulfill({ status: 502 }))
  const leave = form(page, 'Remove tenant')
  await pickTenant(page, 'Remove tenant', tenant.full_name)
  await leave.getByLabel('Departure date').fill(inMonths(1))
  await leave.getByLabel('Reason').selectOption('other')
  await leave.getByRole('button', { name: 'Remove tenant' }).click()
  const question = page.getByRole('dialog', { name: `Remove ${tenant.full_name}?` })
  await confirmWith(question.getByRole('button', { name: 'Remove tenant' }))
  await expect(
    leave.getByText('An error occurred while removing the tenant. Please try again.'),
  ).toBeVisible()
})

test('a colleague plans a move while the question is open: it says so, and the form is kept', {
  tag: '@long',
}, async ({ page, server }) => {
  const staff = await staffApi(page, server.url)
  const { room } = await addTenant(server)
  const tenant = await staff.tenantIn(room)
  const [wanted, other] = [await addRoom(server), await addRoom(server)]
  const day = inMonths(1)
  await openHome(page)
  await fillTransfer(page, tenant.full_name, day, wanted)
  const change = form(page, 'Change tenant room')
  await change.getByRole('button', { name: 'Change room' }).click()
  const question = page.getByRole('dialog', { name: `Move ${tenant.full_name} to ${wanted}?` })
  await expect(question).toContainText(`${room} is free from ${formatDay(day)}.`)
  await staff.transfer(tenant, other, day)
  await question.getByRole('button', { name: 'Change room' }).click()
  await expect(
    change.getByText(
      `Meanwhile Grace Wanjiru moved them to ${other} from ${formatDay(day)}. Please check and confirm again.`,
    ),
  ).toBeVisible()
  await expect(change.getByText(`They already have a move to ${other} planned`)).toBeVisible()
  await expect(change.getByLabel('Tenant')).toHaveValue(`${tenant.full_name}, ${room}`)
  await expect(change.getByLabel('Reason')).toHaveValue('maintenance')
  await confirmTransfer(page, `Their move to ${other} on ${formatDay(day)} is cancelled.`)
  await expect(change.getByText('Tenant transferred successfully!')).toBeVisible()
  expect((await staff.tenantIn(room)).next).toEqual({ room: wanted, on: day })

  // The same with a longer stay, which would cancel a removal that is planned meanwhile.
  await remove(page, tenant.full_name, tenant.full_name, inMonths(2))
  await page.goto(`/staff/tenants/${tenant.id}`)
  await page.getByRole('button', { name: 'Extend the stay' }).click()
  await page.getByLabel('Stays until').fill(inMonths(6))
  await staff.remove(tenant, inMonths(3))
  const extend = page.getByRole('button', { name: 'Extend the stay' }).last()
  await extend.click()
  await expect(
    page.getByText(`Meanwhile Grace Wanjiru removed them, leaving on ${formatDay(inMonths(3))}.`),
  ).toBeVisible()
  await expect(page.getByText(`Currently until ${formatDay(inMonths(3))}.`)).toBeVisible()
  await expect(page.getByLabel('Stays until')).toHaveValue(inMonths(6))
  await extend.click()
  await expect(page.getByText(`They stay until ${formatDay(inMonths(6))}.`)).toBeVisible()
})

const longName = `Josephine Wairimu Ndung’u-Kariuki wa Mũkũrwe-inĩ ${'W'.repeat(40)}`
const person: TenantDetail & Pick<Tenant, 'next'> = {
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
  acts: [
    {
      id: 2,
      act: 'remove',
      by: longName,
      at: '2026-11-03T08:00:00.000Z',
      day: '2027-01-05',
      room_number: 'B101',
      removal: { reason: 'disciplinary', comments: `Kept goats. ${'W'.repeat(80)}` },
    },
    {
      id: 1,
      act: 'transfer',
      by: 'Grace Wanjiru',
      at: '2026-11-01T08:00:00.000Z',
      day: '2026-12-01',
      room_number: 'B101',
      removal: null,
    },
  ],
  details: {
    id_number: '38114902',
    phone_number: '254712345678',
    emergency_phone_number: '254720555018',
    emergency_contact_relationship: 'Guardian',
    gender: 'female',
    registration_number: 'H31/20417/2026',
    year_of_study: 1,
    college: 'College of Health Sciences',
    college_id: 1,
    faculty: `Faculty of Medicine ${'W'.repeat(40)}`,
    faculty_id: 1,
    sponsor_phone: '254733901234',
    terms_agreed_at: '2026-01-03T08:00:00.000Z',
    terms_version: 1,
  },
  contact: {
    full_name: longName,
    phone_number: '254712345678',
    email: `${'w'.repeat(60)}@students.example.org`,
  },
  notes: [
    {
      id: 1,
      text: `Pays on the 5th.\n${'W'.repeat(80)}`,
      by: longName,
      at: '2026-11-02T08:00:00.000Z',
    },
  ],
  rejected_posts: [
    {
      id: 1,
      title: 'W'.repeat(60),
      reason: 'W'.repeat(80),
      decided: { by: longName, at: '2026-11-02T08:00:00.000Z' },
    },
  ],
  id_number: '38114902',
  documents: [
    {
      id: 1,
      kind: 'id_photo',
      created_at: '2026-01-03T08:00:00.000Z',
      last_view: { by: longName, at: '2026-01-04T08:00:00.000Z' },
    },
  ],
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
  await page.route(/\/api\/staff\/tenants\/\d+\/deposit\//, (route) =>
    route.fulfill({ json: { asked: 6500, held: 6500, to_pay: 0, refund: null, entries: [] } }),
  )
  await openHome(page)
  const plate = form(page, 'Remove tenant')
  await pickTenant(page, 'Remove tenant', 'achieng')
  await plate.getByLabel('Departure date').fill(inMonths(1))
  await plate.getByLabel('Reason').selectOption('other')
  await plate.getByRole('button', { name: 'Remove tenant' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Their place is free from that day.')
  await expect(question).toContainText(/You hold their deposit of Ksh\s6,500/)
  await expect(question.getByRole('link', { name: 'Deposits, to give back' })).toBeVisible()
})

looksRight('tenants, long names', async (page) => {
  const other = { ...person, id: 1, full_name: 'Zawadi', until: null, balance: -1_234_567 }
  await page.route('**/api/staff/tenants/?*', (route) =>
    route.fulfill({ json: [{ ...person, balance: 1_234_567 }, other] }),
  )
  await page.route('**/api/staff/tenants/count/', (route) =>
    route.fulfill({ json: { fitting: 2, all: 2 } }),
  )
  await signIn(page, grace, { at: '/staff/tenants' })
  await expect(
    page.getByText('2 tenants. Type a name, room, phone, account number or receipt.'),
  ).toBeVisible()
})

looksRight('tenants, nobody found but a former tenant', async (page) => {
  const left = { id: 4711, full_name: longName, by: 'phone', room: null, balance: 1_234_567 }
  await page.route('**/api/staff/tenants/find/*', (route) => route.fulfill({ json: [left] }))
  await signIn(page, grace, { at: '/staff/tenants' })
  await page.getByLabel('Search').fill('josephine')
  await expect(page.getByText('Phone number, has left')).toBeVisible()
})

looksRight('a tenant, with everything', async (page) => {
  await page.route('**/api/staff/tenants/4711/', (route) => route.fulfill({ json: person }))
  const entry = { at: '2026-11-20T08:00:00.000Z', amount: -1_234_567, balance: 7_654_321 }
  const paid = { mpesa_receipt_number: 'UKK4M8Z2QF', receipt_number: 'R000123', month: null }
  const corrected = { reason: 'W'.repeat(120), by: longName }
  await page.route('**/api/staff/tenants/4711/ledger/**', (route) =>
    route.fulfill({
      json: [
        { ...entry, ...paid, ...corrected, id: 4, kind: 'correction', voided: false },
        { ...entry, ...paid, id: 2, kind: 'paybill', reason: null, by: null, voided: true },
      ],
    }),
  )
  await signIn(page, grace, { at: '/staff/tenants/4711#documents' })
  await page.getByRole('button', { name: 'Extend the stay' }).click()
  await page.getByLabel('Stays until').fill('2026-12-01')
  await expect(page.getByText(/^They’re already staying until 5 Jan 2027/)).toBeVisible()
  const documents = page.getByRole('region', { name: 'Documents' })
  await expect(documents.getByText(`Last viewed by ${longName}, 4 Jan`)).toBeVisible()
})

looksRight('rooms, long names', async (page) => {
  const occupant = { id: 1, full_name: longName, from: '2026-01-05', until: '2027-01-05' }
  const room = {
    room_number: 'A205',
    rate: 1_234_567,
    capacity: 2,
    free: true,
    free_from: today(),
    closed: null,
    occupants: [occupant, { ...occupant, id: 2, from: '2099-01-05' }],
  }
  const rooms = [
    { ...room, room_number: 'A101', capacity: 1, occupants: [] },
    room,
    {
      ...room,
      room_number: 'Annexe 12',
      free: false,
      free_from: null,
      closed: { from: '2026-01-05', until: null, reason: 'A new roof.' },
    },
  ]
  await page.route('**/api/staff/tenants/balances/', (route) =>
    route.fulfill({ json: [{ id: 1, balance: 1_234_567 }] }),
  )
  await page.route(/\/api\/staff\/rooms\//, (route) => route.fulfill({ json: rooms }))
  await signIn(page, grace, { at: '/staff/rooms' })
  await expect(page.getByText('2 of 3 rooms have a free place today.')).toBeVisible()
})

looksRight('a former tenant is to move back in', async (page) => {
  const { next, ...former } = { ...person, room: null, until: today(), next: null }
  await page.route('**/api/staff/tenants/4711/', (route) => route.fulfill({ json: former }))
  await page.route('**/api/staff/tenants/4711/move-back/**', (route) =>
    route.fulfill({
      json: {
        ...{ rate: 6500, until: null, deposit: null, before: 0, after: 6500 },
        ...{ bills: [], changes: [], next_month: '2026-12' },
        charges: [{ month: '2026-11', amount: 6500 }],
      },
    }),
  )
  await signIn(page, grace, { at: '/staff/tenants/4711' })
  await page.getByRole('button', { name: 'Let them move back in' }).click()
  await expect(page.getByText('Choose a room.')).toBeVisible()
  const option = page.getByLabel('Room', { exact: true }).getByRole('option').nth(1)
  const room = (await option.getAttribute('value')) ?? ''
  await page.getByLabel('Room', { exact: true }).selectOption(room)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog')).toContainText('Rent for November 2026, Ksh 6,500')
})

looksRight('a room', async (page) => {
  const stays = [{ tenant: 4711, full_name: longName, from: '2026-01-05', until: null }]
  await page.route(/\/api\/staff\/rooms\/A205\//, (route) =>
    route.fulfill({
      json: {
        room_number: 'A205',
        rate: 6500,
        capacity: 2,
        notes: 'Long notes. '.repeat(40),
        rates: [
          { from: null, rate: 6000, by: null },
          { from: '2026-02-01', rate: 6500, by: longName },
          { from: '2099-01-01', rate: 1_234_567, by: longName },
        ],
        closures: [{ from: '2026-01-05', until: '2099-01-05', reason: 'A new roof. '.repeat(12) }],
        stays,
      },
    }),
  )
  await page.route('**/api/staff/tenants/4711/', (route) => route.fulfill({ json: person }))
  await signIn(page, grace, { at: '/staff/rooms/A205' })
  await expect(page.getByText(/shared by\s2, 1\sempty\stoday/)).toBeVisible()
  const occupant = page.getByRole('region', { name: longName })
  await expect(occupant.getByText(/^Ksh\s7,200 to pay$/)).toBeVisible()
  await expect(occupant.getByRole('button', { name: 'Change room' })).toBeVisible()
})
