import { CircleAlert, ImagePlus, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import type { Post } from '#contract/posts.ts'
import { BusyPanes } from '../../ui/busy-panes.tsx'
import type { Photo } from '../../ui/use-photo.ts'
import { PostFigure } from './post-figure.tsx'

/** The picture of a post that is being edited: the one it has, or the new one before it is sent. */
export function PostEditPicture({ post, photo }: { post: Post; photo: Photo }) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { state } = photo
  const has = post.image_sizes.length > 0
  const making = state.at === 'making'
  return (
    <fieldset className="stack-s">
      <legend className="lab">Image</legend>
      {state.at === 'ready' ? (
        <div className="frame new">
          <img src={state.preview} alt={`The new image, ${state.name}`} />
        </div>
      ) : (
        <PostFigure post={post} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label="Image file"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again.
          target.value = ''
          if (file) photo.choose(file)
        }}
      />
      <div className="row wrap">
        <button
          ref={button}
          type="button"
          className="btn sec sm"
          aria-busy={making}
          aria-describedby="image-told"
          onClick={() => !making && input.current?.click()}
        >
          {making ? <BusyPanes /> : <ImagePlus className="ic" aria-hidden="true" />}
          {has ? 'Change image' : 'Add an image'}
        </button>
        {state.at !== 'none' && (
          <button
            type="button"
            className="btn quiet sm"
            onClick={() => {
              photo.remove()
              button.current?.focus()
            }}
          >
            <Undo2 className="ic" aria-hidden="true" />
            {has ? 'Keep the old image' : 'No image'}
          </button>
        )}
      </div>
      <p id="image-told" role="status" className={state.at === 'bad' ? 'err' : 'small muted'}>
        {state.at === 'bad' && <CircleAlert className="ic" aria-hidden="true" />}
        {state.at === 'none' && 'JPEG, PNG or WebP. It is made smaller before it is sent.'}
        {making && 'Making it ready...'}
        {state.at === 'ready' && 'This is the new image. It is sent when you save.'}
        {state.at === 'bad' && state.message}
      </p>
    </fieldset>
  )
}
