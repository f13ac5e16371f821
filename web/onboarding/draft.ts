import type { Day } from '#rules/calendar.ts'
import { newUuid } from '../new-uuid.ts'
import { blank, type PhotoName, type Typed } from './typed.ts'

/** What survives a reload. Pictures do not; only which ones there were is known. */
export interface Draft {
  submission_id: string
  typed: Typed
  photos: PhotoName[]
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (slug: string) => `bweni.onboarding.${slug}`
const day_ms = 24 * 60 * 60 * 1000
const kept_days = 30

/** A browser may refuse to keep anything; the form works all the same. */
const tried = <T>(act: () => T): T | null => {
  try {
    return act()
  } catch {
    return null
  }
}

export function keepDraft(storage: Storage, slug: string, draft: Draft, now: Date) {
  tried(() => storage.setItem(keyOf(slug), JSON.stringify({ ...draft, kept_at: now.getTime() })))
}

export function forgetDraft(storage: Storage, slug: string) {
  tried(() => storage.removeItem(keyOf(slug)))
}

/** What was typed before, or null. An ID number is given back for a day only, the rest for a month. */
export function readDraft(storage: Storage, slug: string, today: Day, now: Date): Draft | null {
  const kept = tried(() => JSON.parse(storage.getItem(keyOf(slug)) ?? 'null'))
  if (kept === null || typeof kept !== 'object') return null
  const age = now.getTime() - Number(kept.kept_at)
  if (!(age < kept_days * day_ms)) {
    forgetDraft(storage, slug)
    return null
  }
  const typed = typedOf(kept.typed, today)
  if (age >= day_ms) typed.id_number = ''
  const draft: Draft = {
    submission_id: typeof kept.submission_id === 'string' ? kept.submission_id : newUuid(),
    typed,
    photos: (['photo', 'id_photo'] as const).filter((name) => kept.photos?.includes?.(name)),
  }
  if (age >= day_ms)
    tried(() => storage.setItem(keyOf(slug), JSON.stringify({ ...kept, ...draft })))
  return draft
}

/** Only what has the shape of today's form; a day that has passed meanwhile becomes today. */
function typedOf(kept: unknown, today: Day): Typed {
  const typed = blank(today)
  const from = Object(kept) as Record<string, unknown>
  for (const [name, usual] of Object.entries(typed)) {
    if (typeof from[name] === typeof usual) Object.assign(typed, { [name]: from[name] })
  }
  if (typed.start_date < today) typed.start_date = today
  return typed
}
