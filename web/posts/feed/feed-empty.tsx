import { Link } from 'react-router'
import { DarkWindowRow } from '../../art/dark-windows.tsx'

export const FeedEmpty = () => (
  <section className="plate space-above feed-empty" aria-labelledby="empty-feed">
    <DarkWindowRow />
    <div className="pad stack-small">
      <h2 id="empty-feed">Hmmm... no posts yet!</h2>
      <p className="muted">All windows dark. Be the first to say something.</p>
      <p>
        <Link to="/advertise">Write a post</Link>
      </p>
    </div>
  </section>
)
