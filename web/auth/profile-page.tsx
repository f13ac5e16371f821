import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/auth.ts'
import { realAddress } from '#rules/email.ts'
import { formatPhone } from '#rules/phone.ts'
import { listUnsent } from '../chat/outbox.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { signOut, useSession } from '../session.ts'
import { BusyIndicator, Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { lazyOptional, lazyPart } from '../ui/lazy.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import type { ProfilePart } from './profile-form.tsx'
import { ProfileImage } from './profile-image.tsx'
import './profile.css'

const loadStay = () => import('./profile-stay.tsx')
const ProfileStay = lazyPart(async () => (await loadStay()).ProfileStay)
const OwnRoomLine = lazyOptional(async () => (await loadStay()).OwnRoomLine)
const ProfileSessions = lazyPart(
  async () => (await import('./profile-sessions.tsx')).ProfileSessions,
)
const ProfileResidence = lazyPart(
  async () => (await import('./profile-residence.tsx')).ProfileResidence,
)

export const meta = pageTitle('Profile')

export default function ProfilePage() {
  const session = useSession()
  const user = session.status === 'signed_in' ? session.user : null
  const Beside = user?.is_staff ? ProfileResidence : ProfileStay
  return (
    <RequireAuth title="Your profile">
      <div className="page stack profile-page">
        {user ? (
          <ProfileImage user={user}>
            <Suspense>{user.is_staff ? user.company.name : <OwnRoomLine />}</Suspense>
          </ProfileImage>
        ) : (
          <HeadSkeleton />
        )}
        <div className="profile-columns">
          <div className="profile">
            {user ? (
              <>
                <Account user={user} />
                <Suspense fallback={<SessionsSkeleton />}>
                  <ProfileSessions />
                </Suspense>
              </>
            ) : (
              <>
                <Skeleton
                  className="plate padded account-skeleton"
                  lines={['heading', 'row', 'row', 'row']}
                />
                <SessionsSkeleton />
              </>
            )}
          </div>
          <div className="profile-beside">
            <Suspense fallback={<BesideSkeleton />}>
              {user ? <Beside user={user} /> : <BesideSkeleton />}
            </Suspense>
          </div>
        </div>
      </div>
    </RequireAuth>
  )
}

const HeadSkeleton = () => (
  <div className="row profile-head delayed">
    <span className="skeleton avatar" />
    <h1 className="visually-hidden">Profile</h1>
    <span className="skeleton skeleton-heading" />
  </div>
)

const SessionsSkeleton = () => <Skeleton className="plate padded" lines={['heading', 'row']} />

const BesideSkeleton = () => <Skeleton className="plate padded" lines={['box', 'row', 'row']} />

const SAVED_MESSAGE_MS = 3000

/** Loaded separately: other pages prefetch this page, and few users edit their profile. */
const loadForm = (_part: ProfilePart) => import('./profile-form.tsx')

/** The id of the button that opens a part of the account. */
const buttonOf = (part: ProfilePart) => `change-${part}`

/** The account's data in rows, each of which opens in its place; and the way out. */
function Account({ user }: { user: User }) {
  const [open, setOpen] = useState<ProfilePart | null>(null)
  const last = useRef<ProfilePart>(null)
  const [saved, setSaved] = useState(false)
  const {
    busy,
    input: pressed,
    result: form,
    error,
    run,
  } = useAction(loadForm, { onSuccess: (_, part) => setOpen(part) })

  useEffect(() => {
    if (open === null && last.current) document.getElementById(buttonOf(last.current))?.focus()
    last.current = open
  }, [open])
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(false), SAVED_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [saved])

  const edit = (part: ProfilePart) => ({
    id: buttonOf(part),
    'aria-busy': busy && pressed === part,
    onClick() {
      setSaved(false)
      void run(part)
    },
  })
  const editForm = open && form && (
    <form.ProfileForm
      user={user}
      part={open}
      onCancel={() => setOpen(null)}
      onSaved={() => {
        setSaved(true)
        setOpen(null)
      }}
    />
  )
  const row = (part: Exclude<ProfilePart, 'all'>, label: string, value: ReactNode) =>
    part === open ? (
      <div>
        <dt className="visually-hidden">{label}</dt>
        <dd>{editForm}</dd>
      </div>
    ) : (
      <AccountRow label={label} value={value}>
        <button type="button" aria-label={`Change ${label.toLowerCase()}`} {...edit(part)}>
          {busy && pressed === part ? (
            <BusyIndicator />
          ) : (
            <ChevronDown className="icon" aria-hidden="true" />
          )}
        </button>
      </AccountRow>
    )
  return (
    <section className="plate padded account" aria-labelledby="account-heading">
      <h2 id="account-heading">Account</h2>
      {open === 'all' ? (
        <div className="space-above">{editForm}</div>
      ) : (
        <dl>
          {row('name', 'Name', <bdi>{`${user.first_name} ${user.last_name}`}</bdi>)}
          {row('email', 'Email', realAddress(user.email) ?? <Missing>Add one</Missing>)}
          <AccountRow
            label="Username"
            value={<span className="tabular">{formatPhone(user.username)}</span>}
          />
          {row(
            'password',
            'Password',
            user.must_change_password ? <Missing>Still your ID number</Missing> : 'Chosen by you',
          )}
        </dl>
      )}
      {/* Next to the button that the focus returns to. */}
      <div role="status">{saved && <Note kind="done">Profile updated successfully!</Note>}</div>
      {open === null && (
        <>
          {error && (
            <Note kind="error">No network. Please check your connection and try again.</Note>
          )}
          <div className="row wrap profile-buttons">
            <Button busy={busy && pressed === 'all'} {...edit('all')}>
              Edit Profile
            </Button>
            <LogoutButton user={user} />
          </div>
        </>
      )}
    </section>
  )
}

const Missing = ({ children }: { children: string }) => <span className="missing">{children}</span>

/** `children` is the button that opens the row; pressing anywhere in the row presses it. */
const AccountRow = ({
  label,
  value,
  children,
}: {
  label: string
  value: ReactNode
  children?: ReactNode
}) => (
  <div className="profile-row">
    <dt>{label}</dt>
    <dd className="profile-value">
      <span>{value}</span>
      {children}
    </dd>
  </div>
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
      <Button variant="secondary" busy={busy} onClick={handleLogout}>
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
