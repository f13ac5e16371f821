import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Post, updatePost } from '#contract/posts.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Sending } from '../../ui/sending.tsx'
import { usePhoto } from '../../ui/use-photo.ts'
import { upload } from '../../upload.ts'
import { PictureField } from '../form/picture-field.tsx'
import { PostFields } from '../form/post-fields.tsx'
import { RestoredNote } from '../form/restored-note.tsx'
import { usePostForm } from '../form/use-post-form.ts'
import { useSending } from '../form/use-sending.ts'
import { changeInLists, changePost } from '../post-cache.ts'
import { forgetEdit, keepEdit, readEdit } from './edit-draft.ts'

interface Props {
  post: Post
  /** There is nothing to save any more. */
  gone: boolean
  onDone: () => void
}

/** An author changes a post of theirs in its own place. */
export function PostEdit({ post, gone, onDone }: Props) {
  const { id, author_ID, title, description } = post
  const cache = useQueryClient()
  const [restored] = useState(() => readEdit(author_ID, id))
  const form = usePostForm(() => restored ?? { title, description })
  const { typed } = form
  const photo = usePhoto()
  const [asked, setAsked] = useState(false)
  const first = useRef(restored ? null : form.title.field)
  useEffect(() => first.current?.current?.focus(), [])

  const pictured = photo.state.at !== 'none'
  const changed = pictured || typed.title !== title || typed.description !== description
  useEffect(() => keepEdit(post, { ...typed, pictured }), [post, typed, pictured])
  function leave() {
    forgetEdit(post)
    onDone()
  }
  const { start, progress, said } = useSending({
    photo,
    otherwise: 'Failed to update post. Please try again.',
    onRefused: form.refuse,
    async send({ body, files }, ...way) {
      const saved = await upload(updatePost, { params: { id }, body, files }, ...way)
      const { comments: _, ...changed } = saved
      changePost(cache, id, (held) => ({ ...held, ...changed }))
      changeInLists(cache, id, () => changed)
      leave()
    },
  })
  const busy = progress !== null

  function save(event: FormEvent) {
    event.preventDefault()
    if (!busy && !gone && form.isGood()) void start(typed)
  }
  return (
    <form className="stack post-form" noValidate onSubmit={save}>
      <h1>Edit your post</h1>
      {restored && <RestoredNote draft={restored} />}
      <PostFields form={form} readOnly={busy} />
      <PictureField post={post} photo={photo} sending={busy} />
      {!gone && <p className="small muted">{afterwards[post.status]}</p>}
      {said?.kind === 'failed' && <FormError id="edit-error">{said.message}</FormError>}
      <div className="row wrap">
        {progress && progress !== 'starting' && (
          <Sending label="Sending your post" progress={progress} />
        )}
        {!gone && (
          <button type="submit" className="button" aria-busy={busy}>
            {busy ? 'saving...' : 'Save'}
            {busy && <BusyIndicator />}
          </button>
        )}
        <button
          type="button"
          className="button quiet"
          onClick={() => (changed ? setAsked(true) : leave())}
        >
          Cancel
        </button>
      </div>
      {asked && (
        <ConfirmDialog
          title="Throw your changes away?"
          act="Throw them away"
          danger
          busy={false}
          onAct={leave}
          onClose={() => setAsked(false)}
        >
          <p>The post stays as it was before.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}

/** What staff have to do with it. */
const afterwards: Record<Post['status'], string> = {
  approved: 'It stays up, and staff look at what you have changed.',
  pending: 'It still waits for approval.',
  rejected: 'When you save it, staff look at it again.',
}
