import { useEffect } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { aboutPictures } from '../site/gallery-pictures.ts'
import { useStyleSheets } from '../start-scripts.tsx'

/** The pictures of the about page, 6 KB in all when compressed. */
const pictures = aboutPictures.map(({ src }) => src)

/** The parts that the pages themselves load on demand. */
const parts = [
  () => import('../tenancy/home.tsx'),
  () => import('../wifi/wifi-plate.tsx'),
  () => import('../auth/profile-stay.tsx'),
  () => import('../chat/open-chat.tsx'),
]

/** Fetches the code and the styles of the pages in the navigation, so that they open without network. */
export function PrefetchPages({ paths }: { paths: string[] }) {
  useEffect(() => {
    for (const load of parts) load().catch(() => undefined)
  }, [])
  // PrefetchPageLinks leaves them out.
  const styleSheets = useStyleSheets(paths)
  return (
    <>
      {paths.map((path) => (
        <PrefetchPageLinks key={path} page={path} />
      ))}
      {styleSheets.map((href) => (
        <link key={href} rel="prefetch" as="style" href={href} />
      ))}
      {paths.includes('/about') &&
        pictures.map((src) => <link key={src} rel="prefetch" as="image" href={src} />)}
    </>
  )
}
