import displayFace from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { getUser } from '#contract/auth.ts'
import { ApiError, isMissing } from './api.ts'
import mark from './art/mark.svg?url'
import { earlyInputScript } from './early-input.ts'
import { earlyRefreshScript } from './early-refresh.ts'
import { ErrorPage, failedRoute } from './layout/error-page.tsx'
import { oldBrowsersScript } from './old-browsers.ts'
import {
  describePage,
  findOffer,
  findPayLink,
  findRoomOffer,
  noCompanyYet,
  type PageContext,
  pageContext,
  visitedCompany,
} from './page-context.ts'
import { type PageUser, usePageUser, useSession } from './session.ts'
import { StartScripts } from './start-scripts.tsx'
import { translatedPageScript } from './translated-page.ts'
import './styles/app.css'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  const { pathname, origin } = new URL(request.url)
  const paid = params.token
    ? (await findPayLink(page, params.token)).link?.residence.slug
    : undefined
  const company =
    pathname === '/set-up'
      ? await visitedCompany(page).catch(() => noCompanyYet)
      : await visitedCompany(page, params.companySlug ?? paid)
  const landing = !page.signedIn && pathname === '/'
  return {
    company,
    head: { ...describePage(pathname, company), origin },
    /** `offer` and `rooms` are loaded only for the landing page; pages that are opened later fetch them themselves. */
    offer: landing ? await findOffer(page, company.slug) : null,
    rooms: landing ? await findRoomOffer(page, company.slug) : null,
    nonce: page.nonce,
    signedIn: page.signedIn,
    role: page.role,
    viewer: await viewerOf(page),
    refusedLogin: page.refusedLogin,
  }
}

/**
 * The viewer's data; null if the session has ended meanwhile, in which case the page is rendered without it.
 */
async function viewerOf({ viewer, report }: PageContext): Promise<PageUser | null> {
  try {
    if (!viewer) return null
    const { id, is_staff, staff_role, first_name, must_change_password } = await viewer.call(
      getUser,
      {},
    )
    return { id, is_staff, staff_role, first_name, must_change_password }
  } catch (error) {
    report(error)
    return null
  }
}

export type RootData = typeof loader

/** Never reloaded: session.ts takes over from the data of the first page load. */
export const shouldRevalidate = () => false

export const meta: MetaFunction = () => [{ title: 'Bweni' }]

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: mark, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'preload', href: displayFace, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root')
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        {/* Placed before the style sheets, because a script after them would wait for them. */}
        <script nonce={data?.nonce} suppressHydrationWarning>
          {oldBrowsersScript}
        </script>
        <script nonce={data?.nonce} suppressHydrationWarning>
          {translatedPageScript}
        </script>
        {data?.signedIn && (
          <script nonce={data.nonce} suppressHydrationWarning>
            {earlyRefreshScript}
          </script>
        )}
        <script nonce={data?.nonce} suppressHydrationWarning>
          {earlyInputScript}
        </script>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f0e4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1714" />
        {data && (
          <>
            {data.head.isPrivate && <meta name="robots" content="noindex" />}
            <meta name="description" content={data.head.description} />
            <meta property="og:type" content="website" />
            <meta property="og:title" content={data.head.title} />
            <meta property="og:description" content={data.head.description} />
            <meta property="og:image" content={`${data.head.origin}/house.png`} />
          </>
        )}
        <Meta />
        <Links nonce={data?.nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={data?.nonce} />
        {/* Rendered without its viewer, a signed-in person's page has only skeletons. */}
        <StartScripts nonce={data?.nonce} complete={!data?.signedIn || data.viewer !== null} />
      </body>
    </html>
  )
}

const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Missing data isn't refetched: the page that says so would turn into a skeleton while someone presses its link.
        refetchOnWindowFocus: ({ state }) => !isMissing(state.error),
        refetchOnReconnect: ({ state }) => !isMissing(state.error),
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        // Short delays after an error response, so that it is shown before the page would blame a slow network.
        retryDelay: (attempt, error) =>
          (error instanceof ApiError && error.status ? 400 : 1000) * 2 ** attempt,
      },
    },
  })

/**
 * Each user has their own query cache: signing out, or in as another user, starts with an empty one. Data
 * fetched before the user is known already belongs to them, unless another tab signs in another user meanwhile.
 */
function UserQueryProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const isFirst = 'asRendered' in session && session.asRendered
  const nobody = session.status === 'signed_out' ? 'visitor' : isFirst ? 'unknown' : 'another'
  const user = usePageUser()?.id ?? nobody
  const [cache, setCache] = useState(() => ({ user, client: createQueryClient() }))
  // Replaced during rendering, so that no frame shows the data of another user.
  if (cache.user !== user) {
    const keeps = cache.user === 'unknown' && typeof user === 'number'
    setCache({ user, client: keeps ? cache.client : createQueryClient() })
  }
  return <QueryClientProvider client={cache.client}>{children}</QueryClientProvider>
}

export default function Root() {
  return (
    <UserQueryProvider>
      <Outlet />
    </UserQueryProvider>
  )
}

/** Used by a plugin in vite.config.ts. Never loaded on demand, because it is needed when nothing can be loaded. */
export const handle = { failedRoute }

export const ErrorBoundary = ErrorPage
