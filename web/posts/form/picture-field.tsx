import { CircleAlert, ImagePlus } from 'lucide-react'
import type { Post } from '#contract/posts.ts'
import { PhotoStatus, photoInput, RemovePhoto } from '../../ui/photo-status.tsx'
import type { Photo } from '../../ui/use-photo.ts'
import { PostPicture } from '../post-picture.tsx'
import { picture_id as id } from './use-post-form.ts'

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
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Image<span className="optional"> (optional)</span>
      </label>
      <div
        className={['picture-strip', bad && 'error', post && state.at === 'ready' && 'whole']
          .filter(Boolean)
          .join(' ')}
      >
        {state.at === 'ready' && <img src={state.preview} alt="What you have chosen" />}
        {state.at !== 'ready' && post && (
          <PostPicture post={post} sizes="(min-width: 980px) 700px, 100vw" />
        )}
        <div className="row">
          <ImagePlus className="icon" aria-hidden="true" />
          <span className="flex-1 min-w-0" role="status">
            <PhotoStatus
              photo={photo}
              invitation={`Take or choose ${has ? 'another' : 'a'} picture`}
            />
          </span>
          {!sending && <RemovePhoto photo={photo} id={id} />}
        </div>
        <input
          id={id}
          {...photoInput(photo)}
          disabled={sending}
          aria-invalid={bad}
          aria-describedby={`${id}-told`}
        />
      </div>
      <p id={`${id}-told`} className={bad ? 'field-error' : 'hint'}>
        {bad && <CircleAlert className="icon" aria-hidden="true" />}
        {bad ? state.message : 'JPEG, PNG or WebP. It is made smaller before it is sent.'}
      </p>
    </div>
  )
}
