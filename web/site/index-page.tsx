import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { type MetaFunction, useRouteLoaderData } from 'react-router'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { query } from '../api.ts'
import { SessionFailed } from '../layout/require-auth.tsx'
import { useIsVisitor } from '../layout/root-data.ts'
import type { RootData } from '../root.tsx'
import { useSession } from '../session.ts'
import { HomeSkeleton } from '../tenancy/home-skeleton.tsx'
import { lazyPart, lazyWithRetry } from '../ui/lazy.tsx'

const loadHome = () => import('../tenancy/home.tsx')
/** For when its code couldn't be loaded at first. */
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

/** Home for signed-in users, the landing page for visitors; neither loads the code of the other. */
export default function IndexPage() {
  const session = useSession()
  const visitor = useIsVisitor()
  const [wasVisitor] = useState(visitor)
  const client = useQueryClient()
  const isTenant = useRouteLoaderData<RootData>('root')?.role === 'tenant'
  const isRestoring = session.status === 'restoring' && session.asRendered
  const [Home, setHome] = useState<Home | 'failed' | null>(() => loadedHome)
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
    // Home is shown once the user is known; its data need not wait for that.
    if (isTenant && isRestoring) {
      void client.prefetchQuery(query(getPaymentSummary, {}))
      void client.prefetchQuery(query(getAccountNumber, {}))
    }
  }, [visitor, isTenant, isRestoring, client])

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
  // Not by Suspense: React shows its content no sooner than 300 ms after its fallback.
  if (Home === null) return <HomeSkeleton />
  if (Home !== 'failed') return <Home user={session.user} />
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <LateHome user={session.user} />
    </Suspense>
  )
}
