import { lazy, type ReactNode, Suspense } from 'react'
import type { Post } from '#contract/posts.ts'
import { useSession } from '../../session.ts'

/** Only staff fetch these. A network that fails just now leaves them out, and takes no page down. */
const WaitingNote = lazy<() => ReactNode>(() =>
  import('./waiting-note.tsx').then(
    (note) => ({ default: note.WaitingNote }),
    () => ({ default: () => null }),
  ),
)
const TakeDown = lazy<(props: { post: Post }) => ReactNode>(() =>
  import('./take-down.tsx').then(
    (act) => ({ default: act.TakeDown }),
    () => ({ default: () => null }),
  ),
)

function useIsStaff() {
  const session = useSession()
  return session.status === 'signed_in' && session.user.is_staff
}

/** On the feed, for staff: how much waits for them, and the way there. */
export const ModerationNote = () =>
  useIsStaff() && (
    <Suspense>
      <WaitingNote />
    </Suspense>
  )

/** On a post that is up, for staff. */
export const ModerationOfPost = ({ post }: { post: Post }) =>
  useIsStaff() &&
  post.status === 'approved' && (
    <Suspense>
      <TakeDown post={post} />
    </Suspense>
  )
