import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { Mark } from '../art/mark.tsx'
import { FetchFailed, LOADS_WHEN_ONLINE, MessagePlate } from '../ui/message-plate.tsx'
import type { PageHandle } from './notices.tsx'

function messageFor(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return 'There is nothing at this address.'
  if (status === 503) {
    return 'The site is busy for a moment. Your payments are safe. Please reload the page in a few seconds.'
  }
  return 'Something broke on our side. Your payments are safe.'
}

/** Uses plain links only, because after an error neither data nor scripts are certain to be there. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  // On the server the renderer logs the error.
  if (error && typeof window !== 'undefined') console.error(error)
  return (
    <>
      <header className="bar">
        <div className="page">
          <a className="brand" href="/">
            <Mark />
            <span>Bweni</span>
          </a>
        </div>
      </header>
      <main className="page page-section">
        <MessagePlate level={1} title="Unexpected Application Error!">
          <p>{messageFor(error)}</p>
          <p className="row wrap">
            <a className="button" href={pathname.replace(/^\/+/, '/') + search}>
              Reload the page
            </a>
            <a className="button secondary" href="/">
              Go to the home page
            </a>
          </p>
        </MessagePlate>
      </main>
    </>
  )
}

/** Interval between retries, because a network that has just come back doesn't always work yet. */
const RETRY_MS = 4000

/** Loads the page again from the server, if it can be reached. */
async function reload() {
  const reply = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!reply?.ok) return
  location.reload()
  // Never resolves, so that the button stays busy until the page is reloaded.
  await new Promise(() => undefined)
}

export function FailedPage({ hadNetwork }: { hadNetwork: boolean }) {
  useEffect(() => {
    if (hadNetwork) return
    const open = () => navigator.onLine && reload()
    // The network may have come back while another page was open.
    open()
    const timer = setInterval(open, RETRY_MS)
    addEventListener('online', open)
    return () => {
      clearInterval(timer)
      removeEventListener('online', open)
    }
  }, [hadNetwork])
  return (
    <div className="page page-section">
      <FetchFailed
        level={1}
        title="This page couldn’t be loaded"
        message={
          hadNetwork
            ? 'The connection dropped while it was loading. Please try again.'
            : LOADS_WHEN_ONLINE
        }
        onRetry={reload}
      />
    </div>
  )
}

/** Takes the place of a page whose code couldn't be loaded; vite.config.ts makes React Router call it. */
export async function failedRoute(module: string) {
  const hadNetwork = navigator.onLine
  const reply = hadNetwork && (await fetch(module, { method: 'HEAD' }).catch(() => null))
  // The module is gone because a newer version of the app has been installed.
  if (reply && reply.status === 404) location.reload()
  return {
    default: () => <FailedPage hadNetwork={hadNetwork} />,
    clientLoader: () => null,
    handle: { noNetwork: 'hidden' } satisfies PageHandle,
  }
}
