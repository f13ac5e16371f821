import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { type Post, updatePost } from '#contract/posts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Note } from '../../ui/note.tsx'
import { upload } from '../../upload.ts'
import { deleteEditDraft, readEditDraft, saveEditDraft } from '../advertise/post-drafts.ts'
import { PostFields, PostUploadProgress, RestoredNote } from '../advertise/post-form.tsx'
import { usePostForm } from '../advertise/use-post-form.ts'
import { StaffReason } from '../staff-reason.tsx'
import { updateCachedPost, updateInLists } from './post-cache.ts'

/** The effect of saving, by the post's status. */
const afterSaving: Record<Post['status'], string> = {
  approved: 'It stays published, and staff check what you’ve changed.',
  pending: 'It’s still waiting for approval.',
  rejected: 'When you save it, staff review it again.',
}

interface Props {
  post: Post
  /** The post was deleted or removed meanwhile: it can no longer be saved. */
  isGone: boolean
  onDone: () => void
}

/** The form that edits a post, in place of its article. */
export function PostEdit({ post, isGone, onDone }: Props) {
  const { id, author_ID } = post
  const client = useQueryClient()
  const [restored] = useState(() => readEditDraft(author_ID, id))
  const [isAsking, setAsking] = useState(false)
  const state = usePostForm({
    initial: restored ?? post,
    fallback: 'Failed to update post. Please try again.',
    async send({ body, files }, ...options) {
      const saved = await upload(updatePost, { params: { id }, body, files }, ...options)
      const { comments: _, ...changed } = saved
      updateCachedPost(client, id, (cached) => ({ ...cached, ...changed }))
      updateInLists(client, id, () => changed)
      leave()
    },
  })
  const { form, image, typed, busy, outcome } = state
  const { title, description } = typed
  const pictured = image.state.status !== 'none'
  const isChanged = pictured || title !== post.title || description !== post.description
  useEffect(
    () => saveEditDraft(post, { title, description, pictured }),
    [post, title, description, pictured],
  )
  const { setFocus } = form
  useEffect(() => {
    if (!restored) setFocus('title')
  }, [restored, setFocus])

  function leave() {
    deleteEditDraft(post)
    onDone()
  }
  function save(event: FormEvent) {
    event.preventDefault()
    if (!busy && !isGone) void state.submit(event)
  }
  return (
    <form className="stack post-form" noValidate onSubmit={save}>
      <h1>Edit your post</h1>
      {post.status === 'rejected' && (
        <Note kind="warning">
          <StaffReason reason={post.reason} />
        </Note>
      )}
      {restored && <RestoredNote draft={restored} />}
      <PostFields state={state} post={post} />
      {!isGone && <p className="small muted">{afterSaving[post.status]}</p>}
      {outcome?.kind === 'failed' && <FormError id="edit-error">{outcome.message}</FormError>}
      <div className="row wrap">
        <PostUploadProgress state={state} label="Sending your post" />
        {!isGone && (
          <Button type="submit" busy={busy} busyLabel="saving...">
            Save
          </Button>
        )}
        <button
          type="button"
          className="button quiet"
          onClick={() => (isChanged ? setAsking(true) : leave())}
        >
          Cancel
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Discard your changes?"
          confirmLabel="Discard them"
          danger
          busy={false}
          onConfirm={leave}
          onClose={() => setAsking(false)}
        >
          <p>The post stays as it was before.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
