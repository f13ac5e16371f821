import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useMatches, useSearchParams } from 'react-router'
import { formatTime } from '#rules/calendar.ts'
import type { PageParameter } from '../page-query.ts'
import { usePageUser, useSession } from '../session.ts'
import { Note } from '../ui/note.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useIsVisitor } from './root-data.ts'

/** The time since when the browser has been offline; null while it is online. */
function useOfflineSince(): Date | null {
  const [since, setSince] = useState<Date | null>(null)
  useEffect(() => {
    const update = () => setSince(navigator.onLine ? null : new Date())
    update()
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return since
}

/** Whether some of the page's data is still being loaded for the first time, or couldn't be loaded. */
function useMissing(): 'loading' | 'failed' | null {
  const queries = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((changed) => queries.subscribe(notifyManager.batchCalls(changed)), [queries]),
    () => {
      const without = queries
        .getAll()
        .filter((one) => one.isActive() && one.state.data === undefined)
      if (without.some(({ state }) => state.error)) return 'failed'
      return without.length > 0 ? 'loading' : null
    },
    () => null,
  )
}

/** The `handle` that a page exports when the usual notice about a missing network would be wrong for it. */
export interface PageHandle {
  /** `bare`: the page has nothing to load; `hidden`: the page itself says that there is no network. */
  noNetwork: 'bare' | 'hidden'
}

const useNoNetworkMode = () =>
  useMatches()
    .map(({ handle }) => (handle as Partial<PageHandle> | undefined)?.noNetwork)
    .find(Boolean)

/** The query parameter with which the home page is opened for an unknown address. */
export const UNKNOWN_PAGE: PageParameter = 'unknown-page'

/** Whether the user came from an unknown address; the parameter is removed, so that a reload forgets it. */
function useUnknownPage(): boolean {
  const { pathname } = useLocation()
  const [query, setQuery] = useSearchParams()
  const asked = query.has(UNKNOWN_PAGE)
  const [isShown, setShown] = useState(asked)
  useEffect(() => {
    if (asked) {
      setShown(true)
      setQuery({}, { replace: true, preventScrollReset: true })
    } else if (pathname !== '/') setShown(false)
  }, [asked, pathname, setQuery])
  return isShown || asked
}

/** Says there is no network. `since`: the time of the data shown; null without any, undefined if it doesn't matter. */
export const NoNetwork = ({ since }: { since: Date | null | undefined }) => (
  <Note kind="no_network">
    <b>No network.</b>
    {since && ` Showing the version from ${formatTime(since)}. What you type is kept.`}
    {since === null && ' This page will load when you’re back online.'}
  </Note>
)

/** Descriptions of pages that visitors have links to but that need a login. */
const publicTabs: Record<string, string> = {
  '/services': 'It shows what people here are offering and looking for.',
  '/advertise': 'That’s where you post what you’re offering or looking for.',
}

/** Notices above every page: no network, the default password, a page that needs a login or is unknown. */
export function Notices() {
  const session = useSession()
  const { state, pathname } = useLocation()
  // While the session can't be loaded, the page itself says that there is no network.
  const since = useOfflineSince()
  const mode = useNoNetworkMode()
  const offlineSince = session.status === 'unreachable' || mode === 'hidden' ? null : since
  const isUnknownPage = useUnknownPage()
  const missing = useMissing()
  const isBare = useIsVisitor() || mode === 'bare' || missing === 'failed'
  // Shown on the home page only: the profile says it, too, and other pages need the space.
  const defaultPassword = (usePageUser()?.must_change_password ?? false) && pathname === '/'
  // Known only after hydration, because the server does not know the router's state.
  const sentAway = useHydrated() && session.status === 'signed_out' && Boolean(state?.from)
  const isAbovePage = sentAway || isUnknownPage
  if (!offlineSince && !defaultPassword && !isAbovePage) return null
  return (
    <div
      className={isAbovePage ? 'page stack-small notices above-page' : 'page stack-small notices'}
    >
      {offlineSince && <NoNetwork since={isBare ? undefined : missing ? null : offlineSince} />}
      {isUnknownPage && (
        <Note kind="information">We couldn’t find that page, so here’s the home page.</Note>
      )}
      {sentAway && (
        <Note kind="key">
          {state.ended ? (
            <>
              You were logged out here. <Link to="/auth/login">Log in again</Link>
            </>
          ) : (
            <>
              Please <Link to="/auth/login">log in</Link> to see that page. {publicTabs[state.from]}
            </>
          )}
        </Note>
      )}
      {defaultPassword && (
        <Note kind="key_warning">
          <Link to="/auth/user">Choose your own password</Link>
        </Note>
      )}
    </div>
  )
}
