import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { axeViolations } from './axe.ts'
import {
  amina,
  assistant,
  closeAssistant,
  expandAssistant,
  expect,
  fillLogin,
  grace,
  payRent,
  signIn,
  test,
} from './fixtures.ts'
import { looksRight } from './looks.ts'

const path = '/auth/onboard/acacia-court'
test.use({ ownServer: 'moving in' })

/** A student with an unused phone, ID number and registration number. */
const student = (number: number) => ({
  full_name: `Mwanaisha Barasa-Wekesa ${number}`,
  phone: `07339012${number}`,
  id_number: `381149${number}`,
  registration_number: `H31/20417${number}/2026`,
})

async function fillForm(
  page: Page,
  { room, ...one }: ReturnType<typeof student> & { room: string },
) {
  await page.getByLabel('Full name').fill(one.full_name)
  await page.getByLabel('Phone number', { exact: true }).fill(one.phone)
  await page.getByLabel('ID number').fill(one.id_number)
  await page.getByLabel('Emergency phone number').fill('0720 555 018')
  await page.getByLabel('Relationship').selectOption('Guardian')
  await page.getByLabel('College').selectOption({ index: 1 })
  await page.getByLabel('Faculty').selectOption({ index: 1 })
  await page.getByLabel('Registration number').fill(one.registration_number)
  const year = Number((await page.getByLabel('Start date').inputValue()).slice(0, 4))
  await page.getByLabel('End date').fill(`${year + 1}-12-31`)
  await page.getByRole('radio', { name: room }).check()
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Registration' })
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'Please check th' })

/** 12 megapixels as a phone stores them: rotated by metadata, red at the top when upright. */
async function phonePhoto(format: 'jpeg' | 'webp') {
  const red = await sharp({
    create: { width: 2000, height: 3000, channels: 3, background: '#c02010' },
  })
    .png()
    .toBuffer()
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#1040c0' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()
}

/** What the preview shows: its size, and the colours near its upper and lower edge. */
const seen = (page: Page) =>
  page
    .getByRole('main')
    .locator('.document-upload img')
    .first()
    .evaluate((image: HTMLImageElement) => {
      const { naturalWidth: width, naturalHeight: height } = image
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const pen = canvas.getContext('2d')
      pen?.drawImage(image, 0, 0)
      const strongest = (y: number) => {
        const [red = 0, , blue = 0] = pen?.getImageData(width / 2, y, 1, 1).data ?? []
        return red > blue ? 'red' : 'blue'
      }
      return { width, height, top: strongest(40), bottom: strongest(height - 40) }
    })

test('staff move somebody in from the list of tenants', { tag: '@long' }, async ({
  page,
  another,
  request,
}) => {
  await signIn(page, grace, { at: '/staff/tenants' })
  await page.getByRole('link', { name: 'Move somebody in' }).click()
  await expect(page.getByText('You’re moving somebody else in.')).toBeVisible()
  const one = student(77)
  // The others of this file need the last ones.
  const [room] = await (await request.get('/api/onboard/rooms/acacia-court/')).json()
  await fillForm(page, { ...one, room: room.room_number })
  await submit(page).click()
  await expect(page.getByRole('heading', { name: /^Karibu, Mwanaisha/ })).toBeVisible()
  await signIn(another, { username: one.phone, password: one.id_number })
  await page.getByRole('link', { name: 'Find them among the tenants' }).click()
  await page.getByRole('link', { name: one.full_name }).first().click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(one.id_number)
})

