import type { Page } from '@playwright/test'
import { amina, expect, grace, signIn, test } from './fixtures.ts'

const screens = [
  {
    person: null,
    paths: ['/', '/about', '/auth/login', '/auth/register', '/auth/onboard/acacia-court'],
  },
  { person: amina, paths: ['/', '/wifi', '/transactions', '/auth/user', '/chats', '/services'] },
  {
    person: grace,
    paths: [
      '/',
      '/auth/user',
      '/staff',
      '/staff/money?of=due',
      '/staff/money?of=collected',
      '/staff/settings',
      '/staff/settings/services',
      '/staff/settings/wifi',
      '/staff/settings/log',
    ],
  },
]
const widths = [320, 360, 768, 900, 1280]

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('bweni.assistant', 'closed')),
)

/** Twice the size that the browser has for text, as its settings allow. */
const enlargeText = (page: Page) => page.addStyleTag({ content: 'html { font-size: 200% }' })

/** Of the page itself: pictures may scroll within it. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })

for (const { person, paths } of screens) {
  test(`text at 200 % fits, ${person?.first_name ?? 'for visitors'}`, async ({ page }) => {
    if (person) await signIn(page, person)
    for (const path of paths) {
      await page.goto(path)
      await enlargeText(page)
      await expect(page.locator('main .skeleton')).toHaveCount(0)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(page), `${path} at ${width} px`).toBe(0)
      }
    }
  })
}

test('the amount of a receipt stays on one line at 200 %', async ({ page }) => {
  await signIn(page, amina, { at: '/transactions' })
  await page
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click()
  const amount = page.locator('.receipt-amount')
  await expect(amount).toBeVisible()
  await enlargeText(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await sidewaysScroll(page)).toBe(0)
  const lines = await amount.evaluate((element) => {
    const { height } = element.getBoundingClientRect()
    return Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight))
  })
  expect(lines, 'the amount is on one line').toBe(1)
})
