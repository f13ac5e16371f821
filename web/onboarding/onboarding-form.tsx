import { useEffect, useRef, useState } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { User } from '#contract/auth.ts'
import { dayOf } from '#rules/calendar.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { Sending } from '../ui/sending.tsx'
import { usePhoto } from '../ui/use-photo.ts'
import { Academic } from './academic.tsx'
import { Accommodation } from './accommodation.tsx'
import { Agreement } from './agreement.tsx'
import { Documents } from './documents.tsx'
import { Emergency } from './emergency.tsx'
import { jumpTo } from './jump.ts'
import { Kept } from './kept.tsx'
import { Personal } from './personal.tsx'
import { problemsOf } from './problems.ts'
import { type SectionId, sections, stepState } from './sections.ts'
import { Stairs } from './stairs.tsx'
import { Step } from './step.tsx'
import { Summary } from './summary.tsx'
import type { Problems, Typed } from './typed.ts'
import { useDraft, useKeeping } from './use-draft.ts'
import { type MovedIn, useSubmit } from './use-submit.ts'

const resolver: Resolver<Typed> = (typed) => {
  const found = Object.entries(problemsOf(typed, dayOf(new Date())))
  const errors = Object.fromEntries(
    found.map(([name, message]) => [name, { type: 'rule', message }]),
  )
  return found.length > 0 ? { values: {}, errors } : { values: typed, errors: {} }
}

interface Props {
  slug: string
  /** Who is signed in keeps their account. */
  user: User | null
  onDone: (done: MovedIn) => void
  onStartAfresh: () => void
}

/** The six sections; what is typed stays on the device until it is sent. */
export function OnboardingForm({ slug, user, onDone, onStartAfresh }: Props) {
  const [today] = useState(() => dayOf(new Date()))
  const draft = useDraft(slug, today, user)
  const form = useForm<Typed>({
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: draft.first.typed,
  })
  const photos = { photo: usePhoto(), id_photo: usePhoto() }
  const chosen = (['photo', 'id_photo'] as const).filter(
    (name) => photos[name].state.at === 'ready',
  )
  const typed = form.watch()
  useKeeping(draft, typed, chosen)

  const [now, setNow] = useState<SectionId>('personal')
  const [tried, setTried] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  const stop = () => setTried((times) => times + 1)
  useEffect(() => {
    if (tried === 0) return
    summary.current?.scrollIntoView({ block: 'center' })
    summary.current?.focus({ preventScroll: true })
  }, [tried])

  const { send, progress, refusal, forgetRefusal } = useSubmit({
    slug,
    submission_id: draft.first.submission_id,
    form,
    photos,
    onDone(done) {
      draft.forget()
      onDone(done)
    },
    onStopped: (field) => (field ? jumpTo(field) : stop()),
  })
  const { errors, isSubmitting: busy } = form.formState
  const shown: Problems = {}
  for (const { fields } of sections) {
    for (const name of fields) {
      const message =
        name === 'photo' || name === 'id_photo'
          ? photos[name].state.at === 'bad' && photos[name].state.message
          : errors[name]?.message
      if (message) shown[name] = message
    }
  }
  const problems = problemsOf(typed, today)
  const navigate = useNavigate()
  const step = { onEnter: setNow }
  return (
    <FormProvider {...form}>
      <main id="content" className="page ob" tabIndex={-1}>
        <aside className="ob-side">
          <Stairs
            states={sections.map((one) => stepState(one, shown, problems, chosen))}
            now={now}
          />
          <p className="small muted ob-keep">
            What you type stays on this device until you send it.
          </p>
        </aside>
        <form
          className="ob-form"
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (busy) return
            void form.handleSubmit(send, () => {
              forgetRefusal()
              stop()
            })(event)
          }}
        >
          <Summary ref={summary} problems={tried > 0 ? shown : {}} refusal={refusal} />
          <Kept user={user} restored={draft.restored} onStartAfresh={onStartAfresh} />
          <Step id="personal" {...step}>
            <Personal member={user !== null} />
          </Step>
          <Step id="emergency" {...step}>
            <Emergency />
          </Step>
          <Step id="academic" {...step}>
            <Academic />
          </Step>
          <Step id="accommodation" {...step}>
            <Accommodation slug={slug} today={today} />
          </Step>
          <Step id="documents" {...step}>
            <Documents photos={photos} lost={draft.first.photos} />
          </Step>
          <Step id="agreement" {...step}>
            <Agreement slug={slug} />
          </Step>
          <div className="ob-end">
            {progress && <Sending label="Sending the form" progress={progress} />}
            <button
              type="button"
              className="button secondary"
              onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}
            >
              Cancel
            </button>
            <button type="submit" className="button grow" aria-busy={busy}>
              {busy ? 'Submitting...' : 'Submit Registration'}
              {busy && <BusyIndicator />}
            </button>
          </div>
        </form>
      </main>
    </FormProvider>
  )
}
