import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '#contract/auth.ts'
import { realAddress } from '#rules/email.ts'
import { formatPhone } from '#rules/phone.ts'
import { listUnsent } from '../chat/outbox.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { signOut, useRole, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { ProfileImage } from './profile-image.tsx'
import './auth.css'

const ProfileStay = lazyPart(async () => (await import('./profile-stay.tsx')).ProfileStay)
const ProfileSessions = lazyPart(
  async () => (await import('./profile-sessions.tsx')).ProfileSessions,
)
const ProfileResidence = lazyPart(
  async () => (await import('./profile-residence.tsx')).ProfileResidence,
)

export const meta = pageTitle('Profile')

export default function ProfilePage() {
  const session = useSession()
  const isStaff = useRole() === 'staff'
  const user = session.status === 'signed_in' ? session.user : null
  return (
    <RequireAuth title="Your profile">
      <div className="page page-section profile-columns">
        <div className="plate padded stack profile">
          {user ? (
            <>
              <ProfileImage user={user} />
              <Account user={user} />
            </>
          ) : (
            <ProfileSkeleton />
          )}
        </div>
        <div className="profile-stay">
          {user ? (
            <Suspense fallback={<StaySkeleton isStaff={isStaff} />}>
              {user.is_staff && <ProfileResidence />}
              <ProfileStay user={user} logins={<ProfileSessions />} />
            </Suspense>
          ) : (
            <StaySkeleton isStaff={isStaff} />
          )}
        </div>
      </div>
    </RequireAuth>
  )
}

const ProfileSkeleton = () => (
  <>
    <h1 className="visually-hidden">Profile</h1>
    <div className="row profile-head delayed" aria-hidden="true">
      <span className="skeleton avatar" />
      <span className="skeleton skeleton-heading" />
    </div>
    <Skeleton lines={['word', 'text', 'word', 'text', 'row', 'row']} />
  </>
)

/** Placeholder for the part to the right of the profile, or below it. */
const StaySkeleton = ({ isStaff }: { isStaff: boolean }) => (
  <Skeleton
    className="plate padded profile-room"
    lines={isStaff ? ['box', 'box'] : ['heading', 'bar', 'text', 'row', 'row']}
  />
)

const SAVED_MESSAGE_MS = 3000

/** Scrolls to the part named in the address and keeps it in view while content above it loads, until the user acts. */
function useScrolledTo<Part extends HTMLElement>(hash: string) {
  const part = useRef<Part>(null)
  const isNamed = useLocation().hash === hash
  useEffect(() => {
    if (!isNamed) return
    const observer = new ResizeObserver(() => part.current?.scrollIntoView())
    observer.observe(document.body)
    const stop = () => observer.disconnect()
    for (const event of ['wheel', 'touchstart', 'keydown', 'click']) {
      addEventListener(event, stop, { once: true, passive: true })
    }
    return stop
  }, [isNamed])
  return part
}

/** Loaded separately: other pages prefetch this page, and few users edit their profile. */
const loadForm = () => import('./profile-form.tsx')

/** The account's data, and the way out. */
function Account({ user }: { user: User }) {
  const [mode, setMode] = useState<'view' | 'edit' | 'after_edit'>('view')
  const [saved, setSaved] = useState(false)
  const { busy, result: form, error, run: openForm } = useAction(loadForm)
  const edit = useRef<HTMLButtonElement>(null)
  const card = useScrolledTo<HTMLElement>('#account')

  useEffect(() => {
    if (mode === 'after_edit') edit.current?.focus()
  }, [mode])
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(false), SAVED_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [saved])

  const editing = mode === 'edit' && form !== null
  return (
    <section className="stack" id="account" ref={card} aria-labelledby="account-heading">
      <h2 id="account-heading">Account</h2>
      {editing ? (
        <form.ProfileForm
          user={user}
          onCancel={() => setMode('after_edit')}
          onSaved={() => {
            setSaved(true)
            setMode('after_edit')
          }}
        />
      ) : (
        <ProfileFacts user={user} />
      )}
      {/* Next to the button that the focus returns to. */}
      <div role="status">{saved && <Note kind="done">Profile updated successfully!</Note>}</div>
      {!editing && (
        <>
          {user.must_change_password && (
            <Note kind="key">
              Your password is still your ID number, which others may know. Choose your own under
              Edit Profile.
            </Note>
          )}
          {error && (
            <Note kind="error">No network. Please check your connection and try again.</Note>
          )}
          <Button
            variant="block"
            ref={edit}
            busy={busy}
            onClick={() => {
              setSaved(false)
              setMode('edit')
              void openForm()
            }}
          >
            Edit Profile
          </Button>
          <LogoutButton user={user} />
        </>
      )}
    </section>
  )
}

/** The user's details, except their name, which is the page's heading. */
const ProfileFacts = ({ user }: { user: User }) => (
  <dl>
    <dt>Username</dt>
    <dd className="tabular">{formatPhone(user.username)}</dd>
    <dt>Email</dt>
    <dd>{realAddress(user.email) ?? 'None yet'}</dd>
  </dl>
)

/** Asks for confirmation when messages are still unsent, because logging out deletes them. */
function LogoutButton({ user }: { user: User }) {
  const [busy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const navigate = useNavigate()

  async function leave() {
    if (busy) return
    setBusy(true)
    await signOut()
    await navigate('/', { replace: true })
  }
  function handleLogout() {
    const { length } = listUnsent(user.id)
    setUnsent(length)
    if (length === 0) void leave()
  }
  return (
    <>
      <Button variant="secondary block" busy={busy} onClick={handleLogout}>
        Logout
      </Button>
      {unsent > 0 && (
        <ConfirmDialog
          title={
            unsent === 1 ? 'A message has not been sent.' : `${unsent} messages have not been sent.`
          }
          confirmLabel="Log out anyway"
          danger
          busy={busy}
          onConfirm={() => void leave()}
          onClose={() => setUnsent(0)}
        >
          <p>They’re waiting for the network. Logging out deletes them.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
