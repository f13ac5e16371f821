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
  await signIn(page, grace, { at: '/staff/settings/pictures' })
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
  await college.locator('summary').click()
  await college.getByRole('button', { name: 'Add a faculty' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(college.getByText('Please give a name.')).toBeVisible()
  await college.getByRole('textbox').last().fill('School of Ship Building')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await college.locator('summary').click()
  await college.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/have chosen .*, so it can’t be removed/)).toBeVisible()
})

test('after the last entry of a list, the focus is on the button that adds one', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/settings/services' })
  const entries = page.locator('.setting-entry summary')
  await expect(entries.first()).toBeVisible()
  for (let left = await entries.count(); left > 0; left--) {
    await entries.last().click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(
      left > 1 ? entries.last() : page.getByRole('button', { name: 'Add a service' }),
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
  let pushes = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && /mpesa\/.*push/.test(request.url())) pushes++
  })
  await page.getByRole('button', { name: 'Send a push of Ksh 1' }).click()
  // A push that is running is neither lost nor sent again.
  await expect(page.getByText('Type the PIN on the phone.')).toBeVisible()
  await page.getByLabel('Phone').press('Enter')
  expect(pushes).toBe(1)
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
  await plan.locator('summary').first().click()
  await plan.getByLabel('Price, Ksh').fill('70')
  await plan.getByRole('button', { name: 'Show what changes' }).click()
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(plan.getByText(`From ${formatDay(day)} on these are sold:`)).toBeVisible()
  await expect(plan.getByText('Ksh 70', { exact: true })).toBeVisible()
  await plan.getByRole('button', { name: 'Cancel the plan' }).click()
  const question = page.getByRole('dialog', { name: /^Cancel the prices planned for / })
  await expect(question.getByRole('row', { name: /Ksh 70 Ksh 50$/ })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel the plan' }).click()
  await expect(plan.getByRole('button', { name: 'Plan new prices' })).toBeVisible()
})

test('what was typed isn’t lost without a question', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, grace, { at: '/staff/settings/residence' })
  const group = page.locator('summary').filter({ hasText: 'Name and address' })
  const tagline = page.getByLabel('One-line description')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const back = page.getByRole('link', { name: 'Settings', exact: true })
  const part = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })
  await expect(group).toContainText('Acacia Court · Kenyatta Road, Juja')
  await expect(tagline).toBeHidden()
  await back.click()
  await part(/^Services/).click()
  await page.locator('summary').first().click()
  const service = page.getByLabel('Service', { exact: true })
  await service.fill('Laundry by night')
  await back.click()
  await expect(dialog).toContainText('What you typed is not saved yet.')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(service).toHaveValue('Laundry by night')
  await expect(page).toHaveURL(/services$/)
  await page.goBack()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(service).toHaveValue('Laundry by night')
  await back.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await part(/^Details/).click()
  await group.click()
  await tagline.fill('Rooms by the river.')
  // The page asks by itself before a reload.
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  await (await asked).dismiss()
  await expect(tagline).toHaveValue('Rooms by the river.')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Saved. People will see it')).toBeVisible()
  await back.click()
  await part(/^Staff/).click()
  await page.getByLabel('First name').fill('Otieno')
  await page.getByLabel('First name').fill('')
  await back.click()
  await part(/^Log/).click()
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
  const entries = page.locator('.setting-entry')
  const names = () => entries.locator('summary b').allTextContents()
  await expect(entries.first()).toBeVisible()
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
    await page.locator('summary').first().click()
    await page.getByLabel('Service', { exact: true }).fill('Laundry by night')
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  })
  for (const part of ['terms', 'mpesa', 'pictures', 'downloads']) {
    looksRight(`settings: ${part}`, async (page) => {
      await signIn(page, grace, { at: `/staff/settings/${part}` })
      await expect(
        page.getByRole('button', { name: /Publish|Check|Add a photo|Download/ }).first(),
      ).toBeVisible()
    })
  }
  looksRight('settings: the list of the parts', async (page) => {
    await signIn(page, grace, { at: '/staff/settings' })
    await expect(page.getByRole('link', { name: /^Wifi prices 3 bundles, from Ksh/ })).toBeVisible()
  })
  const typed = 'Nguo'.repeat(15)
  for (const [part, label] of [
    ['colleges', 'College'],
    ['questions', 'Question'],
    ['services', 'Service'],
  ]) {
    looksRight(`settings: ${part}, with changes`, async (page) => {
      await signIn(page, grace, { at: `/staff/settings/${part}` })
      await page.locator('summary').first().click()
      await page.getByLabel(label ?? '', { exact: true }).fill(typed)
      await expect(page.getByText('1 change', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
    })
  }
})

