import { useEffect } from 'react'
import { listOwnPosts, listPosts } from '#contract/posts.ts'
import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { askEarly } from './early-lists.ts'
import { Feed } from './feed.tsx'
import { FeedHead } from './feed-head.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import '../look/feed.css'

export const meta = titled('Feed')

export default function FeedPage() {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'restoring') askEarly(listPosts, listOwnPosts)
  }, [status])
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
