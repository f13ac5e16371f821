import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import {
  type Credentials,
  getUser,
  login,
  loginFlagCookie,
  logout,
  type User,
} from '#contract/auth.ts'
import { ApiError, call, onSessionLost, refresh, setAccessToken } from './api.ts'
import { keepDrawnCookie } from './drawn-cookie.ts'
import { login_flag } from './early-refresh.ts'
import type { RootData } from './root.tsx'

export type Session =
  | { status: 'signed_out' }
  /**
   * The login flag is set and the session is being refreshed. `as_drawn`: nobody has signed in or out
   * since the server drew this page.
   */
  | { status: 'restoring'; as_drawn: boolean }
  /** The flag is set, but the server cannot be reached to refresh; tried again by itself. */
  | { status: 'unreachable'; as_drawn: boolean }
  | { status: 'signed_in'; user: User }

/** A logout that has not reached the server yet. */
const logoutPending = 'bweni.logoutPending'
/** Of the storage keys of drafts, which are deleted when somebody signs out. */
export const DRAFT_KEY_PREFIX = 'bweni.typed.'
const inBrowser = typeof window !== 'undefined'
const flagged = () => inBrowser && localStorage.getItem(login_flag) === 'true'

const ninety_days_s = 90 * 86_400

/** Keeps the flag in storage and the cookie that goes with it for drawn pages. */
function flag(signedIn: boolean) {
  if (signedIn) localStorage.setItem(login_flag, 'true')
  else localStorage.removeItem(login_flag)
  keepDrawnCookie(loginFlagCookie, '1', signedIn ? ninety_days_s : 0)
}

const signedOut: Session = { status: 'signed_out' }
const restoring: Session = { status: 'restoring', as_drawn: true }
let session: Session = flagged() ? restoring : signedOut
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

function forgetHere() {
  setAccessToken(null)
  become(signedOut)
}

function forget() {
  flag(false)
  forgetHere()
}

async function restore() {
  try {
    await refresh()
    const user = await call(getUser, {})
    flag(true)
    become({ status: 'signed_in', user })
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return forget()
    if (session.status === 'signed_out') return
    become({ status: 'unreachable', as_drawn: 'as_drawn' in session && session.as_drawn })
    setTimeout(() => {
      if (session.status === 'unreachable') void restore()
    }, 4000)
  }
}

/** @throws {ApiError} what the login page shows */
export async function signIn(credentials: Credentials): Promise<User> {
  const { access_token } = await call(login, { body: credentials })
  setAccessToken(access_token)
  const user = await call(getUser, {})
  localStorage.removeItem(logoutPending)
  flag(true)
  become({ status: 'signed_in', user })
  return user
}

/** What was changed of the signed-in person shows everywhere at once. */
export const updateSessionUser = (user: User) => become({ status: 'signed_in', user })

/**
 * Ends the session here and in every other tab. A server that cannot be reached holds nobody back:
 * the session is ended there as soon as it can be.
 */
export async function signOut(): Promise<void> {
  localStorage.setItem(logoutPending, 'true')
  await finishLogout()
  forget()
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(DRAFT_KEY_PREFIX)) storage.removeItem(key)
    }
  }
}

async function finishLogout() {
  if (localStorage.getItem(logoutPending) !== 'true') return
  try {
    await call(logout, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return
  }
  localStorage.removeItem(logoutPending)
}

function restoreAgain() {
  become({ status: 'restoring', as_drawn: false })
  void restore()
}

if (inBrowser) {
  onSessionLost((why) => (why === 'over' ? forget() : restoreAgain()))
  if (flagged()) void restore()
  else void finishLogout()
  addEventListener('online', () => void finishLogout())
  // What the event says counts, not what stands there now: another person may have signed in since.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== login_flag && key !== null) return
    if (newValue !== 'true') forgetHere()
    else if (session.status === 'signed_out') restoreAgain()
  })
  // A page out of the back-forward cache has missed those events.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || session.status !== 'signed_in') return
    if (flagged()) void refresh().catch(() => undefined)
    else forgetHere()
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is signed in. While the server renders, only the presence of a session cookie is known. */
export function useSession(): Session {
  const data = useRouteLoaderData<RootData>('root')
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => (data?.signedIn ? restoring : signedOut),
  )
}

/** What a page says of its reader before the session is restored, and no more. */
export type ViewerData = Pick<User, 'id' | 'is_staff' | 'must_change_password'>

/**
 * Who this page is for: the signed-in person, and until that is known whoever the server has drawn it
 * for. What is asked of the server counts only for the former.
 */
export function usePerson(): ViewerData | null {
  const session = useSession()
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null
  if (session.status === 'signed_in') return session.user
  return 'as_drawn' in session && session.as_drawn ? viewer : null
}
