import {
  assistant,
  closeAssistant,
  demoTenant,
  expandAssistant,
  expect,
  fillRent,
  payRent,
  signIn,
  test,
} from './fixtures.ts'

const endings: [digits: string, sentence: string, tag?: '@long'][] = [
  ['001', 'Payment failed: There isn’t enough money in the M-Pesa account.'],
  ['032', 'Payment was cancelled by user. Please try again if needed.', '@long'],
  ['037', 'Payment request timed out. Please try again.', '@long'],
  ['201', 'Payment failed: The M-Pesa PIN was wrong.', '@long'],
]

for (const [index, [digits, sentence, tag]] of endings.entries()) {
  test(`a phone ending in ${digits}: ${sentence}`, { tag: tag ?? [] }, async ({ page }) => {
    await signIn(page, demoTenant(10 + index))
    // On a phone.
    await page.setViewportSize({ width: 360, height: 700 })
    await payRent(page, { phone: `0733000${digits}`, amount: 50 })
    const chat = assistant(page)
    const title = digits === '037' ? /^No answer from your phone/ : 'No money was taken.'
    await expect(chat.getByText(title)).toBeVisible()
    await expect(chat.getByText(sentence)).toBeVisible()
    await expect(chat.getByRole('button', { name: 'Try again, Ksh 50' })).toBeVisible()
    await expect(chat.getByRole('link', { name: /^Call the office/ })).toHaveAttribute(
      'href',
      'tel:+254709000123',
    )
    // Everything is in view, also once the main menu has followed in one row.
    await expect(chat.getByRole('button', { name: /^Rent payment/ })).toBeInViewport({ ratio: 1 })
    await expect(chat.getByText(title)).toBeInViewport({ ratio: 1 })
    await expect(chat.getByRole('button', { name: 'Change it' })).toBeInViewport({ ratio: 1 })
    await chat.getByRole('button', { name: 'Change it' }).click()
    const changed = digits === '037' ? 'M-Pesa phone number' : 'Amount'
    await expect(chat.getByLabel(changed)).toHaveValue(digits === '037' ? '0733 000 037' : '50')
  })
}

test('a phone ending in 900 waits for the user, who cancels', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signIn(page, demoTenant(14))
  await payRent(page, { phone: '0733000900', amount: 50 })
  const chat = assistant(page)
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  const phone = await context.newPage()
  await phone.goto('/pretend-daraja/phone?phone=0733000900')
  await phone.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(
    chat.getByText('Payment was cancelled by user. Please try again if needed.'),
  ).toBeVisible()
})

test('a phone ending in 409: five callbacks and a confirmation, one payment', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, demoTenant(15))
  await closeAssistant(page)
  await page.getByRole('button', { name: 'Show Payments' }).click()
  const before = await page.getByRole('listitem').filter({ hasText: 'Ksh 77' }).count()
  await page.getByRole('button', { name: 'Ask or pay' }).click()
  await payRent(page, { phone: '0733000409', amount: 77 })
  await expect(assistant(page).getByText(/^Paid\. Asante/)).toBeVisible()
  await page.waitForTimeout(2500)
  await page.reload()
  await page.getByRole('button', { name: 'Show Payments' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ksh 77' })).toHaveCount(before + 1)
})

test('a failed payment is tried again with the same amount', { tag: '@long' }, async ({ page }) => {
  await signIn(page, demoTenant(16))
  await payRent(page, { phone: '0733001001', amount: 55 })
  const chat = assistant(page)
  await chat.getByRole('button', { name: 'Try again, Ksh 55' }).click()
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  await expect(chat.getByText('No money was taken.').last()).toBeVisible()
})

