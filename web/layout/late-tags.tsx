import { type ComponentType, lazy, Suspense } from 'react'

/** Only staff fetch it. A network that fails just now leaves it out, and takes no page down. */
const late = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    load().then(
      (Tag) => ({ default: Tag }),
      () => ({ default: () => null }),
    ),
  )

const tags: Record<string, ComponentType> = {
  '/staff/desk': late(async () => (await import('../desk/pending.tsx')).DeskBadge),
  '/staff/posts': late(async () => (await import('../posts/staff/waiting-tag.tsx')).PostsTag),
}

/** How much waits at a place of the navigation, if anything ever does. */
export function PlaceTag({ to }: { to: string }) {
  const Tag = tags[to]
  return <Suspense>{Tag && <Tag />}</Suspense>
}
