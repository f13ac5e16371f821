import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Post, type PostForm, postForm, updatePost } from '#contract/posts.ts'
import { ApiError, refresh } from '../../api.ts'
import { FormError } from '../../auth/form-error.tsx'
import { FormField } from '../../auth/form-field.tsx'
import { setRefusals } from '../../auth/set-refusals.ts'
import { BusyPanes } from '../../ui/busy-panes.tsx'
import { Question } from '../../ui/question.tsx'
import { Sending } from '../../ui/sending.tsx'
import { usePhoto } from '../../ui/use-photo.ts'
import { type Progress, upload } from '../../upload.ts'
import { changeInLists, changePost } from '../post-cache.ts'
import { TextBox } from '../text-box.tsx'
import { PostEditPicture } from './post-edit-picture.tsx'

const otherwise = 'Failed to update post. Please try again.'

/** An author changes a post of theirs in its own place. */
export function PostEdit({ post, onDone }: { post: Post; onDone: () => void }) {
  const { id, title, description } = post
  const cache = useQueryClient()
  const form = useForm<PostForm>({
    resolver: zodResolver(postForm),
    defaultValues: { title, description },
    reValidateMode: 'onSubmit',
  })
  const { errors, isDirty, isSubmitting: busy } = form.formState
  const { setFocus } = form
  const photo = usePhoto()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [asked, setAsked] = useState(false)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    setFocus('title')
    return () => leaving.current.abort()
  }, [setFocus])

  const save = form.handleSubmit(async (typed) => {
    const picture = await photo.settled()
    if (picture.at === 'bad') return
    const files = picture.at === 'ready' ? { image: picture.picture } : {}
    try {
      // Writing may take longer than an access token lives.
      await refresh()
      if (leaving.current.signal.aborted) return
      const input = { params: { id }, body: typed, files }
      const saved = await upload(updatePost, input, setProgress, leaving.current.signal)
      const { comments: _, ...changed } = saved
      changePost(cache, id, (held) => ({ ...held, ...changed }))
      changeInLists(cache, id, () => changed)
      onDone()
    } catch (error) {
      if (leaving.current.signal.aborted) return
      const image = error instanceof ApiError ? error.fields.image : undefined
      if (image) photo.refuse(image)
      else setRefusals(form, error, ['title', 'description'], otherwise)
    } finally {
      setProgress(null)
    }
  })
  return (
    <form
      className="stack post-edit"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save(event)
      }}
    >
      <h1>Edit your post</h1>
      <FormField
        id="title"
        label="Title"
        dir="auto"
        readOnly={busy}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextBox
        id="description"
        label="Description"
        rows={6}
        readOnly={busy}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <PostEditPicture post={post} photo={photo} />
      <p className="small muted">{afterwards[post.status]}</p>
      {errors.root?.refused && <FormError id="edit-error">{errors.root.refused.message}</FormError>}
      <div className="row wrap">
        {progress && <Sending label="Sending your post" progress={progress} />}
        <button type="submit" className="btn" aria-busy={busy}>
          {busy ? 'saving...' : 'Save'}
          {busy && <BusyPanes />}
        </button>
        <button
          type="button"
          className="btn quiet"
          onClick={() => (isDirty || photo.state.at !== 'none' ? setAsked(true) : onDone())}
        >
          Cancel
        </button>
      </div>
      {asked && (
        <Question
          title="Throw your changes away?"
          act="Throw them away"
          danger
          busy={false}
          onAct={onDone}
          onClose={() => setAsked(false)}
        >
          <p>The post stays as it was before.</p>
        </Question>
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
