import type { BundleContent, PushState } from '#contract/payments.ts'
import type { AssistantFlow } from '../../layout/call-assistant.ts'
import type { Field, Option, PushWish, Told, Turn } from './message.ts'

/** A push of this person that the assistant follows. */
export interface FollowedPush {
  id: string
  request: PushWish
}

export interface Waiting {
  at: 'waiting'
  push: FollowedPush
  /** Status calls made so far. */
  attempts: number
  /** The next one is due at once, not after the interval. */
  at_once: boolean
  /** The last one brought nothing back. */
  unanswered: boolean
  /** M-Pesa gave no clear answer to the submit: the phone may or may not be asked. */
  unsure: boolean
}

/** A bundle that was picked from the list, at the price it had there. */
export interface PickedBundle {
  words: string
  price: number
  chosen: BundleContent
}

/** Where a code that is missing was asked for, and where one goes back to. */
export type LostCodeFrom = 'main' | 'packages' | 'support'

export type Stage =
  | { at: 'main' }
  /** What was wished for needs somebody who is signed in. */
  | { at: 'sign_in'; flow: AssistantFlow }
  | { at: 'packages' }
  | { at: 'account'; error: string | null }
  | { at: 'phone'; error: string | null; account_reference: string; bundle: PickedBundle | null }
  | { at: 'amount'; error: string | null; account_reference: string; phone_number: string }
  | { at: 'sending'; request: PushWish }
  | Waiting
  /** M-Pesa said yes; the message follows after the spec's 2 s. */
  | { at: 'paid'; push: FollowedPush; state: PushState }
  | { at: 'completed'; wifi: boolean }
  /** `menu`: the main menu has come back below. */
  | { at: 'failed'; push: FollowedPush; menu: boolean }
  | { at: 'refused'; request: PushWish }
  /** All checks are used up; the socket may still bring the result. */
  | { at: 'unknown'; push: FollowedPush }
  | { at: 'history' }
  | { at: 'lost_code'; from: LostCodeFrom }
  | { at: 'support' }

export interface Flow {
  stage: Stage
  /** As typed; a field that was not touched shows its suggestion instead. */
  draft: Partial<Record<Field, string>>
  log: (Told & { key: number })[]
  /** Pushes met so far: an ending is told once, whichever of poll and socket comes first. */
  met: Record<string, 'open' | 'ended' | 'paid'>
}

export const start: Flow = { stage: { at: 'main' }, draft: {}, log: [], met: {} }

/** Back where everything begins; only what was told once is remembered. */
export const afresh = ({ met }: Flow): Flow => ({ ...start, met })

const main: Turn = { type: 'menu', menu: 'main' }
const next = (...options: Option[]): Turn => ({ type: 'menu', menu: 'next', options })

/** What the person can do now; support and a missing code bring their own. */
export function turns({ stage }: Flow): Turn[] {
  switch (stage.at) {
    case 'main':
      return [main]
    case 'sign_in':
      return [next('sign_in', 'main')]
    case 'packages':
      return [{ type: 'packages' }, next('lost_code', 'main')]
    case 'history':
      return [{ type: 'transaction_history' }, next('main')]
    case 'account':
    case 'phone':
    case 'amount':
      return [{ type: 'input', field: stage.at, error: stage.error }]
    case 'completed':
      return [next('history', 'main')]
    case 'failed': {
      const again = next('try_again', 'change', 'main')
      return stage.menu ? [again, main] : [again]
    }
    case 'refused':
      return [next('try_again', 'change', 'main')]
    case 'unknown':
      return [next('check_again', 'main')]
    default:
      return []
  }
}

/** The push that a stage is about, as it was asked for; null where there is none. */
export function wishOf(stage: Stage): PushWish | null {
  if ('push' in stage) return stage.push.request
  return 'request' in stage ? stage.request : null
}

/** Whether a stage belongs to the buying of a bundle. */
export function isWifi(stage: Stage): boolean {
  if (stage.at === 'phone') return stage.bundle !== null
  if (stage.at === 'completed') return stage.wifi
  return stage.at === 'packages' || (wishOf(stage)?.bundle ?? null) !== null
}
