import { type ComponentType, lazy, Suspense } from 'react'

type Tags = Promise<{ WaitingTag: ComponentType }>

/** Only staff fetch it. A network that fails just now leaves it out, and takes no page down. */
const late = (load: () => Tags) =>
  lazy(() =>
    load().then(
      ({ WaitingTag }) => ({ default: WaitingTag }),
      () => ({ default: () => null }),
    ),
  )

const tags: Record<string, ComponentType> = {
  '/staff/desk': late(() => import('../desk/waiting.tsx')),
  '/staff/posts': late(() => import('../posts/staff/waiting-tag.tsx')),
}

/** How much waits at a place of the navigation, if anything ever does. */
export function PlaceTag({ to }: { to: string }) {
  const Tag = tags[to]
  return <Suspense>{Tag && <Tag />}</Suspense>
}
