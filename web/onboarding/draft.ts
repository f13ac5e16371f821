import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Day } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { earliestStart } from '#rules/tenancy.ts'
import { newUuid } from '../new-uuid.ts'
import { draftStore } from '../ui/draft.ts'
import { emptyForm, type FormValues, type ImageName } from './form-model.ts'

/** The part of the form that survives a reload: of images only their names. */
export interface Draft {
  submission_id: string
  typed: FormValues
  photos: ImageName[]
  /** The version of the terms that the form showed; a tick below another version doesn't count. */
  terms_version?: number | undefined
}

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_AGE_DAYS = 30

const storeOf = (slug: string) => draftStore(`onboarding.${slug}`, (stored) => stored, 'local')

export const saveDraft = (slug: string, draft: Draft, now: Date) =>
  storeOf(slug).save({ ...draft, kept_at: now.getTime() })

export const deleteDraft = (slug: string) => storeOf(slug).save(null)

/** The draft of this browser, or null. The ID number is deleted after a day, the rest after a month. */
export function readDraft(slug: string, today: Day, now: Date, byStaff = false): Draft | null {
  const store = storeOf(slug)
  const stored = store.read()
  if (!stored) return null
  const age = now.getTime() - Number(stored.kept_at)
  // Negated, because the age is NaN for a stored value of another shape.
  if (!(age < MAX_AGE_DAYS * DAY_MS)) {
    store.save(null)
    return null
  }
  const { submission_id, photos, terms_version } = stored
  const draft: Draft = {
    submission_id: typeof submission_id === 'string' ? submission_id : newUuid(),
    typed: parseValues(stored.typed, today, byStaff),
    photos: (['photo', 'id_photo'] as const).filter(
      (name) => Array.isArray(photos) && photos.includes(name),
    ),
    ...(typeof terms_version === 'number' && { terms_version }),
  }
  if (age >= DAY_MS) {
    draft.typed.id_number = ''
    store.save({ ...stored, ...draft })
  }
  return draft
}

/** Restores only fields that the form still has; a start date that is over becomes today. */
function parseValues(stored: unknown, today: Day, byStaff: boolean): FormValues {
  const values = emptyForm(today)
  const from = Object(stored) as Record<string, unknown>
  for (const [name, initial] of Object.entries(values)) {
    if (typeof from[name] === typeof initial) Object.assign(values, { [name]: from[name] })
  }
  if (values.start_date < earliestStart(today, byStaff)) values.start_date = today
  return values
}

function newDraft(today: Day, user: User | null): Draft {
  const typed = emptyForm(today)
  if (user) typed.full_name = `${user.first_name} ${user.last_name}`.trim()
  if (user?.phone) typed.phone_number = formatPhone(user.phone)
  return { submission_id: newUuid(), typed, photos: [] }
}

/** The stored draft, or an empty form with the name and phone of the signed-in user. */
export function useDraft(slug: string, today: Day, user: User | null, byStaff: boolean) {
  const [stored] = useState(() => readDraft(slug, today, new Date(), byStaff))
  const [initial] = useState(() => stored ?? newDraft(today, user))
  const sent = useRef(false)
  return {
    slug,
    initial,
    restored: stored !== null,
    sent,
    /** Called after the form was sent: deletes the draft and stops saving. */
    finish() {
      sent.current = true
      deleteDraft(slug)
    },
  }
}

/** Saves the draft at every change. */
export function useSaveDraft(
  { slug, initial: { submission_id }, sent }: ReturnType<typeof useDraft>,
  typed: FormValues,
  photos: ImageName[],
  terms_version: number,
) {
  const text = JSON.stringify({ typed, photos, terms_version })
  const saved = useRef(text)
  useEffect(() => {
    if (text === saved.current || sent.current) return
    saved.current = text
    saveDraft(slug, { submission_id, ...JSON.parse(text) }, new Date())
  }, [text, slug, submission_id, sent])
}
