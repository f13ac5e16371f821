import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type User, updatePicture } from '#contract/auth.ts'
import { IMAGE_TYPES } from '#rules/image.ts'
import { call } from '../api.ts'
import { updateSessionUser } from '../session.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Note } from '../ui/note.tsx'
import { useAct } from '../ui/use-act.ts'
import { Portrait } from './portrait.tsx'

const otherwise = 'The picture was not saved. Please try again.'

/** What the browser itself cannot read is told in its own words. */
const wordsFor = (error: Error) =>
  errorMessage(error, error.name === 'PictureProblem' ? error.message : otherwise)

/** One's picture and name, and the button that changes the picture as soon as one is chosen. */
export function ProfilePicture({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, error, result, act } = useAct<true>()
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  async function send(file: File) {
    setPreview(URL.createObjectURL(file))
    await act('send', async () => {
      const { shrinkImage } = await import('../ui/shrink-image.ts')
      const picture = await shrinkImage(file)
      updateSessionUser(await call(updatePicture, { body: {}, files: { picture } }))
      return true
    })
    setPreview(null)
  }
  return (
    <>
      <div className="row gap-4">
        <Portrait user={user} preview={preview} />
        <div className="min-w-0 stack-small">
          <h1 className="text-h2">
            {user.first_name} {user.last_name}
          </h1>
          <input
            type="file"
            hidden
            accept={IMAGE_TYPES.join(',')}
            aria-label="Picture"
            ref={input}
            onChange={({ target }) => {
              const file = target.files?.[0]
              // The same file may be chosen again.
              target.value = ''
              if (file) void send(file)
            }}
          />
          <button
            type="button"
            className="button secondary compact"
            aria-busy={busy !== null}
            onClick={() => busy === null && input.current?.click()}
          >
            {busy ? 'sending...' : 'Change picture'}
            {busy ? <BusyIndicator /> : <Camera className="icon" aria-hidden="true" />}
          </button>
        </div>
      </div>
      {error && <Note kind="error">{wordsFor(error)}</Note>}
      <p role="status" className="visually-hidden">
        {result ? 'Your picture is changed.' : ''}
      </p>
    </>
  )
}
