import { Link } from 'react-router'
import { DarkWindowRow } from '../../art/dark-windows.tsx'
import { Note } from '../../ui/note.tsx'

/** There is none, or it is not up: the same to whoever asks. */
export const PostMissing = () => (
  <section className="plate post-missing" aria-labelledby="no-post">
    <DarkWindowRow />
    <div className="pad stack">
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

/** It vanished while somebody was reading; what they were typing is still theirs. */
export const PostGone = () => (
  <Note kind="error">
    <b>This post has been deleted or taken down.</b> You can still read it here until you leave, and
    copy what you were writing. <Link to="/services">Go to the feed</Link>
  </Note>
)
