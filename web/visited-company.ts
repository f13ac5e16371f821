import { type AssistantData, getAssistant } from '#contract/assistant.ts'
import { type Company, getCompany } from '#contract/company.ts'
import type { PageContext } from './page-context.ts'

/** The residence of a slug; null when there is none. */
export async function companyOf(page: PageContext, slug: string): Promise<Company | null> {
  try {
    return await page.call(getCompany, { query: { slug } })
  } catch (error) {
    if (error instanceof Response && error.status < 500) return null
    throw error
  }
}

/**
 * The residence whose pages these are (design 5): that of the slug in the address, which is
 * remembered from then on; else the remembered one; else the installation's first. Whoever is signed
 * in belongs to one already, and may look at another without moving.
 */
export async function visitedCompany(page: PageContext, asked?: string): Promise<Company> {
  const linked = asked ? await companyOf(page, asked) : null
  if (linked) {
    if (!page.signedIn) page.remember(linked.slug)
    return linked
  }
  const remembered = page.remembered ? await companyOf(page, page.remembered) : null
  return remembered ?? page.call(getCompany, {})
}

/** What a residence tells and sells; null when that cannot be had, which takes no page down. */
export async function offerOf(page: PageContext, slug: string): Promise<AssistantData | null> {
  try {
    return await page.call(getAssistant, { query: { slug } })
  } catch (error) {
    page.report(error)
    return null
  }
}
