import type { Location } from 'react-router'

/**
 * The page that the guard sent someone away from. It travels in the router's state; the copy in
 * the tab's storage survives the visit to other pages on the way to the login.
 */
const key = 'bweni.returnPage'

export interface ReturnState {
  from: string
}

export function rememberPage(location: Location): ReturnState {
  const from = location.pathname + location.search + location.hash
  sessionStorage.setItem(key, from)
  return { from }
}

export const forgetPage = () => sessionStorage.removeItem(key)

/** Only a path of this site counts, whatever the storage holds. */
export function returnPage(location: Location): string {
  const state = location.state as Partial<ReturnState> | null
  const page = state?.from ?? sessionStorage.getItem(key) ?? '/'
  return /^\/(?![/\\])/.test(page) ? page : '/'
}
