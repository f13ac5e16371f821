import { useEffect } from 'react'
import { FetchFailed, LOADS_WHEN_ONLINE } from '../ui/message-plate.tsx'

/** Loads the page again from the server, if it can be reached. */
async function reload() {
  const reply = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!reply?.ok) return
  location.reload()
  // The button stays busy.
  await new Promise(() => undefined)
}

function FailedPage() {
  useEffect(() => {
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <div className="page page-section">
      <FetchFailed
        level={1}
        title="This page couldn’t be loaded"
        message={
          navigator.onLine
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
  const reply = await fetch(module, { method: 'HEAD' }).catch(() => null)
  // A newer version of the app has been installed.
  if (reply?.status === 404) location.reload()
  return { default: FailedPage, clientLoader: () => null }
}
