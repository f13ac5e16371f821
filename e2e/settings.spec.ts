import { addMonths, dayOf, formatDay } from '#rules/calendar.ts'
import { drawing } from './drawing.ts'
import { expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'settings' })

test('terms are published, and whoever reads earlier ones is told', { tag: '@long' }, async ({
  page,
  another,
}) => {
  await signIn(page, grace, { at: '/staff/settings/terms' })
  const text = page.getByLabel('Terms', { exact: true })
  await expect(text).toHaveValue(/## Rent/)
  await text.fill('## The gate\nIt closes at 10 PM.\n- Knock twice')
  const preview = page.getByRole('region', { name: 'As tenants see them' })
  await expect(preview.getByRole('heading', { name: 'The gate' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Version 2 is published.')).toBeVisible()

  await another.goto('/terms/acacia-court')
  await expect(another.getByRole('heading', { name: 'The gate' })).toBeVisible()
  await another.goto('/terms/acacia-court?version=1')
  await another.getByRole('link', { name: 'Read the present ones' }).click()
  await expect(another.getByText('Knock twice')).toBeVisible()
})

test('photos of the gallery replace the drawings that visitors see', { tag: '@long' }, async ({
  page,
  another,
}) => {
  await signIn(page, grace, { at: '/staff/settings/residence' })
  const gallery = page.getByRole('region', { name: 'Gallery' })
  const buffer = Buffer.from(await drawing(page, 1200, 900), 'base64')
  const picture = { name: 'gate.png', mimeType: 'image/png', buffer }
  await gallery.getByLabel('Photo for the gallery').setInputFiles(picture)
  await expect(gallery.getByText('Please say what the photo shows.')).toBeVisible()
  await gallery.getByLabel('What the next photo shows').fill('The gate in the morning')
  await gallery.getByLabel('Photo for the gallery').setInputFiles(picture)
  await expect(gallery.getByRole('listitem')).toHaveText(/The gate in the morning/)
  await expect(gallery.getByLabel('What the next photo shows')).toHaveValue('')

  const shown = another.getByRole('img', { name: 'The gate in the morning' })
  for (const path of ['/', '/about']) {
    // A page is rendered once for some seconds.
    await expect(async () => {
      await another.goto(path)
      await expect(shown).toHaveJSProperty('naturalWidth', 1200, { timeout: 2000 })
    }).toPass()
  }
  await gallery.getByRole('button', { name: 'Remove The gate in the morning' }).click()
  await expect(gallery.getByRole('listitem')).toHaveCount(0)
})

test('a college gets a faculty; one that tenants chose stays', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, grace, { at: '/staff/settings/colleges' })
  const college = page.getByRole('group', { name: 'Engineering and Technology' })
  await college.getByRole('button', { name: 'Add a faculty' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(college.getByText('Please give a name.')).toBeVisible()
  await college.getByRole('textbox').last().fill('School of Ship Building')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await college.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/have chosen .*, so it can’t be removed/)).toBeVisible()
})

test('after the last entry of a list, the focus is on the button that adds one', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/settings/services' })
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  await expect(remove.first()).toBeVisible()
  for (let left = await remove.count(); left > 0; left--) {
    await remove.last().click()
    await expect(
      left > 1 ? remove.last() : page.getByRole('button', { name: 'Add a service' }),
    ).toBeFocused()
  }
})

test('M-Pesa is checked, and a push of Ksh 1 comes back', async ({ page }) => {
  await signIn(page, grace, { at: '/staff/settings/mpesa' })
  await page.getByRole('button', { name: 'Check the settings' }).click()
  const check = page.getByRole('region', { name: 'Connection' })
  await expect(check.getByText('finds nothing wrong with paybill')).toBeVisible()
  await page.getByRole('button', { name: 'Send a push of Ksh 1' }).click()
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await page.getByLabel('Phone').fill('0722 333 440')
  await page.getByRole('button', { name: 'Send a push of Ksh 1' }).click()
  await expect(page.getByText('The payment arrived: M‑Pesa works.')).toBeVisible()
  await page.getByRole('link', { name: /^Receipt R/ }).click()
  await expect(page.getByText('Ksh 1', { exact: true }).first()).toBeVisible()
})

test('wifi prices are planned for a later day, and taken back', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, grace, { at: '/staff/settings/wifi' })
  await page.getByRole('button', { name: 'Plan new prices' }).click()
  const plan = page.getByRole('region', { name: 'From a later day' })
  await plan.getByLabel('First day of these prices').fill('2020-01-01')
  await plan.getByRole('button', { name: 'Show what changes' }).click()
  await expect(plan.getByText('Choose a day after today.')).toBeVisible()
  const day = addMonths(dayOf(new Date()), 1)
  await plan.getByLabel('First day of these prices').fill(day)
  await plan.getByLabel('Price, Ksh').first().fill('70')
  await plan.getByRole('button', { name: 'Show what changes' }).click()
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(plan.getByText(`From ${formatDay(day)} on these are sold:`)).toBeVisible()
  await expect(plan.getByText('Ksh 70', { exact: true })).toBeVisible()
  await plan.getByRole('button', { name: 'Cancel the plan' }).click()
  await expect(plan.getByRole('button', { name: 'Plan new prices' })).toBeVisible()
})

