import { Suspense } from 'react'
import { Link } from 'react-router'
import { usePageUser } from '../session.ts'
import { lazyOptional } from '../ui/lazy.ts'
import { Note } from '../ui/note.tsx'

/** Loaded for staff only. If loading fails, the note is omitted instead of failing the page. */
const PendingPostsSentence = lazyOptional(
  async () => (await import('./pending-count.tsx')).PendingPostsSentence,
)

/**
 * Shown to staff above the feed. The space of its sentence is reserved, so that nothing moves when it loads.
 */
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
