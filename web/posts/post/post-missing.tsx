import { Link } from 'react-router'
import { MessagePlate } from '../../ui/message-plate.tsx'

/** Says the same whether the post does not exist or the user may not see it. */
export const PostMissing = () => (
  <MessagePlate level={1} title="Post not found">
    <p>Its author may have deleted it, or it may not be published at the moment.</p>
    <p>
      <Link className="button" to="/services">
        See what else is in the feed
      </Link>
    </p>
  </MessagePlate>
)
