import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import { createPost, updatePost } from '#contract/posts.ts'
import { showToast } from '../../layout/channels.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Note } from '../../ui/note.tsx'
import { upload } from '../../upload.ts'
import { CardFace, cardClass } from '../feed/card-face.tsx'
import { UNDER_REVIEW } from '../post-text.ts'
import { ownPostsKey, useOwnPosts } from '../use-own-posts.ts'
import { emptyDraft, readNewPostDraft, saveNewPostDraft } from './post-drafts.ts'
import { PostFields, PostUploadProgress, RestoredNote } from './post-form.tsx'
import {
  type PostFormState,
  type PostUpload,
  type UploadOptions,
  usePostForm,
} from './use-post-form.ts'
import '../feed/feed.css'

/**
 * Creates a post. An earlier attempt may have arrived although its reply was lost, and the text may have
 * changed since: then the stored post is updated to the current text.
 * @returns the post's id
 */
async function submitPost(
  submission_id: string,
  { body, files }: PostUpload,
  ...options: UploadOptions
): Promise<number> {
  const input = { body: { ...body, submission_id }, files }
  const { id, title, description } = await upload(createPost, input, ...options)
  if (title !== body.title || description !== body.description) {
    await upload(updatePost, { params: { id }, body, files }, ...options)
  }
  return id
}

/** The form for a new post, which is stored as a draft until it is sent. */
export function AdvertiseForm({ user }: { user: User }) {
  const client = useQueryClient()
  const [restored, setRestored] = useState(() => readNewPostDraft(user.id))
  const [draft, setDraft] = useState(() => restored ?? emptyDraft())
  const [submittedId, setSubmittedId] = useState<number | null>(null)
  const { posts } = useOwnPosts()
  const isDecided = posts?.some(({ id, status }) => id === submittedId && status !== 'pending')
  const success = useRef<HTMLDivElement>(null)

  const state = usePostForm({
    initial: draft,
    fallback: 'Failed to add post. Please try again.',
    async send(post, ...options) {
      const id = await submitPost(submission_id, post, ...options).finally(
        () => void client.invalidateQueries({ queryKey: ownPostsKey }),
      )
      startOver()
      state.image.remove()
      setSubmittedId(id)
      showToast({ title: 'Post Notification', text: 'You’ll find it under Your posts.' })
    },
  })
  const { form, image, typed, busy, outcome } = state
  const { submission_id } = draft
  const { title, description } = typed
  const pictured = image.state.status === 'ready' || image.state.status === 'preparing'
  useEffect(
    () => saveNewPostDraft(user.id, { title, description, pictured, submission_id }),
    [user.id, title, description, pictured, submission_id],
  )
  useEffect(() => {
    if (submittedId !== null) success.current?.focus()
  }, [submittedId])

  function startOver() {
    const empty = emptyDraft()
    setDraft(empty)
    form.reset({ title: empty.title, description: empty.description })
    setRestored(null)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setSubmittedId(null)
    void state.submit(event)
  }
  return (
    <>
      <form className="stack post-form" onSubmit={submit} noValidate>
        {submittedId !== null && !isDecided && (
          <div ref={success} tabIndex={-1}>
            <Note kind="done">
              <b>{UNDER_REVIEW}</b>
            </Note>
          </div>
        )}
        {restored && (
          <RestoredNote draft={restored}>
            <button
              type="button"
              className="again"
              onClick={() => {
                startOver()
                document.getElementById('title')?.focus()
              }}
            >
              Start over
            </button>
          </RestoredNote>
        )}
        <PostFields state={state} />
        {outcome?.kind === 'failed' && (
          <FormError id="refused">
            {outcome.message} <span className="still-here">What you wrote is still here.</span>
          </FormError>
        )}
        <p className="muted small" role="status">
          {outcome?.kind === 'stopped' && outcome.message}
        </p>
        <div className="row wrap">
          <Button
            type="submit"
            busy={busy}
            busyLabel="Sending..."
            aria-describedby={outcome?.kind === 'failed' ? 'refused' : undefined}
          >
            Submit post
          </Button>
          {busy && (
            <button type="button" className="button quiet" onClick={state.cancel}>
              Cancel
            </button>
          )}
          <PostUploadProgress state={state} label="Sending the post" />
        </div>
      </form>
      <PostPreview user={user} state={state} />
    </>
  )
}

/** The note that the post becomes in the feed, as it is typed. It only repeats the fields, so it isn't read aloud. */
function PostPreview({ user, state }: { user: User; state: PostFormState }) {
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
