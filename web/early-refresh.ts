declare global {
  interface Window {
    bweniRefresh?: Promise<Response> | undefined
  }
}

/** The only thing about a session that is in storage; other tabs watch it. */
export const LOGIN_FLAG_KEY = 'bweni.isLoggedIn'
/** Only one tab refreshes at a time, so that no rotation of the token overtakes another. */
export const REFRESH_LOCK = 'bweni-refresh'

/**
 * An inline script of the page that asks for an access token while the page's scripts are still loading,
 * which on a phone takes longer. Only the first refresh uses its response.
 */
export const earlyRefreshScript = `try {
  if (localStorage.getItem('${LOGIN_FLAG_KEY}') === 'true') {
    const ask = () => fetch('/api/auth/refresh-token', { method: 'POST', credentials: 'include' })
    window.bweniRefresh = navigator.locks ? navigator.locks.request('${REFRESH_LOCK}', ask) : ask()
    window.bweniRefresh.catch(() => {})
  }
} catch {}`

/** The response to the inline script's request, once; undefined when there is none. */
export async function takeEarlyRefresh(): Promise<Response | undefined> {
  const response = window.bweniRefresh
  window.bweniRefresh = undefined
  return response?.catch(() => undefined)
}
