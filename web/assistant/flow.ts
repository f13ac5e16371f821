import { phoneNumber } from '#contract/form.ts'
import { accountNumber, type PushState, pushAmount } from '#contract/payments.ts'
import { inFours } from '#rules/account-number.ts'
import { polling } from '#rules/payment.ts'
import { localPhone } from '#rules/phone.ts'
import type { Field, Option, RentRequest } from './message.ts'
import { adopt, follow, giveUp, report, tell } from './outcome.ts'
import { type Flow, start } from './stage.ts'

export type FlowEvent =
  | { type: 'chose'; option: Option; signed_in: boolean }
  | { type: 'typed'; field: Field; text: string }
  | { type: 'answered'; text: string }
  | { type: 'went_back' }
  | { type: 'sent'; id: string }
  /** Initiation failed; `lost`: no reply came, so M-Pesa may have been asked all the same. */
  | { type: 'refused'; reason: string; lost: boolean }
  /** A push found open: after a reload, from another tab, or in the way of a second one. */
  | { type: 'found'; state: PushState; now: number }
  | { type: 'asked' }
  | { type: 'unanswered'; id: string }
  | { type: 'reported'; state: PushState }
  | { type: 'gave_up' }
  | { type: 'delay_over' }

/** The whole assistant: no calls, no clock; what happens outside comes in as events. */
export function flow(state: Flow, event: FlowEvent): Flow {
  const { stage } = state
  switch (event.type) {
    case 'chose':
      return choose(state, event.option, event.signed_in)
    case 'typed':
      return type(state, event.field, event.text)
    case 'answered':
      return answer(state, event.text)
    case 'went_back':
      return goBack(state)
    case 'sent':
      return stage.at === 'sending'
        ? follow(state, { id: event.id, request: stage.request })
        : state
    case 'refused':
      return stage.at === 'sending' ? refuse(state, stage.request, event) : state
    case 'found':
      return adopt(state, event.state, event.now)
    case 'asked':
      return stage.at === 'waiting'
        ? { ...state, stage: { ...stage, attempts: stage.attempts + 1, at_once: false } }
        : state
    case 'unanswered':
      return stage.at === 'waiting' && stage.push.id === event.id
        ? { ...state, stage: { ...stage, unanswered: true } }
        : state
    case 'reported':
      return report(state, event.state)
    case 'gave_up':
      return giveUp(state)
    case 'delay_over':
      return afterDelay(state)
  }
}

/** A payment that is under way is never left by pressing something else. */
const underWay = (state: Flow) => ['sending', 'waiting', 'paid'].includes(state.stage.at)

function choose(state: Flow, option: Option, signedIn: boolean): Flow {
  const { stage } = state
  if (underWay(state)) return state
  if (option === 'main') return { ...start, met: state.met }
  if (option === 'rent') {
    if (['account', 'phone', 'amount'].includes(stage.at)) return state
    const clean: Flow = { ...start, met: state.met }
    if (signedIn) return { ...clean, stage: { at: 'account', error: null } }
    const ask = 'Please sign in to pay rent. You come straight back here.'
    return tell(
      { ...clean, stage: { at: 'sign_in' } },
      { type: 'text', from: 'assistant', text: ask },
    )
  }
  if (option === 'check_again' && stage.at === 'unknown') {
    const log = state.log.filter((told) => told.type !== 'warning')
    return follow({ ...state, log }, stage.push, polling.attempts - 1)
  }
  if (stage.at !== 'failed' && stage.at !== 'refused') return state
  const request = stage.at === 'failed' ? stage.push.request : stage.request
  if (option === 'try_again') return send(state, request)
  if (option === 'change') return change(state, request)
  return state
}

const draftOf = (request: RentRequest): Flow['draft'] => ({
  account: inFours(request.account_reference),
  phone: localPhone(request.phone_number),
  amount: String(request.amount),
})

const change = (state: Flow, request: RentRequest): Flow => ({
  ...state,
  stage: { at: 'account', error: null },
  draft: draftOf(request),
  log: [],
})

const send = (state: Flow, request: RentRequest): Flow =>
  tell(
    { ...state, stage: { at: 'sending', request }, draft: draftOf(request) },
    { type: 'text', from: 'person', request },
  )

function type(state: Flow, field: Field, text: string): Flow {
  const { stage } = state
  if (stage.at !== field) return state
  return { ...state, stage: { ...stage, error: null }, draft: { ...state.draft, [field]: text } }
}

/** People write thousands with a comma or a gap. */
export const readAmount = (text: string): ReturnType<typeof pushAmount.safeParse> =>
  pushAmount.safeParse(text.replace(/[,\s]/g, ''))

const problem = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message ?? ''

function answer(state: Flow, text: string): Flow {
  const { stage } = state
  switch (stage.at) {
    case 'account': {
      const read = accountNumber.safeParse(text)
      if (!read.success) return { ...state, stage: { ...stage, error: problem(read) } }
      const draft = { ...state.draft, account: inFours(read.data) }
      return { ...state, draft, stage: { at: 'phone', error: null, account_reference: read.data } }
    }
    case 'phone': {
      const read = phoneNumber.safeParse(text)
      if (!read.success) return { ...state, stage: { ...stage, error: problem(read) } }
      const draft = { ...state.draft, phone: localPhone(read.data) }
      return {
        ...state,
        draft,
        stage: { ...stage, at: 'amount', error: null, phone_number: read.data },
      }
    }
    case 'amount': {
      const read = readAmount(text)
      if (!read.success) return { ...state, stage: { ...stage, error: problem(read) } }
      const { account_reference, phone_number } = stage
      return send(state, { account_reference, phone_number, amount: read.data })
    }
    default:
      return state
  }
}

function goBack(state: Flow): Flow {
  const { stage } = state
  if (stage.at === 'amount') {
    const { account_reference } = stage
    return { ...state, stage: { at: 'phone', error: null, account_reference } }
  }
  if (stage.at === 'phone') return { ...state, stage: { at: 'account', error: null } }
  return choose(state, 'main', true)
}

function refuse(state: Flow, request: RentRequest, event: { reason: string; lost: boolean }): Flow {
  const reason = event.reason.replace(/\.$/, '')
  return tell(
    { ...state, stage: { at: 'refused', request } },
    {
      type: 'error',
      title: event.lost
        ? 'No answer came back. Look at your phone first.'
        : 'The payment did not start.',
      text: `Payment failed: ${reason}. Please try again or contact support`,
    },
  )
}

function afterDelay(state: Flow): Flow {
  const { stage } = state
  if (stage.at === 'failed') return { ...state, stage: { ...stage, menu: true } }
  if (stage.at !== 'paid') return state
  const completed: Flow = { ...state, stage: { at: 'completed' }, draft: {} }
  return tell(completed, { type: 'success', push: stage.state })
}
