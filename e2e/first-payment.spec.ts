import { visit } from './chat-helpers.ts'
import { amina, assistant, demoTenant, expect, signIn, test } from './fixtures.ts'
import { arrive } from './paybill.ts'

test.use({ ownServer: 'the first payment' })

test('Amina pays by push, types her PIN on the phone, and sees the balance fall', async ({
  page,
  context,
}) => {
  await signIn(page, amina)
  const phone = await context.newPage()
  await phone.goto('/pretend-daraja/phone?phone=0712345678')
  const chat = assistant(page)
  // One's own rent needs one press more than the button of the balance.
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click()
  await expect(chat.getByLabel('Amount')).toHaveValue('6000')
  await expect(chat.getByText('Ksh 6,000 is due.')).toBeVisible()
  await expect(chat.getByText(/^Your account [2-9A-Z]{4} [2-9A-Z]{4}$/)).toBeVisible()
  await expect(chat.getByLabel('M-Pesa phone number')).toHaveValue('0712 345 678')
  await chat.getByRole('button', { name: 'Pay Ksh 6,000' }).click()
  await expect(chat.getByText('Look at your phone.')).toBeVisible()

  await expect(phone.getByText('Ksh 6,000.00')).toBeVisible()
  for (const digit of ['2', '4', '6', '8']) {
    await phone.getByRole('button', { name: digit, exact: true }).click()
  }
  await phone.getByRole('button', { name: 'Send', exact: true }).click()

  await expect(chat.getByText('Paid. Asante, Amina.')).toBeVisible()
  await expect(chat.getByRole('definition').first()).toHaveText(/^U[A-Z0-9]{9}$/)
  await page.getByRole('button', { name: 'Close the assistant' }).click()
  await expect(page.getByText('Nothing to pay')).toBeVisible()
})

test('the balance at home falls by itself, also while the assistant cannot be loaded', {
  tag: '@long',
}, async ({ page, server }) => {
  await page.route(/\/assets\/assistant-/, (route) => route.abort())
  await signIn(page, demoTenant(24))
  await visit(page, '/')
  const account = page.getByRole('region', { name: 'Your account number' })
  const number = (await account.locator('b').textContent()) ?? ''
  await page.getByRole('button', { name: 'Show Payments' }).click()
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  const before = await payments.count()
  await arrive(server, number, '35.00')
  await expect(payments).toHaveCount(before + 1)
  await expect(payments.first()).toContainText('Ksh 35')
  await expect(assistant(page)).toHaveCount(0)
})
