import type { StkPushState } from '#contract/payments.ts'
import { groupByFour } from '#rules/account-number.ts'
import { type PushStatus, polling } from '#rules/payment.ts'
import { formatPhone } from '#rules/phone.ts'
import {
  type AssistantState,
  append,
  type FollowedPush,
  type LogEntry,
  type PaymentField,
  type PushDetails,
  type Stage,
  type WaitingStage,
} from './state.ts'

/** The least number of status checks for a resumed push, however old it is. */
const MIN_CHECKS = 3
const NOT_STARTED = 'The payment didn’t start.'

/** M-Pesa's own descriptions are written for programmers and change often. */
const resultMessages: Record<string, string> = {
  '1': 'There isn’t enough money in the M-Pesa account.',
  '2': 'The amount is below M-Pesa’s minimum.',
  '3': 'The amount is above M-Pesa’s limit.',
  '4': 'You’ve reached M-Pesa’s daily limit.',
  '8': 'The receiving account has reached its limit.',
  '17': 'M-Pesa doesn’t accept the same amount twice within two minutes.',
  '26': 'M-Pesa is busy. Please wait a minute.',
  '1001': 'Another PIN prompt is open on this phone. Please wait a minute.',
  '1019': 'The request expired before the PIN was typed.',
  '1025': 'M-Pesa could not reach this phone.',
  '2001': 'The M-Pesa PIN was wrong.',
  '2028': 'The residence’s M-Pesa account can’t accept this payment. Please tell the office.',
  '8006': 'The M-Pesa PIN is locked. Safaricom can unlock it.',
  '9999': 'M-Pesa could not reach this phone.',
  SFC_IC0003: 'The residence’s M-Pesa account can’t accept this payment. Please tell the office.',
}

/** The message to the user about a push that ended without money; null for any other. */
export function endingMessage(status: PushStatus, code: string | null, description: string | null) {
  if (status === 'processing' || status === 'completed') return null
  if (code === '1032') return 'Payment was cancelled by user. Please try again if needed.'
  if (code === '1037') return 'Payment request timed out. Please try again.'
  return `Payment failed: ${(resultMessages[code ?? ''] ?? description) || 'Unknown error'}`
}

const draftOf = (request: PushDetails): AssistantState['draft'] => ({
  phone: formatPhone(request.phone_number),
  ...(request.bundleName === null && {
    account: groupByFour(request.account_reference),
    amount: String(request.amount),
  }),
})

export const toSending = (state: AssistantState, request: PushDetails): AssistantState =>
  append(
    { ...state, stage: { at: 'sending', request }, draft: draftOf(request) },
    { type: 'text', from: 'user', request },
  )

/** Result codes that mean this phone can't pay; after all others a smaller amount may help. */
const PHONE_RESULTS = new Set(['1001', '1019', '1025', '1037', '8006', '9999'])

/** Returns to the question or the field that may have to change, with all fields filled in. */
export const backToDetails = (
  state: AssistantState,
  request: PushDetails,
  faulty: PaymentField,
): AssistantState => ({
  ...state,
  stage: stageToChange(request, faulty),
  draft: draftOf(request),
  log: [],
})

function stageToChange(request: PushDetails, faulty: PaymentField): Stage {
  const { account_reference, phone_number, amount, bundleName, chosen, ownRent } = request
  const { purpose } = request
  if (ownRent || purpose) {
    return { at: 'own_rent', errors: null, faulty, ...(purpose && { purpose }) }
  }
  if (bundleName === null && faulty === 'account') return { at: 'account', error: null }
  // To change the price of a bundle, the user picks another.
  if (bundleName !== null && (faulty !== 'phone' || !chosen)) return { at: 'bundles' }
  if (faulty === 'amount') return { at: 'amount', error: null, account_reference, phone_number }
  const bundle = bundleName !== null && chosen ? { name: bundleName, price: amount, chosen } : null
  return { at: 'phone', error: null, account_reference, bundle }
}

/** The server refused the push, or the reply was lost (`lost`). */
export function toRefused(
  state: AssistantState,
  request: PushDetails,
  action: { reason: string; lost: boolean; faulty: PaymentField },
): AssistantState {
  const reason = action.reason.replace(/\.$/, '')
  return append(
    { ...state, stage: { at: 'refused', request, faulty: action.faulty } },
    {
      type: 'error',
      title: action.lost ? 'We got no answer. Check your phone first.' : NOT_STARTED,
      text: `Payment failed: ${reason}. Please try again or contact support`,
    },
  )
}

