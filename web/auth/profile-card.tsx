import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import { Note } from '../ui/note.tsx'
import { LogoutButton } from './logout-button.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'

const message_ms = 3000

/** Who one is here: to look at, and to change. */
export function ProfileCard({ user }: { user: User }) {
  const [mode, setMode] = useState<'view' | 'edit' | 'back'>('view')
  const [saved, setSaved] = useState(0)
  const edit = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (mode === 'back') edit.current?.focus()
  }, [mode])
  useEffect(() => {
    if (saved === 0) return
    const over = setTimeout(() => setSaved(0), message_ms)
    return () => clearTimeout(over)
  }, [saved])

  return (
    <div className="page py-8">
      <div className="plate pad profile stack">
        <ProfilePicture user={user} />
        <div role="status" className="empty:mt-0">
          {saved > 0 && <Note kind="done">Profile updated successfully!</Note>}
        </div>
        {mode === 'edit' ? (
          <ProfileForm
            user={user}
            onCancel={() => setMode('back')}
            onSaved={() => {
              setSaved((times) => times + 1)
              setMode('back')
            }}
          />
        ) : (
          <>
            <ProfileFacts user={user} />
            {user.must_change_password && (
              <Note kind="key">
                A password of your own keeps your account yours. Choose one with Edit Profile.
              </Note>
            )}
            <button
              type="button"
              className="btn block"
              ref={edit}
              onClick={() => {
                setSaved(0)
                setMode('edit')
              }}
            >
              Edit Profile
            </button>
            <LogoutButton />
          </>
        )}
      </div>
    </div>
  )
}
