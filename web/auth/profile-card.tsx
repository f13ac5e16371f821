import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { useAct } from '../ui/use-act.ts'
import { LogoutButton } from './logout-button.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfilePicture } from './profile-picture.tsx'

const message_ms = 3000

/** Not with the page: every other page fetches this one in advance, and few people change anything. */
const fetchForm = () => import('./profile-form.tsx')

/** Who one is here: to look at, and to change. */
export function ProfileCard({ user }: { user: User }) {
  const [mode, setMode] = useState<'view' | 'edit' | 'back'>('view')
  const [saved, setSaved] = useState(false)
  const { busy, result: form, error, act } = useAct<Awaited<ReturnType<typeof fetchForm>>>()
  const edit = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (mode === 'back') edit.current?.focus()
  }, [mode])
  useEffect(() => {
    if (!saved) return
    const over = setTimeout(() => setSaved(false), message_ms)
    return () => clearTimeout(over)
  }, [saved])

  const editing = mode === 'edit' && form !== null
  return (
    <div className="page py-8">
      <div className="plate pad profile stack">
        <ProfilePicture user={user} />
        {editing ? (
          <form.ProfileForm
            user={user}
            onCancel={() => setMode('back')}
            onSaved={() => {
              setSaved(true)
              setMode('back')
            }}
          />
        ) : (
          <ProfileFacts user={user} />
        )}
        {/* Beside the button that the cursor comes back to: on a phone the top is out of sight. */}
        <div role="status" className="empty:mt-0">
          {saved && <Note kind="done">Profile updated successfully!</Note>}
        </div>
        {!editing && (
          <>
            {user.must_change_password && (
              <Note kind="key">
                A password of your own keeps your account yours. Choose one with Edit Profile.
              </Note>
            )}
            {error && (
              <Note kind="error">No network. Please check your connection and try again.</Note>
            )}
            <button
              type="button"
              className="button block"
              ref={edit}
              aria-busy={busy !== null}
              onClick={() => {
                setSaved(false)
                setMode('edit')
                void act('open', fetchForm)
              }}
            >
              Edit Profile
              {busy && <BusyIndicator />}
            </button>
            <LogoutButton user={user} />
          </>
        )}
      </div>
    </div>
  )
}
