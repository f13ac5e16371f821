import { lazy, Suspense } from 'react'
import { type Post, reportPost } from '#contract/posts.ts'
import { displayName } from '#rules/visible.ts'
import { call } from '../../api.ts'
import { importWithRetry } from '../../ui/lazy.ts'
import { Report } from '../report.tsx'

/** Only staff load it. */
const TakeDown = lazy(async () => ({
  default: (await importWithRetry(() => import('../staff/take-down.tsx'))).TakeDown,
}))

/** What can be done about somebody else's post. */
export const OthersPostActs = ({ post, staff }: { post: Post; staff: boolean }) => (
  <div className="others-acts">
    <Report
      what="post"
      of={displayName(post.author)}
      send={(reason) => call(reportPost, { params: { id: post.id }, body: { reason } })}
    />
    {staff && post.status === 'approved' && (
      <Suspense>
        <TakeDown post={post} />
      </Suspense>
    )}
  </div>
)
