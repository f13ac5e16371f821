import type { BundleContent, StkPushState } from '#contract/payments.ts'
import type { AssistantFlow } from '../layout/channels.ts'

/** The questions before a push. The last step, the PIN, is entered on the phone. */
export type PaymentField = 'account' | 'phone' | 'amount'

export type MenuOption =
  | AssistantFlow
  | 'someone_else'
  | 'sign_in'
  | 'try_again'
  | 'change'
  | 'check_again'
  | 'main'

/** The request for a push, with values in their wire format. */
export interface PushDetails {
  /** An account number, or the id of a bundle. */
  account_reference: string
  phone_number: string
  amount: number
  /** `3GB, 3 days`; null for rent. */
  bundleName: string | null
  /** The bundle's contents when it was chosen in this tab; unknown for a push from another tab. */
  chosen?: BundleContent
  /** Whether the request came from the form for one's own rent or deposit. */
  ownRent?: true
  /** Without a purpose, a payment to an account number is for rent. */
  purpose?: 'deposit'
}

/** A message that stays in the transcript. */
export type LogEntry =
  | { type: 'text'; from: 'assistant'; text: string }
  /** The user's own message, such as `Ksh 6,000 for AC7K 4M9X from 0712 345 678`. */
  | { type: 'text'; from: 'user'; request: PushDetails }
  | { type: 'success'; push: StkPushState }
  | { type: 'error' | 'warning'; title: string; text: string }

/** A question or menu below the transcript that waits for the user; derived from the stage (`promptsFor`). */
export type Prompt =
  /** `later`: the menu's space is reserved until it appears. */
  | { type: 'menu'; menu: 'main'; later: boolean }
  | { type: 'menu'; menu: 'next'; options: (MenuOption | 'call')[] }
  | { type: 'bundles' }
  | { type: 'transaction_history' }
  | { type: 'input'; field: PaymentField; error: string | null }
  | { type: 'own_rent'; errors: OwnRentErrors | null }

/** A push of this user whose status the assistant follows. */
export interface FollowedPush {
  id: string
  request: PushDetails
}

export interface WaitingStage {
  at: 'waiting'
  push: FollowedPush
  /** The number of status calls so far. */
  attempts: number
  /** The next status check is due now instead of after the interval. */
  checkNow: boolean
  lastCheckFailed: boolean
  /** M-Pesa gave no clear answer to the submit: the phone may or may not ask for the PIN. */
  pinPromptUncertain: boolean
}

/** A bundle that was chosen from the list, with its price at that time. */
export interface PickedBundle {
  name: string
  price: number
  chosen: BundleContent
}

/** Errors in the fields of the form for one's own rent. */
export type OwnRentErrors = Partial<Record<'amount' | 'phone', string>>

/** The place from which the search for a missing code was opened, and to which Back returns. */
export type LostCodeOrigin = 'main' | 'bundles' | 'support'

/** The stage of the conversation, with the data known at that stage. */
export type Stage =
  | { at: 'main' }
  /** The chosen flow needs a signed-in user. */
  | { at: 'sign_in'; flow: AssistantFlow }
  | { at: 'bundles' }
  | { at: 'account'; error: string | null }
  | { at: 'phone'; error: string | null; account_reference: string; bundle: PickedBundle | null }
  | { at: 'amount'; error: string | null; account_reference: string; phone_number: string }
  | { at: 'own_rent'; errors: OwnRentErrors | null; faulty?: PaymentField; purpose?: 'deposit' }
  | { at: 'sending'; request: PushDetails }
  | WaitingStage
  /** M-Pesa has confirmed the payment; the success message follows after 2 s. */
  | { at: 'paid'; push: FollowedPush; state: StkPushState }
  | { at: 'completed'; wifi: boolean }
  /** `menu`: the main menu is shown again below. `faulty`: the field that most likely has to change before paying. */
  | { at: 'failed'; push: FollowedPush; menu: boolean; faulty: PaymentField }
  | { at: 'refused'; request: PushDetails; faulty: PaymentField }
  /** All status checks were made; the result may still arrive over the socket. */
  | { at: 'unknown'; push: FollowedPush }
  | { at: 'history' }
  | { at: 'promise' }
  | { at: 'lost_code'; from: LostCodeOrigin }
  | { at: 'support' }

