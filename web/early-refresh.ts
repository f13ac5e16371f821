declare global {
  interface Window {
    bweniRefresh?: Promise<Response> | undefined
  }
}

/** The only trace of a session in localStorage; other tabs watch it. */
export const LOGIN_FLAG_KEY = 'bweni.isLoggedIn'
/** A lock: only one tab refreshes at a time, so that two token rotations never overlap. */
export const REFRESH_LOCK = 'bweni-refresh'

/** A refresh that hangs would hold the lock, and keep the pages that wait for the session empty. */
export const REFRESH_TIMEOUT_MS = 30_000

/**
 * An inline script that requests an access token while the page's own scripts are still loading,
 * which takes long on a phone. Only the first refresh uses its response.
 */
export const earlyRefreshScript = `try {
  if (localStorage.getItem('${LOGIN_FLAG_KEY}') === 'true') {
    const ask = () => fetch('/api/auth/refresh-token', { method: 'POST', credentials: 'include', signal: AbortSignal.timeout(${REFRESH_TIMEOUT_MS}) })
    window.bweniRefresh = navigator.locks ? navigator.locks.request('${REFRESH_LOCK}', ask) : ask()
    window.bweniRefresh.catch(() => {})
  }
} catch {}`

/** Returns the response to the inline script's request on the first call; undefined when there is none. */
export async function takeEarlyRefresh(): Promise<Response | undefined> {
  const response = window.bweniRefresh
  window.bweniRefresh = undefined
  return response?.catch(() => undefined)
}
