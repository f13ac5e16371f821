import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import { showToast } from '../../layout/events.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Note } from '../../ui/note.tsx'
import { Sending } from '../../ui/sending.tsx'
import { usePhoto } from '../../ui/use-photo.ts'
import { PictureField } from '../form/picture-field.tsx'
import { PostFields } from '../form/post-fields.tsx'
import { RestoredNote } from '../form/restored-note.tsx'
import { usePostForm } from '../form/use-post-form.ts'
import { useSending } from '../form/use-sending.ts'
import { under_review } from '../words.ts'
import { blankDraft, keepDraft, readDraft } from './advertise-draft.ts'
import { handIn } from './hand-in.ts'
import { ownPostsKey, useOwnPosts } from './use-own-posts.ts'

/** Words and a picture for the house, which staff look at first. */
export function AdvertiseForm({ user }: { user: User }) {
  const cache = useQueryClient()
  const [restored, setRestored] = useState(() => readDraft(user.id))
  const form = usePostForm(() => restored ?? blankDraft())
  const { typed, setTyped } = form
  /** The post that was handed in last, until the next one. */
  const [done, setDone] = useState<number | null>(null)
  const { posts } = useOwnPosts()
  const decided = posts?.some(({ id, status }) => id === done && status !== 'pending')
  const photo = usePhoto()
  const success = useRef<HTMLDivElement>(null)

  const pictured = photo.state.at === 'ready' || photo.state.at === 'making'
  useEffect(() => keepDraft(user.id, { ...typed, pictured }), [user.id, typed, pictured])
  useEffect(() => {
    if (done !== null) success.current?.focus()
  }, [done])

  const { start, progress, said, cancel } = useSending({
    photo,
    otherwise: 'Failed to add post. Please try again.',
    onRefused: form.refuse,
    async send(post, ...way) {
      const id = await handIn(typed.submission_id, post, ...way).finally(
        () => void cache.invalidateQueries({ queryKey: ownPostsKey }),
      )
      setTyped(blankDraft())
      photo.remove()
      setRestored(null)
      setDone(id)
      showToast({ title: 'Post Notification', text: under_review })
    },
  })
  const sending = progress !== null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    setDone(null)
    if (form.isGood()) void start(typed)
  }
  return (
    <form className="stack post-form" onSubmit={submit} noValidate>
      {done !== null && !decided && (
        <div ref={success} tabIndex={-1}>
          <Note kind="done">
            <b>{under_review}</b> You find it under Your posts.
          </Note>
        </div>
      )}
      {restored && (
        <RestoredNote draft={restored}>
          <button
            type="button"
            className="again"
            onClick={() => {
              setTyped(blankDraft())
              setRestored(null)
              form.title.field.current?.focus()
            }}
          >
            Start afresh
          </button>
        </RestoredNote>
      )}
      <PostFields form={form} readOnly={sending} />
      <PictureField photo={photo} sending={sending} />
      {said?.kind === 'failed' && (
        <FormError id="refused">
          {said.message} <span className="text-ink-2">What you wrote is still here.</span>
        </FormError>
      )}
      <p className="muted small" role="status">
        {said?.kind === 'stopped' && said.message}
      </p>
      <div className="row wrap">
        <button
          type="submit"
          className="button"
          aria-busy={sending}
          aria-describedby={said?.kind === 'failed' ? 'refused' : undefined}
        >
          {sending ? 'Sending...' : 'Submit post'}
          {sending && <BusyIndicator />}
        </button>
        {sending && (
          <button type="button" className="button quiet" onClick={cancel}>
            Cancel
          </button>
        )}
        {progress && progress !== 'starting' && (
          <Sending label="Sending the post" progress={progress} />
        )}
      </div>
    </form>
  )
}
