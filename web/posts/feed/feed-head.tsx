import { Plus } from 'lucide-react'
import { Link } from 'react-router'

export const FeedHead = () => (
  <div className="feed-head">
    <div>
      <h1>Feed</h1>
      <p className="muted">What the house is saying.</p>
    </div>
    <Link className="button" to="/advertise" prefetch="intent">
      <Plus className="icon" aria-hidden="true" />
      New post
    </Link>
  </div>
)
