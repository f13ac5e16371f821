import type { Locator, Page } from '@playwright/test'
import { formatPhone } from '#rules/phone.ts'
import { addTenant } from './add-tenant.ts'
import {
  assistant,
  chooseBundle,
  expandAssistant,
  expect,
  fillLogin,
  signIn,
  test,
} from './fixtures.ts'
import { looksRight } from './looks.ts'

/** Bundles: from the list to the code, and what may interrupt it. */
test.use({ ownServer: 'wifi' })

const code = (page: Page) => assistant(page).getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
const textOf = async (locator: Locator) => (await locator.textContent()) ?? ''
const pay = (page: Page) => assistant(page).getByRole('button', { name: /^Pay KSH/ })

async function buy(page: Page, bundle: { phone: string; data: string }) {
  await chooseBundle(page, bundle)
  await pay(page).click()
}

test('a bundle is bought by keyboard; its code is copied, listed and found again', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  const tenant = await addTenant(server)
  await signIn(page, tenant)
  const chat = assistant(page)
  await expandAssistant(page)
  await expect(chat.getByText('from KSH 50')).toBeVisible()
  await chat.getByRole('button', { name: /^Wifi/ }).focus()
  await page.keyboard.press('Enter')
  await chat.getByRole('button', { name: '3GB 3 days KSH 100' }).focus()
  await page.keyboard.press('Enter')
  await expect(chat.getByLabel('M-Pesa phone number')).toBeFocused()
  await expect(chat.getByLabel('M-Pesa phone number')).toHaveValue(formatPhone(tenant.username))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('0736')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('alert')).toContainText('Please enter a valid phone number')
  await expect(chat.getByLabel('M-Pesa phone number')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('0736003002')
  const sent = page.waitForRequest('**/stk-push/initiate/')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ transaction_desc: 'Wifi 3GB, 3 days' })
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  // The code itself does not wait for the message.
  await expect(chat.getByText('M‑Pesa has confirmed your payment.')).toBeVisible()
  await expect(code(page)).toBeVisible()
  await expect(chat.getByText('Your 3GB bundle is ready.')).toBeVisible()
  await expect(
    chat.getByText('Join AcaciaCourt, open any website and enter the code.'),
  ).toBeVisible()
  const bought = await textOf(code(page))
  await chat.getByRole('button', { name: /^Copy code/ }).click()
  await expect(chat.getByRole('button', { name: /^Copied/ })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(bought)
  const receipt = await textOf(chat.getByRole('definition').first())
  expect(receipt).toMatch(/^U[A-Z0-9]{9}$/)

  await chat.getByRole('button', { name: 'See transaction history' }).click()
  const first = chat.getByRole('listitem').first()
  await expect(first).toContainText('Wifi 3GB, 3 days')
  await expect(first).toContainText(receipt)
  await chat.getByRole('button', { name: 'Main menu' }).click()

  await chat.getByRole('button', { name: /^Wifi/ }).click()
  await chat.getByRole('button', { name: 'Paid, but no code?' }).click()
  const reference = chat.getByLabel('Payment reference')
  await expect(reference).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    chat.getByText('Please enter the payment reference from the M-Pesa message.'),
  ).toBeVisible()
  await page.keyboard.type('UAA0000000')
  await page.keyboard.press('Enter')
  await expect(
    chat.getByText('We can’t find a wifi bundle of yours with this M-Pesa code.'),
  ).toBeVisible()
  await expect(reference).toHaveValue('UAA0000000')
  await reference.fill(` ${receipt.toLowerCase()} `)
  await page.keyboard.press('Enter')
  await expect(chat.getByText('Here is your code.')).toBeVisible()
  await expect(code(page)).toHaveText(bought)

  await chat.getByRole('link', { name: 'My wifi' }).click()
  await expect(page).toHaveURL(/\/wifi$/)
  await expect(page.getByRole('main').getByText(bought)).toBeVisible()
})

