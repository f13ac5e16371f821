import type { Page } from '@playwright/test'
import { addTenant } from './add-tenant.ts'
import { axeViolations } from './axe.ts'
import {
  type AppServer,
  amina,
  assistant,
  brian,
  expandAssistant,
  expect,
  payRent,
  reloadUnrendered,
  signIn,
  test,
} from './fixtures.ts'
import { looksRight } from './looks.ts'

interface Screen {
  name: string
  open(page: Page, server: AppServer): Promise<unknown>
}

const screens: Screen[] = [
  { name: 'login', open: (page) => page.goto('/auth/login') },
  {
    name: 'login, refused',
    open: async (page) => {
      await page.goto('/auth/login')
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'home, something to pay, payments shown',
    open: async (page) => {
      await signIn(page, amina)
      await page.getByRole('button', { name: 'Show Payments' }).click()
    },
  },
  {
    name: 'home, paid up',
    open: async (page) => {
      await signIn(page, brian)
      await expect(page.getByText('Nothing to pay')).toBeVisible()
    },
  },
  {
    name: 'home, in credit of six figures',
    open: async (page, server) => {
      await page.route('**/student_room_paymments/', async (route) => {
        const response = await route.fetch()
        const summary = await response.json()
        const { this_month, paid_this_month } = summary.balance
        const brought_forward = -123_456 - this_month + paid_this_month
        const balance = { ...summary.balance, brought_forward }
        await route.fulfill({
          response,
          json: { ...summary, balance, current_month_balance: -123_456 },
        })
      })
      await signIn(page, await addTenant(server))
      await expect(page.getByText('Ksh 123,456').first()).toBeVisible()
    },
  },
  {
    name: 'home, fetch failed',
    open: async (page) => {
      await page.route('**/api/onboard/**', (route) => route.fulfill({ status: 502, body: '' }))
      await signIn(page, amina)
      await reloadUnrendered(page)
      await expect(page.getByText('An error occurred while fetching payments.')).toBeVisible()
    },
  },
  {
    name: 'assistant, one line',
    open: async (page) => {
      await signIn(page, amina, { firstVisit: true })
      const shown = page.locator('.assistant-button').or(assistant(page))
      await expect(shown.filter({ visible: true }).first()).toBeVisible()
    },
  },
  {
    name: 'assistant, main menu',
    open: async (page) => {
      await signIn(page, amina)
      await expandAssistant(page)
      await expect(assistant(page).getByText('Habari, Amina. How can I help?')).toBeVisible()
    },
  },
  {
    name: 'assistant, wrong phone',
    open: async (page) => {
      await signIn(page, amina)
      const chat = assistant(page)
      await expandAssistant(page)
      await chat.getByRole('button', { name: /^Rent payment/ }).click()
      await chat.getByRole('button', { name: 'Next' }).click()
      await chat.getByLabel('M-Pesa phone number').fill('12345')
      await chat.getByRole('button', { name: 'Next' }).click()
    },
  },
  {
    name: 'assistant, waiting',
    open: async (page, server) => {
      await signIn(page, await addTenant(server))
      const chat = assistant(page)
      await payRent(page, { phone: '0734024900', amount: 10 })
      await expect(chat.getByText('Look at your phone.')).toBeVisible()
    },
  },
  {
    name: 'assistant, paid',
    open: async (page, server) => {
      await signIn(page, await addTenant(server))
      await payRent(page, { phone: '0734000002', amount: 10 })
      await expect(assistant(page).getByText(/^Paid\. Asante/)).toBeVisible()
    },
  },
  {
    name: 'assistant, failed',
    open: async (page, server) => {
      await signIn(page, await addTenant(server))
      await payRent(page, { phone: '0734000001', amount: 10 })
      await expect(assistant(page).getByText('No money was taken.')).toBeVisible()
    },
  },
  { name: 'pretend phone', open: (page) => page.goto('/pretend-daraja/phone?phone=0712345678') },
]

for (const { name, open } of screens) looksRight(name, open)

test('a broken page shows the router error page with a way on', { tag: '@long' }, async ({
  page,
}) => {
  // The button may appear under the mouse, and axe would check a colour in transition.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.route('**/assets/login-page*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export default () => { throw new Error('broken on purpose') }",
    }),
  )
  await page
    .getByRole('link', { name: /^Log ?in$/i })
    .first()
    .click()
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
  await expect(
    page
      .getByRole('link', { name: /home/i })
      .or(page.getByRole('button', { name: /reload/i }))
      .first(),
  ).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})
