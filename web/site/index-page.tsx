import { lazy, Suspense, useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { useIsVisitor } from '../layout/use-is-visitor.ts'
import type { RootData } from '../root.tsx'
import { useSession } from '../session.ts'
import { HomeSkeleton } from '../tenancy/home-skeleton.tsx'

const loadHome = () => import('../tenancy/home.tsx')
const Home = lazy(async () => ({ default: (await loadHome()).Home }))
const Landing = lazy(async () => ({ default: (await import('./landing.tsx')).Landing }))

export const meta: MetaFunction<undefined, { root: RootData }> = ({ matches }) => {
  const company = matches.find((match) => match?.id === 'root')?.loaderData?.company
  return [{ title: company ? `${company.name} · Bweni` : 'Bweni' }]
}

/** Whoever is signed in sees their home, everybody else the landing page; neither loads the other's. */
export default function IndexPage() {
  const session = useSession()
  const visitor = useIsVisitor()
  const [cameAsVisitor] = useState(visitor)
  useEffect(() => {
    if (!visitor) void loadHome()
  }, [visitor])

  // Without a boundary of its own the page is rendered whole on the server, and kept until it is live.
  if (visitor && cameAsVisitor) return <Landing />
  if (!visitor && session.status !== 'signed_in') return <HomeSkeleton />
  return (
    <Suspense fallback={<HomeSkeleton />}>
      {session.status === 'signed_in' ? <Home user={session.user} /> : <Landing />}
    </Suspense>
  )
}
