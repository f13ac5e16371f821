import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { User } from '#contract/auth.ts'
import type { StkPushState } from '#contract/payments.ts'
import { type AssistantFlow, bundleChannel } from '../layout/channels.ts'
import { LostCode } from './lost-code.tsx'
import { defaultSubtitle, WaitsForNetwork } from './main-menu.tsx'
import { PayLater } from './pay-later.tsx'
import { PaymentSteps } from './payment-status.tsx'
import { PromptView, pickedBundle } from './prompts.tsx'
import { QuestionForm } from './question-form.tsx'
import {
  type AssistantState,
  buttonStatus,
  initialState,
  type MenuOption,
  type Prompt,
  promptsFor,
  type Stage,
  stageTitle,
} from './state.ts'
import { Support } from './support.tsx'
import { MessageLog, Transcript } from './transcript.tsx'
import { type AssistantAction, transition } from './transitions.ts'
import { useAnswers } from './use-answers.ts'
import type { Facts } from './use-facts.ts'
import { usePayment } from './use-payment.ts'
import './conversation.css'

export interface AssistantConversationProps {
  /** Null for a visitor. */
  user: User | null
  shown: boolean
  /** A flow to start at once. */
  flow: AssistantFlow | null
  openPush: StkPushState | null
  onClose: () => void
  onFlowStart: () => void
  onStatusChange: (status: string | null) => void
  onSubtitleChange: (subtitle: string | null) => void
  facts: Facts
  /** The flow that the user chose in the main menu before this component was loaded. */
  firstFlow: AssistantFlow | null
  /** Returns the pushes that the socket reported before this component was loaded, each once. */
  takeEarlyPushes: () => StkPushState[]
}

/** Everything behind the main menu. */
export function AssistantConversation(props: AssistantConversationProps) {
  const { user, shown, flow, openPush, facts, firstFlow, takeEarlyPushes } = props
  const { onClose, onFlowStart, onStatusChange, onSubtitleChange } = props
  const signedIn = user !== null
  const firstState = firstFlow
    ? transition(initialState, { type: 'option_chosen', option: firstFlow, signedIn })
    : initialState
  const [state, dispatch] = usePayment(signedIn, firstState)
  const { stage } = state
  const answers = useAnswers(stage.at, facts)
  const { scroller, markUserAction } = useScrollAndFocus(state, shown, firstFlow !== null)
  const handleAction = useCallback(
    (action: AssistantAction) => {
      markUserAction()
      dispatch(action)
    },
    [markUserAction, dispatch],
  )
  const choose = (option: MenuOption) => handleAction({ type: 'option_chosen', option, signedIn })

  useEffect(() => {
    for (const push of takeEarlyPushes()) dispatch({ type: 'push_reported', push })
  }, [takeEarlyPushes, dispatch])
  const idle = stage.at === 'main'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a push found in the middle of another flow is shown at the next menu
  useEffect(() => {
    if (openPush) dispatch({ type: 'push_found', push: openPush, now: Date.now() })
  }, [openPush, idle, dispatch])
  useEffect(() => {
    if (!flow) return
    onFlowStart()
    handleAction({ type: 'option_chosen', option: flow, signedIn })
  }, [flow, signedIn, onFlowStart, handleAction])

  useEffect(() => {
    if (!signedIn) return
    return bundleChannel.listen((bundle) =>
      handleAction({ type: 'bundle_requested', ...pickedBundle(bundle) }),
    )
  }, [signedIn, handleAction])

  const subtitle = stageTitle(stage) ?? defaultSubtitle(facts)
  useLayoutEffect(() => onSubtitleChange(subtitle), [subtitle, onSubtitleChange])
  const seen = useRef(stage.at)
  useEffect(() => {
    if (shown) seen.current = stage.at
    onStatusChange(shown ? null : buttonStatus(stage, seen.current))
  }, [shown, stage, onStatusChange])

  const transcript = <Transcript state={state} facts={facts} onLeave={onClose} />
  return (
    <>
      <PaymentSteps stage={stage} />
      <section
        ref={scroller}
        className="assistant-conversation"
        aria-label="Talk with the assistant"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
      >
        {stage.at === 'support' ? (
          <Support
            answers={answers}
            facts={facts}
            transcript={transcript}
            scroller={scroller}
            onChoose={choose}
            onLeave={onClose}
          />
        ) : stage.at === 'promise' ? (
          <PayLater facts={facts} onLeave={onClose} onBack={() => choose('main')} />
        ) : stage.at === 'lost_code' ? (
          <LostCode
            facts={facts}
            transcript={transcript}
            onLeave={onClose}
            onBack={() => handleAction({ type: 'went_back' })}
          />
        ) : (
          <MessageLog>{transcript}</MessageLog>
        )}
        {!facts.online && !saysItself(stage) && (
          <WaitsForNetwork
            action={
              stage.at === 'lost_code' ? 'search' : stage.at === 'promise' ? 'promise' : 'pay'
            }
          />
        )}
        {promptsFor(state).map((prompt) => (
          <PromptView
            key={promptKey(prompt)}
            prompt={prompt}
            state={state}
            facts={facts}
            onType={dispatch}
            onAction={handleAction}
            onChoose={choose}
            onLeave={onClose}
          />
        ))}
      </section>
      {stage.at === 'support' && <QuestionForm answers={answers} online={facts.online} />}
    </>
  )
}

