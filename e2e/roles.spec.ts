import { addStaff } from './add-staff.ts'
import { expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'roles' })

test('a viewer sees everything and changes nothing; a caretaker moves tenants; the owner decides', {
  tag: '@long',
}, async ({ page, another }) => {
  await signIn(page, grace)
  await addStaff(page, another, 'otieno@acacia.example', 'Viewer')
  await expect(another.getByText('As a viewer you can’t move or remove tenants.')).toBeVisible()
  await another.goto('/staff/desk')
  await another.getByRole('region', { name: 'Waiting payments' }).getByRole('link').first().click()
  await expect(another.getByText('As a viewer you can’t credit payments.')).toBeVisible()
  await expect(another.getByRole('button', { name: /Credit/ })).toBeHidden()
  await another.goto('/staff/posts')
  await expect(
    another.getByText('As a viewer you can’t approve or reject posts.').first(),
  ).toBeVisible()
  await another.goto('/staff/settings/residence')
  await expect(another.getByLabel('Name', { exact: true })).toBeDisabled()
  await another.goto('/staff/settings/services')
  await another.locator('summary').first().click()
  await expect(another.getByLabel('Service', { exact: true })).toBeDisabled()
  await expect(another.getByRole('button', { name: 'Add a service' })).toBeDisabled()
  await another.goto('/staff/rooms/A101')
  await expect(another.getByRole('heading', { name: 'About this room' })).toBeVisible()
  await expect(another.getByRole('button', { name: 'Change the rent' })).toBeHidden()
  await expect(another.getByRole('link', { name: /^View / })).toBeVisible()
  await expect(another.getByRole('button', { name: 'Change room' })).toBeHidden()
  await another.goto('/staff/import')
  await expect(another.getByText('As a viewer you can’t import tables.')).toBeVisible()

  await page.reload()
  // Choosing alone, as the arrow keys do, changes nothing.
  await page.getByLabel('Role of Otieno Omondi').focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Role of Otieno Omondi')).toHaveValue('caretaker')
  await expect(page.getByText('from now on.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save the role: Otieno Omondi' }).click()
  await expect(page.getByText('Otieno Omondi: caretaker from now on.')).toBeVisible()
  await another.goto('/')
  await expect(another.getByRole('region', { name: 'Change tenant room' })).toBeVisible()
  await another.goto('/staff/rooms/A101')
  await another.getByRole('button', { name: 'Edit the notes' }).click()
  await expect(another.getByLabel('Places')).toBeHidden()
  await another.getByLabel('Notes').fill('The tap drips.')
  await another.getByRole('button', { name: 'Save' }).click()
  await expect(another.getByText('The tap drips.')).toBeVisible()
  await expect(another.getByRole('button', { name: 'Change the rent' })).toBeHidden()
  await another.goto('/staff/desk')
  await another.getByRole('region', { name: 'Waiting payments' }).getByRole('link').first().click()
  await expect(another.getByText('As a caretaker you can’t credit payments.')).toBeVisible()
  await another.goto('/staff/settings/staff')
  await expect(another.getByText('As a caretaker you can’t add staff')).toBeVisible()

  // The last owner stays one.
  await expect(page.getByLabel('Role of Otieno Omondi')).toBeFocused()
  await page.getByLabel('Role of Grace Wanjiru').selectOption('Manager')
  await page.getByRole('button', { name: 'Save the role: Grace Wanjiru' }).click()
  await expect(page.getByText('A residence needs an owner.')).toBeVisible()
  await expect(page.getByLabel('Role of Grace Wanjiru')).toHaveValue('owner')

  await page.goto('/staff/settings/log?about=staff')
  await expect(page.getByText('changed the role of Otieno Omondi').first()).toBeVisible()
  await page.getByText('What changed').first().click()
  await expect(page.getByText('viewer').first()).toBeVisible()
  await page.getByLabel('From').fill('2026-02-02')
  await page.getByLabel('Until').fill('2026-02-01')
  await expect(page.getByText('Choose the same day or a later one.')).toBeVisible()
  await expect(page.getByText('Nothing matches.')).toBeHidden()
})

test('what is left before opening names who can do it; what was tried is in the log in words', {
  tag: '@long',
}, async ({ page, another }) => {
  await signIn(page, grace)
  await addStaff(page, another, 'achieng@acacia.example', 'Viewer')
  await another.route('**/api/staff/checklist/', (route) =>
    route.fulfill({ json: ['rooms', 'mail', 'staff'].map((item) => ({ item, done: false })) }),
  )
  const tried = another.waitForRequest('**/api/staff/checklist/')
  await another.goto('/')
  const checklist = another.getByRole('region', { name: 'Before you open' })
  await checklist.getByText('What is left, and who can do it').click()
  await expect(checklist.getByText('An owner or a manager can do this.')).toBeVisible()
  await expect(checklist.getByText('An owner can do this.')).toBeVisible()
  await expect(checklist.getByRole('link')).toHaveCount(0)

  const { authorization = '' } = await (await tried).allHeaders()
  await another.request.put('/api/staff/rooms/A101/', { headers: { authorization }, data: {} })
  await page.goto('/staff/settings/log?about=refused&q=change')
  await expect(
    page.getByText('tried to change a room, which a viewer may not do: A101.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'A101' }).click()
  await expect(page.getByRole('heading', { name: 'A101' })).toBeVisible()
})

test('one sees where one is logged in, and logs out elsewhere', { tag: '@long' }, async ({
  page,
  another,
}) => {
  await signIn(page, grace)
  await signIn(another, grace, { at: '/staff/settings/terms' })
  await another.getByLabel('Terms').fill('## Goats\nNone.')
  await page.goto('/auth/user')
  const sessions = page.getByRole('region', { name: 'Where you’re logged in' })
  await expect(sessions.getByText('(this one)')).toBeVisible()
  const others = sessions.getByRole('button', { name: /^\d+ others$/ })
  const single = sessions.getByRole('button', { name: /^Log out Chrome/ })
  await expect(others.or(single)).toBeVisible()
  if (await others.isVisible()) {
    await others.click()
    expect(await single.count()).toBeGreaterThan(1)
    await sessions.getByRole('button', { name: 'Log out everywhere else' }).click()
  } else await single.click()
  await expect(sessions.getByText('Logged out there.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  // Whoever is logged out is told, and finds the page and what was typed again.
  await another.getByRole('button', { name: 'Publish' }).click()
  await another.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(another.getByText('You were logged out here.')).toBeVisible()
  await another.getByRole('link', { name: 'Log in again' }).click()
  await another.getByLabel('Username or email').fill(grace.username)
  await another.getByLabel('Password', { exact: true }).fill(grace.password)
  await another.getByRole('button', { name: 'Log in' }).click()
  await expect(another.getByLabel('Terms')).toHaveValue('## Goats\nNone.')
})

test.describe('screens', () => {
  looksRight('where one is logged in', async (page) => {
    const session = {
      device: 'Samsung Internet on Android',
      signed_in_at: '2026-11-20T08:00:00Z',
      last_used_at: '2026-11-20T08:00:00Z',
    }
    await page.route('**/api/auth/sessions/', (route) =>
      route.fulfill({
        json: ['a', 'b', 'c'].map((id) => ({ ...session, id, is_this: id === 'a' })),
      }),
    )
    await signIn(page, grace, { at: '/auth/user' })
    await expect(page.getByRole('button', { name: 'Log out everywhere else' })).toBeVisible()
    await page.getByRole('button', { name: '2 others' }).click()
  })
})