test('own rent on one form, by keyboard: mistakes, a refusal, somebody else', async ({ page }) => {
  await signIn(page, demoTenant(28))
  const chat = assistant(page)
  await page.getByRole('button', { name: /with M-Pesa$/ }).focus()
  await page.keyboard.press('Enter')
  const amount = chat.getByLabel('Amount')
  const phone = chat.getByLabel('M-Pesa phone number')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue(/^[1-9]\d*$/)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('0')
  await phone.fill('12345')
  await page.keyboard.press('Enter')
  await expect(chat.getByText('Please enter a valid amount.')).toBeVisible()
  await expect(chat.getByText('Please enter a valid phone number (e.g., 0712345678)')).toBeVisible()
  await expect(amount).toBeFocused()
  await page.keyboard.type('1,250')
  await expect(chat.getByText('Please enter a valid amount.')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(phone).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('0733002032')
  await page.keyboard.press('Enter')
  await expect(
    chat.getByText('Payment was cancelled by user. Please try again if needed.'),
  ).toBeVisible()
  await chat.getByRole('button', { name: 'Change it' }).click()
  await expect(amount).toHaveValue('1250')
  await expect(phone).toHaveValue('0733 002 032')
  await expect(amount).toBeFocused()

  // The hint about another's number is shown at no number of one's own.
  const hint = chat.getByText('Paying for someone else?', { exact: false })
  await chat.getByRole('button', { name: 'Pay for someone else' }).click()
  await expect(chat.getByLabel('Account number')).toHaveValue('')
  await expect(hint).toBeVisible()
  await chat.getByRole('button', { name: 'Back' }).click()
  await chat
    .getByRole('button', { name: /^Rent payment/ })
    .last()
    .click()
  await expect(chat.getByText('This is yours.', { exact: false })).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test('a reload in the middle of a payment picks it up again', async ({ page }) => {
  await signIn(page, demoTenant(17))
  await payRent(page, { phone: '0733017900', amount: 60 })
  const chat = assistant(page)
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  await page.reload()
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  // Closed, it stays so: the button says what it waits for.
  await page.getByRole('button', { name: 'Close the assistant' }).click()
  await page.reload()
  const waiting = page.getByRole('button', { name: 'Waiting for M‑Pesa' })
  await expect(waiting).toBeVisible()
  await expect(chat).toBeHidden()
  await waiting.click()
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  const phone = await page.context().newPage()
  await phone.goto('/pretend-daraja/phone?phone=0733017900')
  await expect(phone.getByText('Ksh 60.00')).toBeVisible()
  for (const digit of '1234') await phone.keyboard.press(digit)
  await phone.keyboard.press('Enter')
  await expect(chat.getByText(/^Paid\. Asante/)).toBeVisible()
})

test('a second tab joins the open payment instead of asking the phone again', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, demoTenant(18))
  const second = await page.context().newPage()
  // A tab without a socket: a page that receives the event shows the payment by itself.
  await second.routeWebSocket('**/socket.io/**', (socket) => socket.close())
  await second.route('**/stk-push/open/**', (route) => route.fulfill({ json: { data: null } }))
  await second.goto('/')
  await fillRent(second, { phone: '0733018900', amount: 60 })
  await payRent(page, { phone: '0733018900', amount: 60 })
  await expect(assistant(page).getByText('Look at your phone.')).toBeVisible()
  await assistant(second)
    .getByRole('button', { name: /^Pay Ksh/ })
    .click()
  await expect(assistant(second).getByText('Look at your phone.')).toBeVisible()
  const phone = await page.context().newPage()
  await phone.goto('/pretend-daraja/phone?phone=0733018900')
  await phone.getByRole('button', { name: 'Cancel', exact: true }).click()
  for (const tab of [page, second]) {
    await expect(
      assistant(tab).getByText('Payment was cancelled by user.', { exact: false }),
    ).toBeVisible()
  }
})

test('without sockets the polling brings the result', { tag: '@long' }, async ({ page }) => {
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close())
  await signIn(page, demoTenant(19))
  await payRent(page, { phone: '0733019002', amount: 60 })
  await expect(assistant(page).getByText(/^Paid\. Asante/)).toBeVisible({ timeout: 20_000 })
})

test('the server is killed while the phone rings: the payment completes by itself', {
  tag: '@long',
}, async ({ page, server }) => {
  await signIn(page, demoTenant(20))
  await payRent(page, { phone: '0733020002', amount: 60 })
  await expect(assistant(page).getByText('Look at your phone.')).toBeVisible()
  await server.kill()
  await server.start()
  await expect(assistant(page).getByText(/^Paid\. Asante/)).toBeVisible({ timeout: 40_000 })
})

test('invalid input shows an error at its field', { tag: '@long' }, async ({ page }) => {
  await signIn(page, demoTenant(21))
  const chat = assistant(page)
  await expandAssistant(page)
  await chat.getByRole('button', { name: /^Rent payment/ }).click()
  await chat.getByLabel('Account number').fill('  ')
  await chat.getByRole('button', { name: 'Next' }).click()
  await expect(chat.getByText('Please enter a valid account number.')).toBeVisible()
  await chat.getByLabel('Account number').fill('')
  await page.getByRole('button', { name: 'Close the assistant' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Ask or pay' }).click()
  await chat.getByRole('button', { name: /^Rent payment/ }).click()
  await chat.getByRole('button', { name: 'Next' }).click()
  await chat.getByLabel('M-Pesa phone number').fill('12345')
  await chat.getByRole('button', { name: 'Next' }).click()
  await expect(chat.getByText('Please enter a valid phone number (e.g., 0712345678)')).toBeVisible()
  await chat.getByLabel('M-Pesa phone number').fill('0733021002')
  await chat.getByRole('button', { name: 'Next' }).click()
  await chat.getByLabel('Amount').fill('0')
  await chat.getByRole('button', { name: /^Pay/ }).click()
  await expect(chat.getByText('Please enter a valid amount.')).toBeVisible()
})

test('the whole flow by keyboard', { tag: '@long' }, async ({ page }) => {
  await signIn(page, demoTenant(22))
  const chat = assistant(page)
  await expandAssistant(page)
  await chat.getByRole('button', { name: /^Rent payment/ }).focus()
  await page.keyboard.press('Enter')
  await expect(chat.getByLabel('Account number')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chat.getByLabel('M-Pesa phone number')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('0733022002')
  await page.keyboard.press('Enter')
  await expect(chat.getByLabel('Amount')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('40')
  await page.keyboard.press('Enter')
  await expect(chat.getByText(/^Paid\. Asante/)).toBeVisible()
})

test('a visitor who wants to pay signs in and comes back to the rent flow', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/')
  const chat = assistant(page)
  await expandAssistant(page)
  await chat.getByRole('button', { name: /^Rent payment/ }).click()
  await chat.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Username or email').fill(demoTenant(23).username)
  await page.getByLabel('Password', { exact: true }).fill(demoTenant(23).password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(chat.getByLabel('Account number')).toHaveValue(/^[2-9A-Z ]{8,9}$/)
})
