import { createContext } from 'react-router'
import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import type { RowsAndNext } from '#contract/page.ts'

type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Received<E>>

/** The user for whom a page is rendered, and calls in their name. */
export interface Viewer {
  user_id: number
  call: Call
  callPage<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<RowsAndNext<E>>
}

/** What the server gives to the loaders of a page and to its renderer. */
export interface PageContext {
  /** Of the inline scripts of this page (CSP). */
  nonce: string
  /** The browser has a session cookie, so it must not see the landing page. */
  signedIn: boolean
  /** The cookie with the dismissed notices of the feed. */
  dismissedNotices: string
  /** The slug of the company whose link this browser followed last. */
  remembered: string | undefined
  remember(slug: string): void
  /** Logs an error with its request. */
  report(error: unknown): void
  /** The API, called in the same process. */
  call: Call
  /** Null when nobody is signed in, and on pages that are not rendered for a user. */
  viewer: Viewer | null
}

export const pageContext = createContext<PageContext>()
