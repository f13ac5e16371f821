import { type ReactNode, useEffect, useRef, useState } from 'react'
import { changeProfileImage } from '#contract/account.ts'
import type { User } from '#contract/auth.ts'
import { IMAGE_TYPES } from '#rules/image.ts'
import { call } from '../api.ts'
import { updateSessionUser } from '../session.ts'
import { initialsOf } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Note } from '../ui/note.tsx'
import { useAction } from '../ui/use-action.ts'

/** Longer names have smaller letters beside the picture on a phone. */
const SHORT_NAME_LENGTH = 24

const FALLBACK = 'The picture was not saved. Please try again.'

async function uploadImage(file: File) {
  const { shrinkImage } = await import('../ui/shrink-image.ts')
  const picture = await shrinkImage(file)
  updateSessionUser(await call(changeProfileImage, { body: {}, files: { picture } }))
  return true
}

/** Profile image and name, with a button that uploads another image as soon as one is chosen. `children` is the line below the name. */
export function ProfileImage({ user, children }: { user: User; children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null)
  const name = `${user.first_name} ${user.last_name}`
  const { busy, error, result, run } = useAction(uploadImage)
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  async function send(file: File) {
    setPreview(URL.createObjectURL(file))
    await run(file)
    setPreview(null)
  }
  return (
    <>
      <div className="row profile-head">
        <Portrait user={user} preview={preview} />
        <div>
          <h1 className={name.length > SHORT_NAME_LENGTH ? 'long-name' : undefined} translate="no">
            {name}
          </h1>
          <div className="row wrap">
            <p className="muted">{children}</p>
            <input
              type="file"
              hidden
              accept={IMAGE_TYPES.join(',')}
              aria-label="Picture"
              ref={input}
              onChange={({ target }) => {
                const file = target.files?.[0]
                // Otherwise choosing the same file again would not fire a change event.
                target.value = ''
                if (file) void send(file)
              }}
            />
            <Button
              variant="quiet compact"
              busy={busy}
              busyLabel="sending..."
              onClick={() => !busy && input.current?.click()}
            >
              Change picture
            </Button>
          </div>
        </div>
      </div>
      {error && (
        <Note kind="error">
          {errorMessage(error, error.name === 'ImageError' ? error.message : FALLBACK)}
        </Note>
      )}
      <p role="status" className="visually-hidden">
        {result ? 'Your picture has been changed.' : ''}
      </p>
    </>
  )
}

/** The profile image, or the initials of a user without one. */
function Portrait({ user, preview }: { user: User; preview: string | null }) {
  const source = preview ?? user.profile_image
  return source ? (
    <img
      className={preview ? 'avatar sending' : 'avatar'}
      src={source}
      alt=""
      width="64"
      height="64"
    />
  ) : (
    <span className="avatar" aria-hidden="true">
      {initialsOf(`${user.first_name} ${user.last_name}`)}
    </span>
  )
}
