import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { usePageUser } from '../session.ts'
import { Note } from '../ui/note.tsx'

/** Fetched for staff only. It is left out when the network fails just now, and takes no page down. */
const PendingPostsSentence = lazy<() => ReactNode>(() =>
  import('./pending-count.tsx').then(
    (module) => ({ default: module.PendingPostsSentence }),
    () => ({ default: () => null }),
  ),
)

/** Above the feed, for staff. The line of the sentence is reserved, so that nothing moves when it comes. */
export function ModerationNote() {
  if (!usePageUser()?.is_staff) return null
  return (
    <div className="space-above">
      <Note kind="information">
        <Link to="/staff/posts">Look at the posts</Link>
        <span className="tabular moderation-note-sentence">
          <Suspense>
            <PendingPostsSentence />
          </Suspense>
        </span>
      </Note>
    </div>
  )
}
