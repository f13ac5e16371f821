import { lazy, Suspense, useEffect } from 'react'
import type { MetaFunction } from 'react-router'
import { useIsVisitor } from '../layout/use-is-visitor.ts'
import type { RootData } from '../root.tsx'
import { useSession } from '../session.ts'
import { HomeSkeleton } from '../tenancy/home-skeleton.tsx'
import { Landing } from './landing.tsx'

const loadHome = () => import('../tenancy/home.tsx')
const Home = lazy(async () => ({ default: (await loadHome()).Home }))

export const meta: MetaFunction<undefined, { root: RootData }> = ({ matches }) => {
  const company = matches.find((match) => match?.id === 'root')?.loaderData?.company
  return [{ title: company ? `${company.name} · Bweni` : 'Bweni' }]
}

/** Whoever is signed in sees their home, everybody else the landing page. */
export default function IndexPage() {
  const session = useSession()
  const visitor = useIsVisitor()
  useEffect(() => {
    if (!visitor) void loadHome()
  }, [visitor])

  if (visitor) return <Landing />
  if (session.status !== 'signed_in') return <HomeSkeleton />
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Home user={session.user} />
    </Suspense>
  )
}