export interface AssistantState {
  stage: Stage
  /** The text as typed; an untouched field shows its suggestion instead. */
  draft: Partial<Record<PaymentField, string>>
  log: (LogEntry & { key: number })[]
  /** Pushes by id, so that a result reported by both the status call and the socket is shown once. */
  seenPushes: Record<string, 'open' | 'ended' | 'paid'>
}

export const initialState: AssistantState = {
  stage: { at: 'main' },
  draft: {},
  log: [],
  seenPushes: {},
}

/** Returns to the main menu; results that were already shown stay remembered. */
export const reset = ({ seenPushes }: AssistantState): AssistantState => ({
  ...initialState,
  seenPushes,
})

export function append(state: AssistantState, ...entries: LogEntry[]): AssistantState {
  const first = (state.log.at(-1)?.key ?? 0) + 1
  const added = entries.map((entry, index) => ({ ...entry, key: first + index }))
  return { ...state, log: [...state.log, ...added] }
}

const mainMenu = (later = false): Prompt => ({ type: 'menu', menu: 'main', later })
const nextMenu = (...options: (MenuOption | 'call')[]): Prompt => ({
  type: 'menu',
  menu: 'next',
  options,
})

/** The prompt of a stage; support and the search for a code have their own. */
export function promptsFor({ stage }: AssistantState): Prompt[] {
  switch (stage.at) {
    case 'main':
      return [mainMenu()]
    case 'sign_in':
      return [nextMenu('sign_in', 'main')]
    case 'bundles':
      return [{ type: 'bundles' }, nextMenu('lost_code', 'main')]
    case 'history':
      return [{ type: 'transaction_history' }, nextMenu('main')]
    case 'account':
    case 'phone':
    case 'amount':
      return [{ type: 'input', field: stage.at, error: stage.error }]
    case 'own_rent':
      return [{ type: 'own_rent', errors: stage.errors }]
    case 'completed':
      return [nextMenu('history', 'main')]
    case 'failed':
      return [nextMenu('try_again', 'change', 'call'), mainMenu(!stage.menu)]
    case 'refused':
      return [nextMenu('try_again', 'change', 'call', 'main')]
    case 'unknown':
      return [nextMenu('check_again', 'call', 'main')]
    default:
      return []
  }
}

/** The push request that a stage is about; null if there is none. */
export function pushRequestOf(stage: Stage): PushDetails | null {
  if ('push' in stage) return stage.push.request
  return 'request' in stage ? stage.request : null
}

/** Whether a stage belongs to the purchase of a bundle. */
export function isWifi(stage: Stage): boolean {
  if (stage.at === 'phone') return stage.bundle !== null
  if (stage.at === 'completed') return stage.wifi
  return stage.at === 'bundles' || (pushRequestOf(stage)?.bundleName ?? null) !== null
}

/** Whether a stage belongs to the payment of a deposit. */
const isDeposit = (stage: Stage): boolean =>
  (stage.at === 'own_rent' ? stage : pushRequestOf(stage))?.purpose === 'deposit'

/** The subtitle of the dialog; null while nothing is chosen. */
export function stageTitle(stage: Stage): string | null {
  switch (stage.at) {
    case 'main':
    case 'sign_in':
      return null
    case 'history':
      return 'Transaction history'
    case 'promise':
      return 'Pay later'
    case 'support':
      return 'Customer support'
    case 'lost_code':
      return 'Missing wifi code'
    default:
      return isWifi(stage) ? 'Wifi' : isDeposit(stage) ? 'Deposit' : 'Rent payment'
  }
}

const results: Partial<Record<Stage['at'], string>> = {
  paid: 'Paid. Asante.',
  completed: 'Paid. Asante.',
  failed: 'Payment failed',
  refused: 'Payment failed',
  unknown: 'No answer yet',
}

/** The label of the button while the assistant is closed, in words that fit into it; null once the result has been seen. */
export function buttonStatus(stage: Stage, seen: Stage['at']): string | null {
  if (stage.at === 'sending' || stage.at === 'waiting') return 'Waiting for M‑Pesa'
  if (stage.at === seen) return null
  const hasCode = (stage.at === 'paid' || stage.at === 'completed') && isWifi(stage)
  return hasCode ? 'Your wifi code is here' : (results[stage.at] ?? null)
}
