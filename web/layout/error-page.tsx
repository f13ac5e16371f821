import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { DarkWindowRow } from '../art/dark-windows.tsx'
import { Mark } from '../art/mark.tsx'

function messageFor(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return 'No residence has been set up here yet.'
  if (status === 503) {
    return 'The residence system is busy for a moment. Nothing that you paid is lost. Please reload the page in a few seconds.'
  }
  return 'The lights went out on this page. It is our fault, not yours, and nothing that you paid is lost.'
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
        <div className="plate error-plate">
          <DarkWindowRow />
          <div className="padded stack">
            <h1>Unexpected Application Error!</h1>
            <p>{messageFor(error)}</p>
            <p className="row wrap">
              <a className="button" href={pathname.replace(/^\/+/, '/') + search}>
                Reload the page
              </a>
              <a className="button secondary" href="/">
                Go to the home page
              </a>
            </p>
          </div>
        </div>
      </main>
    </>
  )
}