test('a failed bundle is tried again, then paid from another phone', { tag: '@long' }, async ({
  page,
  server,
}) => {
  await signIn(page, await addTenant(server))
  await buy(page, { phone: '0736006001', data: '2GB' })
  const chat = assistant(page)
  const refusals = chat.getByText('Payment failed: There isn’t enough money in the M-Pesa account.')
  await expect(refusals).toHaveCount(1)
  await chat.getByRole('button', { name: 'Try again, KSH 50' }).click()
  await expect(refusals).toHaveCount(2)
  await chat.getByRole('button', { name: 'Change it' }).click()
  await chat.getByRole('button', { name: '10GB' }).click()
  await expect(chat.getByLabel('M-Pesa phone number')).toHaveValue('0736 006 001')
  await chat.getByLabel('M-Pesa phone number').fill('0736006002')
  await chat.getByRole('button', { name: 'Pay KSH 650' }).click()
  await expect(chat.getByText('Your 10GB bundle is ready.')).toBeVisible()
  await expect(code(page)).toHaveCount(1)
  // Going back to the menu clears the flow.
  await chat.getByRole('button', { name: 'Main menu' }).click()
  await expect(code(page)).toHaveCount(0)
})

test('the server is killed while the phone rings: the code is issued once', {
  tag: '@long',
}, async ({ page, server }) => {
  await signIn(page, await addTenant(server))
  await buy(page, { phone: '0736007002', data: '2GB' })
  const chat = assistant(page)
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  await server.kill()
  await server.start()
  await expect(chat.getByText('Your 2GB bundle is ready.')).toBeVisible({ timeout: 40_000 })
  const bought = await textOf(code(page))
  await page.goto('/wifi')
  const codes = page.getByRole('main').getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await expect(codes).toHaveText([bought])
})

test('a reload and a second tab resume the payment; both get the code', { tag: '@long' }, async ({
  page,
  context,
  server,
}) => {
  await signIn(page, await addTenant(server))
  await buy(page, { phone: '0736008900', data: '3GB' })
  await expect(assistant(page).getByText('Look at your phone.')).toBeVisible()
  await page.reload()
  const second = await context.newPage()
  await second.goto('/')
  for (const tab of [page, second]) {
    await expect(assistant(tab).getByText('Look at your phone.')).toBeVisible()
    await expect(assistant(tab).getByText('3GB, 3 days, KSH 100 from 0736 008 900')).toBeVisible()
  }
  const phone = await context.newPage()
  await phone.goto('/pretend-daraja/phone?phone=0736008900')
  await expect(phone.getByText('Ksh 100.00')).toBeVisible()
  for (const digit of '1234') await phone.keyboard.press(digit)
  await phone.keyboard.press('Enter')
  await expect(code(page)).toBeVisible()
  await expect(code(second)).toHaveText(await textOf(code(page)))
})

const changes = [
  [{ price: 40 }, 'The price of this bundle is now Ksh 50. Please choose again.'],
  [{ data_bytes: 2 ** 30 }, 'This bundle is now 2GB for 2 days. Please choose again.'],
  [{ id: 'package_gone' }, 'This bundle is no longer sold. Please choose another.'],
] as const

test('a list that has changed since it was shown is explained and loaded again', {
  tag: '@long',
}, async ({ page, server }) => {
  await signIn(page, await addTenant(server))
  const chat = assistant(page)
  for (const [before, sentence] of changes) {
    // As it was before the office changed it.
    await page.route('**/api/assistant/?*', async (route) => {
      const response = await route.fetch()
      const offer = await response.json()
      offer.packages[0] = { ...offer.packages[0], ...before }
      await route.fulfill({ response, json: offer })
    })
    await page.reload()
    await chooseBundle(page, { phone: '0736009002', data: '2GB' })
    await page.unroute('**/api/assistant/?*')
    await pay(page).click()
    await expect(chat.getByText(sentence)).toBeVisible()
    await expect(chat.getByText('The payment didn’t start.')).toBeVisible()
    await chat.getByRole('button', { name: '2GB 2 days KSH 50' }).click()
    await expect(chat.getByLabel('M-Pesa phone number')).toHaveValue('0736 009 002')
  }
  await pay(page).click()
  await expect(chat.getByText('Your 2GB bundle is ready.')).toBeVisible()
})

