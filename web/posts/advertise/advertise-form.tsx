import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import { most_characters, most_title_characters, type PostForm } from '#contract/posts.ts'
import { FormError } from '../../auth/form-error.tsx'
import { showToast } from '../../layout/show-toast.ts'
import { BusyPanes } from '../../ui/busy-panes.tsx'
import { Note } from '../../ui/note.tsx'
import { Sending } from '../../ui/sending.tsx'
import { usePhoto } from '../../ui/use-photo.ts'
import { under_review } from '../words.ts'
import { blankDraft, keepDraft, readDraft } from './advertise-draft.ts'
import { AdvertiseField } from './advertise-field.tsx'
import { AdvertisePicture } from './advertise-picture.tsx'
import { type Problems, problemsOf, useAdvertise } from './use-advertise.ts'

/** Words and a picture for the house, which staff look at first. */
export function AdvertiseForm({ user }: { user: User }) {
  const [restored, setRestored] = useState(() => readDraft(user.id))
  const [typed, setTyped] = useState(() => restored ?? blankDraft())
  const [problems, setProblems] = useState<Problems>({})
  const [done, setDone] = useState(false)
  const photo = usePhoto()
  const title = useRef<HTMLInputElement>(null)
  const description = useRef<HTMLTextAreaElement>(null)
  const success = useRef<HTMLDivElement>(null)

  const pictured = photo.state.at === 'ready' || photo.state.at === 'making'
  useEffect(() => keepDraft(user.id, { ...typed, pictured }), [user.id, typed, pictured])
  useEffect(() => {
    if (done) success.current?.focus()
  }, [done])

  function refuse(found: Problems) {
    setProblems(found)
    if (found.title) title.current?.focus()
    else if (found.description) description.current?.focus()
    else document.getElementById('image')?.focus()
  }
  const { send, progress, said, cancel } = useAdvertise({
    photo,
    onRefused: refuse,
    onDone() {
      setTyped(blankDraft())
      photo.remove()
      setRestored(null)
      setDone(true)
      showToast({ title: 'Post Notification', text: under_review })
    },
  })
  const sending = progress !== null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    setDone(false)
    const found = problemsOf(typed)
    if (Object.keys(found).length > 0) return refuse(found)
    setProblems({})
    void send(typed)
  }
  const type = (name: keyof PostForm) => (value: string) => {
    setTyped((before) => ({ ...before, [name]: value }))
    setProblems(({ [name]: _, ...others }) => others)
  }
  const field = (name: keyof PostForm) => ({
    id: name,
    value: typed[name],
    error: problems[name],
    readOnly: sending,
    onType: type(name),
  })
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {done && (
        <div ref={success} tabIndex={-1}>
          <Note kind="done">
            <b>{under_review}</b> You find it under Your posts.
          </Note>
        </div>
      )}
      {restored && (
        <Note kind="information">
          What you wrote before is still here.
          {restored.pictured && ' Please choose the picture again.'}{' '}
          <button
            type="button"
            className="again"
            onClick={() => {
              setTyped(blankDraft())
              setRestored(null)
              title.current?.focus()
            }}
          >
            Start afresh
          </button>
        </Note>
      )}
      <AdvertiseField
        {...field('title')}
        field={title}
        label="Title"
        hint="What it is, in a few words."
        most={most_title_characters}
      />
      <AdvertiseField
        {...field('description')}
        field={description}
        label="Description"
        hint="What, how much, where, when. Everybody in the house can read it."
        most={most_characters}
        rows={6}
      />
      <AdvertisePicture photo={photo} sending={sending} />
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
          className="btn"
          aria-busy={sending}
          aria-describedby={said?.kind === 'failed' ? 'refused' : undefined}
        >
          {sending ? 'Sending...' : 'Submit post'}
          {sending && <BusyPanes />}
        </button>
        {sending && (
          <button type="button" className="btn quiet" onClick={cancel}>
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
