import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { usePageUser } from '../../session.ts'
import { Note } from '../../ui/note.tsx'
import { moderationPath } from './paths.ts'

/** Only staff fetch it. A network that fails just now leaves it out, and takes no page down. */
const WaitingWords = lazy<() => ReactNode>(() =>
  import('./waiting-words.tsx').then(
    (waiting) => ({ default: waiting.WaitingWords }),
    () => ({ default: () => null }),
  ),
)

/** On the feed, for staff: the way to what waits for them, and how much it is, in a line kept for it. */
export function ModerationNote() {
  if (!usePageUser()?.is_staff) return null
  return (
    <div className="space-above">
      <Note kind="information">
        <Link to={moderationPath()}>Look at the posts</Link>
        <span className="tabular flex min-h-[1.45em]">
          <Suspense>
            <WaitingWords />
          </Suspense>
        </span>
      </Note>
    </div>
  )
}
