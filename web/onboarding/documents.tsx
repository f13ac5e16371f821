import { Note } from '../ui/note.tsx'
import type { Photo } from '../ui/use-photo.ts'
import { PhotoField } from './photo-field.tsx'
import { labels, type PhotoName } from './typed.ts'

export type Photos = Record<PhotoName, Photo>

interface Props {
  photos: Photos
  /** Those that a reload has taken. */
  lost: PhotoName[]
}

export function Documents({ photos, lost }: Props) {
  const missing = lost.filter((name) => photos[name].state.at === 'none')
  return (
    <div className="stack">
      {missing.length > 0 && (
        <Note kind="information">
          Pictures cannot be kept over a reload. Please choose{' '}
          <b>{missing.map((name) => labels[name]).join(' and ')}</b> again.
        </Note>
      )}
      <PhotoField
        name="photo"
        photo={photos.photo}
        hint="Your face, as on an ID card. Only you and the staff see it."
      />
      <PhotoField
        name="id_photo"
        photo={photos.id_photo}
        hint="The front of your ID card or passport. Only you and the staff see it."
      />
    </div>
  )
}
