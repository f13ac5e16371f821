import { grace, signIn, test } from './fixtures.ts'

test.use({ ownServer: 'shots' })
for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1280, 900],
] as const) {
  test(`start ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, grace)
    await page.waitForTimeout(1500)
    await page
      .getByRole('link', { name: /^A10[12],/ })
      .nth(1)
      .hover()
    await page.screenshot({ path: `/tmp/shots/start-${width}.png`, fullPage: true })
    await page.reload()
    await page.waitForTimeout(1500)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: `/tmp/shots/start-${width}-dark.png`, fullPage: true })
  })
}