test.describe('a visitor with a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('finds the residence, moves in with two photos, signs in and pays', async ({ page }) => {
    const one = student(41)
    await page.goto('/')
    await expandAssistant(page)
    await assistant(page).getByRole('link', { name: 'Student onboard' }).click()
    await page.waitForURL(`**${path}`)
    await page.goBack()
    await closeAssistant(page)
    await page.getByRole('link', { name: 'Move in' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Acacia Court student onboarding',
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '30px')

    await fillForm(page, { ...one, room: 'B401' })
    await expect(page.getByText(/Rate: KSh\s7,250/)).toBeVisible()
    await expect(
      page.getByText(
        /^Your first rent is Ksh\s7,250 for \w+\. It’s due on \d+ \w+ \d{4}, the day you move in\./,
      ),
    ).toBeVisible()
    await expect(page.getByText('One who pays your rent')).toBeVisible()
    const terms = page.getByRole('link', { name: 'terms and conditions' })
    await expect(terms).toHaveAttribute('target', '_blank')
    const buffer = await phonePhoto('jpeg')
    const file = { name: 'camera.jpg', mimeType: 'image/jpeg', buffer }
    const asWebp = { name: 'camera.webp', mimeType: 'image/webp' }
    for (const one of [{ ...asWebp, buffer: await phonePhoto('webp') }, file]) {
      await page.getByLabel('Your photo').setInputFiles(one)
      await expect(page.getByText(/^Ready/)).toBeVisible()
      await expect
        .poll(() => seen(page), one.name)
        .toEqual({ width: 1500, height: 2000, top: 'red', bottom: 'blue' })
    }

    await page.getByLabel('ID photo').setInputFiles({ ...file, buffer: Buffer.from('no picture') })
    await expect(page.getByText('This is not a picture we can read.')).toBeVisible()
    await submit(page).click()
    await expect(summary(page)).toContainText('Please check this field: ID photo')
    await page.getByLabel('ID photo').setInputFiles(file)
    await expect(page.getByText(/^Ready/)).toHaveCount(2)

    const sent = page.waitForRequest((request) => request.url().includes('/onboard/student'))
    await submit(page).click()
    const { 'content-length': size } = await (await sent).allHeaders()
    expect(Number(size)).toBeGreaterThan(5000)
    const heading = page.getByRole('heading', {
      name: 'Karibu, Mwanaisha. Room B401 is yours.',
      level: 1,
    })
    await expect(heading).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByText(/^[2-9A-Z]{4} [2-9A-Z]{4}$/)).toBeVisible()
    await expect(page.getByText('0733 901 241')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('381149')

    const next = page.getByRole('link', { name: /^Log in and pay Ksh\s7,250$/ })
    await expect(next).toBeInViewport({ ratio: 1 })
    await next.click()
    await fillLogin(page, { username: one.phone, password: one.id_number })
    await expect(page.getByText('Room B401 · Ksh 7,250 a month')).toBeVisible()
    await page.getByRole('button', { name: 'Ask or pay' }).click()
    await payRent(page, { phone: one.phone, amount: 7250 })
    await expect(assistant(page).getByText('Paid. Asante, Mwanaisha.')).toBeVisible()
    await closeAssistant(page)
    await expect(page.getByText('Nothing to pay')).toBeVisible()
  })
})

