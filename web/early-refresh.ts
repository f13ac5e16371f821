declare global {
  interface Window {
    bweniRefresh?: Promise<Response> | undefined
  }
}

/** The only thing about a session that is stored (design 9); other tabs watch it. */
export const login_flag = 'bweni.isLoggedIn'
/** Tabs take turns, so that one rotation never overtakes another. */
export const refresh_lock = 'bweni-refresh'

/**
 * Runs in the page before its scripts have come: on a phone they take longer than the answer. What it
 * brings is used by the first refresh and nowhere else.
 */
export const begin_refresh = `try {
  if (localStorage.getItem('${login_flag}') === 'true') {
    const ask = () => fetch('/api/auth/refresh-token', { method: 'POST', credentials: 'include' })
    window.bweniRefresh = navigator.locks ? navigator.locks.request('${refresh_lock}', ask) : ask()
    window.bweniRefresh.catch(() => {})
  }
} catch {}`

/** The answer that was asked for so, once; undefined when there is none. */
export async function earlyRefresh(): Promise<Response | undefined> {
  const asked = window.bweniRefresh
  window.bweniRefresh = undefined
  return asked?.catch(() => undefined)
}
