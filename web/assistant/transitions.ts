import { phoneNumber } from '#contract/form.ts'
import { accountNumber, pushAmount, type StkPushState } from '#contract/payments.ts'
import { groupByFour } from '#rules/account-number.ts'
import { polling } from '#rules/payment.ts'
import { formatPhone } from '#rules/phone.ts'
import { type AssistantFlow, isAssistantFlow } from '../layout/channels.ts'
import {
  afterDelay,
  applyPush,
  backToBundles,
  backToDetails,
  resume,
  toRefused,
  toSending,
  toUnknown,
  toWaiting,
} from './push.ts'
import {
  type AssistantState,
  append,
  type LostCodeOrigin,
  type MenuOption,
  type OwnRentErrors,
  type PaymentField,
  type PickedBundle,
  reset,
  type Stage,
} from './state.ts'

export type AssistantAction =
  | { type: 'option_chosen'; option: MenuOption; signedIn: boolean }
  | ({ type: 'bundle_picked'; package_id: string } & PickedBundle)
  /** A bundle was picked on a page, whatever stage the assistant is at. */
  | ({ type: 'bundle_requested'; package_id: string } & PickedBundle)
  | { type: 'typed'; field: PaymentField; text: string }
  | { type: 'answered'; text: string }
  | { type: 'own_rent_answered'; account: string; amount: string; phone: string }
  | { type: 'went_back' }
  | { type: 'push_sent'; id: string }
  /** The push could not be started; `lost`: no reply arrived, so it may have been started all the same. */
  | { type: 'push_refused'; reason: string; lost: boolean; faulty: PaymentField }
  /** The bundle is no longer sold, or its price has changed. */
  | { type: 'bundles_changed'; reason: string }
  /** An open push was found: after a reload, from another tab, or because it blocks a second one. */
  | { type: 'push_found'; push: StkPushState; now: number; ownRent?: true }
  | { type: 'check_started' }
  | { type: 'check_failed'; id: string }
  | { type: 'push_reported'; push: StkPushState }
  | { type: 'checks_used_up'; hasHistory: boolean }
  | { type: 'delay_over' }

/** The assistant as a pure reducer: calls, timers and socket messages arrive as actions. */
export function transition(state: AssistantState, action: AssistantAction): AssistantState {
  const { stage } = state
  switch (action.type) {
    case 'option_chosen':
      return choose(state, action.option, action.signedIn)
    case 'bundle_picked':
      return pickBundle(state, action)
    case 'bundle_requested':
      return isPaying(state)
        ? state
        : pickBundle({ ...reset(state), stage: { at: 'bundles' } }, action)
    case 'typed':
      return type(state, action.field, action.text)
    case 'answered':
      return answer(state, action.text)
    case 'own_rent_answered':
      return answerOwnRent(state, action)
    case 'went_back':
      return goBack(state)
    case 'push_sent':
      return stage.at === 'sending'
        ? toWaiting(state, { id: action.id, request: stage.request })
        : state
    case 'push_refused':
      return stage.at === 'sending' ? toRefused(state, stage.request, action) : state
    case 'bundles_changed':
      return stage.at === 'sending' ? backToBundles(state, action.reason) : state
    case 'push_found':
      return resume(state, action)
    case 'check_started':
      return stage.at === 'waiting'
        ? { ...state, stage: { ...stage, attempts: stage.attempts + 1, checkNow: false } }
        : state
    case 'check_failed':
      return stage.at === 'waiting' && stage.push.id === action.id
        ? { ...state, stage: { ...stage, lastCheckFailed: true } }
        : state
    case 'push_reported':
      return applyPush(state, action.push)
    case 'checks_used_up':
      return toUnknown(state, action.hasHistory)
    case 'delay_over':
      return afterDelay(state)
  }
}

/** Whether a payment is in progress, which choosing another flow never abandons. */
const isPaying = ({ stage }: AssistantState) => ['sending', 'waiting', 'paid'].includes(stage.at)

const backToMenu = (state: AssistantState): AssistantState =>
  isPaying(state) ? state : reset(state)

function choose(state: AssistantState, option: MenuOption, signedIn: boolean): AssistantState {
  const { stage } = state
  if (option === 'main') return backToMenu(state)
  if (isPaying(state)) return state
  if (isAssistantFlow(option)) return begin(state, option, signedIn)
  if (option === 'someone_else' && stage.at === 'own_rent') {
    return { ...state, stage: { at: 'account', error: null }, draft: { account: '' } }
  }
  if (option === 'check_again' && stage.at === 'unknown') {
    const log = state.log.filter((entry) => entry.type !== 'warning')
    return toWaiting({ ...state, log }, stage.push, polling.attempts - 1)
  }
  if (stage.at !== 'failed' && stage.at !== 'refused') return state
  const request = stage.at === 'failed' ? stage.push.request : stage.request
  if (option === 'try_again') return toSending(state, request)
  if (option === 'change') return backToDetails(state, request, stage.faulty)
  return state
}

/** The flow that a visitor continues after signing in; support needs no account. */
const signInPurposes: Record<AssistantFlow, string> = {
  wifi: 'buy a wifi bundle',
  rent: 'pay rent',
  own_rent: 'pay rent',
  own_deposit: 'pay your deposit',
  promise: 'promise a day',
  history: 'see your payments',
  support: '',
  lost_code: 'find your wifi code',
}

