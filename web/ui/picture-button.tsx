import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { IMAGE_TYPES } from '#rules/image.ts'
import { Button } from './button.tsx'
import { errorMessage } from './error-message.ts'
import { Note } from './note.tsx'

interface Props {
  /** A name for the picture's subject, for screen readers. */
  name: string
  label: string
  busy: boolean
  onPicked: (file: File) => void
}

/** Chooses a picture from the device, or takes one; it is sent at once. */
export function PictureButton({ name, label, busy, onPicked }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        type="file"
        hidden
        accept={IMAGE_TYPES.join(',')}
        aria-label={name}
        ref={input}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Otherwise choosing the same file again would not fire a change event.
          target.value = ''
          if (file) onPicked(file)
        }}
      />
      <Button
        variant="secondary compact"
        icon={Camera}
        busy={busy}
        busyLabel="Sending..."
        onClick={() => !busy && input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}

/** Shrinks a picture to the size that the server needs. The code is loaded only when there is a picture. */
export async function shrunk(file: File) {
  const { shrinkImage } = await import('./shrink-image.ts')
  return shrinkImage(file)
}

/** Why a picture was not sent or saved. */
export const PictureError = ({ error }: { error: Error }) => (
  <Note kind="error">
    {errorMessage(
      error,
      error.name === 'ImageError' ? error.message : 'The picture was not saved. Please try again.',
    )}
  </Note>
)
