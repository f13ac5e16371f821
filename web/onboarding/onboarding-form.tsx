import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import type { User } from '#contract/auth.ts'
import type { Received } from '#contract/endpoint.ts'
import { type getOnboardingCompany, listFreeRooms } from '#contract/onboarding.ts'
import { dayOf } from '#rules/calendar.ts'
import { depositRuleKey } from '#rules/deposit.ts'
import { formatPhone } from '#rules/phone.ts'
import { query } from '../api.ts'
import { saveReturnPath } from '../layout/require-auth.tsx'
import { useCompany } from '../layout/root-data.ts'
import { SubmitButton } from '../ui/button.tsx'
import { checkFields, FieldLinks, focusField } from '../ui/field-links.tsx'
import { UploadProgressBar, useImageUpload } from '../ui/image-upload.tsx'
import { Note } from '../ui/note.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { AccommodationSection, ChosenRoom } from './accommodation-section.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { useDraft, useSaveDraft } from './draft.ts'
import { ByStaff, useWording } from './form-fields.tsx'
import {
  type FieldErrors,
  type FormValues,
  fieldsWithErrors,
  isImage,
  labels,
  type SectionId,
  sectionState,
  sections,
  validate,
} from './form-model.ts'
import {
  AcademicSection,
  AgreementSection,
  EmergencySection,
  PersonalSection,
} from './form-sections.tsx'
import { StepNav } from './step-nav.tsx'
import { type SubmitError, type SubmitResult, useSubmit } from './use-submit.ts'

/** Validates with the contract's schema and the rules for dates. */
const resolver: Resolver<FormValues, { byStaff: boolean }> = (values, context) => {
  const errors = Object.entries(validate(values, dayOf(new Date()), context?.byStaff))
  return errors.length === 0
    ? { values, errors: {} }
    : {
        values: {},
        errors: Object.fromEntries(
          errors.map(([name, message]) => [name, { type: 'rule', message }]),
        ),
      }
}

interface Props {
  slug: string
  firstMonth: Received<typeof getOnboardingCompany>['first_month']
  depositRule: Received<typeof getOnboardingCompany>['deposit']
  termsVersion: number
  /** Null for a visitor. A signed-in user keeps their account. */
  user: User | null
  /** Staff fill in the form for somebody else. */
  byStaff: boolean
  onDone: (result: SubmitResult) => void
  onStartAfresh: () => void
}

/** The form with its six sections. The draft stays in the browser until it is sent. */
export function OnboardingFormView({
  slug,
  firstMonth,
  depositRule,
  termsVersion,
  user,
  byStaff,
  onDone,
  onStartAfresh,
}: Props) {
  const [today] = useState(() => dayOf(new Date()))
  const draft = useDraft(slug, today, user, byStaff)
  const { typed, terms_version } = draft.initial
  const form = useForm<FormValues, { byStaff: boolean }>({
    resolver,
    context: { byStaff },
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { ...typed, terms: typed.terms && terms_version === termsVersion },
  })
  const images = { photo: useImageUpload(), id_photo: useImageUpload() }
  const chosenImages = (['photo', 'id_photo'] as const).filter(
    (name) => images[name].state.status === 'ready',
  )
  const values = form.watch()
  useSaveDraft(draft, values, chosenImages, termsVersion)

  const [failures, setFailures] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  const focusSummary = () => setFailures((count) => count + 1)
  useEffect(() => {
    if (failures === 0) return
    summary.current?.scrollIntoView({ block: 'center' })
    summary.current?.focus({ preventScroll: true })
  }, [failures])

  const { submit, progress, submitError, clearSubmitError } = useSubmit({
    slug,
    submission_id: draft.initial.submission_id,
    terms_version: termsVersion,
    deposit_rule: depositRuleKey(depositRule),
    form,
    images,
    onDone(result) {
      draft.finish()
      onDone(result)
    },
    onFailed: (field) => (field ? focusField(field) : focusSummary()),
  })
  const { errors, isSubmitting: busy } = form.formState
  const shown: FieldErrors = {}
  for (const name of sections.flatMap(({ fields }) => fields)) {
    const message = isImage(name)
      ? images[name].state.status === 'rejected' && images[name].state.message
      : errors[name]?.message
    if (message) shown[name] = message
  }
  const allErrors = validate(values, today, byStaff)
  // Fetched here to say that nothing is free before the user fills in fifteen fields; the rooms' section fetches it too.
  const free = useQuery(query(listFreeRooms, { params: { slug }, query: { from: today } }))
  const { phone } = useCompany()
  const navigate = useNavigate()
  return (
    <ByStaff value={byStaff}>
      <FormProvider {...form}>
        <main id="content" className="page onboarding" tabIndex={-1}>
          <aside className="onboarding-sidebar">
            <StepNav
              states={sections.map((one) => sectionState(one, shown, allErrors, chosenImages))}
            />
            <ChosenRoom slug={slug} today={today} />
          </aside>
          <form
            className="onboarding-form"
            method="post"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (busy) return
              void form.handleSubmit(submit, () => {
                clearSubmitError()
                focusSummary()
              })(event)
            }}
          >
            <p className="onboarding-intro">
              Takes about five minutes.{' '}
              {byStaff
                ? 'You need their ID and their registration number.'
                : 'You need your ID and your registration number.'}{' '}
              <span className="muted">
                What you type stays on this device until you submit the form.
              </span>
            </p>
            <ErrorSummary
              ref={summary}
              errors={failures > 0 ? shown : {}}
              submitError={submitError}
            />
            <div className="stack-small onboarding-notes">
              {user && (
                <Note kind="key">
                  You’re logged in as <b>{user.first_name}</b>. You’ll keep this account, with the
                  same username and password.
                </Note>
              )}
              {byStaff && (
                <Note kind="information">
                  You’re moving somebody else in. Let them read the terms, and tick the box only if
                  they agree.
                </Note>
              )}
              {free.data?.length === 0 && (
                <Note kind="warning">
                  No place is free today. You can choose a later start date below, or ask the office
                  first:{' '}
                  <a className="nowrap" href={telephoneLink(phone)}>
                    {formatPhone(phone)}
                  </a>
                </Note>
              )}
              {draft.restored && (
                <Note kind="information">
                  What you typed before is still here.{' '}
                  <button type="button" className="again" onClick={onStartAfresh}>
                    Start over
                  </button>
                </Note>
              )}
            </div>
            <FormSection id="personal">
              <PersonalSection hasAccount={user !== null} />
            </FormSection>
            <FormSection id="emergency">
              <EmergencySection />
            </FormSection>
            <FormSection id="academic">
              <AcademicSection />
            </FormSection>
            <FormSection id="accommodation">
              <AccommodationSection
                slug={slug}
                today={today}
                firstMonth={firstMonth}
                depositRule={depositRule}
              />
            </FormSection>
            <FormSection id="documents">
              <DocumentsSection images={images} lost={draft.initial.photos} />
            </FormSection>
            <FormSection id="agreement">
              <AgreementSection slug={slug} />
            </FormSection>
            <div className="onboarding-actions">
              {progress && <UploadProgressBar label="Sending the form" progress={progress} />}
              <SubmitButton busy={busy} busyLabel="Submitting...">
                Submit Registration
              </SubmitButton>
              <button
                type="button"
                className="button quiet"
                onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}
              >
                Cancel
              </button>
            </div>
          </form>
        </main>
      </FormProvider>
    </ByStaff>
  )
}

