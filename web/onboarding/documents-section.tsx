import { Camera } from 'lucide-react'
import { Field } from '../ui/field.tsx'
import {
  type ImageUpload,
  ImageUploadStatus,
  imageInputProps,
  RemoveImageButton,
} from '../ui/image-upload.tsx'
import { Note } from '../ui/note.tsx'
import { useWording } from './form-fields.tsx'
import { type ImageName, labels } from './form-model.ts'

export type Images = Record<ImageName, ImageUpload>

interface Props {
  images: Images
  /** Images that were chosen before a reload and lost by it. */
  lost: ImageName[]
}

export function DocumentsSection({ images, lost }: Props) {
  const worded = useWording()
  const missing = lost.filter((name) => images[name].state.status === 'none')
  return (
    <div className="stack">
      {missing.length > 0 && (
        <Note kind="information">
          Pictures are lost when the page is reloaded. Please choose{' '}
          <b>{missing.map((name) => worded(labels[name])).join(' and ')}</b> again.
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
  image: ImageUpload
  hint: string
}

/** An image from the camera or the gallery, with a preview. */
function ImageField({ name, image, hint }: ImageFieldProps) {
  const { state } = image
  const worded = useWording()
  const error = state.status === 'rejected' ? state.message : undefined
  return (
    <Field id={name} label={worded(labels[name])} optional error={error}>
      {(control) => (
        <div className={error ? 'document-upload error' : 'document-upload'}>
          <span className="preview">
            {state.status === 'ready' ? (
              <img src={state.previewUrl} alt="" />
            ) : (
              <Camera aria-hidden="true" />
            )}
          </span>
          <span className="status" role="status">
            <ImageUploadStatus upload={image} invitation="Take or choose a picture" />{' '}
            {state.status === 'none' && <small className="muted small">{worded(hint)}</small>}
          </span>
          <input {...control} {...imageInputProps(image)} />
          <RemoveImageButton upload={image} inputId={name} />
        </div>
      )}
    </Field>
  )
}
