import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { RequireAuth } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { pageContext } from '../../page-context.ts'
import { usePageUser, useSession } from '../../session.ts'
import { type DrawnFeed, drawFeed } from './drawn-feed.ts'
import { Feed } from './feed.tsx'
import { FeedHead } from './feed-head.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import '../../look/feed.css'

export const meta = pageTitle('Feed')

/** A page that comes whole comes with its posts. One that fails asks for them once it is live. */
export async function loader({ context }: LoaderFunctionArgs): Promise<DrawnFeed | null> {
  const { viewer, report, dismissedNotices } = context.get(pageContext)
  try {
    return viewer && { ...(await drawFeed(viewer)), put_away: dismissedNotices }
  } catch (error) {
    report(error)
    return null
  }
}

/** Within the app the page asks the API. */
export const clientLoader = () => null

export default function FeedPage() {
  const { status } = useSession()
  const person = usePageUser()
  const page = useLoaderData<typeof loader>()
  const drawn = page && page.user_id === person?.id ? page : null
  if (!drawn && (status === 'restoring' || status === 'unreachable')) {
    return (
      <div className="page feed-page">
        <FeedHead />
        <FeedSkeleton />
      </div>
    )
  }
  return (
    <RequireAuth rendered={drawn !== null}>
      <Feed key={person?.id} drawn={drawn} />
    </RequireAuth>
  )
}
