import type { Page } from '@playwright/test'
import { makeAccountNumber } from '#rules/account-number.ts'
import { addTenant } from './add-tenant.ts'
import { axeViolations } from './axe.ts'
import { amina, assistant, expect, payRent, signIn, tabTo, test } from './fixtures.ts'

test.use({ ownServer: 'pretend-phone' })

const phonePath = (phone: string) => `/pretend-daraja/phone?phone=${phone}`

async function accountNumberOn(page: Page): Promise<string> {
  const text = await page.getByText(/^Account no\./).textContent()
  return /Account no\. (\w{8})/.exec(text ?? '')?.[1] ?? ''
}

/** Replaces the last character, so that the check character is wrong. */
const mistyped = (account_number: string) =>
  account_number.slice(0, -1) + (account_number.endsWith('2') ? '3' : '2')

const next = (phone: Page) => phone.getByRole('button', { name: 'Next' }).click()

async function press(phone: Page, digits: string) {
  for (const digit of digits) await phone.getByRole('button', { name: digit, exact: true }).click()
}

async function openPayBill(phone: Page) {
  await phone.getByRole('link', { name: 'Pretend M-PESA', exact: true }).click()
  await phone.getByRole('button', { name: 'Lipa na M-PESA' }).click()
  await phone.getByRole('button', { name: 'Pay Bill' }).click()
  await expect(phone.getByLabel('Enter business no.')).toHaveValue('174379')
}

interface Order {
  account: string
  amount: string
  pin?: string
}

/** Answers the questions from the account number to the PIN on the keypad. */
async function answerMenu(phone: Page, { account, amount, pin = '4821' }: Order) {
  await phone.getByLabel('Enter account no.').fill(account)
  await next(phone)
  await press(phone, amount)
  await expect(phone.getByLabel('Enter amount')).toHaveValue(amount)
  await next(phone)
  await press(phone, pin)
  await next(phone)
}

const send = (phone: Page) => phone.getByRole('button', { name: 'Send', exact: true }).click()
const screen = (phone: Page) => phone.getByRole('region', { name: /^Pretend phone/ })

