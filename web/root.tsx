import displayFace from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { getUser } from '#contract/auth.ts'
import { begin_refresh } from './early-refresh.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { PersonsData } from './layout/query-provider.tsx'
import mark from './look/mark.svg?url'
import { type PageContext, pageContext } from './page-context.ts'
import type { ViewerData } from './session.ts'
import { offerOf, visitedCompany } from './visited-company.ts'
import './look/app.css'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  const company = await visitedCompany(page, params.companySlug)
  const landing = !page.signedIn && new URL(request.url).pathname === '/'
  return {
    company,
    /** For the page that is drawn with it; others ask when they come to need it. */
    offer: landing ? await offerOf(page, company.slug) : null,
    nonce: page.nonce,
    signedIn: page.signedIn,
    viewer: await viewerOf(page),
  }
}

/** The viewer's data; null if the session has ended meanwhile, then the page is rendered without. */
async function viewerOf({ viewer, report }: PageContext): Promise<ViewerData | null> {
  try {
    if (!viewer) return null
    const { id, is_staff, must_change_password } = await viewer.call(getUser, {})
    return { id, is_staff, must_change_password }
  } catch (error) {
    report(error)
    return null
  }
}

export type RootData = typeof loader

/** Once loaded it stays: who is signed in is the session's business from then on. */
export const shouldRevalidate = () => false

export const meta: MetaFunction = () => [{ title: 'Bweni' }]

export const links: LinksFunction = () => [
  { rel: 'icon', href: mark, type: 'image/svg+xml' },
  { rel: 'preload', href: displayFace, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root')
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        {/* Before the style, for which a script would wait. */}
        {data?.signedIn && (
          <script nonce={data.nonce} suppressHydrationWarning>
            {begin_refresh}
          </script>
        )}
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f0e4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1714" />
        {data && (
          <meta name="description" content={`${data.company.name}. ${data.company.tagline}`} />
        )}
        <Meta />
        <Links nonce={data?.nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={data?.nonce} />
        <Scripts nonce={data?.nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <PersonsData>
      <Outlet />
    </PersonsData>
  )
}

export const ErrorBoundary = ErrorPage
