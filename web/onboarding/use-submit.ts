import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Received } from '#contract/endpoint.ts'
import {
  getOnboardingCompany,
  listFreeRooms,
  onboardingForm,
  onboardTenant,
} from '#contract/onboarding.ts'
import type { Day } from '#rules/calendar.ts'
import { ApiError, refresh } from '../api.ts'
import { useSession } from '../session.ts'
import { isConflict } from '../ui/error-message.ts'
import { useAction } from '../ui/use-action.ts'
import { type UploadProgress, upload } from '../upload.ts'
import type { Images } from './documents-section.tsx'
import { type FieldName, type FormValues, type ImageName, isImage } from './form-model.ts'

export interface SubmitResult {
  reply: Received<typeof onboardTenant>
  first_name: string
  id_number: string
  start_date: Day
}

interface Options {
  slug: string
  submission_id: string
  /** The version that the form links to. */
  terms_version: number
  /** The deposit that the form shows. */
  deposit_rule: string
  form: UseFormReturn<FormValues>
  images: Images
  onDone: (result: SubmitResult) => void
  /** Called when the user has to correct one field, or several (null). */
  onFailed: (field: FieldName | null) => void
}

/** Sends the form with its images, and shows the errors of the server at their fields. */
export function useSubmit({
  slug,
  submission_id,
  terms_version,
  deposit_rule,
  form,
  images,
  onDone,
  onFailed,
}: Options) {
  const { status } = useSession()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [submitError, setSubmitError] = useState<SubmitError | null>(null)
  const unmounted = useRef(new AbortController())
  useEffect(() => {
    unmounted.current = new AbortController()
    return () => unmounted.current.abort()
  }, [])

  /** @returns the fields that got an error */
  function setFieldErrors(errors: Record<string, string>): FieldName[] {
    const names = Object.keys(errors).filter((name) => isImage(name) || name in form.getValues())
    for (const name of names) {
      const message = errors[name] ?? ''
      if (isImage(name)) images[name].reject(message)
      else form.setError(name as keyof FormValues, { type: 'server', message })
    }
    return names as FieldName[]
  }

  function showError(error: unknown) {
    if (unmounted.current.signal.aborted) return
    const names = error instanceof ApiError ? setFieldErrors(error.fields) : []
    if (error instanceof ApiError && error.code === 'terms_changed') {
      form.setValue('terms', false)
    }
    // After a conflict the rooms are refetched anyway.
    if (names.includes('room') && !isConflict(error)) {
      void cache.invalidateQueries({ queryKey: [listFreeRooms.path] })
    }
    setSubmitError(
      submitErrorOf(error, {
        signedIn: status === 'signed_in',
        hasFieldErrors: names.length > 0,
      }),
    )
    onFailed(names.length === 1 ? (names[0] ?? null) : null)
  }

  const { run } = useAction(sendForm, {
    // Refetches the terms, the deposit and the rooms, because the server may have found any of them changed.
    changes: [getOnboardingCompany, listFreeRooms],
    onSuccess(result) {
      // Sending has changed the room, balance and account number of a signed-in user.
      void cache.invalidateQueries()
      onDone(result)
    },
    onError: showError,
  })

  async function sendForm({ values, files }: Sent): Promise<SubmitResult> {
    const parsed = onboardingForm.parse({ ...values, submission_id })
    const body = { ...parsed, terms_version, deposit_rule, company: slug }
    try {
      // The access token may have expired meanwhile, and without one the request would open a new account.
      if (status !== 'signed_out') await refresh()
      const input = { params: { slug }, body, files }
      const reply = await upload(onboardTenant, input, setProgress, unmounted.current.signal)
      const [first_name = ''] = body.full_name.split(/\s/)
      return { reply, first_name, id_number: body.id_number, start_date: body.start_date }
    } finally {
      setProgress(null)
    }
  }

  async function submit(values: FormValues) {
    setSubmitError(null)
    const photo = await images.photo.settled()
    const id_photo = await images.id_photo.settled()
    if (photo.status === 'rejected' || id_photo.status === 'rejected') onFailed(null)
    else await run({ values, files: { photo: blobOf(photo), id_photo: blobOf(id_photo) } })
  }
  return { submit, progress, submitError, clearSubmitError: () => setSubmitError(null) }
}

interface Sent {
  values: FormValues
  files: { [name in ImageName]: Blob | undefined }
}

const blobOf = (state: Images['photo']['state']) =>
  state.status === 'ready' ? state.image : undefined

/** Why sending the form failed. */
export interface SubmitError {
  kind: 'error' | 'no_network'
  message: string
  explanation: string
  /** A link to the page that the user needs instead of this form. */
  link: 'home' | 'login' | null
}

const SUBMIT_FAILED = 'Failed to submit form. Please check your information and try again.'
const DRAFT_SAVED_MESSAGE = 'What you typed is still here.'

/** The message of the error summary; null when the messages at the fields are enough. */
function submitErrorOf(
  error: unknown,
  { signedIn, hasFieldErrors }: { signedIn: boolean; hasFieldErrors: boolean },
): SubmitError | null {
  const general = {
    kind: 'error',
    message: SUBMIT_FAILED,
    explanation: DRAFT_SAVED_MESSAGE,
    link: null,
  } as const
  if (!(error instanceof ApiError)) return general
  const message = error.code === 'internal' ? SUBMIT_FAILED : error.body?.message || SUBMIT_FAILED
  if (error.code === 'registered' && !signedIn) {
    return {
      ...general,
      message: 'Some of these details are already registered with us.',
      explanation: 'If they’re yours, log in first.',
      link: 'login',
    }
  }
  if (hasFieldErrors) return null
  if (error.code === 'no_network') {
    const explanation = `${DRAFT_SAVED_MESSAGE} Sending it again won’t register you twice.`
    return { ...general, kind: 'no_network', message: error.message, explanation }
  }
  if (error.status === 401) {
    return { ...general, message: 'You’ve been logged out.', link: 'login' }
  }
  return error.code === 'has_room'
    ? { ...general, message, explanation: '', link: 'home' }
    : { ...general, message }
}
