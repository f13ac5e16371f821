import type { Page } from '@playwright/test'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { type Line, payBill, portalCsv, portalName } from '../server/testing/statements.ts'
import { amina, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { newReceipt } from './paybill.ts'

test.use({ ownServer: 'statements' })

const today = dayOf(new Date())
/** Of the first minutes of today, so that none is later than now. */
const start = Date.parse(`${today}T00:00:00+03:00`)
let seconds = 0
const line = (details: string, cents: number): Line => ({
  receipt: newReceipt(),
  at: new Date(start + 1000 * seconds++),
  details,
  cents,
})

async function openStatements(page: Page) {
  await signIn(page, grace, { at: '/staff/desk' })
  await page
    .getByRole('navigation', { name: 'Books' })
    .getByRole('link', { name: 'Statements' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible()
}

async function accountOf(page: Page): Promise<string> {
  await signIn(page, amina)
  const text = await page.getByText(/^Account no\./).textContent()
  return /Account no\. (\w{8})/.exec(text ?? '')?.[1] ?? ''
}

const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('Statement', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const name = portalName('174379', today)

test('a lost payment on M-Pesa’s statement is credited, and the tenant sees it', {
  tag: '@long',
}, async ({ page, another }) => {
  const account = await accountOf(another)
  await openStatements(page)
  const text = portalCsv([
    line(payBill(account), 123_400),
    line(payBill('room a101'), 70_000),
    line('Pay Bill Charge', -500),
  ])
  await choose(page, 'november.csv', text)
  await expect(page.getByText('This file doesn’t say which paybill it is from.')).toBeVisible()
  await choose(page, name, text)
  await expect(page.getByText('Every balance follows from the one before it.')).toBeVisible()
  await expect(
    page.getByText(/^1 payment missing from the books: Ksh\s1,234, credited/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Keep it and credit Ksh 1,234' }).click()
  await expect(page.getByText('The statement is kept.')).toBeVisible()

  await page.getByRole('link', { name: 'See its rows' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Paybill 174379' })).toBeVisible()
  await page.getByRole('link', { name: 'In the books' }).click()
  const rows = page.getByRole('region', { name: 'In the books' })
  await expect(rows.getByRole('listitem')).toHaveCount(1)
  await expect(rows.getByText('Amina Otieno, A101')).toBeVisible()
  await expect(page).toHaveURL(/\?show=credited$/)
  await page.getByRole('link', { name: 'On the desk' }).click()
  await page.getByRole('link', { name: 'Open on the desk' }).click()
  await expect(page.getByRole('heading', { name: 'Who is this Ksh 700 for?' })).toBeVisible()
  await another.goto('/transactions')
  await expect(another.getByText(/Ksh\s1,234/).first()).toBeVisible()

  // The same file once more.
  await page.goto('/staff/statements')
  await choose(page, name, text)
  await expect(
    page.getByText(`Grace Wanjiru uploaded this file on ${formatDay(today)}.`),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Keep (it|the)/ })).toBeHidden()
})

test('what M-Pesa took back is taken back, and counts again when it was another payment', {
  tag: '@long',
}, async ({ page, another }) => {
  const account = await accountOf(another)
  await openStatements(page)
  const paid = line(payBill(account), 85_000)
  const back = line(`Reversal of Pay Bill transaction ${paid.receipt}`, -85_000)
  await choose(page, name, portalCsv([paid, back]))
  await page.getByRole('button', { name: 'Keep it and credit Ksh 850' }).click()
  await expect(page.getByText('The statement is kept.')).toBeVisible()
  await page.goto('/staff/desk')
  const item = page.getByRole('region', { name: 'The chosen payment' })
  await page.getByRole('link', { name: paid.receipt }).click()
  await expect(item.getByRole('heading', { name: 'M‑Pesa took Ksh 850 back' })).toBeVisible()
  await item.getByRole('button', { name: 'Take back Ksh 850 from A101' }).click()
  await expect(item.getByText(/Receipt R\d{6} is marked void/)).toBeVisible()
  await item.getByLabel('Reason').fill('On M-Pesa’s statement')
  await item.getByRole('button', { name: 'Take back Ksh 850 from A101' }).click()
  await expect(item.getByText('Ksh 850 taken back from Amina Otieno.')).toBeVisible()

  await item.getByRole('link', { name: 'Undo' }).click()
  await expect(item.getByText('They get a new receipt.')).toBeVisible()
  await item.getByLabel('Why does it count again?').fill('M-Pesa took back another payment')
  await item.getByRole('button', { name: 'Count Ksh 850 again' }).click()
  await expect(item.getByText('Ksh 850 counts again. It’s back on the desk.')).toBeVisible()
  await expect(item.getByRole('button', { name: 'Take back Ksh 850 from A101' })).toBeVisible()
  const history = item.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveText([
    /took back Ksh.850 from Amina/,
    /counted Ksh.850 again for Amina/,
  ])

  await another.goto('/')
  await expect(
    another.getByText(/^Grace added Ksh.850 to what you’ve paid, as a correction/),
  ).toBeVisible()
  await another.getByRole('button', { name: 'Show Payments' }).click()
  const payments = another.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(payments.filter({ hasText: paid.receipt }).first()).toContainText('Ksh 850')
})

test('a transfer on a bank’s statement is entered with one button', { tag: '@long' }, async ({
  page,
}) => {
  await openStatements(page)
  await choose(
    page,
    'bank.csv',
    `Siku,Maelezo,Ref,Credit\n${today},RENT ROOM A102 KAMAU BRIAN,FT9001,4200\n`,
  )
  await page.getByLabel('What do you call this bank account?').fill('Equity 0123')
  await page.getByLabel('Siku', { exact: true }).selectOption('Date')
  await page.getByLabel('Maelezo', { exact: true }).selectOption('Description')
  await expect(page.getByText('Nothing is entered automatically.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep the statement' }).click()
  await page.getByRole('link', { name: 'See its rows' }).click()
  await page.getByRole('button', { name: 'Enter for Brian Kamau, A102' }).click()
  await expect(page.getByLabel('Code of the transfer')).toHaveValue('FT9001')
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await page.getByRole('button', { name: 'Save the entry' }).click()
  await expect(page.getByRole('link', { name: /^Receipt R/ }).first()).toBeVisible()
  await expect(page.getByText('In the books').first()).toBeVisible()
})

test.describe('screens', () => {
  looksRight('a preview of a statement', async (page) => {
    await openStatements(page)
    const payer = '2547****111 - MWANAISHA ABDULRAHMAN OMONDI OTHIENO NYAMBURA WANGARI'
    await choose(
      page,
      name,
      portalCsv([
        line(payBill('a very long account that somebody typed in', payer), 1_234_550),
        line('Utility Account to Organization Settlement Account', 100),
      ]),
    )
    await expect(page.getByRole('button', { name: 'Keep the statement' })).toBeVisible()
  })
  looksRight('a bank’s file with columns to choose', async (page) => {
    await openStatements(page)
    await choose(page, 'bank.csv', `Siku,Maelezo ${'marefu '.repeat(8)},Kiasi\n1/10/2026,x,5\n`)
    await expect(page.getByLabel('Siku', { exact: true })).toBeVisible()
  })
  looksRight('the rows of a statement', async (page) => {
    await openStatements(page)
    await choose(
      page,
      name,
      portalCsv([
        line(payBill('a very long account that somebody typed in'), 50_000),
        line('Pay Utility Reversal', -20_000),
        line('Utility Account to Organization Settlement Account', 100),
      ]),
    )
    await page.getByRole('button', { name: /^Keep (it|the)/ }).click()
    await page.getByRole('link', { name: 'See its rows' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Paybill 174379' })).toBeVisible()
    await expect(page.getByText('Taken back by M‑Pesa').first()).toBeVisible()
  })
})
