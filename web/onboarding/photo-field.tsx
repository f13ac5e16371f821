import { Camera } from 'lucide-react'
import { PhotoStatus, photoInput, RemovePhoto } from '../ui/photo-status.tsx'
import type { Photo } from '../ui/use-photo.ts'
import { Below, described, Optional } from './field.tsx'
import { labels, type PhotoName } from './typed.ts'

interface Props {
  name: PhotoName
  photo: Photo
  hint: string
}

/** A picture from the camera or the gallery, seen before it is sent. */
export function PhotoField({ name, photo, hint }: Props) {
  const { state } = photo
  const label = labels[name]
  const error = state.at === 'bad' ? state.message : undefined
  return (
    <div className="field">
      <label className="label" htmlFor={name}>
        {label}
        <Optional />
      </label>
      <div className={error ? 'up error' : 'up'}>
        <span className="th">
          {state.at === 'ready' ? (
            <img src={state.preview} alt="" />
          ) : (
            <Camera aria-hidden="true" />
          )}
        </span>
        <span className="min-w-0" role="status">
          <PhotoStatus photo={photo} invitation="Take or choose a picture" />{' '}
          {state.at === 'none' && <small className="muted small">{hint}</small>}
        </span>
        <input id={name} {...photoInput(photo)} {...described({ name, error })} />
        <RemovePhoto photo={photo} id={name} />
      </div>
      <Below name={name} error={error} />
    </div>
  )
}
