import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { pageContext } from './page-context.ts'
import { PAGE_QUERY } from './page-query.ts'

// server/http/pages.ts must use the React Router of this bundle.
export { createRequestHandler, PAGE_QUERY, pageContext, RouterContextProvider }

/** Pages are small, so they are not streamed: a page that fails then gets the right status code. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, report } = context.get(pageContext)
  let failed = false
  const stream = await renderToReadableStream(
    <ServerRouter context={entry} url={request.url} nonce={nonce} />,
    {
      nonce,
      // Otherwise React hides large content until a script of its own shows it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failed = true
        report(error)
      },
    },
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  // Awaited, so that a page that fails while it is rendered gets the right status code.
  const html = await new Response(stream).text()
  return new Response(html, { status: failed ? 500 : status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isFault = !isRouteErrorResponse(error) || error.status >= 500
  if (isFault && !request.signal.aborted) context.get(pageContext).report(error)
}
