import type { User } from '#contract/auth.ts'
import { Note } from '../ui/note.tsx'

interface Props {
  user: User | null
  restored: boolean
  onStartAfresh: () => void
}

/** What is in the form already, and where it came from. */
export const Kept = ({ user, restored, onStartAfresh }: Props) => (
  <div className="stack-s ob-kept">
    {user && (
      <Note kind="key">
        You are signed in as <b>{user.first_name}</b> and keep your account: the same username and
        password, now with a room.
      </Note>
    )}
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
