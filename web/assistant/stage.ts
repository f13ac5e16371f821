import type { PushState } from '#contract/payments.ts'
import type { Field, Option, Prompt, RentRequest, Told } from './message.ts'

/** A push of this person that the assistant follows. */
export interface FollowedPush {
  id: string
  request: RentRequest
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

export type Stage =
  | { at: 'main' }
  | { at: 'sign_in' }
  | { at: 'account'; error: string | null }
  | { at: 'phone'; error: string | null; account_reference: string }
  | { at: 'amount'; error: string | null; account_reference: string; phone_number: string }
  | { at: 'sending'; request: RentRequest }
  | Waiting
  /** M-Pesa said yes; the message follows after the spec's 2 s. */
  | { at: 'paid'; push: FollowedPush; state: PushState }
  | { at: 'completed' }
  /** `menu`: the main menu has come back below. */
  | { at: 'failed'; push: FollowedPush; menu: boolean }
  | { at: 'refused'; request: RentRequest }
  /** All checks are used up; the socket may still bring the result. */
  | { at: 'unknown'; push: FollowedPush }

export interface Flow {
  stage: Stage
  /** As typed; a field that was not touched shows its suggestion instead. */
  draft: Partial<Record<Field, string>>
  log: (Told & { key: number })[]
  /** Pushes met so far: an ending is told once, whichever of poll and socket comes first. */
  met: Record<string, 'open' | 'ended' | 'paid'>
}

export const start: Flow = { stage: { at: 'main' }, draft: {}, log: [], met: {} }

const mainMenu: Option[] = ['rent', 'onboard']
const next = (...options: Option[]): Prompt => ({ type: 'menu', menu: 'next', options })

/** What the person can do now. */
export function prompts({ stage }: Flow): Prompt[] {
  switch (stage.at) {
    case 'main':
      return [{ type: 'menu', menu: 'main', options: mainMenu }]
    case 'sign_in':
      return [next('sign_in', 'main')]
    case 'account':
    case 'phone':
    case 'amount':
      return [{ type: 'input', field: stage.at, error: stage.error }]
    case 'completed':
      return [next('main')]
    case 'failed': {
      const again = next('try_again', 'change', 'main')
      return stage.menu ? [again, { type: 'menu', menu: 'main', options: mainMenu }] : [again]
    }
    case 'refused':
      return [next('try_again', 'change', 'main')]
    case 'unknown':
      return [next('check_again', 'main')]
    default:
      return []
  }
}