test('invalid fields are named and focused, and what was typed survives a reload', {
  tag: '@long',
}, async ({ page }) => {
  const one = student(42)
  await page.goto(path)
  // The current step is the section that is being read, and the one with the focus while that is on screen.
  const step = page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current]')
  await expect(step).toContainText('Personal Information')
  const academic = page.getByRole('heading', { name: 'Academic Information' })
  await academic.evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
  await expect(step).toContainText('Academic Information')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(step).toContainText('Agreement')
  await page.getByLabel('Relationship').focus()
  await expect(step).toContainText('Emergency Contact')
  await page.getByLabel('Phone number', { exact: true }).fill('0733 90 12')
  await page.getByLabel('ID number').focus()
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  const emergency = page.getByLabel('Emergency phone number')
  await page.getByLabel('Phone number', { exact: true }).fill('0733 901 200')
  await emergency.fill('+254733901200')
  await expect(page.getByText('This is your own number.')).toBeVisible()
  await emergency.fill('')
  await page.getByLabel('Phone number', { exact: true }).fill('0733 90 12')
  await submit(page).click()
  await expect(summary(page)).toContainText('Please check these 10 fields')
  await expect(page.getByText('You must agree to the terms and conditions.')).toBeVisible()
  await expect(summary(page)).toContainText('Accommodation Details: 2 fields')
  await summary(page).getByRole('link', { name: 'Accommodation Details' }).click()
  await expect(page.getByLabel('End date')).toBeFocused()
  await page.getByLabel('End date').fill('2020-01-01')
  await expect(page.getByText('Choose a day after the start date.')).toBeVisible()

  await fillForm(page, { ...one, room: 'B402' })
  await expect(summary(page)).toBeHidden()
  const picture = { create: { width: 60, height: 40, channels: 3, background: '#274' } } as const
  const buffer = await sharp(picture).webp().toBuffer()
  await page
    .getByLabel('Your photo')
    .setInputFiles({ name: 'me.webp', mimeType: 'image/webp', buffer })
  await expect(page.getByText(/^Ready/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('What you typed before is still here.')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue(one.full_name)
  await expect(page.getByLabel('ID number')).toHaveValue(one.id_number)
  await expect(page.getByLabel('Faculty')).not.toHaveValue('')
  await expect(page.getByRole('radio', { name: 'B402' })).toBeChecked()
  await expect(page.getByText('Please choose Your photo again.')).toBeVisible()
  await page.getByLabel('College').selectOption('')
  await expect(page.getByLabel('Faculty')).toHaveValue('')
  await expect(page.getByLabel('Faculty')).toBeDisabled()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('a room taken meanwhile, a busy server and a lost reply cost nothing that was typed', {
  tag: '@long',
}, async ({ page, request }) => {
  const one = student(43)
  await page.goto(path)
  await fillForm(page, { ...one, room: 'B403' })
  const rooms = await (await request.get('/api/onboard/rooms/acacia-court/')).json()
  const room = rooms.find((each: { room_number: string }) => each.room_number === 'B403')
  const other = student(44)
  const { phone: phone_number, ...rest } = other
  const colleges = await (await request.get('/api/onboard/get_colleges/')).json()
  const { faculties } = await (
    await request.get(`/api/onboard/get_faculties/${colleges[0].id}/`)
  ).json()
  const moved = await request.post('/api/onboard/api/company/acacia-court/onboard/student/', {
    multipart: {
      ...rest,
      phone_number,
      emergency_phone_number: '0720555018',
      emergency_contact_relationship: 'Parent',
      year_of_study: 1,
      college: colleges[0].id,
      faculty: faculties[0].id,
      room: room.id,
      start_date: await page.getByLabel('Start date').inputValue(),
      end_date: await page.getByLabel('End date').inputValue(),
      terms: 'true',
    },
  })
  expect(moved.status()).toBe(201)
  const list = '**/api/onboard/rooms/**'
  const reply = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  await page.route(list, (route) => {
    held.push(reply.promise.then(() => route.continue()))
  })
  await submit(page).click()
  await expect(page.getByText('Room B403 has just been taken.')).toBeVisible()
  // It can't be sent again with a room of the old list, which the new one is about to replace.
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  reply.resolve()
  // Unrouting would answer a request that is just being let through a second time.
  await Promise.all(held)
  await page.unroute(list)
  await expect(page.getByRole('radio', { name: 'B403' })).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue(one.full_name)
  await page.getByRole('radio', { name: 'B404' }).check()
  await expect(page.getByText('Room B403 has just been taken.')).toBeHidden()

  const submits = '**/onboard/student/'
  await page.route(submits, (route) =>
    route.fulfill({ status: 503, json: { message: 'We are busy just now.', code: 'busy' } }),
  )
  await submit(page).click()
  await expect(page.getByRole('alert')).toContainText('We are busy just now.')
  await page.unroute(submits)
  let reached = 0
  await page.route(submits, async (route) => {
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
    expect(route.request().postData()).toMatch(/name="company"\r\n\r\nacacia-court\r\n/)
    reached = (await route.fetch()).status()
    await route.abort()
  })
  await submit(page).click()
  await expect(page.getByText('Sending it again won’t register you twice.')).toBeVisible()
  expect(reached).toBe(201)
  await page.unroute(submits)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('heading', { name: /Room B404 is yours/ })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Register another student' }).click()
  await fillForm(page, { ...one, room: 'B405' })
  await submit(page).click()
  await expect(page.getByText('This phone number is already registered.')).toBeVisible()
  await expect(
    page.getByText('Some of these details are already registered with us.'),
  ).toBeVisible()
})

test('a tenant with a room is sent home; an unknown residence shows a message', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, amina, { at: path })
  await expect(page.getByRole('heading', { name: 'You already have room A101 here' })).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page.getByRole('heading', { name: 'Karibu, Amina.' })).toBeVisible()

  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route('**/api/onboard/api/nowhere/', async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/auth/onboard/nowhere')
  await expect(page.getByText('Loading company information...')).toBeVisible()
  open()
  await expect(
    page.getByText('Could not load company information. Please try again later.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a room is chosen in the house or in the list, by keys too', async ({ page }) => {
  await page.goto(path)
  const house = page.getByRole('radiogroup', { name: 'Rooms that are free from today' })
  const window = (room: string) => house.getByRole('radio', { name: room })
  await expect(window('B303')).toHaveAccessibleName(/^B303, Ksh\s7,000 a month$/)
  // Taken rooms are only drawn.
  await expect(house.getByRole('radio', { name: /^A/ })).toHaveCount(0)
  await submit(page).click()
  await expect(page.getByText('Please choose a room.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Room' })).toHaveAttribute('aria-invalid', 'true')

  await window('B302').focus()
  await page.keyboard.press('ArrowRight')
  await expect(window('B303')).toBeFocused()
  await expect(window('B303')).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(window('B303')).toBeChecked()
  await expect(page.getByText('Please choose a room.')).toBeHidden()
  await expect(page.getByText(/Rate: KSh\s7,000/)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(window('B302')).toBeChecked()
  await expect(window('B303')).not.toBeChecked()

  await page.getByRole('button', { name: 'Show as a list' }).click()
  await expect(house).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^B302 second floor KSh\s7,000$/ })).toBeChecked()
  await page.getByRole('radio', { name: 'B303' }).check()
  await page.getByRole('button', { name: 'Show the residence' }).click()
  await expect(window('B303')).toBeChecked()
})

looksRight('moving in, with everything still to fill in', async (page) => {
  await page.goto(path)
  await page.getByRole('radio', { name: 'B305' }).check()
  await submit(page).click()
  await expect(summary(page)).toBeVisible()
})

looksRight('moving in, for somebody who has a room', async (page) => {
  await signIn(page, amina, { at: path })
  await expect(page.getByRole('heading', { name: 'You already have room A101 here' })).toBeVisible()
})

looksRight('a room that somebody has just moved into', async (page) => {
  await page.goto(path)
  await fillForm(page, { ...student(45), room: 'B304' })
  await submit(page).click()
  await expect(page.getByRole('heading', { name: /Room B304 is yours/ })).toBeVisible()
})