test('money sent to the paybill from the phone shows on her home and in the inbox', {
  tag: '@long',
}, async ({ page, context }) => {
  await signIn(page, amina)
  await page.getByRole('button', { name: 'Show Payments' }).click()
  const account = await accountNumberOn(page)

  const phone = await context.newPage()
  await phone.goto(phonePath('0799 100 100'))
  await openPayBill(phone)
  await next(phone)
  await answerMenu(phone, { account, amount: '321' })
  await expect(screen(phone)).toContainText(
    `Send Ksh 321.00 to ACACIA COURT, business no. 174379, account no. ${account}?`,
  )
  await send(phone)
  await expect(screen(phone)).toContainText(`Sent. Ksh 321 to ACACIA COURT, account ${account}.`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Ksh 321' })).toBeVisible()

  await phone.getByRole('link', { name: 'OK' }).click()
  await phone.getByRole('link', { name: 'Messages 1 unread' }).click()
  await expect(phone.getByText('Unread')).toBeVisible()
  await phone.getByRole('link', { name: /^Pretend M-PESA.*Unread$/ }).click()
  await expect(screen(phone)).toContainText(
    `Ksh321.00 sent to ACACIA COURT for account ${account} on`,
  )
  await phone.getByRole('link', { name: 'Back' }).click()
  await expect(phone.getByRole('link', { name: /Confirmed\./ })).toBeVisible()
  await expect(phone.getByText('Unread')).toBeHidden()
  await phone.reload()
  await expect(phone.getByRole('link', { name: /Confirmed\./ })).toBeVisible()
  await expect(phone.getByText('Unread')).toBeHidden()
})

test('an error is explained and corrected without typing anything else again', {
  tag: '@long',
}, async ({ page, context, server }) => {
  await signIn(page, await addTenant(server))
  await page.getByRole('button', { name: 'Show Payments' }).click()
  const account = await accountNumberOn(page)
  const phone = await context.newPage()
  await phone.goto(phonePath('0799100101'))
  await openPayBill(phone)
  await phone.getByLabel('Enter business no.').fill('600984')
  await next(phone)
  await answerMenu(phone, { account: mistyped(account), amount: '432', pin: '0000' })

  await send(phone)
  await expect(screen(phone)).toContainText('Not sent. The PIN was wrong. No money was taken.')
  await phone.getByRole('button', { name: 'Type another PIN' }).click()
  await press(phone, '4821')
  await next(phone)
  await send(phone)
  await expect(screen(phone)).toContainText(
    'Not sent. There is no business with the number 600984. No money was taken.',
  )
  await phone.getByRole('button', { name: 'Change the business number' }).click()
  await phone.getByLabel('Enter business no.').fill('174379')
  for (const _ of ['business', 'account', 'amount', 'pin']) await next(phone)

  const unknown = makeAccountNumber((below) => Math.min(7, below - 1))
  for (const wrong of [unknown, account]) {
    await send(phone)
    await expect(screen(phone)).toContainText(
      'Not sent. ACACIA COURT refused: it does not know this account number. No money was taken.',
    )
    await phone.getByRole('button', { name: 'Change the account number' }).click()
    await phone.getByLabel('Enter account no.').fill(wrong)
    for (const _ of ['account', 'amount', 'pin']) await next(phone)
  }
  await send(phone)
  await expect(screen(phone)).toContainText('Sent. Ksh 432 to ACACIA COURT')
  await expect(page.getByRole('listitem').filter({ hasText: 'Ksh 432' })).toHaveCount(1)
  await phone.getByRole('link', { name: 'OK' }).click()
  await expect(phone.getByRole('link', { name: 'Messages 5 unread' })).toBeVisible()
})

test('two numbers on one page: an open push is shown at its number, one click away', {
  tag: '@long',
}, async ({ page, context, server }) => {
  await signIn(page, await addTenant(server))
  const phone = await context.newPage()
  await phone.goto('/pretend-daraja/phone')
  await phone.getByLabel('Whose phone is this?').fill('12345')
  await phone.getByRole('button', { name: 'Use this number' }).click()
  await expect(phone.getByRole('alert')).toContainText('Please enter a valid phone number')
  await phone.getByLabel('Whose phone is this?').fill('0799 200 900')
  await phone.getByRole('button', { name: 'Use this number' }).click()
  await phone.getByRole('link', { name: 'Add or forget a number' }).click()
  await phone.getByLabel('Add a number').fill('0799200100')
  await phone.getByRole('button', { name: 'Use this number' }).click()
  const numbers = phone.getByRole('navigation', { name: 'Numbers of this phone' })
  await expect(numbers.getByRole('link', { name: '0799 200 100' })).toHaveAttribute('aria-current')

  await payRent(page, { phone: '0799200900', amount: 44 })
  await numbers.getByRole('link', { name: '0799 200 900 asked to pay Ksh 44' }).click()
  await expect(phone.getByText('Ksh 44.00')).toBeVisible()
  await press(phone, '2468')
  await send(phone)
  await expect(assistant(page).getByText(/^Paid\. Asante/)).toBeVisible()

  await numbers.getByRole('link', { name: '0799 200 100' }).click()
  await expect(phone).toHaveURL(/phone=0799200100$/)
  await expect(phone.getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  await phone.goto('/pretend-daraja/phone')
  await expect(phone).toHaveURL(/phone=0799200100$/)
  await expect(numbers.getByRole('link', { name: '0799 200 900' })).toBeVisible()
  await phone.getByRole('link', { name: 'Add or forget a number' }).click()
  await phone.getByRole('button', { name: 'Forget 0799 200 100' }).click()
  await expect(phone).toHaveURL(/phone=0799200900$/)
  await expect(phone.getByRole('link', { name: 'Messages 1 unread' })).toBeVisible()
  await phone.reload()
  await expect(numbers.getByRole('link', { name: '0799 200 900' })).toBeVisible()
  await expect(numbers.getByRole('link', { name: '0799 200 100' })).toHaveCount(0)
})

test('a push appears over the menu, and what was typed there is kept', { tag: '@long' }, async ({
  page,
  context,
  server,
}) => {
  await signIn(page, await addTenant(server))
  const phone = await context.newPage()
  await phone.goto(phonePath('0799300100'))
  await openPayBill(phone)
  await next(phone)
  await phone.getByLabel('Enter account no.').fill('AC7K 4M')
  await payRent(page, { phone: '0799300100', amount: 55 })
  await expect(phone.getByRole('dialog')).toContainText('Do you want to pay Ksh 55.00')
  for (const digit of '0000') await phone.keyboard.press(digit)
  await phone.keyboard.press('Enter')
  await expect(assistant(page).getByText('No money was taken.')).toBeVisible()
  await expect(phone.getByLabel('Enter account no.')).toHaveValue('AC7K 4M')
  await expect(phone.getByLabel('Enter account no.')).toBeFocused()
  await phone.getByRole('link', { name: /^Pretend M-PESA Failed/ }).click()
  await expect(screen(phone)).toContainText(/You entered the wrong PIN\. Ksh55\.00 to ACACIA COURT/)
  await phone.goBack()
  await expect(phone.getByLabel('Enter account no.')).toHaveValue('AC7K 4M')
})

test('a cancelled request is shown on the home screen', { tag: '@long' }, async ({
  page,
  context,
  server,
}) => {
  await signIn(page, await addTenant(server))
  const phone = await context.newPage()
  await phone.goto(phonePath('0799400100'))
  await expect(phone.getByText('No payment requests.')).toBeVisible()
  await payRent(page, { phone: '0799400100', amount: 66 })
  await expect(phone.getByText(/\d\d seconds left to answer/)).toBeVisible()
  await phone.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(phone.getByText('Cancelled. Ksh 66 to ACACIA COURT was not paid.')).toBeVisible()
  await expect(assistant(page).getByText('Payment was cancelled by user.')).toBeVisible()
})

test('by keyboard alone, from the number to the receipt', { tag: '@long' }, async ({
  page,
  context,
  server,
}) => {
  await signIn(page, await addTenant(server))
  const account = await accountNumberOn(page)
  const phone = await context.newPage()
  await phone.goto('/pretend-daraja/phone')
  const { keyboard } = phone
  const reach = (name: string | RegExp, role: 'link' | 'button' | 'textbox') =>
    tabTo(phone, screen(phone).getByRole(role, { name }).first())
  await reach('Whose phone is this?', 'textbox')
  await keyboard.type('0799500100')
  await keyboard.press('Enter')
  await reach('Pretend M-PESA', 'link')
  await keyboard.press('Enter')
  await reach('Lipa na M-PESA', 'button')
  await keyboard.press('Enter')
  await reach('Pay Bill', 'button')
  await keyboard.press('Enter')
  await expect(phone.getByLabel('Enter business no.')).toBeFocused()
  await keyboard.press('Enter')
  await expect(phone.getByLabel('Enter account no.')).toBeFocused()
  await keyboard.type(account.toLowerCase())
  await keyboard.press('Enter')
  await expect(phone.getByLabel('Enter amount')).toBeFocused()
  await keyboard.type('543')
  await keyboard.press('Enter')
  await expect(phone.getByLabel('Enter pretend M-PESA PIN')).toBeFocused()
  await keyboard.type('4821')
  await keyboard.press('Enter')
  await reach('Send', 'button')
  await keyboard.press('Enter')
  await expect(screen(phone)).toContainText(/Sent\. Ksh\s543 .*Receipt \w{10}/)
})

test.describe('every screen', { tag: '@long' }, () => {
  const sizes = [
    { width: 360, height: 640 },
    { width: 1280, height: 800 },
  ]
  const colours = ['light', 'dark'] as const

  /** No axe violations, no horizontal overflow, no key too small for a thumb. */
  async function look(page: Page, name: string) {
    for (const colorScheme of colours) {
      await page.emulateMedia({ colorScheme })
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
      expect(await axeViolations(page, rules), `${name}, ${colorScheme}`).toEqual([])
    }
    const small = await page.evaluate(() => {
      const root = document.documentElement
      if (root.scrollWidth > root.clientWidth) return ['the page sideways']
      return [...document.querySelectorAll<HTMLElement>('.phone :is(a, button)')]
        .filter((key) => Math.min(key.offsetWidth, key.offsetHeight) < 44)
        .map((key) => key.textContent)
    })
    expect(small, name).toEqual([])
  }

  // Axe looks at a dozen screens in each.
  test.slow()

  for (const [place, viewport] of sizes.entries()) {
    test.describe(`${viewport.width} px`, () => {
      test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

      test('a request and its message', async ({ page, context, server }) => {
        const number = `079960${place}100`
        const payer = await context.newPage()
        await signIn(payer, await addTenant(server))
        await page.goto('/pretend-daraja/phone?phone=12345')
        await expect(page.getByRole('alert')).toBeVisible()
        await look(page, 'no number')
        await page.goto(phonePath(number))
        await expect(page.getByText('No payment requests.')).toBeVisible()
        await look(page, 'home')
        await payRent(payer, { phone: number, amount: 20 })
        await expect(page.getByRole('dialog')).toBeVisible()
        await look(page, 'request')
        const sending = page.getByRole('button', { name: 'Send', exact: true })
        await expect(sending).toBeInViewport({ ratio: 1 })
        await press(page, '1234')
        await sending.click()
        const messages = page.getByRole('link', { name: 'Messages 1 unread' })
        await expect(messages).toBeVisible()
        await look(page, 'new message')
        await messages.click()
        await look(page, 'messages')
        await page.getByRole('link', { name: /^Pretend M-PESA.*Unread$/ }).click()
        await look(page, 'message')
        await page.goto(`${phonePath(number)}&screen=numbers`)
        await expect(page.getByLabel('Add a number')).toBeVisible()
        await look(page, 'numbers')
      })

      test('the menu', async ({ page }) => {
        await page.goto(`${phonePath(`079970${place}100`)}&screen=mpesa`)
        await page.getByRole('button', { name: 'Lipa na M-PESA' }).click()
        await look(page, 'menu')
        await page.getByRole('button', { name: 'Pay Bill' }).click()
        await look(page, 'business number')
        await next(page)
        await next(page)
        await expect(page.getByRole('alert')).toHaveText('Please enter the account number.')
        await look(page, 'account number')
        await answerMenu(page, { account: 'MINE', amount: '20' })
        await look(page, 'confirm')
        await send(page)
        await expect(page.getByText('Not sent.')).toBeVisible()
        await look(page, 'refused')
        const high = await page.evaluate(() => document.documentElement.scrollHeight)
        if (viewport.width < 700) expect(high).toBe(viewport.height)
      })
    })
  }
})
