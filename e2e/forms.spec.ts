import type { Page } from '@playwright/test'
import { changeDepositRule, getDepositRule } from '#contract/deposits.ts'
import { changeResidence, getResidence } from '#contract/settings.ts'
import { addTenantNote } from '#contract/tenant-record.ts'
import { listTenantPage } from '#contract/tenants.ts'
import { addRoom, addTenant } from './add-tenant.ts'
import { callerAt } from './caller.ts'
import { expect, grace, signIn, test, watchRequests } from './fixtures.ts'

test.use({ ownServer: 'forms' })

/** Holds requests back until they are let go. */
async function hold(page: Page, url: RegExp, method: string) {
  const gate = Promise.withResolvers<'continue' | 'fail'>()
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    return (await gate.promise) === 'fail' ? route.fulfill({ status: 502 }) : route.continue()
  })
  return gate.resolve
}

test('what a form shows belongs to what is typed, and a double-click confirms nothing', async ({
  page,
  server,
}) => {
  const room = await addRoom(server)
  await signIn(page, grace, { at: `/staff/rooms/${room}` })
  await page.getByRole('button', { name: 'Change the rent' }).click()
  const form = page.getByRole('region', { name: `Rent of ${room}` })
  const confirm = form.getByRole('button', { name: 'Change the rent' })
  await form.getByLabel('New rent').fill('7100')
  await form.getByRole('button', { name: 'Show what changes' }).click()
  await expect(confirm).toBeVisible()
  await form.getByLabel('New rent').fill('none')
  await expect(confirm).toBeHidden()
  await form.getByRole('button', { name: 'Show what changes' }).click()
  await expect(form.getByText('Please give whole shillings, 1 to 250,000.')).toBeVisible()
  await expect(confirm).toBeHidden()
  await expect(form.getByText('7,100')).toHaveCount(0)

  await page.goto('/staff/settings/wifi')
  await page.locator('.setting-entry summary').first().click()
  await page.getByLabel('Price, Ksh').fill('55')
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves.push(request.url())
  })
  const release = await hold(page, /\/settings\/bundles\/preview\//, 'POST')
  const button = page.locator('.save-bar').getByRole('button', { name: /Show what changes|Save/ })
  await button.hover()
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  release('continue')
  const effect = page.getByRole('status').filter({ hasText: 'These prices change:' })
  await expect(effect).toBeFocused()
  await page.keyboard.press('Enter')
  await button.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(effect).toBeVisible()
  expect(saves).toEqual([])
  await page.getByLabel('Price, Ksh').fill('56')
  await expect(effect).toBeHidden()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.locator('.save-bar')).toBeHidden()
})

test('a question stays until its answer is sent, and gives the focus back', async ({
  page,
  server,
}) => {
  const tenant = await addTenant(server)
  const room = await addRoom(server)
  await signIn(page, grace, { at: `/staff/rooms/${room}` })
  const ask = page.getByRole('button', { name: 'Delete the room' })
  const question = page.getByRole('dialog', { name: `Delete room ${room}?` })
  await ask.click()
  const release = await hold(page, /\/api\/staff\/rooms\//, 'DELETE')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeVisible()
  release('fail')
  await expect(question).toBeHidden()
  await expect(page.getByText('That did not work. Please try again.')).toBeVisible()
  await expect(ask).toBeFocused()

  const staff = await callerAt(server.url, grace)
  const id = Number((await staff.call(listTenantPage, { query: { q: tenant.room } }))[0]?.id)
  await staff.call(addTenantNote, {
    params: { id: String(id) },
    body: { text: 'The key is late.' },
  })
  await page.goto(`/staff/tenants/${id}`)
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notes.getByText('The key is late.')).toHaveCount(0)
  await expect(notes.getByRole('heading', { name: 'Notes' })).toBeFocused()
})

test('a failed search keeps its field and what was typed', async ({ page }) => {
  await signIn(page, grace, { at: '/staff/tenants' })
  const search = page.getByLabel('Search')
  await expect(search).toBeVisible()
  await page.route(/\/api\/staff\/tenants\/\?.*q=/, (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ status: 502 }) : route.fallback(),
  )
  await search.pressSequentially('amina')
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(search).toHaveValue('amina')
  await expect(search).toBeFocused()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('link', { name: 'Amina Otieno' })).toBeVisible()
})

test('settings are discarded, and nobody overwrites what a colleague has saved meanwhile', async ({
  page,
  server,
}) => {
  const requests = watchRequests(page)
  const { call } = await callerAt(server.url, grace)
  await signIn(page, grace, { at: '/staff/settings/residence' })
  const tagline = page.getByLabel('One-line description')
  const days = page.getByLabel('Days ahead, at most')
  for (const group of ['Name and address', 'Promises to pay'])
    await page.locator('summary').filter({ hasText: group }).click()
  for (const field of [tagline, days]) {
    const saved = await field.inputValue()
    await field.fill('9')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(field).toHaveValue(saved)
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  }
  const reconnect = async () => {
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await requests.answered()
  }
  const was = await call(getResidence, {})
  const first_month = was.first_month ?? 'full'
  const theirs = { ...was, first_month, tagline: 'A colleague’s words' }
  await tagline.fill('A house of my own words')
  await call(changeResidence, { body: { was, now: theirs } })
  await reconnect()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(tagline).toHaveValue('A house of my own words')
  expect((await call(getResidence, {})).tagline).toBe('A colleague’s words')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(tagline).toHaveValue('A colleague’s words')

  await page.goto('/staff/settings/billing')
  const refund = page.getByLabel('Refund for leaving early, %')
  const percent = await refund.inputValue()
  await refund.fill('12')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(refund).toHaveValue(percent)

  await page.goto('/staff/settings/deposit')
  const back = page.getByLabel('Days to give it back')
  await back.fill('21')
  const rule = await call(getDepositRule, {})
  await call(changeDepositRule, {
    body: { was: rule, now: { amount: null, months: null, days: '28' } },
  })
  await reconnect()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(back).toHaveValue('21')
  expect((await call(getDepositRule, {})).days).toBe(28)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The move-in form now shows it.')).toBeVisible()
  expect((await call(getDepositRule, {})).days).toBe(21)
})
