import type { Page } from '@playwright/test'
import { formatDay, monthName, previousMonth } from '#rules/calendar.ts'
import { openEmptyServer } from './app-server.ts'
import { amina, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { today } from './today.ts'

test.use({ ownServer: 'overview' })

const month = () => today().slice(0, 7)
const lastMonth = () => previousMonth(month())
/** A day on which only the rent of last month had been charged, and some of it paid. */
const past = () => `${lastMonth()}-20`
const longPast = () => `20 ${monthName(lastMonth())} ${past().slice(0, 4)}`

async function openOverview(page: Page, path = '/staff') {
  await signIn(page, grace, { at: path })
}

const figures = (page: Page) => page.getByRole('region', { name: 'The residence in figures' })

test('every figure leads to the list it counts', { tag: '@long' }, async ({ page }) => {
  await signIn(page, grace)
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Overview' }).first()).toHaveAttribute(
    'aria-current',
    'page',
  )

  await figures(page).getByRole('link', { name: '30 of 40' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible()
  await page.goBack()

  const due = figures(page).getByRole('link', { name: 'Ksh 206,750' })
  await due.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Rent due for /)
  await expect(page.getByRole('region', { name: 'Due' }).getByRole('listitem')).toHaveCount(24)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('region', { name: 'Due' }).getByRole('listitem')).toHaveCount(30)
  await page.getByRole('link', { name: 'Wifi', exact: true }).click()
  await expect(page.getByText('No wifi was sold in this month.')).toBeVisible()
  await page.getByRole('link', { name: 'Collected', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Collected' })).toContainText('Amina Otieno')
  await page.getByRole('link', { name: 'Back to the overview' }).click()

  const owed = page.getByRole('region', { name: 'Rent owed' })
  await owed.getByRole('link', { name: monthName(lastMonth()), exact: true }).click()
  await expect(owed.getByText(`6 people owe rent of ${monthName(lastMonth())}`)).toBeVisible()
  await expect(owed.getByRole('link', { name: 'Amina Otieno' })).toBeHidden()
  await owed.getByRole('link', { name: 'Show everyone who owes' }).click()
  await expect(owed.getByText('7 people owe rent')).toBeVisible()

  const needs = page.getByRole('region', { name: 'To do today' })
  await expect(needs.getByRole('listitem').filter({ hasText: 'on the desk' })).toContainText(
    'Ksh 6,500',
  )
  await needs.getByRole('link', { name: '1 payment is waiting on the desk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Desk', exact: true })).toBeVisible()
  await page.goBack()

  await page.getByRole('link', { name: /^A101, Amina Otieno, owes Ksh 6,000/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /A101/ })).toBeVisible()
  await page.goBack()
  const legend = page.getByRole('region', { name: 'Map of the residence' })
  await legend.getByRole('link', { name: 'Owes 7' }).click()
  await expect(page.getByText('Owes: 7 rooms.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^[AB]\d{3} / })).toHaveCount(7)
  await page.getByRole('link', { name: 'Show all rooms' }).click()
  await page.getByText('The rooms as a table').click()
  await expect(page.getByRole('row', { name: /A101 Amina Otieno Ksh 6,000/ })).toBeVisible()
  await owed.getByRole('link', { name: 'Amina Otieno' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Amina Otieno' })).toBeVisible()
})

test('a past day is shown as it was, and a way back to today', { tag: '@long' }, async ({
  page,
}) => {
  await openOverview(page)
  await page.getByLabel('See another day').fill(past())
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `As of ${longPast()}` })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`on=${past()}`))
  await expect(figures(page)).toContainText(`Rent due for ${monthName(lastMonth())}`)
  await expect(page.getByRole('region', { name: 'What needed attention' })).toBeVisible()
  await figures(page)
    .getByRole('link', { name: /^Ksh [1-9]/ })
    .nth(1)
    .click()
  await expect(page.getByText(`As entered by the end of ${formatDay(past())}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `As of ${longPast()}` })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `As of ${longPast()}` })).toBeVisible()
  await page.getByRole('link', { name: 'Back to today' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByLabel('See another day')).toHaveValue(today())

  await page.goto('/staff?on=2019-05-01')
  await expect(page.getByRole('alert')).toContainText('The first entry here is from')
  await page.getByRole('link', { name: 'Show today' }).click()
  await expect(figures(page)).toBeVisible()
})

test('tenants do not see it', { tag: '@long' }, async ({ page }) => {
  await signIn(page, amina, { at: '/staff' })
  await expect(page.getByRole('heading', { name: 'Karibu, Amina.' })).toBeVisible()
})

test('a residence in which nothing was charged yet', { tag: '@long' }, async ({ browser }) => {
  const server = await openEmptyServer()
  const page = await browser.newPage({ baseURL: server.url })
  const email = 'njeri@jacaranda.example'
  const password = 'mango-matatu-9'
  const answer = await page.request.post('/api/set-up/', {
    data: {
      code: server.code,
      name: 'Jacaranda House',
      slug: 'jacaranda-house',
      tagline: 'Rooms under the trees.',
      address: 'Thika Road',
      phone: '0709 000 456',
      email: 'hello@jacaranda.example',
      hours: 'Every day',
      first_name: 'Njeri',
      last_name: 'Mwangi',
      staff_email: email,
      password,
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await signIn(page, { username: email, password })
  await page.goto('/staff')
  await expect(figures(page).getByRole('link', { name: 'No rooms yet' })).toBeVisible()
  await expect(figures(page).getByRole('link', { name: 'No rent charged yet' })).toBeVisible()
  await expect(figures(page)).not.toContainText('%')
  // Its first day is the only one so far.
  await expect(page.getByLabel('See another day')).toBeHidden()
  await expect(page.getByText('Nobody owes anything.')).toBeVisible()
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  await figures(page).getByRole('link', { name: 'No rent charged yet' }).click()
  await expect(page.getByText('No rent was charged for this month.')).toBeVisible()
  await page.close()
  await server.end()
})

looksRight('overview of today', async (page) => {
  await openOverview(page)
  await page.getByText('The rooms as a table').click()
  await expect(page.getByRole('region', { name: 'Rent owed' })).toBeVisible()
})

looksRight('overview of a past day, some of whom owe', async (page) => {
  await openOverview(page, `/staff?on=${past()}&age=this_month`)
  await expect(page.getByRole('heading', { level: 1, name: `As of ${longPast()}` })).toBeVisible()
})

looksRight('overview with large sums and long names', async (page) => {
  await page.route('**/api/staff/overview/', async (route) => {
    const overview = await (await route.fetch()).json()
    const full_name = `Josephine Wairimu Ndung’u-Kariuki wa Mũkũrwe-inĩ ${'W'.repeat(40)}`
    const large = 9_876_543
    await route.fulfill({
      json: {
        ...overview,
        debtors: overview.debtors.map((debtor: object) => ({
          ...debtor,
          full_name,
          owed: large,
          older: large,
          room: 'Annexe 3, 12',
        })),
        arrears: { this_month: large, one_month: large, two_months: large, older: large },
        months: overview.months.map((row: object) => ({
          ...row,
          due: large,
          collected: large,
          wifi: large,
        })),
        moves: ['moves_in', 'moves', 'leaves'].map((kind, id) => ({
          id,
          full_name,
          kind,
          day: overview.on,
          room: 'Annexe 3, 12',
          from_room: 'Annexe 3, 11',
          owed: large,
        })),
        needs: {
          desk: { count: 1234, cents: large * 100, taken_back_cents: large },
          leaving_with_debt: { count: 1, shillings: large },
          long_overdue: { count: 7, shillings: large },
          codes: { count: 2, shillings: 6500 },
          approvals: { count: 3, shillings: large },
          broken: { count: 5, shillings: large },
          deposits: { count: 4, shillings: large },
          posts: 12,
          mail_failed: { at: '2026-11-20T08:00:00.000Z', reason: `553 ${'W'.repeat(120)}` },
        },
      },
    })
  })
  await openOverview(page)
  await expect(page.getByText('1,234 payments are waiting on the desk')).toBeVisible()
  await page.getByRole('link', { name: '7 people owe rent from two months ago or earlier' }).click()
  await expect(page.getByText(/^7 people owe rent of \w+ or earlier$/)).toBeVisible()
})

looksRight('overview, a day that has none', async (page) => {
  await openOverview(page, '/staff?on=2019-05-01')
  await expect(page.getByRole('alert')).toBeVisible()
})

looksRight('the money of a month', async (page) => {
  await openOverview(page, `/staff/money?of=collected&month=${month()}`)
  await expect(page.getByRole('region', { name: 'Collected' })).toBeVisible()
})
