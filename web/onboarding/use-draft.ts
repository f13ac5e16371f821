import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Day } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { newUuid } from '../new-uuid.ts'
import { type Draft, forgetDraft, keepDraft, readDraft } from './draft.ts'
import { blank, type PhotoName, type Typed } from './typed.ts'

/** A first visit: empty but for what is known of somebody signed in. */
function fresh(today: Day, user: User | null): Draft {
  const typed = blank(today)
  if (user) typed.full_name = `${user.first_name} ${user.last_name}`.trim()
  if (user?.phone) typed.phone_number = formatPhone(user.phone)
  return { submission_id: newUuid(), typed, photos: [] }
}

/** The form as it was left in this browser, or as it begins. */
export function useDraft(slug: string, today: Day, user: User | null) {
  const [kept] = useState(() => readDraft(localStorage, slug, today, new Date()))
  const [first] = useState(() => kept ?? fresh(today, user))
  const sent = useRef(false)
  return {
    slug,
    first,
    restored: kept !== null,
    sent,
    forget() {
      sent.current = true
      forgetDraft(localStorage, slug)
    },
  }
}

/** Keeps it from the first change on, until it is sent. */
export function useKeeping(
  { slug, first: { submission_id }, sent }: ReturnType<typeof useDraft>,
  typed: Typed,
  photos: PhotoName[],
) {
  const text = JSON.stringify({ typed, photos })
  const known = useRef(text)
  useEffect(() => {
    if (text === known.current || sent.current) return
    known.current = text
    keepDraft(localStorage, slug, { submission_id, ...JSON.parse(text) }, new Date())
  }, [text, slug, submission_id, sent])
}