/** Returns to the list of bundles, because it or one of its prices has changed since it was shown. */
export const backToBundles = (state: AssistantState, text: string): AssistantState =>
  append(
    { ...state, stage: { at: 'bundles' }, log: [] },
    { type: 'warning', title: NOT_STARTED, text },
  )

export function toWaiting(state: AssistantState, push: FollowedPush, attempts = 0): AssistantState {
  const stage: WaitingStage = {
    at: 'waiting',
    push,
    attempts,
    checkNow: true,
    lastCheckFailed: false,
    pinPromptUncertain: false,
  }
  return { ...state, stage, seenPushes: { ...state.seenPushes, [push.id]: 'open' } }
}

export const isSameRequest = (
  one: Omit<PushDetails, 'bundleName'>,
  other: Omit<PushDetails, 'bundleName'>,
) =>
  one.account_reference === other.account_reference &&
  one.phone_number === other.phone_number &&
  one.amount === other.amount &&
  (one.purpose === 'deposit') === (other.purpose === 'deposit')

export const detailsOf = (push: StkPushState): PushDetails => ({
  account_reference: push.account_reference,
  phone_number: push.phone_number,
  amount: push.amount,
  bundleName: push.bundle?.name ?? null,
  ...(push.purpose === 'deposit' && { purpose: push.purpose }),
})

/** M-Pesa may report a push as failed although the text says that it is still being processed. */
const isStillOpen = (push: StkPushState) =>
  push.status === 'processing' ||
  (push.status !== 'completed' && /under processing/i.test(push.result_desc ?? ''))

/** The push whose result is awaited, or whose message a later result could still change. */
function followedPush({ stage }: AssistantState): FollowedPush | null {
  const follows = ['waiting', 'unknown', 'failed'].includes(stage.at)
  return follows && 'push' in stage ? stage.push : null
}

/** Handles the reply to a status call or a socket event. Both may arrive, in any order. */
export function applyPush(state: AssistantState, push: StkPushState): AssistantState {
  const { stage } = state
  const id = push.checkout_request_id
  const followed = followedPush(state)
  const isFollowed = followed?.id === id
  if (isStillOpen(push)) {
    if (!isFollowed || !followed || stage.at !== 'waiting') return state
    if (push.at_desk) return leaveToStaff(state, followed)
    return {
      ...state,
      stage: { ...stage, lastCheckFailed: false, pinPromptUncertain: !push.asked },
    }
  }
  if (push.status === 'completed') {
    // While a push is being sent its id is unknown, so its result comes from the first status check.
    const unknownId = stage.at === 'sending' && !state.seenPushes[id]
    if (unknownId) return state
    if (state.seenPushes[id] === 'paid') return updateReceipt(state, push)
    const paid: AssistantState = { ...state, seenPushes: { ...state.seenPushes, [id]: 'paid' } }
    if (!isFollowed || !followed) return append(paid, { type: 'success', push })
    const ended: AssistantState = { ...paid, stage: { at: 'paid', push: followed, state: push } }
    return push.voucher ? append(ended, { type: 'success', push }) : ended
  }
  if (!isFollowed || !followed || stage.at === 'failed') return state
  return append(
    {
      ...state,
      seenPushes: { ...state.seenPushes, [id]: 'ended' },
      stage: {
        at: 'failed',
        push: followed,
        menu: false,
        faulty: PHONE_RESULTS.has(push.result_code ?? '') ? 'phone' : 'amount',
      },
    },
    {
      type: 'error',
      title: failureTitle(push.result_code),
      text: endingMessage(push.status, push.result_code, push.result_desc) ?? '',
    },
  )
}

/**
 * Says first whether money moved, and only what the result code proves: after a timeout a PIN may still be
 * under way, and paying again at once would pay twice.
 */
function failureTitle(code: string | null): string {
  if (code === null) return 'The payment didn’t go through.'
  if (code === '1037')
    return 'No answer from your phone. If you typed your PIN, wait for M-Pesa’s SMS before you pay again.'
  return 'No money was taken.'
}

const isSuccessOf = (
  entry: LogEntry,
  push: StkPushState,
): entry is LogEntry & { type: 'success' } =>
  entry.type === 'success' && entry.push.checkout_request_id === push.checkout_request_id

