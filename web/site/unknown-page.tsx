import { type LoaderFunctionArgs, redirect } from 'react-router'
import { UNKNOWN_PAGE } from '../layout/notices.tsx'

/** Short addresses of the login pages, which people type from memory. */
const SIGN_IN = /^\/(login|register)\/?$/i

/** Redirects a short address to its page, and any other to the home page, which says that the address is unknown. */
export function loader({ request }: LoaderFunctionArgs) {
  const page = SIGN_IN.exec(new URL(request.url).pathname)?.[1]
  return redirect(page ? `/auth/${page.toLowerCase()}` : `/?${UNKNOWN_PAGE}`)
}
