import type { Page } from '@playwright/test'
import { addTenant } from './add-tenant.ts'
import { amina, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { arrive, newReceipt } from './paybill.ts'

const sms = (code: string) =>
  `${code} Confirmed. Ksh2,345.00 sent to ACACIA COURT for account ROOM on 25/11/26 at 6:24 PM New M-PESA balance is Ksh1,204.50.`

async function findPayment(page: Page, typed: string) {
  await page.getByLabel('M‑Pesa SMS, or its code').fill(typed)
  await page.getByRole('button', { name: 'Find my payment' }).click()
}

test.describe('a lost payment', () => {
  test.use({ ownServer: 'claims' })

  test('a tenant finds it on the desk, staff credit it, and the tenant is told', {
    tag: '@long',
  }, async ({ page, another, server }) => {
    const code = await arrive(server, 'ROOM', '2345.00')
    await signIn(page, amina)
    await page.getByRole('link', { name: 'Paid, but your balance hasn’t changed?' }).click()
    await findPayment(page, 'I paid on Monday')
    await expect(page.getByText('That doesn’t look like an M-Pesa code.')).toBeVisible()
    await findPayment(page, sms(code))
    const answer = page.getByRole('status').filter({ hasText: code })
    await expect(answer).toContainText('It has arrived, and the office is looking at it.')
    await expect(answer).toBeFocused()
    await expect(answer).toContainText('Ksh 2,345')

    await signIn(another, grace, { at: '/staff/desk' })
    await another.getByRole('link', { name: code }).click()
    const item = another.getByRole('region', { name: 'The chosen payment' })
    await expect(item.getByText('Amina Otieno says they paid this.')).toBeVisible()
    await item.getByRole('button', { name: 'Credit Ksh 2,345 to A101' }).click()
    await another
      .getByRole('dialog')
      .getByRole('button', { name: /^Credit Ksh/ })
      .click()
    await expect(item.getByText('Ksh 2,345 credited to Amina Otieno.')).toBeVisible()

    await page.reload()
    const codes = page.getByRole('region', { name: 'Codes you asked about' })
    await expect(codes.getByRole('listitem').filter({ hasText: code })).toContainText(
      'It’s on your account.',
    )
    await page.goto('/')
    const notice = page.getByText(
      /^Grace credited the Ksh.2,345 paid on \d+ \w+ 20\d\d to your account\.$/,
    )
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: /^Dismiss: Grace credited/ }).click()
    await expect(notice).toBeHidden()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Transaction history' })).toBeVisible()
    await expect(notice).toBeHidden()
  })

  test('staff find a payment for a tenant at the counter', { tag: '@long' }, async ({
    page,
    server,
  }) => {
    const code = await arrive(server, 'ROOM', '2346.00')
    await signIn(page, grace, { at: '/staff/tenants?q=brian' })
    await page.getByRole('link', { name: 'Brian Kamau' }).first().click()
    const codes = page.getByRole('region', { name: 'M‑Pesa codes' })
    await codes.getByRole('button', { name: 'Find the payment' }).click()
    await expect(codes.getByText('Please paste the M-Pesa SMS')).toBeVisible()
    await codes.getByLabel('M‑Pesa SMS, or its code').fill(code)
    await codes.getByRole('button', { name: 'Find the payment' }).click()
    await codes.getByRole('link', { name: 'It’s waiting on the desk.' }).first().click()
    await expect(page.getByText('Brian Kamau says they paid this.')).toBeVisible()
  })
})

/** As if a day had passed. */
async function openCodes(page: Page) {
  await signIn(page, grace)
  const claim = {
    id: 1,
    receipt: 'TJK6H7T0JT',
    amount: 6500,
    on: '2026-11-20',
    account: 'A very long text that is no account no.',
    created_at: '2026-11-20T08:00:00Z',
    by: 'Grace Wanjiru',
    state: 'unknown',
    payment: null,
    returned_at: null,
    closed: null,
    user_id: 2,
    full_name: 'Wilhelmina-Nyambura Oluwaseunfunmilayo Kiplagat wa Mwangi',
    item: null,
    credited_to: null,
    closed_by: null,
  }
  await page.route('**/api/staff/claims/', (route) => route.fulfill({ json: [claim] }))
  await page.goto('/staff/codes')
  await page.getByRole('button', { name: 'Close TJK6H7T0JT' }).click()
  await expect(page.getByLabel('What did you find out?')).toBeFocused()
}

looksRight('the codes that M-Pesa never reported', openCodes)

looksRight('a payment that is not known', async (page, server) => {
  await signIn(page, await addTenant(server), { at: '/where-is-my-payment' })
  for (const code of [newReceipt(), 'TJK6H7T0JT']) {
    await findPayment(page, code)
    await expect(page.getByRole('status').filter({ hasText: code })).toBeFocused()
  }
})