/** M-Pesa's receipt may arrive later than the payment. */
function updateReceipt(state: AssistantState, push: StkPushState): AssistantState {
  const isOutdated = (known: StkPushState) =>
    known.checkout_request_id === push.checkout_request_id &&
    known.mpesa_receipt_number !== push.mpesa_receipt_number
  const { stage } = state
  if (stage.at === 'paid' && isOutdated(stage.state)) {
    return updateReceipt({ ...state, stage: { ...stage, state: push } }, push)
  }
  const lacksReceipt = (entry: LogEntry) => entry.type === 'success' && isOutdated(entry.push)
  if (!state.log.some(lacksReceipt)) return state
  const log = state.log.map((entry) =>
    lacksReceipt(entry) ? { key: entry.key, type: 'success' as const, push } : entry,
  )
  return { ...state, log }
}

const otherPushOpen: LogEntry = {
  type: 'text',
  from: 'assistant',
  text: 'Another payment from this phone is still open, so we didn’t start a new one.',
}

/**
 * Continues with an open push, unless the user is in the middle of another flow.
 * `ownRent`: the push can only have come from the form for one's own rent or deposit.
 */
export function resume(
  state: AssistantState,
  { push, now, ownRent }: { push: StkPushState; now: number; ownRent?: true },
): AssistantState {
  const { stage } = state
  const id = push.checkout_request_id
  const found = { ...detailsOf(push), ...(ownRent && { ownRent }) }
  const asked = stage.at === 'sending' || stage.at === 'refused' ? stage.request : null
  /** The request made in this tab also has what the server does not return, such as the form it came from. */
  const isAsked = asked !== null && isSameRequest(asked, found)
  const request = isAsked ? asked : found
  const elapsedChecks = Math.floor((now - Date.parse(push.initiated_at)) / polling.intervalMs)
  const attempts = Math.max(0, Math.min(elapsedChecks, polling.attempts - MIN_CHECKS))
  const entry: LogEntry = { type: 'text', from: 'user', request }
  const following = toWaiting(state, { id, request }, attempts)
  if (stage.at === 'sending') {
    return applyPush(isAsked ? following : append(following, otherPushOpen, entry), push)
  }
  if (state.seenPushes[id]) return state
  // This push belongs to the user's own request, whose reply was lost.
  if (isAsked) return applyPush(following, push)
  const idle = ['main', 'sign_in', 'completed', 'history'].includes(stage.at)
  const asking = ['account', 'own_rent', 'bundles'].includes(stage.at)
  const untouched = asking && Object.keys(state.draft).length === 0
  if (!idle && !untouched) return state
  return applyPush(append({ ...following, draft: {}, log: [] }, entry), push)
}

/** Leaves a push to staff: the amount paid differs from the one requested, and nothing more happens on the phone. */
function leaveToStaff(state: AssistantState, push: FollowedPush): AssistantState {
  return append(
    { ...state, stage: { at: 'unknown', push } },
    {
      type: 'warning',
      title: 'The office is looking at this payment. Please don’t pay again.',
      text: push.request.bundleName
        ? 'M‑Pesa reports a different amount from the one we asked for, so there’s no code. The office will count it towards your rent or send it back.'
        : 'M‑Pesa reports a different amount from the one we asked for. It’ll count as soon as the office has checked it.',
    },
  )
}

/** All status checks were made without a result. */
export function toUnknown(state: AssistantState, hasHistory: boolean): AssistantState {
  const { stage } = state
  if (stage.at !== 'waiting') return state
  return append(
    { ...state, stage: { at: 'unknown', push: stage.push } },
    {
      type: 'warning',
      title: 'We don’t know yet. Please don’t pay again; we’ll keep checking with M-Pesa.',
      text:
        stage.lastCheckFailed || !hasHistory
          ? 'Unable to verify payment status. Please check your mobile-money messages or contact support'
          : 'Payment status check timed out. Please check your transaction history later or contact support',
    },
  )
}

/** Shows what follows a result after a delay: the success message, or the main menu after a failure. */
export function afterDelay(state: AssistantState): AssistantState {
  const { stage } = state
  if (stage.at === 'failed') return { ...state, stage: { ...stage, menu: true } }
  if (stage.at !== 'paid') return state
  const push = stage.state
  const completed: AssistantState = {
    ...state,
    stage: { at: 'completed', wifi: push.purpose === 'wifi' },
    draft: {},
  }
  // The message with a wifi code was already shown, without the delay.
  const shown = state.log.some((entry) => isSuccessOf(entry, push))
  return shown ? completed : append(completed, { type: 'success', push })
}
