import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import {
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRouteLoaderData,
} from 'react-router'
import { getUser } from '#contract/auth.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { query } from '../api.ts'
import { SessionFailed, SessionFailedNote } from '../layout/require-auth.tsx'
import { useIsVisitor } from '../layout/root-data.ts'
import { pageContext } from '../page-context.ts'
import type { RootData } from '../root.tsx'
import { hasLoginFlag, usePageUser, useSession } from '../session.ts'
import { HomeSkeleton } from '../tenancy/home-skeleton.tsx'
import { lazyPart, lazyWithRetry } from '../ui/lazy.tsx'

const loadHome = () => import('../tenancy/home.tsx')
/** The home page for when its code couldn't be loaded at first. */
const LateHome = lazyPart(
  async () => (await loadHome()).Home,
  (line) => <HomeSkeleton room={line} account={null} />,
)
type Home = typeof import('../tenancy/home.tsx').Home
let loadedHome: Home | null = null
const SavedAccountCard = lazyWithRetry(async () => (await loadHome()).SavedAccountCard)
const Landing = lazyWithRetry(async () => (await import('./landing.tsx')).Landing)

export const meta: MetaFunction<undefined, { root: RootData }> = ({ matches }) => {
  const company = matches.find((match) => match?.id === 'root')?.loaderData?.company
  return [{ title: company ? `${company.name} · Bweni` : 'Bweni' }]
}

/** The server renders a tenant's home with its data. If that fails, the browser fetches them. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { viewer, report } = context.get(pageContext)
  if (!viewer) return null
  try {
    const [{ id, is_staff, first_name, company }, summary, account, { Home }] = await Promise.all([
      viewer.call(getUser, {}),
      viewer.call(getPaymentSummary, {}),
      viewer.call(getAccountNumber, {}),
      loadHome(),
    ])
    loadedHome = Home
    return { user: { id, is_staff, first_name, company }, summary, account }
  } catch (error) {
    // A user who has never had a room gets a 404.
    if (!(error instanceof Response && error.status < 500)) report(error)
    return null
  }
}

/** A navigation within the app asks the API instead of the loader. */
export const clientLoader = () => null

/** The data with which the server rendered this user's home, also put into the cache; null if there are none. */
function useRenderedHome() {
  const client = useQueryClient()
  const user_id = usePageUser()?.id
  const loaded = useLoaderData<typeof loader>()
  // Another user may have signed in since.
  const rendered = loaded?.user.id === user_id ? loaded : null
  useState(() => {
    if (!rendered) return
    // Marked as stale, so that it is refetched at once: it is about money, and the scripts may have taken long to load.
    const stale = { updatedAt: 0 }
    const { summary, account } = rendered
    client.setQueryData(query(getPaymentSummary, {}).queryKey, (known) => known ?? summary, stale)
    client.setQueryData(query(getAccountNumber, {}).queryKey, (known) => known ?? account, stale)
  })
  return rendered
}

// Loads Home as early as possible, because otherwise it is fetched only after this file.
if (hasLoginFlag()) void loadHome().catch(() => undefined)

/** Home for signed-in users, the landing page for visitors; neither loads the code of the other. */
export default function IndexPage() {
  const session = useSession()
  const visitor = useIsVisitor()
  const [wasVisitor] = useState(visitor)
  const client = useQueryClient()
  const isTenant = useRouteLoaderData<RootData>('root')?.role === 'tenant'
  const isRestoring = session.status === 'restoring' && session.asRendered
  const [Home, setHome] = useState<Home | 'failed' | null>(() => loadedHome)
  const rendered = useRenderedHome()
  useEffect(() => {
    if (!visitor) {
      loadHome().then(
        (module) => {
          loadedHome = module.Home
          setHome(() => module.Home)
        },
        () => setHome('failed'),
      )
    }
    // Home is shown once the user is known, but its data need not wait for that. Server-rendered content, however, must
    // not change before React has hydrated it; Home itself then refetches the data.
    if (isTenant && isRestoring && !rendered) {
      void client.prefetchQuery(query(getPaymentSummary, {}))
      void client.prefetchQuery(query(getAccountNumber, {}))
    }
  }, [visitor, isTenant, isRestoring, rendered, client])

  const [RenderedHome] = useState(() => loadedHome ?? LateHome)
  // The server-rendered HTML stays on screen until its code is loaded, as long as nothing in it changes before.
  const renderedHome = useMemo(
    () =>
      rendered && (
        <Suspense fallback={<HomeSkeleton />}>
          <RenderedHome user={rendered.user} />
        </Suspense>
      ),
    [rendered, RenderedHome],
  )

  if (renderedHome) {
    return (
      <>
        {session.status === 'unreachable' && (
          <div className="page page-section">
            <SessionFailedNote />
          </div>
        )}
        {renderedHome}
      </>
    )
  }
  // Without a Suspense boundary the server renders the whole page, which stays until it is hydrated.
  if (visitor && wasVisitor) return <Landing />
  if (!visitor && session.status !== 'signed_in') {
    return (
      <HomeSkeleton
        {...(session.status === 'unreachable' && {
          room: <SessionFailed level={2} title="This page couldn’t be loaded" />,
          account: (
            <Suspense>
              <SavedAccountCard />
            </Suspense>
          ),
        })}
      />
    )
  }
  if (session.status !== 'signed_in') {
    return (
      <Suspense fallback={<HomeSkeleton />}>
        <Landing />
      </Suspense>
    )
  }
  // Suspense isn't used here, because React shows its content no sooner than 300 ms after its fallback.
  if (Home === null) return <HomeSkeleton />
  if (Home !== 'failed') return <Home user={session.user} />
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <LateHome user={session.user} />
    </Suspense>
  )
}
