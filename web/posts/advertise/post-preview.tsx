import type { User } from '#contract/auth.ts'
import { CardFace, cardClass } from '../feed/card-face.tsx'
import type { PostFormState } from './use-post-form.ts'
import '../feed/feed.css'

/** The note that the post becomes in the feed, as it is typed. It only repeats the fields, so it isn't read aloud. */
export function PostPreview({ user, state }: { user: User; state: PostFormState }) {
  const { title, description } = state.typed
  const image = state.image.state
  const picture = image.status === 'ready' && <img src={image.previewUrl} alt="" />
  const isEmpty = !title.trim() && !description.trim()
  const text = isEmpty ? 'What you write shows here.' : description
  return (
    <div className="post-preview" aria-hidden="true">
      <p className="label">How your post will look</p>
      <div
        className={`${cardClass({ hasImage: Boolean(picture), text })}${isEmpty ? ' empty' : ''}`}
      >
        <CardFace
          post={{
            author: user.first_name,
            author_last_name: user.last_name,
            author_ID: user.id,
            author_image: user.profile_image,
            author_is_staff: user.is_staff,
            created_at: null,
            published_at: null,
          }}
          image={picture}
          heading={title.trim() || 'Title'}
          text={text}
          comments={0}
        />
      </div>
    </div>
  )
}