function begin(state: AssistantState, flow: AssistantFlow, signedIn: boolean): AssistantState {
  if (isCurrentFlow(state.stage, flow)) return state
  const clean = reset(state)
  if (!signedIn && flow !== 'support') {
    const text = `Please log in to ${signInPurposes[flow]}. You’ll come straight back here.`
    return append(
      { ...clean, stage: { at: 'sign_in', flow } },
      { type: 'text', from: 'assistant', text },
    )
  }
  return { ...clean, stage: firstStage(state.stage, flow) }
}

/** Whether a flow is already open; choosing it again changes nothing. */
function isCurrentFlow(stage: Stage, flow: AssistantFlow): boolean {
  switch (flow) {
    case 'wifi':
      return stage.at === 'bundles' || (stage.at === 'phone' && stage.bundle !== null)
    case 'rent':
      return (
        stage.at === 'account' ||
        stage.at === 'amount' ||
        (stage.at === 'phone' && stage.bundle === null)
      )
    case 'own_rent':
    case 'own_deposit':
      return stage.at === 'own_rent' && (stage.purpose === 'deposit') === (flow === 'own_deposit')
    default:
      return stage.at === flow
  }
}

function firstStage({ at }: Stage, flow: AssistantFlow): Stage {
  switch (flow) {
    case 'wifi':
      return { at: 'bundles' }
    case 'rent':
      return { at: 'account', error: null }
    case 'own_rent':
      return { at: 'own_rent', errors: null }
    case 'own_deposit':
      return { at: 'own_rent', errors: null, purpose: 'deposit' }
    case 'lost_code': {
      const from: LostCodeOrigin = at === 'bundles' || at === 'support' ? at : 'main'
      return { at: 'lost_code', from }
    }
    default:
      return { at: flow }
  }
}

function pickBundle(
  state: AssistantState,
  { package_id, name, price, chosen }: { package_id: string } & PickedBundle,
): AssistantState {
  if (state.stage.at !== 'bundles') return state
  const bundle = { name, price, chosen }
  return {
    ...state,
    log: [],
    stage: { at: 'phone', error: null, account_reference: package_id, bundle },
  }
}

function type(state: AssistantState, field: PaymentField, text: string): AssistantState {
  const { stage } = state
  const draft = { ...state.draft, [field]: text }
  if (stage.at === 'own_rent') {
    const errors = stage.errors && { ...stage.errors, [field]: undefined }
    return { ...state, stage: { ...stage, errors }, draft }
  }
  return stage.at === field ? { ...state, stage: { ...stage, error: null }, draft } : state
}

/** Validates the current field and moves on to the next stage, or shows an error. */
function answer(state: AssistantState, text: string): AssistantState {
  const { stage } = state
  const refused = (result: { error?: { issues: { message: string }[] } }): AssistantState => {
    const error = result.error?.issues[0]?.message ?? ''
    return 'error' in stage ? { ...state, stage: { ...stage, error } } : state
  }
  switch (stage.at) {
    case 'account': {
      const parsed = accountNumber.safeParse(text)
      if (!parsed.success) return refused(parsed)
      const account_reference = parsed.data
      return {
        ...state,
        draft: { ...state.draft, account: groupByFour(account_reference) },
        stage: { at: 'phone', error: null, account_reference, bundle: null },
      }
    }
    case 'phone': {
      const parsed = phoneNumber.safeParse(text)
      if (!parsed.success) return refused(parsed)
      const { account_reference, bundle } = stage
      const phone_number = parsed.data
      if (bundle) {
        const { price: amount, name: bundleName, chosen } = bundle
        return toSending(state, { account_reference, phone_number, amount, bundleName, chosen })
      }
      return {
        ...state,
        draft: { ...state.draft, phone: formatPhone(phone_number) },
        stage: { at: 'amount', error: null, account_reference, phone_number },
      }
    }
    case 'amount': {
      const parsed = pushAmount.safeParse(text)
      if (!parsed.success) return refused(parsed)
      const { account_reference, phone_number } = stage
      const amount = parsed.data
      return toSending(state, { account_reference, phone_number, amount, bundleName: null })
    }
    default:
      return state
  }
}

/** Validates both fields of the form for one's own rent or deposit at once. */
function answerOwnRent(state: AssistantState, text: Record<PaymentField, string>): AssistantState {
  if (state.stage.at !== 'own_rent') return state
  const { purpose } = state.stage
  const amount = pushAmount.safeParse(text.amount)
  const phone = phoneNumber.safeParse(text.phone)
  if (amount.success && phone.success) {
    return toSending(state, {
      account_reference: text.account,
      phone_number: phone.data,
      amount: amount.data,
      bundleName: null,
      ownRent: true,
      ...(purpose && { purpose }),
    })
  }
  const errors: OwnRentErrors = {
    ...(!amount.success && { amount: amount.error.issues[0]?.message ?? '' }),
    ...(!phone.success && { phone: phone.error.issues[0]?.message ?? '' }),
  }
  return { ...state, stage: { at: 'own_rent', errors, ...(purpose && { purpose }) } }
}

function goBack(state: AssistantState): AssistantState {
  const { stage } = state
  switch (stage.at) {
    case 'amount': {
      const { account_reference } = stage
      return { ...state, stage: { at: 'phone', error: null, account_reference, bundle: null } }
    }
    case 'phone':
      return { ...state, stage: stage.bundle ? { at: 'bundles' } : { at: 'account', error: null } }
    case 'lost_code':
      return { ...reset(state), stage: { at: stage.from } }
    default:
      return backToMenu(state)
  }
}