test('a phone has a list of the parts; a list shows one entry at a time, and says what has changed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, grace, { at: '/staff/settings' })
  const parts = page.getByRole('navigation', { name: 'Settings' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(parts.getByRole('link', { name: /^Terms Version \d/ })).toBeVisible()
  await parts.getByRole('link', { name: /^Questions \d+ questions$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
  await expect(parts).toBeHidden()

  const entries = page.locator('.setting-entry')
  const bar = page.locator('.save-bar')
  await expect(entries.first()).toBeVisible()
  const names = await entries.locator('summary b').allTextContents()
  await expect(bar).toBeHidden()
  await entries.first().locator('summary').click()
  await page.getByLabel('Answer').fill('Ask at the gate.')
  await expect(bar).toContainText('1 change')
  await expect(bar).toBeInViewport()
  await entries.nth(1).locator('summary').click()
  await expect(page.getByLabel('Answer')).toHaveCount(1)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Answer')).toHaveCount(0)
  await expect(entries.nth(1).locator('summary')).toBeFocused()
  await expect(entries.first()).toContainText('Ask at the gate.')
  await entries.last().locator('summary').click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await entries
    .first()
    .getByRole('button', { name: /^Move down/ })
    .press('Enter')
  await expect(bar).toContainText('3 changes')
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(bar).toBeHidden()
  expect(await entries.locator('summary b').allTextContents()).toEqual(names)

  // A laptop has the parts beside the first of them.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/staff/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Details')
  await expect(parts.getByRole('link', { name: 'Details' })).toHaveAttribute('aria-current', 'page')
  await parts.getByRole('link', { name: 'Wifi prices' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wifi prices')
  await expect(parts.getByRole('link', { name: 'Wifi prices' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('the log names who was moved, from where to where, day by day', { tag: '@long' }, async ({
  page,
}) => {
  const person = { id: 4, full_name: 'Achieng Odhiambo', is_tenant: true }
  const stay = { room_number: 'A103', from_day: '2025-09-01', until_day: null }
  const transfer = {
    before: { stays: [stay] },
    after: { room_number: 'B301', transfer_date: '2025-11-20', stays: [stay] },
  }
  const entry = { by: 'Grace Wanjiru', person, before: null, after: null }
  await page.route(/\/api\/staff\/settings\/log\/(\?|$)/, (route) =>
    route.fulfill({
      json: [
        { ...entry, ...transfer, id: 2, act: 'tenancy.transfer', at: '2025-11-20T08:00:00.000Z' },
        { ...entry, id: 1, act: 'tenancy.note', at: '2025-11-19T20:59:00.000Z' },
      ],
    }),
  )
  await signIn(page, grace, { at: '/staff/settings/log' })
  await expect(
    page.getByText('Grace Wanjiru moved Achieng Odhiambo from A103 to B301.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Thursday 20 November 2025',
    'Wednesday 19 November 2025',
  ])
  const row = page.getByRole('listitem').filter({ hasText: 'moved Achieng' })
  await expect(row.locator('time')).toHaveText('11:00')
  await row.getByRole('link', { name: 'B301' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'B301' })).toBeVisible()
})

test('the same thing tried several times is one row of the log, which opens', {
  tag: '@long',
}, async ({ page }) => {
  const tries = {
    tries: 'change a room',
    call: 'PUT /staff/rooms/A101/',
    role: 'viewer',
    room: 'A101',
  }
  const entry = { act: 'refused', by: 'Otieno Omondi', person: null, before: null, after: tries }
  const other = { ...entry, after: { ...tries, room: 'A102' } }
  await page.route(/\/api\/staff\/settings\/log\/(\?|$)/, (route) =>
    route.fulfill({
      json: [
        { ...entry, id: 5, at: '2025-11-20T07:09:00.000Z' },
        { ...entry, id: 4, at: '2025-11-20T07:05:00.000Z' },
        { ...entry, id: 3, at: '2025-11-20T07:02:00.000Z' },
        { ...other, id: 2, at: '2025-11-20T07:01:00.000Z' },
        { ...entry, id: 1, at: '2025-11-20T07:00:00.000Z' },
      ],
    }),
  )
  await signIn(page, grace, { at: '/staff/settings/log' })
  const rows = page.locator('.act-log section > ul > li')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(
    'Otieno Omondi tried 3 times to change a room, which a viewer may not do: A101.',
  )
  await rows.first().getByText('10:02 to 10:09').click()
  await expect(rows.first().locator('ol time')).toHaveText(['10:02', '10:05', '10:09'])
  await expect(rows.nth(1)).toContainText(
    'tried to change a room, which a viewer may not do: A102.',
  )
  await page.getByLabel('About').selectOption('Letters')
  await expect(page).toHaveURL(/about=letter/)
})

test('the rules of promises can be saved again and again', { tag: '@long' }, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/settings/residence' })
  const rules = page.getByRole('region', { name: 'Promises to pay' })
  const days = rules.getByLabel('Days ahead, at most')
  await rules.locator('summary').click()
  for (const typed of ['21', '30']) {
    await days.fill(typed)
    await expect(rules.getByText('Saved.')).toBeHidden()
    await rules.getByRole('button', { name: 'Set the rules' }).click()
    await expect(rules.getByText('Saved.')).toBeVisible()
  }
  await rules.locator('summary').click()
  await expect(rules.getByText('Up to 30 days ahead')).toBeVisible()
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
