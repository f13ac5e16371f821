import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { User } from '#contract/auth.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { query } from '../api.ts'
import { Note } from '../ui/note.tsx'

interface Props {
  user: User | null
  restored: boolean
  onStartAfresh: () => void
}

/** What is in the form already, and where it came from. */
export const Kept = ({ user, restored, onStartAfresh }: Props) => (
  <div className="stack-small ob-kept">
    {user && <SignedIn user={user} />}
    {restored && (
      <Note kind="information">
        What you typed before is still here.{' '}
        <button type="button" className="again" onClick={onStartAfresh}>
          Start afresh
        </button>
      </Note>
    )}
  </div>
)

/** Whoever has a room already hears it before they fill in anything. */
function SignedIn({ user }: { user: User }) {
  const { data } = useQuery({ ...query(getPaymentSummary, {}), retry: false })
  if (user.is_staff) {
    return <Note kind="key">You are signed in as staff. Log out to fill in this form.</Note>
  }
  const room = data?.room_number ?? data?.next_room?.room_number
  return room ? (
    <Note kind="key_warning">
      <b>You have room {room} with us already.</b> Ask at the office to change it.{' '}
      <Link to="/">Go to the home page</Link>
    </Note>
  ) : (
    <Note kind="key">
      You are signed in as <b>{user.first_name}</b> and keep your account: the same username and
      password, now with a room.
    </Note>
  )
}
