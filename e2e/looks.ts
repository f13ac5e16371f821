import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const sizes = [
  { name: '360 px', viewport: { width: 360, height: 740 } },
  { name: '1280 px', viewport: { width: 1280, height: 800 } },
]
const colours = ['light', 'dark'] as const

/** Of the page, and of whatever scrolls within it. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element) =>
      element === document.documentElement ||
      /auto|scroll/.test(getComputedStyle(element).overflowX)
    const beyond = [...document.querySelectorAll('*')]
      .filter(scrolls)
      .map((element) => element.scrollWidth - element.clientWidth)
    return Math.max(...beyond)
  })

/** A screen at both sizes and in both colours: axe finds nothing, and nothing sticks out. */
export function looksRight(screen: string, open: (page: Page) => Promise<unknown>) {
  for (const { name, viewport } of sizes) {
    test.describe(`${screen}, ${name}`, () => {
      test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })
      test('axe finds nothing and nothing sticks out, light and dark', async ({ page }) => {
        const complaints: string[] = []
        page.on('console', (message) => {
          if (message.type() === 'error' && !message.text().includes('Failed to load resource')) {
            complaints.push(message.text())
          }
        })
        page.on('pageerror', (error) => complaints.push(error.message))
        await open(page)
        for (const colorScheme of colours) {
          await page.emulateMedia({ colorScheme })
          const { violations } = await new AxeBuilder({ page }).analyze()
          const found = violations.map((violation) => `${violation.id}: ${violation.help}`)
          expect(found, colorScheme).toEqual([])
        }
        for (const width of viewport.width < 700 ? [360, 320] : [768, 1280, 1440]) {
          await page.setViewportSize({ ...viewport, width })
          expect(await sidewaysScroll(page), `at ${width} px`).toBe(0)
        }
        expect(complaints).toEqual([])
      })
    })
  }
}
