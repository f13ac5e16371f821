import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { Mark } from '../art/mark.tsx'
import { MessagePlate } from '../ui/message-plate.tsx'

const isWithoutCompany = (error: unknown) =>
  isRouteErrorResponse(error) && error.data?.code === 'no_company'

function messageFor(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (isWithoutCompany(error)) {
    return 'The site is running, but no residence has been set up in its database. If you run it, the file docs/going-live.md says how to create one.'
  }
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
        <MessagePlate
          level={1}
          title={
            isWithoutCompany(error)
              ? 'There is no residence here yet'
              : 'Unexpected Application Error!'
          }
        >
          <p>{messageFor(error)}</p>
          <p className="row wrap">
            <a className="button" href={pathname.replace(/^\/+/, '/') + search}>
              Reload the page
            </a>
            {!isWithoutCompany(error) && (
              <a className="button secondary" href="/">
                Go to the home page
              </a>
            )}
          </p>
        </MessagePlate>
      </main>
    </>
  )
}
