import { type LoaderFunctionArgs, redirect } from 'react-router'
import { UNKNOWN_PAGE } from '../layout/notices.tsx'

/** What people type from memory. */
const SIGN_IN = /^\/(login|register)\/?$/i

/** The home page says that the address was unknown. */
export function loader({ request }: LoaderFunctionArgs) {
  const page = SIGN_IN.exec(new URL(request.url).pathname)?.[1]
  return redirect(page ? `/auth/${page.toLowerCase()}` : `/?${UNKNOWN_PAGE}`)
}
