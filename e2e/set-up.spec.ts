import { test as base, type Page } from '@playwright/test'
import { openEmptyServer } from './app-server.ts'
import { assistant, closeAssistant, expect, grace, payRent, signIn } from './fixtures.ts'
import { looksRight } from './looks.ts'

const startEmpty = () => openEmptyServer({ DARAJA_SIMULATOR_DELAY_MS: '500' })

const test = base.extend<{ empty: { url: string; code: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  empty: async ({}, use) => {
    const empty = await startEmpty()
    await use(empty)
    await empty.end()
  },
  baseURL: async ({ empty }, use) => use(empty.url),
})

const staff = { email: 'njeri@jacaranda.example', password: 'mango-matatu-9' }

async function setUp(page: Page, { url, code }: { url: string; code: string }) {
  await page.goto(url)
  await page.waitForURL('**/set-up')
  await page.getByLabel('Code from the server').fill(code)
  await page.getByLabel('Name of the residence').fill('Jacaranda House')
  await expect(page.getByLabel('Short name for links')).toHaveValue('jacaranda-house')
  await page.getByLabel('One-line description').fill('Rooms under the trees.')
  await page.getByLabel('Address').fill('Thika Road, opposite the gate')
  await page.getByLabel('Office phone').fill('0709 000 456')
  await page.getByLabel('Office email').fill('hello@jacaranda.example')
  await page.getByLabel('Office hours').fill('Every day 8 AM to 6 PM')
  await page.getByLabel('First name').fill('Njeri')
  await page.getByLabel('Last name').fill('Mwangi')
  await page.getByLabel('Your email').fill(staff.email)
  await page.getByLabel('Password', { exact: true }).fill(staff.password)
  await page.getByRole('button', { name: 'Set up the residence' }).click()
}

interface Steps {
  /** Links, buttons and boxes that were pressed. */
  pressed: number
  /** Fields that were typed into or chosen from. */
  filled: number
}

/** Counts what a person does on a page, in its later documents too. */
async function countSteps(page: Page, steps: Steps) {
  await page.exposeFunction('countStep', (kind: keyof Steps) => {
    steps[kind]++
  })
  await page.addInitScript(() => {
    const { countStep } = window as unknown as { countStep(kind: string): void }
    addEventListener('click', (event) => event.isTrusted && countStep('pressed'), true)
    const isBox = (target: EventTarget | null) =>
      target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)
    addEventListener('change', ({ target }) => isBox(target) || countStep('filled'), true)
  })
}

