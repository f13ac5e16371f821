import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type Credentials, getUser, login, logout, type User } from '#contract/auth.ts'
import { ApiError, call, refresh, setAccessToken } from './api.ts'
import type { RootData } from './root.tsx'

export type Session =
  | { status: 'signed_out' }
  /** The login flag is set and the session is being refreshed. */
  | { status: 'restoring' }
  /** The flag is set, but the server cannot be reached to refresh; tried again by itself. */
  | { status: 'unreachable' }
  | { status: 'signed_in'; user: User }

/** The only thing about a session that is stored (design 9); other tabs watch it. */
const flag = 'bweni.isLoggedIn'
const inBrowser = typeof window !== 'undefined'
const flagged = () => inBrowser && localStorage.getItem(flag) === 'true'

const signedOut: Session = { status: 'signed_out' }
const restoring: Session = { status: 'restoring' }
let session: Session = flagged() ? restoring : signedOut
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

function forget() {
  setAccessToken(null)
  localStorage.removeItem(flag)
  become(signedOut)
}

async function restore() {
  try {
    await refresh()
    become({ status: 'signed_in', user: await call(getUser, {}) })
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return forget()
    become({ status: 'unreachable' })
    setTimeout(() => {
      if (session.status === 'unreachable') void restore()
    }, 4000)
  }
}

/** After a call was refused: is the session over, or did only the network stand in its way? */
export async function confirmSession(): Promise<void> {
  try {
    await refresh()
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) forget()
  }
}

/** @throws {ApiError} what the login page shows */
export async function signIn(credentials: Credentials): Promise<User> {
  const { access_token } = await call(login, { body: credentials })
  setAccessToken(access_token)
  const user = await call(getUser, {})
  localStorage.setItem(flag, 'true')
  become({ status: 'signed_in', user })
  return user
}

/** Ends the session here and in every other tab. A server that cannot be reached does not hold anyone back. */
export async function signOut(): Promise<void> {
  await call(logout, {}).catch(() => undefined)
  forget()
}

if (inBrowser) {
  if (flagged()) void restore()
  addEventListener('storage', (event) => {
    if (event.key !== flag && event.key !== null) return
    if (flagged() && session.status === 'signed_out') {
      become(restoring)
      void restore()
    } else if (!flagged() && session.status !== 'signed_out') forget()
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
