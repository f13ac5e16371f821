import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatDay, formatLongDay, monthName, previousMonth } from '#rules/calendar.ts'
import { openEmptyServer } from './app-server.ts'
import { amina, expect, grace, signIn, tabTo, test } from './fixtures.ts'
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

const longMonth = (one: string) => `${monthName(one)} ${one.slice(0, 4)}`
/** The page of a month's money, and the rows of its table without the headings and the total. */
const monthFigures = (page: Page) => page.getByRole('region', { name: 'The month in figures' })
const entryRows = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).locator('tbody tr:has(td)')

const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: 'Karibu, Grace.' })
const figures = (page: Page) => page.getByRole('region', { name: 'The residence in figures' })

test('every figure leads to the list it counts', { tag: '@long' }, async ({ page }) => {
  await signIn(page, grace)
  await expect(greeting(page)).toBeVisible()

  await figures(page).getByRole('link', { name: '30 of 40' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible()
  await page.goBack()

  const due = figures(page).getByRole('link', { name: 'Ksh 206,750' })
  await due.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(longMonth(month()))
  await expect(entryRows(page, 'Due')).toHaveCount(30)
  await page.getByRole('link', { name: 'Wifi', exact: true }).click()
  await expect(page.getByText('No wifi was sold in this month.')).toBeVisible()
  await page.getByRole('link', { name: 'Collected', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Collected', exact: true })).toContainText(
    'Amina Otieno',
  )
  await page.getByRole('link', { name: 'Back to the overview' }).click()

  const owed = page.getByRole('region', { name: 'Rent owed' })
  await owed.getByRole('link', { name: 'Collected and owed, by month' }).click()
  await page
    .getByRole('region', { name: 'Rent owed, by month' })
    .getByRole('link', { name: monthName(lastMonth()), exact: true })
    .click()
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

  const house = page.getByRole('region', { name: 'Map of the residence' })
  const window = (name: string) => house.getByRole('link', { name: new RegExp(`^${name},`) })
  await window('A102').hover()
  await expect(house.getByText('A102 · Brian Kamau')).toBeVisible()
  await window('A102').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(window('A101')).toBeFocused()
  await expect(house.getByText(/^A101 · Amina Otieno/)).toBeVisible()
  await expect(house.getByText(/^owes\sKsh\s6,000$/)).toBeVisible()
  await page.getByRole('link', { name: /^A101, Amina Otieno, owes Ksh 6,000/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /A101/ })).toBeVisible()
  await page.goBack()
  await house.getByRole('link', { name: 'Owes 7' }).click()
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
  await page.getByText('See another day').click()
  await page.getByLabel('Day', { exact: true }).fill(past())
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
  await expect(greeting(page)).toBeVisible()
  await page.getByText('See another day').click()
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue(today())

  await page.goto('/staff?on=2019-05-01')
  await expect(page.getByRole('alert')).toContainText('The first entry here is from')
  await page.getByRole('link', { name: 'Show today' }).click()
  await expect(figures(page)).toBeVisible()
})

test('the money of a month adds up, and leads to its neighbours', { tag: '@long' }, async ({
  page,
}) => {
  await openOverview(page)
  const due = await figures(page).getByRole('link', { name: /^Ksh/ }).nth(2).textContent()
  await figures(page).getByRole('link', { name: /^Ksh/ }).nth(1).click()
  await expect(page).toHaveTitle(`Rent for ${longMonth(month())} · Bweni`)
  await expect(monthFigures(page)).toContainText(`Rent due${due}`)

  const shillings = (text: string) => Number(text.replaceAll(/[^\d−]/g, '').replace('−', '-'))
  const collected = page.getByRole('region', { name: 'Collected', exact: true })
  const amounts = await entryRows(page, 'Collected').locator('td:last-child').allTextContents()
  const total = (await collected.locator('tfoot td').textContent()) ?? ''
  expect(amounts.reduce((sum, amount) => sum + shillings(amount), 0)).toBe(shillings(total))
  await expect(monthFigures(page)).toContainText(`Collected${total}`)
  const first = entryRows(page, 'Collected').first()
  await expect(first).toContainText(/Paybill|M‑Pesa push/)
  await expect(first.getByRole('link', { name: /^R\d{6}$/ })).toBeVisible()

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = await readFile(await (await file).path(), 'utf8')
  expect(lines.trim().split('\n').length - 1).toBeGreaterThanOrEqual(amounts.length)
  expect(lines).not.toContain(`\n${lastMonth()}`)

  await tabTo(page, page.getByRole('link', { name: longMonth(lastMonth()), exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(longMonth(lastMonth()))
  await expect(monthFigures(page)).toContainText(`of ${monthName(lastMonth())}’s rent is paid`)
  const months = page.getByRole('region', { name: 'Collected, by month' })
  await expect(months.locator('[aria-current]')).toContainText(lastMonth().slice(0, 4))
  await months.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(longMonth(month()))
  await monthFigures(page).getByRole('link').last().click()
  await expect(page.getByText(/people owe rent of/)).toBeVisible()
})

/** Fills the page of a month with as many payments as it is asked for, of large sums by people with long names. */
async function fillMonth(page: Page, count: number) {
  const full_name = `Josephine Wairimu Ndung’u-Kariuki wa Mũkũrwe-inĩ ${'W'.repeat(12)}`
  const large = 9_876_543
  await page.route('**/api/staff/overview/entries/**', async (route) => {
    const query = new URL(route.request().url()).searchParams
    const before = Number(query.get('before') ?? count + 1)
    const rows = Array.from({ length: Math.min(31, before - 1) }, (_, index) => {
      const id = before - 1 - index
      const day = String(Math.max(1, Math.ceil((id * 28) / count))).padStart(2, '0')
      return {
        id,
        user_id: 1,
        full_name,
        room: id % 3 === 0 ? null : 'Annexe 3, 12',
        at: `${lastMonth()}-${day}T08:00:00.000Z`,
        amount: id % 7 === 0 ? -large : large,
        is_correction: id % 7 === 0,
        how: id % 7 === 0 ? 'correction' : id % 2 === 0 ? 'push' : 'desk',
        pays_for: { months: ['2025-09', '2025-10', '2025-12'], ahead: true },
        receipt_number: `R${String(id).padStart(6, '0')}`,
      }
    })
    const last = rows.at(-1)?.id ?? 1
    const link = `<?before=${last}>; rel="next"`
    await route.fulfill({ json: rows, headers: last > 1 ? { link } : {} })
  })
  await page.route('**/api/staff/overview/month/**', async (route) => {
    const money = await (await route.fetch()).json()
    const debts = { count: 1234, shillings: large }
    await route.fulfill({
      json: {
        ...money,
        due: { ...money.due, amount: large, unpaid: large, payable: large, tenants: 1234 },
        months: money.months.map((row: object) => ({
          ...row,
          due: large,
          collected: large,
          wifi: large,
        })),
        owed: { this_month: debts, one_month: debts, two_months: debts, older: debts },
      },
    })
  })
}

test('a long month has a heading for each day and comes in pages', { tag: '@long' }, async ({
  page,
}) => {
  await fillMonth(page, 65)
  await openOverview(page, `/staff/money?of=collected&month=${lastMonth()}`)
  const rows = entryRows(page, 'Collected')
  await expect(rows).toHaveCount(31)
  await expect(page.getByText('Total, with what isn’t listed yet')).toBeVisible()
  const latest = formatLongDay(new Date(`${lastMonth()}-28T09:00:00Z`))
  await expect(page.getByRole('rowheader', { name: latest })).toHaveCount(1)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(62)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(65)
  await expect(page.getByRole('rowheader', { name: 'Total', exact: true })).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(28 + 1 + 4)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('a first tap says who lives there, a second one opens the room; one wing at a time', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, grace)
    const house = page.getByRole('region', { name: 'Map of the residence' })
    const strip = house.getByText(/^A102 · Brian Kamau/)
    await expect(house.getByRole('link', { name: /^B101,/ })).toBeHidden()
    await house.getByRole('link', { name: /^A102,/ }).tap()
    await expect(strip).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await house.getByRole('link', { name: /^A103,/ }).tap()
    await expect(strip).toBeHidden()
    await house.getByRole('link', { name: /^A103,/ }).tap()
    await expect(page.getByRole('heading', { level: 1, name: /A103/ })).toBeVisible()
    await page.goBack()

    await house.getByRole('button', { name: 'Wing B' }).tap()
    await expect(house.getByRole('link', { name: /^A102,/ })).toBeHidden()
    await house.getByRole('link', { name: /^B101,/ }).tap()
    await expect(house.getByText(/^B101 · /)).toBeVisible()
    await house.getByRole('link', { name: 'Owes 7' }).tap()
    await expect(page.getByText('Owes: 7 rooms.')).toBeVisible()
  })
})

test('keys lead through a list, and can be turned off', { tag: '@long' }, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/tenants' })
  const search = page.getByLabel('Search')
  const rows = page.getByRole('region', { name: 'Tenants' }).getByRole('link')
  await expect(rows.first()).toBeVisible()
  // The keys work once their code is there.
  await expect(async () => {
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 1000 })
  }).toPass()
  await expect(search).toHaveValue('')
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(rows.nth(1)).toBeFocused()
  const name = (await rows.nth(1).textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/staff/desk')
  await page.getByRole('button', { name: 'Keys' }).click()
  const help = page.getByRole('dialog', { name: 'Keys of the desk' })
  await help.getByLabel('Use these keys').uncheck()
  await help.getByRole('button', { name: 'Close' }).click()
  await page.goto('/staff/tenants')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
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
  await expect(page.getByText('See another day')).toBeHidden()
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
  await expect(entryRows(page, 'Collected').first()).toBeVisible()
})

looksRight('the money of a long month with large sums and long names', async (page) => {
  await fillMonth(page, 65)
  await openOverview(page, `/staff/money?of=collected&month=${lastMonth()}`)
  await expect(entryRows(page, 'Collected')).toHaveCount(31)
})

looksRight('the rent charged for a month', async (page) => {
  await openOverview(page, `/staff/money?of=due&month=${month()}`)
  await expect(entryRows(page, 'Due').first()).toBeVisible()
})

looksRight('a month in which no wifi was sold', async (page) => {
  await openOverview(page, `/staff/money?of=wifi&month=${month()}`)
  await expect(page.getByText('No wifi was sold in this month.')).toBeVisible()
})
