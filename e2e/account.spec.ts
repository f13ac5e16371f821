import type { Page } from '@playwright/test'
import { addTenant } from './add-tenant.ts'
import { drawing } from './drawing.ts'
import { brian, closeAssistant, expect, fillLogin, signIn, tabTo, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

const good = 'mango-matatu-9'
const wanjiru = { username: 'wanjiru.n@students.example', password: good }

async function fillRegistration(page: Page, { username, password }: typeof wanjiru) {
  await page.getByLabel('First name').fill('Wanjiru')
  await page.getByLabel('Last name').fill('Njoroge')
  await page.getByLabel('Email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
}
const toProfile = async (page: Page, first_name: string) => {
  await closeAssistant(page)
  await page.getByRole('link', { name: first_name }).first().click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
}
const editing = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('register, log in, change the profile and its picture, log out', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'All fields are requiredPlease check these 5 fields: First name, Last name, Email, Password, Confirm password',
  )
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByRole('alert').getByRole('link', { name: 'Confirm password' }).click()
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  for (const [label, message] of [
    ['First name', 'Please enter your first name.'],
    ['Last name', 'Please enter your last name.'],
    ['Email', 'Please enter your email address.'],
    ['Password', 'Please choose a password.'],
    ['Confirm password', 'Please type the password again.'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message)
  }
  await fillRegistration(page, { ...wanjiru, username: 'staff@acacia.example' })
  await expect(page.getByText('There’s already an account with this email address')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 502 }))
  await fillRegistration(page, wanjiru)
  await expect(
    page.getByText('An error occurred during registration. Please try again.'),
  ).toBeVisible()
  await page.unroute('**/api/auth/register')
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/auth/register', async (route) => {
    await seen.promise
    await route.continue()
  })
  await fillRegistration(page, wanjiru)
  await expect(page.getByRole('button', { name: 'Registering...' })).toBeVisible()
  seen.resolve()
  await page.waitForURL('**/auth/login')
  await expect(page.getByRole('status')).toContainText('You are registered.')
  await expect(page.getByLabel('Username or email')).toHaveValue(wanjiru.username)
  await page.getByLabel('Password', { exact: true }).fill(good)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Karibu, Wanjiru.' })).toBeVisible()
  await expect(page.getByText('Student not found')).toBeVisible()
  const free = page.getByRole('region', { name: 'Rooms with a free place today' })
  await expect(free.getByText(/^Ksh\s\d,\d{3} a month per person$/).first()).toBeVisible()
  await expect(free.getByText(/^(one room|\d+ rooms)$/).first()).toBeVisible()

  await toProfile(page, 'Wanjiru')
  const card = page.locator('.profile', { has: page.getByRole('region', { name: 'Account' }) })
  expect(await card.evaluate(({ offsetWidth }: HTMLElement) => offsetWidth)).toBe(400)
  await editing(page)
  await page.getByLabel('First name').fill('Nobody')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.getByText('Nobody')).toHaveCount(0)

  await editing(page)
  await page.getByLabel('First name').fill('Ciru')
  await page.getByLabel('Email').fill('')
  await save(page)
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await page.getByLabel('Email').fill('staff@acacia.example')
  await save(page)
  await expect(page.getByText('Another account already uses this')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Ciru')
  await page.route('**/api/auth/user/update', (route) => route.abort())
  await page.getByLabel('Email').fill('ciru@students.example')
  await save(page)
  await expect(page.getByRole('alert')).toContainText('No network')
  await page.unroute('**/api/auth/user/update')
  await save(page)
  const saved = page.getByText('Profile updated successfully!')
  await expect(saved).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ciru' }).first()).toBeVisible()
  await expect(page.getByRole('definition').nth(1)).toHaveText('ciru@students.example')
  await expect(saved).toBeHidden()

  const choose = page.getByLabel('Picture', { exact: true })
  const text = Buffer.from('no picture at all')
  await choose.setInputFiles({ name: 'cv.jpg', mimeType: 'image/jpeg', buffer: text })
  await expect(page.getByRole('alert')).toContainText('JPEG, PNG or WebP')
  const buffer = Buffer.from(await drawing(page, 1200, 900), 'base64')
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const picture = page.locator('main img')
  await expect(picture).toHaveAttribute('src', /^\/media\//)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(picture).toHaveJSProperty('naturalWidth', 480)

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('We’ve kept a light')
})

