import { Link } from 'react-router'
import { DarkWindowRow } from '../../art/dark-windows.tsx'

/** Says the same whether the post does not exist or the user may not see it. */
export const PostMissing = () => (
  <section className="plate post-missing" aria-labelledby="no-post">
    <DarkWindowRow />
    <div className="padded stack">
      <h1 id="no-post">This post is not here</h1>
      <p>
        Perhaps its author has deleted it, or it is not up at the moment. The link may be old too.
      </p>
      <p>
        <Link className="button" to="/services">
          See what else is in the feed
        </Link>
      </p>
    </div>
  </section>
)
