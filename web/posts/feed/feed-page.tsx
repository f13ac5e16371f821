import { listOwnPosts, listPosts } from '#contract/posts.ts'
import { Guarded } from '../../layout/guarded.tsx'
import { titled } from '../../layout/title.ts'
import { isRestoring, useSession } from '../../session.ts'
import { askEarly } from './early-lists.ts'
import { Feed } from './feed.tsx'
import { FeedHead } from './feed-head.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import '../../look/feed.css'

export const meta = titled('Feed')

// Before anything is drawn: drawing takes a phone as long as an answer takes to come.
if (isRestoring()) askEarly(listPosts, listOwnPosts)

export default function FeedPage() {
  const { status } = useSession()
  if (status === 'restoring' || status === 'unreachable') {
    return (
      <div className="page feed-page">
        <FeedHead />
        <FeedSkeleton />
      </div>
    )
  }
  return (
    <Guarded>
      <Feed />
    </Guarded>
  )
}
