import { placeholderSuffix, type User } from '#contract/auth.ts'
import { formatPhone } from '#rules/phone.ts'

export const ProfileFacts = ({ user }: { user: User }) => (
  <dl>
    <dt>Username</dt>
    <dd className="tabular">{formatPhone(user.username)}</dd>
    <dt>Email</dt>
    <dd>{user.email.endsWith(placeholderSuffix) ? 'None yet' : user.email}</dd>
    <dt>First name</dt>
    <dd>{user.first_name}</dd>
    <dt>Last name</dt>
    <dd>{user.last_name || 'None'}</dd>
  </dl>
)
