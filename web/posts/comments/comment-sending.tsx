import type { User } from '#contract/auth.ts'
import { publicName } from '#rules/public-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BusyIndicator } from '../../ui/button.tsx'
import { CommentHead } from './comment-head.tsx'

/** A comment is there for its writer at once, marked until the server has it. */
export const CommentSending = ({ user, content }: { user: User; content: string }) => (
  <li className="comment sending">
    <Avatar
      id={user.id}
      first_name={user.first_name}
      last_name={user.last_name}
      image={user.profile_image}
    />
    <div className="min-w-0">
      <CommentHead
        author={publicName(user)}
        name={`${user.first_name} ${user.last_name}`}
        staff={user.is_staff}
      >
        being sent <BusyIndicator />
      </CommentHead>
      <p className="post-text" dir="auto">
        {content}
      </p>
    </div>
  </li>
)
