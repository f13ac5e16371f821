import { Suspense, useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { SessionFailed } from '../layout/require-auth.tsx'
import { useIsVisitor } from '../layout/root-data.ts'
import type { RootData } from '../root.tsx'
import { useSession } from '../session.ts'
import { HomeSkeleton } from '../tenancy/home-skeleton.tsx'
import { lazyPart, lazyWithRetry } from '../ui/lazy.tsx'

const loadHome = () => import('../tenancy/home.tsx')
const Home = lazyPart(
  async () => (await loadHome()).Home,
  (line) => <HomeSkeleton room={line} account={null} />,
)
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
  useEffect(() => {
    if (!visitor) loadHome().catch(() => undefined)
  }, [visitor])

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
  return (
    <Suspense fallback={<HomeSkeleton />}>
      {session.status === 'signed_in' ? <Home user={session.user} /> : <Landing />}
    </Suspense>
  )
}
