import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * What axe finds wrong on a page, one line for each rule. Our pages have no frames, so that axe runs in the page itself and is
 * loaded into it once.
 * @param rules all, unless some are named
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, {
      // Without a list of all that is well.
      resultTypes: ['violations'],
      ...(rules && { runOnly: rules }),
    })
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`)
  }, rules)
}
