import { createContext } from 'react-router'
import { type AssistantData, getAssistant } from '#contract/assistant.ts'
import { type Company, getCompany } from '#contract/company.ts'
import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import { listFreeRooms } from '#contract/onboarding.ts'
import type { RowsAndNext } from '#contract/page.ts'

type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Received<E>>

/** The user for whom a page is rendered, and API calls on their behalf. */
export interface Viewer {
  user_id: number
  call: Call
  callPage<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<RowsAndNext<E>>
}

/** What the server passes to the loaders of a page and to its renderer. */
export interface PageContext {
  /** The nonce of this page's inline scripts (CSP). */
  nonce: string
  /** Whether the browser has a session cookie; then the landing page must not be shown. */
  signedIn: boolean
  /** The cookie with the dismissed notices of the feed. */
  dismissedNotices: string
  /** The slug of the company whose pages this browser visited last. */
  remembered: string | undefined
  remember(slug: string): void
  /** Logs an error with its request. */
  report(error: unknown): void
  /** Calls the API in the same process. */
  call: Call
  /** Null without a session, and on pages that are not rendered for a user. */
  viewer: Viewer | null
}

export const pageContext = createContext<PageContext>()

/** Null when there is no company with this slug. */
export async function findCompany(page: PageContext, slug: string): Promise<Company | null> {
  try {
    return await page.call(getCompany, { query: { slug } })
  } catch (error) {
    if (error instanceof Response && error.status < 500) return null
    throw error
  }
}

/**
 * The company whose pages are shown: that of the slug in the address, which the browser remembers from
 * then on unless a user is signed in; else the remembered one; else the installation's first.
 */
export async function visitedCompany(page: PageContext, slug?: string): Promise<Company> {
  const linked = slug ? await findCompany(page, slug) : null
  if (linked) {
    if (!page.signedIn) page.remember(linked.slug)
    return linked
  }
  const remembered = page.remembered ? await findCompany(page, page.remembered) : null
  return remembered ?? page.call(getCompany, {})
}

/** What a visitor who looks for a room wants to know first. */
export interface RoomOffer {
  /** Rooms that can be moved into today. */
  free: number
  /** The lowest rent of these, in shillings a month; null without any. */
  lowest_rate: number | null
}

/** Null when it cannot be fetched. */
export async function findRoomOffer(page: PageContext, slug: string): Promise<RoomOffer | null> {
  try {
    const rooms = await page.call(listFreeRooms, { params: { slug }, query: {} })
    const rates = rooms.map(({ rate }) => rate)
    return { free: rooms.length, lowest_rate: rates.length > 0 ? Math.min(...rates) : null }
  } catch (error) {
    page.report(error)
    return null
  }
}

/** The company data for the landing page and the terms; null when it cannot be fetched. */
export async function findOffer(page: PageContext, slug: string): Promise<AssistantData | null> {
  try {
    return await page.call(getAssistant, { query: { slug } })
  } catch (error) {
    page.report(error)
    return null
  }
}
