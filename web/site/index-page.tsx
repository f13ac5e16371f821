import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { getUser } from '#contract/auth.ts'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { getOverview } from '#contract/overview.ts'
import { getChecklist } from '#contract/settings.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { query } from '../api.ts'
import { SessionFailed, SessionFailedNote } from '../layout/require-auth.tsx'
import { useIsVisitor } from '../layout/root-data.ts'
import { pageContext } from '../page-context.ts'
import type { RootData } from '../root.tsx'
import { hasLoginFlag, usePageUser, useRole, useSession } from '../session.ts'
import type { HomeUser } from '../tenancy/home.tsx'
import { HomeSkeleton } from '../tenancy/home-skeleton.tsx'
import { lazyPart, lazyWithRetry } from '../ui/lazy.tsx'

type Home = ComponentType<{ user: HomeUser }>
type Role = 'staff' | 'tenant'

const loadTenantHome = () => import('../tenancy/home.tsx')
const loadHome: Record<Role, () => Promise<Home>> = {
  tenant: async () => (await loadTenantHome()).TenantHome,
  staff: async () => (await import('../overview/start.tsx')).StaffStart,
}
const lateHome = (role: Role) =>
  lazyPart(loadHome[role], (line) => <HomeSkeleton room={line} account={null} />)
/** The home pages for when their code couldn't be loaded at first. */
const LateHome: Record<Role, Home> = { tenant: lateHome('tenant'), staff: lateHome('staff') }
const loadedHome: Partial<Record<Role, Home>> = {}

async function rememberHome(role: Role): Promise<Home> {
  const Home = await loadHome[role]()
  loadedHome[role] = Home
  return Home
}

type RenderedUser = NonNullable<Awaited<ReturnType<typeof loader>>>['user']
const SavedAccountCard = lazyWithRetry(async () => (await loadTenantHome()).SavedAccountCard)
const Landing = lazyWithRetry(async () => (await import('./landing.tsx')).Landing)

export const meta: MetaFunction<undefined, { root: RootData }> = ({ matches }) => {
  const company = matches.find((match) => match?.id === 'root')?.loaderData?.company
  return [{ title: company ? `${company.name} · Bweni` : 'Bweni' }]
}

/** In characters; hundreds of rooms with their tenants. */
const MOST_DATA = 100_000

/** The server renders home with its data, as the cache has them. If that fails, the browser fetches them. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { viewer, role, report } = context.get(pageContext)
  if (!viewer) return null
  const fetch = async <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    [query(endpoint, input).queryKey, await viewer.call(endpoint, input)] as const
  try {
    const [{ id, is_staff, first_name, company }, ...data] = await Promise.all([
      viewer.call(getUser, {}),
      ...(role === 'staff'
        ? [fetch(getOverview, { query: {} }), fetch(getChecklist, {})]
        : [fetch(getPaymentSummary, {}), fetch(getAccountNumber, {})]),
    ])
    if (is_staff !== (role === 'staff')) return null
    // The text of a very large page would keep the first paint waiting; the browser fetches its data beside the scripts.
    if (JSON.stringify(data).length > MOST_DATA) return null
    await rememberHome(is_staff ? 'staff' : 'tenant')
    return { user: { id, is_staff, first_name, company }, data }
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
    for (const [key, data] of rendered.data) {
      client.setQueryData(key, (known: unknown) => known ?? data, stale)
    }
  })
  return rendered
}

// Loads home as early as possible, because otherwise it is fetched only after this file.
if (hasLoginFlag()) {
  const drawnForStaff = document.querySelector('.staff-band') !== null
  void rememberHome(drawnForStaff ? 'staff' : 'tenant').catch(() => undefined)
}

/** The code of the user's home: null while it is being loaded. Visitors never load it. */
function useHomeCode(): Home | 'failed' | null {
  const role = useRole()
  const [loaded, setLoaded] = useState<{ role: Role; Home: Home | 'failed' } | null>(null)
  useEffect(() => {
    if (!role) return
    rememberHome(role).then(
      (Home) => setLoaded({ role, Home }),
      () => setLoaded({ role, Home: 'failed' }),
    )
  }, [role])
  if (!role) return null
  return loaded?.role === role ? loaded.Home : (loadedHome[role] ?? null)
}

/** Fetches a tenant's data while the session is being restored: home is shown once the user is known. */
function useEarlyData(wanted: boolean) {
  const client = useQueryClient()
  const session = useSession()
  const isTenant = useRole() === 'tenant'
  const isRestoring = session.status === 'restoring' && session.asRendered
  useEffect(() => {
    if (!wanted || !isTenant || !isRestoring) return
    void client.prefetchQuery(query(getPaymentSummary, {}))
    void client.prefetchQuery(query(getAccountNumber, {}))
  }, [wanted, isTenant, isRestoring, client])
}

/** The server-rendered home, which stays on screen until its code is loaded, as long as nothing in it changes before. */
function RenderedHome({ user }: { user: RenderedUser }) {
  const { status } = useSession()
  const role = user.is_staff ? 'staff' : 'tenant'
  const [Code] = useState(() => loadedHome[role] ?? LateHome[role])
  const home = useMemo(
    () => (
      <Suspense fallback={<HomeSkeleton />}>
        <Code user={user} />
      </Suspense>
    ),
    [user, Code],
  )
  return (
    <>
      {status === 'unreachable' && (
        <div className="page page-section">
          <SessionFailedNote />
        </div>
      )}
      {home}
    </>
  )
}

const UnreachableHome = () => (
  <HomeSkeleton
    room={<SessionFailed level={2} title="This page couldn’t be loaded" />}
    account={
      <Suspense>
        <SavedAccountCard />
      </Suspense>
    }
  />
)

/**
 * Home for signed-in users, the landing page for visitors; neither loads the code of the other.
 *
 * | who                         | what                                                              |
 * | --------------------------- | ----------------------------------------------------------------- |
 * | home came with its data     | that, until another user, or nobody, is logged in                 |
 * | a visitor                   | the landing page                                                  |
 * | the user is known           | home, or its skeleton while its code is being loaded              |
 * | the user isn't known yet    | the skeleton; with the reason, if the session can't be restored   |
 */
export default function IndexPage() {
  const session = useSession()
  const visitor = useIsVisitor()
  const [wasVisitor] = useState(visitor)
  const rendered = useRenderedHome()
  const Home = useHomeCode()
  // Server-rendered content must not change before React has hydrated it; Home itself then refetches the data.
  useEarlyData(!rendered)

  if (rendered) return <RenderedHome user={rendered.user} />
  // Without a Suspense boundary the server renders the whole page, which stays until it is hydrated.
  if (visitor && wasVisitor) return <Landing />
  if (visitor) {
    return (
      <Suspense fallback={<HomeSkeleton />}>
        <Landing />
      </Suspense>
    )
  }
  if (session.status === 'unreachable') return <UnreachableHome />
  // Suspense isn't used for this, because React shows its content no sooner than 300 ms after its fallback.
  if (session.status !== 'signed_in' || Home === null) return <HomeSkeleton />
  if (Home !== 'failed') return <Home user={session.user} />
  const Late = LateHome[session.user.is_staff ? 'staff' : 'tenant']
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Late user={session.user} />
    </Suspense>
  )
}