/** Stages that report a missing network themselves: a payment in progress, and support beside its field. */
const saysItself = ({ at }: Stage) =>
  at === 'sending' || at === 'waiting' || at === 'paid' || at === 'support'

/** A React key: each question gets a new input. */
const promptKey = (prompt: Prompt) => {
  if (prompt.type === 'input') return prompt.field
  return prompt.type === 'menu' ? prompt.menu : prompt.type
}

/**
 * Keeps the newest messages visible, and moves the focus on for a user who has just pressed something:
 * `markUserAction` says that they have.
 */
function useScrollAndFocus({ stage, log }: AssistantState, shown: boolean, acted: boolean) {
  const scroller = useRef<HTMLElement>(null)
  const hasActed = useRef(acted)
  const markUserAction = useCallback(() => {
    hasActed.current = true
  }, [])
  const error = 'error' in stage ? stage.error : 'errors' in stage ? stage.errors : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever something new is shown
  useLayoutEffect(() => {
    if (scroller.current) showNewest(scroller.current)
  }, [stage.at, error, log.length, shown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each stage and each error of a field
  useEffect(() => {
    if (!hasActed.current || !scroller.current) return
    hasActed.current = false
    const dialog = scroller.current.closest('[role=dialog]')
    const find = (fields: string) =>
      dialog?.querySelector<HTMLInputElement | HTMLTextAreaElement>(fields)
    const field =
      find('input[aria-invalid=true]') ?? find('input[data-faulty=true]') ?? find('input, textarea')
    // On a phone the keyboard would cover prefilled values and suggestions.
    const wanted =
      field?.matches('[data-faulty=true]') || (field?.matches('input') && field.value === '')
    const takesFocus = matchMedia('(pointer: fine)').matches || error || wanted
    const messages = scroller.current.querySelector<HTMLElement>('[role=log]')
    const target = field && takesFocus ? field : messages
    target?.focus({ preventScroll: true })
    if (target === field) field?.select()
  }, [stage, error])
  return { scroller, markUserAction }
}

/** Scrolls to the newest content: a list from its start, the last card from its top, a question to its button. */
function showNewest(conversation: HTMLElement) {
  if (!conversation.querySelector('form, .message-log > *')) {
    conversation.scrollTop = 0
    return
  }
  const card = [...conversation.querySelectorAll('.message-log > .card')].at(-1)
  if (!card || conversation.querySelector('form')) {
    conversation.scrollTop = conversation.scrollHeight
    return
  }
  const distance = card.getBoundingClientRect().top - conversation.getBoundingClientRect().top
  conversation.scrollTop += distance - 2
}
