import { Camera } from 'lucide-react'
import { FieldMessage } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { PhotoStatus, photoInput, RemovePhoto } from '../ui/photo-status.tsx'
import type { Photo } from '../ui/use-photo.ts'
import { messageProps, OptionalMark } from './form-fields.tsx'
import { type ImageName, labels } from './form-model.ts'

export type Images = Record<ImageName, Photo>

interface Props {
  images: Images
  /** Chosen before a reload, and lost by it. */
  lost: ImageName[]
}

export function DocumentsSection({ images, lost }: Props) {
  const missing = lost.filter((name) => images[name].state.at === 'none')
  return (
    <div className="stack">
      {missing.length > 0 && (
        <Note kind="information">
          Pictures cannot be kept over a reload. Please choose{' '}
          <b>{missing.map((name) => labels[name]).join(' and ')}</b> again.
        </Note>
      )}
      <ImageField
        name="photo"
        image={images.photo}
        hint="Your face, as on an ID card. Only you and the staff see it."
      />
      <ImageField
        name="id_photo"
        image={images.id_photo}
        hint="The front of your ID card or passport. Only you and the staff see it."
      />
    </div>
  )
}

interface ImageFieldProps {
  name: ImageName
  image: Photo
  hint: string
}

/** An image from the camera or the gallery, with a preview. */
function ImageField({ name, image, hint }: ImageFieldProps) {
  const { state } = image
  const error = state.at === 'bad' ? state.message : undefined
  return (
    <div className="field">
      <label className="label" htmlFor={name}>
        {labels[name]}
        <OptionalMark />
      </label>
      <div className={error ? 'document-upload error' : 'document-upload'}>
        <span className="preview">
          {state.at === 'ready' ? (
            <img src={state.preview} alt="" />
          ) : (
            <Camera aria-hidden="true" />
          )}
        </span>
        <span className="status" role="status">
          <PhotoStatus photo={image} invitation="Take or choose a picture" />{' '}
          {state.at === 'none' && <small className="muted small">{hint}</small>}
        </span>
        <input id={name} {...photoInput(image)} {...messageProps(name, error)} />
        <RemovePhoto photo={image} id={name} />
      </div>
      <FieldMessage id={name} error={error} />
    </div>
  )
}
