import { X } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { IMAGE_TYPES } from '#rules/image.ts'
import { BusyIndicator } from './button.tsx'
import type { Photo } from './use-photo.ts'

/** What a file input takes, and what it does with it. */
export const photoInput = (photo: Photo) => ({
  type: 'file',
  accept: IMAGE_TYPES.join(','),
  onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) photo.choose(file)
    // Choosing the same one again is a choice too.
    target.value = ''
  },
})

const kilobytes = (size: number) => `${Math.max(1, Math.round(size / 1000))} KB`

/** How far the chosen picture is; `invitation` is said before there is one. */
export function PhotoStatus({
  photo: { state },
  invitation,
}: {
  photo: Photo
  invitation: string
}) {
  if (state.at === 'none') return <b>{invitation}</b>
  if (state.at === 'bad') return <b>{state.name || 'Not accepted'}</b>
  return (
    <>
      <b>{state.name}</b>{' '}
      {state.at === 'making' ? (
        <>
          <small className="muted small">Making it ready...</small> <BusyIndicator />
        </>
      ) : (
        <small className="muted small tabular">Ready, {kilobytes(state.picture.size)}</small>
      )}
    </>
  )
}

/** Takes the chosen picture back; focus goes to the input of this id. */
export const RemovePhoto = ({ photo, id }: { photo: Photo; id: string }) =>
  photo.state.at !== 'none' && (
    <button
      type="button"
      className="icon-button"
      aria-label={`Remove ${photo.state.name || 'the picture'}`}
      onClick={() => {
        photo.remove()
        document.getElementById(id)?.focus()
      }}
    >
      <X className="icon" aria-hidden="true" />
    </button>
  )
