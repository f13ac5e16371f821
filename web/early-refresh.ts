import { LOGGED_IN_BY_FORM_COOKIE } from '#contract/auth.ts'

declare global {
  interface Window {
    bweniRefresh?: Promise<Response> | undefined
  }
}

/** The only trace of a session in the browser's storage; other tabs watch it. */
export const LOGIN_FLAG_KEY = 'bweni.isLoggedIn'
/** Set while a logout has not reached the server. */
export const LOGOUT_PENDING_KEY = 'bweni.logoutPending'
/** Prefix of the storage keys of drafts, which are deleted at sign-out. */
export const DRAFT_KEY_PREFIX = 'bweni.typed.'
/** The account number of the user who signed in last; also deleted when the session ends. */
export const SAVED_ACCOUNT_KEY = `${DRAFT_KEY_PREFIX}account`
/**
 * The page that redirected a visitor. The path is passed in the router's state; this tab's copy
 * survives visits to other pages before the login page.
 */
export const RETURN_PATH_KEY = 'bweni.returnPage'
/** A lock: only one tab refreshes at a time, so that two token rotations never overlap. */
export const REFRESH_LOCK = 'bweni-refresh'

/** A refresh that hangs would hold the lock, and keep the pages that wait for the session empty. */
export const REFRESH_TIMEOUT_MS = 30_000

/**
 * An inline script that stores what `signIn` of session.ts would have, after a login by form alone. It also requests an
 * access token while the page's own scripts load, which takes long on a phone. Only the first refresh uses its response.
 */
export const earlyRefreshScript = import.meta.env.SSR
  ? `try {
  if (document.cookie.includes('${LOGGED_IN_BY_FORM_COOKIE}=')) {
    localStorage.removeItem('${LOGOUT_PENDING_KEY}')
    localStorage.removeItem('${SAVED_ACCOUNT_KEY}')
    localStorage.setItem('${LOGIN_FLAG_KEY}', 'true')
    document.cookie = '${LOGGED_IN_BY_FORM_COOKIE}=; path=/; max-age=0'
    sessionStorage.removeItem('${RETURN_PATH_KEY}')
  }
  if (localStorage.getItem('${LOGIN_FLAG_KEY}') === 'true') {
    const ask = () => fetch('/api/auth/refresh-token', { method: 'POST', credentials: 'include', signal: AbortSignal.timeout(${REFRESH_TIMEOUT_MS}) })
    window.bweniRefresh = navigator.locks ? navigator.locks.request('${REFRESH_LOCK}', ask) : ask()
    window.bweniRefresh.catch(() => {})
  }
} catch {}`
  : ''

/** Returns the response to the inline script's request on the first call; undefined when there is none. */
export async function takeEarlyRefresh(): Promise<Response | undefined> {
  const response = window.bweniRefresh
  window.bweniRefresh = undefined
  return response?.catch(() => undefined)
}
