import { inFours } from '#rules/account-number.ts'
import { localPhone } from '#rules/phone.ts'
import type { PushWish } from './message.ts'
import { tell, told } from './outcome.ts'
import type { Flow } from './stage.ts'

const draftOf = (request: PushWish): Flow['draft'] => ({
  phone: localPhone(request.phone_number),
  ...(request.bundle === null && {
    account: inFours(request.account_reference),
    amount: String(request.amount),
  }),
})

/** Back to the first question, with everything filled in. */
export const change = (state: Flow, request: PushWish): Flow => ({
  ...state,
  stage: request.bundle ? { at: 'packages' } : { at: 'account', error: null },
  draft: draftOf(request),
  log: [],
})

export const send = (state: Flow, request: PushWish): Flow =>
  tell(
    { ...state, stage: { at: 'sending', request }, draft: draftOf(request) },
    { type: 'text', from: 'person', request },
  )

const not_started = 'The payment did not start.'

export function refuse(
  state: Flow,
  request: PushWish,
  event: { reason: string; lost: boolean },
): Flow {
  const reason = event.reason.replace(/\.$/, '')
  return tell(
    { ...state, stage: { at: 'refused', request } },
    {
      type: 'error',
      title: event.lost ? 'No answer came back. Look at your phone first.' : not_started,
      text: `Payment failed: ${reason}. Please try again or contact support`,
    },
  )
}

/** The price or the list has changed since it was shown: it is shown afresh. */
export const relist = (state: Flow, text: string): Flow =>
  tell(
    { ...state, stage: { at: 'packages' }, log: [] },
    { type: 'warning', title: not_started, text },
  )

export function afterDelay(state: Flow): Flow {
  const { stage } = state
  if (stage.at === 'failed') return { ...state, stage: { ...stage, menu: true } }
  if (stage.at !== 'paid') return state
  const wifi = stage.state.purpose === 'wifi'
  const completed: Flow = { ...state, stage: { at: 'completed', wifi }, draft: {} }
  // A wifi code does not wait for the message.
  return told(state, stage.state)
    ? completed
    : tell(completed, { type: 'success', push: stage.state })
}
