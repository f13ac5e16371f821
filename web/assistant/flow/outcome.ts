import type { PushState } from '#contract/payments.ts'
import { endingMessage, polling } from '#rules/payment.ts'
import type { PushWish, Told } from './message.ts'
import type { Flow, FollowedPush, Waiting } from './stage.ts'

/** Checks that a push picked up late still gets. */
const fewest_checks = 3

export function tell(flow: Flow, ...entries: Told[]): Flow {
  const first = (flow.log.at(-1)?.key ?? 0) + 1
  const added = entries.map((entry, index) => ({ ...entry, key: first + index }))
  return { ...flow, log: [...flow.log, ...added] }
}

const isAbout = (told: Told, push: PushState) =>
  told.type === 'success' && told.push.checkout_request_id === push.checkout_request_id

/** Whether a push that is paid has its success in the log. */
export const told = (flow: Flow, push: PushState): boolean =>
  flow.log.some((entry) => isAbout(entry, push))

export function follow(flow: Flow, push: FollowedPush, attempts = 0): Flow {
  const stage: Waiting = {
    at: 'waiting',
    push,
    attempts,
    at_once: true,
    unanswered: false,
    unsure: false,
  }
  return { ...flow, stage, met: { ...flow.met, [push.id]: 'open' } }
}

type Asked = Omit<PushWish, 'bundle'>

export const sameRequest = (one: Asked, other: Asked) =>
  one.account_reference === other.account_reference &&
  one.phone_number === other.phone_number &&
  one.amount === other.amount

const requestOf = (state: PushState): PushWish => ({
  account_reference: state.account_reference,
  phone_number: state.phone_number,
  amount: state.amount,
  bundle: state.bundle?.name ?? null,
})

/** M-Pesa may call a push failed while its text says that it is still under processing. */
const stillOpen = (state: PushState) =>
  state.status === 'processing' ||
  (state.status !== 'completed' && /under processing/i.test(state.result_desc ?? ''))

/** The push that a report is awaited for, or could still change what was said about it. */
function followed({ stage }: Flow): FollowedPush | null {
  const follows = ['waiting', 'unknown', 'failed'].includes(stage.at)
  return follows && 'push' in stage ? stage.push : null
}

/** A reply to a status call, or the socket's word: both may come, and in any order. */
export function report(flow: Flow, state: PushState): Flow {
  const { stage } = flow
  const push = followed(flow)
  const ours = push?.id === state.checkout_request_id
  if (stillOpen(state)) {
    if (ours && push && stage.at === 'waiting' && state.at_desk) return leaveToOffice(flow, push)
    return ours && stage.at === 'waiting'
      ? { ...flow, stage: { ...stage, unanswered: false, unsure: !state.asked } }
      : flow
  }
  const met = (ending: 'ended' | 'paid') => ({ ...flow.met, [state.checkout_request_id]: ending })
  if (state.status === 'completed') {
    // The ending of a push that is being sent comes with its first check: its id is not known yet.
    const unmet = stage.at === 'sending' && !flow.met[state.checkout_request_id]
    if (unmet) return flow
    if (flow.met[state.checkout_request_id] === 'paid') return withReceipt(flow, state)
    const paid: Flow = { ...flow, met: met('paid') }
    if (!ours || !push) return tell(paid, { type: 'success', push: state })
    const awaiting: Flow = { ...paid, stage: { at: 'paid', push, state } }
    return state.voucher ? tell(awaiting, { type: 'success', push: state }) : awaiting
  }
  if (!ours || !push || stage.at === 'failed') return flow
  const failed: Flow = { ...flow, met: met('ended'), stage: { at: 'failed', push, menu: false } }
  return tell(failed, {
    type: 'error',
    title: failureTitle(state.result_code),
    text: endingMessage(state.status, state.result_code, state.result_desc) ?? '',
  })
}

/**
 * Whether money moved comes first, and only as far as the code says so: after a time-out a PIN may
 * still be on its way, and paying again at once would pay twice.
 */
function failureTitle(code: string | null): string {
  if (code === null) return 'The payment did not go through.'
  if (code === '1037')
    return 'No answer from your phone. If you did type your PIN, wait for the M-Pesa SMS first.'
  return 'No money was taken.'
}

/** The receipt may be known later than the payment. */
function withReceipt(flow: Flow, state: PushState): Flow {
  const { stage } = flow
  const isNews = (push: PushState) =>
    push.checkout_request_id === state.checkout_request_id &&
    push.mpesa_receipt_number !== state.mpesa_receipt_number
  const lacking = (entry: Told) => entry.type === 'success' && isNews(entry.push)
  if (stage.at === 'paid' && isNews(stage.state)) {
    return withReceipt({ ...flow, stage: { ...stage, state } }, state)
  }
  if (!flow.log.some(lacking)) return flow
  const log = flow.log.map((entry) =>
    lacking(entry) ? { key: entry.key, type: 'success' as const, push: state } : entry,
  )
  return { ...flow, log }
}

const another: Told = {
  type: 'text',
  from: 'assistant',
  text: 'A payment from this phone is still open, so no second one was started.',
}

/** Takes over a push that is open already; what is being typed is never swept away by it. */
export function adopt(flow: Flow, state: PushState, now: number): Flow {
  const { stage } = flow
  const id = state.checkout_request_id
  const request = requestOf(state)
  const asked = Math.floor((now - Date.parse(state.initiated_at)) / polling.interval_ms)
  const attempts = Math.max(0, Math.min(asked, polling.attempts - fewest_checks))
  const line: Told = { type: 'text', from: 'person', request }
  const taken = follow(flow, { id, request }, attempts)
  if (stage.at === 'sending') {
    return report(sameRequest(stage.request, request) ? taken : tell(taken, another, line), state)
  }
  if (flow.met[id]) return flow
  // The reply to this very request was lost, and here it is.
  if (stage.at === 'refused' && sameRequest(stage.request, request)) return report(taken, state)
  const idle = ['main', 'sign_in', 'completed', 'history'].includes(stage.at)
  const asking = stage.at === 'account' || stage.at === 'packages'
  const untouched = asking && Object.keys(flow.draft).length === 0
  if (!idle && !untouched) return flow
  return report(tell({ ...taken, draft: {}, log: [] }, line), state)
}

/** Money came, but not the sum that was asked for: the phone asks for nothing any more. */
function leaveToOffice(flow: Flow, push: FollowedPush): Flow {
  return tell(
    { ...flow, stage: { at: 'unknown', push } },
    {
      type: 'warning',
      title: 'The office is looking at this payment. Please do not pay again.',
      text: push.request.bundle
        ? 'M-Pesa reports another amount than we asked for. No code comes for it: the office counts it for your rent, or sends it back.'
        : 'M-Pesa reports another amount than we asked for. It counts as soon as somebody has looked.',
    },
  )
}

export function giveUp(flow: Flow): Flow {
  const { stage } = flow
  if (stage.at !== 'waiting') return flow
  const unknown: Flow = { ...flow, stage: { at: 'unknown', push: stage.push } }
  return tell(unknown, {
    type: 'warning',
    title: 'We do not know yet. Please do not pay again; we keep asking M-Pesa.',
    text: stage.unanswered
      ? 'Unable to verify payment status. Please check your mobile-money messages or contact support'
      : 'Payment status check timed out. Please check your transaction history later or contact support',
  })
}
