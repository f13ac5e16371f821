import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { dayOf } from '#rules/calendar.ts'
import { assistant, brian, closeAssistant, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { askForDeposit, moveIn, openTenant } from './move-in.ts'

const student = {
  full_name: 'Mwanaisha Barasa-Wekesa',
  phone: '0733901261',
  id_number: '38114961',
  registration_number: 'H31/2041761/2026',
}

const depositOf = (page: Page) => page.getByRole('region', { name: 'Deposit' })

async function enter(page: Page, kind: string, fields: Record<string, string>) {
  const deposit = depositOf(page)
  const open = deposit.getByRole('button', { name: /^(Enter a deposit|Give it back)/ })
  await expect(open.or(deposit.getByLabel('Kind of entry')).first()).toBeVisible()
  if (await open.isVisible()) await open.click()
  await deposit.getByLabel('Kind of entry').selectOption(kind)
  for (const [label, text] of Object.entries(fields)) await deposit.getByLabel(label).fill(text)
}

async function save(page: Page, shown: RegExp) {
  const deposit = depositOf(page)
  await deposit.getByRole('button', { name: 'Show what changes' }).click()
  await expect(deposit.getByText(shown)).toBeVisible()
  await deposit.getByRole('button', { name: 'Save the entry' }).click()
  await expect(deposit.getByText(/^Entered\./)).toBeVisible()
}

const amountOf = (page: Page) => page.locator('.own-deposit-line b')

test.describe('a deposit', () => {
  test.use({ ownServer: 'deposits' })

  test('is agreed on moving in, paid by M-Pesa, deducted from and given back', {
    tag: '@long',
  }, async ({ page, another }) => {
    test.slow()
    await signIn(page, grace)
    await closeAssistant(page)
    await askForDeposit(page)

    await moveIn(another, student)
    await signIn(another, { username: student.phone, password: student.id_number })
    await closeAssistant(another)
    await expect(another.getByText(/^You agreed on Ksh\s6,000/)).toBeVisible()
    const balance = await another.locator('.balance-figure').textContent()
    await another.getByRole('button', { name: 'Pay the deposit with M‑Pesa' }).click()
    const chat = assistant(another)
    await expect(chat.getByLabel('Amount')).toHaveValue('6000')
    await chat.getByRole('button', { name: 'Pay Ksh 6,000' }).click()
    await expect(chat.getByText(/^Paid\. Asante/)).toBeVisible()
    await expect(chat.getByText('Your deposit', { exact: true })).toBeVisible()
    await closeAssistant(another)
    await expect(amountOf(another)).toHaveText(/Ksh\s6,000/)
    // It is no rent: what is owed stays.
    await expect(another.locator('.balance-figure')).toHaveText(balance ?? '')

    await openTenant(page, student.full_name)
    await enter(page, 'Deduct for damage or loss', {
      'Amount, Ksh': '1,500',
      Reason: 'A broken window',
    })
    const picture = await sharp({
      create: { width: 800, height: 600, channels: 3, background: '#557799' },
    })
      .jpeg()
      .toBuffer()
    await depositOf(page)
      .getByLabel('What the deduction is for')
      .setInputFiles({ name: 'window.jpg', mimeType: 'image/jpeg', buffer: picture })
    await expect(depositOf(page).getByText(/^The picture is added\./)).toBeVisible()
    await save(page, /Ksh\s6,000\s*→\s*(to)?\s*Ksh\s4,500/)
    await depositOf(page).getByRole('button', { name: 'Close' }).click()
    await depositOf(page).getByRole('button', { name: 'Picture' }).click()
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

    await another.reload()
    await expect(amountOf(another)).toHaveText(/Ksh\s4,500/)
    await another.getByText('How it came about').click()
    const own = another.locator('.own-deposit')
    await expect(own.getByText('A broken window')).toBeVisible()
    await another.getByRole('button', { name: 'Picture' }).click()
    await expect(another.getByRole('dialog').getByRole('img')).toBeVisible()
    await another.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

    // They leave, and the clock runs.
    const token = await page.request.post('/api/auth/login', {
      data: { email: grace.username, password: grace.password },
    })
    const { access_token } = await token.json()
    const headers = { authorization: `Bearer ${access_token}` }
    const tenants = await (await page.request.get('/api/onboard/tenant_list/', { headers })).json()
    const { id } = tenants.find((one: { full_name: string }) => one.full_name === student.full_name)
    const left = await page.request.post('/api/onboard/remove_tenant/', {
      headers,
      data: { id, removal_reason: 'other', departure_date: dayOf(new Date()) },
    })
    expect(left.ok(), await left.text()).toBe(true)
    await another.reload()
    await expect(another.getByText(/^The residence gives it back by .*, in 21 days/)).toBeVisible()

    await page.goto('/staff/deposits?show=to_refund')
    await expect(page.getByText(/^Ksh\s4,500 held for 1 tenant/)).toBeVisible()
    await page.getByRole('link', { name: student.full_name }).click()
    await enter(page, 'Give the deposit back', {
      'M‑Pesa code, or who signed for the cash': 'Mwanaisha signed',
    })
    await save(page, /Ksh\s4,500\s*→\s*(to)?\s*Ksh\s0/)
    await page.goto('/staff/deposits?show=to_refund')
    await expect(page.getByRole('heading', { name: 'Nothing to give back' })).toBeVisible()
  })
})

test.describe('deposits, looked at', () => {
  test.use({ ownServer: 'deposits, looked at' })

  async function openStaff(page: Page) {
    await signIn(page, grace)
    await closeAssistant(page)
  }
  /** Brian's, with an entry that was taken back and a long reason. */
  async function openEntries(page: Page) {
    await openStaff(page)
    await openTenant(page, 'Brian Kamau')
    const deposit = depositOf(page)
    // It is folded until something is held.
    await page.goto(`${page.url()}#deposit`)
    await expect(deposit.getByText(/held\.$/)).toBeVisible()
    // The button that opens the form has the word, too.
    if (await deposit.getByText('Deduction', { exact: true }).first().isVisible()) return
    await enter(page, 'Deposit received in cash', { 'Amount, Ksh': '6,000' })
    await save(page, /Ksh\s6,000/)
    await enter(page, 'Deduct for damage or loss', {
      'Amount, Ksh': '1,500',
      Reason: `A window that was broken at night and had to be replaced ${'Dirisha'.repeat(20)}`,
    })
    await save(page, /Ksh\s4,500/)
    await deposit.getByRole('button', { name: 'Close' }).click()
    await expect(deposit.getByText('Deduction', { exact: true }).first()).toBeVisible()
    await deposit.getByRole('button', { name: 'Undo' }).last().scrollIntoViewIfNeeded()
  }

  looksRight('what deposit is asked', async (page) => {
    await openStaff(page)
    await page.goto('/staff/settings/deposit')
    await page.getByLabel('Deposit asked').selectOption('Months of the room’s rent')
    await page.getByLabel('Months of rent').fill('x')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Please give 1 to 12 months of rent.')).toBeVisible()
  })
  looksRight('no deposits', async (page) => {
    await openStaff(page)
    await page.goto('/staff/deposits?show=to_refund')
    await expect(page.getByRole('heading', { name: 'Nothing to give back' })).toBeVisible()
  })
  looksRight('the deposit of a tenant, for staff', openEntries)
  looksRight('an entry of a deposit that is undone', async (page) => {
    await openEntries(page)
    await depositOf(page).getByRole('button', { name: 'Undo' }).first().click()
    await expect(depositOf(page).getByLabel('Reason')).toBeVisible()
  })
  looksRight('deposits that are held', async (page) => {
    await openEntries(page)
    await page.goto('/staff/deposits')
    await expect(page.getByRole('link', { name: 'Brian Kamau' })).toBeVisible()
  })
  looksRight('one’s own deposit', async (page) => {
    await openEntries(page)
    await page.context().clearCookies()
    await signIn(page, brian)
    await closeAssistant(page)
    await page.getByText('How it came about').click()
    await expect(page.getByText('Deduction').first()).toBeVisible()
  })
})