test('while the new list is loaded, nothing can be chosen from the refused one', {
  tag: '@long',
}, async ({ page, server }) => {
  const lists = '**/api/assistant/?*'
  await page.route(lists, async (route) => {
    const response = await route.fetch()
    const offer = await response.json()
    offer.packages[0] = { ...offer.packages[0], price: 40 }
    await route.fulfill({ response, json: offer })
  })
  await signIn(page, await addTenant(server), { at: '/wifi' })
  const chat = assistant(page)
  const offer = page.getByRole('region', { name: 'No wifi bundle yet' })
  await offer.getByRole('button', { name: 'Buy 2GB, 2 days, KSH 40' }).click()
  await chat.getByLabel('M-Pesa phone number').fill('0736013002')
  await page.unroute(lists)
  const reply = Promise.withResolvers<void>()
  await page.route(lists, async (route) => {
    await reply.promise
    await route.continue()
  })
  // What is pressed as soon as it is there, before anybody could see that it is an old list.
  await page.evaluate(() => {
    const old = '.bundle-option, .for-sale button'
    const press = () => {
      if (!document.body.textContent?.includes('Please choose again.')) return
      document.documentElement.dataset.refused = ''
      for (const button of document.querySelectorAll<HTMLElement>(old)) {
        document.documentElement.dataset.pressed = button.textContent ?? ''
        button.click()
      }
    }
    const observer = new MutationObserver(press)
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('enough', () => observer.disconnect())
  })
  await pay(page).click()
  await expect(page.locator('html[data-refused]')).toBeAttached()
  await expect(chat.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  await expect(chat.getByText(/^The price of this bundle is now/)).toBeVisible()
  await expect(chat.getByRole('button', { name: /^2GB/ })).toHaveCount(0)
  await expect(offer.getByRole('button', { name: /^Buy/ })).toHaveCount(0)
  await expect(page.locator('html[data-pressed]')).not.toBeAttached()

  await page.evaluate(() => dispatchEvent(new Event('enough')))
  reply.resolve()
  await expect(offer.getByRole('button', { name: 'Buy 2GB, 2 days, KSH 50' })).toBeVisible()
})

test('a visitor who wants wifi signs in and comes back to the bundles', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const tenant = await addTenant(server)
  await page.goto('/about')
  const chat = assistant(page)
  await expandAssistant(page)
  await chat.getByRole('button', { name: /^Wifi/ }).click()
  await expect(chat.getByText('Please log in to buy a wifi bundle.')).toBeVisible()
  await chat.getByRole('link', { name: 'Log in' }).click()
  await fillLogin(page, tenant)
  await expect(page).toHaveURL(/\/about$/)
  await chat.getByRole('button', { name: /^10GB/ }).click()
  await expect(chat.getByLabel('M-Pesa phone number')).toHaveValue(formatPhone(tenant.username))
})

looksRight('assistant, bundles', async (page, server) => {
  await signIn(page, await addTenant(server))
  await expandAssistant(page)
  await assistant(page).getByRole('button', { name: /^Wifi/ }).click()
  await expect(assistant(page).getByText('KSH 650')).toBeVisible()
})

looksRight('assistant, a code', async (page, server) => {
  await signIn(page, await addTenant(server))
  await buy(page, { phone: '0736012002', data: '10GB' })
  await expect(assistant(page).getByText('Your 10GB bundle is ready.')).toBeVisible()
})
