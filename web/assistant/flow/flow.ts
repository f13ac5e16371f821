import type { PushState } from '#contract/payments.ts'
import { answer, goBack, typeInto } from './answer.ts'
import { choose, pick } from './choose.ts'
import type { Field, Option } from './message.ts'
import { adopt, follow, giveUp, report } from './outcome.ts'
import { afterDelay, refuse, relist } from './sending.ts'
import type { Flow, PickedBundle } from './stage.ts'

export type FlowEvent =
  | { type: 'chose'; option: Option; signed_in: boolean }
  | ({ type: 'picked'; package_id: string } & PickedBundle)
  | { type: 'typed'; field: Field; text: string }
  | { type: 'answered'; text: string }
  | { type: 'went_back' }
  | { type: 'sent'; id: string }
  /** Initiation failed; `lost`: no reply came, so M-Pesa may have been asked all the same. */
  | { type: 'refused'; reason: string; lost: boolean }
  /** The bundle is not sold like that any more. */
  | { type: 'relisted'; reason: string }
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
    case 'picked':
      return pick(state, event)
    case 'typed':
      return typeInto(state, event.field, event.text)
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
    case 'relisted':
      return stage.at === 'sending' ? relist(state, event.reason) : state
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
