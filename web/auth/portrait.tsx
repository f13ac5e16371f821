import type { User } from '#contract/auth.ts'

/** A window with one's picture in it, or one's initials. */
export function Portrait({ user, preview }: { user: User; preview: string | null }) {
  const source = preview ?? user.profile_image
  return source ? (
    <img
      className={preview ? 'avatar sending' : 'avatar'}
      src={source}
      alt=""
      width="72"
      height="72"
    />
  ) : (
    <span className="avatar" aria-hidden="true">
      {user.first_name[0]}
      {user.last_name[0]}
    </span>
  )
}
