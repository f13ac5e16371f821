import { Plus } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { RequireAuth } from '../../layout/require-auth.tsx'
import { pageTitle } from '../../layout/title.ts'
import { pageContext } from '../../page-context.ts'
import { usePageUser } from '../../session.ts'
import { Feed } from './feed.tsx'
import { loadSsrFeed, type SsrFeed } from './use-feed.ts'
import './feed.css'

export const meta = pageTitle('Feed')

/** The server renders the first page load with its posts. If that fails, the browser fetches them. */
export async function loader({ context }: LoaderFunctionArgs): Promise<SsrFeed | null> {
  const { viewer, report, dismissedNotices } = context.get(pageContext)
  try {
    return viewer && { ...(await loadSsrFeed(viewer)), dismissed: dismissedNotices }
  } catch (error) {
    report(error)
    return null
  }
}

/** A navigation within the app asks the API instead of the loader. */
export const clientLoader = () => null

export default function FeedPage() {
  const viewer = usePageUser()
  const loaded = useLoaderData<typeof loader>()
  // Another user may have signed in since the page was rendered.
  const ssrFeed = loaded && loaded.user_id === viewer?.id ? loaded : null
  return (
    <RequireAuth title="The feed" rendered={ssrFeed !== null}>
      <div className="page feed-page">
        <div className="feed-head">
          <div>
            <h1>Feed</h1>
            <p className="muted">What people here are saying.</p>
          </div>
          <Link className="button" to="/advertise" prefetch="intent">
            <Plus className="icon" aria-hidden="true" />
            New post
          </Link>
        </div>
        <Feed key={viewer?.id} ssrFeed={ssrFeed} />
      </div>
    </RequireAuth>
  )
}
