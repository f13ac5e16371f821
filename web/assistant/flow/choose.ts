import { polling } from '#rules/payment.ts'
import { type AssistantFlow, isAssistantFlow } from '../../layout/call-assistant.ts'
import type { Option } from './message.ts'
import { follow, tell } from './outcome.ts'
import { change, send } from './sending.ts'
import { afresh, type Flow, type LostCodeFrom, type PickedBundle, type Stage } from './stage.ts'

/** A payment that is under way is never left by pressing something else. */
const underWay = ({ stage }: Flow) => ['sending', 'waiting', 'paid'].includes(stage.at)

export const backToMenu = (state: Flow): Flow => (underWay(state) ? state : afresh(state))

/** The stages of each flow in which something has been begun that a second wish for it leaves alone. */
const within: Record<AssistantFlow, Stage['at'][]> = {
  wifi: ['packages'],
  rent: ['account', 'amount'],
  history: ['history'],
  support: ['support'],
  lost_code: ['lost_code'],
}

/** What a visitor is told; they come straight back after signing in. */
const sign_in_words: Record<AssistantFlow, string> = {
  wifi: 'buy a wifi bundle',
  rent: 'pay rent',
  history: 'see your payments',
  support: '',
  lost_code: 'find your wifi code',
}

export function choose(state: Flow, option: Option, signedIn: boolean): Flow {
  const { stage } = state
  if (option === 'main') return backToMenu(state)
  if (underWay(state)) return state
  if (isAssistantFlow(option)) return begin(state, option, signedIn)
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

function isBegun({ stage }: Flow, wanted: AssistantFlow): boolean {
  if (stage.at === 'phone') return wanted === (stage.bundle ? 'wifi' : 'rent')
  return within[wanted].includes(stage.at)
}

function begin(state: Flow, wanted: AssistantFlow, signedIn: boolean): Flow {
  if (isBegun(state, wanted)) return state
  const clean = afresh(state)
  if (!signedIn && wanted !== 'support') {
    const text = `Please sign in to ${sign_in_words[wanted]}. You come straight back here.`
    return tell(
      { ...clean, stage: { at: 'sign_in', flow: wanted } },
      { type: 'text', from: 'assistant', text },
    )
  }
  return { ...clean, stage: firstStage(state.stage, wanted) }
}

function firstStage({ at }: Stage, wanted: AssistantFlow): Stage {
  switch (wanted) {
    case 'wifi':
      return { at: 'packages' }
    case 'rent':
      return { at: 'account', error: null }
    case 'lost_code': {
      const from: LostCodeFrom = at === 'packages' || at === 'support' ? at : 'main'
      return { at: 'lost_code', from }
    }
    default:
      return { at: wanted }
  }
}

/** A bundle of the list, at the price that is shown. */
export function pick(
  state: Flow,
  { package_id, words, price, chosen }: { package_id: string } & PickedBundle,
): Flow {
  if (state.stage.at !== 'packages') return state
  const bundle = { words, price, chosen }
  return {
    ...state,
    log: [],
    stage: { at: 'phone', error: null, account_reference: package_id, bundle },
  }
}