interface ErrorSummaryProps {
  ref: Ref<HTMLDivElement>
  /** The errors of the fields, after the first failed submit. */
  errors: FieldErrors
  submitError: SubmitError | null
}

/** With more errors than this only their sections are listed: each field says what it needs. */
const LISTED_FIELDS = 4

/** Why the form was not sent, with links to the fields. It is focused after a failed submit. */
function ErrorSummary({ ref, errors, submitError }: ErrorSummaryProps) {
  const { length } = fieldsWithErrors(errors)
  const wording = useWording()
  const worded = { ...labels, photo: wording(labels.photo) }
  return (
    <div ref={ref} className="error-summary" tabIndex={-1}>
      {submitError && (
        <Note kind={submitError.kind}>
          <b>{submitError.message}</b> {submitError.explanation} <ErrorLink to={submitError.link} />
          {submitError.link === null && (
            <button type="submit" className="again">
              Send again
            </button>
          )}
        </Note>
      )}
      {length > 0 && submitError?.link !== 'login' && (
        <Note kind="error">
          <b>{checkFields(length)}</b>{' '}
          {sections.map(({ id, title, fields }) => {
            const names = fields.filter((name) => errors[name])
            return (
              names[0] && (
                <span key={id} className="error-section">
                  {length > LISTED_FIELDS ? (
                    <span>
                      <FieldLinks names={[names[0]]} labels={{ ...worded, [names[0]]: title }} />:{' '}
                      {names.length === 1 ? '1 field' : `${names.length} fields`}
                    </span>
                  ) : (
                    <>
                      {length > 1 && names.length < length && <small>{title}</small>}
                      <span>
                        <FieldLinks names={names} labels={worded} />
                      </span>
                    </>
                  )}
                </span>
              )
            )
          })}
        </Note>
      )}
    </div>
  )
}

function ErrorLink({ to }: { to: SubmitError['link'] }) {
  const location = useLocation()
  if (to === 'home') return <Link to="/">Go to your home page</Link>
  if (to === null) return null
  return (
    <Link to="/auth/login" onClick={() => saveReturnPath(location)}>
      Log in
    </Link>
  )
}

interface FormSectionProps {
  id: SectionId
  children: ReactNode
}

/** A section with its heading. */
const FormSection = ({ id, children }: FormSectionProps) => (
  <section className="form-section" aria-labelledby={id}>
    <h2 id={id} tabIndex={-1}>
      {sections.find((section) => section.id === id)?.title}
    </h2>
    <div className="space-above">{children}</div>
  </section>
)