test('from nothing to the first paid rent', async ({ page, browser, empty }) => {
  test.slow()
  const steps = { pressed: 0, filled: 0 }
  await countSteps(page, steps)
  await setUp(page, empty)
  await expect(page.getByText('You look after Jacaranda House.')).toBeVisible()
  const checklist = page.getByRole('region', { name: 'Before you open' })
  await expect(checklist.getByText('0 of 10 done')).toBeVisible()

  await checklist.getByRole('link', { name: 'Add your rooms' }).click()
  await page.getByLabel('Room numbers').fill('A112–A101')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Please give the rent in whole shillings a month.')).toBeVisible()
  await page.getByLabel('Room numbers').fill('A101–A112, 6500')
  // The hint is back in the place of the old error.
  await expect(page.getByText('12 rooms: A101 to A112, Ksh 6500 a month')).toBeVisible()
  await page.getByRole('button', { name: 'Add 12 rooms' }).click()
  await expect(page.getByText('12 of 12 rooms have a free place today.')).toBeVisible()

  await page.getByRole('link', { name: 'Home' }).first().click()
  await checklist.getByRole('link', { name: 'Set the wifi prices' }).click()
  await page.getByRole('button', { name: 'Start with three usual bundles' }).click()
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await expect(page.getByRole('row', { name: /New Ksh.650$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Questions' }).click()
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please type the question.').first()).toBeVisible()
  await page.getByLabel('Question', { exact: true }).fill('Is there parking?')
  await page.getByLabel('Answer').fill('Behind the house, for two cars.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  const student = await browser.newPage({ baseURL: empty.url })
  await countSteps(student, steps)
  await student.goto('/')
  await expect(
    student.getByText('12 rooms have a free place now, from Ksh 6,500 a month per person.'),
  ).toBeVisible()
  await student.getByRole('link', { name: 'Move in' }).first().click()
  await student.getByLabel('Full name').fill('Mwanaisha Barasa')
  await student.getByLabel('Phone number', { exact: true }).fill('0733 901 241')
  await student.getByLabel('ID number').fill('38114941')
  await student.getByLabel('Emergency phone number').fill('0720 555 018')
  await student.getByLabel('Relationship').selectOption('Guardian')
  await student.getByLabel('College').selectOption({ index: 1 })
  await student.getByLabel('Faculty').selectOption({ index: 1 })
  await student.getByLabel('Registration number').fill('H31/2041741/2026')
  const year = Number((await student.getByLabel('Start date').inputValue()).slice(0, 4))
  await student.getByLabel('End date').fill(`${year + 1}-12-31`)
  await student.getByRole('radio', { name: 'A103' }).check()
  await student.getByRole('checkbox', { name: /terms and conditions/ }).check()
  await student.getByRole('button', { name: 'Submit Registration' }).click()
  await expect(student.getByText(/account number/i).first()).toBeVisible()
  await student.getByRole('link', { name: 'Log in' }).first().click()
  await student.getByLabel('Username or email').fill('0733901241')
  await student.getByLabel('Password', { exact: true }).fill('38114941')
  await student.getByRole('button', { name: 'Log in' }).click()
  await expect(student.getByRole('heading', { name: 'Karibu, Mwanaisha.' })).toBeVisible()
  await payRent(student, { phone: '0733901241', amount: 6500 })
  await expect(assistant(student).getByText(/^Paid\. Asante/)).toBeVisible()

  // Slow people: 5 s for a press, 15 s for a field.
  const minutes = (steps.pressed * 5 + steps.filled * 15) / 60
  console.log(
    `From nothing to the first paid rent: ${steps.pressed} presses and ${steps.filled} fields, about ${minutes.toFixed(1)} minutes.`,
  )
  expect(minutes).toBeLessThan(10)
  await closeAssistant(student)

  await page.goto('/')
  await expect(checklist.getByText('3 of 10 done')).toBeVisible()
  await expect(page.getByText('1 of 12', { exact: false }).first()).toBeVisible()
})

test('a reload of the set-up keeps what was typed, but neither the code nor the password', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/set-up')
  await page.getByLabel('Code from the server').fill('H4TX-92KD-7MPQ')
  await page.getByLabel('Name of the residence').fill('Jacaranda House')
  await expect(page.getByLabel('Short name for links')).toHaveValue('jacaranda-house')
  await page.getByLabel('Short name for links').fill('jacaranda')
  await page.getByLabel('Your email').fill(staff.email)
  await page.getByLabel('Password', { exact: true }).fill(staff.password)
  await page.reload()
  await expect(page.getByLabel('Name of the residence')).toHaveValue('Jacaranda House')
  await expect(page.getByLabel('Short name for links')).toHaveValue('jacaranda')
  await expect(page.getByLabel('Your email')).toHaveValue(staff.email)
  await expect(page.getByLabel('Code from the server')).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(kept).not.toMatch(/H4TX|mango/)
  await page.getByLabel('Name of the residence').fill('Jacaranda Court')
  await expect(page.getByLabel('Short name for links')).toHaveValue('jacaranda')
})

test('the reply to the set-up is lost: pressing the button again logs in', {
  tag: '@long',
}, async ({ page, empty }) => {
  let lost = false
  await page.route('**/api/set-up/', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue()
    lost = true
    await route.fetch()
    await route.abort()
  })
  await setUp(page, empty)
  await expect(page.getByText('No network.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Set up the residence' }).click()
  await expect(page.getByText('You look after Jacaranda House.')).toBeVisible()
})

test('a second member of staff is added by a link, and removed', { tag: '@long' }, async ({
  page,
  empty,
  browser,
}) => {
  await setUp(page, empty)
  await page.getByRole('link', { name: 'Add a second staff account' }).click()
  await page.getByLabel('First name').fill('Otieno')
  await page.getByLabel('Last name').fill('Omondi')
  await page.getByLabel('Email').fill('otieno@jacaranda.example')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Otieno chooses a password by a link')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  // Where the owner is logged in, it says what that means.
  await page.goto(link)
  await expect(page.getByText('Someone is logged in on this device.')).toBeVisible()
  await page.goto('/staff/settings/staff')

  const other = await browser.newPage({ baseURL: empty.url })
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await expect(other.getByText('You log in with it and your email address.')).toBeVisible()
  await other.getByLabel('Password', { exact: true }).fill('a-lantern-in-thika')
  await other.getByRole('button', { name: 'Save the password' }).click()
  await expect(other.getByText('Your password is saved.')).toBeVisible()
  await other.getByLabel('Username or email').fill('otieno@jacaranda.example')
  await other.getByLabel('Password', { exact: true }).fill('a-lantern-in-thika')
  await other.getByRole('button', { name: 'Log in' }).click()
  await expect(other.getByText('You look after Jacaranda House.')).toBeVisible()

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Otieno Omondi is no longer staff.')).toBeVisible()
  await other.goto('/staff/desk')
  await expect(other.getByRole('heading', { name: 'Desk', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page.getByText('Njeri Mwangi removed Otieno Omondi from the staff.')).toBeVisible()
})

test('two members of staff change the same settings: the second sees it and keeps what was typed', {
  tag: '@long',
}, async ({ page, empty }) => {
  await setUp(page, empty)
  await expect(page.getByRole('region', { name: 'Before you open' })).toBeVisible()
  await page.goto('/set-up')
  await expect(page.getByRole('heading', { name: 'Everything is set up' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Jacaranda House/ })).toBeVisible()

  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/staff/settings/services')
    await tab.getByRole('button', { name: 'Add a service' }).click()
  }
  const add = async (tab: Page, name: string) => {
    await tab.getByLabel('Service', { exact: true }).fill(name)
    await tab.getByLabel('Description').fill(`${name} for everyone.`)
    await tab.getByRole('button', { name: 'Save' }).click()
  }
  await add(page, 'Laundry')
  await expect(page.getByText('Saved.')).toBeVisible()
  await add(other, 'Gym')
  await expect(other.getByText('Someone else has just changed this.')).toBeVisible()
  await expect(other.getByLabel('Service', { exact: true })).toHaveValue('Gym')
  await other.getByRole('button', { name: 'Show what is there now' }).click()
  await expect(other.getByRole('group', { name: 'Laundry' })).toBeVisible()
  await expect(other.getByRole('group', { name: 'Gym' })).toBeHidden()
})

test.describe('every screen', () => {
  const started: Awaited<ReturnType<typeof startEmpty>>[] = []
  test.afterAll(async () => {
    for (const one of started.splice(0)) await one.end()
  })
  async function start() {
    const empty = await startEmpty()
    started.push(empty)
    return empty
  }

  looksRight('set-up, with errors', async (page) => {
    const { url } = await start()
    await page.goto(url)
    await page.getByLabel('Name of the residence').fill('W'.repeat(80))
    await page.getByRole('button', { name: 'Set up the residence' }).click()
    await expect(page.getByText('Please type the code')).toBeVisible()
  })
  looksRight('staff home, before the residence opens', async (page) => {
    await setUp(page, await start())
    await expect(page.getByRole('region', { name: 'Before you open' })).toBeVisible()
  })
  looksRight('rooms, none yet', async (page) => {
    const empty = await start()
    await setUp(page, empty)
    await expect(page.getByRole('region', { name: 'Before you open' })).toBeVisible()
    await page.goto(`${empty.url}/staff/rooms`)
    await page.getByLabel('Room numbers').fill('A101-A99')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('ends before it begins')).toBeVisible()
  })
  looksRight('settings, residence', async (page) => {
    await signIn(page, grace, { at: '/staff/settings/residence' })
    const group = page.locator('summary').filter({ hasText: 'Name and address' })
    await group.click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('')
    await page.getByLabel('Address', { exact: true }).fill('Gate C')
    await group.click()
    await expect(group).toContainText('Gate C')
    await page.getByRole('button', { name: 'Save' }).click()
    // A field that is wrong opens its group again.
    await expect(page.getByText('Please give the residence’s name.')).toBeVisible()
    await expect(name).toBeFocused()
  })
  looksRight('settings, wifi prices', async (page) => {
    await signIn(page, grace, { at: '/staff/settings/wifi' })
    await page.locator('summary').first().click()
    await page.getByLabel('Price, Ksh').fill('')
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await expect(page.getByText('Please give whole shillings')).toBeVisible()
    await expect(page.getByText('Please check the marked fields.')).toBeVisible()
  })
  looksRight('settings, wifi prices that change', async (page) => {
    await signIn(page, grace, { at: '/staff/settings/wifi' })
    await page.locator('summary').first().click()
    await page.getByLabel('Price, Ksh').fill('250000')
    await page.locator('summary').last().click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await expect(page.getByText('No longer sold')).toBeVisible()
  })
  looksRight('settings, questions', async (page) => {
    await signIn(page, grace, { at: '/staff/settings/questions' })
    await expect(page.getByRole('button', { name: 'Add a question' })).toBeVisible()
  })
  looksRight('settings, staff', async (page) => {
    await signIn(page, grace, { at: '/staff/settings/staff' })
    await page.getByLabel('Email').fill('someone')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
    await expect(page.getByText('Grace Wanjiru')).toBeVisible()
  })
  looksRight('settings, log', async (page) => {
    const long = { note: 'W'.repeat(3000), amount: 6500 }
    const at = '2026-11-20T08:00:00.000Z'
    const entry = { by: 'Grace Wanjiru', at, person: null, before: null, after: long }
    const acts = ['desk.assign', 'tenancy.remove', 'something.unknown']
    await page.route(/\/api\/staff\/settings\/log\/(\?|$)/, (route) =>
      route.fulfill({ json: acts.map((act, id) => ({ id, act, ...entry })) }),
    )
    await signIn(page, grace, { at: '/staff/settings/log' })
    await page.getByText('What changed').first().click()
    await expect(page.getByText('W'.repeat(3000)).first()).toBeVisible()
  })
  looksRight('settings, fetch failed', async (page) => {
    await page.route('**/api/staff/settings/**', (route) =>
      route.fulfill({ status: 502, body: '' }),
    )
    await signIn(page, grace, { at: '/staff/settings/services' })
    await expect(page.getByText('The settings couldn’t be loaded')).toBeVisible()
  })
})
