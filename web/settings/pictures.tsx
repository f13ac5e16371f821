import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type GalleryPhoto, getCompany } from '#contract/company.ts'
import {
  addGalleryPicture,
  changePicture,
  getPictures,
  MAX_GALLERY,
  type pictureKinds,
  removeGalleryPicture,
  removePicture,
} from '#contract/pictures.ts'
import { ApiError, call, query } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { PictureButton, PictureError, shrunk } from '../ui/picture-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'

type Kind = (typeof pictureKinds)[number]

const texts: Record<Kind, { title: string; hint: string; none: string }> = {
  logo: {
    title: 'Logo',
    hint: 'Shown on the move-in form, receipts and statements. Square works best.',
    none: 'No logo yet.',
  },
  picture: {
    title: 'Photo of the residence',
    hint: 'On the page “About us”. Wide works best.',
    none: 'No photo yet.',
  },
}

/** The logo, a photo of the residence, and the photos of the visitors' gallery. */
export function Pictures() {
  const { data, error, refetch } = useQuery(query(getPictures, {}))
  if (data) {
    return (
      <div className="stack">
        <PictureSetting kind="logo" path={data.logo} />
        <PictureSetting kind="picture" path={data.picture} />
        <GallerySetting photos={data.gallery} />
      </div>
    )
  }
  return error ? (
    <FetchFailed
      title="The pictures couldn’t be loaded"
      message={errorMessage(error, WENT_WRONG)}
      onRetry={() => refetch()}
    />
  ) : (
    <Skeleton className="plate padded" lines={['word', 'box', 'word', 'box']} />
  )
}

function PictureSetting({ kind, path }: { kind: Kind; path: string | null }) {
  const { title, hint, none } = texts[kind]
  const params = { kind }
  const { run, busy, error, result } = useAction(
    async (file: File | null) => {
      if (!file) return call(removePicture, { params })
      const picture = await shrunk(file)
      return call(changePicture, { params, body: {}, files: { picture } })
    },
    { changes: [getPictures, getCompany] },
  )
  return (
    <section className="plate padded stack" aria-labelledby={`picture-${kind}`}>
      <div>
        <h2 id={`picture-${kind}`}>{title}</h2>
        <p className="small muted">{hint}</p>
      </div>
      {path ? (
        <img className={`setting-${kind}`} src={path} alt={title} />
      ) : (
        <p className="muted">{none}</p>
      )}
      <Permitted to="settings">
        <div className="row wrap">
          <PictureButton
            name={title}
            label={path ? 'Choose another' : 'Choose a picture'}
            busy={busy}
            onPicked={(file) => void run(file)}
          />
          {path && (
            <Button
              variant="quiet danger-text compact"
              icon={Trash2}
              onClick={() => !busy && void run(null)}
            >
              Remove
            </Button>
          )}
        </div>
      </Permitted>
      {error && <PictureError error={error} />}
      <p role="status" className="visually-hidden">
        {result && 'Saved.'}
      </p>
    </section>
  )
}

const changes = [getPictures, getCompany]

function GallerySetting({ photos }: { photos: readonly GalleryPhoto[] }) {
  const [caption, setCaption] = useState('')
  // A missing caption is noticed here, so that no photo is sent over a slow line only to be refused.
  const [isMissing, setMissing] = useState(false)
  const adding = useAction(
    async (file: File) => {
      const picture = await shrunk(file)
      return call(addGalleryPicture, { body: { caption }, files: { picture } })
    },
    { changes, onSuccess: () => setCaption('') },
  )
  const { error } = adding
  const refused = error instanceof ApiError ? error.fields.caption : undefined
  const captionError = isMissing ? 'Please say what the photo shows.' : refused
  return (
    <section className="plate padded stack" aria-labelledby="gallery">
      <div>
        <h2 id="gallery">Gallery</h2>
        <p className="small muted">
          Visitors see these photos under “Look around” and “About us”. As long as there are none,
          they see drawings.
        </p>
      </div>
      {photos.length > 0 && (
        <ul className="setting-gallery">
          {photos.map((photo) => (
            <GalleryRow key={photo.id} photo={photo} />
          ))}
        </ul>
      )}
      <Permitted to="settings">
        {photos.length < MAX_GALLERY ? (
          <>
            <TextField
              label="What the next photo shows"
              value={caption}
              maxLength={120}
              error={captionError}
              onChange={({ target }) => {
                adding.reset()
                setMissing(false)
                setCaption(target.value)
              }}
            />
            <div>
              <PictureButton
                name="Photo for the gallery"
                label="Add a photo"
                busy={adding.busy}
                onPicked={(file) => {
                  if (caption.trim() === '') setMissing(true)
                  else void adding.run(file)
                }}
              />
            </div>
          </>
        ) : (
          <p className="small muted">The gallery is full. Remove a photo to add another one.</p>
        )}
      </Permitted>
      {error && !captionError && <PictureError error={error} />}
      <p role="status" className="visually-hidden">
        {adding.result && 'Added.'}
      </p>
    </section>
  )
}

function GalleryRow({ photo: { id, picture, caption } }: { photo: GalleryPhoto }) {
  const { run, busy, error } = useAction(() => call(removeGalleryPicture, { params: { id } }), {
    changes,
  })
  return (
    <li>
      <img src={picture} alt="" width="96" height="66" loading="lazy" />
      <div>
        <p dir="auto">{caption}</p>
        <Permitted to="settings">
          <Button
            variant="quiet danger-text compact aligned"
            icon={Trash2}
            busy={busy}
            aria-label={`Remove ${caption}`}
            onClick={() => !busy && void run()}
          >
            Remove
          </Button>
        </Permitted>
        {error && <PictureError error={error} />}
      </div>
    </li>
  )
}
