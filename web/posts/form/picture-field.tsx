import { CircleAlert, ImagePlus, X } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { Post } from '#contract/posts.ts'
import { BusyPanes } from '../../ui/busy-panes.tsx'
import type { Photo } from '../../ui/use-photo.ts'
import { PostPicture } from '../post-picture.tsx'
import { picture_id as id } from './use-post-form.ts'

const kilobytes = (size: number) => `${Math.max(1, Math.round(size / 1000))} KB`

interface Props {
  /** The post as it is, with the picture that it has. */
  post?: Post
  photo: Photo
  sending: boolean
}

/** A picture for the post, seen as it will be before it is sent. */
export function PictureField({ post, photo, sending }: Props) {
  const { state } = photo
  const has = post !== undefined && post.image_sizes.length > 0
  const bad = state.at === 'bad'
  const onPicked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) photo.choose(file)
    // Choosing the same one again is a choice too.
    target.value = ''
  }
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        Image<span className="opt"> (optional)</span>
      </label>
      <div className={bad ? 'picture-strip bad' : 'picture-strip'}>
        {state.at === 'ready' && <img src={state.preview} alt="What you have chosen" />}
        {state.at !== 'ready' && post && (
          <PostPicture post={post} sizes="(min-width: 980px) 700px, 100vw" />
        )}
        <div className="row">
          <ImagePlus className="ic" aria-hidden="true" />
          <span className="flex-1 min-w-0" role="status">
            {state.at === 'none' && <b>Take or choose {has ? 'another' : 'a'} picture</b>}
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
            {bad && <b>{state.name || 'Not accepted'}</b>}
          </span>
          {state.at !== 'none' && !sending && (
            <button
              type="button"
              className="iconbtn"
              aria-label={`Remove ${state.name || 'the picture'}`}
              onClick={() => {
                photo.remove()
                document.getElementById(id)?.focus()
              }}
            >
              <X className="ic" aria-hidden="true" />
            </button>
          )}
        </div>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={sending}
          aria-invalid={bad}
          aria-describedby={`${id}-told`}
          onChange={onPicked}
        />
      </div>
      <p id={`${id}-told`} className={bad ? 'err' : 'hint'}>
        {bad && <CircleAlert className="ic" aria-hidden="true" />}
        {bad ? state.message : 'JPEG, PNG or WebP. It is made smaller before it is sent.'}
      </p>
    </div>
  )
}
