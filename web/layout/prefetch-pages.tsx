import { useEffect } from 'react'
import { PrefetchPageLinks } from 'react-router'

/** What the pages themselves load on demand. */
const parts = [
  () => import('./failed-route.tsx'),
  () => import('../tenancy/home.tsx'),
  () => import('../wifi/wifi-plate.tsx'),
  () => import('../auth/profile-stay.tsx'),
  () => import('../chat/open-chat.tsx'),
]

/** Fetches the code of the pages in the navigation, so that they open without network. */
export function PrefetchPages({ paths }: { paths: string[] }) {
  useEffect(() => {
    for (const load of parts) load().catch(() => undefined)
  }, [])
  return paths.map((path) => <PrefetchPageLinks key={path} page={path} />)
}