test('the default password is pointed out until it is changed', { tag: '@long' }, async ({
  page,
  another,
  server,
}) => {
  const person = await addTenant(server)
  await signIn(page, person)
  const notice = page.getByRole('link', { name: 'Choose your own password' })
  await expect(notice).toBeVisible()
  // On a phone it is one line.
  await page.setViewportSize({ width: 360, height: 740 })
  const line = page.locator('.notices .note')
  await expect.poll(async () => (await line.boundingBox())?.height).toBeLessThan(50)
  // The button that pays is above the tabs even on a small phone.
  await another.setViewportSize({ width: 360, height: 640 })
  await signIn(another, brian)
  await expect(another.getByRole('link', { name: 'Choose your own password' })).toBeVisible()
  const pay = await another.getByRole('button', { name: /^Pay .*with M-Pesa$/ }).boundingBox()
  const tabs = await another.locator('.tabs').boundingBox()
  expect((pay?.y ?? 640) + (pay?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
  await notice.click()
  const profileNote = page.getByText('Still your ID number')
  await expect(profileNote).toBeInViewport()
  await expect(notice).toBeHidden()
  const links = page.getByRole('navigation', { name: 'Your money and wifi' })
  await expect(links.getByRole('link', { name: /^Balance Ksh \d/ })).toBeVisible()
  await expect(links.getByRole('link', { name: 'My wifi No bundle' })).toBeVisible()
  await expect(links.getByRole('link', { name: 'Transaction history' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Account' }).getByRole('button').last()).toHaveText(
    'Logout',
  )
  await expect(profileNote).toBeInViewport()
  // A laptop has the room beside the account.
  const room = page.getByRole('region', { name: 'Your room' })
  await expect(room).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(room.getByText('Balance today')).toBeVisible()
  await expect(room.getByRole('button', { name: 'Pay with M-Pesa' })).toBeVisible()
  await expect(links.getByRole('link', { name: /^Balance/ })).toBeHidden()
  await editing(page)
  await expect(page.getByText('Add your email so you can reset your password')).toBeVisible()
  await page.getByLabel('New password').fill('iloveyou')
  await save(page)
  await expect(page.getByText('Many people use this password')).toBeVisible()
  await page.getByLabel('New password').fill(good)
  await save(page)
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(profileNote).toBeHidden()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Karibu')
  await expect(notice).toHaveCount(0)
})

test('a row of the account opens in its place, by keyboard too', { tag: '@long' }, async ({
  page,
  server,
}) => {
  await signIn(page, await addTenant(server), { at: '/auth/user' })
  const value = (nth: number) => page.getByRole('definition').nth(nth)
  const change = (what: string) => page.getByRole('button', { name: `Change ${what}` })
  const field = (label: string) => page.getByRole('textbox', { name: label })
  await expect(value(1)).toHaveText('Add one')
  await tabTo(page, change('email'))
  await page.keyboard.press('Enter')
  await expect(field('Email')).toBeFocused()
  await expect(field('First name')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await field('Email').fill('in.place@students.example')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(value(1)).toHaveText('in.place@students.example')
  await expect(change('email')).toBeFocused()

  // A press anywhere in the row opens it.
  await page.locator('.profile-row', { hasText: 'Password' }).click()
  await save(page)
  await expect(page.getByText('Please choose a password.')).toBeVisible()
  await page.getByLabel('New password').fill(good)
  await save(page)
  await expect(value(3)).toHaveText('Chosen by you')

  await change('name').click()
  await field('Last name').fill('')
  await save(page)
  await expect(page.getByText('Please enter your last name.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(change('name')).toBeFocused()
  await change('name').click()
  await field('First name').fill('Zawadi')
  await save(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zawadi')
})

test('with many log-ins the profile is still short on a phone', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const at = '2026-11-20T08:00:00Z'
  await page.route('**/api/auth/sessions/', (route) =>
    route.fulfill({
      json: Array.from({ length: 14 }, (_, id) => ({
        id: `${id}`,
        device: 'Samsung Internet on Android',
        signed_in_at: at,
        last_used_at: at,
        is_this: id === 0,
      })),
    }),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, await addTenant(server), { at: '/auth/user' })
  const sessions = page.getByRole('region', { name: 'Where you’re logged in' })
  const others = sessions.getByRole('button', { name: '13 others' })
  await expect(others).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('link', { name: 'My wifi No bundle' })).toBeVisible()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(1100)
  await others.click()
  await expect(sessions.getByRole('button', { name: 'Log out Samsung Internet' })).toHaveCount(13)
  await others.click()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
})

test('a forgotten password: link, new password, and the old session ends', {
  tag: '@long',
}, async ({ page, browser, server }) => {
  const mwangi = { username: 'mwangi@students.example', password: good }
  await page.goto('/auth/register')
  await fillRegistration(page, mwangi)
  await page.waitForURL('**/auth/login')
  await fillLogin(page, mwangi)
  await page.waitForURL((url) => url.pathname === '/')

  const elsewhere = await browser.newPage({ baseURL: server.url })
  await elsewhere.goto('/auth/login')
  await elsewhere.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(elsewhere.getByText('The office can reset your password')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Send me a link' }).click()
  await expect(elsewhere.getByText('Please enter your username or email.')).toBeVisible()
  await elsewhere.getByLabel('Username or email').fill(mwangi.username)
  await elsewhere.getByRole('button', { name: 'Send me a link' }).click()
  await expect(elsewhere.getByText('we’ve sent a link')).toBeVisible()
  const { raw } = await server.mailBox.next()
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const link = /http:\/\/localhost:\d+\/auth\/reset#[\w-]+/.exec(text)?.[0] ?? ''

  await elsewhere.goto(link)
  await elsewhere.getByLabel('New password').fill('wanjiru njoroge')
  await elsewhere.getByRole('button', { name: 'Save the new password' }).click()
  await expect(elsewhere.getByText('Your name is easy to guess')).toBeVisible()
  await elsewhere.getByLabel('New password').fill('a-better-one-7')
  await elsewhere.getByRole('button', { name: 'Save the new password' }).click()
  await elsewhere.waitForURL('**/auth/login')
  await expect(elsewhere.getByRole('status')).toContainText('Your password has been changed.')
  await fillLogin(elsewhere, { ...mwangi, password: 'a-better-one-7' })
  await elsewhere.waitForURL((url) => url.pathname === '/')

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('We’ve kept a light')
  await page.goto(link)
  await page.getByLabel('New password').fill('once-more-with-it')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has already been used')
  await page.getByRole('link', { name: 'Send me a new link' }).click()
  await page.waitForURL('**/auth/forgot')
  await elsewhere.close()
})

looksRight('register, refused', async (page) => {
  await page.goto('/auth/register')
  await fillRegistration(page, { ...wanjiru, username: 'staff@acacia.example' })
  await expect(page.getByText('There’s already an account with this email address')).toBeVisible()
})

looksRight('forgotten password, asked for', async (page) => {
  await page.goto('/auth/forgot')
  await page.getByLabel('Username or email').fill('0712345678')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('we’ve sent a link')).toBeVisible()
})

looksRight('new password, link expired', async (page) => {
  await page.goto(`/auth/reset#${'f'.repeat(43)}`)
  await page.getByLabel('New password').fill(good)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

looksRight('home without a room', async (page) => {
  const name = 'Bartholomew-Maximilian Wanjiru-Kipkorir'
  const [first_name, last_name] = name.split(' ')
  const username = 'no.room@students.example'
  const data = { first_name, last_name, email: username, password: good, password2: good }
  await page.request.post('/api/auth/register', { data })
  await signIn(page, { username, password: good })
  await expect(page.getByRole('region', { name: 'Rooms with a free place today' })).toBeVisible()
})
looksRight('profile, edited', async (page, server) => {
  const document = { kind: 'id_photo', created_at: '2026-11-20T08:00:00Z' }
  await page.route('**/api/documents/', (route) =>
    route.fulfill({
      json: [
        { ...document, id: 1 },
        { ...document, id: 2 },
      ],
    }),
  )
  await signIn(page, await addTenant(server), { at: '/auth/user' })
  await page.getByRole('button', { name: /^Your documents/ }).click()
  await expect(page.getByRole('button', { name: 'Open ID photo' })).toHaveCount(2)
  await editing(page)
  await page.getByLabel('First name').fill('')
  await save(page)
  await expect(page.getByText('Please enter your first name.')).toBeVisible()
})
