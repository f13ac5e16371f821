import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { type AppServer, expect, test } from './fixtures.ts'

/** Each with narrower and wider viewports that must not overflow either. */
const sizes = [
  { name: '360 px', viewport: { width: 360, height: 740 }, widths: [320, 360] },
  { name: '1280 px', viewport: { width: 1280, height: 800 }, widths: [768, 1440, 1280] },
]
const colours = ['light', 'dark'] as const

/** The page, and everything that scrolls within it, whose content is wider than itself. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element) =>
      element === document.documentElement ||
      /auto|scroll/.test(getComputedStyle(element).overflowX)
    return [...document.querySelectorAll('*')]
      .filter((element) => scrolls(element) && element.scrollWidth > element.clientWidth)
      .map((each) => `${each.localName}.${each.className}: ${each.scrollWidth - each.clientWidth}`)
  })

/** A screen at both sizes and in both colour schemes: no axe violations, no horizontal overflow. */
export function looksRight(
  screen: string,
  open: (page: Page, server: AppServer) => Promise<unknown>,
) {
  test.describe(screen, () => {
    test.use({ viewport: sizes[0]?.viewport, contextOptions: { reducedMotion: 'reduce' } })
    const name = 'no axe violations and no overflow, narrow and wide, light and dark'
    test(name, { tag: '@long' }, async ({ page, server }) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('Failed to load resource')) {
          complaints.push(message.text())
        }
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await open(page, server)
      for (const { name, viewport, widths } of sizes) {
        await page.setViewportSize(viewport)
        for (const colorScheme of colours) {
          await page.emulateMedia({ colorScheme })
          // In the dark scheme only the colours differ.
          const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
          expect(await axeViolations(page, rules), `${name}, ${colorScheme}`).toEqual([])
        }
        for (const width of widths) {
          await page.setViewportSize({ ...viewport, width })
          expect(await sidewaysScroll(page), `at ${width} px`).toEqual([])
        }
      }
      expect(complaints).toEqual([])
    })
  })
}