test('what was typed isn’t lost without a question', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, grace, { at: '/staff/settings/residence' })
  const tagline = page.getByLabel('One-line description')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const part = page.getByLabel('Part of the settings')
  await expect(tagline).toBeVisible()
  await part.selectOption('Services')
  const service = page.getByLabel('Service', { exact: true }).first()
  await service.fill('Laundry by night')
  await part.selectOption('Residence')
  await expect(dialog).toContainText('What you typed is not saved yet.')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(service).toHaveValue('Laundry by night')
  await expect(part).toHaveValue('services')
  await page.goBack()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(service).toHaveValue('Laundry by night')
  await part.selectOption('Residence')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await tagline.fill('Rooms by the river.')
  // The page asks by itself before a reload.
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  await (await asked).dismiss()
  await expect(tagline).toHaveValue('Rooms by the river.')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Saved. People will see it')).toBeVisible()
  await part.selectOption('Staff')
  await page.getByLabel('First name').fill('Otieno')
  await page.getByLabel('First name').fill('')
  await part.selectOption('Log')
  await expect(page).toHaveURL(/log$/)
})

test('a question is tried with entries that aren’t saved', { tag: '@long' }, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/settings/questions' })
  await page.getByRole('button', { name: 'Add a question' }).click()
  const added = page.getByRole('group').last()
  await added
    .getByLabel('Question', { exact: true })
    .fill('May visitors bring their bicycles indoors?')
  await added.getByLabel('Answer').fill('Yes, into the shed.')
  const trial = page.locator('form').filter({ hasText: 'Try a question' })
  const ask = async (question: string) => {
    await trial.getByLabel('What might a tenant ask?').fill(question)
    await trial.getByRole('button', { name: 'Find the answer' }).click()
  }
  await ask('can visitors bring bicycles indoors')
  await expect(
    trial.getByText(/it has most of the words \(visitors, bring, bicycles, indoors\)/),
  ).toBeVisible()
  await expect(trial.getByText('Yes, into the shed.')).toBeVisible()
  await ask('How much do I owe?')
  await expect(trial.getByText(/the tenant’s own data/)).toBeVisible()
  await ask('Who won the football match yesterday?')
  await expect(trial.getByText(/Nothing matches/)).toBeVisible()
})

test('services are ordered by dragging and by keyboard; Escape puts one back', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/settings/services' })
  const entries = page.getByRole('group')
  const names = () =>
    entries
      .getByLabel('Service', { exact: true })
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await expect(entries.getByLabel('Service', { exact: true }).first()).toBeVisible()
  const before = await names()
  const drag = async () => {
    const from = await entries.first().locator('.drag-handle').boundingBox()
    const to = await entries.nth(2).boundingBox()
    if (!from || !to) throw new Error('not on the screen')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 20, to.y + to.height - 10, { steps: 12 })
  }
  await drag()
  await expect.poll(names).not.toEqual(before)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await names()).toEqual(before)
  await drag()
  await page.mouse.up()
  await expect.poll(async () => (await names()).indexOf(before[0] ?? '')).toBe(2)
  await entries
    .nth(2)
    .getByRole('button', { name: /^Move up/ })
    .press('Enter')
  await expect.poll(async () => (await names()).indexOf(before[0] ?? '')).toBe(1)
  // In the first place it can't be moved up any more: the focus goes to the button that moves it down.
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names()).indexOf(before[0] ?? '')).toBe(0)
  const down = entries.first().getByRole('button', { name: /^Move down/ })
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names()).indexOf(before[0] ?? '')).toBe(1)
  await expect(entries.nth(1).getByRole('button', { name: /^Move down/ })).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
})

test.describe('screens', () => {
  looksRight('settings: the question before leaving', async (page) => {
    await signIn(page, grace, { at: '/staff/settings/services' })
    await page.getByLabel('Service', { exact: true }).first().fill('Laundry by night')
    await page.getByLabel('Part of the settings').selectOption('Residence')
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  })
  for (const part of ['terms', 'colleges', 'mpesa', 'wifi', 'questions', 'services']) {
    looksRight(`settings: ${part}`, async (page) => {
      await signIn(page, grace, { at: `/staff/settings/${part}` })
      await expect(
        page.getByRole('button', { name: /Save|Publish|Check|Show what changes/ }).first(),
      ).toBeVisible()
    })
  }
})

test('the rules of promises can be saved again and again', { tag: '@long' }, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/settings/residence' })
  const rules = page.getByRole('region', { name: 'Promises to pay' })
  const days = rules.getByLabel('Days ahead, at most')
  for (const typed of ['21', '30']) {
    await days.fill(typed)
    await expect(rules.getByText('Saved.')).toBeHidden()
    await rules.getByRole('button', { name: 'Set the rules' }).click()
    await expect(rules.getByText('Saved.')).toBeVisible()
  }
  await page.reload()
  await expect(days).toHaveValue('30')
})

test('two filters that are chosen before the address has followed are both kept', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/settings/log' })
  await expect(page.getByText('Nothing yet').or(page.locator('.act-log'))).toBeVisible()
  /** Changes days, the first field being 0, without leaving the page time to follow its address. */
  const choose = (...days: [field: number, day: string][]) =>
    page.evaluate((days) => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const fields = document.querySelectorAll<HTMLInputElement>('input[type=date]')
      for (const [at, day] of days) {
        setValue?.call(fields[at], day)
        fields[at]?.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }, days)
  await choose([0, '2026-02-02'], [0, '2026-02-01'], [1, '2026-02-28'])
  await expect(page).toHaveURL(/from=2026-02-01&until=2026-02-28/)
  // The address is there before the page has followed it.
  for (const day of ['2026-02-02', '2026-02-03', '2026-02-04']) {
    await page.getByLabel('From').fill(day)
    await expect(page).toHaveURL(new RegExp(`from=${day}`))
    await choose([0, '2026-03-01'], [1, '2026-03-31'])
    await expect(page).toHaveURL(/from=2026-03-01&until=2026-03-31/)
    await expect(page.getByLabel('From')).toHaveValue('2026-03-01')
  }
})
