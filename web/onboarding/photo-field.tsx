import { Camera, X } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { BusyPanes } from '../ui/busy-panes.tsx'
import type { Photo } from '../ui/use-photo.ts'
import { Below, described, Optional } from './field.tsx'
import { labels, type PhotoName } from './typed.ts'

const kilobytes = (size: number) => `${Math.max(1, Math.round(size / 1000))} KB`

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
  const onPicked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) photo.choose(file)
    // Choosing the same one again is a choice too.
    target.value = ''
  }
  return (
    <div className="field">
      <label className="lab" htmlFor={name}>
        {label}
        <Optional />
      </label>
      <div className={error ? 'up bad' : 'up'}>
        <span className="th">
          {state.at === 'ready' ? (
            <img src={state.preview} alt="" />
          ) : (
            <Camera aria-hidden="true" />
          )}
        </span>
        <span className="min-w-0" role="status">
          {state.at === 'none' && <b>Take or choose a picture</b>}
          {state.at === 'making' && (
            <>
              <b>{state.name}</b> <small className="muted small">Making it ready...</small>{' '}
              <BusyPanes />
            </>
          )}
          {state.at === 'ready' && (
            <>
              <b>{state.name}</b>{' '}
              <small className="muted small num">Ready, {kilobytes(state.picture.size)}</small>
            </>
          )}
          {state.at === 'bad' && <b>{state.name || 'Not accepted'}</b>}
          {state.at === 'none' && <small className="muted small">{hint}</small>}
        </span>
        <input
          id={name}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={onPicked}
          {...described({ name, error })}
        />
        {state.at !== 'none' && (
          <button
            type="button"
            className="iconbtn"
            aria-label={`Remove ${state.name || 'it'}`}
            onClick={() => {
              photo.remove()
              document.getElementById(name)?.focus()
            }}
          >
            <X className="ic" aria-hidden="true" />
          </button>
        )}
      </div>
      <Below name={name} error={error} />
    </div>
  )
}
