import { lazy, Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { useIsVisitor } from '../layout/use-is-visitor.ts'
import { useSession } from '../session.ts'
import { HomeSkeleton } from '../tenancy/home-skeleton.tsx'
import { Landing } from './landing.tsx'

const loadHome = () => import('../tenancy/home.tsx')
const Home = lazy(async () => ({ default: (await loadHome()).Home }))

export const meta: MetaFunction = ({ matches }) => {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootLoaded | undefined
  const company = root?.company
  return [{ title: company ? `${company.name} · Bweni` : 'Bweni' }]
}
interface RootLoaded {
  company: { name: string }
}

/** Whoever is signed in sees their home, everybody else the landing page. */
export default function IndexPage() {
  const session = useSession()
  if (useIsVisitor()) return <Landing />
  if (session.status !== 'signed_in') {
    if (typeof window !== 'undefined') void loadHome()
    return <HomeSkeleton />
  }
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Home user={session.user} />
    </Suspense>
  )
}
