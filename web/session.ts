import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import {
  type Credentials,
  getUser,
  LOGGED_IN_BY_FORM_COOKIE,
  LOGIN_FLAG_COOKIE,
  login,
  logout,
  type User,
} from '#contract/auth.ts'
import { ApiError, call, onSessionLost, refresh, setAccessToken } from './api.ts'
import {
  DRAFT_KEY_PREFIX,
  LOGIN_FLAG_KEY,
  LOGOUT_PENDING_KEY,
  SAVED_ACCOUNT_KEY,
} from './early-refresh.ts'
import type { RootData } from './root.tsx'
import { local, ofTab, readCookie, setSsrCookie } from './storage.ts'

export type Session =
  /** `ended`: the session was not ended by the user on this device, but elsewhere, by staff, or after a long time. */
  | { status: 'signed_out'; ended: boolean }
  /**
   * The login flag is set and the session is being refreshed. `asRendered`: no user has signed in or out
   * since the server rendered this page.
   */
  | { status: 'restoring'; asRendered: boolean }
  /**
   * The login flag is set, but the session could not be restored; this is retried. `noNetwork`: there was no
   * response at all.
   */
  | { status: 'unreachable'; asRendered: boolean; noNetwork: boolean }
  | { status: 'signed_in'; user: User }

const inBrowser = typeof window !== 'undefined'
/** Whether the login flag is set. Where storage is refused, the cookie remembers it over a reload. */
export const hasLoginFlag = () =>
  inBrowser &&
  (local.get(LOGIN_FLAG_KEY) === 'true' ||
    readCookie(LOGGED_IN_BY_FORM_COOKIE) !== null ||
    (!local.isKept() && readCookie(LOGIN_FLAG_COOKIE) !== null))

const NINETY_DAYS_S = 90 * 86_400

/** Sets the login flag in storage, and a cookie that tells the server the same. */
function setLoginFlag(signedIn: boolean) {
  if (signedIn) local.set(LOGIN_FLAG_KEY, 'true')
  else local.remove(LOGIN_FLAG_KEY)
  setSsrCookie('/', LOGIN_FLAG_COOKIE, '1', signedIn ? NINETY_DAYS_S : 0)
  setSsrCookie('/', LOGGED_IN_BY_FORM_COOKIE, '', 0)
}

const signedOut: Session = { status: 'signed_out', ended: false }
const restoring: Session = { status: 'restoring', asRendered: true }
let session: Session = hasLoginFlag() ? restoring : signedOut
const listeners = new Set<() => void>()

function setSession(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

const forgetAccount = () => local.remove(SAVED_ACCOUNT_KEY)

function clearSession(ended = false) {
  // Another user may have signed in since, in another tab.
  if (!hasLoginFlag()) forgetAccount()
  setAccessToken(null)
  setSession({ status: 'signed_out', ended })
}

function endSession(ended = false) {
  setLoginFlag(false)
  clearSession(ended)
}

const RESTORE_RETRY_MS = 4000
let nextRestore: ReturnType<typeof setTimeout> | undefined
let restores = 0

/** Tries once to restore the session; if that fails, again a little later. */
export async function restore(): Promise<void> {
  clearTimeout(nextRestore)
  const attempt = ++restores
  try {
    await refresh()
    const user = await call(getUser, {})
    setLoginFlag(true)
    setSession({ status: 'signed_in', user })
  } catch (error) {
    // A later attempt has begun, for another user.
    if (attempt !== restores) return
    if (error instanceof ApiError && [401, 403].includes(error.status)) return endSession(true)
    if (session.status === 'signed_out') return
    setSession({
      status: 'unreachable',
      asRendered: 'asRendered' in session && session.asRendered,
      noNetwork: error instanceof ApiError && error.status === 0,
    })
    clearTimeout(nextRestore)
    nextRestore = setTimeout(() => {
      if (session.status === 'unreachable') void restore()
    }, RESTORE_RETRY_MS)
  }
}

/** @throws {ApiError} with the message for the login page */
export async function signIn(credentials: Credentials): Promise<User> {
  const { access_token } = await call(login, { body: credentials })
  setAccessToken(access_token)
  const user = await call(getUser, {})
  local.remove(LOGOUT_PENDING_KEY)
  forgetAccount()
  setLoginFlag(true)
  setSession({ status: 'signed_in', user })
  return user
}

/** Updates the signed-in user everywhere after a change of the profile. */
export const updateSessionUser = (user: User) => setSession({ status: 'signed_in', user })

/**
 * Ends the session in all tabs. If the server cannot be reached, the logout is repeated later.
 */
export async function signOut(): Promise<void> {
  local.set(LOGOUT_PENDING_KEY, 'true')
  await finishLogout()
  endSession()
  for (const storage of [local, ofTab]) {
    for (const key of storage.keys()) if (key.startsWith(DRAFT_KEY_PREFIX)) storage.remove(key)
  }
}

async function finishLogout() {
  if (local.get(LOGOUT_PENDING_KEY) !== 'true') return
  // Somebody has logged in by form since, on a page that is still to come; it is their session that would be ended.
  if (readCookie(LOGGED_IN_BY_FORM_COOKIE) !== null) return
  try {
    await call(logout, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return
  }
  local.remove(LOGOUT_PENDING_KEY)
}

function restoreOtherUser() {
  setSession({ status: 'restoring', asRendered: false })
  void restore()
}

if (inBrowser) {
  onSessionLost((reason) => (reason === 'ended' ? endSession(true) : restoreOtherUser()))
  if (hasLoginFlag()) void restore()
  else void finishLogout()
  addEventListener('online', () => void finishLogout())
  // Checks the event's value rather than the current one, because another user may have signed in since.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== LOGIN_FLAG_KEY && key !== null) return
    if (newValue !== 'true') clearSession()
    else if (session.status === 'signed_out') restoreOtherUser()
  })
  // A page from the back-forward cache has missed the storage events.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (session.status === 'signed_out') {
      if (hasLoginFlag()) restoreOtherUser()
    } else if (!hasLoginFlag()) clearSession()
    else if (session.status === 'signed_in') void refresh().catch(() => undefined)
    else void restore()
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session of this browser. During server rendering only the presence of the session cookie is known. */
export function useSession(): Session {
  const data = useRouteLoaderData<RootData>('root')
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => (data?.signedIn ? restoring : signedOut),
  )
}

/** The user data with which the server rendered the page, used until the session is restored. */
export type PageUser = Pick<
  User,
  'id' | 'is_staff' | 'staff_role' | 'first_name' | 'must_change_password'
>

/**
 * The user of this page: the signed-in user or, until the session is restored, the viewer for whom the
 * server has rendered it. Calls to the API need a signed-in user.
 */
export function usePageUser(): PageUser | null {
  const session = useSession()
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null
  if (session.status === 'signed_in') return session.user
  return 'asRendered' in session && session.asRendered ? viewer : null
}

/**
 * The role that the page is drawn for: the user's or, until they are known, that of the cookie with which the server rendered
 * it. Null for visitors, and while nothing is known.
 */
export function useRole(): 'staff' | 'tenant' | null {
  const session = useSession()
  const data = useRouteLoaderData<RootData>('root')
  const user = usePageUser()
  if (user) return user.is_staff ? 'staff' : 'tenant'
  return 'asRendered' in session && session.asRendered ? (data?.role ?? null) : null
}
