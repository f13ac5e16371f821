import { createContext } from 'react-router'
import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import type { RowsAndNext } from '#contract/page.ts'

type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Received<E>>

/** Calls in the name of the person a page is drawn for. */
export interface Reader {
  person_id: number
  call: Call
  callPage<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<RowsAndNext<E>>
}

/** What the server hands to a page while it renders it. */
export interface PageContext {
  /** For the inline scripts of this page (CSP). */
  nonce: string
  /** The browser has a session cookie: do not show it the landing page. */
  signedIn: boolean
  /** What this browser keeps of the notices that were put away. */
  putAway: string
  /** The slug of the residence whose link this browser last came by. */
  remembered: string | undefined
  /** Makes the residence of this slug the remembered one. */
  remember(slug: string): void
  /** Into the server's log, with the request it belongs to. */
  report(error: unknown): void
  /** The API, called in the same process. */
  call: Call
  /** Whose session this browser has, on the pages that are drawn for their readers; else null. */
  reader: Reader | null
}

export const pageContext = createContext<PageContext>()
